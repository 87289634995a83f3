//! Editor features as plain data.
//!
//! Knows documents, findings and places in a text; knows nothing of the protocol that carries them,
//! of files or of terminals. Offsets are bytes of UTF-8. Every function takes a [`File`], an
//! immutable snapshot, and gives plain values.

mod anchors;
mod completion;
mod costs;
mod effective;
mod evaluated;
mod expression;
mod field_page;
mod functions;
mod hints;
mod hover;
mod indent;
mod instance;
mod keywords;
mod kinds;
mod lenses;
mod manifest_help;
mod manifest_position;
mod navigation;
mod nested;
mod new_crd;
mod place;
mod printed;
mod removal;
mod resource_rules;
mod rule_objects;
mod screen;
mod since;
mod suggestion;
mod suites;
mod symbols;
mod targets;
mod tokens;
mod transition;

pub use completion::completions;
pub use costs::{FileCost, costs};
pub use crdls_check::{JudgedAs, NotJudged};

pub use crdls_fixes::{
    ChangedCrd, File, FileCheck, FileContext, FileFinding, Fixer, PatchTarget, VersionEdit, applied, check,
    checked, checked_crds, checked_rest, claimed, fixed, formatted, has_only_crds, hide_of_paste,
    holds_manifests, holds_others, ignoring, in_editor, may_have_fix, refactorings, stale_manifest,
};
use crdls_fixes::{lines, version};
pub use effective::{Effective, effective};
pub use evaluated::{Evaluate, EvaluatedRule, evaluated_rules};
pub use expression::{SemanticKind, SemanticToken, Signature, Signatures, signatures};
pub use field_page::{
    Fact, FieldBranch, FieldLine, FieldPage, NoField, RuleLine, field_page, field_tree, type_name,
};
pub use functions::{absent_function_page, function_names, function_page};
pub use hints::{Hint, hints};
pub use hover::hover;
pub use indent::{Indentation, indentation};
pub use keywords::{keyword_names, keyword_page};
pub use kinds::{Named, kind_names, named};
pub use lenses::{Lens, LensKind, cost_words, cut_by_v2, instances, lenses};
pub use manifest_help::Hover;
pub use navigation::{
    Fold, Link, NamedSymbol, Reference, Renamable, RenameTarget, Renaming, definition, folds, highlights,
    instance_references, kind_at, linked_names, links, meaning, named_files, named_symbols, references,
    renamable, rename, rename_instances, rename_target, selection, type_definition, variable_references,
};
pub use new_crd::{CrdNames, new_crd, plural};
pub use place::MentionRole;
pub use printed::{PrintedColumn, PrintedRow, printed_columns, printed_rows};
pub use removal::{RefusedStep, Removal, RemovalAction, RemovalStep, removal};
pub use rule_objects::{RuleRef, rule_at};
pub use since::refused_updates;
pub use suggestion::{Completion, CompletionKind};
pub use suites::{case_title, failing_case, is_suite, object_findings, suite, suite_title, with_case};
pub use symbols::{Outline, Symbol, SymbolKind, SymbolLevel, outline, symbols};
pub use targets::{Definition, Meaning};
pub use tokens::semantic_tokens;
