//! The outline of a file, as a tree or flat.

use crdls_ide::Symbol;
use tower_lsp_server::ls_types::{
    DocumentSymbol, DocumentSymbolResponse, Location, SymbolInformation, SymbolKind,
};

use super::documents::Snapshot;
use super::features::Features;
use super::position::Places;

pub(super) fn convert(
    snapshot: &Snapshot,
    symbols: Vec<Symbol>,
    features: &Features,
) -> DocumentSymbolResponse {
    let places = features.encoding.places(&snapshot.file);
    if features.nested_symbols {
        return DocumentSymbolResponse::Nested(nested(&places, symbols));
    }
    let mut flat = Vec::new();
    flatten(snapshot, &places, symbols, None, &mut flat);
    DocumentSymbolResponse::Flat(flat)
}

fn nested(places: &Places<'_>, symbols: Vec<Symbol>) -> Vec<DocumentSymbol> {
    let convert = |symbol: Symbol| {
        #[expect(deprecated, reason = "the struct has no default")]
        DocumentSymbol {
            name: name(symbol.name),
            detail: Some(symbol.detail),
            kind: kind(symbol.kind),
            tags: None,
            deprecated: None,
            range: places.range(symbol.range.join(symbol.selection)),
            selection_range: places.range(symbol.selection),
            children: Some(nested(places, symbol.children)),
        }
    };
    symbols.into_iter().map(convert).collect()
}

fn flatten(
    snapshot: &Snapshot,
    places: &Places<'_>,
    symbols: Vec<Symbol>,
    container: Option<&str>,
    flat: &mut Vec<SymbolInformation>,
) {
    for symbol in symbols {
        let range = places.range(symbol.range);
        let name = name(symbol.name);
        #[expect(deprecated, reason = "the struct has no default")]
        flat.push(SymbolInformation {
            name: name.clone(),
            kind: kind(symbol.kind),
            tags: None,
            deprecated: None,
            location: Location::new(snapshot.uri.clone(), range),
            container_name: container.map(str::to_owned),
        });
        flatten(snapshot, places, symbol.children, Some(&name), flat);
    }
}

/// VS Code throws the whole answer away where a name is empty.
fn name(name: String) -> String {
    if name.trim().is_empty() { "(no name)".to_owned() } else { name }
}

fn kind(kind: crdls_ide::SymbolKind) -> SymbolKind {
    match kind {
        crdls_ide::SymbolKind::Definition => SymbolKind::CLASS,
        crdls_ide::SymbolKind::Version => SymbolKind::NAMESPACE,
        crdls_ide::SymbolKind::Object => SymbolKind::OBJECT,
        crdls_ide::SymbolKind::Array => SymbolKind::ARRAY,
        crdls_ide::SymbolKind::Field => SymbolKind::FIELD,
        crdls_ide::SymbolKind::Rule => SymbolKind::FUNCTION,
    }
}
