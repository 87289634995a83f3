//! `crdls check --fix`; which fixes are safe is tested beside them.

use crate::run::{Folder, manifest};

#[test]
fn what_needs_no_fix_is_not_touched() {
    let folder = Folder::new("fix-clean", &[("a.yaml", &manifest("good.yaml"))]);
    let before = std::fs::metadata(folder.path("a.yaml")).unwrap().modified().unwrap();
    assert_eq!(folder.run(&["check", "--fix"]).code, 0);
    assert_eq!(std::fs::metadata(folder.path("a.yaml")).unwrap().modified().unwrap(), before);
}

#[test]
fn safe_fixes_are_written() {
    let folder = Folder::new("fix", &[("a.yaml", &manifest("fixable.yaml"))]);
    let ran = folder.run(&["check", "--fix", "a.yaml"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(folder.read("a.yaml"), manifest("good.yaml"));
    assert!(ran.stderr.contains("; fixed "), "{}", ran.stderr);
    assert_eq!(std::fs::read_dir(folder.path("")).unwrap().count(), 2, "nothing is left beside it");
}
