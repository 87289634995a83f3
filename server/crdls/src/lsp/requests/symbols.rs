//! Document symbols, nested or flat, and workspace symbols: kinds and fields of all CRDs by their names.
//!
//! Must not know what makes a symbol.

use std::sync::Arc;

use crdls_ide::{File, NamedSymbol, Symbol};
use crdls_resource::Index;
use crdls_text::TextRange;
use ls_types::{Location, Range, SymbolInformation, SymbolKind, Uri};
use serde_json::to_value;

use crate::lsp::protocol::features::{ClientFeatures, SymbolKinds};
use crate::lsp::protocol::position::PositionConverter;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::transport::jsonrpc::{JsonText, JsonWriter, Result};

/// The symbols of a document as JSON, in the form that the client takes.
pub(crate) fn json(snapshot: &Snapshot, features: &ClientFeatures) -> Result<JsonText> {
    let symbols = crdls_ide::symbols(&snapshot.file);
    let positions = &features.encoding.converter(&snapshot.file);
    let kinds = &features.symbol_kinds;
    if features.nested_symbols {
        let mut out = JsonWriter::with_capacity(number(&symbols) * LENGTH);
        nested(&mut out, &symbols, (positions, kinds));
        return Ok(out.written());
    }
    let mut flat = Vec::new();
    flatten(snapshot, (positions, kinds), symbols, None, &mut flat);
    JsonText::of(&flat)
}

/// How long a symbol mostly is.
const LENGTH: usize = 210;

fn number(symbols: &[Symbol]) -> usize {
    symbols.iter().map(|symbol| 1 + number(&symbol.children)).sum()
}

/// The most symbols that a query is answered with.
const MOST: usize = 256;

/// The kinds and fields of all known CRDs whose names fit a query, the best first.
pub(crate) fn of_workspace(
    crds: &Index,
    open: &[Snapshot],
    query: &str,
    features: &ClientFeatures,
) -> Vec<SymbolInformation> {
    let mut found = Vec::new();
    for snapshot in open {
        add(&snapshot.file, 0, &snapshot.uri, query, features, &mut found);
    }
    let is_open = |source: &str| open.iter().any(|open| *open.name == *source);
    let mut seen = None;
    for known in crds.all().filter(|known| !is_open(&known.source)) {
        let part = crds.part(&known.source, TextRange::empty(known.start()));
        let Some((text, line, _)) = part else { continue };
        // The CRDs of a list stand in one document.
        let again =
            seen.replace((Arc::clone(&known.source), line)) == Some((Arc::clone(&known.source), line));
        if let Some(uri) = known.source.parse::<Uri>().ok().filter(|_| !again) {
            add(&File::new(text.to_owned()), line, &uri, query, features, &mut found);
        }
    }
    found.into_iter().map(|(_, information)| information).collect()
}

/// Adds the symbols of a file, or of the part of one that begins on a line.
fn add(
    file: &File,
    line: u32,
    uri: &Uri,
    query: &str,
    features: &ClientFeatures,
    found: &mut Vec<(NamedSymbol, SymbolInformation)>,
) {
    let mut fitting = crdls_ide::named_symbols(file, query);
    if fitting.is_empty() {
        return;
    }
    best(&mut fitting, |symbol| symbol);
    let positions = features.encoding.converter(file);
    found.extend(fitting.into_iter().map(|symbol| {
        let mut range = positions.range(symbol.range);
        range.start.line += line;
        range.end.line += line;
        #[expect(deprecated, reason = "the struct has no default")]
        let information = SymbolInformation {
            name: name(&symbol.name).to_owned(),
            kind: features.workspace_symbol_kinds.nearest(kind(symbol.kind)),
            tags: None,
            deprecated: None,
            location: Location::new(uri.clone(), range),
            container_name: Some(symbol.container.clone()),
        };
        (symbol, information)
    }));
    best(found, |(symbol, _)| symbol);
}

/// Keeps those that fit best.
fn best<T>(found: &mut Vec<T>, symbol: impl Fn(&T) -> &NamedSymbol) {
    found.sort_by(|a, b| {
        let (a, b) = (symbol(a), symbol(b));
        (a.rank, &a.name, &a.container).cmp(&(b.rank, &b.name, &b.container))
    });
    found.truncate(MOST);
}

