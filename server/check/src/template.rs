//! Templates: what becomes a manifest when it is rendered.
//!
//! Two signs make a document a template. Where an engine's delimiter begins a value, a key or a line, the document is no
//! YAML, or other YAML than it will be. And where the server refuses a value in which a placeholder is written, such as
//! a name `${CLUSTER_NAME}`, the refusal speaks of the placeholder. A placeholder in a string that the schema accepts is
//! neither: messages, scripts and the templates of other programs are full of them.

use crdls_text::{TextRange, line_start};
use crdls_yaml::{Document, Node};

use super::Source;
use super::syntax::NOT_YAML;
use crdls_manifest::crd_kinds::crd_words;
use crdls_manifest::objects::DocumentObject;
use crdls_report::{ErrorType, Finding, Path, code, in_backticks};

code!(TEMPLATE, "template", Hint, advice, "the document is a template");

/// How something is written that is replaced before the manifest is applied.
struct Placeholder {
    /// Whether a text has one.
    is_in: fn(&str) -> bool,
    /// Whether it is one in a key too. `$ref` is a keyword.
    in_keys: bool,
    /// How to check the result.
    help: &'static str,
}

static PLACEHOLDERS: [Placeholder; 6] = [
    // Helm, Go, Jinja.
    Placeholder {
        is_in: |text| ["{{", "{%", "{#"].iter().any(|delimiter| text.contains(delimiter)),
        in_keys: true,
        help: "render the template and check the result: `helm template . | crdls check -`",
    },
    // envsubst, and with parentheses kustomize.
    Placeholder {
        is_in: |text| ["${", "$("].iter().any(|opening| has_name_after(text, opening)),
        in_keys: true,
        help: "replace the variables and check the result: `envsubst < FILE | crdls check -`",
    },
    Placeholder {
        is_in: |text| has_name_after(text, "$"),
        in_keys: false,
        help: "replace the variables and check the result: `envsubst < FILE | crdls check -`",
    },
    // `<your-name>`, `<< name >>`.
    Placeholder { is_in: has_angle_brackets, in_keys: false, help: FILL_IN },
    // `{NAME}` and `[YOUR_NAME]`, which YAML reads as a mapping and as a list.
    Placeholder { is_in: has_capitals_in_brackets, in_keys: false, help: FILL_IN },
    // `...`
    Placeholder { is_in: is_ellipsis, in_keys: false, help: FILL_IN },
];

const FILL_IN: &str = "fill in the placeholders, or check the text as it is with `--check-templates`";

/// Whether a text that is a name or a kind has a placeholder.
pub(super) fn has_placeholder(text: &str) -> bool {
    PLACEHOLDERS.iter().any(|placeholder| (placeholder.is_in)(text))
}

/// Where a delimiter begins a value, a key or a line; in quotes, in a block scalar or in the middle of a text it is
/// nothing but text. The first one.
pub(super) fn delimiter(source: Source<'_>, document: &Document) -> Option<TextRange> {
    source.tree.template_action(source.text, document)
}

/// Where the server refuses a text for a placeholder in it. The first one. Of a duplicate both are replaced by the same.
pub(super) fn refused_placeholder(findings: &[Finding], text: &str) -> Option<TextRange> {
    let is_refusal = |kind| !matches!(kind, ErrorType::Warning | ErrorType::Duplicate);
    let mut errors = findings
        .iter()
        .filter(|finding| finding.server.as_ref().is_some_and(|server| is_refusal(server.kind)));
    errors.find_map(|finding| {
        let range = match *finding.code == NOT_YAML {
            true => line_of(finding.range, text),
            false => finding.range,
        };
        let is_placeholder =
            |range: &TextRange| placeholder(*range, *finding.code == NOT_YAML, text).is_some();
        [Some(range), flow_value(range, text)].into_iter().flatten().find(is_placeholder)
    })
}

/// The placeholder in braces or brackets that is the whole value of a key, where a range is that key. A mapping like
/// `{$ref: x}` is none, whatever its keys are.
fn flow_value(key: TextRange, text: &str) -> Option<TextRange> {
    let rest = text.get(key.end as usize..)?.strip_prefix(':')?.lines().next()?;
    let start = key.end as usize + 1 + rest.len() - rest.trim_start().len();
    let value = rest.trim();
    let range = TextRange::new(start as u32, (start + value.len()) as u32);
    let inside = value.get(1..value.len().checked_sub(1)?)?;
    let is_one_name = inside.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    (is_one_name && has_capitals_in_brackets(value)).then_some(range)
}

