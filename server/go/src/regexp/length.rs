//! How short and how long the texts are that a pattern matches.

use super::Regexp;
use super::tree::{Assertion, Kind, NodeId};

impl Regexp {
    /// The number of characters that each matched text has at least.
    pub fn shortest(&self) -> usize {
        self.least(self.parsed.root)
    }

    /// The number of characters that each matched text has at most; `None` for a pattern without such a bound, such as one
    /// that may begin or end in the middle of a text.
    pub fn longest(&self) -> Option<usize> {
        let root = self.parsed.root;
        let is_whole = self.begins(root) && self.ends(root);
        if is_whole { self.most(root) } else { None }
    }

    fn least(&self, id: NodeId) -> usize {
        let node = &self.parsed.tree[id];
        let mut subs = node.subs.iter().map(|sub| self.least(*sub));
        match &node.kind {
            Kind::Literal(runes) => runes.len(),
            Kind::Class(_) | Kind::AnyButNewline | Kind::Any => 1,
            Kind::Capture | Kind::Plus => subs.next().unwrap_or(0),
            Kind::Repeat { min, .. } => subs.next().unwrap_or(0).saturating_mul(*min as usize),
            Kind::Concat => subs.fold(0, usize::saturating_add),
            Kind::Alternate => subs.min().unwrap_or(0),
            Kind::Star | Kind::Quest | Kind::Empty | Kind::Assertion(_) | Kind::Open { .. } | Kind::Bar => 0,
        }
    }

    fn most(&self, id: NodeId) -> Option<usize> {
        let node = &self.parsed.tree[id];
        let mut subs = node.subs.iter().map(|sub| self.most(*sub));
        match &node.kind {
            Kind::Literal(runes) => Some(runes.len()),
            Kind::Class(_) | Kind::AnyButNewline | Kind::Any => Some(1),
            Kind::Capture | Kind::Quest => subs.next()?,
            Kind::Star | Kind::Plus | Kind::Repeat { max: None, .. } => (subs.next()?? == 0).then_some(0),
            Kind::Repeat { max: Some(max), .. } => subs.next()??.checked_mul(*max as usize),
            Kind::Concat => subs.try_fold(0_usize, |sum, sub| sum.checked_add(sub?)),
            Kind::Alternate => subs.try_fold(0, |most, sub| Some(most.max(sub?))),
            Kind::Empty | Kind::Assertion(_) | Kind::Open { .. } | Kind::Bar => Some(0),
        }
    }

    /// Whether a match begins where the text does.
    fn begins(&self, id: NodeId) -> bool {
        let node = &self.parsed.tree[id];
        match &node.kind {
            Kind::Assertion(assertion) => *assertion == Assertion::TextStart,
            Kind::Capture | Kind::Concat => node.subs.first().is_some_and(|sub| self.begins(*sub)),
            Kind::Alternate => node.subs.iter().all(|sub| self.begins(*sub)),
            _ => false,
        }
    }

    /// Whether a match ends where the text does.
    fn ends(&self, id: NodeId) -> bool {
        let node = &self.parsed.tree[id];
        match &node.kind {
            Kind::Assertion(assertion) => *assertion == Assertion::TextEnd,
            Kind::Capture | Kind::Concat => node.subs.last().is_some_and(|sub| self.ends(*sub)),
            Kind::Alternate => node.subs.iter().all(|sub| self.ends(*sub)),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::compile;

    #[test]
    fn lengths_of_matched_texts() {
        for (pattern, shortest, longest) in [
            ("^[0-9]{1,4}(ms|s|m|h)?$", 1, Some(6)),
            ("^$|^[a-z]([-a-z0-9]*[a-z0-9])?$", 0, None),
            ("^(System|[a-z]{3}/.)$", 5, Some(6)),
            ("^a|bc$", 1, None),
            ("abc", 3, None),
            ("^.{0,5}$", 0, Some(5)),
            ("(?m)^a$", 1, None),
            (r"^\[[0-9]+-[0-9]+\]$", 5, None),
            ("^(?i:ab)c?\\z", 2, Some(3)),
        ] {
            let regexp = compile(pattern).expect("it compiles");
            assert_eq!((regexp.shortest(), regexp.longest()), (shortest, longest), "{pattern}");
        }
    }
}
