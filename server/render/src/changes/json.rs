//! Changes for programs. Its names are a contract with users: never rename, only add.

use crdls_change::{Change, Proof, Side, Witness};
use serde_json::{Map, Value, json};

use super::{Changes, NEW, OLD, Position};

impl Changes<'_> {
    /// An object with all changes, and the custom resources that were tried.
    pub fn json(self) -> String {
        let compared = self.compared;
        let changes: Vec<_> = self.shown().map(|(change, at)| self.item(change, *at)).collect();
        let refused: Vec<_> = compared.refused.iter().map(|refused| &refused.name).collect();
        let classes: Map<String, Value> =
            compared.by_class().into_iter().map(|(name, number)| (name.to_owned(), number.into())).collect();
        let all = json!({
            "old": compared.old, "new": compared.new, "changes": changes, "ignored": compared.ignored.len(),
            "classes": classes,
            "objects": {"checked": compared.checked, "refused": refused},
        });
        format!("{all:#}\n")
    }

    fn item(self, change: &Change, positions: [Option<Position>; 2]) -> Value {
        let reason = match &change.proof {
            Proof::Unproven(why) => Some(why.as_str()),
            Proof::Evident(why) => Some(*why).filter(|why| !why.is_empty()),
            Proof::Witness(_) => None,
        };
        json!({
            "crd": change.crd,
            "version": change.version,
            "path": change.path.to_string(),
            "field": change.field,
            "class": change.class.name(),
            "proven": !change.is_unproven(),
            "reason": reason,
            "code": change.code.name(),
            "aliases": change.code.aliases(),
            "message": change.message,
            "old": self.side(change.old.as_ref(), OLD, positions),
            "new": self.side(change.new.as_ref(), NEW, positions),
            "witness": change.witness().map(witness),
        })
    }

    fn side(self, side: Option<&Side>, number: usize, positions: [Option<Position>; 2]) -> Option<Value> {
        let side = side?;
        let position = positions.get(number).copied().flatten()?;
        let (source, range, document) = self.written(number, position, side.range)?;
        Some(json!({
            "file": source.name,
            "document": document,
            "range": source.span(range),
            "path": side.path.to_string(),
            "value": side.value.as_ref().map(value),
        }))
    }
}

fn value(json: &crdls_values::Json) -> Value {
    serde_json::from_str(&json.to_json()).unwrap_or_default()
}

fn witness(witness: &Witness) -> Value {
    json!({
        "object": value(&witness.object),
        "old": witness.old.as_ref().map(value),
        "action": witness.action.name(),
        "subresource": witness.by_status.then_some("status"),
        "before": {"accepted": true},
        "after": {"accepted": witness.findings.is_empty(), "findings": witness.findings},
        "lost": witness.lost.as_ref().map(ToString::to_string),
        "stored": witness.stored.as_ref().map(value),
        "alone": witness.alone,
    })
}
