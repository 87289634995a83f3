//! From which minor on a check goes the same way: whoever asks what a minor has is noted, so that several minors need
//! one run as long as nothing differs among them.

use std::cell::Cell;

use super::Minor;

thread_local! {
    /// The newest minor that brought something that was asked for and was there.
    static BROUGHT: Cell<Minor> = const { Cell::new(Minor::OLDEST) };
}

/// Notes that something is as it is since a minor.
pub fn note(since: Minor) {
    BROUGHT.with(|brought| brought.set(brought.get().max(since)));
}

/// Runs something, with the oldest minor for which it would have gone the same way as for the one that it was run for.
/// What is noted within is noted around it too.
pub fn traced<T>(run: impl FnOnce() -> T) -> (T, Minor) {
    let before = BROUGHT.replace(Minor::OLDEST);
    let result = run();
    let own = BROUGHT.replace(before);
    note(own);
    (result, own)
}

/// Runs something whose result is the newest minor's whatever it asks for.
pub fn untraced<T>(run: impl FnOnce() -> T) -> T {
    let before = BROUGHT.get();
    let result = run();
    BROUGHT.set(before);
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Difference;

    #[test]
    fn what_is_there_is_noted() {
        let run = |minor: u8, differences: &[Difference]| {
            traced(|| differences.iter().filter(|difference| Minor(minor).has(**difference)).count()).1
        };
        assert_eq!(run(37, &[]), Minor::OLDEST);
        assert_eq!(run(37, &[Difference::CelGo23, Difference::WarnsOfFormats]), Minor(34));
        // What is not there yet is not there before either.
        assert_eq!(run(33, &[Difference::CelGo23, Difference::WarnsOfFormats]), Minor(33));
        let (inner, outer) = traced(|| untraced(|| run(37, &[Difference::CelGo29])));
        assert_eq!((inner, outer), (Minor(37), Minor::OLDEST));
    }
}
