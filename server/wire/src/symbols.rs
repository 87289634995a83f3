//! Document symbols.

use std::sync::Arc;

use crdls_ide::{File, Outline, Symbol, SymbolKind, SymbolLevel};
use crdls_text::{TextChange, TextRange};
use ls_types::Range;

use crate::json::JsonWriter;
use crate::updated::UpdatedBytes;
use crate::{Encoding, PositionConverter};

/// How long a symbol mostly is.
const LENGTH: usize = 210;

/// The `DocumentSymbol`s of the protocol: those of a large CRD are a megabyte, after each edit. What an edit does not touch is
/// taken from the answer before, which is changed in place where nobody has it any more. `number`: the protocol's of a kind,
/// for all answers of a file; no type parameter, since the function would be compiled where it is called.
pub fn symbols(
    file: &File,
    encoding: Encoding,
    found: &Outline,
    number: &dyn Fn(SymbolKind) -> u32,
) -> Arc<Vec<u8>> {
    let like = (encoding, found.levels, found.plain);
    let kept = file.take_kept::<Answer>().filter(|(former, _)| former.like == like);
    let answer = match kept {
        Some((answer, None)) => answer,
        kept => {
            let changed = kept.filter(|_| found.plain).and_then(|(answer, change)| Some((answer, change?)));
            let former = changed.map(|(answer, change)| Former::of(answer, change, file));
            let bytes = match &former {
                Some(former) => UpdatedBytes::of(Arc::clone(&former.answer.json), LENGTH),
                None => UpdatedBytes::of(Arc::default(), count(found.top()) * LENGTH),
            };
            let mut writer = Writer {
                bytes,
                piece: JsonWriter::with_capacity(LENGTH),
                positions: &encoding.converter(file),
                number,
                known: Vec::new(),
                former,
                symbols: Vec::new(),
            };
            writer.nested(found.top(), 0);
            writer.answer(file, like)
        }
    };
    let json = Arc::clone(&answer.json);
    file.keep(answer);
    json
}

fn count(level: SymbolLevel<'_>) -> usize {
    level.symbols.iter().map(|symbol| 1 + count(level.below(symbol))).sum()
}

/// An answer, and where the symbols are in it.
struct Answer {
    json: Arc<Vec<u8>>,
    /// In the order of their starts; the outer ones first.
    symbols: Vec<WrittenSymbol>,
    /// The number of lines of the text.
    lines: u32,
    /// The encoding, the levels, and whether the text is plain: answers that differ in one have nothing in common.
    like: (Encoding, usize, bool),
}

/// A symbol in an answer, with all that is in it.
#[derive(Clone, Copy)]
struct WrittenSymbol {
    /// All of the text, the name included.
    text: TextRange,
    level: usize,
    kind: SymbolKind,
    /// Where it is in the answer, in bytes.
    json: TextRange,
}

impl WrittenSymbol {
    fn order(&self) -> (u32, usize) {
        (self.text.start, self.level)
    }
}

/// The answer for the text before a change.
struct Former {
    answer: Answer,
    change: TextChange,
    /// The lines of the text after, of which positions may have changed.
    touched: TextRange,
}

impl Former {
    fn of(answer: Answer, change: TextChange, file: &File) -> Self {
        let lines = file.lines();
        let line = |offset| lines.line(lines.line_col(offset).line).unwrap_or(file.range());
        // A line end before the change may be another one after it.
        let start = line(change.old.start.saturating_sub(1)).start;
        let is_moved = lines.lines() != answer.lines;
        let end = if is_moved { u32::MAX } else { line(change.old.start + change.inserted).end };
        Self { answer, change, touched: TextRange::new(start, end) }
    }

    /// The symbols that were written of a symbol and all that is in it, itself first; empty if its answer may be another one.
    fn written(&self, symbol: &Symbol, level: usize) -> &[WrittenSymbol] {
        let text = whole(symbol);
        let back = -self.change.shift();
        let text = match () {
            () if text.end <= self.touched.start => text,
            () if text.start >= self.touched.end => moved(text, back),
            () => return &[],
        };
        let all = &self.answer.symbols;
        let Ok(at) = all.binary_search_by_key(&(text.start, level), WrittenSymbol::order) else { return &[] };
        let Some((first, rest)) = all.get(at..).and_then(<[WrittenSymbol]>::split_first) else { return &[] };
        let is_same =
            first.text == text && first.kind == symbol.kind && begins(self.json(first.json), symbol);
        let is_inner = |inner: &&WrittenSymbol| inner.level > level && first.json.covers(inner.json);
        let inner = rest.iter().take_while(is_inner).count();
        all.get(at..=at + inner).filter(|_| is_same).unwrap_or_default()
    }

