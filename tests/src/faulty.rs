//! Manifests with one mistake that people make: a wrong type, a letter too much, a line that is missing.

use crdls_ide::File;
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Kind, Node, Scalar};

use crate::random::Random;

/// A text with a mistake that people make.
pub fn faulty(text: String, random: &mut Random) -> Option<String> {
    let file = File::new(text.clone());
    let mut entries = Vec::new();
    let mut items = Vec::new();
    for document in file.tree().documents() {
        let mut open: Vec<Node<'_>> = file.tree().root(file.text(), document).into_iter().collect();
        while let Some(node) = open.pop() {
            for entry in node.entries() {
                entries.push((node, entry));
                open.push(entry.value);
            }
            items.extend(node.item_ranges());
            open.extend(node.items());
        }
    }
    let block = |node: Node<'_>| node.kind() == Kind::BlockMap;
    let (holder, entry) = *random.pick(&entries)?;
    let value = entry.value;
    let scalar = value
        .scalar()
        .filter(|_| matches!(value.kind(), Kind::Plain | Kind::DoubleQuoted | Kind::SingleQuoted));
    let over = |range: TextRange, new_text: String| Some(Edit { range, new_text });
    let edit = match (random.below(8), scalar) {
        (0, Some(Scalar::Int(_) | Scalar::Bool(_))) => over(value.range(), format!("\"{}\"", value.source())),
        (1, Some(Scalar::Str(_))) => over(value.range(), "8080".to_owned()),
        (2, Some(Scalar::Str(_))) => over(value.range(), "no".to_owned()),
        // A letter too much.
        (3, Some(Scalar::Str(word))) if word.chars().all(char::is_alphabetic) && word.len() > 3 => {
            over(value.range(), format!("{word}{}", word.chars().last()?))
        }
        (4, _) => {
            let name = entry.key.str()?;
            over(entry.key.range(), format!("{name}{}", name.chars().last()?))
        }
        // A required field may be among those that go.
        (5, _) if block(holder) && holder.entries().count() > 1 => {
            over(lines_of(file.text(), entry.range), String::new())
        }
        (6, _) => {
            let (_, range) = *random.pick(&items)?;
            let lines = lines_of(file.text(), range);
            let again = lines.of(file.text()).to_owned();
            over(TextRange::empty(lines.end), again)
        }
        (7, Some(Scalar::Int(number))) => over(value.range(), format!("-{}", number.unsigned_abs().max(1))),
        _ => None,
    }?;
    let mut text = text;
    edit.apply(&mut text).then_some(text).filter(|text| File::new(text.clone()).tree().errors().is_empty())
}

/// The lines that a range stands on.
fn lines_of(text: &str, range: TextRange) -> TextRange {
    let start = text[..range.start as usize].rfind('\n').map_or(0, |at| at + 1);
    let written = text[..range.end as usize].trim_end().len();
    let end = text[written..].find('\n').map_or(text.len(), |at| written + at + 1);
    TextRange::new(start as u32, end as u32)
}
