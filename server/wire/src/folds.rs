//! Folding ranges.

use crdls_ide::Fold;
use crdls_text::LineIndex;

use crate::PositionConverter;
use crate::json::JsonWriter;

/// How long a fold mostly is.
const LENGTH: usize = 40;

/// The `FoldingRange`s of the protocol; with characters where there is a converter. A large CRD has thousands, after each edit.
pub fn folds(found: &[Fold], lines: &LineIndex, positions: Option<&PositionConverter<'_>>) -> Vec<u8> {
    let mut out = JsonWriter::with_capacity(found.len() * LENGTH);
    out.list(found, |out, fold| {
        out.number("{\"startLine\":", fold.first_line);
        if let Some(positions) = positions {
            // The first line stays visible.
            let line = lines.line(fold.first_line).map_or(fold.range.start, |line| line.end);
            let first = positions.position(line.saturating_sub(1).max(fold.range.start));
            out.number(",\"startCharacter\":", first.character);
        }
        out.number(",\"endLine\":", fold.last_line);
        if let Some(positions) = positions {
            out.number(",\"endCharacter\":", positions.position(fold.range.end).character);
        }
        out.push(if fold.comment { ",\"kind\":\"comment\"}" } else { "}" });
    });
    out.written()
}
