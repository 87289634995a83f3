//! Documents compared with what they were: in git, or in another folder.

use crdls_tests::crd;
use crdls_tests::git::{commit, git, or_skip_without_git};
use serde_json::{Value, json};

use crate::client::{Client, at, range, titles, until};
use crate::folder::Folder;

fn ovens() -> String {
    crd(|c| {
        c.kind("Oven").spec_properties(
            "
            racks:
              type: integer
              x-kubernetes-validations:
                - rule: self >= oldSelf
                  message: racks can only be added
            size:
              type: integer
              maximum: 9
            ",
        )
    })
}

fn oven(spec: &str) -> String {
    format!("apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: a\nspec: {spec}\n")
}

/// A repository with one commit, in which the oven has three racks; `None` where there is no git.
fn repository(test: &str, since: &str) -> Option<Folder> {
    or_skip_without_git(test)?;
    let settings = if since.is_empty() { String::new() } else { format!("since = '{since}'\n") };
    let files = [("crds/crd.yaml", &*ovens()), ("oven.yaml", &oven("{racks: 3}")), ("crdls.toml", &settings)];
    let folder = Folder::new(test, &files);
    git(&folder.path(""), "init -q -b main");
    commit(&folder.path(""), "first");
    Some(folder)
}

fn related() -> Value {
    json!({"textDocument": {"publishDiagnostics": {"relatedInformation": true}}})
}

/// The hints of the next publication that has as many, each with what is related to it.
fn hints(client: &mut Client, uri: &str, count: usize) -> Vec<(String, Value)> {
    loop {
        let published = client.published(uri);
        let all = published["diagnostics"].as_array().expect("a list");
        let hints: Vec<_> = all.iter().filter(|found| found["severity"] == 4).collect();
        if hints.len() == count {
            let message = |found: &Value| found["message"].as_str().unwrap_or_default().to_owned();
            return hints
                .into_iter()
                .map(|found| (message(found), found["relatedInformation"].clone()))
                .collect();
        }
    }
}

