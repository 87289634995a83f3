//! Functions and their overloads: a table that the caller fills.

use std::collections::BTreeMap;

use crate::ast::Name;
use crate::types::Type;

/// All functions of an environment.
#[derive(Clone, Debug, Default)]
pub struct Functions {
    by_name: BTreeMap<Name, Function>,
}

/// A function with its overloads (cel-go's `decls.FunctionDecl`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name with its namespace, `optional.of`; of an operator as in [`crate::ast::functions`].
    pub name: Name,
    /// In the order of their declaration; at least one where the function is in [`Functions`].
    pub overloads: Vec<Overload>,
}

/// One way to call a function (cel-go's `decls.OverloadDecl`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overload {
    /// cel-go's id, `add_int64`: implementations and costs are looked up by it.
    pub id: Name,
    /// Whether it is called on a value, which then is the first argument.
    pub member: bool,
    /// The names of the type parameters in `args` and `result`, each once; mostly empty.
    pub type_params: Vec<Name>,
    /// The types of the arguments in order; of a member overload the target's comes first.
    pub args: Vec<Type>,
    /// The type of the value that a call returns.
    pub result: Type,
}

/// An overload as a table has it: the types are text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OverloadRow<'t> {
    /// See [`Function::name`].
    pub function: &'t str,
    /// See [`Overload::id`].
    pub overload: &'t str,
    /// See [`Overload::member`].
    pub member: bool,
    /// See [`Overload::args`]; each in the notation of [`Type::parse`]: `map(<K>, int)`.
    pub args: &'t [&'t str],
    /// See [`Overload::result`]; in the same notation.
    pub result: &'t str,
}

impl Functions {
    /// Adds an overload after those that its function has.
    pub fn add(&mut self, function: Name, overload: Overload) {
        let new = || Function { name: function.clone(), overloads: Vec::new() };
        self.by_name.entry(function.clone()).or_insert_with(new).overloads.push(overload);
    }

    /// Adds an overload of a table; false where one of its types does not parse.
    #[must_use]
    pub fn add_row(&mut self, row: OverloadRow<'_>, is_opaque: &dyn Fn(&str) -> bool) -> bool {
        let args: Option<Vec<_>> = row.args.iter().map(|text| Type::parse(text, is_opaque)).collect();
        let (Some(args), Some(result)) = (args, Type::parse(row.result, is_opaque)) else { return false };
        let mut type_params = Vec::new();
        args.iter().chain([&result]).for_each(|t| collect_params(t, &mut type_params));
        let id = row.overload.to_owned().into();
        self.add(
            row.function.to_owned().into(),
            Overload { id, member: row.member, type_params, args, result },
        );
        true
    }

    /// The function of this name; a leading dot is ignored.
    pub fn get(&self, name: &str) -> Option<&Function> {
        self.by_name.get(name.strip_prefix('.').unwrap_or(name))
    }

    /// All functions.
    pub fn iter(&self) -> impl Iterator<Item = &Function> {
        self.by_name.values()
    }
}

fn collect_params(t: &Type, names: &mut Vec<Name>) {
    if let Type::Param(name) = t
        && !names.iter().any(|known| known == &**name)
    {
        names.push(Name::Owned(name.to_string()));
    }
    t.parameters().iter().for_each(|inner| collect_params(inner, names));
}
