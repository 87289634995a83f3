//! `crdls new`.

use crate::run::Folder;

#[test]
fn a_new_crd_has_no_finding() {
    let folder = Folder::new("new", &[]);
    let cases: &[(&[&str], &str)] = &[
        (&["PizzaOven", "--group", "example.org"], "name: pizzaovens.example.org"),
        (&["Policy", "--group=example.org", "--api-version=v1alpha1", "--scope=Cluster"], "plural: policies"),
        (&["Data", "--group", "example.org", "--plural", "data"], "name: data.example.org"),
    ];
    for (args, part) in cases {
        let ran = folder.run(&[&["new"], *args].concat());
        assert!(ran.code == 0 && ran.stdout.contains(part), "{args:?}: {ran:?}");
        let checked = folder.run_with_input(&["check", "-"], &ran.stdout);
        assert_eq!(
            (checked.code, checked.stderr.as_str()),
            (0, "checked 1 file: nothing found\n1 CRD, 0 custom resources\n")
        );
    }
    for args in [&["Pizza"][..], &["Pizza!", "--group", "example.org"], &["Pizza", "--group", "no group"]] {
        let ran = folder.run(&[&["new"], args].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.starts_with("error: "), "{}", ran.stderr);
    }
}
