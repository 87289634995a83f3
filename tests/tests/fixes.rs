//! Fixes do what they say: over real CRDs that were changed on purpose (needs the corpus), as they are and
//! with a comment at each line, the finding goes, none of the server's comes, and nothing else is touched.

use std::collections::BTreeMap;

use crdls_check::codes;
use crdls_ide::{File, FileContext, FileFinding, Fixer, check};
use crdls_report::{Config, ErrorType, FieldValidation, Fix};
use crdls_tests::{corpus, fixture, page, update};
use crdls_text::{Edit, TextRange};
use crdls_yaml::Node;

/// Enough of the server's findings have a fix.
const SHARE: usize = 60;

/// So many fixes of a document are all tried, and more where fewer bytes than so many are checked for them.
const FEW: usize = 8;
const SMALL: usize = 512 << 10;

/// In a debug build so many files are skipped between two.
const STEP: usize = if cfg!(debug_assertions) { 5 } else { 1 };

#[derive(Default)]
pub(crate) struct Figures {
    pub(crate) findings: usize,
    pub(crate) fixed: usize,
    fixes: usize,
    safe: usize,
    /// Findings, those with a fix, fixes, and what was proposed and did not hold.
    pub(crate) codes: BTreeMap<&'static str, [usize; 4]>,
    pub(crate) wrong: Vec<String>,
}

#[test]
fn fixes_mend_and_touch_nothing_else() {
    let Some(root) = corpus::dir_or_skip("fixes") else { return };
    let mut figures = Figures::default();
    for path in corpus::files(&root, &["mutated"], &["yaml"]).iter().step_by(STEP) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = corpus::read(path);
        mend(&name, text.clone(), FileContext::default(), &mut figures);
        let mut commented = Figures::default();
        mend(&format!("{name} with comments"), with_comments(text), FileContext::default(), &mut commented);
        figures.wrong.append(&mut commented.wrong);
    }
    print(&figures);
    assert!(figures.wrong.is_empty(), "{} fixes are wrong", figures.wrong.len());
    assert!(figures.findings > 0 && figures.fixed * 100 >= figures.findings * SHARE);
}

/// The same for the examples of pages, and more of what they are about: needs no corpus.
#[test]
fn examples_of_pages_can_be_mended() {
    let mut figures = Figures::default();
    for rule in codes::ALL {
        let Some(text) = page::faulty_example(rule).filter(|text| update::halves(text).is_none()) else {
            continue;
        };
        mend(rule.name, text.clone(), FileContext::default(), &mut figures);
        mend(
            &format!("{} with comments", rule.name),
            with_comments(text),
            FileContext::default(),
            &mut figures,
        );
    }
    print(&figures);
    assert!(figures.wrong.is_empty(), "{} fixes are wrong", figures.wrong.len());
    let codes = figures.codes.values().filter(|counts| counts[1] > 0).count();
    assert!(codes >= 70, "{codes} codes have a fix");
}

/// The fixes of findings that are proven together are those that are proven for each finding alone.
#[test]
fn fixes_proven_together_hold_apart() {
    let Some(root) = corpus::dir_or_skip("fixes proven together") else { return };
    let (mut texts, mut fixes) = (0, 0);
    for path in corpus::files(&root, &["mutated", "crds"], &["yaml"]).iter().step_by(STEP) {
        let (file, config) = (File::new(corpus::read(path)), config());
        let findings = check(&file, FileContext::default(), &config);
        let fixer = Fixer::new(&file, &findings, FileContext::default(), &config);
        let all: Vec<_> = findings.iter().collect();
        let proposed: usize = all.iter().map(|found| fixer.unproven(found).len()).sum();
        // Of more, not all are tried.
        if proposed < 2 || proposed > FEW + SMALL / file.text().len() {
            continue;
        }
        let apart: Vec<_> = all.iter().flat_map(|found| fixer.fixes(&[found])).collect();
        assert_eq!(fixer.fixes(&all), apart, "{}", path.display());
        texts += 1;
        fixes += apart.iter().map(Vec::len).sum::<usize>();
    }
    println!("{fixes} fixes of {texts} texts");
    assert!(texts > 0 && fixes > texts);
}

