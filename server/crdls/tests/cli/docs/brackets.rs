//! A reader of brackets, for code that nothing here can run: are all closed, and in order?

/// What a language has that may hide brackets.
pub struct Signs {
    pub comment: &'static str,
    /// Each opens and closes a string in which `\` escapes.
    pub strings: &'static [char],
}

pub const LUA: Signs = Signs { comment: "--", strings: &['"', '\''] };
pub const ELISP: Signs = Signs { comment: ";", strings: &['"'] };

/// What is wrong with the brackets of a text.
pub fn unbalanced(text: &str, signs: &Signs) -> Option<String> {
    let mut open = Vec::new();
    let mut string: Option<char> = None;
    for (number, line) in text.lines().enumerate() {
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let here = rest;
            rest = &rest[c.len_utf8()..];
            match string {
                Some(_) if c == '\\' => rest = rest.get(1..).unwrap_or_default(),
                Some(end) if c == end => string = None,
                Some(_) => {}
                None if here.starts_with(signs.comment) => break,
                None if signs.strings.contains(&c) => string = Some(c),
                None => {
                    if let Some(wrong) = bracket(c, &mut open) {
                        return Some(format!("line {}: {wrong}", number + 1));
                    }
                }
            }
        }
    }
    match (string, open.pop()) {
        (Some(end), _) => Some(format!("a string has no {end} at its end")),
        (None, Some(bracket)) => Some(format!("there is no {bracket}")),
        (None, None) => None,
    }
}

fn bracket(c: char, open: &mut Vec<char>) -> Option<String> {
    match c {
        '(' => open.push(')'),
        '[' => open.push(']'),
        '{' => open.push('}'),
        ')' | ']' | '}' if open.pop() != Some(c) => return Some(format!("{c} closes nothing")),
        _ => {}
    }
    None
}

#[test]
fn what_is_open_is_seen() {
    assert_eq!(unbalanced("(a [b] \"(\" ; (\n)", &ELISP), None);
    assert_eq!(unbalanced("f({ 'a)' }) -- (", &LUA), None);
    assert_eq!(unbalanced("(a\n(b)", &ELISP).unwrap(), "there is no )");
    assert_eq!(unbalanced("(a]", &ELISP).unwrap(), "line 1: ] closes nothing");
    assert_eq!(unbalanced("f('a", &LUA).unwrap(), "a string has no ' at its end");
    assert_eq!(unbalanced("\"\\\"\" (", &ELISP).unwrap(), "there is no )");
}