    fn json(&self, range: TextRange) -> &[u8] {
        self.answer.json.get(range.start as usize..range.end as usize).unwrap_or_default()
    }
}

/// All of a symbol, its name included.
fn whole(symbol: &Symbol) -> TextRange {
    symbol.range.join(symbol.selection)
}

/// Whether the JSON of a symbol begins with its name and its detail; false where one of them is escaped.
fn begins(json: &[u8], symbol: &Symbol) -> bool {
    let of = |before: &str, text: &str| [before, text, "\""].concat();
    let detail = if symbol.detail.is_empty() { String::new() } else { of(",\"detail\":\"", &symbol.detail) };
    let name = of("{\"name\":\"", name(&symbol.name));
    let rest = json.strip_prefix(name.as_bytes()).and_then(|rest| rest.strip_prefix(detail.as_bytes()));
    rest.is_some_and(|rest| rest.starts_with(b",\"kind\":"))
}

/// A range as many bytes further on.
fn moved(range: TextRange, by: i64) -> TextRange {
    let moved = |offset: u32| (i64::from(offset) + by) as u32;
    TextRange::new(moved(range.start), moved(range.end))
}

/// Writes an answer.
struct Writer<'a> {
    bytes: UpdatedBytes,
    /// The JSON of one symbol, without those below it.
    piece: JsonWriter,
    positions: &'a PositionConverter<'a>,
    number: &'a dyn Fn(SymbolKind) -> u32,
    /// The numbers that were asked for.
    known: Vec<(SymbolKind, u32)>,
    former: Option<Former>,
    symbols: Vec<WrittenSymbol>,
}

impl Writer<'_> {
    fn nested(&mut self, of: SymbolLevel<'_>, level: usize) {
        self.bytes.push(b"[");
        for (number, symbol) in of.symbols.iter().enumerate() {
            self.bytes.push(if number > 0 { b"," } else { b"" });
            if !self.repeated(symbol, level) {
                self.symbol(symbol, of.below(symbol), level);
            }
        }
        self.bytes.push(b"]");
    }

    /// Whether it could be taken from the answer before, with all that is in it.
    fn repeated(&mut self, symbol: &Symbol, level: usize) -> bool {
        let Some(former) = &self.former else { return false };
        let written = former.written(symbol, level);
        let Some(first) = written.first() else { return false };
        let text = i64::from(whole(symbol).start) - i64::from(first.text.start);
        let json = i64::from(self.bytes.len()) - i64::from(first.json.start);
        self.bytes.repeat(first.json.start as usize..first.json.end as usize);
        let moved = |each: &WrittenSymbol| WrittenSymbol {
            text: moved(each.text, text),
            json: moved(each.json, json),
            ..*each
        };
        self.symbols.extend(written.iter().map(moved));
        true
    }

    fn symbol(&mut self, symbol: &Symbol, below: SymbolLevel<'_>, level: usize) {
        let (start, at) = (self.bytes.len(), self.symbols.len());
        let text = whole(symbol);
        self.symbols.push(WrittenSymbol { text, level, kind: symbol.kind, json: TextRange::empty(start) });
        let number = self.number(symbol.kind);
        let piece = &mut self.piece;
        piece.string("{\"name\":", name(&symbol.name));
        if !symbol.detail.is_empty() {
            piece.string(",\"detail\":", &symbol.detail);
        }
        piece.number(",\"kind\":", number);
        range(piece, ",\"range\":{\"start\":{\"line\":", self.positions.range(text));
        range(piece, ",\"selectionRange\":{\"start\":{\"line\":", self.positions.range(symbol.selection));
        self.bytes.push(piece.bytes());
        piece.clear();
        if !below.symbols.is_empty() {
            self.bytes.push(b",\"children\":");
            self.nested(below, level + 1);
        }
        self.bytes.push(b"}");
        let end = self.bytes.len();
        if let Some(written) = self.symbols.get_mut(at) {
            written.json.end = end;
        }
    }

    fn number(&mut self, kind: SymbolKind) -> u32 {
        match self.known.iter().find(|(known, _)| *known == kind) {
            Some((_, number)) => *number,
            None => {
                let asked = (self.number)(kind);
                self.known.push((kind, asked));
                asked
            }
        }
    }

    fn answer(mut self, file: &File, like: (Encoding, usize, bool)) -> Answer {
        self.symbols.sort_by_key(WrittenSymbol::order);
        // Nobody else has the answer before, once it was sent.
        drop(self.former);
        let json = Arc::new(self.bytes.written());
        Answer { json, symbols: self.symbols, lines: file.lines().lines(), like }
    }
}

