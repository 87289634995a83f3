//! Go types compared with what they were: breaking changes at the field, without generating the CRDs again.

use crdls_tests::git::{commit, git, or_skip_without_git};
use crdls_tests::oven_types::OPTIONAL_FIELDS as TYPES;
use serde_json::{Value, json};

use crate::client::Client;
use crate::folder::Folder;

/// What controller-gen makes of the types.
const MANIFEST: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    controller-gen.kubebuilder.io/version: v0.19.0
  name: ovens.example.com
spec:
  group: example.com
  names: {kind: Oven, listKind: OvenList, plural: ovens, singular: oven}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          apiVersion: {type: string}
          kind: {type: string}
          metadata: {type: object}
          spec:
            type: object
            properties:
              size: {type: integer, format: int32, maximum: 9}
              color: {type: string}
";

/// A repository with one commit, and a client that has the types open as they are in it.
fn open(test: &str, files: &[(&str, &str)]) -> Option<(Client, Folder, String)> {
    or_skip_without_git(test)?;
    let module = [
        ("go.mod", "module example.com/ovens\n"),
        ("crdls.toml", "since = 'HEAD'\n"),
        ("api/v1/types.go", TYPES),
    ];
    let folder = Folder::new(test, &[&module, files].concat());
    git(&folder.path(""), "init -q -b main");
    commit(&folder.path(""), "first");
    let related = json!({"textDocument": {"publishDiagnostics": {"relatedInformation": true}}});
    let mut client = Client::in_folder(&folder, related);
    let uri = folder.uri("api/v1/types.go");
    client.open(&uri, 1, TYPES);
    Some((client, folder, uri))
}

/// The breaking changes of the next publication that has as many: line, message and what is related.
fn breaking(client: &mut Client, uri: &str, count: usize) -> Vec<(u64, String, Value)> {
    loop {
        let published = client.published(uri);
        let all = published["diagnostics"].as_array().expect("a list");
        let message = |found: &Value| found["message"].as_str().unwrap_or_default().to_owned();
        let found: Vec<_> = all.iter().filter(|found| message(found).contains(" since `HEAD`")).collect();
        if found.len() == count {
            let line = |found: &Value| found["range"]["start"]["line"].as_u64().unwrap_or_default();
            return found
                .into_iter()
                .map(|it| (line(it), message(it), it["relatedInformation"].clone()))
                .collect();
        }
    }
}

fn changed() -> String {
    let less = TYPES.replace("Maximum=9", "Maximum=5");
    less.replace("	// +optional\n	Color string `json:\"color,omitempty\"`\n", "")
}

#[test]
fn the_old_crd_is_the_manifest() {
    let Some((mut client, folder, uri)) = open("lsp-go-since", &[("config/crd/bases/o.yaml", MANIFEST)])
    else {
        return;
    };
    client.change(&uri, 2, None, &changed());
    let found = breaking(&mut client, &uri, 2);
    // The field that had the removed one, and the marker.
    assert_eq!((found[0].0, found[1].0), (10, 14), "{found:?}");
    assert!(found[0].1.starts_with("`spec.color` is removed: lost since `HEAD`"), "{found:?}");
    assert!(found[1].1.contains("is lowered from `9` to `5`: tightened since `HEAD`"), "{found:?}");
    let old = &found[1].2[0];
    assert_eq!(
        (&old["message"], &old["location"]["range"]["start"]["line"]),
        (&json!("in `HEAD`"), &json!(24))
    );
    client.change(&uri, 3, None, TYPES);
    breaking(&mut client, &uri, 0);
    // What is committed is the old state.
    client.change(&uri, 4, None, &changed());
    breaking(&mut client, &uri, 2);
    let less =
        MANIFEST.replace("maximum: 9", "maximum: 5").replace("              color: {type: string}\n", "");
    folder.write("config/crd/bases/o.yaml", &less);
    commit(&folder.path(""), "second");
    client.watched(&folder.uri(".git/refs/heads/main"), 2);
    breaking(&mut client, &uri, 0);
}

#[test]
fn without_a_manifest_the_old_crd_is_that_of_the_old_types() {
    let Some((mut client, _folder, uri)) = open("lsp-go-since-types", &[]) else { return };
    client.change(&uri, 2, None, &changed());
    let found = breaking(&mut client, &uri, 2);
    assert_eq!((found[0].0, found[1].0), (10, 14), "{found:?}");
}

#[test]
fn what_is_accepted_is_not_reported() {
    let accepted = "since = 'HEAD'\n[[diff.ignore]]\nchange = 'maximum-lowered@spec.size'\nreason = 'small'\n\
        [[go.expected-differences]]\nchange = 'property-removed@spec.color'\nreason = 'a script'\n";
    let files = [("crdls.toml", accepted), ("config/crd/bases/o.yaml", MANIFEST)];
    let Some((mut client, _folder, uri)) = open("lsp-go-since-accepted", &files) else { return };
    let kept = changed().replace("	Size int32 ", "	Other string `json:\"other\"`\n	Size int32 ");
    client.change(&uri, 2, None, &kept);
    let found = breaking(&mut client, &uri, 1);
    assert!(found[0].1.contains("`spec.other`"), "a field that is required: {found:?}");
}
