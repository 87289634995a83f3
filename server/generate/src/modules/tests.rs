use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Files, GoFolders, Modules, joined, module_path};
use crate::Packages;

#[derive(Debug, Default)]
struct Tree(BTreeMap<String, Arc<str>>);

impl Tree {
    fn of(files: &[(&str, &str)]) -> Self {
        Self(files.iter().map(|(path, text)| ((*path).to_owned(), (*text).into())).collect())
    }
}

impl Files for Tree {
    fn read(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(path).cloned()
    }

    fn names(&self, folder: &str) -> Option<Vec<String>> {
        let names: Vec<String> = self
            .0
            .keys()
            .filter_map(|path| path.rsplit_once('/').filter(|(parent, _)| *parent == folder))
            .map(|(_, name)| name.to_owned())
            .collect();
        (!names.is_empty()).then_some(names)
    }
}

#[test]
fn packages_are_found_in_order() {
    let tree = Tree::of(&[
        ("/w/go.work", "go 1.26\nuse (\n\t./m // here\n\t./n\n)\n"),
        (
            "/w/m/go.mod",
            "module example.com/m\n\nrequire (\n\tk8s.io/api v0.34.1\n\tgithub.com/Azure/sdk v1.0.0 // indirect\n\
             \texample.com/local v1.0.0\n\texample.com/moved v1.0.0\n)\nreplace example.com/local => ../local\n\
             replace example.com/moved v1.0.0 => example.com/fork v2.0.0\n",
        ),
        ("/w/m/api/v1/types.go", "package v1"),
        ("/w/n/go.mod", "module example.com/n"),
        ("/w/n/a.go", "package n"),
        ("/w/local/sub/a.go", "package sub"),
        ("/w/m/vendor/k8s.io/api/apps/v1/a.go", "package v1"),
        ("/cache/k8s.io/api@v0.34.1/core/v1/a.go", "package v1"),
        ("/cache/github.com/!azure/sdk@v1.0.0/a.go", "package sdk"),
        ("/cache/example.com/fork@v2.0.0/a.go", "package moved"),
        ("/go/src/time/a.go", "package time"),
    ]);
    let folders = GoFolders { module_cache: Some("/cache".to_owned()), root: Some("/go".to_owned()) };
    let modules = Modules::new(&tree, "/w/m", Some("/w"), folders);
    let table = [
        ("example.com/m/api/v1", Some("/w/m/api/v1")),
        ("example.com/n", Some("/w/n")),
        ("example.com/local/sub", Some("/w/local/sub")),
        ("k8s.io/api/apps/v1", Some("/w/m/vendor/k8s.io/api/apps/v1")),
        ("k8s.io/api/core/v1", Some("/cache/k8s.io/api@v0.34.1/core/v1")),
        ("github.com/Azure/sdk", Some("/cache/github.com/!azure/sdk@v1.0.0")),
        ("example.com/moved", Some("/cache/example.com/fork@v2.0.0")),
        ("time", Some("/go/src/time")),
        ("example.com/m/nothing", None),
    ];
    for (path, folder) in table {
        assert_eq!(modules.folder(path).as_deref(), folder, "{path}");
    }
    assert!(modules.is_own("example.com/local/sub") && !modules.is_own("k8s.io/api/core/v1"));
    assert_eq!(modules.import_path("./api/v1"), "example.com/m/api/v1");
    assert_eq!(modules.required("k8s.io/api"), Some("v0.34.1"));
}

#[test]
fn paths_are_joined() {
    let table = [
        ("/a/b", "../c", "/a/c"),
        ("/a", "./b", "/a/b"),
        (".", "a", "a"),
        ("a", ".", "a"),
        ("/a", "/b", "/b"),
        ("", "a", "a"),
    ];
    for (folder, path, expected) in table {
        assert_eq!(joined(folder, path), expected, "{folder} {path}");
    }
}

#[test]
fn the_path_of_a_module_is_read() {
    for text in ["module a.b/c\n", "// x\nmodule \"a.b/c\" // y\n\ngo 1.26\n", "module\ta.b/c"] {
        assert_eq!(module_path(text), "a.b/c");
    }
    assert_eq!(module_path("go 1.26"), "");
}

#[test]
fn types_of_kubernetes_come_along() {
    let go_mod = |more: &str| format!("module example.com/m\n\nrequire k8s.io/api v0.30.2\n{more}");
    let path = |more: &str, import_path: &str| {
        let tree = Tree::of(&[("/m/go.mod", &go_mod(more))]);
        let files = Modules::new(&tree, "/m", None, GoFolders::default()).files(import_path);
        files.and_then(|files| {
            files.into_iter().map(|(path, _)| path).find(|path| path.ends_with("/types.go"))
        })
    };
    let found = |more, import_path| path(more, import_path).unwrap_or_default();
    assert_eq!(found("", "k8s.io/api/core/v1"), "k8s.io/api@v0.30/core/v1/types.go");
    // The modules of Kubernetes have one version.
    let meta = "k8s.io/apimachinery/pkg/apis/meta/v1";
    assert_eq!(found("", meta), "k8s.io/apimachinery@v0.30/pkg/apis/meta/v1/types.go");
    assert_eq!(
        found("replace k8s.io/api => k8s.io/api v0.34.0\n", "k8s.io/api/core/v1"),
        "k8s.io/api@v0.34/core/v1/types.go"
    );
    assert_eq!(path("replace k8s.io/api => example.com/fork v1.0.0\n", "k8s.io/api/core/v1"), None);
    assert_eq!(path("", "k8s.io/api/core"), None);
}