/// Each text that YAML misreads gets one fix, after which it is not misread.
#[test]
fn what_yaml_misreads_is_written_as_it_is_meant() {
    let folder = corpus::repository().join("tests/rules");
    let mut fixed = 0;
    for name in
        ["not-yaml/expressions", "missing-rule/misread", "invalid-pattern/misread", "misread-text/example"]
    {
        let text = corpus::read(&folder.join(format!("{name}.yaml")));
        let file = File::new(fixture::stripped(&text));
        let findings = check(&file, FileContext::default(), &config());
        let misread: Vec<_> =
            findings.iter().filter(|found| found.finding.message.contains(" needs ")).collect();
        assert!(!misread.is_empty(), "{name}");
        let config = config();
        let fixer = Fixer::new(&file, &findings, FileContext::default(), &config);
        for (found, fixes) in misread.iter().zip(fixer.fixes(&misread)) {
            assert_eq!(fixes.len(), 1, "{name}: {}", found.finding.message);
            fixed += 1;
        }
    }
    assert!(fixed >= 20, "{fixed}");
}

/// What a fix writes, for some of each kind: the text before, the fix's title, the text after.
#[test]
fn fixes_write_what_a_person_would() {
    for text in fixtures() {
        let mut parts = text.split("\n=== ");
        let before = parts.next().unwrap_or_default().to_owned() + "\n";
        let file = File::new(before);
        let findings = check(&file, FileContext::default(), &config());
        let config = config();
        let fixer = Fixer::new(&file, &findings, FileContext::default(), &config);
        let fixes: Vec<Fix> =
            fixer.fixes(&findings.iter().collect::<Vec<_>>()).into_iter().flatten().collect();
        let titles: Vec<_> = fixes.iter().map(|fix| fix.title.clone()).collect();
        for part in parts {
            let (title, after) = part.split_once('\n').unwrap_or((part, ""));
            let fix = fixes.iter().find(|fix| fix.title == title);
            let fix = fix.unwrap_or_else(|| panic!("no fix `{title}` among {titles:?}"));
            let mended = applied(file.text(), fix).unwrap_or_default();
            assert_eq!(mended.trim_end(), after.trim_end(), "{title}");
        }
    }
}

fn fixtures() -> Vec<String> {
    let files = corpus::files(&corpus::repository(), &["tests/fixes"], &["txt"]);
    assert!(!files.is_empty());
    files.iter().map(|file| corpus::read(file)).collect()
}

/// Safe fixes applied until there are none leave a text on which nothing more can be done, and each error
/// that remains was there before.
#[test]
fn safe_fixes_come_to_an_end() {
    let Some(root) = corpus::dir_or_skip("safe fixes") else { return };
    let (mut changed, mut clean) = (0, 0);
    for path in corpus::files(&root, &["mutated"], &["yaml"]).iter().step_by(STEP) {
        let file = File::new(corpus::read(path));
        let Some(text) = crdls_ide::fixed(&file, FileContext::default(), &config()) else { continue };
        let mended = File::new(text);
        let before = errors(&check(&file, FileContext::default(), &config()));
        let after = errors(&check(&mended, FileContext::default(), &config()));
        assert!(after.len() <= before.len(), "{}: {before:?} {after:?}", path.display());
        assert_eq!(crdls_ide::fixed(&mended, FileContext::default(), &config()), None, "{}", path.display());
        changed += 1;
        clean += usize::from(after.is_empty());
    }
    println!("safe fixes change {changed} files; {clean} of them are accepted then");
    assert!(changed > 0);
}

fn errors(findings: &[FileFinding]) -> Vec<String> {
    let said = findings.iter().filter(|found| found.finding.server.is_some());
    let said = said.map(|found| format!("{} {}", found.finding.code.name, found.finding.path));
    said.collect()
}

fn config() -> Config {
    Config { field_validation: FieldValidation::Warn, check_templates: true, ..Config::default() }
}

pub(crate) fn mend(name: &str, text: String, context: FileContext<'_>, figures: &mut Figures) {
    let (file, config) = (File::new(text), config());
    let findings = check(&file, context, &config);
    let fixer = Fixer::new(&file, &findings, context, &config);
    let all = fixer.fixes(&findings.iter().collect::<Vec<_>>());
    for (found, fixes) in findings.iter().zip(all) {
        if found.finding.server.is_some() {
            let entry = figures.codes.entry(found.finding.code.name).or_default();
            let counts =
                [1, usize::from(!fixes.is_empty()), fixes.len(), fixer.unproven(found).len() - fixes.len()];
            entry.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
            figures.findings += 1;
            figures.fixed += counts[1];
        }
        for fix in fixes {
            figures.fixes += 1;
            figures.safe += usize::from(fix.safe);
            if let Some(why) = fault(&file, context, &findings, found, &fix) {
                figures.wrong.push(format!("{name}: {} `{}`: {why}", found.finding.code.name, fix.title));
            }
        }
    }
}

