//! Document symbols.

use crdls_ide::{Outline, SymbolKind, SymbolLevel};
use ls_types::Range;

use crate::PositionConverter;
use crate::json::JsonWriter;

/// How long a symbol mostly is.
const LENGTH: usize = 210;

/// The `DocumentSymbol`s of the protocol: those of a large CRD are a megabyte, after each edit. `number`: the protocol's of a
/// kind; no type parameter, since the function would be compiled where it is called.
pub fn symbols(
    found: &Outline,
    positions: &PositionConverter<'_>,
    number: &dyn Fn(SymbolKind) -> u32,
) -> Vec<u8> {
    let mut out = JsonWriter::with_capacity(count(found.top()) * LENGTH);
    let mut known: Vec<(SymbolKind, u32)> = Vec::new();
    let mut number = |kind| match known.iter().find(|(known, _)| *known == kind) {
        Some((_, number)) => *number,
        None => {
            let asked = number(kind);
            known.push((kind, asked));
            asked
        }
    };
    nested(&mut out, found.top(), positions, &mut number);
    out.written()
}

fn count(level: SymbolLevel<'_>) -> usize {
    level.symbols.iter().map(|symbol| 1 + count(level.below(symbol))).sum()
}

fn nested(
    out: &mut JsonWriter,
    level: SymbolLevel<'_>,
    positions: &PositionConverter<'_>,
    number: &mut dyn FnMut(SymbolKind) -> u32,
) {
    out.list(level.symbols, |out, symbol| {
        out.string("{\"name\":", name(&symbol.name));
        if !symbol.detail.is_empty() {
            out.string(",\"detail\":", &symbol.detail);
        }
        out.number(",\"kind\":", number(symbol.kind));
        range(out, ",\"range\":{\"start\":{\"line\":", positions.range(symbol.range.join(symbol.selection)));
        range(out, ",\"selectionRange\":{\"start\":{\"line\":", positions.range(symbol.selection));
        let below = level.below(symbol);
        if !below.symbols.is_empty() {
            out.push(",\"children\":");
            nested(out, below, positions, number);
        }
        out.push("}");
    });
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
    use crdls_ide::File;
    use ls_types::{DocumentSymbol, Position};

    use super::*;
    use crate::Encoding;

    #[test]
    fn nested_symbols_are_what_the_protocol_has() {
        let text = "apiVersion: v1\nkind: \"A\\\"\\\\\\tb\"\nmetadata: {name: 'é😀 \"x\"'}\nspec:\n  é: {a: [{b: 1}]}\n";
        let file = File::new(text.to_owned());
        let positions = &Encoding::Utf16.converter(&file);
        let json = symbols(&crdls_ide::outline(&file), positions, &|kind| kind as u32 + 1);
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
}
