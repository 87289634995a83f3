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
fn another_copy_is_reported_at_each_object_with_another_verdict() {
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
    assert_eq!((count(&["."], "ambiguous-kind"), count(&["."], "conflicting-names")), (2, 0));
    assert_eq!(count(&[".", "--crds", "config"], "ambiguous-kind"), 0);
    // Two files of one CRD each, in one folder, replace each other.
    let folder = Folder::new("claimed-once", &[("a.yaml", &a), ("b.yaml", &b)]);
    assert_eq!(folder.codes(&["."]), ["conflicting-names"]);
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

#[test]
fn sources_come_before_copies() {
    let source = ("config/crd/bases/example.com_ovens.yaml", ovens(1, ""));
    let namespace = "---\napiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n";
    let chart = "helm.sh/chart: op-1.0";
    let rendered =
        ovens(2, "").replacen("annotations:", "labels:", 1).replacen("{}", &format!("{{{chart}}}"), 1);
    for (number, (copy, text)) in [
        ("releases/op-1.0.yaml", ovens(2, "")),
        ("releases/ovens.yaml", ovens(2, "")),
        ("dist/install.yaml", ovens(2, "")),
        ("bundle/manifests/example.com_ovens.yaml", ovens(2, "")),
        ("bundle/crds/ovens.yaml", ovens(2, "")),
        ("internal/testdata/ovens.yaml", ovens(2, "")),
        ("deploy/operator-v1.4.0.yaml", ovens(2, "")),
        ("deploy/install.yaml", ovens(2, "")),
        ("deploy/operator.yaml", ovens(2, "") + namespace),
        ("deploy/rendered-by-helm.yaml", rendered),
        ("charts/op/crds/ovens.yaml", ovens(2, "")),
    ]
    .into_iter()
    .enumerate()
    {
        let near = format!("{}/sample.yaml", copy.rsplit_once('/').unwrap().0);
        let sample = if copy.starts_with("charts") { "config/samples/sample.yaml" } else { &near };
        let crds = [source.clone(), (copy, text)];
        let marks = ["go.mod", "charts/op/Chart.yaml"];
        let test = format!("sources-{number}");
        assert_eq!(judged_by(&test, &crds, sample, &marks, &["."]), ["1, got 1000"], "{copy}");
    }
}

#[test]
fn crds_of_a_chart_count_where_there_are_no_others() {
    let files = [
        ("charts/op/Chart.yaml", String::new()),
        ("charts/op/crds/ovens.yaml", ovens(1, "")),
        ("samples/a.yaml", OVEN.to_owned()),
        ("narrow/charts/op/Chart.yaml", String::new()),
        ("narrow/charts/op/crds/ovens.yaml", ovens(0, "")),
    ];
    let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
    let folder = Folder::new("chart-alone", &files[..3]);
    assert_eq!(folder.codes(&["samples/a.yaml"]), ["out-of-bounds"]);
    let folder = Folder::new("chart-diff", &files);
    let ran = folder.run(&["diff", "charts", "narrow/charts", "--output-format", "concise"]);
    assert!(ran.stdout.contains("tightened[maximum-lowered]"), "{ran:?}");
}

#[test]
fn what_is_a_copy_elsewhere_is_the_source_in_its_own_project() {
    let crds = [
        ("config/crd/bases/ovens.yaml", ovens(1, "")),
        ("testdata/project/config/crd/bases/ovens.yaml", ovens(2, "")),
        ("testdata/other/config/crd/bases/ovens.yaml", ovens(3, "")),
    ];
    let marks = ["PROJECT", "testdata/project/PROJECT", "testdata/other/PROJECT"];
    let judged = |test: &str, oven: &str| {
        judged_by(test, &crds, oven, &marks, &["."]).concat().replace(", got 1000", "")
    };
    assert_eq!(judged("own-outer", "config/samples/a.yaml"), "1");
    assert_eq!(judged("own-inner", "testdata/project/config/samples/a.yaml"), "2");
    assert_eq!(judged("own-neighbor", "testdata/a.yaml"), "1");
    // What is in one file is installed together.
    let both = ovens(2, "") + "---\n" + OVEN;
    let folder = Folder::new("own-file", &[("crds/a.yaml", &ovens(1, "")), ("dist/install.yaml", &both)]);
    let found = folder.findings(&["dist/install.yaml"]);
    assert!(found.iter().any(|found| found["message"] == "`size` must be at most 2, got 1000"), "{found:?}");
}

#[test]
fn examples_of_a_release_are_validated_against_its_bundle() {
    let example =
        r#"[{"apiVersion": "example.com/v1", "kind": "Oven", "metadata": {"name": "a"}, "size": 1000}]"#;
    let description = format!(
        "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata:\n  name: op.v1.0.0\n  annotations:\n    \
         alm-examples: '{example}'\n"
    );
    let files = [
        ("config/crd/bases/ovens.yaml", ovens(1, "")),
        ("bundle/manifests/example.com_ovens.yaml", ovens(2, "")),
        ("bundle/manifests/op.clusterserviceversion.yaml", description),
    ];
    let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
    let folder = Folder::new("olm-bundle", &files);
    let found = folder.findings(&["bundle/manifests/op.clusterserviceversion.yaml"]);
    assert!(found.iter().any(|found| found["message"] == "`size` must be at most 2, got 1000"), "{found:?}");
}

#[test]
fn every_command_takes_the_same_crd() {
    let ovens = |default: u32| ovens(9, "").replace("maximum: 9", &format!("default: {default}"));
    let oven = "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: a}\n";
    let files = [
        ("config/crd/bases/ovens.yaml", ovens(1)),
        ("releases/op-1.0.yaml", ovens(2)),
        ("bundle/manifests/ovens.yaml", ovens(2)),
        ("releases/sample.yaml", oven.to_owned() + "size: x\n"),
        ("releases/empty.yaml", oven.to_owned()),
    ];
    let files = files.each_ref().map(|(name, text)| (*name, text.as_str()));
    let folder = Folder::new("same-crd", &files);
    let found = folder.findings(&["releases/sample.yaml"]);
    assert_eq!(found[0]["validatedBy"], "config/crd/bases/ovens.yaml");
    let related = &found[0]["related"];
    assert_eq!(related.as_array().unwrap().last().unwrap()["file"], "config/crd/bases/ovens.yaml");
    let full = folder.run(&["check", "releases/sample.yaml"]).stdout;
    assert!(full.contains("= crd: config/crd/bases/ovens.yaml:"), "{full}");
    assert!(folder.run(&["effective", "releases/empty.yaml"]).stdout.contains("size: 1"));
    for args in [["explain", "oven.size"], ["sample", "oven"]] {
        let ran = folder.run(&args);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.stdout.contains('1') && !ran.stdout.contains("size: 2"), "{ran:?}");
    }
    // The same from a folder of the repository.
    let mut command = folder.command(&["check", "--output-format", "json", "sample.yaml"]);
    let ran = command.current_dir(folder.path("releases")).output().unwrap();
    let found: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!(found[0]["validatedBy"], "../config/crd/bases/ovens.yaml");
}

