//! What Go says of patterns, and what they find.

use std::ops::Range;

use super::{Regexp, compile, unicode};

fn regexp(pattern: &str) -> Regexp {
    compile(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}"))
}

/// What Go says, and the text to change.
fn refusal(pattern: &str) -> (String, &str) {
    let error = compile(pattern).expect_err(pattern);
    let text = error.to_string();
    let said = text.strip_prefix("error parsing regexp: ").expect("Go's first words");
    (said.to_owned(), pattern.get(error.range()).expect("a range of the pattern"))
}

#[test]
fn refuses_in_go_s_words_at_the_smallest_place() {
    #[rustfmt::skip]
    let refused = [
        ("x(y(z)", "missing closing ): `x(y(z)`", "("),
        ("x)y", "unexpected ): `x)y`", ")"),
        ("x[yz", "missing closing ]: `[yz`", "[yz"),
        ("[]", "missing closing ]: `[]`", "[]"),
        ("x[9-0]y", "invalid character class range: `9-0`", "9-0"),
        ("[[:name:]]", "invalid character class range: `[:name:]`", "[:name:]"),
        (r"x\p{Klingon}", r"invalid character class range: `\p{Klingon}`", r"\p{Klingon}"),
        (r"\p{Old_Italic}", r"invalid character class range: `\p{Old_Italic}`", r"\p{Old_Italic}"),
        (r"x\pY", r"invalid character class range: `\pY`", r"\pY"),
        (r"x\p{L", r"invalid character class range: `\p{L`", r"\p{L"),
        ("(*x)", "missing argument to repetition operator: `*`", "*"),
        ("x|+?", "missing argument to repetition operator: `+?`", "+?"),
        ("x*+y", "invalid nested repetition operator: `*+`", "*+"),
        ("x??*?", "invalid nested repetition operator: `??*?`", "??*?"),
        ("x{7}{2}", "invalid nested repetition operator: `{7}{2}`", "{7}{2}"),
        ("x{1001}", "invalid repeat count: `{1001}`", "{1001}"),
        ("x{9,8}y", "invalid repeat count: `{9,8}`", "{9,8}"),
        ("x{99999999999999999999}", "invalid repeat count: `{99999999999999999999}`", "{99999999999999999999}"),
        ("(x{40}y){30}", "invalid repeat count: `{30}`", "{30}"),
        (r"x\y", r"invalid escape sequence: `\y`", r"\y"),
        (r"x\1", r"invalid escape sequence: `\1`", r"\1"),
        (r"x\C", r"invalid escape sequence: `\C`", r"\C"),
        (r"\x{110000}", r"invalid escape sequence: `\x{110000`", r"\x{110000"),
        (r"\xfg", r"invalid escape sequence: `\xfg`", r"\xfg"),
        (r"[\b]", r"invalid escape sequence: `\b`", r"\b"),
        (r"\ö", r"invalid escape sequence: `\ö`", r"\ö"),
        (r"xy\", "trailing backslash at end of expression: ``", r"\"),
        ("(?=x)", "invalid or unsupported Perl syntax: `(?=`", "(?="),
        ("(?<", "invalid or unsupported Perl syntax: `(?<`", "(?<"),
        ("x(?i-)", "invalid or unsupported Perl syntax: `(?i-)`", "(?i-)"),
        ("(?x)y", "invalid or unsupported Perl syntax: `(?x`", "(?x"),
        ("(?<=x)y", "invalid named capture: `(?<=x)y`", "(?<=x)y"),
        ("(?P<a-b>x)", "invalid named capture: `(?P<a-b>`", "(?P<a-b>"),
    ];
    for (pattern, said, place) in refused {
        assert_eq!(refusal(pattern), (said.to_owned(), place), "{pattern}");
    }
}

#[test]
fn takes_what_other_engines_refuse() {
    for pattern in
        ["x{,3}", "x{", "[x[y]", "]", "}", "[]x]", r"\Qx(y", "$*", "(?:)*", "(?P<a>x)(?P<a>y)", r"\_"]
    {
        regexp(pattern);
    }
}

#[test]
fn matches_as_go_does() {
    let cases: [(&str, &[&str], &[&str]); 22] = [
        (r"^\d\w\s$", &["7x\t"], &["٣x ", "7é ", "7x\u{a0}", "7x\u{b}"]),
        (r"\bx", &["éx", "-x"], &["yx"]),
        ("x.y", &["xéy"], &["x\ny", "xy"]),
        ("x$", &["x"], &["x\n"]),
        (r"(?m)^x\z", &["y\nx"], &["x\ny"]),
        ("(?m)x$", &["x\ny"], &["xy"]),
        ("(?i)k", &["k", "K", "\u{212a}"], &["x"]),
        ("(?i)^[^k]$", &["x"], &["k", "K", "\u{212a}"]),
        ("(?i)straße", &["STRAẞE"], &["STRASSE"]),
        (r"(?i)^\pL$", &["\u{345}"], &["7"]),
        (r"^\p{^Lu}\P{Lu}$", &["xy"], &["Xy"]),
        (r"^\p{upper case_letter}$", &["X"], &["x"]),
        (r"^[[:^alpha:]x-]+$", &["1x-"], &["y"]),
        ("^[a&&b]+$", &["a&b"], &["c"]),
        ("^[a[b]$", &["[", "a", "b"], &["]"]),
        ("^x{,2}$", &["x{,2}"], &["xx"]),
        (r"^\Qa*\E*$", &["a***"], &["aa"]),
        (r"^\101\x42\x{1F600}$", &["AB\u{1F600}"], &["ab"]),
        ("^(?:ab|ac|ad){2}$", &["acab"], &["ac"]),
        ("^(?i:x)y$", &["Xy"], &["XY"]),
        ("^x{2,3}$", &["xx", "xxx"], &["x", "xxxx"]),
        ("", &["", "x"], &[]),
    ];
    for (pattern, matched, unmatched) in cases {
        let regexp = regexp(pattern);
        matched.iter().for_each(|text| assert!(regexp.is_match(text), "{pattern} on {text:?}"));
        unmatched.iter().for_each(|text| assert!(!regexp.is_match(text), "{pattern} on {text:?}"));
    }
}

#[test]
fn finds_the_leftmost_match_by_the_order_of_the_alternatives() {
    for (pattern, text, found) in [
        ("b|bc", "abc", Some(1..2)),
        ("bc|b", "abc", Some(1..3)),
        ("b+?", "abb", Some(1..2)),
        ("(?U)b+", "abb", Some(1..2)),
        ("(?:|b)*", "bb", Some(0..0)),
        ("é", "aé", Some(1..3)),
        ("x", "y", None),
    ] {
        assert_eq!(regexp(pattern).find(text), found, "{pattern}");
    }
}

#[test]
fn finds_all_but_empty_matches_behind_a_match() {
    let find_all =
        |pattern: &str, text, limit| -> Vec<Range<usize>> { regexp(pattern).find_all(text, limit) };
    assert_eq!(find_all("b*", "abbé", None), [0..0, 1..3, 5..5]);
    assert_eq!(find_all("b*", "abbé", Some(2)), [0..0, 1..3]);
    assert_eq!(find_all("^b", "bb", None).len(), 1);
    assert_eq!(find_all(r"\bb", "bb b", None), [0..1, 3..4]);
    assert_eq!(find_all("b", "b", Some(0)), []);
}

/// `depth` groups in one another.
fn nested(open: &str, inside: &str, close: &str, depth: usize) -> String {
    open.repeat(depth) + inside + &close.repeat(depth)
}

#[test]
fn nests_as_deep_as_go() {
    let deepest = regexp(&nested("(", "x", ")", 999));
    assert!(deepest.is_match("x"));
    for pattern in
        [nested("(", "x", ")", 1000), nested("(", "x", ")", 100_000), nested("(?:", "x", ")?", 9999)]
    {
        assert_eq!(refusal(&pattern).0, format!("expression nests too deeply: `{pattern}`"));
    }
    // Go takes common beginnings out, one level a piece.
    let factored = |pieces| format!("{0}y|{0}z", "[vw]x".repeat(pieces));
    assert!(regexp(&factored(499)).is_match(&format!("{}z", "wx".repeat(499))));
    assert!(compile(&factored(500)).is_err());
}

#[test]
fn is_as_large_as_go() {
    let fits = "[xy]{1000}".repeat(3355);
    regexp(&fits);
    let large = "[xy]{1000}".repeat(3356);
    assert_eq!(refusal(&large).0, format!("expression too large: `{large}`"));
    assert!(compile(&r"\pL".repeat(25_458)).is_ok());
    assert!(compile(&r"\pL".repeat(25_459)).is_err());
    // Go does not count the string here.
    let uncounted = format!("(?:{}){{1000}}y", "x".repeat(5000));
    assert!(!regexp(&uncounted).is_match("x"));
}

#[test]
fn takes_time_in_proportion() {
    let hostile = regexp(&format!("^{}{}$", "x?".repeat(500), "x".repeat(500)));
    assert!(hostile.is_match(&"x".repeat(500)));
    assert!(!regexp("(x*)*y").is_match(&"x".repeat(5000)));
    assert!(compile(&format!("[{}", "[:".repeat(500_000))).is_err());
}

/// A table of another edition has other sums, and a program would match what the server does not.
#[test]
fn unicode_is_of_go_s_edition() {
    let mut hash = Fnv::new();
    for name in unicode::names() {
        for folded in [false, true] {
            let set = unicode::property(name, folded).unwrap_or_default();
            assert!(!set.ranges().is_empty(), "{name}");
            set.ranges().iter().for_each(|&(lo, hi)| hash.add(lo, hi));
        }
    }
    assert_eq!(hash.0, 10_497_495_934_250_271_584, "the categories or scripts have changed");
    let mut hash = Fnv::new();
    for orbit in unicode::orbits_within(0, 0x10_FFFF) {
        orbit.runes().iter().for_each(|&rune| hash.add(rune, orbit.runes().len() as u32));
    }
    assert_eq!(hash.0, 670_573_139_275_582_645, "case folding has changed");
}

struct Fnv(u64);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, one: u32, other: u32) {
        let pair = u64::from(one) << 32 | u64::from(other);
        self.0 = (self.0 ^ pair).wrapping_mul(0x0100_0000_01b3);
    }
}
