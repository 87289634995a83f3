//! What can stand at the cursor in an expression.

use crdls_cel::functions::{Function, Overload};
use crdls_cel::lower::MacroSignature;
use crdls_cel::syntax::NodeKind;
use crdls_cel::types::{Kind, Type};
use crdls_rules::DeclaredType;
use crdls_schema::Config;
use crdls_schema::model::Schema;
use crdls_text::{Edit, TextRange};

use super::{Expression, explain, names, schema};
use crate::File;
use crate::manifest_position::Cursor;
use crate::suggestion::InsertionPoint;
use crate::{Completion, CompletionKind};

/// The suggestions in the expression at an offset; `None` where there is no expression.
pub(crate) fn completions(file: &File, offset: u32, config: &Config) -> Option<Vec<Completion>> {
    let expression = super::at(file, offset, config)?;
    let at = expression.inside(offset);
    let word = expression.word(at);
    if expression.is_in_literal(at) {
        return Some(Vec::new());
    }
    let build = Build { expression: &expression, replaced: expression.source(word, offset) };
    let mut found = match expression.receiver(word) {
        Some(receiver) => build.members(&receiver),
        None => build.names(at),
    };
    if word.len() as usize == expression.text.text().len() {
        let point = InsertionPoint::new(file, Cursor::at(file, offset), 0);
        found.iter_mut().for_each(|completion| point.begin_expression(completion));
    }
    Some(found)
}

impl Expression<'_> {
    /// Whether a place is inside of a text, a number or a comment.
    fn is_in_literal(&self, at: u32) -> bool {
        use crdls_cel::syntax::TokenKind::*;
        let inside = |token: &&crdls_cel::syntax::Token| token.range.start < at && at <= token.range.end;
        let mut tokens = self.tree.tokens.iter().filter(inside);
        let closed = |range: TextRange| {
            let text = range.of(self.text.text());
            at < range.end || !text.ends_with(['"', '\'']) || text.len() < 2
        };
        tokens.any(|token| match token.kind {
            Comment => true,
            String | Bytes => closed(token.range),
            Int | Uint | Double => true,
            _ => false,
        })
    }

    /// The type before the dot that a word stands after.
    fn receiver(&self, word: TextRange) -> Option<Type> {
        let operand = self.tree.ids().find_map(|id| match self.tree.node(id).kind {
            NodeKind::Select { operand, dot, field, .. } => {
                let here = match field {
                    Some(field) => field.start == word.start,
                    None => dot.end <= word.start && self.is_blank(dot.end, word.start),
                };
                here.then_some(operand)
            }
            NodeKind::Call { target: Some(target), name, .. } if name.start == word.start => Some(target),
            _ => None,
        })?;
        Some(self.checked.type_of_node(operand).cloned().unwrap_or(Type::Dyn))
    }

    fn is_blank(&self, from: u32, to: u32) -> bool {
        let between = self.text.text().get(from as usize..to as usize);
        between.is_some_and(|text| text.chars().all(|c| c.is_whitespace() || c == '?'))
    }
}

struct Build<'e, 't> {
    expression: &'e Expression<'t>,
    replaced: TextRange,
}

impl Build<'_, '_> {
    /// Fields, macros and methods of a value.
    fn members(&self, receiver: &Type) -> Vec<Completion> {
        let mut found = self.fields(receiver);
        let library = self.expression.library;
        let macros = library.dialect.macros.signatures();
        found.extend(
            macros.filter(|its| its.receiver && takes(its.name, receiver)).map(|its| self.macro_(&its)),
        );
        let methods = library.functions.iter().filter(|function| names::is_callable(&function.name));
        found.extend(methods.filter_map(|function| {
            let fits = |overload: &&Overload| {
                overload.member
                    && overload.args.first().is_some_and(|arg| arg.accepts(receiver) || is_open(receiver))
            };
            Some(self.function(function, function.overloads.iter().find(fits)?))
        }));
        found
    }

