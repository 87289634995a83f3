//! Whether the server would take what a suggestion writes.
//!
//! A draft is put in and the object judged: what is missing is for the author to add, anything else speaks
//! against it. Of a key that alternatives of a schema may exclude, the value that would follow is tried too.
//! Texts that are large or broken are left to the author.

use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;

use crdls_manifest::model::Schema;
use crdls_report::{ErrorType, Finding, PathStep};
use crdls_resource::codes::{ALTERNATIVES, UNCHECKED_RULES};
use crdls_resource::{ServedVersion, judge};
use crdls_text::{Edit, TextRange};
use crdls_values::Json;
use crdls_yaml::{Node, Tree};

use super::Request;
use crate::suggestion::{Insertion, Template};

/// So much text is judged for one list of suggestions.
const BUDGET: usize = 1 << 18;

/// What is said, by its place and the server's words: how often, and the first of it.
type Refusals = BTreeMap<(String, String), (usize, Finding)>;

/// An object, judged.
struct Judged {
    said: Refusals,
    /// The way to what was put in.
    way: Vec<PathStep>,
}

/// So many values of a key are tried.
const TRIED: usize = 4;

pub(super) struct Proof<'a> {
    request: &'a Request<'a>,
    /// The document of the object, and where in it the object is.
    document: Option<(TextRange, usize)>,
    by: Option<ServedVersion<'a>>,
    before: OnceCell<Option<Judged>>,
    alternatives: OnceCell<bool>,
    left: Cell<usize>,
}

impl<'a> Proof<'a> {
    pub(super) fn new(
        request: &'a Request<'a>,
        object: Option<Node<'_>>,
        by: Option<ServedVersion<'a>>,
    ) -> Self {
        let tree = request.file.tree();
        let document = tree.documents().get(request.file.document_at(request.cursor.offset));
        let whole = document.filter(|document| tree.errors_in(document).next().is_none());
        let found = whole.zip(object).and_then(|(document, object)| {
            let number = request.file.document_at(request.cursor.offset);
            Some((document.range, request.file.objects_of(number).position(|other| other.node == object)?))
        });
        let (before, alternatives) = (OnceCell::new(), OnceCell::new());
        Self { request, document: found, by, before, alternatives, left: Cell::new(BUDGET) }
    }

    /// The first of some texts that the server has nothing against, else the last.
    pub(super) fn first(&self, written: impl Iterator<Item = Insertion>) -> Insertion {
        let mut written = written.peekable();
        let mut last = None;
        while let Some(one) = written.next() {
            if written.peek().is_none() || self.holds(&one) {
                return one;
            }
            last = Some(one);
        }
        last.unwrap_or_else(|| self.request.point.value(""))
    }

    fn holds(&self, written: &Insertion) -> bool {
        self.refusals(written).is_none_or(|(findings, _)| findings.is_empty())
    }

    /// What the server has against each of several texts in one place, where it does not say that of all.
    pub(super) fn against(&self, written: &[Insertion]) -> Vec<Option<String>> {
        let Some(before) = self.before.get_or_init(|| self.judged(None)) else {
            return vec![None; written.len()];
        };
        let judged: Vec<Option<Judged>> =
            written.iter().map(|one| self.judged(Some(&one.plain_edit()))).collect();
        let all = || judged.iter().flatten().chain([before]);
        let always = |key: &(String, String)| all().all(|one| one.said.contains_key(key));
        let message = |one: &Option<Judged>| {
            let (_, (_, finding)) = one.as_ref()?.said.iter().find(|(key, _)| !always(key))?;
            Some(finding.message.clone())
        };
        judged.iter().map(message).collect()
    }

    /// Whether alternatives of a schema leave room for a key, whatever its value: some are tried.
    pub(super) fn has_room(&self, name: &str, schema: Schema<'_>) -> bool {
        let entry = |json: String| {
            self.request.written(&Template::Map(vec![super::member(name, Template::text(json))]))
        };
        if !self.alternatives.get_or_init(|| self.stand_alternatives_above(&entry("0".to_owned()))) {
            return true;
        }
        let mut values: Vec<Json> = schema.enum_values().take(TRIED).cloned().collect();
        if values.is_empty() {
            values.push(crdls_witness::example(schema, name, self.request.config.kubernetes));
        }
        values.iter().any(|value| {
            let Some((findings, way)) = self.refusals(&entry(value.to_json())) else { return true };
            let inside = |finding: &Finding| finding.path.starts_with(&way);
            !findings.iter().any(|finding| finding.code.name == ALTERNATIVES.name && !inside(finding))
        })
    }

