//! The name of a marker and what is behind it.

/// `splitMarker`: the parts of `+a:b:c=arg,d=arg`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split<'t> {
    /// `a:b`, where the last part is an argument; the whole name where there is no `=`, or no colon.
    pub name: &'t str,
    /// `a:b:c`.
    pub whole_name: &'t str,
    /// `arg,d=arg`.
    pub rest: &'t str,
    /// Whether there is a `=`.
    pub has_value: bool,
}

impl<'t> Split<'t> {
    /// The parts of a marker's text, from its plus on.
    pub fn of(text: &'t str) -> Self {
        let text = text.strip_prefix('+').unwrap_or(text);
        let Some((whole_name, rest)) = text.split_once('=') else {
            return Self { name: text, whole_name: text, rest: "", has_value: false };
        };
        let name = whole_name.rsplit_once(':').map_or(whole_name, |(name, _)| name);
        Self { name, whole_name, rest, has_value: true }
    }
}
