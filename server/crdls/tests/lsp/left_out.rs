//! The setting `since` in a build without git: a message if it is set to a revision, nothing if it is not set.

use serde_json::json;

use crate::client::Client;
use crate::folder::{Folder, named};
use crate::sample::widgets;

#[test]
fn a_revision_is_logged_where_it_is_set() {
    for since in ["HEAD", "latest-tag", "merge-base:main"] {
        let folder = Folder::new("left-out-since", &[]);
        let (mut client, _) = Client::initialized(json!({"workspaceFolders": named(&[&folder.root()])}));
        let uri = folder.uri("a.yaml");
        client.open(&uri, 1, &widgets());
        client.published(&uri);
        client.request("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
        assert!(!client.has_logged("since"), "the default needs no git");
        client.configure(json!({"since": since}));
        let said = client.log("`since`");
        let why =
            "settings: `since`: this build of crdls has no git support: build it with the feature `git`";
        assert!(said.ends_with(why), "{since}: {said}");
        assert_eq!(client.stop().code(), Some(0));
    }
}
