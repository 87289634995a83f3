//! Comments that ignore advice: `# crdls: ignore[code] reason`, at the end of the line or on the line above.
//!
//! Comments of one document; advice in a block scalar is ignored above its key, as the scalar has no comments. What the
//! server reports is never ignored. Must not know which advice there is.

use crdls_report::{Code, ErrorType, Finding, Fix, in_backticks};
use crdls_text::{Edit, TextRange, line_start};
use crdls_yaml::{Document, Node};

use crate::codes;
use crate::judgement::{DocumentCheck, JudgedAs};
use crate::source::Source;
use crate::unused_ignore::{UNUSED_IGNORE, unused};

/// How such a comment begins, after `#` and blanks.
const MARK: &str = "crdls:";

/// Whether a text may have such comments.
pub fn may_ignore(text: &str) -> bool {
    text.contains(MARK)
}

/// A comment that ignores advice on one line.
struct IgnoreComment<'t> {
    /// Where the line starts.
    line: u32,
    range: TextRange,
    /// The codes in its brackets; none where it is not written as it must be.
    codes: Vec<(TextRange, &'t str)>,
}

/// The findings that no comment of their document ignores, and the ranges of the codes in comments that ignored any.
pub fn without_ignored(
    source: Source<'_>,
    document: &Document,
    findings: Vec<Finding>,
) -> (Vec<Finding>, Vec<TextRange>) {
    not_ignored_by(&comments(source, document), source, document, findings)
}

fn not_ignored_by(
    comments: &[IgnoreComment<'_>],
    source: Source<'_>,
    document: &Document,
    findings: Vec<Finding>,
) -> (Vec<Finding>, Vec<TextRange>) {
    let mut used = Vec::new();
    let root = source.tree.root(source.text, document);
    let mut is_reported = |finding: &Finding| {
        let codes = comments.iter().flat_map(|comment| comment.codes.iter().map(|code| (comment.line, code)));
        let mut named =
            codes.filter(|(_, (_, name))| codes::present_name(name) == finding.code.name).peekable();
        // The place is looked for only where it matters.
        if finding.code.server || named.peek().is_none() {
            return true;
        }
        let line = line_of(source.text, root, finding.range);
        let Some((_, (range, _))) = named.find(|(of, _)| *of == line) else { return true };
        used.push(*range);
        false
    };
    let reported = findings.into_iter().filter(|finding| is_reported(finding)).collect();
    (reported, used)
}

/// What is made of a document without the advice that comments ignore, and with what is wrong with the comments. Where
/// it has nothing to be judged, its comments are not addressed to us.
pub(crate) fn apply(source: Source<'_>, document: &Document, checked: DocumentCheck) -> DocumentCheck {
    let comments = comments(source, document);
    if comments.is_empty() || (checked.judgements.is_empty() && checked.findings.is_empty()) {
        return checked;
    }
    let DocumentCheck { findings, judgements } = checked;
    // Advice is not given on what cannot be decoded, and less of it on updates and parts of objects.
    let is_judged = source.old.is_none()
        && !judgements.iter().any(|judgement| matches!(judgement, JudgedAs::NotJudged(_)))
        && !findings.iter().any(|found| found.is(ErrorType::Decoding));
    let (mut findings, used) = not_ignored_by(&comments, source, document, findings);
    for comment in comments {
        if comment.codes.is_empty() {
            let message = "unused ignore comment: it names no code in `[…]`";
            findings.push(unused(comment.range, message).help("write `# crdls: ignore[code] reason`"));
        }
        let is_unused = |(range, _): &&(TextRange, &str)| !used.contains(range);
        for (range, name) in comment.codes.iter().filter(is_unused) {
            findings.extend(wrong_code(*range, name, is_judged).map(|found| match comment.codes.len() {
                1 => found.fix(removal(source.text, comment.range)),
                _ => found,
            }));
        }
    }
    DocumentCheck { findings, judgements }
}

/// What is wrong with a code in a comment that ignores nothing.
fn wrong_code(range: TextRange, name: &str, is_judged: bool) -> Option<Finding> {
    match codes::by_code(name) {
        None => Some(unused(range, &format!("unused ignore comment: `{name}` is not a code"))),
        Some(Code { server: true, .. }) => {
            let message = format!(
                "unused ignore comment: `{name}` is reported by the API server and cannot be ignored"
            );
            Some(
                unused(range, &message)
                    .help("a lower severity for it can be set under `severity` in crdls.toml"),
            )
        }
        Some(_) if is_judged => {
            Some(unused(range, &format!("unused ignore comment: `{name}` is not reported here")))
        }
        Some(_) => None,
    }
}

/// Removes a comment, and its line where there is nothing else on it.
fn removal(text: &str, comment: TextRange) -> Fix {
    let before = text.get(..comment.start as usize).unwrap_or_default().trim_end_matches([' ', '\t']);
    let at_start = before.is_empty() || before.ends_with(['\n', '\r']);
    let end = if at_start { next_line(text, comment.end) } else { comment.end };
    let range = TextRange::new(before.len() as u32, end);
    Fix {
        title: format!("remove {}", in_backticks(comment.of(text))),
        safe: false,
        edits: vec![Edit { range, new_text: String::new() }],
    }
}

/// The fix that ignores a finding by a comment on the line above; nothing for the server's, and in JSON.
pub fn ignoring(source: Source<'_>, document: &Document, finding: &Finding) -> Option<Fix> {
    let root = source.tree.root(source.text, document)?;
    if finding.code.server || finding.code.name == UNUSED_IGNORE.name || root.source().starts_with(['{', '['])
    {
        return None;
    }
    let at = line_of(source.text, Some(root), finding.range);
    let line = source.text.get(at as usize..).filter(|line| !line.starts_with('\u{feff}'))?;
    let indent = line.get(..line.len() - line.trim_start_matches(' ').len())?;
    let end = if source.text.contains("\r\n") { "\r\n" } else { "\n" };
    let new_text = format!("{indent}# crdls: ignore[{}]{end}", finding.code.name);
    let edits = vec![Edit { range: TextRange::new(at, at), new_text }];
    Some(Fix { title: format!("ignore `{}` here", finding.code.name), safe: false, edits })
}

/// The comments of a document that ignore advice, or seem to.
fn comments<'t>(source: Source<'t>, document: &Document) -> Vec<IgnoreComment<'t>> {
    let all = source.tree.comments();
    let first = all.partition_point(|comment| comment.start < document.range.start);
    let of_document = all.iter().skip(first).take_while(|comment| comment.end <= document.range.end);
    of_document.filter_map(|comment| read(source.text, *comment)).collect()
}

