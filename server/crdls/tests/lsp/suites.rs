//! Test suites in an editor: results beside the cases as the suite and its CRD are typed, and for clients that list tests.

use crdls_tests::crd;
use serde_json::{Value, json};

use crate::client::{Client, at_cursor, labels, range, titles, until};
use crate::folder::Folder;

fn kilns() -> String {
    crd(|c| {
        c.kind("Kiln").spec_schema(
            "
            type: object
            description: What the kiln burns.
            properties:
              degrees: {type: integer, maximum: 1300}
              fuel:
                type: string
                default: gas
                x-kubernetes-validations:
                  - rule: self != 'coal'
                    message: no coal
            ",
        )
    })
}

const SUITE: &str = "name: Kiln
crdName: kilns.example.com
tests:
  onCreate:
    - name: Should fill in the fuel
      initial: |
        apiVersion: example.com/v1
        kind: Kiln
        spec: {degrees: 900}
      expected: |
        apiVersion: example.com/v1
        kind: Kiln
        spec:
          degrees: 900
          fuel: wood
    - name: Should limit the temperature
      initial: |
        apiVersion: example.com/v1
        kind: Kiln
        spec: {degrees: 1400}
      expectedError: \"should be less than or equal to 1300\"
    - name: Should refuse coal
      initial: |
        apiVersion: example.com/v1
        kind: Kiln
        spec: {fuel: coal}
      expectedError: no coal
";

const DIFFERS: &str = "the case fails: `spec.fuel` is stored as `\"gas\"`, expected `\"wood\"`";

fn client(folder: &Folder, more: &Value) -> Client {
    let literals = json!({"codeActionKind": {"valueSet": ["quickfix"]}});
    let mut capabilities =
        json!({"textDocument": {"codeLens": {}, "codeAction": {"codeActionLiteralSupport": literals}}});
    for (name, value) in more.as_object().into_iter().flatten() {
        capabilities[name] = value.clone();
    }
    Client::in_folder(folder, capabilities)
}

fn folder(test: &str) -> Folder {
    Folder::new(test, &[("crds/kiln.yaml", &kilns()), ("tests/kiln.yaml", SUITE)])
}

/// The messages of the next publication that has the wanted ones, each with its line and columns.
fn findings(client: &mut Client, uri: &str, wanted: &[&str]) -> Vec<[u64; 3]> {
    loop {
        let published = client.published(uri);
        let all = published["diagnostics"].as_array().expect("a list");
        let message = |found: &Value| found["message"].as_str().unwrap_or_default().to_owned();
        if all.iter().map(message).collect::<Vec<_>>() == wanted {
            let place = |found: &Value| {
                let (start, end) = (&found["range"]["start"], &found["range"]["end"]);
                [&start["line"], &start["character"], &end["character"]]
                    .map(|n| n.as_u64().unwrap_or_default())
            };
            return all.iter().map(place).collect();
        }
    }
}

