//! `'…%d…'.format([…])` where both are written out (ext/formatting.go, version 2 of the library).

use crate::Edition;
use crate::ast::{Ast, ExprId, ExprKind, Literal};
use crate::checker::{CheckError, Checked};
use crate::types::{Kind, Type};

pub(super) fn check(checked: &Checked, edition: Edition, errors: &mut Vec<CheckError>) {
    let ast = &checked.ast;
    for id in ast.descendants(ast.root) {
        let Some((text, args)) = literal_format(checked, id) else {
            let is_literal = |(text, _)| matches!(ast.kind(text), ExprKind::Literal(_));
            if format_call(checked, id).is_some_and(|call| !is_literal(call)) && !edition.has(Edition::V0_22)
            {
                errors.push(CheckError::panic(ast, id, NIL_POINTER.to_owned()));
            }
            continue;
        };
        let mut format = Format { checked, args: &args, requested: 0 };
        match format.check(text.as_bytes()) {
            Err(fault) => errors.push(CheckError::literal(ast, fault.expr.unwrap_or(id), fault.message)),
            Ok(()) if args.len() > format.requested => {
                let message = format!(
                    "too many arguments supplied to string.format (expected {}, got {})",
                    format.requested,
                    args.len()
                );
                errors.push(CheckError::literal(ast, id, message));
            }
            Ok(()) => {}
        }
    }
}

/// What the first version of the validator ends in where the string is no literal, which stops the server's request.
const NIL_POINTER: &str = "panic: runtime error: invalid memory address or nil pointer dereference";

/// The string and the arguments of a call of `format`.
fn format_call(checked: &Checked, id: ExprId) -> Option<(ExprId, &[ExprId])> {
    let ExprKind::Call { function, target: Some(target), args } = checked.ast.kind(id) else { return None };
    let overloads = checked.overloads(id);
    let of_strings = overloads.is_empty() || overloads.iter().any(|id| id == "string_format");
    (function == "format" && of_strings).then_some((*target, args))
}

/// The same where both are written out.
fn literal_format(checked: &Checked, id: ExprId) -> Option<(&str, Vec<ExprId>)> {
    let (target, args) = format_call(checked, id)?;
    let [list] = args else { return None };
    match (checked.ast.kind(target), checked.ast.kind(*list)) {
        (ExprKind::Literal(Literal::String(text)), ExprKind::List { elements }) => {
            Some((text, elements.iter().map(|element| element.value).collect()))
        }
        _ => None,
    }
}

struct Fault {
    /// The argument, where one is wrong.
    expr: Option<ExprId>,
    message: String,
}

impl Fault {
    fn new(message: impl Into<String>) -> Self {
        Self { expr: None, message: message.into() }
    }

    fn clause(message: impl std::fmt::Display) -> Self {
        Self::new(format!("could not parse formatting clause: {message}"))
    }
}

/// What a clause may be given and what is said of anything else.
struct Clause {
    letters: &'static [u8],
    kinds: &'static [Kind],
    otherwise: &'static str,
}

const CLAUSES: &[Clause] = &[
    Clause {
        letters: b"d",
        kinds: &[Kind::Int, Kind::Uint],
        otherwise: "decimal clause can only be used on integers",
    },
    Clause {
        letters: b"f",
        kinds: &[Kind::Double, Kind::String],
        otherwise: "fixed-point clause can only be used on doubles",
    },
    Clause {
        letters: b"e",
        kinds: &[Kind::Double, Kind::String],
        otherwise: "scientific clause can only be used on doubles",
    },
    Clause {
        letters: b"b",
        kinds: &[Kind::Int, Kind::Uint, Kind::Bool],
        otherwise: "only integers and bools can be formatted as binary",
    },
    Clause {
        letters: b"xX",
        kinds: &[Kind::Int, Kind::Uint, Kind::String, Kind::Bytes],
        otherwise: "only integers, byte buffers, and strings can be formatted as hex",
    },
    Clause {
        letters: b"o",
        kinds: &[Kind::Int, Kind::Uint],
        otherwise: "octal clause can only be used on integers",
    },
];