/// What is wrong with a fix.
fn fault(
    file: &File,
    context: FileContext<'_>,
    before: &[FileFinding],
    found: &FileFinding,
    fix: &Fix,
) -> Option<String> {
    let Some(text) = applied(file.text(), fix) else { return Some("its edits do not fit".into()) };
    let after = check(&File::new(text.clone()), context, &config());
    let (was, is) = (said(before), said(&after));
    let number = |of: &BTreeMap<Said, usize>, what: &Said| of.get(what).copied().unwrap_or(0);
    let target = key(found);
    if number(&is, &target) >= number(&was, &target) {
        return Some("the finding stays".into());
    }
    let server = |what: &Said| what.1.is_some();
    if let Some((new, _)) = is.iter().find(|(what, n)| server(what) && **n > number(&was, what)) {
        return Some(format!("a new finding: {new:?}"));
    }
    let severity = found.finding.severity;
    let worse = after.iter().find(|other| {
        let what = key(other);
        other.finding.severity < severity && number(&is, &what) > number(&was, &what)
    });
    if let Some(worse) = worse {
        return Some(format!("a new finding: {:?}", key(worse)));
    }
    untouched(file, fix)
}

fn applied(text: &str, fix: &Fix) -> Option<String> {
    let mut edits: Vec<&Edit> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| edit.range.start);
    let mut text = text.to_owned();
    edits.iter().rev().all(|edit| edit.apply(&mut text)).then_some(text)
}

/// What a finding says. Numbers change with the entries before a place, and with bounds.
type Said = (&'static str, Option<ErrorType>, String, String);

fn key(found: &FileFinding) -> Said {
    let finding = &found.finding;
    let plain = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
    let words = finding.server.as_ref().map_or(&finding.message, |server| &server.detail);
    let words = words.split(" by factor of ").next().unwrap_or_default();
    (
        finding.code.name,
        finding.server.as_ref().map(|s| s.kind),
        plain(&finding.path.to_string()),
        plain(words),
    )
}

fn said(findings: &[FileFinding]) -> BTreeMap<Said, usize> {
    let mut counts = BTreeMap::new();
    findings.iter().for_each(|found| *counts.entry(key(found)).or_default() += 1);
    counts
}

/// A key, an item or a comment that goes though the title does not name it.
fn untouched(file: &File, fix: &Fix) -> Option<String> {
    let mut gone = Vec::new();
    for document in file.tree().documents() {
        if let Some(root) = file.tree().root(file.text(), document) {
            removed(root, fix, &mut gone);
        }
    }
    let written: String = fix.edits.iter().map(|edit| edit.new_text.as_str()).collect();
    let named = |name: &String| names(&fix.title, name) || written.contains(name);
    if let Some((names, _)) = gone.iter().find(|(names, _)| !names.iter().any(named)) {
        return Some(format!("{names:?} goes too"));
    }
    let line_end = |at: u32| at + file.text()[at as usize..].find('\n').unwrap_or(0) as u32;
    let of_gone = |comment: &TextRange| {
        let is_in =
            |part: &TextRange| part.start <= comment.start && comment.end <= line_end(part.end.max(1) - 1);
        gone.iter().any(|(_, part)| is_in(part))
    };
    let covered = |comment: &&TextRange| fix.edits.iter().any(|edit| edit.range.covers(**comment));
    let mut comments = file.tree().comments().iter().filter(covered);
    let kept = |comment: &str| written.contains(comment) || names(&fix.title, comment);
    let lost = comments.find(|comment| !kept(comment.of(file.text())) && !of_gone(comment))?;
    Some(format!("the comment `{}` goes too", lost.of(file.text())))
}

fn names(title: &str, key: &str) -> bool {
    title.contains(&format!("`{key}`"))
}

/// The outermost entries and items that edits take out, each with the names that it may go by: a key has one,
/// an item its text or that of what is in it.
fn removed(node: Node<'_>, fix: &Fix, gone: &mut Vec<(Vec<String>, TextRange)>) {
    let touched = |range: TextRange| {
        fix.edits.iter().any(|edit| edit.range.start < range.end && range.start < edit.range.end)
    };
    let covers = |range: TextRange| fix.edits.iter().any(|edit| edit.range.covers(range));
    let text = |node: Node<'_>| node.str().map(std::borrow::Cow::into_owned);
    for entry in node.entries() {
        if covers(entry.range) {
            gone.push((text(entry.key).into_iter().collect(), entry.range));
        } else if covers(entry.value.range()) && text(entry.key).is_some_and(|key| names(&fix.title, &key)) {
            gone.push((text(entry.key).into_iter().collect(), entry.value.range()));
        } else if touched(entry.range) {
            removed(entry.value, fix, gone);
        }
    }
    let replaced = |item: Node<'_>| {
        item.kind().is_scalar()
            && fix.edits.iter().any(|edit| edit.range == item.range() && !edit.new_text.is_empty())
    };
    for (item, range) in node.item_ranges().filter(|(item, _)| !replaced(*item)) {
        if covers(range) {
            let inner = item.entries().filter_map(|entry| text(entry.value));
            gone.push((text(item).into_iter().chain(inner).collect(), range));
        } else if touched(range) {
            removed(item, fix, gone);
        }
    }
}

