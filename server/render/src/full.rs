//! rustc's layout: the finding, its source with carets, the server's sentence, why and what to do.
//!
//! Must not know which findings there are.

use annotate_snippets::normalize_untrusted_str as normalized;
use annotate_snippets::{Annotation, AnnotationKind, Element, Level, Renderer, Snippet};
use crdls_ide::FileFinding;
use crdls_report::{Finding, Note, Severity};

use super::excerpt::{Excerpt, Mark, excerpts};
use super::labels::count;
use super::source::LineColumn;
use super::terminal::shortened;
use super::{CheckedSource, Report, Source, Sources, one_line};

/// rustc's layout.
#[derive(Debug)]
pub struct Full {
    renderer: Renderer,
}

impl Full {
    /// A report, colored or not.
    pub const fn new(color: bool) -> Self {
        Self { renderer: if color { Renderer::styled() } else { Renderer::plain() } }
    }

    fn finding(&self, finding: &Finding, source: &Source, sources: &Sources<'_>) -> String {
        let views = views(finding, source, sources);
        let title = level(finding.severity).primary_title(shortened(&finding.message)).id(finding.code.name);
        let group =
            title.elements(views.iter().map(SourceView::element)).elements(notes(finding, source, sources));
        let mut text = self.renderer.render(&[group]);
        for view in &views {
            text = view.corrected(text);
        }
        text + "\n\n"
    }
}

impl Report for Full {
    fn text(&self, checked: CheckedSource<'_>, sources: &Sources<'_>) -> String {
        let one = |found: &FileFinding| self.finding(&found.finding, checked.source, sources);
        checked.findings.iter().map(one).collect()
    }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Information => Level::INFO,
        Severity::Hint => Level::NOTE.with_name("hint"),
    }
}

/// An excerpt of a text.
struct SourceView<'a> {
    source: &'a Source,
    excerpt: Excerpt<'a>,
}

/// Related places that are shown; the other formats have all.
const RELATED: usize = 8;

/// The excerpts of the finding's text, then those of others.
fn views<'a>(finding: &'a Finding, source: &'a Source, sources: &Sources<'a>) -> Vec<SourceView<'a>> {
    let mut marks = vec![(source, vec![Mark { range: finding.range, primary: true, label: "" }])];
    for related in finding.related.iter().take(RELATED) {
        let Some(other) = sources.of(related, source) else { continue };
        let mark = Mark { range: related.range, primary: false, label: &related.message };
        match marks.iter_mut().find(|(known, _)| std::ptr::eq(*known, other)) {
            Some((_, marks)) => marks.push(mark),
            None => marks.push((other, vec![mark])),
        }
    }
    let view = |(source, marks): (&'a Source, Vec<Mark<'a>>)| {
        excerpts(source, &marks).into_iter().map(move |excerpt| SourceView { source, excerpt })
    };
    marks.into_iter().flat_map(view).collect()
}

impl SourceView<'_> {
    fn element(&self) -> Snippet<'_, Annotation<'_>> {
        let annotations = self.excerpt.marks.iter().map(|(span, mark)| {
            let kind = if mark.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let label = (!mark.label.is_empty()).then(|| one_line(mark.label));
            kind.span(span.clone()).label(label)
        });
        Snippet::source(self.excerpt.text.as_str())
            .line_start(self.excerpt.first_line as usize)
            .path(one_line(&self.source.name))
            .annotations(annotations)
    }

    /// The renderer takes columns from what it is shown; where a line was cut they are not the
    /// source's, and the position is written again.
    fn corrected(&self, text: String) -> String {
        let lead = self.excerpt.marks.iter().find(|(_, mark)| mark.primary);
        let Some((span, mark)) = lead.or_else(|| self.excerpt.marks.first()) else { return text };
        let before = self.excerpt.text.get(..span.start).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let LineColumn { line: number, column } = self.source.position(mark.range.start);
        let (name, wrong) = (one_line(&self.source.name), line.chars().count() as u32 + 1);
        if wrong == column {
            return text;
        }
        text.replacen(&format!("{name}:{number}:{wrong}"), &format!("{name}:{number}:{column}"), 1)
    }
}

