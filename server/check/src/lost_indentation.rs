//! A sample that lost its indentation, all of it or a block's, when it was copied.
//!
//! What belongs into `metadata:`, `spec:` or a version stands beside it. The server would list each key
//! as unknown and, after that, everything as missing; one finding says what happened. Only where
//! unknown fields are refused: else the server says all the rest too.

use crdls_yaml::{Entry, Node};

use crdls_manifest::decode::Decoded;
use crdls_manifest::fields::{FieldDef, JSON_SCHEMA_PROPS, Ty, TypeDef};
use crdls_manifest::objects::DocumentObject;
use crdls_report::{Config, ErrorType, FieldValidation, Finding, Note, Related, Server, code};

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
    crd: &DocumentObject<'_>,
    decoded: &Decoded,
    unknown_kind: Option<&Finding>,
    config: &Config,
) -> Option<Vec<Finding>> {
    let unknown = || decoded.findings.iter().filter(|f| is_unknown(f));
    let refused = config.field_validation == FieldValidation::Strict || unknown_kind.is_some();
    if !refused || unknown().next().is_none() {
        return None;
    }
    let lost = lost_in(crd.node, crd.kind.crd()?.ty, 0)?;
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

/// A required field of a struct that stands in the struct of another field of it: `spec` in `metadata`.
pub(super) fn indented_too_far<'t>(crd: &DocumentObject<'t>) -> Option<MisplacedField<'t>> {
    too_far_in(crd.node, crd.kind.crd()?.ty, 0)
}

/// A key that is indented too far.
pub(super) struct MisplacedField<'t> {
    /// What it wrongly is a part of.
    parent: Entry<'t>,
    /// The key and its value.
    entry: Entry<'t>,
}

impl<'t> MisplacedField<'t> {
    /// The name of the field.
    pub(super) fn name(&self) -> &'t str {
        self.entry.key.source()
    }

    /// Says on the server's finding about the key where it belongs.
    pub(super) fn explain(&self, findings: &mut [Finding]) {
        let (key, parent) = (self.entry.key, self.parent.key.source());
        let Some(finding) = findings.iter_mut().find(|found| is_unknown(found) && found.range == key.range())
        else {
            return;
        };
        let key = key.source();
        finding.message = format!("unknown field `{key}` in `{parent}`: it is indented too far");
        finding.fixes.clear();
        finding.notes = vec![
            Note::Why(format!("`{key}` belongs next to `{parent}`, where it is required")),
            Note::Help(format!("outdent `{key}:` and the lines below it to the column of `{parent}:`")),
        ];
        let range = self.parent.key.range();
        finding.related.push(Related { file: None, range, message: "the key to align with".to_owned() });
    }
}

fn too_far_in<'t>(map: Node<'t>, ty: &'static TypeDef, depth: u32) -> Option<MisplacedField<'t>> {
    map.entries().find_map(|parent| {
        let inner = ty.field(parent.key.source()).and_then(below).filter(|ty| **ty != JSON_SCHEMA_PROPS)?;
        let is_misplaced = |entry: &Entry<'t>| {
            let key = entry.key.source();
            let is_required = ty.field(key).is_some_and(|field| field.required);
            is_required && inner.field(key).is_none() && map.get(key).is_none()
        };
        values(parent.value).find_map(|value| {
            let here = value.entries().find(is_misplaced).map(|entry| MisplacedField { parent, entry });
            here.or_else(|| if depth < MAX_DEPTH { too_far_in(value, inner, depth + 1) } else { None })
        })
    })
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
    finding.is(ErrorType::StrictDecoding)
}