/// Where the name of an object has a placeholder that the server has not come to, since it does not serve the kind.
pub(super) fn placeholder_in_name(objects: &[DocumentObject<'_>], findings: &[Finding]) -> Option<TextRange> {
    if !findings.iter().any(|finding| finding.is(ErrorType::NoMatch)) {
        return None;
    }
    let mut names = objects.iter().filter_map(|object| name(object.node));
    names.find(|name| name.str().is_some_and(|text| has_placeholder(&text))).map(Node::range)
}

fn name(object: Node<'_>) -> Option<Node<'_>> {
    Some(object.get("metadata")?.value.get("name")?.value)
}

/// The placeholder in a text of one line.
fn placeholder(range: TextRange, is_line: bool, text: &str) -> Option<&'static Placeholder> {
    let written = range.of(text);
    let after = text.get(range.end as usize..).unwrap_or_default();
    let is_key = match is_line {
        true => written.contains(':'),
        false => after.trim_start_matches(' ').starts_with(':'),
    };
    let allowed = |placeholder: &&Placeholder| placeholder.in_keys || !is_key;
    let mut allowed = PLACEHOLDERS.iter().filter(allowed);
    allowed.find(|placeholder| !written.contains('\n') && (placeholder.is_in)(written))
}

/// The groups of the objects of a text, by its lines alone: where a template begins with a delimiter there may be no
/// tree of it.
pub(super) fn groups(text: &str) -> impl Iterator<Item = &str> {
    let api_versions = text.lines().filter_map(|line| line.strip_prefix("apiVersion:"));
    api_versions.filter_map(|value| Some(value.trim_matches([' ', '"', '\'']).split_once('/')?.0))
}

/// The one hint on a template. `range`: what makes it one.
pub(super) fn hint(range: TextRange, text: &str) -> Finding {
    let line = range.of(text).lines().next().unwrap_or_default();
    let help = PLACEHOLDERS.iter().find(|placeholder| (placeholder.is_in)(line)).map(|found| found.help);
    let message = format!("the document is a template and is not checked: {}", in_backticks(line.trim()));
    Finding::new(&TEMPLATE, range, &Path::EMPTY, message).help(help.unwrap_or(PLACEHOLDERS[0].help))
}

/// Whether the text has the `kind` of a CRD, or of what stands for one, in quotes or not.
pub(super) fn names_crd(text: &str) -> bool {
    const QUOTES: [char; 3] = [' ', '"', '\''];
    let is_kind = |before: &str| {
        let before = before.trim_end_matches(QUOTES).strip_suffix(':');
        before.is_some_and(|key| key.trim_end_matches(QUOTES).ends_with("kind"))
    };
    crd_words().any(|word| text.match_indices(word).any(|(at, _)| text.get(..at).is_some_and(is_kind)))
}

/// The line around the start of a range, without its indentation.
fn line_of(range: TextRange, text: &str) -> TextRange {
    let start = line_start(text, range.start) as usize;
    let rest = text.get(start..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    let indent = line.len() - line.trim_start().len();
    TextRange::new((start + indent) as u32, (start + line.trim_end().len().max(indent)) as u32)
}

/// Whether a name follows an opening somewhere in a text.
fn has_name_after(text: &str, opening: &str) -> bool {
    let begins_name = |after: &str| after.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    text.match_indices(opening).any(|(at, _)| text.get(at + opening.len()..).is_some_and(begins_name))
}

/// Whether a text has `{NAME}` or `[YOUR_NAME]`. Classes of patterns (`\p{Lu}`) and lists of a constant (`[CREATE]`) are
/// none.
fn has_capitals_in_brackets(text: &str) -> bool {
    let is_name_char = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    let is_name = |name: &&str| name.len() > 2 && name.starts_with(|c: char| c.is_ascii_uppercase());
    let names =
        |open, close| names_between(text, open, close, is_name_char).map(|(_, name)| name).filter(is_name);
    names('{', '}').next().is_some() || names('[', ']').any(|name| name.contains('_'))
}

/// What stands between two delimiters, and where the first of them is. No character of a name is a delimiter, so that
/// each is read once.
fn names_between(
    text: &str,
    open: char,
    close: char,
    is_name: impl Fn(char) -> bool,
) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices(open).filter_map(move |(at, open)| {
        let inside = text.get(at + open.len()..)?;
        let (name, rest) = inside.split_at_checked(inside.find(|c| !is_name(c))?)?;
        rest.starts_with(close).then_some((at, name))
    })
}

/// Whether a whole value is `...`, in quotes or not.
fn is_ellipsis(text: &str) -> bool {
    ["...", "…"].contains(&text.trim_matches(['"', '\'', ' ']))
}

/// Whether a text has `<words>`. Groups of patterns (`(?P<name>`, `\k<name>`) and comparisons are none.
fn has_angle_brackets(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || " _-./:".contains(c);
    let is_placeholder = |(at, name): (usize, &str)| {
        let before = text.get(..at).unwrap_or_default();
        let name = if before.ends_with('<') { name.trim_start() } else { name };
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && !["?", "?P", "\\k"].iter().any(|group| before.ends_with(group))
    };
    names_between(text, '<', '>', is_word).any(is_placeholder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapping_is_no_placeholder() {
        for (line, is_one) in [
            ("p: {NAME}", true),
            ("p: [YOUR_NAME]", true),
            ("p: {$ref: '#/x'}", false),
            ("p: {pattern: '<name>'}", false),
            ("p: [CREATE]", false),
            ("p: {}", false),
            ("p: x", false),
            ("p:", false),
        ] {
            assert_eq!(flow_value(TextRange::new(0, 1), line).is_some(), is_one, "{line}");
        }
    }

    #[test]
    fn placeholders_are_told_from_text() {
        for text in [
            "{{ .Name }}",
            "a-{% x %}",
            "${VAR}",
            "${VAR:=x}",
            "$VAR",
            "$(VAR)",
            "<name>",
            "a.<YOUR NAME>.b",
            "<< Name >>",
            "{NAME}",
            "[PROJECT_ID]",
            "...",
        ] {
            assert!(has_placeholder(text), "{text}");
        }
        for text in [
            "{a}",
            "$",
            "^a$",
            "$5",
            "a < b",
            "a <b && c> d",
            "(?P<name>a)",
            r"\k<name>",
            "<nil",
            "<>",
            "($|x)",
            "{3}",
            r"\p{Lu}",
            "[A-Z]{2}",
            "[a, B]",
            "[CREATE]",
            "a...",
        ] {
            assert!(!has_placeholder(text), "{text}");
        }
    }
}
