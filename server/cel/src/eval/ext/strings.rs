//! Strings (ext/strings.go, version 2, with `reverse` of version 3). Places count characters.

use super::{Args, wrong};
use crate::eval::value::{Error, List, MAX_TEXT, Outcome, Value, within};

fn out_of_range(index: i64) -> Error {
    Error::new(format!("index out of range: {index}"))
}

/// The byte where the character of an index begins; at the end of the text its length.
fn place(text: &str, index: i64) -> Result<usize, Error> {
    let wanted = usize::try_from(index).map_err(|_| out_of_range(index))?;
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    ends.into_iter().nth(wanted).ok_or_else(|| out_of_range(index))
}

/// A text made from a text.
pub(super) fn changed(args: Args<'_>, change: fn(&str) -> String) -> Outcome {
    match args {
        [Value::String(text)] => Ok(Value::string(change(text))),
        _ => wrong(),
    }
}

pub(super) fn char_at(args: Args<'_>) -> Outcome {
    let [Value::String(text), Value::Int(index)] = args else { return wrong() };
    let rest = text.get(place(text, *index)?..).unwrap_or("");
    Ok(Value::string(rest.chars().next().map(String::from).unwrap_or_default()))
}

pub(super) fn substring(args: Args<'_>) -> Outcome {
    let (text, start, end) = match args {
        [Value::String(text), Value::Int(start)] => (text, *start, None),
        [Value::String(text), Value::Int(start), Value::Int(end)] => (text, *start, Some(*end)),
        _ => return wrong(),
    };
    if let Some(end) = end.filter(|end| start > *end) {
        return Err(Error::new(format!("invalid substring range. start: {start}, end: {end}")));
    }
    let from = place(text, start)?;
    let to = end.map_or(Ok(text.len()), |end| place(text, end))?;
    Ok(Value::string(text.get(from..to).unwrap_or("")))
}

/// The arguments of a search: the text, what is looked for, and from where.
fn search(args: Args<'_>) -> Result<(&str, &str, Option<usize>), Error> {
    match args {
        [Value::String(text), Value::String(part)] => Ok((text, part, None)),
        [Value::String(text), Value::String(part), Value::Int(offset)] => {
            let offset = usize::try_from(*offset).map_err(|_| out_of_range(*offset))?;
            Ok((text, part, Some(offset)))
        }
        _ => Err(Error::no_such_overload()),
    }
}

/// The place of a byte, in characters.
fn found(text: &str, byte: Option<usize>) -> Outcome {
    let before = byte.and_then(|byte| text.get(..byte));
    Ok(Value::Int(before.map_or(-1, |before| before.chars().count() as i64)))
}

/// The byte where the character of an index begins; the end of the text where it has fewer.
fn byte_of(text: &str, index: usize) -> usize {
    text.char_indices().nth(index).map_or(text.len(), |(at, _)| at)
}

pub(super) fn index_of(args: Args<'_>) -> Outcome {
    let (text, part, offset) = search(args)?;
    let start = byte_of(text, offset.unwrap_or(0));
    found(text, text.get(start..).and_then(|rest| rest.find(part)).map(|at| start + at))
}

pub(super) fn last_index_of(args: Args<'_>) -> Outcome {
    let (text, part, offset) = search(args)?;
    let Some(offset) = offset else { return found(text, text.rfind(part)) };
    let start = byte_of(text, offset);
    if part.is_empty() {
        return found(text, Some(start));
    }
    if start == text.len() {
        return found(text, None);
    }
    // The last place may begin at the offset and ends behind it.
    let rest = text.get(start..).unwrap_or("");
    let end = start + byte_of(rest, part.chars().count());
    found(text, text.get(..end).and_then(|text| text.rfind(part)))
}

/// All, or the first so many; a negative number is all.
pub(super) fn replace(args: Args<'_>) -> Outcome {
    let (text, from, to, limit) = match args {
        [Value::String(text), Value::String(from), Value::String(to)] => (text, from, to, None),
        [Value::String(text), Value::String(from), Value::String(to), Value::Int(limit)] => {
            (text, from, to, usize::try_from(*limit).ok())
        }
        _ => return wrong(),
    };
    let places = if from.is_empty() { text.chars().count() + 1 } else { text.matches(&**from).count() };
    let places = places.min(limit.unwrap_or(usize::MAX));
    within(places.saturating_mul(to.len()).saturating_add(text.len()), MAX_TEXT)?;
    Ok(Value::string(match limit {
        _ if from.is_empty() => between_characters(text, to, places),
        Some(limit) => text.replacen(&**from, to, limit),
        None => text.replace(&**from, to),
    }))
}

/// A text with another one before its first characters, and after the last one where there is still one of `times` left:
/// what `str::replacen` makes of an empty text to look for, in a part of the time.
fn between_characters(text: &str, inserted: &str, times: usize) -> String {
    let mut out = String::with_capacity(text.len() + times * inserted.len());
    let split = text.char_indices().nth(times).map_or(text.len(), |(at, _)| at);
    let (before, rest) = text.split_at(split);
    let mut left = times;
    for character in before.chars() {
        out.push_str(inserted);
        out.push(character);
        left -= 1;
    }
    if left > 0 {
        out.push_str(inserted);
    }
    out + rest
}

