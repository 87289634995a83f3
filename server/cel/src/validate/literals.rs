//! Literals as the first argument of a function that reads them.

use crate::ast::{ExprId, ExprKind, Literal};
use crate::checker::{CheckError, Checked};
use crdls_go::regexp;
use crdls_go::time::{Timestamp, parse_duration, parse_timestamp};

/// A function and what it can read.
pub(super) struct Reader {
    function: &'static str,
    reads: fn(&Literal) -> bool,
}

pub(super) const DURATION: Reader = Reader {
    function: "duration",
    reads: |literal| match literal {
        Literal::String(text) => parse_duration(text).is_some(),
        _ => false,
    },
};

pub(super) const TIMESTAMP: Reader = Reader {
    function: "timestamp",
    reads: |literal| match literal {
        Literal::String(text) => parse_timestamp(text).as_ref().is_some_and(Timestamp::is_in_range),
        Literal::Int(seconds) => (-62_135_596_800..=253_402_300_799).contains(seconds),
        other => *other != Literal::Null,
    },
};

/// The server takes the first argument for the pattern also where `matches` is called as a function
/// and the text comes first (formatValidator.Validate).
pub(super) const REGEX: Reader = Reader {
    function: "matches",
    reads: |literal| match literal {
        Literal::String(pattern) => regexp::compile(pattern).is_ok(),
        _ => true,
    },
};

pub(super) fn check(checked: &Checked, reader: &Reader, errors: &mut Vec<CheckError>) {
    let ast = &checked.ast;
    for id in ast.descendants(ast.root) {
        let Some((argument, literal)) = literal_argument(checked, id, reader.function) else { continue };
        if !(reader.reads)(literal) {
            let message = format!("invalid {} argument", reader.function);
            errors.push(CheckError::literal(ast, argument, message));
        }
    }
}

fn literal_argument<'c>(checked: &'c Checked, id: ExprId, wanted: &str) -> Option<(ExprId, &'c Literal)> {
    let ExprKind::Call { function, args, .. } = checked.ast.kind(id) else { return None };
    let first = args.first().filter(|_| function == wanted)?;
    match checked.ast.kind(*first) {
        ExprKind::Literal(literal) => Some((*first, literal)),
        _ => None,
    }
}
