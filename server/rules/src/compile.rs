//! One rule or message expression: whether it compiles, and what it costs.
//!
//! Mirrors `compileRule` of k8s.io/apiextensions-apiserver
//! (pkg/apiserver/schema/cel/compilation.go).

use std::sync::Arc;

use crdls_cel::checker::{CheckError, CheckErrorKind, Checked, Reference, check};
use crdls_cel::cost::{self, Cost, CostOptions, Estimator, LISTS, OverloadCost, SETS};
use crdls_cel::plan::plan;
use crdls_cel::report;
use crdls_cel::syntax::SyntaxError;
use crdls_cel::types::Type;
use crdls_cel::validate::{Validator, validate};

use super::declaration::Declaration;
use super::library::{Library, edition, noted};
use super::objects::SELF_TYPE;
use super::parsed::parsed;
use super::sizes::Sizes;
use crdls_minors::Minor;

/// What an expression is compiled against.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'d> {
    /// The type of `self`.
    pub declaration: &'d Arc<Declaration>,
    /// The cluster's minor.
    pub minor: Minor,
    /// Whether `oldSelf` may be absent.
    pub optional_old_self: bool,
}

/// The methods of an optional value, as `oldSelf` is with `optionalOldSelf`.
pub const OPTIONAL_METHODS: [&str; 6] = ["hasValue", "or", "orValue", "optFlatMap", "optMap", "value"];

/// What an expression has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// `rule`, which has to be a boolean; white space alone is no rule.
    Rule,
    /// `messageExpression`, which has to be a string.
    Message,
    /// Any type will do, and no program is made of it: an expression that is only looked at.
    Any,
}

/// An expression, looked at.
#[derive(Clone, Debug)]
pub enum Compiled {
    /// There is none.
    Blank,
    /// The expression does not compile.
    Refused(Refusal),
    /// The expression compiles.
    Good(Good),
}

/// Why an expression does not compile.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The server's words.
    pub detail: String,
    /// What is wrong with it, with ranges in the expression.
    pub problems: RefusalCause,
}

/// What is wrong with an expression that does not compile.
#[derive(Clone, Debug)]
pub enum RefusalCause {
    /// The expression does not parse.
    Syntax(Vec<SyntaxError>),
    /// The expression does not type-check, or no program can be made of it.
    Types(Vec<CheckError>),
    /// The whole has another type than it should.
    Result(Type),
}

/// An expression that compiles.
#[derive(Clone, Debug)]
pub struct Good {
    /// The expression with its types.
    pub checked: Arc<Checked>,
    /// The least that one evaluation costs.
    pub least: u64,
    /// The most.
    pub cost: u64,
    /// Whether it reads `oldSelf`: a transition rule.
    pub uses_old_self: bool,
}

/// Compiles an expression that is not blank.
pub(crate) fn compile_anew(
    library: &'static Library,
    text: &str,
    purpose: Purpose,
    terms: Terms<'_>,
) -> Compiled {
    noted(|| compile_with(library, text, purpose, terms))
}

fn compile_with(library: &'static Library, text: &str, purpose: Purpose, terms: Terms<'_>) -> Compiled {
    let parsed = parsed(text, library);
    library.note_what_varies(text, &parsed.tree, terms.minor);
    if !parsed.errors.is_empty() {
        let words = report::syntax_errors(text, &parsed.errors);
        let problems = RefusalCause::Syntax(parsed.errors.clone());
        return Compiled::Refused(Refusal::compilation(purpose, &words, problems));
    }
    let variables = variables(terms);
    let types = library.object_types(terms.declaration);
    let environment = library.environment(&variables, &types);
    let mut checked = check(parsed.ast.clone(), &environment);
    if checked.errors.is_empty() {
        checked.errors = validate(&checked, Validator::ALL, library.dialect.edition);
    }
    if let Some(panic) = checked.errors.iter().find(|error| error.kind == CheckErrorKind::Panic) {
        let detail = panic.message.clone();
        return Compiled::Refused(Refusal { detail, problems: RefusalCause::Types(checked.errors) });
    }
    if !checked.errors.is_empty() {
        let words = report::check_errors(text, &checked.errors);
        return Compiled::Refused(Refusal::compilation(purpose, &words, RefusalCause::Types(checked.errors)));
    }
    if purpose.result().is_some_and(|wanted| *checked.result_type() != wanted) {
        return Compiled::Refused(Refusal::result(purpose, checked.result_type().clone()));
    }
    if purpose != Purpose::Any
        && let Some(error) = plan(&checked, &environment, PATTERNS)
    {
        return Compiled::Refused(Refusal::instantiation(purpose, error));
    }
    let cost = estimate(&checked, &Sizes::new(terms.declaration, terms.minor), terms.minor);
    let uses_old_self = checked.ast.ids().any(|id| is_old_self(checked.reference(id)));
    Compiled::Good(Good { checked: Arc::new(checked), least: cost.min, cost: cost.max, uses_old_self })
}

