//! What can stand at the cursor in an expression.

use crdls_cel::functions::{Function, Overload};
use crdls_cel::lower::MacroSignature;
use crdls_cel::syntax::{NodeId, NodeKind, Token, TokenKind};
use crdls_cel::types::{Kind, Type};
use crdls_manifest::model::Schema;
use crdls_report::Config;
use crdls_rules::{Availability, DeclaredType, macro_availability, overload_availability};
use crdls_text::{Edit, TextRange};

use super::expected::{Expected, is_open};
use super::operators::operators;
use super::values::{literals, texts};
use super::{Expression, explain, names, quoting, schema, templates};
use crate::suggestion::InsertionPoint;
use crate::{Completion, CompletionKind, File};

/// The suggestions in the expression at an offset; `None` where there is no expression.
pub(crate) fn completions(file: &File, offset: u32, config: &Config) -> Option<Vec<Completion>> {
    let expression = super::at(file, offset, config)?;
    let at = expression.inside(offset);
    let apart = expression.is_apart(file, offset);
    let word = if apart { TextRange::empty(at) } else { expression.word(at) };
    let point = InsertionPoint::new(file, file.cursor(offset), 0);
    let point = if expression.misread { point.without_quotes() } else { point };
    let mut found = expression.completions(offset, (at, apart, word), &point);
    found.iter_mut().for_each(|completion| quoting::quote(completion, &expression, file, &point));
    Some(found)
}

impl Expression<'_> {
    fn completions(
        &self,
        offset: u32,
        (at, apart, word): (u32, bool, TextRange),
        point: &InsertionPoint<'_>,
    ) -> Vec<Completion> {
        let literal = self.literal_around(at);
        if let Some(literal) = literal.filter(|literal| !apart || literal.kind == TokenKind::String) {
            return texts(self, literal, point, at, offset);
        }
        let member = self.member_at(word);
        if member.is_none()
            && let Some(place) = self.operator_place(word, at, apart)
        {
            return operators(self, &place, point, offset);
        }
        let replaced = self.source(word, offset);
        let expected = self.expected(word);
        let build = Build { expression: self, replaced, expected: &expected };
        let mut found = match member {
            Some((_, receiver)) => match self.namespace(receiver) {
                Some(namespace) => build.of_namespace(namespace),
                None => build.members(&self.type_of_part(receiver)),
            },
            None => {
                let mut found = literals(self, &expected, point, replaced);
                found.extend(build.names(at));
                found
            }
        };
        if word.len() as usize == self.text.text().len() {
            found
                .extend(member.is_none().then(|| templates::templates(self, replaced)).into_iter().flatten());
            found.iter_mut().for_each(|completion| point.begin_expression(completion));
        }
        found
    }
    /// Whether blanks that are no part of the text are between it and a cursor after it.
    fn is_apart(&self, file: &File, offset: u32) -> bool {
        let before = file.text().get(..offset as usize).unwrap_or_default();
        offset >= self.range.end && before.ends_with(char::is_whitespace)
    }

    /// The text, number or comment that a place is inside of.
    fn literal_around(&self, at: u32) -> Option<Token> {
        use TokenKind::*;
        let inside = |token: &&Token| token.range.start < at && at <= token.range.end;
        let closed = |range: TextRange| {
            let text = range.of(self.text.text());
            at < range.end || !text.ends_with(['"', '\'']) || text.len() < 2
        };
        let is_literal = |token: &Token| match token.kind {
            Comment | Int | Uint | Double => true,
            String | Bytes => closed(token.range),
            _ => false,
        };
        self.tree.tokens.iter().filter(inside).find(|token| is_literal(token)).copied()
    }

    /// The member that a word after a dot is, and the part before the dot.
    pub(super) fn member_at(&self, word: TextRange) -> Option<(NodeId, NodeId)> {
        self.tree.ids().find_map(|id| match self.tree.node(id).kind {
            NodeKind::Select { operand, dot, field, .. } => {
                let here = match field {
                    Some(field) => field.start == word.start,
                    None => dot.end <= word.start && self.is_blank(dot.end, word.start),
                };
                here.then_some((id, operand))
            }
            NodeKind::Call { target: Some(target), name, .. } if name.start == word.start => {
                Some((id, target))
            }
            _ => None,
        })
    }

    fn is_blank(&self, from: u32, to: u32) -> bool {
        let between = self.text.text().get(from as usize..to as usize);
        between.is_some_and(|text| text.chars().all(|c| c.is_whitespace() || c == '?'))
    }
}

struct Build<'e, 't> {
    expression: &'e Expression<'t>,
    replaced: TextRange,
    expected: &'e Expected,
}

