//! Classes in brackets. `[a&&b]` and `[a[b]` are plain characters to Go.

use std::sync::Arc;

use super::Parser;
use crate::regexp::class::posix_group;
use crate::regexp::error::{Error, Reason};
use crate::regexp::ranges::RangeSet;

impl Parser<'_> {
    /// Mirrors `parser.parseClass`.
    pub(super) fn bracket(&mut self) -> Result<(), Error> {
        let start = self.at;
        self.at += 1;
        let negative = self.byte(0) == Some(b'^');
        self.at += usize::from(negative);
        let mut class = RangeSet::default();
        self.class_item(start, &mut class)?;
        while self.byte(0) != Some(b']') {
            self.class_item(start, &mut class)?;
        }
        self.at += 1;
        class.clean();
        let class = if negative { class.negated() } else { class };
        self.push_class(Arc::new(class))
    }

    /// Parses one group, character or range; the first may be a `]`.
    fn class_item(&mut self, start: usize, class: &mut RangeSet) -> Result<(), Error> {
        if let Some(group) = self.posix_class()? {
            class.add_set(&group);
        } else if let Some(group) = self.property()? {
            class.add_set(&group);
        } else if let Some(group) = self.perl_class() {
            class.add_set(&group);
        } else {
            self.class_range(start, class)?;
        }
        Ok(())
    }

    /// `[:alpha:]`, if that is what comes.
    fn posix_class(&mut self) -> Result<Option<RangeSet>, Error> {
        let start = self.at;
        if start >= self.last_posix_end {
            return Ok(None);
        }
        let named = self.rest().strip_prefix("[:").and_then(|rest| rest.split_once(":]"));
        let Some((name, _)) = named else { return Ok(None) };
        self.at += name.len() + 4;
        let (name, negative) = name.strip_prefix('^').map_or((name, false), |name| (name, true));
        match posix_group(name) {
            Some(group) => Ok(Some(self.signed(group, negative))),
            None => Err(self.error_since(start, Reason::CharacterRange)),
        }
    }

    fn class_range(&mut self, start: usize, class: &mut RangeSet) -> Result<(), Error> {
        let from = self.at;
        let lo = self.class_character(start)?;
        let mut hi = lo;
        if self.byte(0) == Some(b'-') && self.byte(1).is_some_and(|next| next != b']') {
            self.at += 1;
            hi = self.class_character(start)?;
        }
        if hi < lo {
            return Err(self.error_since(from, Reason::CharacterRange));
        }
        if self.flags.fold {
            class.add_folded(lo, hi)
        } else {
            class.add(lo, hi)
        }
        Ok(())
    }

    fn class_character(&mut self, start: usize) -> Result<u32, Error> {
        if self.byte(0) == Some(b'\\') {
            return self.escaped_character();
        }
        let missing = |parser: &Self| parser.error(Reason::MissingBracket, start..parser.pattern.len());
        self.next_char().map(u32::from).ok_or_else(|| missing(self))
    }
}
