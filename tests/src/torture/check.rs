//! Any bytes as a file: checked, outlined, hovered over, completed.

use crdls_ide::{File, FileContext, Symbol, check, completions, hover, symbols};
use crdls_minors::Minor;
use crdls_report::{Config, FieldValidation};
use crdls_text::TextRange;

use super::Seeds;
use crate::random::Random;

pub(super) fn run(bytes: &[u8], _: &Seeds) {
    file(&File::from_bytes(bytes.to_vec()));
}

/// Everything that can be asked of a file.
pub(super) fn file(file: &File) {
    let config = config(file.text());
    findings(file, &config);
    symbols(file).iter().for_each(|symbol| outline(file, symbol));
    // Cursors all over the text; the distance has no common divisor with lines of one length.
    let len = file.text().len();
    let wide = file.text().char_indices().filter(|(_, c)| !c.is_ascii());
    // At characters of several bytes too, and inside of them, where ranges are cut.
    let at_wide = wide.flat_map(|(at, c)| [at, at + 1, at + c.len_utf8()]).take(24);
    for at in (0..=len).step_by(len / 11 + 1).chain(at_wide) {
        cursor(file, at as u32, &config);
    }
}

/// One of many choices of the user's, the same for the same text.
fn config(text: &str) -> Config {
    let len = text.len().to_le_bytes();
    let mut choices = Random::of_bytes(&len);
    let field_validation = [FieldValidation::Strict, FieldValidation::Warn, FieldValidation::Ignore];
    Config {
        field_validation: field_validation.get(choices.below(4)).copied().unwrap_or_default(),
        kubernetes: if choices.below(4) == 0 { Minor::OLDEST } else { Minor::NEWEST },
        check_templates: text.len().is_multiple_of(3),
        ..Config::default()
    }
}

fn findings(file: &File, config: &Config) {
    let found = check(file, FileContext::default(), config);
    let documents = file.tree().documents().len();
    for found in &found {
        let finding = &found.finding;
        assert!(found.document < documents, "no such document: {found:?}");
        fits(file, finding.range);
        finding.related.iter().filter(|r| r.file.is_none()).for_each(|related| fits(file, related.range));
        let shown = [finding.message.as_str()].into_iter().chain(finding.related.iter().map(|r| &*r.message));
        shown.for_each(|text| assert!(!text.contains(['\n', '\r']), "more than a line: {text:?}"));
        for fix in &finding.fixes {
            fix.edits.iter().for_each(|edit| fits(file, edit.range));
        }
    }
    // A map whose order is by chance would show.
    if file.text().len().is_multiple_of(8) {
        assert_eq!(
            found,
            check(file, FileContext::default(), config),
            "another order, or other findings, the second time"
        );
    }
}

pub(super) fn fits(file: &File, range: TextRange) {
    let text = file.text();
    let inside = range.start <= range.end && text.get(range.start as usize..range.end as usize).is_some();
    assert!(inside, "{range:?} is no range of the text, which has {} bytes", text.len());
}

fn outline(file: &File, symbol: &Symbol) {
    fits(file, symbol.range);
    assert!(symbol.range.covers(symbol.selection), "a symbol's name is outside of it: {symbol:?}");
    assert!(!symbol.name.is_empty(), "editors reject symbols without a name");
    symbol.children.iter().for_each(|child| outline(file, child));
}

fn cursor(file: &File, at: u32, config: &Config) {
    if let Some(hover) = hover(file, at, FileContext::default(), config) {
        fits(file, hover.range);
        assert!(hover.range.touches(at), "{:?} is not where the cursor is, {at}", hover.range);
    }
    for completion in completions(file, at, FileContext::default(), config) {
        fits(file, completion.edit.range);
    }
}