impl Build<'_, '_> {
    /// The functions whose names begin with a namespace, by the rest of their names.
    fn of_namespace(&self, namespace: &str) -> Vec<Completion> {
        let functions = self.expression.library.functions.iter();
        let in_namespace = functions.filter_map(|function| {
            let rest = function.name.strip_prefix(namespace)?.strip_prefix('.')?;
            let made = self.function(function, |overload| !overload.member)?;
            let new_text = made.edit.new_text.strip_prefix(namespace)?.strip_prefix('.')?.to_owned();
            let edit = Edit { new_text, ..made.edit };
            Some(Completion { label: rest.to_owned(), plain: rest.to_owned(), edit, ..made })
        });
        in_namespace.collect()
    }

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
            self.function(function, fits)
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
            self.typed(name, CompletionKind::Field, &t, described.to_owned(), "0")
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
                found.push(self.typed(&local.name, CompletionKind::Variable, &local.t, String::new(), "0"));
            }
        }
        let own = self.expression.declaration.cel_type(crdls_rules::SELF_TYPE);
        for (at, (name, doc)) in explain::VARIABLES.iter().enumerate() {
            let group = format!("1{at}");
            found.push(self.typed(name, CompletionKind::Variable, &own, (*doc).to_owned(), &group));
        }
        let library = self.expression.library;
        let macros = library.dialect.macros.signatures();
        found.extend(macros.filter(|its| !its.receiver).map(|its| self.macro_(&its)));
        let functions = library.functions.iter().filter(|function| names::is_callable(&function.name));
        found.extend(functions.filter_map(|function| self.function(function, |overload| !overload.member)));
        let of_bool = if self.expected.wants_bool() { "00" } else { "4" };
        let literals =
            [("true", of_bool, Type::Bool), ("false", of_bool, Type::Bool), ("null", "4", Type::Null)];
        for (literal, group, t) in literals {
            let sort = self.expected.sort(group, Some(&t));
            found.push(self.name(literal, CompletionKind::Value, String::new(), String::new(), &sort));
        }
        found
    }

    fn macro_(&self, signature: &MacroSignature) -> Completion {
        let (name, arguments) = (signature.name, explain::macro_arguments(signature.name, signature.args));
        let available = macro_availability(signature);
        let sort = self.expected.sort(self.group("2", available), macro_result(name).as_ref());
        let detail = self.detail("macro".to_owned(), available);
        Completion {
            label: format!("{name}({})", explain::plain(&arguments)),
            edit: Edit { range: self.replaced, new_text: format!("{name}({arguments})") },
            snippet: true,
            plain: name.to_owned(),
            ..self.name(name, CompletionKind::Snippet, detail, explain::function(name), &sort)
        }
    }

    /// A call by the overload that fits best; none where no overload can be called here.
    fn function(&self, function: &Function, fits: impl Fn(&&Overload) -> bool) -> Option<Completion> {
        let fitting = || function.overloads.iter().filter(&fits);
        let wanted = fitting().find(|overload| self.expected.fits(&overload.result));
        let overload = wanted.or_else(|| fitting().next())?;
        let available = overload_availability(&overload.id);
        let sort = self.expected.sort(self.group("3", available), Some(&overload.result));
        let (signature, _) = names::of_overload(&function.name, overload);
        let takes_none = overload.args.len() == usize::from(overload.member);
        let call = if takes_none { "()" } else { "($1)$0" };
        Some(Completion {
            edit: Edit { range: self.replaced, new_text: format!("{}{call}", function.name) },
            snippet: !takes_none,
            plain: function.name.to_string(),
            ..self.name(
                &function.name,
                CompletionKind::Function,
                self.detail(signature, available),
                explain::function(&function.name),
                &sort,
            )
        })
    }

    /// What some of the named minors lack comes after what all have.
    fn group(&self, group: &'static str, available: Option<Availability>) -> &'static str {
        if self.lacking(available).is_some() { "5" } else { group }
    }

    /// A detail, with when there is what some of the named minors lack.
    fn detail(&self, detail: String, available: Option<Availability>) -> String {
        self.lacking(available).map_or(detail.clone(), |available| format!("{detail}, {available}"))
    }

    /// The availability of what some of the named minors lack.
    fn lacking(&self, available: Option<Availability>) -> Option<Availability> {
        available.filter(|available| !available.in_all(self.expression.minors))
    }

    /// A name whose type is known.
    fn typed(
        &self,
        name: &str,
        kind: CompletionKind,
        t: &Type,
        documentation: String,
        group: &str,
    ) -> Completion {
        let sort = self.expected.sort(group, Some(t));
        self.name(name, kind, names::of_type(t), documentation, &sort)
    }

    fn name(
        &self,
        name: &str,
        kind: CompletionKind,
        detail: String,
        documentation: String,
        sort: &str,
    ) -> Completion {
        Completion {
            label: name.to_owned(),
            kind,
            detail: (!detail.is_empty()).then_some(detail),
            documentation,
            edit: Edit { range: self.replaced, new_text: name.to_owned() },
            snippet: false,
            additional: Vec::new(),
            plain: name.to_owned(),
            deprecated: false,
            only_replaces: false,
            sort: format!("{sort}{name}"),
            preselect: false,
        }
    }
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

/// The type of what a macro makes; none where any type can come of it.
fn macro_result(name: &str) -> Option<Type> {
    Some(match name {
        "has" | "all" | "exists" | "exists_one" | "existsOne" => Type::Bool,
        "map" | "filter" | "transformList" | "sortBy" => Type::list(Type::Dyn),
        "transformMap" | "transformMapEntry" => Type::map(Type::Dyn, Type::Dyn),
        "optMap" | "optFlatMap" => Type::optional(Type::Dyn),
        _ => return None,
    })
}