pub(super) fn split(args: Args<'_>) -> Outcome {
    let (text, separator, limit) = match args {
        [Value::String(text), Value::String(separator)] => (text, separator, None),
        [Value::String(text), Value::String(separator), Value::Int(limit)] => {
            (text, separator, usize::try_from(*limit).ok())
        }
        _ => return wrong(),
    };
    let parts: Vec<&str> = match limit {
        Some(0) => Vec::new(),
        _ if separator.is_empty() => characters(text, limit),
        Some(limit) => text.splitn(limit, &**separator).collect(),
        None => text.split(&**separator).collect(),
    };
    Ok(Value::list(parts.into_iter().map(Value::string).collect()))
}

/// Each character for itself; the last of so many parts is the rest.
fn characters(text: &str, limit: Option<usize>) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let last = limit.is_some_and(|limit| parts.len() + 1 >= limit);
        let (part, behind) = rest.split_at(if last { rest.len() } else { next.len_utf8() });
        parts.push(part);
        rest = behind;
    }
    parts
}

pub(super) fn join(args: Args<'_>) -> Outcome {
    let (list, separator): (&List, &str) = match args {
        [Value::List(list)] => (list, ""),
        [Value::List(list), Value::String(separator)] => (list, separator),
        _ => return wrong(),
    };
    let mut joined = String::new();
    for (i, item) in list.iter().enumerate() {
        if i > 0 {
            joined.push_str(separator);
        }
        within(joined.len(), MAX_TEXT)?;
        match item {
            Ok(Value::String(text)) => joined.push_str(&text),
            Ok(other) => return Err(Error::new(format!("join: invalid input: {other}"))),
            Err(error) => return Err(Error::new(format!("join: invalid input: {error}"))),
        }
    }
    Ok(Value::string(joined))
}

/// `strings.quote`
pub(super) fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{b}' => quoted.push_str("\\v"),
            '\\' => quoted.push_str("\\\\"),
            '"' => quoted.push_str("\\\""),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &str) -> Value {
        Value::string(value)
    }

    fn shown(outcome: Outcome) -> String {
        match outcome {
            Ok(value) => value.to_string(),
            Err(error) => error.words().to_owned(),
        }
    }

    #[test]
    fn places_count_characters() {
        let cases: &[(Outcome, &str)] = &[
            (char_at(&[text("tacocät"), Value::Int(5)]), "ä"),
            (char_at(&[text("taco"), Value::Int(4)]), ""),
            (char_at(&[text("taco"), Value::Int(5)]), "index out of range: 5"),
            (char_at(&[text("taco"), Value::Int(-1)]), "index out of range: -1"),
            (substring(&[text("äöü"), Value::Int(1)]), "öü"),
            (substring(&[text("äöü"), Value::Int(1), Value::Int(2)]), "ö"),
            (
                substring(&[text("abc"), Value::Int(2), Value::Int(1)]),
                "invalid substring range. start: 2, end: 1",
            ),
            (substring(&[text("abc"), Value::Int(2), Value::Int(9)]), "index out of range: 9"),
        ];
        for (found, expected) in cases {
            assert_eq!(shown(found.clone()), *expected);
        }
    }

    #[test]
    fn searches() {
        let index = |s: &str, part: &str, offset: Option<i64>| {
            let args: Vec<_> = [text(s), text(part)].into_iter().chain(offset.map(Value::Int)).collect();
            (shown(index_of(&args)), shown(last_index_of(&args)))
        };
        let both = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(index("tacocat", "ac", None), both("1", "1"));
        assert_eq!(index("tacocat", "c", None), both("2", "4"));
        assert_eq!(index("tacocat", "", None), both("0", "7"));
        assert_eq!(index("tacocat", "c", Some(3)), both("4", "2"));
        assert_eq!(index("tacocat", "", Some(30)), both("7", "7"));
        assert_eq!(index("tacocat", "c", Some(30)), both("-1", "-1"));
        assert_eq!(index("tacocat", "c", Some(-1)), both("index out of range: -1", "index out of range: -1"));
        assert_eq!(index("a", "tacocat", None), both("-1", "-1"));
    }

    #[test]
    fn parts() {
        let parts = |separator: &str, limit: Option<i64>| {
            let args: Vec<_> =
                [text("a,b,ö"), text(separator)].into_iter().chain(limit.map(Value::Int)).collect();
            shown(split(&args))
        };
        assert_eq!(parts(",", None), "[a, b, ö]");
        assert_eq!(parts(",", Some(2)), "[a, b,ö]");
        assert_eq!(parts(",", Some(0)), "[]");
        assert_eq!(parts(",", Some(-1)), "[a, b, ö]");
        assert_eq!(parts("", Some(2)), "[a, ,b,ö]");
        assert_eq!(shown(split(&[text(""), text("")])), "[]");
        assert_eq!(shown(replace(&[text("aaa"), text("a"), text("b"), Value::Int(2)])), "bba");
        assert_eq!(shown(replace(&[text("ab"), text(""), text("-")])), "-a-b-");
        assert_eq!(quote("a\n\"\u{7}"), r#""a\n\"\a""#);
    }
}