#[test]
fn a_custom_resource_is_an_update_of_what_head_has() {
    let Some(folder) = repository("lsp-since-head", "HEAD") else { return };
    let mut client = Client::in_folder(&folder, related());
    let uri = folder.uri("oven.yaml");
    client.open(&uri, 1, &oven("{racks: 2}"));
    let found = hints(&mut client, &uri, 1);
    let (message, related) = &found[0];
    assert!(message.starts_with("as an update of `HEAD`: "), "{message}");
    assert!(message.contains("server: spec.racks: Invalid value: 2: racks can only be added"), "{message}");
    assert_eq!(related[0]["message"], "`3` in `HEAD`");
    // It moves with the text until it is found anew.
    client.change(&uri, 2, Some([0, 0, 0, 0]), "# more\n");
    let published = client.published(&uri);
    assert_eq!(
        (&published["version"], &published["diagnostics"][0]["range"]["start"]["line"]),
        (&json!(2), &json!(5))
    );
    // What the server refuses of new objects too is no hint.
    client.change(&uri, 3, None, &oven("{racks: 4, size: 12}"));
    hints(&mut client, &uri, 0);
    // A commit is noticed by its event, or when the file is saved.
    folder.write("oven.yaml", &oven("{racks: 5}"));
    commit(&folder.path(""), "second");
    let head = folder.uri(".git/refs/heads/main");
    client.watched(&head, 2);
    assert_eq!(hints(&mut client, &uri, 1)[0].1[0]["message"], "`5` in `HEAD`");
    folder.write("oven.yaml", &oven("{racks: 6}"));
    commit(&folder.path(""), "third");
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": uri}}));
    assert_eq!(hints(&mut client, &uri, 1)[0].1[0]["message"], "`6` in `HEAD`");
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn the_old_state_is_a_tag_a_merge_base_or_a_folder() {
    let cases = [
        ("lsp-since-tag", "latest-tag", "v1.0.0", "3"),
        ("lsp-since-base", "merge-base:other", "merge-base:other", "3"),
        ("lsp-since-path", "before", "before", "7"),
    ];
    for (test, since, shown, racks) in cases {
        let Some(folder) = repository(test, since) else { return };
        git(&folder.path(""), "tag v1.0.0");
        git(&folder.path(""), "branch other");
        folder.write("before/oven.yaml", &oven("{racks: 7}"));
        folder.write("oven.yaml", &oven("{racks: 5}"));
        commit(&folder.path(""), "second");
        let mut client = Client::in_folder(&folder, related());
        let uri = folder.uri("oven.yaml");
        client.open(&uri, 1, &oven("{racks: 2}"));
        let found = hints(&mut client, &uri, 1);
        assert_eq!(found[0].1[0]["message"], format!("`{racks}` in `{shown}`"), "{since}");
    }
}

#[test]
fn objects_are_compared_only_where_it_is_set() {
    let Some(folder) = repository("lsp-since-unset", "") else { return };
    git(&folder.path(""), "tag v1.0.0");
    let mut client = Client::in_folder(&folder, related());
    let uri = folder.uri("oven.yaml");
    client.open(&uri, 1, &oven("{racks: 2}"));
    hints(&mut client, &uri, 0);
    client.configure(json!({"since": "HEAD"}));
    hints(&mut client, &uri, 1);
    client.configure(json!({"since": "off"}));
    hints(&mut client, &uri, 0);
    client.configure(json!({"since": "merge-base:gone"}));
    let said = client.log("`since`");
    assert!(said.ends_with("has no revision `gone`"), "{said}");
    client.configure(json!({"since": "not/there"}));
    let said = client.log("not/there");
    assert!(said.contains("settings: `since`: there is no file or folder "), "{said}");
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn who_pulls_is_asked_to_pull_again() {
    let Some(folder) = repository("lsp-since-pull", "HEAD") else { return };
    let capabilities = json!({
        "textDocument": {"diagnostic": {"dynamicRegistration": false}},
        "workspace": {"diagnostics": {"refreshSupport": true}}
    });
    let mut client = Client::in_folder(&folder, capabilities);
    let uri = folder.uri("oven.yaml");
    client.open(&uri, 1, &oven("{racks: 2}"));
    let mut pull = |previous: Value| {
        let params = json!({"textDocument": {"uri": uri}, "previousResultId": previous});
        client.result("textDocument/diagnostic", params)
    };
    let mut report = pull(Value::Null);
    while report["items"].as_array().is_none_or(|items| items.iter().all(|found| found["severity"] != 4)) {
        std::thread::sleep(std::time::Duration::from_millis(20));
        report = pull(report["resultId"].clone());
    }
    let again = pull(report["resultId"].clone());
    assert_eq!((&again["kind"], &again["resultId"]), (&json!("unchanged"), &report["resultId"]));
    assert!(client.was_asked("workspace/diagnostic/refresh"));
    assert_eq!(client.stop().code(), Some(0));
}

/// The first publication whose diagnostics have a code.
fn with_code(client: &mut Client, uri: &str, code: &str) -> Vec<Value> {
    let published = || client.published(uri)["diagnostics"].as_array().expect("a list").clone();
    until(published, |all| all.iter().any(|found| found["code"] == code))
}

fn coded<'v>(all: &'v [Value], code: &str) -> &'v Value {
    all.iter().find(|found| found["code"] == code).unwrap_or_else(|| panic!("{code}: {all:#?}"))
}

