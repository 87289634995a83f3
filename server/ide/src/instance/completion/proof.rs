//! Whether the server would take what a proposal writes.
//!
//! A draft is put in and the object judged: what is missing is for the author to add, anything else speaks
//! against it. Texts that are large or broken are left to the author.

use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;

use crdls_crd::instance::{Judgement, judge};
use crdls_crd::{ErrorType, Finding, document};
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Node, Tree};

use super::Request;
use super::text::Text;

/// So much text is judged for one list of proposals.
const BUDGET: usize = 1 << 18;

/// How often each thing is said.
type Said = BTreeMap<(String, String), usize>;

pub(super) struct Proof<'a> {
    request: &'a Request<'a>,
    /// The document of the object, and where in it the object is.
    document: Option<(TextRange, usize)>,
    by: Option<Judgement<'a>>,
    before: OnceCell<Option<Said>>,
    left: Cell<usize>,
}

impl<'a> Proof<'a> {
    pub(super) fn new(request: &'a Request<'a>, object: Option<Node<'_>>, by: Option<Judgement<'a>>) -> Self {
        let tree = request.file.tree();
        let document = tree.documents().get(request.file.document_at(request.cursor.offset));
        let whole = document.filter(|document| tree.errors_in(document).next().is_none());
        let found = whole.zip(object).and_then(|(document, object)| {
            let objects = document::objects_of(tree.root(request.file.text(), document)?);
            Some((document.range, objects.iter().position(|other| *other == object)?))
        });
        Self { request, document: found, by, before: OnceCell::new(), left: Cell::new(BUDGET) }
    }

    /// The first of some texts that the server has nothing against, else the last.
    pub(super) fn first(&self, range: TextRange, texts: impl Iterator<Item = Text>) -> Text {
        let mut texts = texts.peekable();
        let mut last = Text::default();
        while let Some(text) = texts.next() {
            if texts.peek().is_none() || self.holds(range, &text.plain) {
                return text;
            }
            last = text;
        }
        last
    }

    fn holds(&self, range: TextRange, text: &str) -> bool {
        let Some(before) = self.before.get_or_init(|| self.judged(None)) else { return true };
        let edit = Edit { range, new_text: self.indented(text) };
        let Some(after) = self.judged(Some(&edit)) else { return true };
        after.iter().all(|(said, n)| before.get(said).is_some_and(|before| n <= before))
    }

    /// What the server says, missing fields aside; nothing where that is not to be found out.
    fn judged(&self, edit: Option<&Edit>) -> Option<Said> {
        let (document, object) = self.document?;
        self.left.set(self.left.get().checked_sub(document.len() as usize)?);
        let mut text = document.of(self.request.file.text()).to_owned();
        if let Some(edit) = edit {
            let start = edit.range.start.checked_sub(document.start)?;
            let range = TextRange::new(start, start + edit.range.len());
            Edit { range, new_text: edit.new_text.clone() }.apply(&mut text).then_some(())?;
        }
        let tree = Tree::parse(&text);
        let root = tree.root(&text, tree.documents().first()?)?;
        let object = document::objects_of(root).into_iter().nth(object)?;
        let findings = judge(object, self.request.beside.file, self.by?, self.request.config).findings;
        let mut said = Said::new();
        for server in findings.iter().filter(|finding| counts(finding)).filter_map(|f| f.server.as_ref()) {
            *said.entry((server.field.clone(), server.detail.clone())).or_default() += 1;
        }
        Some(said)
    }

    /// As editors put it in.
    fn indented(&self, text: &str) -> String {
        let before = self.request.line_before();
        let indent = before.get(..before.len() - before.trim_start_matches(' ').len()).unwrap_or_default();
        text.replace('\n', &format!("\n{indent}"))
    }
}

fn counts(finding: &Finding) -> bool {
    let missing = |kind| matches!(kind, ErrorType::Required | ErrorType::Warning);
    finding.rule.code != "unchecked-rules"
        && finding.server.as_ref().is_some_and(|server| !missing(server.kind) && !server.shadowed)
}
