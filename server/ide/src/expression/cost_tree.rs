//! The costs of the parts of a rule, and how often the body of a macro is evaluated.

use std::fmt::Write as _;

use crdls_cel::syntax::{NodeId, NodeKind};
use crdls_cel::types::Kind;
use crdls_crd::cost::figure;
use crdls_manifest::model::Schema;
use crdls_report::Config;
use crdls_rules::costs_of_parts;

use super::{Expression, schema};
use crate::File;
use crate::screen::code;

/// So many rows, and so many levels, of the tree are shown.
const MOST_ROWS: usize = 12;
const MOST_LEVELS: usize = 4;

/// So many characters of a part are shown.
const MOST_OF_PART: usize = 60;

/// The parts of the expression at an offset as a list in Markdown, each with what one evaluation of it costs at most;
/// nothing for an expression that does not compile, or has one part only.
pub(crate) fn cost_tree(file: &File, offset: u32, config: &Config) -> Option<String> {
    let expression = super::at(file, offset, config)?;
    if !expression.tree.errors.is_empty() || !expression.checked.errors.is_empty() {
        return None;
    }
    let parts = costs_of_parts(&expression.checked, &expression.declaration, expression.minor);
    let mut tree = CostTree { expression: &expression, parts, rows: Vec::new() };
    tree.add(expression.tree.root, 0, None);
    (tree.rows.len() > 1).then(|| tree.rows.concat())
}

struct CostTree<'e> {
    expression: &'e Expression<'e>,
    parts: Vec<Option<u64>>,
    rows: Vec<String>,
}

impl CostTree<'_> {
    /// A part and those in it. `turns`: how often it is evaluated for each evaluation of the part around it.
    fn add(&mut self, id: NodeId, level: usize, turns: Option<String>) {
        let node = self.expression.tree.node(id);
        if let NodeKind::Paren { inner } = &node.kind {
            return self.add(*inner, level, turns);
        }
        let index = self.expression.checked.of_node(id).map(|id| id.index());
        let cost = index.and_then(|index| self.parts.get(index).copied().flatten()).unwrap_or(0);
        // What costs next to nothing is read off the text.
        if level > 0 && cost <= 1 || level == MOST_LEVELS || self.rows.len() == MOST_ROWS {
            return;
        }
        let text =
            node.range.of(self.expression.text.text()).split_whitespace().collect::<Vec<_>>().join(" ");
        let short: String = text.chars().take(MOST_OF_PART).collect();
        let dots = if short.len() < text.len() { "…" } else { "" };
        let mut row = format!("{:indent$}- {}{dots}: {}", "", code(&short), figure(cost), indent = level * 2);
        let _ = turns.into_iter().try_for_each(|turns| write!(row, " × {turns}"));
        row.push('\n');
        self.rows.push(row);
        match &node.kind {
            NodeKind::Call { target: Some(target), args, open, .. } => {
                let is_of_macro =
                    |local: &&crdls_cel::checker::LocalVariable| open.touches(local.scope.start);
                let variables = self.expression.checked.locals.iter().filter(is_of_macro).count();
                let variables = variables.min(args.len());
                let turns = (variables > 0).then(|| self.turns(*target)).flatten();
                self.add(*target, level + 1, None);
                let bodies = args.iter().skip(variables);
                bodies.for_each(|body| self.add(*body, level + 1, turns.clone()));
            }
            kind => {
                let mut inner = Vec::new();
                kind.for_each_child(|child| inner.push(child));
                inner.into_iter().for_each(|child| self.add(child, level + 1, None));
            }
        }
    }

    /// How many elements a list or map of the schema can have.
    fn turns(&self, range: NodeId) -> Option<String> {
        let schema = self.schema_of(range)?;
        let (keyword, bound) = match schema.type_() {
            "array" => ("maxItems", schema.max_items()),
            _ => ("maxProperties", schema.max_properties()),
        };
        Some(match bound {
            Some(bound) => format!("{bound} (`{keyword}`)"),
            None => format!("as many as fit into a request (no `{keyword}`)"),
        })
    }

    /// The schema of a part that is a field.
    fn schema_of(&self, id: NodeId) -> Option<Schema<'_>> {
        let expression = self.expression;
        let own = schema::node(&expression.schema, &expression.steps)?;
        match &expression.tree.node(id).kind {
            NodeKind::Paren { inner } => self.schema_of(*inner),
            NodeKind::Ident { name, .. } => {
                let name = name.of(expression.text.text());
                ["self", "oldSelf"].contains(&name).then_some(own)
            }
            NodeKind::Select { operand, field: Some(field), .. } => {
                let holder =
                    expression.checked.type_of_node(*operand).filter(|t| t.kind() == Kind::Object)?;
                let holder = schema::of_type(own, holder.name())?;
                schema::property(holder, field.of(expression.text.text()))
            }
            _ => None,
        }
    }
}
