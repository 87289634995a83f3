//! Each sentence here was checked against the library itself.

use super::{Refusal, check};

fn message(text: &str) -> String {
    check(text).err().map_or_else(String::new, |refusal| refusal.message)
}

fn assert_table(table: &[(&str, &str)]) {
    for &(text, expected) in table {
        assert_eq!(message(text), expected, "{text:?}");
    }
}

#[test]
fn what_the_library_reads() {
    for text in [
        "",
        "# nothing\n",
        "\u{feff}kind: A\r\nspec:\r\n- x\r\n",
        "a: b\n...\n} what follows is not read\n",
        "a: b\n---\n: : }\n",
        "a: 1\na: 2\n",
        "{}: what follows is no key to the library\n",
        "text: |2\n   x\n  y\n",
        "? a\n: b\n? c\n",
        "[a, b: c, ? d]",
        "{a, 'b': c, d: }",
        "<<: {a: 1}\nb: 2\n",
        "a: .inf\na: 1\n",
        "key: \"\\x41 \\\n  b\"\n",
        "%YAML 1.1\n%TAG !e! tag:e,\n--- !e!x\na: !!str 1\n",
        "1.5: a\ntrue: b\n-.inf: c\n",
    ] {
        assert_eq!(message(text), "", "{text:?}");
    }
}

#[test]
fn characters_and_tokens() {
    assert_table(&[
        ("a: \u{1}", "yaml: control characters are not allowed"),
        ("a: `", "yaml: found character that cannot start any token"),
        ("a:\n\t- b", "yaml: line 2: found character that cannot start any token"),
        ("a: b: c", "yaml: mapping values are not allowed in this context"),
        ("a: b\nc: d: e", "yaml: line 2: mapping values are not allowed in this context"),
        ("a: - b", "yaml: block sequence entries are not allowed in this context"),
        ("a: ? b", "yaml: mapping keys are not allowed in this context"),
        ("a: b\nc\nd: e", "yaml: line 3: could not find expected ':'"),
        ("a: 'b\n", "yaml: line 2: found unexpected end of stream"),
        ("a: 'b\n---\n'", "yaml: line 2: found unexpected document indicator"),
        ("a: \"\\/\"", "yaml: found unknown escape character"),
        ("a: \"\\xg1\"", "yaml: did not find expected hexdecimal number"),
        ("a: \"\\ud800\"", "yaml: found invalid Unicode character escape code"),
        ("a: |0\n", "yaml: found an indentation indicator equal to 0"),
        ("a: |x\n", "yaml: did not find expected comment or line break"),
        ("a: |\n\tb", "yaml: line 2: found a tab character where an indentation space is expected"),
        ("a:\n  b\n\tc", "yaml: line 3: found a tab character that violates indentation"),
    ]);
}

#[test]
fn properties_and_directives() {
    assert_table(&[
        ("a: &", "yaml: did not find expected alphabetic or numeric character"),
        ("a: *b", "yaml: unknown anchor 'b' referenced"),
        ("a: !<x", "yaml: did not find the expected '>'"),
        ("a: !!", "yaml: did not find expected tag URI"),
        ("a: !x,}", "yaml: did not find expected whitespace or line break"),
        ("a: !%c3x", "yaml: did not find URI escaped octet"),
        ("a: !%ff", "yaml: found an incorrect leading UTF-8 octet"),
        ("a: !%c3%41", "yaml: found an incorrect trailing UTF-8 octet"),
        ("a: !e!x b", "yaml: found undefined tag handle"),
        ("%\n", "yaml: could not find expected directive name"),
        ("%A!\n", "yaml: found unexpected non-alphabetical character"),
        ("%FOO\n", "yaml: found unknown directive name"),
        ("%YAML 1.2\n---\n", "yaml: found incompatible YAML document"),
        ("%YAML 1.123\n", "yaml: found extremely long version number"),
        ("%YAML x\n", "yaml: did not find expected version number"),
        ("%YAML 1\n", "yaml: did not find expected digit or '.' character"),
        ("%YAML 1.1\n%YAML 1.1\n---\n", "yaml: line 1: found duplicate %YAML directive"),
        ("%TAG !a b\n", "yaml: did not find expected '!'"),
        ("%TAG !a!\n", "yaml: did not find expected whitespace"),
        ("%TAG ! a\n%TAG ! b\n---\n", "yaml: line 1: found duplicate %TAG directive"),
        ("%TAG ! a\nb\n", "yaml: line 1: did not find expected <document start>"),
    ]);
}

