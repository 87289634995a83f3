//! A sample that lost its indentation when it was copied.
//!
//! All keys stand at the start of their lines: `metadata:` and `spec:` are empty, and what belongs
//! into them stands beside them. The server would list each key as unknown and then everything as
//! missing; one finding says what happened.

use crdls_yaml::{Entry, Node};

use crate::decode::Decoded;
use crate::fields::{CUSTOM_RESOURCE_DEFINITION, FieldDef, Ty, TypeDef};
use crate::path::Path;
use crate::rule;
use crate::{ErrorType, Finding, Server};

rule!(LOST_INDENTATION, "lost-indentation", Error, server, "the document has lost its indentation");

/// The finding, where at least two keys that belong below an empty one stand beside it.
pub(super) fn find(root: Node<'_>, decoded: &Decoded) -> Option<Finding> {
    let unknown = decoded.findings.iter().find(|f| is_unknown(f))?;
    let detail = unknown.server.as_ref().map(|server| server.detail.clone())?;
    let (parent, lost) = lost_below(root, &CUSTOM_RESOURCE_DEFINITION).or_else(|| lost_in_spec(root))?;
    let first = lost.first()?;
    let message = format!(
        "`{}` belongs below `{}`: the indentation is lost here",
        first.key.source(),
        parent.key.source()
    );
    let server =
        Server { kind: ErrorType::StrictDecoding, field: String::new(), detail, bad: None, shadowed: false };
    let mut finding =
        Finding::new(&LOST_INDENTATION, first.key.range(), &Path::EMPTY.child(first.key.source()), message)
            .help(format!(
                "indent the lines that belong to `{}` by two spaces, and those below them by two more",
                parent.key.source()
            ))
            .related(parent.key.range(), "nothing stands below this key");
    finding.related.extend(lost.iter().skip(1).map(|entry| crate::Related {
        file: None,
        range: entry.key.range(),
        message: "this belongs below it too".to_owned(),
    }));
    finding.server = Some(server);
    Some(finding)
}

fn lost_in_spec(root: Node<'_>) -> Option<(Entry<'_>, Vec<Entry<'_>>)> {
    let spec = CUSTOM_RESOURCE_DEFINITION.field("spec")?;
    lost_below(root.get("spec")?.value, below(spec)?)
}

/// An empty key of a mapping, and the entries behind it that its type would take and the mapping's does not.
fn lost_below<'t>(map: Node<'t>, ty: &'static TypeDef) -> Option<(Entry<'t>, Vec<Entry<'t>>)> {
    let entries: Vec<_> = map.entries().collect();
    entries.iter().enumerate().find_map(|(i, entry)| {
        let inner = ty.field(entry.key.source()).filter(|_| entry.value.is_empty()).and_then(below)?;
        let lost: Vec<_> = entries
            .get(i + 1..)?
            .iter()
            .take_while(|e| ty.field(e.key.source()).is_none())
            .filter(|e| inner.field(e.key.source()).is_some())
            .copied()
            .collect();
        (!lost.is_empty()).then_some((*entry, lost))
    })
}

/// The type of a field's value, or of its items.
fn below(field: &'static FieldDef) -> Option<&'static TypeDef> {
    match field.ty {
        Ty::Object(ty) => Some(ty),
        Ty::List(elem) => match elem.ty {
            Ty::Object(ty) => Some(ty),
            _ => None,
        },
        _ => None,
    }
}

fn is_unknown(finding: &Finding) -> bool {
    finding.server.as_ref().is_some_and(|server| server.kind == ErrorType::StrictDecoding)
}