/// The lines below the source: help, notes, the server's sentence.
fn notes(finding: &Finding, source: &Source, sources: &Sources<'_>) -> Vec<Element<'static>> {
    let mut notes = Vec::new();
    let mut say = |level: Level<'static>, text: &str| {
        notes.push(level.message(normalized(&shortened(text))).into());
    };
    for note in &finding.notes {
        if let Note::Help(text) = note {
            say(Level::HELP, text);
        }
    }
    for note in &finding.notes {
        if let Note::Why(text) = note {
            say(Level::NOTE, text);
        }
    }
    if let Some(place) = &finding.validated_by
        && let Some(crd) = sources.of(place, source)
    {
        let line = crd.position(place.range.start).line;
        say(Level::NOTE.with_name("crd"), &format!("{}:{line}", one_line(&crd.name)));
    }
    if let Some(more) = finding.related.len().checked_sub(RELATED + 1) {
        say(Level::NOTE, &format!("{} not shown", count(more + 1, "related place")));
    }
    if let Some(server) = &finding.server {
        say(Level::NOTE.with_name("server"), &server.shown());
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_findings as sample;

    fn rendered(text: &str, findings: Vec<Finding>) -> String {
        sample::rendered(&Full::new(false), "a.yaml", text, findings)
    }

    #[test]
    fn all_that_a_finding_has() {
        let shown = "\
error[unsupported-scope]: `Namespace` is not a scope
 --> a.yaml:4:10
  |
2 | spec:
  | ---- in this specification
3 |   group: example.com
4 |   scope: Namespace
  |          ^^^^^^^^^
  |
  = help: write `Namespaced`
  = note: an object lives in a namespace or in none
  = server: spec.scope: Unsupported value: \"Namespace\": supported values: \"Cluster\", \"Namespaced\"

";
        assert_eq!(rendered(sample::TEXT, vec![sample::rich()]), shown);
    }

    #[test]
    fn a_place_in_another_file() {
        let shown = "\
hint[some-advice]: a: b, 100%
                   of it
 --> a.yaml:3:3
  |
3 |   group: example.com
  |   ^^^^^
  |
 ::: b.yaml:2:1
  |
2 | x: y
  | - declared here

";
        assert_eq!(rendered(sample::TEXT, vec![sample::plain()]), shown);
    }

    #[test]
    fn a_long_line_is_cut_and_keeps_its_column() {
        let filler = "\"é\": 1, ".repeat(5000);
        let text = format!("{{{filler}\"scope\": \"Namespace\", {filler}}}");
        let mut finding = sample::rich();
        finding.range = sample::range(&text, "\"Namespace\"");
        finding.related.clear();
        let shown = rendered(&text, vec![finding]);
        assert!(shown.contains("--> a.yaml:1:40011\n"), "{shown}");
        let lines: Vec<_> = shown.lines().collect();
        assert!(lines[3].chars().count() < 160, "{shown}");
        let column = |line: &str, of: &str| line.split_once(of).map(|(before, _)| before.chars().count());
        assert_eq!(column(lines[3], "\"Namespace\""), column(lines[4], "^^^^^^^^^^^"), "{shown}");
    }

    #[test]
    fn what_steers_a_terminal_is_not_printed() {
        let mut finding = sample::rich();
        finding.message = "\u{1b}[2J".into();
        finding.notes = vec![Note::Help("\u{1b}[2J".into())];
        let shown = rendered("spec: \u{1b}[2J Namespace group\r\nb: 1", vec![finding]);
        assert!(!shown.contains('\u{1b}') && !shown.contains('\r'), "{shown:?}");
    }

    #[test]
    fn colors_where_they_are_wanted() {
        let shown = sample::rendered(&Full::new(true), "a.yaml", sample::TEXT, vec![sample::rich()]);
        assert!(shown.starts_with("\u{1b}["), "{shown:?}");
    }

    #[test]
    fn more_related_places_than_fit_are_counted() {
        let mut finding = sample::rich();
        finding.related = vec![finding.related.remove(0); 20];
        let shown = rendered(sample::TEXT, vec![finding]);
        assert!(shown.contains("= note: 12 related places not shown\n"), "{shown}");
    }
}
