use super::*;

/// A stand-in for expressions: strings end, no word follows one, and nothing but a comment is left over.
fn is_code(text: &str) -> bool {
    let code: Vec<_> = text
        .lines()
        .map(|line| match cause::comment(line, &mut None) {
            Some(at) => line.get(..at).unwrap_or_default(),
            None => line,
        })
        .collect();
    let code = code.join("\n");
    let even = |quote| code.matches(quote).count().is_multiple_of(2);
    let mut open = None;
    let touches = code.chars().zip(code.chars().skip(1)).any(|(c, next)| match open {
        None if matches!(c, '\'' | '"') => {
            open = Some(c);
            false
        }
        Some(quote) if quote == c => {
            open = None;
            next.is_alphanumeric()
        }
        _ => false,
    });
    let brackets = |open, close| code.matches(open).count() == code.matches(close).count();
    brackets('[', ']')
        && !code.contains("'\\d")
        && !touches
        && even('\'')
        && even('"')
        && !code.contains('#')
        && !code.trim().is_empty()
}

fn fixed(text: &str, kind: LanguageKind) -> Option<(MisreadCause, String)> {
    let accepts: &dyn Fn(&str) -> bool = match kind {
        LanguageKind::Code => &|text| is_code(text) || text.contains(" #y'"),
        _ => &|text| text.matches('(').count() == text.matches(')').count(),
    };
    let (_, key) = keys(text, &["k"]).into_iter().find(|(name, _)| *name == "k")?;
    let found = misreading(text, key, Language { accepts, kind })?;
    let Edit { range, new_text } = &found.edit;
    let (before, behind) = (text.get(..range.start as usize)?, text.get(range.end as usize..)?);
    Some((found.cause, format!("{before}{new_text}{behind}")))
}

#[test]
fn what_yaml_misreads_is_written_so_that_it_does_not() {
    use LanguageKind::{Code, Pattern, Prose};
    use MisreadCause as Cause;
    for (text, kind, cause, fix) in [
        ("k: !a", Code, Cause::Tag, "k: '!a'"),
        ("- k: !a || b # c\n  l: m\n", Code, Cause::Tag, "- k: '!a || b' # c\n  l: m\n"),
        ("k: a != 'x #y'", Code, Cause::Comment, "k: \"a != 'x #y'\""),
        ("k: [a].b()", Code, Cause::List, "k: '[a].b()'"),
        ("k: {'a': 1}.b()", Code, Cause::Mapping, "k: \"{'a': 1}.b()\""),
        ("k: a ? b : c", Code, Cause::Colon, "k: 'a ? b : c'"),
        ("k: 'a' in b", Code, Cause::Quote, "k: \"'a' in b\""),
        ("k: 'a != 'x' || b'", Code, Cause::Quote, "k: \"a != 'x' || b\""),
        ("k: \"a != \"x\"\"", Code, Cause::Quote, "k: 'a != \"x\"'"),
        ("k: \"a('\\d')\"", Code, Cause::UnknownEscape, "k: |-\n  a('\\\\d')"),
        ("k: \"a('\\\\d')\"", Code, Cause::Backslashes, "k: |-\n  a('\\\\d')"),
        ("k: a # one\n   && b\n", Code, Cause::Comment, "k: |-\n  a // one\n  && b\n"),
        ("k: >\n  a // one\n  && b\n", Code, Cause::FoldedComment, "k: |\n  a // one\n  && b\n"),
        ("{k: a in ['x', 'y'], l: m}", Code, Cause::Flow, "{k: \"a in ['x', 'y']\", l: m}"),
        ("k: \"^\\d+$\"", Pattern, Cause::UnknownEscape, "k: '^\\d+$'"),
        ("k: \"\\bx\"", Pattern, Cause::OtherEscape, "k: '\\bx'"),
        ("k: ^(a #b)$", Pattern, Cause::Comment, "k: '^(a #b)$'"),
        ("k: ^a #b$", Pattern, Cause::Comment, "k: '^a #b$'"),
        ("k: &(a)", Pattern, Cause::Anchor, "k: '&(a)'"),
        ("k: @a", Pattern, Cause::Start, "k: '@a'"),
        ("{k: ^a{1,3}$, l: m}", Pattern, Cause::Flow, "{k: '^a{1,3}$', l: m}"),
        ("k: '^it's$'", Pattern, Cause::Quote, "k: \"^it's$\""),
        ("k: [a] is set", Prose, Cause::List, "k: '[a] is set'"),
        ("k: {a} is set", Prose, Cause::Mapping, "k: '{a} is set'"),
        ("k: 'can't be'", Prose, Cause::Quote, "k: \"can't be\""),
    ] {
        assert_eq!(fixed(text, kind), Some((cause, fix.to_owned())), "{text}");
    }
}

#[test]
fn what_yaml_reads_as_written_is_left_alone() {
    use LanguageKind::{Code, Pattern, Prose};
    for (text, kind) in [
        ("k: a == 'x' # && b", Code),
        ("k: a // one", Code),
        ("k: |\n  a // one\n  && b\n", Code),
        ("k: >\n  a\n  && b // one\n", Code),
        ("k: 'a == ''x'''", Code),
        ("k: \"a('\\\\\\\\d')\"", Code),
        ("k: !!str a", Code),
        // The slashes are in a string.
        ("k: 'a(''//'')\n  : b'\n", Code),
        ("k: \"a(\\\"//\\\")\n  : b\"\n", Code),
        ("k: >\n  a('x //\n  y') + b\n", Code),
        ("k: ^[a-z]+$ # lower case", Pattern),
        ("k: \"\\\\d\"", Pattern),
        ("k: &anchor ^a$", Pattern),
        ("k: {{ .Values.a }}", Pattern),
        ("k: one # two", Prose),
        ("k: [one, two]", Prose),
        ("l: |\n  k: !a\n", Code),
    ] {
        assert_eq!(fixed(text, kind), None, "{text}");
    }
}
