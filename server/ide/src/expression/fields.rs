//! The properties that expressions name.

use crdls_cel::syntax::{NodeId, NodeKind};
use crdls_cel::types::{Kind, unwrap_optional};
use crdls_report::Config;
use crdls_rules::{SELF_TYPE, escape, unescape};
use crdls_text::TextRange;
use crdls_yaml::Node;

use super::Expression;
use super::find::ExpressionSource;
use crate::File;
use crate::version::OwnedStep;

/// A property that an expression names.
#[derive(Clone, Debug)]
pub(crate) struct FieldUse<'t> {
    /// The scalar of the expression.
    pub(crate) node: Node<'t>,
    /// The name, in the file.
    pub(crate) range: TextRange,
    /// The way to the property from the version's schema.
    pub(crate) route: Vec<OwnedStep>,
}

/// The properties that expressions of a version of a CRD name: those of one name, or all.
pub(crate) fn field_uses<'t>(
    file: &'t File,
    (crd, version): (Node<'t>, usize),
    written: Vec<ExpressionSource<'t>>,
    name: Option<&str>,
    config: &Config,
) -> Vec<FieldUse<'t>> {
    if written.is_empty() {
        return Vec::new();
    }
    let Some(decoded) = file.decoded(crd, config) else { return Vec::new() };
    let escaped = name.and_then(escape);
    let is_wanted =
        |spelled: &str| name.is_none() || name == Some(spelled) || escaped.as_deref() == Some(spelled);
    let mut uses = Vec::new();
    for written in written {
        let node = written.node;
        let Some(expression) = Expression::new(written.in_version(&decoded, version), config) else {
            continue;
        };
        let fields = expression.fields(is_wanted).into_iter();
        uses.extend(fields.map(|(range, route)| FieldUse { node, range, route }));
    }
    uses
}

impl Expression<'_> {
    fn fields(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<(TextRange, Vec<OwnedStep>)> {
        let text = self.text.text();
        let field = |id: NodeId| {
            let NodeKind::Select { operand, field: Some(field), .. } = self.tree.node(id).kind else {
                return None;
            };
            let spelled = field.of(text).trim_matches('`');
            if !is_wanted(spelled) {
                return None;
            }
            let mut route = self.route_of(operand)?;
            route.push(OwnedStep::Property(unescape(spelled)?.into_owned()));
            Some((self.text.source_range(field), route))
        };
        self.tree.ids().filter_map(field).collect()
    }

    /// The way to the schema that a part's type is made of.
    fn route_of(&self, mut part: NodeId) -> Option<Vec<OwnedStep>> {
        while let NodeKind::Paren { inner } = self.tree.node(part).kind {
            part = inner;
        }
        let (t, _) = unwrap_optional(self.checked.type_of_node(part)?);
        let inside = t.name().strip_prefix(SELF_TYPE).filter(|_| t.kind() == Kind::Object)?;
        let mut route = self.steps.clone();
        for step in inside.split('.').skip(1) {
            route.push(match step {
                "@idx" => OwnedStep::Item,
                "@elem" => OwnedStep::Value,
                field => OwnedStep::Property(unescape(field)?.into_owned()),
            });
        }
        Some(route)
    }
}