    fn fields(&self, receiver: &Type) -> Vec<Completion> {
        let found = self.expression.declaration.named_object(receiver.name());
        let Some(declaration) = found.filter(|_| receiver.kind() == Kind::Object) else {
            return Vec::new();
        };
        let DeclaredType::Object(fields) = &declaration.shape else { return Vec::new() };
        let own = schema::node(&self.expression.schema, &self.expression.steps);
        let holder = own.and_then(|own| schema::of_type(own, receiver.name()));
        let field = |(name, field): (&String, &std::sync::Arc<crdls_rules::Declaration>)| {
            let t = field.cel_type(&format!("{}.{name}", receiver.name()));
            let described =
                holder.and_then(|holder| schema::property(holder, name)).map_or("", Schema::description);
            self.name(name, CompletionKind::Field, names::of_type(&t), described.to_owned(), "0")
        };
        fields.iter().map(field).collect()
    }

    /// Variables, macros and functions that stand alone.
    fn names(&self, at: u32) -> Vec<Completion> {
        let checked = &self.expression.checked;
        let mut found: Vec<Completion> = Vec::new();
        let locals: Vec<_> = checked.locals_at(at).collect();
        for local in locals.into_iter().rev() {
            if found.iter().all(|other| other.label != local.name) {
                let t = names::of_type(&local.t);
                found.push(self.name(&local.name, CompletionKind::Variable, t, String::new(), "0"));
            }
        }
        let own = self.expression.declaration.cel_type(crdls_rules::SELF_TYPE);
        for (at, (name, doc)) in explain::VARIABLES.iter().enumerate() {
            let (t, rank) = (names::of_type(&own), format!("1{at}"));
            found.push(self.name(name, CompletionKind::Variable, t, (*doc).to_owned(), &rank));
        }
        let library = self.expression.library;
        let macros = library.dialect.macros.signatures();
        found.extend(macros.filter(|its| !its.receiver).map(|its| self.macro_(&its)));
        let functions = library.functions.iter().filter(|function| names::is_callable(&function.name));
        found.extend(functions.filter_map(|function| {
            Some(self.function(function, function.overloads.iter().find(|overload| !overload.member)?))
        }));
        for literal in ["true", "false", "null"] {
            found.push(self.name(literal, CompletionKind::Value, String::new(), String::new(), "4"));
        }
        found
    }

    fn macro_(&self, signature: &MacroSignature) -> Completion {
        let (name, arguments) = (signature.name, explain::macro_arguments(signature.name, signature.args));
        Completion {
            label: format!("{name}({})", explain::plain(&arguments)),
            edit: Edit { range: self.replaced, new_text: format!("{name}({arguments})") },
            snippet: true,
            plain: name.to_owned(),
            ..self.name(name, CompletionKind::Snippet, "macro".to_owned(), explain::function(name), "2")
        }
    }

    fn function(&self, function: &Function, overload: &Overload) -> Completion {
        let (signature, _) = names::of_overload(&function.name, overload);
        let takes_none = overload.args.len() == usize::from(overload.member);
        let call = if takes_none { "()" } else { "($1)$0" };
        Completion {
            edit: Edit { range: self.replaced, new_text: format!("{}{call}", function.name) },
            snippet: !takes_none,
            plain: function.name.to_string(),
            ..self.name(
                &function.name,
                CompletionKind::Function,
                signature,
                explain::function(&function.name),
                "3",
            )
        }
    }

    fn name(
        &self,
        name: &str,
        kind: CompletionKind,
        detail: String,
        documentation: String,
        rank: &str,
    ) -> Completion {
        Completion {
            label: name.to_owned(),
            kind,
            detail: (!detail.is_empty()).then_some(detail),
            documentation,
            edit: Edit { range: self.replaced, new_text: name.to_owned() },
            snippet: false,
            plain: name.to_owned(),
            deprecated: false,
            only_replaces: false,
            sort: format!("{rank}{name}"),
            preselect: false,
        }
    }
}

/// Whether nothing is known of a value.
pub(super) fn is_open(t: &Type) -> bool {
    matches!(t.kind(), Kind::Dyn | Kind::Any | Kind::Error | Kind::Param)
}

/// Whether a macro can be called on a value.
fn takes(name: &str, receiver: &Type) -> bool {
    let optional = name.starts_with("opt");
    match receiver.kind() {
        _ if is_open(receiver) => true,
        Kind::Opaque => optional && receiver.name() == "optional_type",
        Kind::List => !optional,
        Kind::Map => !optional && name != "sortBy",
        _ => false,
    }
}
