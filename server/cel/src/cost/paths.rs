//! Which part of a variable an expression leads to: `self`, `items`, `@items`.
//!
//! The server keeps these as Go slices and appends to them while others still look at the same memory:
//! an append to a path whose length is no power of two overwrites the step that another path has
//! there. Estimates come out of what is read afterwards, so the same memory is kept here: a path is an
//! array and a length, and an append writes in place where Go's would (checker/cost.go, addPath).

use crate::ast::Name;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Path {
    array: usize,
    len: usize,
}

impl Path {
    pub(super) const EMPTY: Path = Path { array: usize::MAX, len: 0 };
}

#[derive(Debug, Default)]
pub(super) struct Paths(Vec<Vec<Name>>);

impl Paths {
    pub(super) fn variable(&mut self, name: &Name) -> Path {
        self.0.push(vec![name.clone()]);
        Path { array: self.0.len() - 1, len: 1 }
    }

    pub(super) fn append(&mut self, path: Path, step: Name) -> Path {
        // Go doubles the room of a slice of strings, from one: it is full at each power of two.
        if path.len == 0 || path.len.is_power_of_two() {
            let mut copy = self.steps(path).to_vec();
            copy.push(step);
            self.0.push(copy);
            return Path { array: self.0.len() - 1, len: path.len + 1 };
        }
        if let Some(array) = self.0.get_mut(path.array) {
            match array.get_mut(path.len) {
                Some(slot) => *slot = step,
                None => array.push(step),
            }
        }
        Path { len: path.len + 1, ..path }
    }

    pub(super) fn steps(&self, path: Path) -> &[Name] {
        self.0.get(path.array).and_then(|array| array.get(..path.len)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_append_in_place_changes_the_other_path() {
        let mut paths = Paths::default();
        let own = paths.variable(&"self".into());
        let list = paths.append(own, "list".into());
        let item = paths.append(list, "@items".into());
        let a = paths.append(item, "a".into());
        assert_eq!(paths.steps(a).last().map(|s| s.as_ref()), Some("a"));
        paths.append(item, "b".into());
        assert_eq!(paths.steps(a).last().map(|s| s.as_ref()), Some("b"), "as on the server");
        let deep = paths.append(a, "c".into());
        paths.append(item, "d".into());
        assert_eq!(paths.steps(deep).get(3).map(|s| s.as_ref()), Some("b"), "a full array is copied");
    }
}
