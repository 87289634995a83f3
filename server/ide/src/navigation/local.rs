//! Navigation of the variables that macros declare. They are named in one expression only.

use crdls_report::Config;
use crdls_text::{Edit, TextRange};

use crate::File;
use crate::expression::{LocalUses, local_at};
use crate::place::MentionRole;

/// Where the variable at an offset is declared.
pub(super) fn definition(file: &File, offset: u32, config: &Config) -> Option<TextRange> {
    Some(local_at(file, offset, config)?.declaration)
}

/// All places that name the variable at an offset.
pub(super) fn highlights(file: &File, offset: u32, config: &Config) -> Option<Vec<(TextRange, MentionRole)>> {
    let LocalUses { declaration, all, .. } = local_at(file, offset, config)?;
    let role = |range| match range == declaration {
        true => MentionRole::Definition,
        false => MentionRole::Expression,
    };
    Some(all.into_iter().map(|range| (range, role(range))).collect())
}

/// The name of the variable at an offset, and where it stands there.
pub(super) fn renamable(file: &File, offset: u32, config: &Config) -> Option<(TextRange, String)> {
    let LocalUses { here, name, .. } = local_at(file, offset, config)?;
    Some((here, name))
}

/// Another name for the variable at an offset, in the order of the text; or why it cannot have that.
pub(super) fn rename(
    file: &File,
    offset: u32,
    new: &str,
    config: &Config,
) -> Option<Result<Vec<Edit>, String>> {
    let uses = local_at(file, offset, config)?;
    if uses.name == new {
        return Some(Ok(Vec::new()));
    }
    if uses.is_taken(new) {
        return Some(Err(format!("the expression names another variable `{new}` here")));
    }
    let edit = |range: &TextRange| Edit { range: *range, new_text: new.to_owned() };
    let edits: Vec<_> = uses.all.iter().map(edit).collect();
    let proven = is_name(new) && is_proven(file, &uses, &edits, config);
    Some(if proven { Ok(edits) } else { Err(format!("`{new}` cannot be the name of a variable")) })
}

/// Whether all places mean the variable with its new name; reserved words have the form of names and are none.
fn is_proven(file: &File, uses: &LocalUses, edits: &[Edit], config: &Config) -> bool {
    let mut text = file.text().to_owned();
    let applied = edits.iter().rev().all(|edit| edit.apply(&mut text));
    let renamed = local_at(&file.with_text(text), uses.declaration.start, config);
    let same = |renamed: LocalUses| renamed.all.len() == edits.len() && renamed.errors <= uses.errors;
    applied && renamed.is_some_and(same)
}

fn is_name(name: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && name.chars().all(is_part)
}
