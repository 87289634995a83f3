//! The macros: which there are, and what each becomes. An environment has a selection of them.
//!
//! The shapes are those of cel-go (parser/macro.go, ext/comprehensions.go, ext/lists.go,
//! cel/library.go); the cost of a rule depends on them.

mod expansion;
mod fold;
mod optional;
mod sort;
mod two_variables;

use crdls_text::TextRange;

use crate::ast::{ExprId, ExprKind, Name};
use crate::syntax::{NodeId, SyntaxError};

use super::Lowering;
use expansion::Expansion;

/// The macros of an environment.
#[derive(Clone, Debug)]
pub struct Macros(Vec<&'static Macro>);

/// How a macro is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MacroSignature {
    /// The name of the function that is called.
    pub name: &'static str,
    /// The number of arguments, the target not counted.
    pub args: usize,
    /// Whether it is called on a value: `value.macro(…)`.
    pub receiver: bool,
}

impl Macros {
    /// All that are known here.
    pub fn all() -> Self {
        Self(KNOWN.iter().collect())
    }

    /// The macros that `wanted` selects.
    pub fn select(wanted: impl Fn(&MacroSignature) -> bool) -> Self {
        Self(KNOWN.iter().filter(|known| wanted(&known.signature)).collect())
    }

    /// How the macros of the selection are called.
    pub fn signatures(&self) -> impl Iterator<Item = MacroSignature> + '_ {
        self.0.iter().map(|known| known.signature)
    }

    fn find(&self, name: &str, args: usize, receiver: bool) -> Option<&'static Macro> {
        let wanted = |known: &&&Macro| {
            let MacroSignature { name: its, args: takes, receiver: on } = known.signature;
            its == name && takes == args && on == receiver
        };
        self.0.iter().find(wanted).copied()
    }
}

/// What a wrong argument is told; the place is that of the argument.
struct Wrong {
    argument: ExprId,
    message: String,
}

impl Wrong {
    fn new(argument: ExprId, message: impl Into<String>) -> Self {
        Self { argument, message: message.into() }
    }
}

type Expand = fn(&mut Expansion, ExprId, &[ExprId]) -> Result<ExprId, Wrong>;

#[derive(Debug)]
struct Macro {
    signature: MacroSignature,
    expand: Expand,
}

const fn on_value(name: &'static str, args: usize, expand: Expand) -> Macro {
    Macro { signature: MacroSignature { name, args, receiver: true }, expand }
}

static KNOWN: &[Macro] = &[
    Macro { signature: MacroSignature { name: "has", args: 1, receiver: false }, expand: fold::has },
    on_value("all", 2, fold::all),
    on_value("exists", 2, fold::exists),
    on_value("exists_one", 2, fold::exists_one),
    on_value("map", 2, fold::map),
    on_value("map", 3, fold::map),
    on_value("filter", 2, fold::filter),
    on_value("all", 3, fold::all),
    on_value("exists", 3, fold::exists),
    on_value("exists_one", 3, fold::exists_one),
    on_value("existsOne", 3, fold::exists_one),
    on_value("transformList", 3, two_variables::transform_list),
    on_value("transformList", 4, two_variables::transform_list),
    on_value("transformMap", 3, two_variables::transform_map),
    on_value("transformMap", 4, two_variables::transform_map),
    on_value("transformMapEntry", 3, two_variables::transform_map_entry),
    on_value("transformMapEntry", 4, two_variables::transform_map_entry),
    on_value("optMap", 2, optional::opt_map),
    on_value("optFlatMap", 2, optional::opt_flat_map),
    on_value("sortBy", 2, sort::sort_by),
];

impl Lowering<'_> {
    /// A call, or what it becomes where it names a macro (parser.expandMacro).
    pub(super) fn call_or_macro(
        &mut self,
        id: NodeId,
        at: u32,
        function: Name,
        target: Option<ExprId>,
        args: Vec<ExprId>,
    ) -> ExprId {
        let Some(found) = self.dialect.macros.find(&function, args.len(), target.is_some()) else {
            return self.push(id, at, ExprKind::Call { function, target, args });
        };
        let mut expansion = Expansion::new(self, id, at);
        let expanded = (found.expand)(&mut expansion, target.unwrap_or_default(), &args);
        let overflow = expansion.overflow;
        match expanded {
            Ok(_) if overflow => self.too_many(id),
            Ok(expanded) => expanded,
            Err(wrong) => {
                let origin = self.ast.expr(wrong.argument).origin;
                self.errors.push(SyntaxError::in_macro(origin.range, origin.at, wrong.message));
                // The place of what failed is that of its error, should another macro speak of it.
                let parts = target.into_iter().chain(args).collect();
                self.push(id, origin.at, ExprKind::Unspecified(parts))
            }
        }
    }

    fn too_many(&mut self, id: NodeId) -> ExprId {
        let range: TextRange = self.tree.node(id).range;
        if !self.errors.iter().any(|error| error.at.is_none()) {
            self.errors.push(SyntaxError::limit(range, "this macro is nested too deep to be expanded"));
        }
        self.unspecified(id, Vec::new())
    }
}