/// The text with a comment above each block key and item, and one behind each value of one line.
fn with_comments(text: String) -> String {
    let file = File::new(text);
    let mut lines: BTreeMap<u32, bool> = BTreeMap::new();
    for document in file.tree().documents() {
        if let Some(root) = file.tree().root(file.text(), document) {
            collect(root, file.text(), &mut lines);
        }
    }
    let mut out = String::new();
    let mut at = 0;
    for (n, line) in file.text().split_inclusive('\n').enumerate() {
        let scalar = lines.get(&at).copied();
        at += line.len() as u32;
        let indent = " ".repeat(line.len() - line.trim_start_matches(' ').len());
        if scalar.is_some() {
            out += &format!("{indent}# above {n}\n");
        }
        match (scalar, line.strip_suffix('\n')) {
            (Some(true), Some(line)) => out += &format!("{line} # behind {n}\n"),
            _ => out += line,
        }
    }
    out
}

/// Where lines start that begin with a block key or item, and whether they end with its value.
fn collect(node: Node<'_>, text: &str, lines: &mut BTreeMap<u32, bool>) {
    if matches!(node.kind(), crdls_yaml::Kind::FlowMap | crdls_yaml::Kind::FlowSeq) {
        return;
    }
    let entries = node.entries().map(|entry| (entry.value, entry.range));
    for (value, range) in entries.chain(node.item_ranges()) {
        note(range.start, value, text, lines);
        collect(value, text, lines);
    }
}

fn note(start: u32, value: Node<'_>, text: &str, lines: &mut BTreeMap<u32, bool>) {
    let at = text[..start as usize].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[at..start as usize];
    if before.bytes().all(|b| matches!(b, b' ' | b'-')) {
        let end = value.range().end as usize;
        let ends = text[end..].starts_with('\n') && !value.source().contains('\n');
        let one_line = ends && value.kind().is_scalar() && !text[start as usize..end].contains('\n');
        *lines.entry(at as u32).or_default() |= one_line;
    }
}

pub(crate) fn print(figures: &Figures) {
    let Figures { findings, fixed, fixes, safe, .. } = figures;
    println!("{:<42}{:>9}{:>9}{:>9}{:>9}", "code", "findings", "fixable", "fixes", "dropped");
    for (code, [all, with, n, dropped]) in &figures.codes {
        println!("{code:<42}{all:>9}{with:>9}{n:>9}{dropped:>9}");
    }
    let codes = figures.codes.values().filter(|counts| counts[1] > 0).count();
    let share = 100.0 * *fixed as f64 / (*findings).max(1) as f64;
    println!(
        "{fixed} of {findings} findings of the server's ({share:.1} %) have a fix, {codes} codes of {}; {fixes} fixes, {safe} of them safe",
        figures.codes.len()
    );
    figures.wrong.iter().take(60).for_each(|line| println!("  {line}"));
}