/// The functions of Kubernetes whose argument is a regular expression (pkg/cel/library/regex.go).
const PATTERNS: &[&str] = &["find", "findAll"];

/// What an evaluation costs by the estimate of that minor.
pub fn estimate(checked: &Checked, sizes: &dyn Estimator, minor: Minor) -> Cost {
    let overloads: Vec<OverloadCost> = SETS.iter().chain(LISTS).copied().collect();
    let options = CostOptions { edition: edition(minor), presence_test_costs: false, overloads: &overloads };
    cost::cost(checked, sizes, options)
}

/// What each part of an expression without errors costs at most, by its index.
pub fn costs_of_parts(checked: &Checked, declaration: &Declaration, minor: Minor) -> Vec<Option<u64>> {
    let overloads: Vec<OverloadCost> = SETS.iter().chain(LISTS).copied().collect();
    let options = CostOptions { edition: edition(minor), presence_test_costs: false, overloads: &overloads };
    let parts = cost::costs_of_parts(checked, &Sizes::new(declaration, minor), options);
    parts.into_iter().map(|part| part.map(|cost| cost.max)).collect()
}

/// The variables of an expression and their types.
pub fn variables(terms: Terms<'_>) -> [(&'static str, Type); 2] {
    let t = terms.declaration.cel_type(SELF_TYPE);
    let old = if terms.optional_old_self { Type::optional(t.clone()) } else { t.clone() };
    [("self", t), ("oldSelf", old)]
}

pub(crate) fn is_old_self(reference: &Reference) -> bool {
    matches!(reference, Reference::Variable(name) if name == "oldSelf")
}

/// Whether there is nothing to compile.
pub(crate) fn is_blank(text: &str, purpose: Purpose) -> bool {
    match purpose {
        Purpose::Rule => text.trim().is_empty(),
        Purpose::Message => text.is_empty(),
        Purpose::Any => false,
    }
}

impl Purpose {
    /// The type that it has to have.
    fn result(self) -> Option<Type> {
        match self {
            Self::Rule => Some(Type::Bool),
            Self::Message => Some(Type::String),
            Self::Any => None,
        }
    }
}

impl Refusal {
    fn compilation(purpose: Purpose, words: &str, problems: RefusalCause) -> Self {
        let what = match purpose {
            Purpose::Rule | Purpose::Any => "compilation failed",
            Purpose::Message => "messageExpression compilation failed",
        };
        Self { detail: format!("{what}: {words}"), problems }
    }

    fn instantiation(purpose: Purpose, error: CheckError) -> Self {
        let what = match purpose {
            Purpose::Rule | Purpose::Any => "program instantiation failed",
            Purpose::Message => "messageExpression instantiation failed",
        };
        Self { detail: format!("{what}: {}", error.message), problems: RefusalCause::Types(vec![error]) }
    }

    fn result(purpose: Purpose, found: Type) -> Self {
        let detail = match purpose {
            Purpose::Rule | Purpose::Any => "cel expression must evaluate to a bool",
            Purpose::Message => "messageExpression must evaluate to a string",
        };
        Self { detail: detail.to_owned(), problems: RefusalCause::Result(found) }
    }
}
