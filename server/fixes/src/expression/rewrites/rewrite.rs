//! Changes of a text one after the other, told as changes of the first.

use crdls_text::{Edit, TextRange};

use super::ExpressionRewrite;

/// One step.
#[derive(Clone, Debug)]
pub(super) struct Rewrite {
    pub(super) title: String,
    pub(super) edits: Vec<Edit>,
    /// One of several places: taken where the others do not do.
    pub(super) only_if_alone: bool,
}

impl Rewrite {
    pub(super) fn new(title: impl Into<String>, edits: Vec<Edit>) -> Self {
        Self { title: title.into(), edits, only_if_alone: false }
    }

    /// Another text in place of one.
    pub(super) fn replace(text: &str, range: TextRange, new_text: impl Into<String>) -> Self {
        Self::all(text, vec![(range, new_text.into())])
    }

    /// The same for each of several places.
    pub(super) fn all(text: &str, places: Vec<(TextRange, String)>) -> Self {
        let mut titles: Vec<String> = Vec::new();
        for (range, new_text) in &places {
            let (old, new) = (shown(range.of(text)), shown(new_text));
            let title = match (old.is_empty(), new.is_empty()) {
                (true, _) => format!("add `{new}`"),
                (_, true) => format!("remove `{old}`"),
                _ => format!("replace `{old}` with `{new}`"),
            };
            if !titles.contains(&title) {
                titles.push(title);
            }
        }
        let edits = places.into_iter().map(|(range, new_text)| Edit { range, new_text }).collect();
        Self::new(titles.join(", "), edits)
    }

    /// Something before and after a part, which stays as it is written.
    pub(super) fn around(text: &str, part: TextRange, before: &str, behind: &str) -> Self {
        let old = part.of(text);
        let title = format!("replace `{}` with `{}`", shown(old), shown(&format!("{before}{old}{behind}")));
        let insert =
            |at: u32, new_text: &str| Edit { range: TextRange::empty(at), new_text: new_text.into() };
        let edits = [insert(part.start, before), insert(part.end, behind)];
        Self::new(title, edits.into_iter().filter(|edit| !edit.new_text.is_empty()).collect())
    }

    pub(super) fn only_if_alone(self) -> Self {
        Self { only_if_alone: true, ..self }
    }
}

/// A text in a title: on one line, and not too long.
fn shown(text: &str) -> String {
    const MOST: usize = 80;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line,
    }
}

/// A text with rewrites applied.
#[derive(Clone, Debug)]
pub(super) struct RewrittenText {
    titles: Vec<String>,
    /// Of the first text, in its order.
    edits: Vec<Edit>,
    text: String,
}

impl RewrittenText {
    pub(super) fn of(text: &str) -> Self {
        Self { titles: Vec::new(), edits: Vec::new(), text: text.to_owned() }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// One more step; nothing where it cuts into what an earlier one wrote.
    pub(super) fn then(&self, rewrite: &Rewrite) -> Option<Self> {
        let mut next = self.clone();
        let mut edits: Vec<&Edit> = rewrite.edits.iter().collect();
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        for edit in edits.into_iter().rev() {
            self.put(edit, &mut next.edits)?;
            edit.apply(&mut next.text).then_some(())?;
        }
        if !next.titles.contains(&rewrite.title) {
            next.titles.push(rewrite.title.clone());
        }
        Some(next)
    }

    /// Tells an edit of this text as one of the first, among others.
    fn put(&self, edit: &Edit, edits: &mut Vec<Edit>) -> Option<()> {
        let Edit { range, new_text } = edit;
        let (start, end) = (i64::from(range.start), i64::from(range.end));
        // By how much what earlier edits wrote is longer, up to the edit's start and up to its end.
        let (mut to_start, mut to_end) = (0, 0);
        for earlier in &self.edits {
            let (written, replaced) = (earlier.new_text.len() as i64, i64::from(earlier.range.len()));
            let from = i64::from(earlier.range.start) + to_end;
            let to = from + written;
            if from <= start && end <= to {
                return within(edits, earlier, (start - from, end - from), new_text);
            }
            if to <= start {
                to_start += written - replaced;
            } else if start <= from && to <= end {
                edits.retain(|other| other != earlier);
            } else if from < end {
                return None;
            } else {
                break;
            }
            to_end += written - replaced;
        }
        let original =
            TextRange::new(u32::try_from(start - to_start).ok()?, u32::try_from(end - to_end).ok()?);
        let at = edits.partition_point(|other| other.range.start <= original.start);
        edits.insert(at, Edit { range: original, new_text: new_text.clone() });
        Some(())
    }

    pub(super) fn finished(self) -> ExpressionRewrite {
        ExpressionRewrite { title: self.titles.join(", "), edits: self.edits, text: self.text }
    }
}

/// Writes into what an earlier edit wrote.
fn within(edits: &mut [Edit], earlier: &Edit, (start, end): (i64, i64), new_text: &str) -> Option<()> {
    let edit = edits.iter_mut().find(|edit| edit.range == earlier.range)?;
    let range = usize::try_from(start).ok()?..usize::try_from(end).ok()?;
    edit.new_text.get(range.clone())?;
    edit.new_text.replace_range(range, new_text);
    Some(())
}
