//! Pages on changes of CRDs, from their table.
//!
//! Must not know how a change is found, nor what shows it.

use std::fmt::Write as _;

use crdls_change::{ChangeCode, Class, Effect};

/// What a change does, its names elsewhere and how it is accepted, in Markdown.
pub fn change_page(change: ChangeCode) -> String {
    let name = change.name();
    let mut page = format!("# {name}\n\nA change of a CRD. {}\n", effect(change.effect()));
    page += "\n`crdls diff`, and editors with the setting `since`, give each change one class: the first of these that \
        an object shows.\n\n";
    for class in Class::ALL {
        let breaking = if class.is_breaking() { " (breaking)" } else { "" };
        let _ = writeln!(page, "- `{}`{breaking}: {}", class.name(), class.meaning());
    }
    let errors = change.errors().iter().map(|code| code.name);
    listed(&mut page, "Resulting errors on objects", errors);
    listed(&mut page, "In other tools", change.aliases());
    let _ = write!(
        page,
        "\nTo accept it, write it into `crdls.toml`, for all fields or for one:\n\n```toml\n[[diff.ignore]]\n\
         change = \"{name}@spec.size\"\nreason = \"why nobody needs to know\"\n```\n"
    );
    page
}

const fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Tightens => "The server may reject values that it accepted before.",
        Effect::Loosens => "The server may accept values that it rejected before.",
        Effect::Either => "The server may reject values that it accepted before, and accept others.",
        Effect::Shows => "Clients may see values that did not exist before.",
        Effect::Readers => "Clients may see other values, or lists may merge differently.",
        Effect::Nothing => "Nothing changes for objects.",
    }
}

fn listed<'n>(page: &mut String, title: &str, names: impl IntoIterator<Item = &'n str>) {
    let names: Vec<_> = names.into_iter().map(|name| format!("`{name}`")).collect();
    if !names.is_empty() {
        let _ = write!(page, "\n{title}: {}\n", names.join(", "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_has_a_page() {
        for name in ChangeCode::names() {
            let page = ChangeCode::named(name).map(change_page).unwrap_or_default();
            assert!(page.starts_with(&format!("# {name}\n\n")) && page.contains("diff.ignore"), "{page}");
        }
        let page = ChangeCode::named("maximum-lowered").map(change_page).unwrap_or_default();
        for part in ["may reject", "`out-of-bounds`", "`crdify:maximum`"] {
            assert!(page.contains(part), "{part}: {page}");
        }
    }
}
