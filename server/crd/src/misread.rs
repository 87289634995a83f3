//! Expressions, patterns and paths that YAML reads differently from how they are written.
//!
//! Knows which keys of a CRD hold a text of which language, and what to say of one that is misread; how YAML misreads
//! it is in `crdls_yaml::misread`.

use crdls_cel::lower::parse_expression;
use crdls_go::regexp;
use crdls_minors::Minor;
use crdls_report::{FieldPath, Finding, Fix, Note, Path, in_backticks, one_line};
use crdls_rules::Library;
use crdls_text::TextRange;
use crdls_values::JsonPath;
use crdls_yaml::misread::{self, Language, LanguageKind, MisreadCause, Misreading};
use crdls_yaml::{Entry, Node};

/// The keys whose texts have a language, those of sentences last.
const KEYS: [&str; 10] = [
    "jsonPath",
    "labelSelectorPath",
    "messageExpression",
    "pattern",
    "rule",
    "specReplicasPath",
    "statusReplicasPath",
    "deprecationWarning",
    "description",
    "message",
];

/// The keys whose texts may be misread without a tag.
const CODE: &[&str] = KEYS.split_at(7).0;

/// The fields that hold sentences.
const PROSE: &[&str] = KEYS.split_at(7).1;

/// The codes of what the server may find in a text because YAML misreads it.
const EFFECTS: [&str; 14] = [
    "blank-message-expression",
    "cel-invalid-literal",
    "cel-message-expression",
    "cel-not-bool",
    "cel-syntax",
    "cel-type",
    "cel-undeclared-reference",
    "cel-undefined-field",
    "column-json-path",
    "invalid-pattern",
    "missing-rule",
    "scale-path",
    "selectable-field-path",
    "wrong-type",
];

/// How YAML misreads the text of a key.
pub fn of_key(text: &str, key: TextRange, minor: Minor) -> Option<Misreading> {
    let is_expression =
        |text: &str| parse_expression(text, &Library::of_new_rules(minor).dialect).errors.is_empty();
    let is_pattern = |text: &str| regexp::compile(text).is_ok();
    let is_path = |text: &str| text.starts_with('.') && JsonPath::read(text).is_some();
    let (accepts, kind): (&dyn Fn(&str) -> bool, _) = match key.of(text) {
        "rule" | "messageExpression" => (&is_expression, LanguageKind::Code),
        "pattern" => (&is_pattern, LanguageKind::Pattern),
        "jsonPath" | "labelSelectorPath" | "specReplicasPath" | "statusReplicasPath" => {
            (&is_path, LanguageKind::Pattern)
        }
        _ => (&|_| true, LanguageKind::Prose),
    };
    misread::misreading(text, key, Language { accepts, kind })
}

/// How YAML misreads the text that a finding of the server's is about, where that is its cause.
pub fn of_finding(root: Node<'_>, finding: &Finding, minor: Minor) -> Option<Misreading> {
    let name = finding.path.last_name().filter(|name| KEYS.contains(name))?;
    if finding.server.is_none() || !EFFECTS.contains(&finding.code.name) {
        return None;
    }
    let (_, above) = finding.path.steps().split_last()?;
    let mut node = root;
    for step in above {
        node = match step.index() {
            Some(index) => node.items().nth(index)?,
            None => node.get(step.member()?)?.value,
        }
        .resolved()?;
    }
    of_key(root.text(), node.get(name)?.key.range(), minor)
}

/// The texts of a document that YAML cannot read, and could if they were written as they are meant. Of a key that has no
/// language, what has an escape that YAML does not know.
pub fn broken(text: &str, document: TextRange, minor: Minor) -> Vec<Misreading> {
    let is_ours = |found: &Misreading, name: &str| {
        found.is_broken && (KEYS.contains(&name) || found.cause == MisreadCause::UnknownEscape)
    };
    let moved = |key: TextRange| TextRange::new(key.start + document.start, key.end + document.start);
    let (mut found, mut end): (Vec<Misreading>, u32) = (Vec::new(), 0);
    for (name, key) in misread::keys(document.of(text), &KEYS) {
        let key = moved(key);
        let is_quoted = || text.get(key.end as usize..).is_some_and(|rest| rest.starts_with(": \""));
        if key.start < end || !(KEYS.contains(&name) || is_quoted()) {
            continue;
        }
        if let Some(misreading) = of_key(text, key, minor).filter(|found| is_ours(found, name)) {
            end = misreading.entry.end;
            found.push(misreading);
        }
    }
    found
}

/// The texts below a node that YAML reads without an error, but not as they are written, each with its path. Values of
/// custom resources are left out.
pub fn silent(root: Node<'_>, path: &Path<'_>, minor: Minor) -> Vec<(FieldPath, Misreading)> {
    let mut found = Vec::new();
    let asked = root.tags_and_keys(CODE, |value| is_rare(value, root.text()));
    below(root, path, (false, &asked), minor, &mut found);
    found
}