#[test]
fn another_copy_is_named_if_its_verdict_differs() {
    let oven = OVEN.replace("1000", "5");
    let files = |copy: u32| {
        vec![
            ("crds/a.yaml", ovens(9, "")),
            ("releases/1.0/a.yaml", ovens(copy, "")),
            ("samples/a.yaml", oven.clone()),
            ("samples/b.yaml", oven.replace('5', "1")),
        ]
    };
    let found = |test: &str, copy| {
        let files = files(copy);
        let files: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        Folder::new(test, &files).findings(&["samples"])
    };
    assert!(found("verdict-same", 8).is_empty());
    let differs = found("verdict-differs", 4);
    assert_eq!(differs.len(), 1, "{differs:?}");
    let message = "`kind: Oven` is also defined in `releases/1.0/a.yaml`, which rejects the object";
    assert_eq!(
        (differs[0]["message"].as_str(), differs[0]["file"].as_str()),
        (Some(message), Some("samples/a.yaml"))
    );
    let files: Vec<_> =
        differs[0]["related"].as_array().unwrap().iter().map(|place| &place["file"]).collect();
    assert_eq!(files, ["crds/a.yaml", "releases/1.0/a.yaml"]);
}

#[test]
fn a_stale_copy_is_reported_once_at_the_copy() {
    let stale = |copy: &str, text: &str| {
        let files = [("config/crd/bases/a.yaml", &*ovens(9, "")), (copy, text), ("charts/op/Chart.yaml", "")];
        let folder = Folder::new("stale-copy", &files);
        folder
            .findings(&["."])
            .into_iter()
            .map(|found| found["message"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let copy = ovens(5, "");
    for place in ["dist/install.yaml", "bundle/manifests/a.yaml", "charts/op/crds/a.yaml"] {
        let message = "the copy of `ovens.example.com` differs from the project's CRD `./config/crd/bases/a.yaml`: 1 loosened";
        assert_eq!(stale(place, &copy), [message], "{place}");
        let described = ovens(9, "").replace("maximum: 9", "description: a, maximum: 9");
        assert!(stale(place, &described).is_empty(), "{place}");
    }
    for place in
        ["releases/op-1.0.yaml", "testdata/a.yaml", "charts/other/templates/a.yaml", "examples/dist/a.yaml"]
    {
        assert!(stale(place, &copy).is_empty(), "{place}");
    }
}
