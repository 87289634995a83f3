//! A rule on data of a schema: whatever comes out, nothing panics, and the same comes out twice.

use crdls_minors::Minor;
use serde_json::Value;

use super::Seeds;
use crate::evaluate;

pub(super) fn run(bytes: &[u8], _: &Seeds) {
    let Ok(question) = serde_json::from_slice::<Value>(bytes) else { return };
    if !question["rule"].is_string() || question["schema"]["type"] != "object" {
        return;
    }
    let answer = evaluate::rule(&question, Minor::NEWEST);
    assert_eq!(answer, evaluate::rule(&question, Minor::NEWEST), "another answer the second time");
}