#[test]
fn a_breaking_change_is_found_at_the_field_and_leads_to_the_old_text() {
    let Some(folder) = repository("lsp-since-breaking", "") else { return };
    git(&folder.path(""), "tag v1.4.0");
    let capabilities = json!({
        "textDocument": {"publishDiagnostics": {"relatedInformation": true}, "hover": {"contentFormat": ["markdown"]}},
    });
    let mut client = Client::in_folder(&folder, capabilities);
    let uri = folder.uri("crds/crd.yaml");
    let text = ovens().replace("maximum: 9", "maximum: 5");
    client.open(&uri, 1, &text);
    let all = with_code(&mut client, &uri, "maximum-lowered");
    let found = coded(&all, "maximum-lowered");
    assert_eq!((&found["severity"], &found["source"]), (&json!(2), &json!("crdls")));
    let line = text.lines().position(|line| line.contains("maximum")).expect("a line");
    assert_eq!(found["range"]["start"]["line"], line);
    let message = found["message"].as_str().expect("a text");
    assert!(message.contains("tightened since `v1.4.0`"), "{message}");
    // The old text, at the line that changed.
    let old = &found["relatedInformation"][0];
    assert_eq!(old["message"], "in `v1.4.0`");
    let path = old["location"]["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file");
    assert!(path.ends_with("v1.4.0-crds-crd.yaml.txt"), "{path}");
    let before = std::fs::read_to_string(path).expect("the old text");
    assert_eq!(before, ovens());
    assert_eq!(old["location"]["range"]["start"]["line"], line);
    // Before, after and the object that shows it.
    let position = json!({"line": line, "character": found["range"]["start"]["character"]});
    let hover = client.hover(json!({"textDocument": {"uri": uri}, "position": position}));
    for part in
        ["**Since `v1.4.0`**", "before: `9`", "after: `5`", "in other tools: `crdify:maximum`", "kind: Oven"]
    {
        assert!(hover.contains(part), "{part}: {hover}");
    }
    // The code lens, and the page that it opens.
    let lenses = client.lenses(&uri);
    let title = "since v1.4.0: 1 change, 1 breaking";
    let lens = lenses.iter().find(|lens| lens["command"]["title"] == title).expect("a code lens");
    let page = client.run(&lens["command"]);
    assert!(page.as_str().is_some_and(|page| page.contains("### Breaking")), "{page}");
    // What is undone is no longer found.
    client.change(&uri, 2, None, &ovens());
    while !client.published(&uri)["diagnostics"].as_array().expect("a list").is_empty() {}
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn what_differed_stays_while_the_text_does_not_parse() {
    let Some(folder) = repository("lsp-since-broken", "HEAD") else { return };
    let mut client = Client::in_folder(&folder, related());
    let uri = folder.uri("crds/crd.yaml");
    let text = ovens().replace("maximum: 9", "maximum: 5");
    client.open(&uri, 1, &text);
    with_code(&mut client, &uri, "maximum-lowered");
    let broken = text.replace("scope: Namespaced", "scope: \"Namespaced");
    assert_ne!(broken, text);
    client.change(&uri, 2, None, &broken);
    // A comparison waits a quarter of a second.
    std::thread::sleep(std::time::Duration::from_millis(700));
    let title = "since HEAD: 1 change, 1 breaking";
    assert!(titles(&client.lenses(&uri)).contains(&title));
    coded(&with_code(&mut client, &uri, "not-yaml"), "maximum-lowered");
    client.change(&uri, 3, None, &ovens());
    while !client.published(&uri)["diagnostics"].as_array().expect("a list").is_empty() {}
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_field_that_is_gone_is_found_at_its_parent() {
    let Some(folder) = repository("lsp-since-removed", "HEAD") else { return };
    let mut client = Client::in_folder(&folder, related());
    let uri = folder.uri("crds/crd.yaml");
    let text = ovens()
        .replace("              size:\n                type: integer\n                maximum: 9\n", "");
    assert_ne!(text, ovens());
    client.open(&uri, 1, &text);
    let all = with_code(&mut client, &uri, "property-removed");
    let found = coded(&all, "property-removed");
    let parents = text.lines().enumerate().filter(|(_, line)| line.ends_with("properties:"));
    let parent = parents.map(|(number, _)| number).last().expect("a line");
    assert_eq!(found["range"]["start"]["line"], parent);
    let old = &found["relatedInformation"][0]["location"]["range"]["start"];
    let before = ovens().lines().position(|line| line.ends_with("size:")).expect("a line");
    assert_eq!(old["line"], before);
    // A CRD that was moved is the same one.
    folder.write("other/renamed.yaml", &text);
    let moved = folder.uri("other/renamed.yaml");
    client.open(&moved, 1, &text);
    with_code(&mut client, &moved, "property-removed");
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_breaking_change_has_fixes() {
    let Some(folder) = repository("lsp-since-fixes", "HEAD") else { return };
    let mut client = Client::in_folder(&folder, related());
    let uri = folder.uri("crds/crd.yaml");
    let text = ovens().replace("maximum: 9", "maximum: 5");
    client.open(&uri, 1, &text);
    let found = coded(&with_code(&mut client, &uri, "maximum-lowered"), "maximum-lowered").clone();
    let actions = client.actions_in(&uri, &found["range"], json!({"diagnostics": [found]}));
    let of = |title: &str| {
        let mut all = actions.iter();
        all.find(|action| action["title"].as_str().is_some_and(|its| its.starts_with(title)))
            .unwrap_or_else(|| panic!("{title}: {actions:#?}"))
            .clone()
    };
    let restore = of("Restore `maximum: 9`");
    assert_eq!(restore["diagnostics"], json!([found]));
    let edits = restore["edit"]["changes"][&uri].as_array().expect("edits").clone();
    assert_eq!((edits.len(), &edits[0]["newText"]), (1, &json!("9")));
    of("Keep `v1` as it was, and make the changes in a new version `v2`");
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn the_removal_of_a_version_that_may_be_stored_is_refused() {
    let Some(folder) = repository("lsp-since-refused", "HEAD") else { return };
    let crd = ovens();
    let version = crd.find("  - name: v1").expect("a version");
    let older = crd[version..].replace("name: v1", "name: v1beta1");
    let text = crd.replace("storage: true", "storage: false") + &older;
    folder.write("crds/crd.yaml", &text);
    commit(&folder.path(""), "second");
    let mut client = Client::in_folder(&folder, related());
    let uri = folder.uri("crds/crd.yaml");
    client.open(&uri, 1, &ovens());
    let all = with_code(&mut client, &uri, "version-removed");
    let message = coded(&all, "version-removed")["message"].as_str().expect("a text").to_owned();
    assert!(message.contains("refused since `HEAD`"), "{message}");
    assert!(message.contains("server: status.storedVersions[0]: Invalid value: \"v1beta1\""), "{message}");
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_revision_is_read_once() {
    let Some(folder) = repository("lsp-since-once", "HEAD") else { return };
    let mut client = Client::in_folder(&folder, related());
    let uri = folder.uri("crds/crd.yaml");
    client.open(&uri, 1, &ovens().replace("maximum: 9", "maximum: 5"));
    with_code(&mut client, &uri, "maximum-lowered");
    // Nobody can read it again.
    std::fs::rename(folder.path(".git/objects"), folder.path(".git/elsewhere")).expect("it is there");
    client.change(&uri, 2, None, &ovens().replace("maximum: 9", "maximum: 9\n                minimum: 3"));
    with_code(&mut client, &uri, "minimum-added");
    let other = folder.uri("crds/moved.yaml");
    client.open(&other, 1, &ovens().replace("maximum: 9", "maximum: 4"));
    let said = client.log("`since`");
    assert!(said.contains("settings: `since`: "), "{said}");
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn the_custom_resources_of_the_workspace_are_tried() {
    let Some(folder) = repository("lsp-since-objects", "HEAD") else { return };
    folder.write("oven.yaml", &oven("{racks: 3, size: 8}"));
    let mut client = Client::in_folder(&folder, related());
    let uri = folder.uri("crds/crd.yaml");
    client.open(&uri, 1, &ovens().replace("maximum: 9", "maximum: 5"));
    with_code(&mut client, &uri, "maximum-lowered");
    let lenses = client.lenses(&uri);
    let titles = titles(&lenses);
    let title = "since HEAD: 1 change, 1 breaking, 1 object rejected".to_owned();
    assert!(titles.contains(&&*title), "{titles:?}");
    let page = client.run(&json!({"command": "crdls.showChanges", "arguments": [uri]}));
    let page = page.as_str().expect("a page");
    assert!(page.contains("1 object tried, 1 no longer accepted.\n- `oven.yaml#0`"), "{page}");
    // What an editor with a view of its own shows beside the document.
    let old = client.result("crdls/changes", json!({"textDocument": {"uri": uri}}));
    assert_eq!(old, json!({"since": "HEAD", "name": "HEAD:crds/crd.yaml", "text": ovens()}));
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_crd_that_is_gone_is_found_where_it_was() {
    let Some(folder) = repository("lsp-since-gone", "HEAD") else { return };
    let other = ovens().replace("oven", "stove").replace("Oven", "Stove");
    folder.write("crds/crd.yaml", &format!("{}---\n{other}", ovens()));
    commit(&folder.path(""), "second");
    folder.write("crds/crd.yaml", &ovens());
    let mut client = Client::in_folder(&folder, related());
    let uri = folder.uri("crds/crd.yaml");
    client.open(&uri, 1, &ovens());
    let all = with_code(&mut client, &uri, "crd-removed");
    let message = coded(&all, "crd-removed")["message"].as_str().expect("a text").to_owned();
    assert!(message.contains("`stoves.example.com`") && message.contains("lost since `HEAD`"), "{message}");
    // In another file it is the same one.
    let moved = folder.uri("crds/stove.yaml");
    client.open(&moved, 1, &other);
    client.change(&uri, 2, Some([0, 0, 0, 0]), "# more\n");
    while !client.published(&uri)["diagnostics"].as_array().expect("a list").is_empty() {}
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn an_ignored_change_is_no_finding_and_the_page_tells_why() {
    let Some(folder) = repository("lsp-since-ignored", "HEAD") else { return };
    let capabilities = json!({"textDocument": {"hover": {"contentFormat": ["markdown"]}}});
    let mut client = Client::in_folder(&folder, capabilities);
    let uri = folder.uri("crds/crd.yaml");
    let text = ovens().replace("maximum: 9", "maximum: 5\n                minimum: 3");
    client.open(&uri, 1, &text);
    with_code(&mut client, &uri, "maximum-lowered");
    let ignored = json!([{"change": "maximum-lowered@spec.size", "reason": "no oven is larger"}]);
    client.configure(json!({"since": "HEAD", "diff": {"ignore": ignored}}));
    let all = until(
        || with_code(&mut client, &uri, "minimum-added"),
        |all| all.iter().all(|found| found["code"] != "maximum-lowered"),
    );
    assert_eq!(all.len(), 1, "{all:#?}");
    let lenses = client.lenses(&uri);
    let lens = "since HEAD: 1 change, 1 breaking, 1 ignored";
    assert!(titles(&lenses).contains(&lens), "{lenses:?}");
    let line = text.lines().position(|line| line.contains("maximum")).expect("a line") as u32;
    let hover = client.hover(at(&uri, line, 25));
    assert!(hover.contains("Ignored: no oven is larger"), "{hover}");
    let actions = Value::from(client.actions(&uri, &range(line, 25, 25)));
    assert!(!actions.to_string().contains("maximum: 9"), "{actions:#}");
    let page = client.run(&json!({"command": "crdls.showChanges", "arguments": [uri]}));
    let page = page.as_str().unwrap_or_default();
    assert!(page.contains("Ignored: 1 change") && page.contains("(no oven is larger)"), "{page}");
    // The link of its code leads to a page.
    let explained = client.result("crdls/explain", json!({"what": "maximum-lowered"}));
    assert!(explained.as_str().is_some_and(|page| page.starts_with("# maximum-lowered")), "{explained}");
    assert_eq!(client.stop().code(), Some(0));
}