/// A comment that is addressed to crdls.
fn read(text: &str, comment: TextRange) -> Option<IgnoreComment<'_>> {
    let written = comment.of(text);
    let rest = written.strip_prefix('#')?.trim_start().strip_prefix(MARK)?;
    let before = text.get(line_start(text, comment.start) as usize..comment.start as usize)?;
    let own_line = before.trim().is_empty();
    let line = if own_line { line_below(text, comment.end) } else { line_start(text, comment.start) };
    let bracketed = rest.trim_start().strip_prefix("ignore").and_then(|rest| rest.strip_prefix('['));
    let list = bracketed.and_then(|rest| Some((rest.len(), rest.split_once(']')?.0)));
    let codes = list.map_or_else(Vec::new, |(rest, list)| names(comment.end - rest as u32, list));
    Some(IgnoreComment { line, range: comment, codes })
}

/// The names of a list with commas that starts at an offset.
fn names(start: u32, list: &str) -> Vec<(TextRange, &str)> {
    let mut at = start;
    let name = |part| {
        let name = str::trim(part);
        let start = at + (part.len() - part.trim_start().len()) as u32;
        at += part.len() as u32 + 1;
        (TextRange::new(start, start + name.len() as u32), name)
    };
    list.split(',').map(name).filter(|(_, name)| !name.is_empty()).collect()
}

/// Where the line starts on which a finding is ignored: its own, or that of the scalar that it is in.
fn line_of(text: &str, root: Option<Node<'_>>, range: TextRange) -> u32 {
    let scalar = root.and_then(|root| scalar_at(root, range.start));
    line_start(text, scalar.map_or(range.start, |scalar| scalar.range().start))
}

