//! What is opened and closed again is not kept.

use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::Client;
use crate::sample::with;

const FILES: usize = 100;
const ROUNDS: usize = 12;

/// A CRD of a group of its own, with something to report, or a custom resource of the CRD before it.
fn document(number: usize) -> (String, String) {
    let group = format!("group{}.org", number / 2);
    let text = match number % 2 {
        0 => with(5, &format!("  group: {group}\n  colour: red")).replace("example.org", &group),
        _ => format!("apiVersion: {group}/v1\nkind: Widget\nmetadata:\n  name: w{number}\nspec: {{}}\n"),
    };
    (format!("file:///w/{number}.yaml"), text)
}

fn held(client: &mut Client) -> Value {
    client.result("crdls/memory", Value::Null)
}

/// Waits until unfinished work has let go of what it used.
fn until_nothing_is_held(client: &mut Client) {
    let start = Instant::now();
    let nothing = json!({"documents": 0, "snapshots": 0, "crds": 0});
    while held(client) != nothing {
        assert!(start.elapsed() < Duration::from_secs(30), "still held: {}", held(client));
        sleep(Duration::from_millis(5));
    }
}

/// Resident memory in kB, where the system tells.
fn resident(client: &Client) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", client.process())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// `cargo test -p crdls --test lsp memory:: -- --nocapture` prints the memory after each round.
#[test]
fn open_and_close_return_the_memory() {
    let (mut client, _) = Client::initialized(json!({}));
    let documents: Vec<_> = (0..FILES).map(document).collect();
    let mut curve = Vec::new();
    for round in 1..=ROUNDS {
        for (uri, text) in &documents {
            client.open(uri, 1, text);
        }
        let all = held(&mut client);
        assert_eq!((&all["documents"], &all["crds"]), (&json!(FILES), &json!(FILES / 2)));
        for (uri, _) in &documents {
            client.request("textDocument/semanticTokens/full", json!({"textDocument": {"uri": uri}}));
            client.close(uri);
        }
        until_nothing_is_held(&mut client);
        curve.push(resident(&client).unwrap_or_default());
        println!("round {round}: {} kB resident", curve[round - 1]);
    }
    assert!(curve[ROUNDS - 1] * 2 <= curve[1] * 3, "it grows: {curve:?}");
    assert_eq!(client.stop().code(), Some(0));
}
