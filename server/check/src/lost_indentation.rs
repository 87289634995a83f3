//! A sample that lost its indentation, all of it or a block's, when it was copied.
//!
//! What belongs into `metadata:`, `spec:` or a version stands beside it. The server would list each key
//! as unknown and, after that, everything as missing; one finding says what happened. Only where
//! unknown fields are refused: else the server says all the rest too.

use crdls_yaml::{Entry, Node};

use crdls_schema::code;
use crdls_schema::decode::Decoded;
use crdls_schema::fields::{CUSTOM_RESOURCE_DEFINITION, FieldDef, JSON_SCHEMA_PROPS, Ty, TypeDef};
use crdls_schema::{Config, ErrorType, FieldValidation, Finding, Related, Server};

code!(LOST_INDENTATION, "lost-indentation", Error, server, "the document has lost its indentation");

/// Structs in structs of a manifest down to the schema.
const MAX_DEPTH: u32 = 6;

/// A key, and the entries behind it that belong below it.
struct MisplacedEntries<'t> {
    parent: Entry<'t>,
    entries: Vec<Entry<'t>>,
}

/// What is found in place of all else, where something belongs below a key that it stands beside.
/// `unknown_kind`: the kind of the names has overwritten the manifest's, and the server says that.
pub(super) fn find(
    root: Node<'_>,
    decoded: &Decoded,
    unknown_kind: Option<&Finding>,
    config: &Config,
) -> Option<Vec<Finding>> {
    let unknown = || decoded.findings.iter().filter(|f| is_unknown(f));
    let refused = config.field_validation == FieldValidation::Strict || unknown_kind.is_some();
    if !refused || unknown().next().is_none() {
        return None;
    }
    let lost = lost_in(root, &CUSTOM_RESOURCE_DEFINITION, 0)?;
    let first = lost.entries.first()?;
    let said = unknown().find(|f| f.range == first.key.range())?;
    let mut finding = finding(&lost, *first, said);
    if let Some(unknown_kind) = unknown_kind {
        finding.server.clone_from(&unknown_kind.server);
    }
    finding.related.extend(lost.entries.iter().skip(1).map(|entry| Related {
        file: None,
        range: entry.key.range(),
        message: "this key belongs below it too".to_owned(),
    }));
    Some(vec![finding])
}

fn finding(lost: &MisplacedEntries<'_>, first: Entry<'_>, said: &Finding) -> Finding {
    let (key, parent) = (first.key.source(), lost.parent.key.source());
    let detail = said.server.as_ref().map(|server| server.detail.clone()).unwrap_or_default();
    let mut finding = Finding::new(
        &LOST_INDENTATION,
        first.key.range(),
        said.path.clone(),
        format!("`{key}` is not indented: it belongs below `{parent}`"),
    )
    .help(format!("indent `{key}:` and the lines after it below `{parent}:`"))
    .related(lost.parent.key.range(), "the key to indent below");
    finding.server = Some(Server {
        kind: ErrorType::StrictDecoding,
        field: String::new(),
        detail,
        bad: None,
        shadowed: false,
    });
    finding
}

/// The first key of a struct, or of one in it, beside which its own fields stand.
fn lost_in<'t>(map: Node<'t>, ty: &'static TypeDef, depth: u32) -> Option<MisplacedEntries<'t>> {
    let entries: Vec<_> = map.entries().collect();
    let here = entries.iter().enumerate().find_map(|(i, entry)| {
        let inner = ty.field(entry.key.source()).and_then(below)?;
        let stray =
            |e: &&Entry<'t>| ty.field(e.key.source()).is_none() && belongs(inner, *entry, e.key.source());
        let lost: Vec<_> = entries.iter().skip(i + 1).filter(stray).copied().collect();
        (!lost.is_empty()).then_some(MisplacedEntries { parent: *entry, entries: lost })
    });
    let deeper = || {
        entries.iter().find_map(|entry| {
            let inner =
                ty.field(entry.key.source()).and_then(below).filter(|ty| **ty != JSON_SCHEMA_PROPS)?;
            values(entry.value).find_map(|value| lost_in(value, inner, depth + 1))
        })
    };
    here.or_else(|| if depth < MAX_DEPTH { deeper() } else { None })
}

/// Whether a key is a field of a struct that lacks it: any field where nothing is written, else one
/// that is required.
fn belongs(inner: &'static TypeDef, parent: Entry<'_>, key: &str) -> bool {
    let Some(field) = inner.field(key) else { return false };
    let mut values = values(parent.value).peekable();
    match values.peek() {
        None => parent.value.is_empty(),
        Some(_) => field.required && values.all(|value| value.get(key).is_none()),
    }
}

/// The struct that a value is, or those that it lists.
fn values(value: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    let itself = value.kind().is_map().then_some(value);
    itself.into_iter().chain(value.items().filter(|item| item.kind().is_map()))
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