/// A range after a piece that leads to its first number.
fn range(out: &mut JsonWriter, before: &str, Range { start, end }: Range) {
    out.number(before, start.line);
    out.number(",\"character\":", start.character);
    out.number("},\"end\":{\"line\":", end.line);
    out.number(",\"character\":", end.character);
    out.push("}}");
}

/// A name as it is shown: VS Code throws the whole answer away where one is empty.
pub fn name(name: &str) -> &str {
    if name.trim().is_empty() { "(no name)" } else { name }
}

#[cfg(test)]
mod tests {
    use crdls_text::Edit;
    use ls_types::{DocumentSymbol, Position};

    use super::*;

    fn answer(file: &File, encoding: Encoding) -> Arc<Vec<u8>> {
        symbols(file, encoding, &crdls_ide::outline(file), &|kind| kind as u32 + 1)
    }

    #[test]
    fn nested_symbols_are_what_the_protocol_has() {
        let text = "apiVersion: v1\nkind: \"A\\\"\\\\\\tb\"\nmetadata: {name: 'é😀 \"x\"'}\nspec:\n  é: {a: [{b: 1}]}\n";
        let file = File::new(text.to_owned());
        let json = answer(&file, Encoding::Utf16);
        let written: serde_json::Value = serde_json::from_slice(&json).expect("JSON");
        let read: Vec<DocumentSymbol> =
            serde_json::from_value(written.clone()).expect("symbols of the protocol");
        let [object] = read.as_slice() else { panic!("{read:?}") };
        assert_eq!((&*object.name, object.detail.as_deref()), ("é😀 \"x\"", Some("A\"\\\tb")));
        let below = |symbol: &DocumentSymbol| symbol.children.clone().unwrap_or_default();
        let spec = below(object).pop().expect("spec");
        assert_eq!(spec.range, Range::new(Position::new(3, 0), Position::new(4, 18)));
        let field = below(&spec).pop().expect("é");
        assert_eq!(field.selection_range, Range::new(Position::new(4, 2), Position::new(4, 3)));
        assert_eq!(serde_json::to_value(&read).expect("JSON"), written);
    }

    #[test]
    fn what_an_edit_does_not_touch_is_copied() {
        let text = "apiVersion: v1\nkind: A\nspec:\n  a: {b: 1}\n  c: {d: 2}\n  e: {f: 3}\n";
        for (new, copied) in [("22", [2, 0, 2]), ("\n    2", [2, 0, 0])] {
            let mut file = File::new(text.to_owned()).remembering();
            answer(&file, Encoding::Utf16);
            let at = text.find('2').expect("a value") as u32;
            assert!(file.edit(&Edit { range: TextRange::new(at, at + 1), new_text: new.to_owned() }));
            let (kept, change) = file.take_kept::<Answer>().expect("an answer");
            let former = Former::of(kept, change.expect("an edit"), &file);
            let [object] = &crdls_ide::symbols(&file)[..] else { panic!("no object") };
            let spec = object.children.last().expect("spec");
            assert!(former.written(object, 0).is_empty() && former.written(spec, 1).is_empty());
            let counts: Vec<_> = spec.children.iter().map(|field| former.written(field, 2).len()).collect();
            assert_eq!(counts, copied, "{new:?}");
        }
    }
}