fn scalar_at(root: Node<'_>, offset: u32) -> Option<Node<'_>> {
    let covers = |node: &Node<'_>| node.range().contains(offset);
    let mut node = root;
    while node.kind().is_map() || node.kind().is_seq() {
        let entry = node.entry_before(offset).into_iter().flat_map(|entry| [entry.key, entry.value]);
        node = entry.chain(node.items()).find(covers)?;
    }
    Some(node)
}

/// Where the line after an offset's starts.
fn next_line(text: &str, offset: u32) -> u32 {
    let rest = text.get(offset as usize..).unwrap_or_default();
    let Some(at) = rest.find(['\n', '\r']) else { return text.len() as u32 };
    let ends = if rest.get(at..).is_some_and(|rest| rest.starts_with("\r\n")) { 2 } else { 1 };
    offset + at as u32 + ends
}

/// Where the first line below an offset's starts that is not a comment.
fn line_below(text: &str, offset: u32) -> u32 {
    let mut line = next_line(text, offset);
    while text.get(line as usize..).is_some_and(|rest| rest.trim_start_matches([' ', '\t']).starts_with('#'))
    {
        line = next_line(text, line);
    }
    line
}

#[cfg(test)]
mod tests {
    use crdls_report::Config;
    use crdls_sample::crd;
    use crdls_yaml::Tree;

    use super::*;
    use crdls_report::Path;

    use crate::Form;
    use crate::duplicate_key::DUPLICATE_KEY;

    /// A text that nothing is known around.
    fn alone<'t>(text: &'t str, tree: &'t Tree) -> Source<'t> {
        let form = Form::Whole;
        Source { text, tree, flaw: None, form, old: None, crds: None, file: "", memo: None }
    }

    /// The codes and lines of what is found in a CRD whose metadata has the lines `below`.
    fn found(below: &str) -> Vec<(&'static str, usize)> {
        let text = crd(|c| c.schema("{type: object, description: d}"));
        let text = text.replace("spec:\n", &format!("{below}spec:\n"));
        let tree = Tree::parse(&text);
        let source = alone(&text, &tree);
        let findings = crate::check(source, &tree.documents()[0], &Config::default()).findings;
        let line = |finding: &Finding| {
            text.get(..finding.range.start as usize).unwrap_or_default().matches('\n').count() + 1
        };
        findings.iter().map(|finding| (finding.code.name, line(finding))).collect()
    }

    #[test]
    fn advice_is_ignored_on_the_line_and_above_it() {
        let twice = |first: &str| format!("  labels:\n{first}    a: c\n");
        assert_eq!(found(&twice("    a: b\n")), [(DUPLICATE_KEY.name, 6)]);
        for ignored in [
            "    a: b # crdls: ignore[duplicate-key] on purpose\n",
            "    # crdls: ignore[duplicate-key]\n    a: b\n",
            "    # crdls: ignore[duplicate-key]\n    # a reason\n    a: b\n",
            "    #crdls: ignore[duplicate-key]\r\n    a: b\r\n",
        ] {
            assert_eq!(found(&twice(ignored)), [], "{ignored}");
        }
    }

    #[test]
    fn the_hint_on_a_template_is_ignored_above_it() {
        for action in ["    {{- include \"labels\" . }}\n", "    a: {{ .Values.a }}\n", "    ${a}: b\n"] {
            let labels = |comment: &str| found(&format!("  labels:\n{comment}{action}"));
            assert_eq!(labels(""), [(crate::TEMPLATE.name, 6)], "{action}");
            assert_eq!(labels("    # crdls: ignore[template]\n"), [], "{action}");
        }
    }

    #[test]
    fn a_comment_that_ignores_nothing_is_reported() {
        for (comment, line) in [
            ("  # crdls: ignore[duplicate-key]\n", 5),
            ("  # crdls: ignore[no-such-code]\n", 5),
            ("  # crdls: ignore[missing-type] the server's\n", 5),
            ("  # crdls: ignore\n", 5),
            ("  # crdls: ignored[duplicate-key]\n", 5),
        ] {
            assert_eq!(found(comment), [(UNUSED_IGNORE.name, line)], "{comment}");
        }
        assert_eq!(found("  annotations: {a: '# crdls: ignore'}\n"), []);
        assert_eq!(found("  annotations:\n    a: |\n      # crdls: ignore[x]\n"), []);
    }

    #[test]
    fn a_block_scalar_is_ignored_above_its_key() {
        let text = "a:\n  # crdls: ignore[x]\n  b: |\n    one\n    two\n  c: d\n";
        let tree = Tree::parse(text);
        let root = tree.root(text, &tree.documents()[0]);
        let line =
            |word: &str| line_of(text, root, TextRange::around(text, text.find(word).unwrap() as u32, 0));
        assert_eq!(
            (line("two"), line("c: d")),
            (text.find("  b").unwrap() as u32, text.find("  c").unwrap() as u32)
        );
        let source = alone(text, &tree);
        let comments = comments(source, &tree.documents()[0]);
        assert_eq!(comments[0].line, line("two"));
    }

    #[test]
    fn the_fix_is_a_comment_above() {
        let text = "a:\n  b: |\n    one\n";
        let tree = Tree::parse(text);
        let source = alone(text, &tree);
        let at = text.find("one").unwrap() as u32;
        let finding = Finding::new(&DUPLICATE_KEY, TextRange::new(at, at + 3), &Path::EMPTY, "");
        let fix = ignoring(source, &tree.documents()[0], &finding).unwrap();
        let mut fixed = text.to_owned();
        assert!(fix.edits[0].apply(&mut fixed));
        assert_eq!(fixed, "a:\n  # crdls: ignore[duplicate-key]\n  b: |\n    one\n");
    }
}
