//! The server has the client's text, whatever comes how fast.

use serde_json::{Value, json};

use crate::client::Client;

const URI: &str = "file:///a.yaml";

#[test]
fn columns_count_what_was_agreed() {
    for (encoding, column) in [("utf-8", 6), ("utf-16", 3), ("utf-32", 2)] {
        let offered = json!({"general": {"positionEncodings": [encoding, "utf-16"]}});
        let (mut client, answer) = Client::initialized(json!({"capabilities": offered}));
        assert_eq!(answer["capabilities"]["positionEncoding"], encoding);
        client.open(URI, 1, "é😀\r\né😀x: 1\r\n");
        client.change(URI, 2, Some([1, column, 1, column + 1]), "ö");
        assert_eq!(client.text(URI), "é😀\r\né😀ö: 1\r\n", "{encoding}");
    }
}

#[test]
fn ten_thousand_changes_in_a_burst_stay_in_order() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 0, "");
    let mut expected = String::new();
    for i in 0..10_000_u32 {
        let digit = char::from(b'0' + (i % 10) as u8).to_string();
        // Always at the end of what is there, now and then a new line: any swap would show.
        let (line, column) = (i / 50, i % 50);
        let text = if column == 49 { "\n" } else { digit.as_str() };
        client.change(URI, i as i32 + 1, Some([line, column, line, column]), text);
        expected.push_str(text);
    }
    assert_eq!(client.text(URI), expected);
    while client.published(URI)["version"] != 10_000 {}
    assert_eq!(client.stop().code(), Some(0));
}

#[test]
fn changes_of_one_notification_follow_each_other() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, "abc");
    let at = |from, to| json!({"start": {"line": 0, "character": from}, "end": {"line": 0, "character": to}});
    let changes = json!([
        {"range": at(0, 1), "text": "xy"}, {"range": at(3, 4), "text": ""}, {"text": "new"}, {"range": at(3, 3), "text": "er"}
    ]);
    let document = json!({"uri": URI, "version": 5});
    client.notify("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    assert_eq!(client.text(URI), "newer");
}

#[test]
fn a_stale_version_is_told() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 9, "a");
    client.change(URI, 11, Some([0, 1, 0, 1]), "b");
    client.change(URI, 10, Some([0, 1, 0, 1]), "c");
    client.log("version 10 came after 11");
    assert_eq!(client.text(URI), "acb");
    client.change(URI, 12, Some([0, 0, 0, 0]), "");
    while client.published(URI)["version"] != 12 {}
}

#[test]
fn a_change_that_does_not_fit_silences_until_the_text_is_known() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, "a\nb\n");
    client.change(URI, 2, Some([7, 0, 7, 0]), "x");
    client.log("does not fit");
    assert_eq!(client.text(URI), Value::Null);
    client.change(URI, 3, Some([0, 0, 0, 0]), "y");
    assert_eq!(client.text(URI), Value::Null);
    client.notify("textDocument/didSave", json!({"textDocument": {"uri": URI}, "text": "saved"}));
    client.log("taken from what was saved");
    assert_eq!(client.text(URI), "saved");
    client.change(URI, 4, Some([9, 0, 9, 0]), "x");
    client.change(URI, 5, None, "whole");
    assert_eq!(client.text(URI), "whole");
}

#[test]
fn an_end_past_the_text_is_its_end() {
    let (mut client, _) = Client::initialized(json!({}));
    client.open(URI, 1, "a\nb");
    client.change(URI, 2, Some([0, 0, 99, 0]), "c");
    assert_eq!(client.text(URI), "c");
    client.change(URI, 3, Some([0, 99, 0, 99]), "d");
    assert_eq!(client.text(URI), "cd");
}

#[test]
fn a_document_that_is_not_open_is_told() {
    let (mut client, _) = Client::initialized(json!({}));
    client.change(URI, 1, None, "a");
    client.log("not open");
    client.close(URI);
    client.log("was not open");
    client.open(URI, 1, "a");
    client.open(URI, 1, "b");
    client.log("opened twice");
    assert_eq!(client.text(URI), "b");
}
