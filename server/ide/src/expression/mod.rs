//! The CEL expression under the cursor: its text, its types, and the schema node that it is about.
//!
//! Knows where rules stand in a CRD and what they see; the language is in `crdls_cel`, what rules may call in
//! `crdls_rules`. Works on expressions that are half there: what can be said of their parts is said.

mod completion;
mod cost_tree;
mod expected;
mod explain;
mod fields;
mod hover;
mod locals;
mod names;
mod operators;
mod quoting;
mod signature;
mod templates;
mod tokens;
mod values;

use std::sync::Arc;

use crdls_cel::checker::{Checked, check};
use crdls_cel::lower::parse_expression;
use crdls_cel::syntax::Tree;
pub(crate) use crdls_fixes::expression::find::{ExpressionSource, rules};
pub(crate) use crdls_fixes::expression::schema::VersionSchema;
use crdls_fixes::expression::{find, schema};
use crdls_minors::{Minor, Minors};
use crdls_report::Config;
use crdls_rules::{Declaration, Library, Purpose, Terms, variables};
use crdls_text::TextRange;
use crdls_yaml::{Decoded, Kind};

use crate::File;
use crate::version::OwnedStep;
pub(crate) use completion::completions;
pub(crate) use cost_tree::cost_tree;
pub(crate) use explain::availability;
pub(crate) use fields::{FieldUse, field_uses};
pub(crate) use hover::hover;
pub(crate) use locals::{LocalUses, local_at};
pub(crate) use names::of_type as type_words;
pub use signature::{Signature, Signatures, signatures};
pub(crate) use tokens::semantic_tokens;
pub use tokens::{SemanticKind, SemanticToken};

/// An expression of a rule, checked as far as it is there.
#[derive(Debug)]
pub(crate) struct Expression<'t> {
    /// The text, and the way back to the file.
    text: Decoded<'t>,
    /// The scalar in the file.
    range: TextRange,
    /// Its key.
    key: TextRange,
    /// YAML reads something else.
    misread: bool,
    /// It is written on one line.
    one_line: bool,
    /// How the scalar is written.
    style: Kind,
    /// Where in the text a cursor after the scalar is: before the line break that ends a block.
    end: u32,
    purpose: Purpose,
    tree: Tree,
    checked: Checked,
    /// How many errors its syntax has, macros included.
    syntax_errors: usize,
    /// What `self` is.
    declaration: Arc<Declaration>,
    library: &'static Library,
    minor: Minor,
    /// All minors that are named.
    minors: Minors,
    /// The schema of the version, and the way to the node that `self` is.
    schema: VersionSchema,
    steps: Vec<OwnedStep>,
}

/// The expression at an offset, where one is written.
pub(crate) fn at<'t>(file: &'t File, offset: u32, config: &Config) -> Option<Expression<'t>> {
    Expression::new(find::at(file, offset, config)?, config)
}

impl<'t> Expression<'t> {
    fn new(found: find::LocatedExpression<'t>, config: &Config) -> Option<Self> {
        let declaration = schema::declaration(&found.schema, &found.steps, config.kubernetes)?;
        let library = Library::of_new_rules(config.kubernetes);
        let source = found.node.text();
        let text = match found.misread {
            Some(range) => Decoded::of_range(source, range),
            None => found.node.decoded(),
        };
        let parsed = parse_expression(text.text(), &library.dialect);
        let optional_old_self = found.optional_old_self;
        let terms = Terms { declaration: &declaration, minor: config.kubernetes, optional_old_self };
        let variables = variables(terms);
        let types = library.object_types(&declaration);
        let checked = check(parsed.ast, &library.environment(&variables, &types));
        let keeps_break = found.misread.is_none() && found.node.source().ends_with('\n');
        let end = if keeps_break { text.text() } else { text.text().trim_end_matches('\n') }.len() as u32;
        Some(Self {
            range: found.misread.unwrap_or_else(|| found.node.range()),
            key: found.key,
            one_line: found.misread.is_some() || !found.node.source().contains('\n'),
            misread: found.misread.is_some(),
            style: if found.misread.is_some() { Kind::Plain } else { found.node.kind() },
            end,
            purpose: found.purpose,
            syntax_errors: parsed.errors.len(),
            tree: parsed.tree,
            text,
            checked,
            declaration,
            library,
            minor: config.kubernetes,
            minors: config.minors,
            schema: found.schema,
            steps: found.steps,
        })
    }

    /// A place of the file as one in the expression's text.
    fn inside(&self, offset: u32) -> u32 {
        if offset >= self.range.end { self.end } else { self.text.offset_of(offset) }
    }

    /// The word of a name around a place of the text.
    fn word(&self, at: u32) -> TextRange {
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let text = self.text.text();
        let (before, behind) = text.split_at_checked(at as usize).unwrap_or((text, ""));
        let start = before.trim_end_matches(is_name).len() as u32;
        let end = at + (behind.len() - behind.trim_start_matches(is_name).len()) as u32;
        TextRange::new(start, end)
    }

    /// A range of the text in the file; an empty one is at the cursor.
    fn source(&self, range: TextRange, cursor: u32) -> TextRange {
        if range.is_empty() { TextRange::empty(cursor) } else { self.text.source_range(range) }
    }
}
