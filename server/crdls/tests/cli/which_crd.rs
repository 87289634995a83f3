//! Which of several CRDs of a kind judges, and what is said about that.

use crdls_tests::crd;

use crate::run::Folder;

/// A CRD of ovens of at most that size, with an annotation.
fn ovens(most: u32, annotation: &str) -> String {
    let schema = format!("{{type: object, properties: {{size: {{type: integer, maximum: {most}}}}}}}");
    crd(|c| c.kind("Oven").metadata(&format!("annotations: {{{annotation}}}")).schema(&schema))
}

/// Too large for each CRD, so that the message says which one judges.
const OVEN: &str = "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: a}\nsize: 1000\n";

/// What is most allowed by the CRD that judges the first oven.
fn judged_by(test: &str, crds: &[(&str, String)], oven: &str, marks: &[&str], args: &[&str]) -> Vec<String> {
    let crds = crds.iter().map(|(name, text)| (*name, text.as_str()));
    let files: Vec<_> = crds.chain([(oven, OVEN)]).chain(marks.iter().map(|mark| (*mark, ""))).collect();
    let found = Folder::new(test, &files).findings(args);
    let sizes = found.iter().filter(|found| found["code"] == "out-of-bounds");
    sizes.map(|found| found["message"].as_str().unwrap().replace("`size` must be at most ", "")).collect()
}

#[test]
fn those_that_are_named_come_first() {
    let crds = [("config/crd/a.yaml", ovens(1, "")), ("other/a.yaml", ovens(2, ""))];
    let judged = |args: &[&str]| judged_by("named-crds", &crds, "config/a.yaml", &[], args);
    assert_eq!(judged(&["."]), ["1, got 1000"]);
    assert_eq!(judged(&[".", "--crds", "other"]), ["2, got 1000"]);
    let crds = [crds[0].clone(), crds[1].clone(), ("crdls.toml", "crds = [\"other\"]\n".to_owned())];
    let judged = |args: &[&str]| judged_by("named-crds-setting", &crds, "config/a.yaml", &[], args);
    assert_eq!(judged(&["."]), ["2, got 1000"]);
    assert_eq!(judged(&[".", "--crds", "config"]), ["1, got 1000"]);
}

#[test]
fn those_of_the_same_project_come_next() {
    let crds = [("a/crds/far/away/a.yaml", ovens(1, "")), ("b.yaml", ovens(2, ""))];
    assert_eq!(judged_by("no-project", &crds, "a/b/o.yaml", &[], &["."]), ["2, got 1000"]);
    for mark in ["a/go.mod", "a/PROJECT", "a/Chart.yaml"] {
        assert_eq!(judged_by("project", &crds, "a/b/o.yaml", &[mark], &["."]), ["1, got 1000"], "{mark}");
    }
}

#[test]
fn of_equally_near_ones_a_folder_of_crds_and_then_the_newest_is_taken() {
    let crds = [("config/bundle/a.yaml", ovens(1, "")), ("config/crd/a.yaml", ovens(2, ""))];
    assert_eq!(judged_by("folder-of-crds", &crds, "config/samples/o.yaml", &[], &["."]), ["2, got 1000"]);
    let key = "controller-gen.kubebuilder.io/version";
    let crds = [
        ("old/a.yaml", ovens(1, &format!("{key}: v0.9.2"))),
        ("x/a.yaml", ovens(2, &format!("{key}: v0.16.1"))),
        ("y/a.yaml", ovens(3, "")),
    ];
    assert_eq!(judged_by("newest", &crds, "samples/o.yaml", &[], &["."]), ["2, got 1000"]);
    let crds = [
        ("old/a.yaml", ovens(1, &format!("{key}: v0.16.1, app.kubernetes.io/version: 1.9.0"))),
        ("x/a.yaml", ovens(2, &format!("{key}: v0.9.2, app.kubernetes.io/version: 1.10.0"))),
    ];
    assert_eq!(judged_by("newest-release", &crds, "samples/o.yaml", &[], &["."]), ["2, got 1000"]);
}

#[test]
fn several_crds_of_a_kind_are_reported_once() {
    let (a, b) = (ovens(1, ""), ovens(2000, ""));
    let files = [
        ("config/crd/a.yaml", a.as_str()),
        (
            "releases/1.0/crds.yaml",
            &format!("{b}---\n{}", b.replace("oven", "stove").replace("Oven", "Stove")),
        ),
        ("releases/1.1/crds.yaml", b.as_str()),
        ("samples/a.yaml", OVEN),
        ("samples/b.yaml", OVEN),
    ];
    let folder = Folder::new("reported-once", &files);
    let count = |args: &[&str], code: &str| folder.codes(args).iter().filter(|found| *found == code).count();
    assert_eq!((count(&["."], "ambiguous-kind"), count(&["."], "claimed-name")), (1, 0));
    assert_eq!(count(&[".", "--crds", "config"], "ambiguous-kind"), 0);
    // Two files of one CRD each, in one folder, replace each other.
    let folder = Folder::new("claimed-once", &[("a.yaml", &a), ("b.yaml", &b)]);
    assert_eq!(folder.codes(&["."]), ["claimed-name"]);
}

#[test]
fn a_copy_that_does_not_serve_a_version_does_not_refuse_it() {
    let old = ovens(1, "").replace("name: v1\n", "name: v1alpha1\n");
    let codes = |test: &str, place: &str, args: &[&str]| {
        let folder = Folder::new(test, &[(place, old.as_str()), ("config/samples/a.yaml", OVEN)]);
        folder.codes(args)
    };
    assert_eq!(codes("own-crd", "config/crd/a.yaml", &["."]), ["unknown-kind"]);
    assert_eq!(codes("same-folder", "config/samples/crd.yaml", &["."]), ["unknown-kind"]);
    for place in ["test/crds/a.yaml", "releases/v1.2.0/crds/a.yaml", "dist/install.yaml"] {
        assert!(codes("copy", place, &["."]).is_empty(), "{place}");
        assert_eq!(codes("named-copy", place, &["config", "--crds", place]), ["unknown-kind"], "{place}");
    }
}
