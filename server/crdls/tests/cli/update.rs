//! `--old`: CRDs as updates of others.

use crate::run::{Folder, manifest};

/// The same CRD, with another scope.
fn changed(text: &str) -> String {
    let changed = text.replacen("scope: Namespaced", "scope: Cluster", 1);
    assert_ne!(changed, text, "good.yaml is namespaced");
    changed
}

#[test]
fn what_cannot_change_is_found() {
    let good = manifest("good.yaml");
    let folder = Folder::new("update", &[("old.yaml", &good), ("new.yaml", &changed(&good))]);
    assert!(folder.codes(&["--old", "old.yaml", "new.yaml"]).contains(&"immutable-field".to_owned()));
    assert_eq!(folder.run(&["check", "--old", "old.yaml", "new.yaml"]).code, 1);
    assert_eq!(folder.run(&["check", "new.yaml"]).code, 0);
}

#[test]
fn nothing_changed_is_nothing_found() {
    let folder = Folder::new("update-same", &[("a.yaml", &manifest("good.yaml"))]);
    let ran = folder.run(&["check", "--old", "a.yaml", "a.yaml"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
}

#[test]
fn an_old_file_without_objects_is_2() {
    let folder = Folder::new("update-none", &[("a.yaml", &manifest("good.yaml")), ("old.yaml", "a: b\n")]);
    let ran = folder.run(&["check", "--old", "old.yaml", "a.yaml"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert_eq!(
        ran.stderr,
        "warning: old.yaml: document 1 cannot be used as an old object: it has no `apiVersion` or no `kind`\n\
         error: there is no CRD and no custom resource with a name in old.yaml\n"
    );
}

#[test]
fn an_old_file_that_is_missing_is_2() {
    let folder = Folder::new("update-missing", &[("a.yaml", &manifest("good.yaml"))]);
    let ran = folder.run(&["check", "--old", "gone.yaml", "a.yaml"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert_eq!(ran.stderr, "error: cannot read gone.yaml: no such file or directory\n");
}
