//! `string.format(list)`.
//!
//! Mirrors cel-go (ext/formatting.go: what strings of version 2 do) for the locale en_US, without a
//! limit of precision.

mod clause;
mod number;

use super::value::{Error, List, MAX_TEXT, MAX_WEIGHT, Outcome, Value, within};

/// Puts the values of a list where the clauses of a text stand.
pub fn string_format(args: &[Value]) -> Outcome {
    let [Value::String(text), Value::List(list)] = args else { return Err(Error::no_such_overload()) };
    formatted(text, list).map(Value::string)
}

fn formatted(text: &str, list: &List) -> Result<String, Error> {
    let mut out = String::with_capacity(text.len());
    let (mut rest, mut used) = (text, 0);
    while let Some((plain, clause)) = rest.split_once('%') {
        within(out.len(), MAX_TEXT)?;
        out.push_str(plain);
        if let Some(behind) = clause.strip_prefix('%') {
            out.push('%');
            rest = behind;
            continue;
        }
        if used >= list.len() {
            return Err(Error::new(format!("index {used} out of range")));
        }
        let value = list.get(used)?;
        within(value.weight(), MAX_WEIGHT)?;
        if clause.is_empty() {
            return Err(Error::new("unexpected end of string"));
        }
        let (precision, behind) = precision(clause)?;
        let letter = behind.chars().next().unwrap_or_default();
        let shown = clause::show(letter, precision, &value).ok_or_else(|| {
            unreadable(&format!("unrecognized formatting clause \"{}\"", first_byte(behind)))
        })?;
        out.push_str(&shown.map_err(|words| Error::new(format!("error during formatting: {words}")))?);
        rest = behind.get(letter.len_utf8()..).unwrap_or_default();
        used += 1;
    }
    out.push_str(rest);
    Ok(out)
}

/// What stands between a dot and the letter, and what is behind it.
fn precision(clause: &str) -> Result<(Option<i64>, &str), Error> {
    let Some(digits) = clause.strip_prefix('.') else { return Ok((None, clause)) };
    let behind = digits.trim_start_matches(|c: char| c.is_ascii_digit());
    let wrong = |words: String| Err(unreadable(&format!("error while parsing precision: {words}")));
    if behind.is_empty() {
        return wrong("could not find end of precision specifier".to_owned());
    }
    let digits = digits.strip_suffix(behind).unwrap_or(digits);
    match digits.parse() {
        Ok(precision) => Ok((Some(precision), behind)),
        Err(_) => {
            let why = if digits.is_empty() { "invalid syntax" } else { "value out of range" };
            let words = format!("strconv.Atoi: parsing \"{digits}\": {why}");
            wrong(format!("error while converting precision to integer: {words}"))
        }
    }
}

fn unreadable(words: &str) -> Error {
    Error::new(format!("could not parse formatting clause: {words}"))
}

/// Go looks at bytes.
fn first_byte(text: &str) -> char {
    text.bytes().next().map(char::from).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses() {
        let text = |text: &str| Value::string(text);
        let double = Value::Double;
        let table = [
            ("%s|%d|%%", vec![text("a"), Value::Int(-1)], "a|-1|%"),
            (
                "%x|%X|%b|%o",
                vec![text("é"), Value::Int(-255), Value::Bool(true), Value::Uint(8)],
                "c3a9|-FF|1|10",
            ),
            (
                "%f|%.2f|%.0f",
                vec![double(1_234_567.891), double(0.005), double(2.5)],
                "1,234,567.891000|0.01|2",
            ),
            ("%f|%f", vec![double(-0.0), double(-1e-9)], "0.000000|-0.000000"),
            ("%f|%.3e|%e", vec![double(f64::INFINITY), double(f64::NAN), text("-Infinity")], "∞|NaN|    -∞"),
            (
                "%e|%.1e|%.20e",
                vec![double(1.234e-5), double(9.9), double(1.0)],
                "1.234000×10⁻⁰⁵|9.900000×10⁰⁰|       1.000000×10⁰⁰",
            ),
            ("%.400f", vec![double(0.5)], &format!("0.5{}", "0".repeat(143))),
            (
                "%s",
                vec![Value::list(vec![text("a\"b"), double(1.5), Value::Null, Value::bytes(*b"x")])],
                r#"["a\"b", 1.500000, null, b"x"]"#,
            ),
        ];
        for (format, values, expected) in table {
            let shown = string_format(&[text(format), Value::list(values)]).expect(format);
            assert_eq!(shown.as_str(), Some(expected), "{format}");
        }
    }

    #[test]
    fn refusals() {
        let table = [
            ("%", "unexpected end of string"),
            (
                "%d %d",
                "error during formatting: decimal clause can only be used on integers, was given double",
            ),
            (
                "%.",
                "could not parse formatting clause: error while parsing precision: could not find end of precision specifier",
            ),
            ("%q", r#"could not parse formatting clause: unrecognized formatting clause "q""#),
            ("%f %s", "index 1 out of range"),
        ];
        for (format, words) in table {
            let said = string_format(&[Value::string(format), Value::list(vec![Value::Double(1.0)])]);
            assert_eq!(
                said.map(|value| value.to_string()).map_err(|error| error.to_string()),
                Err(words.to_owned())
            );
        }
    }
}