    /// Whether a schema around a place has alternatives.
    fn stand_alternatives_above(&self, entry: &Insertion) -> bool {
        let Some(mut schema) = self.by.and_then(|by| by.version.schema()) else { return false };
        let Some(here) = self.judged(Some(&entry.plain_edit())) else { return false };
        let has = |schema: Schema<'_>| {
            schema.all_of().len() + schema.any_of().len() + schema.one_of().len() > 0
                || schema.not().is_some()
        };
        for step in &here.way {
            if has(schema) {
                return true;
            }
            let Some(below) = schema.at(std::slice::from_ref(step)) else { return false };
            schema = below;
        }
        false
    }

    /// What is new where a text is put in, and the way to it.
    fn refusals(&self, written: &Insertion) -> Option<(Vec<Finding>, Vec<PathStep>)> {
        let before = self.before.get_or_init(|| self.judged(None)).as_ref()?;
        let Edit { range, new_text } = written.plain_edit();
        let after = self.judged(Some(&Edit { range, new_text: self.indented(&new_text) }))?;
        let is_new =
            |key: &(String, String), n: usize| before.said.get(key).is_none_or(|(before, _)| n > *before);
        let new = after.said.into_iter().filter(|(key, (n, _))| is_new(key, *n));
        Some((new.map(|(_, (_, finding))| finding).collect(), after.way))
    }

    /// What the server says, missing fields aside; nothing where that is not to be found out.
    fn judged(&self, edit: Option<&Edit>) -> Option<Judged> {
        let (document, object) = self.document?;
        self.left.set(self.left.get().checked_sub(document.len() as usize)?);
        let mut text = document.of(self.request.file.text()).to_owned();
        let mut at = 0;
        if let Some(edit) = edit {
            at = edit.range.start.checked_sub(document.start)?;
            let range = TextRange::new(at, at + edit.range.len());
            Edit { range, new_text: edit.new_text.clone() }.apply(&mut text).then_some(())?;
        }
        let tree = Tree::parse(&text);
        let root = tree.first_root(&text)?;
        let object = crdls_manifest::objects::objects(root).into_iter().nth(object)?.node;
        let findings =
            judge(object.into(), self.request.context.file, self.by?, self.request.config).findings;
        let mut said = Refusals::new();
        for finding in findings.into_iter().filter(counts) {
            let server = finding.server.as_ref()?;
            let key = (server.field.clone(), server.detail.clone());
            said.entry(key).or_insert((0, finding)).0 += 1;
        }
        Some(Judged { said, way: way_to(object, at) })
    }

    /// As editors put it in.
    fn indented(&self, text: &str) -> String {
        let before = self.request.line_before();
        let indent = before.get(..before.len() - before.trim_start_matches(' ').len()).unwrap_or_default();
        text.replace('\n', &format!("\n{indent}"))
    }
}

/// The way to the key or item at an offset.
fn way_to(mut node: Node<'_>, at: u32) -> Vec<PathStep> {
    let mut way = Vec::new();
    loop {
        let here = |range: TextRange| range.start <= at && at < range.end;
        let entry = node.entries().find(|entry| here(entry.range));
        let item = node.item_ranges().enumerate().find(|(_, (_, range))| here(*range));
        node = match (entry, item) {
            (Some(entry), _) => {
                way.push(PathStep::name(&entry.key.str().unwrap_or_default()));
                entry.value
            }
            (None, Some((index, (item, _)))) => {
                way.push(PathStep::Index(index));
                item
            }
            (None, None) => return way,
        };
    }
}

fn counts(finding: &Finding) -> bool {
    let missing = |kind| matches!(kind, ErrorType::Required | ErrorType::Warning);
    *finding.code != UNCHECKED_RULES
        && finding.server.as_ref().is_some_and(|server| !missing(server.kind) && !server.shadowed)
}