const STRING: Clause = Clause {
    letters: b"s",
    kinds: &[
        Kind::List,
        Kind::Map,
        Kind::Int,
        Kind::Uint,
        Kind::Double,
        Kind::Bool,
        Kind::String,
        Kind::Timestamp,
        Kind::Bytes,
        Kind::Duration,
        Kind::Type,
        Kind::Null,
    ],
    otherwise: "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, \
                durations, and timestamps",
};

struct Format<'c> {
    checked: &'c Checked,
    args: &'c [ExprId],
    /// How many arguments the clauses so far ask for.
    requested: usize,
}

impl Format<'_> {
    /// parseFormatString.
    fn check(&mut self, text: &[u8]) -> Result<(), Fault> {
        let mut rest = text;
        while let [first, after @ ..] = rest {
            rest = match (first, after) {
                (b'%', [b'%', after @ ..]) => after,
                (b'%', after) => self.clause(after)?,
                _ => after,
            };
        }
        Ok(())
    }

    /// The clause after a `%`; what follows it.
    fn clause<'t>(&mut self, text: &'t [u8]) -> Result<&'t [u8], Fault> {
        let index = self.requested;
        self.requested += 1;
        if text.is_empty() {
            return Err(Fault::new("unexpected end of string"));
        }
        let arg = self.args.get(index).copied();
        let arg = arg.ok_or_else(|| Fault::new(format!("index {index} out of range")))?;
        let [letter, rest @ ..] = precision(text)? else { return Ok(&[]) };
        if STRING.letters.contains(letter) {
            self.string(arg)?;
            return Ok(rest);
        }
        let clause = CLAUSES.iter().find(|clause| clause.letters.contains(letter)).ok_or_else(|| {
            Fault::clause(format!("unrecognized formatting clause \"{}\"", char::from(*letter)))
        })?;
        self.one_of(arg, clause)?;
        Ok(rest)
    }

    fn one_of(&self, arg: ExprId, clause: &Clause) -> Result<(), Fault> {
        let t = self.checked.type_of(arg);
        if *t == Type::Dyn || clause.kinds.contains(&t.kind()) {
            return Ok(());
        }
        let message = format!("error during formatting: {}, was given {}", clause.otherwise, t.name());
        Err(Fault { expr: Some(arg), message })
    }

    /// Lists and maps that are written out can be shown as strings where all in them can.
    fn string(&self, arg: ExprId) -> Result<(), Fault> {
        let ast: &Ast = &self.checked.ast;
        let mut next = vec![arg];
        while let Some(id) = next.pop() {
            self.one_of(id, &STRING)?;
            let first = next.len();
            if matches!(ast.kind(id), ExprKind::List { .. } | ExprKind::Map { .. }) {
                ast.kind(id).for_each_child(|child| next.push(child));
            }
            next.get_mut(first..).unwrap_or_default().reverse();
        }
        Ok(())
    }
}

/// Passes over `.3` (parsePrecision).
fn precision(text: &[u8]) -> Result<&[u8], Fault> {
    let fault = |message: &str| Fault::clause(format!("error while parsing precision: {message}"));
    let [b'.', rest @ ..] = text else { return Ok(text) };
    let len = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let (digits, rest) = rest.split_at(len);
    if rest.is_empty() {
        return Err(fault("could not find end of precision specifier"));
    }
    let digits = String::from_utf8_lossy(digits);
    let reason = match digits.parse::<i64>() {
        Ok(_) => return Ok(rest),
        Err(_) if digits.is_empty() => "invalid syntax",
        Err(_) => "value out of range",
    };
    Err(fault(&format!(
        "error while converting precision to integer: strconv.Atoi: parsing \"{digits}\": {reason}"
    )))
}