/// `names`: the keys are names of properties. `asked`: the offsets of what may be misread.
fn below(
    node: Node<'_>,
    path: &Path<'_>,
    (names, asked): (bool, &[u32]),
    minor: Minor,
    found: &mut Vec<(FieldPath, Misreading)>,
) {
    let inside = |range: TextRange| {
        let start = asked.partition_point(|at| *at < range.start);
        let end = asked.partition_point(|at| *at < range.end);
        asked.get(start..end).unwrap_or_default()
    };
    const VALUES: [&str; 4] = ["default", "enum", "example", "examples"];
    let is_node = |value: Node<'_>| value.kind().is_map() || value.kind().is_seq();
    let Some(first) = asked.first() else { return };
    for entry in node.entries() {
        // Most entries are before all that is asked for.
        if entry.range.end <= *first {
            continue;
        }
        let asked = inside(entry.range);
        if asked.is_empty() {
            continue;
        }
        let name = entry.key.source();
        let path = if names { path.key(name) } else { path.child(name) };
        if !names && KEYS.contains(&name) && may_be_misread(entry) {
            let misread = of_key(node.text(), entry.key.range(), minor);
            found.extend(misread.map(|misread| (path.manifest(), misread)));
        }
        if is_node(entry.value) && (names || !VALUES.contains(&name)) {
            below(entry.value, &path, (!names && name == "properties", asked), minor, found);
        }
    }
    for (i, (item, range)) in node.item_ranges().enumerate().filter(|(_, (item, _))| is_node(*item)) {
        below(item, &path.index(i), (false, inside(range)), minor, found);
    }
}

/// A cheap look before the others.
fn may_be_misread(entry: Entry<'_>) -> bool {
    let (value, is_prose) = (entry.value, PROSE.contains(&entry.key.source()));
    value.tag().is_some() || !is_prose && is_rare(value.range(), value.text())
}

/// Whether a value has several lines, a backslash or a comment behind it.
fn is_rare(value: TextRange, text: &str) -> bool {
    let behind = text.get(value.end as usize..).unwrap_or_default();
    let is_commented = || behind.lines().next().is_some_and(|rest| rest.trim_start().starts_with('#'));
    value.of(text).contains(['\n', '\\']) || is_commented()
}

/// Says of a finding that its cause is how YAML reads a text.
pub fn explain(finding: &mut Finding, found: &Misreading, text: &str) {
    finding.message = one_line(headline(&finding.path.subject(), found, text));
    finding.notes = vec![Note::Help(one_line(help(found, text)))];
    finding.range = found.at;
    finding.related.retain(|related| !found.entry.covers(related.range));
}

/// What is wrong with a text, as `subject`.
pub fn headline(subject: &str, found: &Misreading, text: &str) -> String {
    use MisreadCause as Cause;
    let shown = match found.at.of(text) {
        "`" => "a backquote".to_owned(),
        misread => in_backticks(misread),
    };
    let quotes = format!("{subject} needs quotes: YAML reads {shown} as");
    match found.cause {
        Cause::Tag => format!("{quotes} a tag"),
        Cause::Anchor => format!("{quotes} the start of an anchor or alias"),
        Cause::List => format!("{quotes} the start of a list"),
        Cause::Mapping => format!("{quotes} the start of a mapping"),
        Cause::BlockScalar => format!("{quotes} the start of a block scalar"),
        Cause::Item => format!("{quotes} an item of a list"),
        Cause::Comment => format!("{quotes} a comment"),
        Cause::Colon => format!("{quotes} the end of a key"),
        Cause::Flow => format!("{quotes} a part of the flow mapping around it"),
        Cause::Start => format!("{subject} needs quotes: no value of YAML starts with {shown}"),
        Cause::Quote => format!("{subject} needs other quotes: YAML ends the text at the {shown} in it"),
        Cause::UnknownEscape => {
            format!("{subject} needs other quotes: in double quotes, YAML has no escape {shown}")
        }
        Cause::OtherEscape => {
            let other = match found.at.of(text) {
                "\\b" => "a backspace",
                "\\_" => "a no-break space",
                _ => "a paragraph separator",
            };
            format!("{subject} needs other quotes: in double quotes, YAML reads {shown} as {other}")
        }
        Cause::Backslashes => {
            format!("{subject} needs other quotes: in double quotes, YAML reads {shown} as one backslash")
        }
        Cause::FoldedComment => {
            format!("{subject} needs `|`: YAML joins its lines, so {shown} comments out the lines after it")
        }
    }
}

/// What to write.
pub fn help(found: &Misreading, text: &str) -> String {
    let key = TextRange::new(found.entry.start, found.value.start).of(text);
    let key = key.split(':').next().unwrap_or_default();
    let comments = match found.cause {
        MisreadCause::Comment if found.edit.new_text.contains('\n') => ", with `//` before each comment",
        _ => "",
    };
    match found.edit.new_text.as_str() {
        "|" => "write `|` instead of `>`, which keeps the lines apart".to_owned(),
        block if block.starts_with('|') => {
            format!("write `{key}: |-`, and the text on the lines below{comments}")
        }
        quoted => format!("write `{key}: {quoted}`"),
    }
}

/// What writes a text so that YAML reads it as it is meant.
pub fn fix(found: &Misreading) -> Fix {
    Fix { title: title(found), safe: false, edits: vec![found.edit.clone()] }
}

/// The title of the fix.
pub fn title(found: &Misreading) -> String {
    match found.edit.new_text.as_str() {
        "|" => "replace `>` with `|`".to_owned(),
        block if block.starts_with('|') => "write the text as a block scalar".to_owned(),
        quoted if quoted.len() > 60 => "put the text into quotes that YAML reads as written".to_owned(),
        quoted => format!("write `{quoted}`"),
    }
}
