//! Blocks that are pasted with another indentation: cut out of CRDs that the server accepts (needs the corpus), and put
//! back two columns to the left, two to the right, at column 0, or with tabs. The first fix of the first error in the block
//! restores the text.
//!
//! `CRDLS_PASTES` is the number of blocks, `CRDLS_SEED` the seed, `CRDLS_SHOWN` how many of those are shown that are not
//! restored.

use std::collections::BTreeMap;

use crdls_ide::{File, FileContext, FileFinding, Fixer, applied, check, hide_of_paste, in_editor};
use crdls_report::{Config, Severity};
use crdls_tests::corpus;
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_text::LineIndex;

const PASTES: usize = 200;

/// Larger files are left out: each fix is a check of the file.
const MOST_BYTES: usize = 60_000;

/// The share of texts that have to come back, in percent.
const RESTORED: usize = 95;

/// How a block is pasted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Paste {
    Shallow,
    Deep,
    ColumnZero,
    Tabs,
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// A random entry of a schema, or item of a list in it, with all that is below it: the numbers of its lines.
fn block(lines: &[&str], random: &mut Random) -> Option<(usize, usize)> {
    let schema = lines.iter().position(|line| line.trim() == "openAPIV3Schema:")?;
    let first = schema + 2 + random.below(lines.len().checked_sub(schema + 3)?);
    let line = lines[first];
    let content = line.trim_start();
    let is_entry = content.contains(": ") || content.trim_end().ends_with(':');
    // A line of a text is no entry.
    let is_plain = content.starts_with(|c: char| c.is_ascii_alphabetic() || c == '-');
    if indent(line) <= indent(lines[schema]) || !is_entry || !is_plain {
        return None;
    }
    let below = lines[first + 1..].iter();
    let own = indent(line);
    // Texts have empty lines.
    let mut len = 1 + below.take_while(|line| line.trim().is_empty() || indent(line) > own).count();
    while lines[first + len - 1].trim().is_empty() {
        len -= 1;
    }
    (2..=30).contains(&len).then_some((first, first + len))
}

fn pasted(lines: &[&str], paste: Paste) -> Option<Vec<String>> {
    let own = indent(lines[0]);
    let moved = |line: &&str| {
        if line.trim().is_empty() {
            return (*line).to_owned();
        }
        let content = line.trim_start_matches(' ');
        let blank = match paste {
            Paste::Shallow => " ".repeat(indent(line).saturating_sub(2)),
            Paste::Deep => " ".repeat(indent(line) + 2),
            Paste::ColumnZero => " ".repeat(indent(line) - own),
            Paste::Tabs => "\t".repeat(indent(line) / 2),
        };
        blank + content
    };
    let is_even = lines.iter().all(|line| indent(line).is_multiple_of(2) || line.trim().is_empty());
    (own >= 2 && (paste != Paste::Tabs || is_even)).then(|| lines.iter().map(moved).collect())
}

fn errors(file: &File, config: &Config) -> Vec<FileFinding> {
    let mut found = in_editor(file, check(file, FileContext::default(), config), None);
    hide_of_paste(file, &mut found, FileContext::default(), config);
    found.into_iter().filter(|found| !found.hidden && found.finding.severity == Severity::Error).collect()
}

#[test]
fn the_first_fix_restores_what_was_pasted() {
    let Some(root) = corpus::dir_or_skip("pasted blocks") else { return };
    let config = Config::default();
    let files = corpus::files(&root, &["crds"], &["yaml"]);
    let mut random = Random::new(number("CRDLS_SEED").unwrap_or(7));
    let wanted = number("CRDLS_PASTES").unwrap_or(PASTES);
    let (mut count, mut restored, mut single, mut shown) = (0, 0, 0, 0);
    let mut by_kind: BTreeMap<Paste, (usize, usize, usize)> = BTreeMap::new();
    while count < wanted {
        let path = random.pick(&files).expect("files");
        let text = corpus::read(path);
        if text.len() > MOST_BYTES
            || text.contains('\r')
            || !errors(&File::new(text.clone()), &config).is_empty()
        {
            continue;
        }
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let Some((from, to)) = block(&lines, &mut random) else { continue };
        let paste = [Paste::Shallow, Paste::Deep, Paste::ColumnZero, Paste::Tabs][count % 4];
        let Some(block) = pasted(&lines[from..to], paste) else { continue };
        let changed = format!("{}{}{}", lines[..from].concat(), block.concat(), lines[to..].concat());
        let file = File::new(changed);
        let index = LineIndex::new(file.text());
        let all = check(&file, FileContext::default(), &config);
        let found = errors(&file, &config);
        let line = |found: &&FileFinding| index.line_col(found.finding.range.start).line as usize;
        let Some(first) = found.iter().find(|found| (from..to).contains(&line(found))).or(found.first())
        else {
            continue;
        };
        count += 1;
        let own = all.iter().find(|other| other.finding == first.finding).expect("the same finding");
        let fixes = Fixer::new(&file, &all, FileContext::default(), &config).fixes(&[own]);
        let fix = fixes.first().and_then(|fixes| fixes.first());
        let fixed = fix.and_then(|fix| applied(file.text(), [fix])).map(|(text, _)| text);
        let is_restored = fixed.as_deref() == Some(&text);
        let kind = by_kind.entry(paste).or_default();
        kind.0 += 1;
        kind.1 += usize::from(is_restored);
        kind.2 += found.len();
        restored += usize::from(is_restored);
        single += usize::from(found.len() == 1);
        if !is_restored && shown < number("CRDLS_SHOWN").unwrap_or(5) {
            shown += 1;
            let title = fix.map(|fix| fix.title.as_str());
            println!(
                "{paste:?} {}:{}: {} findings, the first: line {} {}: {} -> {title:?}",
                path.display(),
                from + 1,
                found.len(),
                line(&first) + 1,
                first.finding.code.name,
                first.finding.message
            );
            let around = file.text().lines().skip(from.saturating_sub(3)).take(to - from + 6);
            around.for_each(|line| println!("    |{line}"));
        }
    }
    for (paste, (count, restored, findings)) in &by_kind {
        println!("{paste:?}: {restored} of {count} restored, {findings} findings");
    }
    println!("{restored} of {count} pasted blocks are restored by the first fix; {single} have one finding");
    assert!(restored * 100 >= count * RESTORED, "{restored} of {count}");
}
