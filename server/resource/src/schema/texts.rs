//! Lengths and patterns of texts.
//!
//! Mirrors `stringValidator` (validator.go): it stops at the first of them.

use super::fault::{Bound, Problem};
use super::{Node, Outcome, Validator};
use crdls_report::Path;
use crdls_values::Json;

impl<'m> Validator<'m> {
    pub(super) fn text(&mut self, value: &Json, node: Node<'m, '_>, path: &Path<'_>) -> Outcome {
        let Some(text) = value.as_str() else { return Outcome::default() };
        let problem = self.problem(text, node);
        problem.map_or_else(Outcome::default, |problem| Outcome::one(self.fault(problem, value, path)))
    }

    fn problem(&mut self, text: &str, node: Node<'m, '_>) -> Option<Problem> {
        let schema = node.schema;
        let length = text.chars().count() as i64;
        if let Some(max) = schema.max_length().filter(|max| length > *max) {
            return Some(Problem::Length { bound: Bound::Maximum, limit: max, length });
        }
        if let Some(min) = schema.min_length().filter(|min| length < *min) {
            return Some(Problem::Length { bound: Bound::Minimum, limit: min, length });
        }
        let pattern = Some(schema.pattern()).filter(|pattern| !pattern.is_empty())?;
        match self.pattern(pattern) {
            Ok(regexp) if regexp.is_match(text) => None,
            Ok(_) => Some(Problem::Pattern { pattern: pattern.to_owned(), error: None }),
            Err(error) => Some(Problem::Pattern { pattern: pattern.to_owned(), error: Some(error.clone()) }),
        }
    }
}
