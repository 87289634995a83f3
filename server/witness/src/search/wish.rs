//! What is wanted of values, by path, and how wants are joined.
//!
//! Knows which wants contradict each other; must not know expressions or schemas.

use crdls_report::{FieldPath, PathStep};

use crate::wanted::{Wanted, Wants};

/// What is wanted of the variables of an expression. The first step of a path is the variable's name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wish {
    wants: Wants,
}

/// Alternatives, the likeliest first; an empty list is a contradiction.
pub(super) type Wishes = Vec<Wish>;

/// So many alternatives are kept.
const MOST: usize = 16;

impl Wish {
    /// One want.
    pub fn of(path: FieldPath, wanted: Wanted) -> Self {
        Self { wants: Wants::from([(path, wanted)]) }
    }

    /// Both wishes; `None` where they contradict each other.
    pub fn and(&self, other: &Self) -> Option<Self> {
        let mut both = self.clone();
        other.wants.iter().try_for_each(|(path, wanted)| both.add(path, wanted))?;
        Some(both)
    }

    /// What is wanted of one variable, by paths from its value on.
    pub fn of_variable(&self, name: &str) -> Wants {
        let below = |(path, wanted): (&FieldPath, &Wanted)| {
            let (first, rest) = path.steps().split_first()?;
            (first.member() == Some(name)).then(|| (FieldPath::default().with_all(rest), wanted.clone()))
        };
        self.wants.iter().filter_map(below).collect()
    }

    fn add(&mut self, path: &FieldPath, wanted: &Wanted) -> Option<()> {
        for (other, its) in &self.wants {
            let contradicts = other != path
                && (path.starts_with(other.steps()) && excludes(its, path.steps().get(other.steps().len()))
                    || other.starts_with(path.steps())
                        && excludes(wanted, other.steps().get(path.steps().len())));
            if contradicts {
                return None;
            }
        }
        let joined = match self.wants.get(path) {
            Some(its) => joined(its, wanted)?,
            None => wanted.clone(),
        };
        self.wants.insert(path.clone(), joined);
        Some(())
    }
}

/// What is wanted of an object and more; `None` where that contradicts itself.
pub fn with_more(wants: &Wants, more: &Wants) -> Option<Wants> {
    let all = Wish { wants: wants.clone() }.and(&Wish { wants: more.clone() })?;
    Some(all.wants)
}

/// Whether what is wanted here leaves no room for a want of what a step leads to.
fn excludes(wanted: &Wanted, step: Option<&PathStep>) -> bool {
    match wanted {
        Wanted::Absent | Wanted::Value(_) => true,
        Wanted::Size(size) => {
            *size == 0 || step.and_then(PathStep::index).is_some_and(|index| index >= *size)
        }
        Wanted::Present | Wanted::Not(_) => false,
    }
}

/// Two wants of one value.
fn joined(a: &Wanted, b: &Wanted) -> Option<Wanted> {
    match (a, b) {
        (a, b) if a == b => Some(a.clone()),
        (Wanted::Absent, _) | (_, Wanted::Absent) => None,
        (Wanted::Present, other) | (other, Wanted::Present) => Some(other.clone()),
        (Wanted::Not(a), Wanted::Not(b)) => Some(Wanted::Not(a.iter().chain(b).cloned().collect())),
        (Wanted::Value(value), Wanted::Not(others)) | (Wanted::Not(others), Wanted::Value(value)) => {
            (!others.contains(value)).then(|| Wanted::Value(value.clone()))
        }
        (Wanted::Size(size), Wanted::Not(_)) | (Wanted::Not(_), Wanted::Size(size)) => {
            Some(Wanted::Size(*size))
        }
        _ => None,
    }
}

/// Each of some wishes with each of others.
pub(super) fn all(a: &[Wish], b: &[Wish]) -> Wishes {
    a.iter().flat_map(|a| b.iter().filter_map(|b| a.and(b))).take(MOST).collect()
}

/// Some wishes or others, in turn.
pub(super) fn any(a: Wishes, b: Wishes) -> Wishes {
    let (mut a, mut b) = (a.into_iter(), b.into_iter());
    let mut found: Wishes = Vec::new();
    loop {
        let next = [a.next(), b.next()];
        if next.iter().all(Option::is_none) || found.len() >= MOST {
            return found;
        }
        for wish in next.into_iter().flatten() {
            if !found.contains(&wish) {
                found.push(wish);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(names: &[&str], wanted: Wanted) -> Wish {
        Wish::of(FieldPath::of_names(names), wanted)
    }

    #[test]
    fn contradictions() {
        let absent = wish(&["self", "a"], Wanted::Absent);
        let below = wish(&["self", "a", "b"], Wanted::Present);
        assert_eq!(absent.and(&below), None);
        assert_eq!(below.and(&absent), None);
        assert!(below.and(&wish(&["self", "a"], Wanted::Present)).is_some());
        let item = Wish::of(FieldPath::of_names(&["self", "a"]).item(1), Wanted::Present);
        assert_eq!(wish(&["self", "a"], Wanted::Size(1)).and(&item), None);
        assert!(wish(&["self", "a"], Wanted::Size(2)).and(&item).is_some());
    }
}
