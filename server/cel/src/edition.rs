//! The versions of cel-go that differ.

use std::cell::Cell;

/// From which version of cel-go on something is the server's. Each does what the one before it does, but for what it
/// says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edition {
    /// The oldest known. `optMap` and `optFlatMap` share their target with what they become, so that its type has to
    /// be known alone; `format` panics where its string is no literal.
    V0_20,
    /// Copies the target of `optMap`, and looks at the string of `format`. A fold computes what it starts with only
    /// where something asks for it.
    V0_22,
    /// The estimate follows the sizes of elements through lists, maps, variables and `dyn`. A fold gathers its result
    /// in `@result`, which no expression can name, and no longer in `__result__`; its variables must not be called
    /// so. Half a surrogate pair in a string is an error, and no replacement character. What something optional has
    /// counts by its size when a call runs.
    V0_23,
    /// `matches(text, regex)` costs what `text.matches(regex)` does, and `startsWith` and `endsWith` as much as their
    /// argument is long, not their text. `.name` passes over the variables of macros. Something optional keeps its
    /// value where it is a variable or one side of a condition; before, Go's own value was made a value again.
    #[default]
    V0_29,
}

thread_local! {
    static REACHED: Cell<Edition> = const { Cell::new(Edition::V0_20) };
}

impl Edition {
    /// Whether it does what another brought, which is noted for [`Self::traced`].
    pub fn has(self, brought: Self) -> bool {
        let has = self >= brought;
        if has {
            REACHED.with(|reached| reached.set(reached.get().max(brought)));
        }
        has
    }

    /// Runs something, with the oldest edition for which it would have gone the same way.
    pub fn traced<T>(run: impl FnOnce() -> T) -> (T, Self) {
        let before = REACHED.replace(Self::V0_20);
        let result = run();
        (result, REACHED.replace(before))
    }
}