#[test]
fn grammar() {
    assert_table(&[
        ("a:\n  b: c\n d: e", "yaml: line 2: did not find expected key"),
        ("- a\nb: c", "yaml: line 1: did not find expected '-' indicator"),
        ("a: [b, c", "yaml: line 1: did not find expected ',' or ']'"),
        ("a: {b: c", "yaml: line 1: did not find expected ',' or '}'"),
        (
            "a: {{ .Values.b }}",
            "yaml: invalid map key: map[interface {}]interface {}{\".Values.b\":interface {}(nil)}",
        ),
        ("a: [- b]", "yaml: did not find expected node content"),
        ("\n]", "yaml: line 1: did not find expected node content"),
        ("{}: a\nb: c", ""),
        ("x:\n  []: a\n", "yaml: line 1: did not find expected key"),
    ]);
}

#[test]
fn decoding() {
    assert_table(&[
        ("a: &b [*b]", "yaml: anchor 'b' value contains itself"),
        ("<<: a", "yaml: map merge requires map or sequence of maps as the value"),
        ("? [a, 1]\n: b", "yaml: invalid map key: []interface {}{\"a\", 1}"),
        (
            "? {b: \"\\a\", 2: ~}\n",
            "yaml: invalid map key: map[interface {}]interface {}{\"b\":\"\\a\", 2:interface {}(nil)}",
        ),
        ("a: !!int b", "yaml: cannot decode !!str `b` as a !!int"),
        ("a: !!binary =", "yaml: !!binary value contains invalid base64 data"),
        ("~: a", "unsupported map key of type: %!s(<nil>), key: <nil>, value: \"a\""),
        (
            "18446744073709551615: ~",
            "unsupported map key of type: uint64, key: 0xffffffffffffffff, value: <nil>",
        ),
        ("b: .nan\na: [-.inf]", "json: unsupported value: -Inf"),
        ("a: &x {k: .inf}\nb:\n  <<: *x\n  k: 1\na: 0", ""),
    ]);
}

#[test]
fn limits() {
    let deep = |count: usize| "[".repeat(count) + &"]".repeat(count);
    assert_table(&[
        (&deep(10_000), ""),
        (&deep(10_001), "yaml: exceeded max depth of 10000"),
        (&"- ".repeat(10_001), "yaml: exceeded max depth of 10000"),
    ]);
    let reach = |length: usize| format!("{}: 1", "é".repeat(length));
    assert_table(&[
        (&reach(1024), ""),
        (&reach(1025), "yaml: mapping values are not allowed in this context"),
    ]);
    let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..9 {
        let aliases = format!("*a{} ,", level - 1).repeat(9);
        laughs.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
    }
    assert_table(&[(&laughs, "yaml: document contains excessive aliasing")]);
}

/// What is loaded in one go is looked over before any of it is scanned.
#[test]
fn a_forbidden_character_counts_once_it_is_loaded() {
    let scanner_first = |gap: usize| message(&format!("a: `{}\u{1}", " ".repeat(gap)));
    assert_eq!(scanner_first(507), "yaml: control characters are not allowed");
    assert_eq!(scanner_first(508), "yaml: found character that cannot start any token");
}

#[test]
fn offsets() {
    let table = [
        ("a: b: c", 4),
        ("a:\n  b: c\n d: e", 11),
        ("é: *b", 4),
        ("a: x\u{7f}", 4),
        ("a: [1, !!int b]", 7),
        ("a: 1\n~: b", 5),
        ("a: 'b", 5),
    ];
    for (text, expected) in table {
        assert_eq!(check(text).map_err(|Refusal { offset, .. }| offset), Err(expected), "{text:?}");
    }
}
