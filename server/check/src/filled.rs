//! A template as the manifest that it would be: what an engine replaces is filled in, each byte by one, so that offsets
//! stay.
//!
//! Knows the delimiters of engines; must not know what is checked.

use crdls_report::Finding;
use crdls_text::TextRange;

/// How engines begin and end an action: Helm and Go, and Jinja's values; its statements; its comments.
const DELIMITERS: [(&str, &str); 3] = [("{{", "}}"), ("{%", "%}"), ("{#", "#}")];

/// What an action begins with that writes nothing.
const CONTROL: [&str; 9] = ["/*", "if", "else", "end", "with", "range", "define", "block", "$"];

/// No byte of a text in UTF-8.
const FILLED: u8 = 0xff;

/// A text without actions.
#[derive(Debug)]
pub(crate) struct Filled {
    /// Lines that have actions alone are blank; an action in a line is a word, or blank where it writes indented lines.
    pub(crate) text: String,
    actions: Vec<TextRange>,
    /// Whether a line is blank that would have fields of the object, or of its `metadata` or `spec`.
    pub(crate) is_partial: bool,
}

impl Filled {
    pub(crate) fn of(text: &str) -> Self {
        let actions = actions(text);
        let mut bytes = text.as_bytes().to_vec();
        for action in &actions {
            // What is indented is not the value on this line, but the lines below it.
            let filling = if action.of(text).contains("indent ") { b' ' } else { FILLED };
            let inside = bytes.get_mut(action.start as usize..action.end as usize).unwrap_or_default();
            inside.iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = filling);
        }
        for line in bytes.split_mut(|byte| *byte == b'\n') {
            let is_blank = line.iter().all(|byte| *byte == FILLED || byte.is_ascii_whitespace());
            let filling = if is_blank { b' ' } else { b'x' };
            line.iter_mut().filter(|byte| **byte == FILLED).for_each(|byte| *byte = filling);
        }
        let filled = String::from_utf8(bytes).unwrap_or_default();
        let is_partial =
            text.lines().zip(filled.lines()).any(|(line, filled)| filled.trim().is_empty() && writes(line));
        Self { text: filled, actions, is_partial }
    }

    /// Whether a finding holds whatever the actions write: it is about something else.
    pub(crate) fn keeps(&self, finding: &Finding) -> bool {
        let range = finding.range;
        let is_line = !range.of(&self.text).contains('\n');
        let next = self.actions.partition_point(|action| action.end <= range.start);
        let is_filled = self.actions.get(next).is_some_and(|action| action.start < range.end);
        !(is_line && is_filled)
    }
}

/// Fields that are indented less belong to an object, or to its `metadata` or `spec`.
const INDENTATION: usize = 4;

/// Whether a line with an action alone writes fields of an object: it begins with one that is no control structure.
fn writes(line: &str) -> bool {
    if line.len() - line.trim_start().len() >= INDENTATION {
        return false;
    }
    let action = line.trim_start().strip_prefix("{{").map(|action| action.trim_start_matches(['-', ' ']));
    action.is_some_and(|action| !CONTROL.iter().any(|word| action.starts_with(word)))
}

/// The actions of a text, in their order.
fn actions(text: &str) -> Vec<TextRange> {
    let mut found = Vec::new();
    let (mut end, mut open) = (0, DELIMITERS.map(|_| true));
    for (start, _) in text.match_indices('{') {
        let rest = text.get(start..).unwrap_or_default();
        let engine = DELIMITERS.iter().position(|(opening, _)| rest.starts_with(opening));
        let Some(engine) = engine.filter(|engine| start >= end && open.get(*engine) == Some(&true)) else {
            continue;
        };
        let closing = DELIMITERS.get(engine).map_or("", |(_, closing)| closing);
        let length = rest.get(2..).and_then(|inside| inside.find(closing));
        match (length, open.get_mut(engine)) {
            (Some(length), _) => {
                end = start + length + 4;
                found.push(TextRange::new(start as u32, end as u32));
            }
            // None further on is closed either.
            (None, Some(open)) => *open = false,
            (None, None) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_actions_are_blank_and_values_are_words() {
        let text = "{{- if .a }}\na: {{ .b }}-c\nf: {{- g | nindent 2 }}\n  {{ include \"é\" . }} {% x %}\n{{/* a\nb */}}\nd: {e: {}}\n{{ f\n";
        let filled = Filled::of(text);
        let blank = |from: &str| " ".repeat(from.len());
        let lines = [
            blank("{{- if .a }}"),
            "a: xxxxxxxx-c".to_owned(),
            "f: ".to_owned() + &blank("{{- g | nindent 2 }}"),
            blank("  {{ include \"é\" . }} {% x %}"),
            blank("{{/* a"),
            blank("b */}}"),
            "d: {e: {}}".to_owned(),
            "{{ f".to_owned(),
        ];
        assert_eq!(filled.text, lines.join("\n") + "\n");
        assert_eq!((filled.text.len(), filled.is_partial), (text.len(), true));
        assert!(!Filled::of("{{- if .a }}\n    {{ .b }}\n{{ end }}\n").is_partial);
    }
}