/// Writes the `DocumentSymbol`s of the protocol: those of a large CRD are a megabyte, after each edit.
fn nested(
    out: &mut JsonWriter,
    symbols: &[Symbol],
    (positions, kinds): (&PositionConverter<'_>, &SymbolKinds),
) {
    out.list(symbols, |out, symbol| {
        out.string("{\"name\":", name(&symbol.name));
        if !symbol.detail.is_empty() {
            out.string(",\"detail\":", &symbol.detail);
        }
        let kind = to_value(kinds.nearest(kind(symbol.kind)));
        out.number(",\"kind\":", kind.ok().and_then(|kind| kind.as_u64()).unwrap_or_default() as u32);
        range(out, ",\"range\":{\"start\":{\"line\":", positions.range(symbol.range.join(symbol.selection)));
        range(out, ",\"selectionRange\":{\"start\":{\"line\":", positions.range(symbol.selection));
        if !symbol.children.is_empty() {
            out.push(",\"children\":");
            nested(out, &symbol.children, (positions, kinds));
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

fn flatten(
    snapshot: &Snapshot,
    (positions, kinds): (&PositionConverter<'_>, &SymbolKinds),
    symbols: Vec<Symbol>,
    container: Option<&str>,
    flat: &mut Vec<SymbolInformation>,
) {
    for symbol in symbols {
        let range = positions.range(symbol.range);
        let name = name(&symbol.name).to_owned();
        #[expect(deprecated, reason = "the struct has no default")]
        flat.push(SymbolInformation {
            name: name.clone(),
            kind: kinds.nearest(kind(symbol.kind)),
            tags: None,
            deprecated: None,
            location: Location::new(snapshot.uri.clone(), range),
            container_name: container.map(str::to_owned),
        });
        flatten(snapshot, (positions, kinds), symbol.children, Some(&name), flat);
    }
}

/// VS Code throws the whole answer away where a name is empty.
fn name(name: &str) -> &str {
    if name.trim().is_empty() { "(no name)" } else { name }
}

fn kind(kind: crdls_ide::SymbolKind) -> SymbolKind {
    match kind {
        crdls_ide::SymbolKind::Definition => SymbolKind::CLASS,
        crdls_ide::SymbolKind::Resource => SymbolKind::MODULE,
        crdls_ide::SymbolKind::Version => SymbolKind::NAMESPACE,
        crdls_ide::SymbolKind::Object => SymbolKind::OBJECT,
        crdls_ide::SymbolKind::Array => SymbolKind::ARRAY,
        crdls_ide::SymbolKind::Field => SymbolKind::FIELD,
        crdls_ide::SymbolKind::Rule => SymbolKind::FUNCTION,
        crdls_ide::SymbolKind::Suite => SymbolKind::MODULE,
        crdls_ide::SymbolKind::Case => SymbolKind::EVENT,
    }
}

#[cfg(test)]
mod tests {
    use ls_types::{DocumentSymbol, Position};

    use super::*;
    use crate::lsp::protocol::position::Encoding;
    use crate::lsp::transport::jsonrpc::Body;

    #[test]
    fn nested_symbols_are_what_the_protocol_has() {
        let text = "apiVersion: v1\nkind: \"A\\\"\\\\\\tb\"\nmetadata: {name: 'é😀 \"x\"'}\nspec:\n  é: {a: [{b: 1}]}\n";
        let file = File::new(text.to_owned());
        let kinds = &ClientFeatures::new(&serde_json::Value::Null, "").symbol_kinds;
        let positions = &Encoding::Utf16.converter(&file);
        let symbols = crdls_ide::symbols(&file);
        let mut out = JsonWriter::with_capacity(0);
        nested(&mut out, &symbols, (positions, kinds));
        let written =
            String::from_utf8(Body::of([("symbols", out.written())]).pieces().concat()).expect("a text");
        let written: serde_json::Value = serde_json::from_str(&written).expect("JSON");
        let read: Vec<DocumentSymbol> =
            serde_json::from_value(written["symbols"].clone()).expect("symbols of the protocol");
        let [object] = read.as_slice() else { panic!("{read:?}") };
        assert_eq!((&*object.name, object.detail.as_deref()), ("é😀 \"x\"", Some("A\"\\\tb")));
        let below = |symbol: &DocumentSymbol| symbol.children.clone().unwrap_or_default();
        let spec = below(object).pop().expect("spec");
        assert_eq!(spec.range, Range::new(Position::new(3, 0), Position::new(4, 18)));
        let field = below(&spec).pop().expect("é");
        assert_eq!(field.selection_range, Range::new(Position::new(4, 2), Position::new(4, 3)));
        assert_eq!(to_value(&read).expect("JSON"), written["symbols"]);
    }
}
