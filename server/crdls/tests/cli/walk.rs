//! Which files of a folder are checked.

use crate::run::Folder;

/// How many files are checked, as the summary has it; none has a manifest.
fn checked(folder: &Folder, args: &[&str]) -> String {
    let ran = folder.run(&[&["check"], args].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    let nothing = "warning: nothing was validated: there is no CRD and no custom resource\n";
    ran.stderr.strip_suffix(nothing).unwrap().to_owned()
}

#[test]
fn manifests_by_their_extension() {
    let names = ["a.yaml", "b.yml", "c.json", "d.YAML", "deep/er/e.yaml", ".hidden/f.yaml", "g.txt", "yaml"];
    let folder = Folder::new("extensions", &names.map(|name| (name, "a: b\n")));
    assert_eq!(checked(&folder, &[]), "checked 6 files: nothing validated\n");
    assert_eq!(checked(&folder, &["."]), "checked 6 files: nothing validated\n");
    assert_eq!(checked(&folder, &["deep", "g.txt"]), "checked 2 files: nothing validated\n");
}

#[test]
fn what_git_ignores_is_not_checked_unless_it_is_named() {
    let files = [".gitignore", "vendor/a.yaml", "b.yaml", "sub/.gitignore", "sub/c.yaml", ".git/d.yaml"];
    let folder = Folder::new("gitignore", &files.map(|name| (name, "a: b\n")));
    folder.write(".gitignore", b"vendor/\n");
    folder.write("sub/.gitignore", b"*.yaml\n");
    assert_eq!(checked(&folder, &[]), "checked 1 file: nothing validated\n");
    assert_eq!(checked(&folder, &["sub/c.yaml"]), "checked 1 file: nothing validated\n");
    assert_eq!(checked(&folder, &["vendor"]), "checked 1 file: nothing validated\n");
}

#[test]
fn a_file_is_checked_once() {
    let folder = Folder::new("once", &[("a/b.yaml", "a: b\n")]);
    assert_eq!(
        checked(&folder, &["a", "a/b.yaml", "./a/b.yaml", "."]),
        "checked 1 file: nothing validated\n"
    );
}

#[test]
#[cfg(unix)]
fn a_link_and_what_it_leads_to_are_one() {
    let folder = Folder::new("links", &[("b.yaml", "a: b\n")]);
    std::os::unix::fs::symlink("b.yaml", folder.path("a.yaml")).unwrap();
    std::os::unix::fs::symlink("gone.yaml", folder.path("c.yaml")).unwrap();
    std::os::unix::fs::symlink(".", folder.path("d")).unwrap();
    assert_eq!(checked(&folder, &[]), "checked 1 file: nothing validated\n");
}

#[test]
fn a_folder_without_manifests_is_told() {
    let folder = Folder::new("none", &[("a/b.txt", "")]);
    let expected = "warning: no YAML or JSON file in a\nchecked 0 files: nothing validated\n";
    assert_eq!(checked(&folder, &["a"]), expected);
}

#[test]
fn names_are_as_given_and_in_order() {
    let broken = crate::run::manifest("broken.yaml");
    let files = ["b/z.yaml", "b/a.yaml", "a.yaml"].map(|name| (name, broken.as_str()));
    let folder = Folder::new("names", &files);
    let names = |args: &[&str]| {
        let mut names: Vec<_> =
            folder.findings(args).iter().map(|f| f["file"].as_str().unwrap().to_owned()).collect();
        names.dedup();
        names
    };
    assert_eq!(names(&[]), ["./a.yaml", "./b/a.yaml", "./b/z.yaml"]);
    assert_eq!(names(&["b/", "a.yaml"]), ["a.yaml", "b/a.yaml", "b/z.yaml"]);
}

#[test]
fn what_is_excluded_is_not_checked_even_if_it_is_named() {
    let names = ["a.yaml", "vendor/b.yaml", "deep/vendor/c.yaml", "deep/d.golden.yaml", "top/e.yaml"];
    let folder = Folder::new("exclude", &names.map(|name| (name, "a: b\n")));
    let some = |checked: &str, excluded: &str| {
        format!("checked {checked}: nothing validated; {excluded} excluded\n")
    };
    assert_eq!(checked(&folder, &["--exclude", "vendor/"]), some("3 files", "2 files"));
    let two = ["--exclude=/top", "--exclude=*.golden.yaml", "a.yaml", "top", "deep/d.golden.yaml"];
    assert_eq!(checked(&folder, &two), some("1 file", "2 files"));
    folder.write("deep/crdls.toml", b"exclude = [\"*.golden.yaml\", \"top\"]\n");
    assert_eq!(
        checked(&folder, &[]),
        "checked 5 files: nothing validated\n",
        "the settings of another folder"
    );
    let settings = ["--config=deep/crdls.toml"];
    assert_eq!(checked(&folder, &settings), some("4 files", "1 file"));
    let both = ["--config=deep/crdls.toml", "--exclude", "/a.yaml"];
    assert_eq!(checked(&folder, &both), some("3 files", "2 files"));
}

#[test]
fn excluded_crds_are_used_where_they_are_named() {
    let crd = crate::run::manifest("good.yaml");
    let resource = "apiVersion: example.com/v1\nkind: Teapot\nmetadata: {name: a}\nspec: {litres: a}\n";
    let folder = Folder::new("exclude-crds", &[("vendor/a.yaml", &crd), ("b.yaml", resource)]);
    assert_eq!(folder.run(&["check"]).code, 1);
    assert_eq!(folder.run(&["check", "--exclude=vendor"]).code, 0);
    assert_eq!(folder.run(&["check", "--exclude=vendor", "--crds=vendor"]).code, 1);
}

#[test]
fn ignore_files_are_as_gitignore() {
    let folder = Folder::new("ignore", &["a.yaml", "sub/b.yaml", "sub/c.yaml"].map(|name| (name, "a: b\n")));
    folder.write(".ignore", b"/a.yaml\n");
    folder.write("sub/.ignore", b"b.*\n");
    assert_eq!(checked(&folder, &[]), "checked 1 file: nothing validated\n");
    assert_eq!(checked(&folder, &["a.yaml"]), "checked 1 file: nothing validated\n");
}
