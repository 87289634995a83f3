//! Which declaration a name means (cel-go, checker/env.go): the variables of macros hide those
//! of the environment, and a leading dot passes over them.

use crate::Edition;
use crate::ast::Name;
use crate::types::Type;

use super::Checker;

/// Variables of macros, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Scopes(Vec<(Name, Type)>);

/// A declaration found.
pub(super) struct Resolved {
    /// The name that the expression then has.
    pub name: Name,
    pub t: Type,
}

impl Scopes {
    pub(super) fn push(&mut self, name: Name, t: Type) {
        self.0.push((name, t));
    }

    pub(super) fn pop(&mut self) {
        self.0.pop();
    }

    fn local(&self, name: &str) -> Option<&Type> {
        let name = plain(name);
        self.0.iter().rev().find(|(its, _)| its == name).map(|(_, t)| t)
    }
}

impl Checker<'_> {
    /// resolveSimpleIdent.
    pub(super) fn resolve_simple(&self, name: &str) -> Option<Resolved> {
        let local = self.scopes.local(name);
        match local.filter(|_| !self.is_global(name)) {
            Some(t) => Some(Resolved { name: plain(name).to_owned().into(), t: t.clone() }),
            None => self.resolve_global(name, local.is_some()),
        }
    }

    /// A name of several parts; `None` where its first part is a macro's variable
    /// (resolveQualifiedIdent).
    pub(super) fn resolve_qualified(&self, name: &str) -> Option<Resolved> {
        let first = name.get(1..).and_then(|rest| rest.find('.')).map_or(name.len(), |dot| dot + 1);
        let local = self.scopes.local(name.get(..first).unwrap_or(name));
        if local.is_some() && !self.is_global(name) {
            return None;
        }
        self.resolve_global(name, local.is_some())
    }

    /// Whether the variables of macros are passed over.
    fn is_global(&self, name: &str) -> bool {
        name.starts_with('.') && self.env.edition.has(Edition::V0_29)
    }

    fn resolve_global(&self, name: &str, hidden: bool) -> Option<Resolved> {
        let plain = plain(name);
        let t = self.env.global(plain)?;
        let name = if hidden { format!(".{plain}") } else { plain.to_owned() };
        Some(Resolved { name: name.into(), t })
    }
}

fn plain(name: &str) -> &str {
    name.strip_prefix('.').unwrap_or(name)
}
