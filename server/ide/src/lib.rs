//! Editor features as plain data.
//!
//! Knows documents, findings and places in a text; knows nothing of the protocol that carries them,
//! of files or of terminals. Offsets are bytes of UTF-8. Every function takes a [`File`], an
//! immutable snapshot, and gives plain values.

#![cfg_attr(
    not(test),
    warn(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing,
        clippy::string_slice,
        clippy::unreachable
    )
)]

mod completion;
mod costs;
mod defaults;
mod diagnostics;
mod effective;
mod expression;
mod field_page;
mod file;
mod fixes;
mod functions;
mod hover;
mod instance;
mod kinds;
mod lenses;
mod navigation;
mod objects;
mod place;
mod printed;
mod symbols;
mod tokens;

pub use completion::{Completion, CompletionKind, completions, completions_beside};
pub use costs::{FileCost, costs};
pub use diagnostics::{
    Beside, FileFinding, add_claimed, check, check_beside, check_update, holds_manifests, holds_others,
};
pub use effective::{Effective, effective};
pub use expression::{Hint, SemanticKind, SemanticToken, Signature, Signatures, hints, signatures};
pub(crate) use expression::{percent, short};
pub use field_page::{Fact, FieldLine, FieldPage, NoField, RuleLine, field_page, type_name};
pub use file::File;
pub use fixes::{Fixer, applied, difference, fixed, is_curable, refactorings};
pub use functions::{function_names, function_page};
pub use hover::{Hover, hover, hover_beside};
pub use kinds::{Named, kind_names, named};
pub use lenses::{Lens, LensKind, cost_words, instances, lenses};
pub use navigation::{
    Definition, Fold, Link, Meaning, NamedSymbol, Reference, Renamable, Renaming, Role, definition, folds,
    highlights, instance_references, links, meaning, named_symbols, references, renamable, rename,
    rename_instances, selection,
};
pub use printed::{PrintedColumn, PrintedRow, printed_columns, printed_rows};
pub use symbols::{Symbol, SymbolKind, symbols};
pub use tokens::semantic_tokens;
