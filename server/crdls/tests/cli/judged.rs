//! What was judged: the summary, `--require-crds`, and inputs of which nothing can be judged.

use crdls_tests::crd;

use crate::run::{Folder, manifest};

const OVEN: &str = "apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: oven\n";
const DEPLOYMENT: &str = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n";
const POLICY: &str = "apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata:\n  name: a\n";
const NO_CRD: &str = "no CRD for Oven.example.com";

/// A CRD without findings, and resources of kinds that no CRD defines.
fn repository(test: &str) -> Folder {
    let two = format!("{OVEN}---\n{OVEN}");
    let good = manifest("good.yaml");
    let files = [
        ("crd.yaml", good.as_str()),
        ("a.yaml", two.as_str()),
        ("b.yaml", OVEN),
        ("c.yaml", DEPLOYMENT),
        ("d.yaml", POLICY),
    ];
    Folder::new(test, &files)
}

#[test]
fn the_summary_says_what_was_judged() {
    let ran = repository("judged").run(&["check"]);
    let expected = format!(
        "checked 5 files: nothing found\n1 CRD, 0 custom resources, 3 not validated: {NO_CRD} (./a.yaml and 1 more)\n"
    );
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr), (0, "", expected));
}

#[test]
fn formats_without_a_place_for_it_leave_it_to_the_terminal() {
    let folder = repository("judged-formats");
    for format in ["json", "github", "sarif"] {
        let ran = folder.run(&["check", "--output-format", format]);
        assert!(ran.stderr.contains(&format!("3 not validated: {NO_CRD}")), "{format}: {ran:?}");
    }
    let ran = folder.run(&["check", "crd.yaml", "--output-format", "json"]);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("[]\n", ""));
}

#[test]
fn an_unknown_kind_is_an_error_where_crds_are_required() {
    let folder = repository("require-crds");
    let ran = folder.run(&["check", "--require-crds", "--output-format", "concise"]);
    assert_eq!((ran.code, ran.stdout.lines().count()), (1, 3), "{ran:?}");
    let first = "./a.yaml:2:7: error[unknown-kind]: no CRD defines `kind: Oven` of `example.com/v1`";
    assert!(ran.stdout.starts_with(first), "{}", ran.stdout);
    folder.write("crdls.toml", b"unknownKinds = \"error\"\n");
    let found = folder.findings(&["b.yaml"]);
    assert_eq!(found[0]["server"]["type"], "NoMatch");
    assert_eq!(found[0]["server"]["detail"], "no matches for kind \"Oven\" in version \"example.com/v1\"");
    folder.write("crdls.toml", b"unknownKinds = \"hint\"\n");
    let ran = folder.run(&["check", "b.yaml", "--output-format=concise"]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains(": hint[unknown-kind]: "), "{}", ran.stdout);
    folder.write("crdls.toml", b"unknownKinds = \"off\"\n");
    assert!(folder.findings(&["b.yaml"]).is_empty());
}

#[test]
fn a_kind_that_was_meant_is_one_error() {
    let text = "apiVersion: example.com/v1\nkind: Tablex\nmetadata: {name: a}\n";
    let folder = Folder::new("require-near", &[("crd.yaml", &crd(|c| c)), ("a.yaml", text)]);
    assert_eq!(folder.codes(&["."]), ["similar-kind"]);
    assert_eq!(folder.codes(&[".", "--require-crds"]), ["unknown-kind"]);
}

#[test]
fn that_nothing_was_judged_is_a_warning() {
    let folder = Folder::new("judged-nothing", &[("a.yaml", DEPLOYMENT), ("b.yaml", OVEN)]);
    let said = |args: &[&str]| {
        let ran = folder.run(&[&["check"], args].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
        ran.stderr
    };
    let nothing = "checked 1 file: nothing validated\nwarning: nothing was validated: ";
    assert_eq!(said(&["a.yaml"]), format!("{nothing}there is no CRD and no custom resource\n"));
    assert_eq!(said(&["b.yaml"]), format!("{nothing}{NO_CRD} (b.yaml)\n"));
}

#[test]
fn bytes_that_are_no_text_are_said() {
    let folder = Folder::new("random-bytes", &[("good.yaml", &manifest("good.yaml"))]);
    folder.write("a.yaml", b"\xff\xc0\x80\x9b\xf5\n\xfe: \x81");
    folder.write("b.yaml", b"\x00\x01\x02\x00\x7f\x03");
    let ran = folder.run(&["check", "a.yaml", "b.yaml"]);
    let expected = "checked 2 files: nothing validated\nwarning: nothing was validated: not a text file (a.yaml and 1 more)\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (0, expected));
    let ran = folder.run(&["check"]);
    assert!(
        ran.stderr
            .contains("1 CRD, 0 custom resources, 2 not validated: not a text file (./a.yaml and 1 more)\n"),
        "{ran:?}"
    );
}

#[test]
fn crds_without_a_crd_are_wrong_usage() {
    let folder = repository("crds-without-crd");
    for place in ["c.yaml", "*.json", "b.yaml"] {
        for command in [&["check", "a.yaml"][..], &["effective", "b.yaml"], &["sample", "Oven"]] {
            let ran = folder.run(&[command, &["--crds", place, "--crds", "crd.yaml"]].concat());
            assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{ran:?}");
            assert_eq!(ran.stderr, format!("error: `--crds {place}`: there is no CRD in it\n"));
        }
    }
    assert_eq!(folder.run(&["check", "a.yaml", "--crds", "."]).code, 0);
}

#[test]
fn a_missing_header_is_what_kubectl_reports() {
    let crd = crd(|c| c);
    let without = |line: &str| crd.replace(&format!("{line}\n"), "");
    let resource = "apiVersion: example.com/v1\nmetadata: {name: a}\n";
    for (test, text, detail) in [
        ("no-kind", without("kind: CustomResourceDefinition"), "Object 'Kind' is missing"),
        (
            "kind-of-another-type",
            crd.replace("kind: CustomResourceDefinition", "kind: true"),
            "Object 'Kind' is missing",
        ),
        (
            "no-version",
            without("apiVersion: apiextensions.k8s.io/v1"),
            "no matches for kind \"CustomResourceDefinition\" in version \"\"",
        ),
        ("resource-without-kind", format!("{crd}---\n{resource}"), "Object 'Kind' is missing"),
    ] {
        let folder = Folder::new(test, &[("a.yaml", &text)]);
        assert_eq!(folder.run(&["check"]).code, 1, "{test}");
        let found = folder.findings(&[]);
        let said: Vec<_> = found.iter().filter(|found| found["server"]["shadowed"] == false).collect();
        assert_eq!((said.len(), said[0]["code"].as_str()), (1, Some("unknown-kind")), "{found:?}");
        assert_eq!(said[0]["server"]["detail"], detail);
    }
}
