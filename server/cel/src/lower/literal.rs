//! The values of literals (cel-go, parser.VisitInt and its neighbours).

use crdls_text::TextRange;

use crate::ast::{ExprId, ExprKind, Literal};
use crate::syntax::{NodeId, SyntaxError, TokenKind};

use super::Lowering;
use super::unescape::{decode_bytes, decode_string};

impl Lowering<'_> {
    pub(super) fn literal(
        &mut self,
        id: NodeId,
        kind: TokenKind,
        sign: Option<TextRange>,
        token: TextRange,
    ) -> ExprId {
        let written = token.of(self.text);
        let value = match kind {
            TokenKind::True => Ok(Literal::Bool(true)),
            TokenKind::False => Ok(Literal::Bool(false)),
            TokenKind::Null => Ok(Literal::Null),
            TokenKind::Int => int(written, sign.is_some()),
            TokenKind::Uint => uint(written),
            TokenKind::Double => double(written, sign.is_some()),
            TokenKind::Bytes => decode_bytes(written).map(Literal::Bytes),
            _ => {
                let decoded = decode_string(written, self.dialect.edition);
                decoded.error.map_or(Ok(Literal::String(decoded.value.into())), Err)
            }
        };
        let start = self.tree.node(id).range.start;
        match value {
            Ok(value) => self.push(id, start, ExprKind::Literal(value)),
            Err(message) => self.bad_literal(id, message),
        }
    }

    /// Reports an invalid literal that the lexer has not reported already.
    fn bad_literal(&mut self, id: NodeId, message: &'static str) -> ExprId {
        let range = self.tree.node(id).range;
        if !self.tree.errors.iter().any(|e| e.at.is_some_and(|at| range.contains(at))) {
            self.errors.push(SyntaxError::literal(range, message));
        }
        self.unspecified(id, Vec::new())
    }

    /// A string that stands for a name in the text.
    pub(super) fn literal_string(&mut self, node: NodeId, range: TextRange, value: &str) -> ExprId {
        let mut origin = self.origin(node, range.start);
        origin.range = range;
        origin.focus = range;
        self.ast.push(ExprKind::Literal(Literal::String(value.into())), origin)
    }
}

fn int(written: &str, negative: bool) -> Result<Literal, &'static str> {
    let (digits, radix) = written.strip_prefix("0x").map_or((written, 10), |hex| (hex, 16));
    let signed = format!("{}{digits}", if negative { "-" } else { "" });
    i64::from_str_radix(&signed, radix).map(Literal::Int).map_err(|_| "invalid int literal")
}

fn uint(written: &str) -> Result<Literal, &'static str> {
    let number = written.trim_end_matches(['u', 'U']);
    let (digits, radix) = number.strip_prefix("0x").map_or((number, 10), |hex| (hex, 16));
    u64::from_str_radix(digits, radix).map(Literal::Uint).map_err(|_| "invalid uint literal")
}

fn double(written: &str, negative: bool) -> Result<Literal, &'static str> {
    let value = written.parse::<f64>().ok().filter(|value| value.is_finite());
    let signed = value.map(|value| if negative { -value } else { value });
    signed.map(Literal::Double).ok_or("invalid double literal")
}
