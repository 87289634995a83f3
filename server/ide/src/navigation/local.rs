//! Navigation of the variables that macros declare. They are named in one expression only.

use crdls_schema::Config;
use crdls_text::{Edit, TextRange};

use super::mention::MentionRole;
use super::references::Reference;
use super::rename::{Renamable, Renaming, applied};
use crate::File;
use crate::expression::{LocalUses, local_at};

/// Where the variable at an offset is declared.
pub(super) fn definition(file: &File, offset: u32, config: &Config) -> Option<TextRange> {
    Some(local_at(file, offset, config)?.declaration)
}

/// All places that name the variable at an offset.
pub(super) fn highlights(file: &File, offset: u32, config: &Config) -> Option<Vec<Reference>> {
    let LocalUses { declaration, all, .. } = local_at(file, offset, config)?;
    let role = |range| match range == declaration {
        true => MentionRole::Definition,
        false => MentionRole::Expression,
    };
    Some(all.into_iter().map(|range| Reference { range, role: role(range) }).collect())
}

pub(super) fn renamable(file: &File, offset: u32, config: &Config) -> Option<Renamable> {
    let LocalUses { here, name, .. } = local_at(file, offset, config)?;
    Some(Renamable::Name(here, name))
}

/// Another name for the variable at an offset, where nothing in its scope has that name.
pub(super) fn rename(file: &File, offset: u32, new: &str, config: &Config) -> Option<Renaming> {
    let uses = local_at(file, offset, config)?;
    if uses.name == new {
        return Some(Renaming::Edits(Vec::new()));
    }
    if !is_name(new) {
        return Some(Renaming::Refused(format!("`{new}` cannot be the name of a variable")));
    }
    if uses.is_taken(new) {
        return Some(Renaming::Refused(format!("the expression names another variable `{new}` here")));
    }
    let edit = |range: &TextRange| Edit { range: *range, new_text: new.to_owned() };
    let edits: Vec<_> = uses.all.iter().map(edit).collect();
    // A reserved word fits the grammar of names and is none.
    let after = file.with_text(applied(file.text(), &edits));
    let renamed = local_at(&after, uses.declaration.start, config);
    let proven =
        renamed.is_some_and(|renamed| renamed.all.len() == edits.len() && renamed.errors <= uses.errors);
    Some(match proven {
        true => Renaming::Edits(edits),
        false => Renaming::Refused(format!("`{new}` cannot be the name of a variable")),
    })
}

fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(is_part)
}