/// The titles of the code lenses, each with its line.
fn lenses(client: &mut Client, uri: &str) -> Vec<(u64, String)> {
    let asked = client.request("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
    let lens = |lens: &Value| {
        let line = lens["range"]["start"]["line"].as_u64()?;
        Some((line, lens["command"]["title"].as_str()?.to_owned()))
    };
    let mut found: Vec<_> = asked["result"].as_array().into_iter().flatten().filter_map(lens).collect();
    found.sort();
    found
}

fn titled(lenses: &[(u64, String)], line: u64) -> Vec<&str> {
    lenses.iter().filter(|(at, _)| *at == line).map(|(_, title)| title.as_str()).collect()
}

#[test]
fn results_are_beside_each_case_as_one_types() {
    let folder = folder("lsp-suites-typing");
    let mut client = client(&folder, &json!({"workspace": {"codeLens": {"refreshSupport": true}}}));
    let uri = folder.uri("tests/kiln.yaml");
    client.open(&uri, 1, SUITE);
    assert_eq!(findings(&mut client, &uri, &[DIFFERS]), [[14, 16, 20]], "at the value that differs");
    let shown = lenses(&mut client, &uri);
    assert_eq!(titled(&shown, 1), ["3 cases, 1 fails", "run"]);
    let title = "fails: `spec.fuel` is stored as `\"gas\"`, expected `\"wood\"`";
    assert_eq!(titled(&shown, 4), [title, "run"]);
    assert_eq!(titled(&shown, 15), ["passes", "run"]);

    // The fix accepts the answer.
    let actions = client.actions(&uri, &range(14, 17, 17));
    let title = titles(&actions)[0];
    assert!(title.starts_with("Update the expectation to the actual result"), "{title}");
    let edit = &actions[0]["edit"]["changes"][&uri][0];
    assert!(edit["newText"].as_str().is_some_and(|text| text.contains("fuel: gas")), "{edit}");

    client.change(&uri, 2, Some([14, 16, 14, 20]), "gas");
    while titled(&lenses(&mut client, &uri), 1) != ["3 cases, all pass", "run"] {
        client.asked("workspace/codeLens/refresh");
    }
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn a_suite_is_run_again_when_its_crd_changes() {
    let folder = folder("lsp-suites-crd");
    let mut client = client(&folder, &json!({}));
    let (uri, crd) = (folder.uri("tests/kiln.yaml"), folder.uri("crds/kiln.yaml"));
    client.open(&uri, 1, &SUITE.replace("fuel: wood", "fuel: gas"));
    findings(&mut client, &uri, &[]);
    client.open(&crd, 1, &kilns());
    let line = kilns().lines().position(|line| line.contains("1300")).expect("there") as u32;
    client.change(&crd, 2, Some([line, 48, line, 52]), "1500");
    let accepted = "the case fails: the server accepts what is expected to be rejected";
    assert_eq!(findings(&mut client, &uri, &[accepted]), [[20, 21, 59]]);
    client.change(&crd, 3, Some([line, 48, line, 52]), "1300");
    findings(&mut client, &uri, &[]);
    // A file that is not open changes too.
    client.close(&crd);
    folder.write("crds/kiln.yaml", &kilns().replace("1300", "1500"));
    client.watched(&crd, 2);
    findings(&mut client, &uri, &[accepted]);
}

#[test]
fn a_suite_without_its_crd_says_so() {
    let folder = Folder::new("lsp-suites-alone", &[]);
    let mut client = client(&folder, &json!({}));
    let uri = folder.uri("kiln.yaml");
    client.open(&uri, 1, SUITE);
    assert_eq!(findings(&mut client, &uri, &["there is no CRD `kilns.example.com`"]), [[1, 9, 26]]);
    assert_eq!(titled(&lenses(&mut client, &uri), 1), ["cannot run", "run"]);
    folder.write("crd.yaml", &kilns());
    client.watched(&folder.uri("crd.yaml"), 1);
    findings(&mut client, &uri, &[DIFFERS]);
}

#[test]
fn rules_lead_to_the_cases_that_meet_them() {
    let folder = folder("lsp-suites-rules");
    let mut client = client(&folder, &json!({"workspace": {"codeLens": {"refreshSupport": true}}}));
    let crd = folder.uri("crds/kiln.yaml");
    client.open(&crd, 1, &kilns());
    let line = kilns().lines().position(|line| line.contains("rule: self")).expect("there") as u64;
    let refreshed = || {
        client.asked("workspace/codeLens/refresh");
        lenses(&mut client, &crd)
    };
    let shown = until(refreshed, |shown| shown.iter().any(|(at, _)| *at == line));
    assert_eq!(titled(&shown, line), ["3 cases, 1 makes it fail", "add a case"]);
    // Those of suites have their commands at once.
    let all = client.result("textDocument/codeLens", json!({"textDocument": {"uri": crd}}));
    let command = |name: &str| {
        let lens = all.as_array().expect("a list").iter().find(|lens| lens["command"]["command"] == name);
        &lens.expect("there")["command"]
    };
    let places = client.run(command("crdls.showLocations"));
    let places: Vec<_> = places.as_str().expect("a text").lines().map(str::to_owned).collect();
    assert!(places[0].ends_with("tests/kiln.yaml:22:13"), "the one that makes it fail: {places:?}");
    assert_eq!(places.len(), 3);

    // A case is added, with what the server answers.
    let uri = folder.uri("tests/kiln.yaml");
    assert_eq!(client.run(command("crdls.addCase")), json!(uri));
    let edit = client.first("an edit", |message| message["method"] == "workspace/applyEdit");
    let text = edit["params"]["edit"]["changes"][&uri][0]["newText"].as_str().expect("a text").to_owned();
    let case = "    - name: \"Should meet the rule of spec.fuel\"
      initial: |
        apiVersion: example.com/v1
        kind: Kiln
        metadata:
          name: kiln-sample
        spec: {}
      expected: |
        apiVersion: example.com/v1
        kind: Kiln
        spec:
          fuel: gas
";
    assert_eq!(text, case);
}

const HEAD: &str = "crdName: kilns.example.com
tests:
  onCreate:
    - name: an é
      initial: |
        apiVersion: example.com/v1
        kind: Kiln
";

#[test]
fn objects_and_fields_of_a_suite_are_completed_and_explained() {
    let folder = folder("lsp-suites-inner");
    let mut client = client(&folder, &json!({}));
    let (uri, crd) = (folder.uri("kiln.yaml"), folder.uri("crds/kiln.yaml"));
    // Until its CRD is known.
    client.open(&uri, 1, SUITE);
    findings(&mut client, &uri, &[DIFFERS]);
    let mut version = 1;
    let mut ask = |client: &mut Client, method: &str, text: &str| {
        let (text, position) = at_cursor(text);
        version += 1;
        client.change(&uri, version, None, &text);
        client.result(method, json!({"textDocument": {"uri": uri}, "position": position}))
    };
    let completed = [
        (format!("{HEAD}        spec:\n          $0\n"), vec!["degrees", "fuel"]),
        (
            format!("{HEAD}        spec:\n          $0\n          fuel: 'é'\n      expectedError: x\n"),
            vec!["degrees"],
        ),
        (format!("{HEAD}        # é😀\n        spec: {{fu$0}}\n"), vec!["fuel", "degrees"]),
        (format!("{HEAD}      exp$0\n"), vec!["expected", "expectedError"]),
        (HEAD.replace("  kind", "$0  kind"), vec![]),
        ("crdName: $0\ntests: {}\n".to_owned(), vec!["kilns.example.com"]),
        ("crdName: kilns.example.com\nversion: $0\ntests: {}\n".to_owned(), vec!["v1"]),
        ("crdName: kilns.example.com\ntests:\n  $0\n".to_owned(), vec!["onCreate", "onUpdate"]),
        (
            format!("{HEAD}        spec: {{}}\n  onUpdate:\n    - initialCRDPatches:\n        - op: $0\n"),
            vec!["add", "copy", "move", "remove", "replace", "test"],
        ),
    ];
    for (text, expected) in completed {
        let items = ask(&mut client, "textDocument/completion", &text);
        assert_eq!(labels(&items), expected, "{text}");
    }
    let explained = [
        (format!("{HEAD}        sp$0ec: {{}}\n"), "What the kiln burns."),
        (HEAD.replace("kind: K", "kind: $0K"), "defined by the CRD kilns.example.com"),
        (HEAD.replace("initial", "ini$0tial"), "The object that is created, in YAML"),
    ];
    for (text, expected) in explained {
        let hover = ask(&mut client, "textDocument/hover", &text)["contents"]["value"].clone();
        assert!(hover.as_str().is_some_and(|hover| hover.contains(expected)), "{text}: {hover}");
    }
    for nowhere in [HEAD.replace("  kind", "$0  kind"), HEAD.replace(" apiVersion", "$0 apiVersion")] {
        assert!(ask(&mut client, "textDocument/hover", &nowhere).is_null(), "{nowhere}");
        let found = ask(&mut client, "textDocument/definition", &nowhere);
        assert!(found.as_array().is_none_or(Vec::is_empty), "{nowhere}: {found}");
    }
    let places = [
        (format!("{HEAD}        # é\n        spec: {{degr$0ees: 3}}\n"), 20),
        (HEAD.replace("crdName: k", "crdName: k$0"), 7),
    ];
    for (text, line) in places {
        let found = ask(&mut client, "textDocument/definition", &text);
        assert_eq!((&found["uri"], &found["range"]["start"]["line"]), (&json!(crd), &json!(line)), "{text}");
    }
}

#[test]
fn what_is_wrong_with_an_object_is_found_in_it() {
    let folder = folder("lsp-suites-objects");
    let mut client = client(&folder, &json!({}));
    let uri = folder.uri("kiln.yaml");
    let dropped = "the server silently drops this: unknown field `fule` in `spec`; did you mean `fuel`?";
    let text = format!("{HEAD}        spec: {{fule: wood, degrees: 1}}\n      expectedError: no coal\n");
    client.open(&uri, 1, &text);
    let accepted = "the case fails: the server accepts what is expected to be rejected";
    loop {
        let published = client.published(&uri)["diagnostics"].clone();
        let all: Vec<_> = published.as_array().into_iter().flatten().collect();
        let message =
            |found: &&Value| found["message"].as_str().unwrap_or_default().lines().next().map(str::to_owned);
        let messages: Vec<_> = all.iter().filter_map(message).collect();
        if messages == [dropped, accepted] {
            assert_eq!(all[0]["range"]["start"], json!({"line": 7, "character": 15}));
            break;
        }
    }
    let actions = client.actions(&uri, &range(7, 17, 17));
    let edit = &actions[0]["edit"]["changes"][&uri][0];
    assert_eq!(
        (&edit["newText"], &edit["range"]["start"]["character"]),
        (&json!("fuel"), &json!(15)),
        "{actions:?}"
    );
}

#[test]
fn clients_list_and_run_the_tests_of_the_workspace() {
    let folder = folder("lsp-suites-explorer");
    let mut client = client(&folder, &json!({"experimental": {"tests": true}}));
    let (uri, crd) = (folder.uri("tests/kiln.yaml"), folder.uri("crds/kiln.yaml"));
    let listed = until(|| client.result("crdls/tests", Value::Null), |listed| *listed != json!([]));
    assert_eq!((&listed[0]["uri"], &listed[0]["name"]), (&json!(uri), &json!("Kiln")));
    assert_eq!(listed[0]["cases"][1]["id"], "onCreate/1");
    assert_eq!(listed[0]["cases"][1]["name"], "Should limit the temperature");
    assert_eq!(listed[0]["cases"][1]["range"]["start"], json!({"line": 15, "character": 12}));
    let asked = json!({"suites": [{"uri": uri}], "coverage": true});
    let report = client.result("crdls/runTests", asked);
    let cases = report["suites"][0]["cases"].as_array().expect("cases").clone();
    let results: Vec<_> = cases.iter().map(|case| case["result"].as_str().unwrap_or_default()).collect();
    assert_eq!(results, ["failed", "passed", "passed"]);
    assert_eq!(cases[0]["actual"], "spec.fuel: \"gas\"");
    let points = report["coverage"][0]["points"].as_array().expect("points").clone();
    let rule = points.iter().find(|point| point["path"].as_str().is_some_and(|path| path.ends_with(".rule")));
    let rule = rule.expect("there");
    assert_eq!(
        (&report["coverage"][0]["uri"], &rule["held"], &rule["failed"]),
        (&json!(crd), &json!(2), &json!(1))
    );
    assert_eq!(rule["range"]["start"], json!({"line": 25, "character": 26}));
    let one = json!({"suites": [{"uri": uri, "cases": ["onCreate/2"]}]});
    let report = client.result("crdls/runTests", one);
    assert_eq!(report["suites"][0]["cases"].as_array().map(Vec::len), Some(1));
    assert_eq!(report["coverage"], json!([]));
    client.open(&uri, 1, SUITE);
    client.first("that tests changed", |message| message["method"] == "crdls/testsChanged");
    let shown = json!({"command": "crdls.runTests", "arguments": [uri, "onCreate/0"]});
    let shown = client.result("workspace/executeCommand", shown);
    assert!(shown.as_str().is_some_and(|text| text.contains("0 passed, 1 failed")), "{shown}");
}

#[test]
fn what_no_suite_tests_is_published_once() {
    let (mut client, _) = Client::initialized(json!({}));
    let uri = "file:///w/kiln.yaml";
    client.open(uri, 1, &kilns());
    client.published(uri);
    // The search for cases begins 150 ms after the findings, a comparison 250 ms after them.
    std::thread::sleep(std::time::Duration::from_millis(700));
    client.text("file:///nowhere");
    assert!(!client.has_published(uri));
    assert_eq!(client.stop().code(), Some(0));
}
