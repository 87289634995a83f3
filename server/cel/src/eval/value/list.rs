//! Lists: the language's own, and those that a caller makes from its data.

use std::any::Any;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use super::compare::differ;
use super::error::{MAX_LIST, MAX_WEIGHT, within};
use super::{Error, Outcome, Value};

/// A list. Elements can be errors: data of the wrong shape is an error only where it is read.
#[derive(Clone, Debug)]
pub struct List(Arc<dyn Sequence>);

/// A list over a caller's own data. Only its length and its elements are required.
pub trait Sequence: Any + Debug + Send + Sync {
    /// The number of elements, as `size()` returns it.
    fn len(&self) -> usize;

    /// Whether `size()` returns zero.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at an index below the length.
    fn get(&self, index: usize) -> Outcome;

    /// See [`Value::weight`]. A caller's data is as large as its text, so that its length will do.
    fn weight(&self) -> usize {
        self.len()
    }

    /// Whether it equals any other value (baseList.Equal).
    fn equal(&self, other: &Value) -> Result<bool, Error> {
        let Some(other) = other.as_list() else { return Ok(false) };
        let same = |index| !differ(&self.get(index), &other.get(index));
        Ok(self.len() == other.len() && (0..self.len()).all(same))
    }

    /// `value in list`
    fn contains(&self, value: &Value) -> Result<bool, Error> {
        let found = |index| self.get(index).is_ok_and(|item| value.equals(&item) == Ok(true));
        Ok((0..self.len()).any(found))
    }

    /// The same of an element that is an error, which no element equals.
    fn contains_error(&self, error: &Error) -> Result<bool, Error> {
        let _ = error;
        Ok(false)
    }

    /// `list + other`; `None` where it is the elements of both.
    fn add(&self, other: &List) -> Option<Outcome> {
        let _ = other;
        None
    }

    /// Whether an empty one is a zero value (traits.Zeroer).
    fn tells_zero(&self) -> bool {
        false
    }

    /// What becomes of it where what it is in Go is made a value again; `None` where that is the same.
    fn native(&self) -> Option<Outcome> {
        None
    }
}

impl List {
    /// A caller's list.
    pub fn new(sequence: impl Sequence) -> Self {
        Self(Arc::new(sequence))
    }

    /// A list of values.
    pub fn of(items: Vec<Value>) -> Self {
        Self::of_outcomes(items.into_iter().map(Ok).collect())
    }

    /// A list whose elements can be errors.
    pub fn of_outcomes(items: Vec<Outcome>) -> Self {
        let weight = weight_of(&items);
        Self::new(Items { len: items.len(), weight, all: Arc::new(Mutex::new(items)) })
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether it has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The element at an index; an error where there is none.
    pub fn get(&self, index: usize) -> Outcome {
        self.0.get(index)
    }

    /// The elements in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Outcome> + '_ {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Whether it equals any other value (baseList.Equal); an error where both are too large to be compared.
    pub fn equal(&self, other: &Value) -> Result<bool, Error> {
        within(self.weight().min(other.weight()), MAX_WEIGHT)?;
        self.0.equal(other)
    }

    /// `value in list` (baseList.Contains); an error where both are too large to be compared.
    pub fn contains(&self, value: &Value) -> Result<bool, Error> {
        within(self.weight().min(value.weight()), MAX_WEIGHT)?;
        self.0.contains(value)
    }

    /// Whether it has an element of another list.
    pub(in crate::eval) fn contains_element(&self, element: &Outcome) -> Result<bool, Error> {
        match element {
            Ok(value) => self.contains(value),
            Err(error) => self.0.contains_error(error),
        }
    }

    /// `list + other` (baseList.Add); an error where the result has more elements than are made here.
    pub fn add(&self, other: &List) -> Outcome {
        within(self.len().saturating_add(other.len()), MAX_LIST)?;
        self.0
            .add(other)
            .unwrap_or_else(|| Ok(Value::List(Self::of_outcomes(self.iter().chain(other.iter()).collect()))))
    }

    /// See [`Value::native`].
    pub(super) fn native(&self) -> Outcome {
        self.0.native().unwrap_or_else(|| Ok(Value::List(self.clone())))
    }

    /// The caller's own list.
    pub fn downcast<T: Sequence>(&self) -> Option<&T> {
        let list: &dyn Any = self.0.as_ref();
        list.downcast_ref()
    }

    pub(super) fn tells_zero(&self) -> bool {
        self.0.tells_zero()
    }

    /// See [`Value::weight`].
    pub(in crate::eval) fn weight(&self) -> usize {
        self.0.weight()
    }

    /// What tells it from every other list that there is now, equal ones included.
    pub(super) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).cast::<()>() as usize
    }
}

fn weight_of(items: &[Outcome]) -> usize {
    items.iter().flatten().fold(items.len(), |sum, item| sum.saturating_add(item.weight()))
}

/// The first elements of a vector that only grows, so that a fold can add to its result without copying
/// what it has.
#[derive(Debug)]
struct Items {
    all: Arc<Mutex<Vec<Outcome>>>,
    len: usize,
    weight: usize,
}

impl Sequence for Items {
    fn len(&self) -> usize {
        self.len
    }

    fn get(&self, index: usize) -> Outcome {
        let all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(index).cloned().unwrap_or(Err(Error::new("index out of bounds")))
    }

    fn weight(&self) -> usize {
        self.weight
    }

    fn add(&self, other: &List) -> Option<Outcome> {
        let added: Vec<_> = other.iter().collect();
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() != self.len {
            return None;
        }
        let weight = self.weight.saturating_add(weight_of(&added));
        all.extend(added);
        Some(Ok(Value::List(List::new(Self { len: all.len(), weight, all: self.all.clone() }))))
    }

    fn tells_zero(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ints(values: &[i64]) -> List {
        List::of(values.iter().copied().map(Value::Int).collect())
    }

    #[test]
    fn adding_changes_neither_side() {
        let start = ints(&[1]);
        let one = start.add(&ints(&[2])).unwrap();
        let other = start.add(&ints(&[3])).unwrap();
        let itself = start.add(&start).unwrap();
        assert_eq!(start.len(), 1);
        assert_eq!(one.to_string(), "[1, 2]");
        assert_eq!(other.to_string(), "[1, 3]");
        assert_eq!(itself.to_string(), "[1, 1]");
    }

    #[test]
    fn an_error_on_the_left_differs_from_nothing() {
        let broken = List::of_outcomes(vec![Err(Error::no_such_overload()), Ok(Value::Int(1))]);
        assert_eq!(broken.equal(&Value::List(ints(&[7, 1]))), Ok(true));
        assert_eq!(ints(&[7, 1]).equal(&Value::List(broken.clone())), Ok(false));
        assert_eq!(broken.equal(&Value::List(ints(&[7, 2]))), Ok(false));
        assert_eq!(broken.contains(&Value::Int(1)), Ok(true));
    }
}
