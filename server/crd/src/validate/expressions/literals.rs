//! What is wrong with a constant that cannot be used, in words for its author.

use crdls_cel::Edition;
use crdls_cel::lower::decode_string;
use crdls_go::regexp;
use crdls_text::TextRange;

use super::explanation::Explanation;
use crdls_report::in_backticks;

const WHILE_COMPILING: &str = "the server evaluates constants when it compiles the rule";

/// From the words of a validator or of the planner; `text` is the rule.
pub(super) fn explain(words: &str, at: TextRange, text: &str) -> Option<Explanation> {
    let of = |prefix: &str| words.strip_prefix(prefix);
    let literal = in_backticks(at.of(text));
    if words == "invalid matches argument" {
        return Some(pattern(at, text));
    }
    if words == "invalid duration argument" {
        return Some(
            Explanation::new(format!("{literal} is not a duration"))
                .help("write numbers with the units `h`, `m`, `s`, `ms`, `us` and `ns`, such as `1h30m`"),
        );
    }
    if words == "invalid timestamp argument" {
        return Some(
            Explanation::new(format!("{literal} is not a timestamp"))
                .help("write date, time and zone, such as `2026-01-31T12:00:00Z`"),
        );
    }
    if let Some(why) = of("error parsing regexp: ") {
        return Some(
            Explanation::new(format!("{literal} is not a regular expression: {why}")).why(WHILE_COMPILING),
        );
    }
    if let Some(t) = of("type conversion error from 'string' to '").and_then(|rest| rest.strip_suffix('\'')) {
        let t = t.trim_start_matches("google.protobuf.").to_lowercase();
        return Some(Explanation::new(format!("{literal} is not a valid {t}")).why(WHILE_COMPILING));
    }
    if of("invalid qualifier type: ").is_some() {
        let said = Explanation::new(format!("{literal} cannot be a key of a map"));
        return Some(said.why("keys are strings, numbers and booleans"));
    }
    let name = of("reference to undefined type: ")?;
    Some(
        Explanation::new(format!("`{name}` cannot be used as a type at run time")).why(
            "a type is only known by its own name, such as `int`, `string` or `google.protobuf.Duration`",
        ),
    )
}

/// The smallest part that is wrong: of a pattern that is written out, where Go stops reading it.
pub(super) fn range(words: &str, at: TextRange, text: &str) -> TextRange {
    let literal = at.of(text);
    let is_pattern = words == "invalid matches argument" || words.starts_with("error parsing regexp: ");
    let decoded = decode_string(literal, Edition::default());
    let Some(error) = regexp::compile(&decoded.value).err().filter(|_| is_pattern && is_string(literal))
    else {
        return at;
    };
    let inside = error.range();
    let offset = |offset: usize| at.start + decoded.source_offset(offset as u32);
    let range = TextRange::new(offset(inside.start), offset(inside.end));
    if range.is_empty() || !at.covers(range) { at } else { range }
}

fn is_string(literal: &str) -> bool {
    literal.trim_start_matches(['r', 'R']).starts_with(['\'', '"'])
}

/// Why Go cannot read a pattern.
fn pattern(at: TextRange, text: &str) -> Explanation {
    let said = Explanation::new(format!("{} is not a regular expression", in_backticks(at.of(text))));
    match regexp::compile(&decode_string(at.of(text), Edition::default()).value) {
        Err(error) => Explanation::new(format!("{}: {}", said.message, plain(&error.to_string()))),
        // As a function, `matches` has the pattern second, and the server looks at the first argument.
        Ok(_) => said,
    }
}

fn plain(error: &str) -> &str {
    error.strip_prefix("error parsing regexp: ").unwrap_or(error)
}
