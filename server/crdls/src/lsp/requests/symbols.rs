//! Document symbols, nested or flat, and workspace symbols: kinds and fields of all CRDs by their names.
//!
//! Must not know what makes a symbol.

use crdls_ide::{File, NamedSymbol, SymbolLevel};
use crdls_resource::Index;
use ls_types::{Location, SymbolInformation, SymbolKind, Uri};

use crate::lsp::protocol::features::{ClientFeatures, SymbolKinds};
use crate::lsp::state::documents::Snapshot;
use crate::lsp::transport::jsonrpc::{JsonText, Result};
use crdls_wire::{PositionConverter, name};

/// The symbols of a document as JSON, in the form that the client takes.
pub(crate) fn json(snapshot: &Snapshot, features: &ClientFeatures) -> Result<JsonText> {
    let outline = crdls_ide::outline(&snapshot.file);
    let (file, encoding, kinds) = (&snapshot.file, features.encoding, &features.symbol_kinds);
    if features.nested_symbols {
        let number = |symbol| kinds.number(kind(symbol));
        return Ok(JsonText::written(crdls_wire::symbols(file, encoding, &outline, &number)));
    }
    let mut flat = Vec::new();
    flatten(snapshot, (&encoding.converter(file), kinds), outline.top(), None, &mut flat);
    JsonText::of(&flat)
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
        add(&snapshot.file, &snapshot.uri, query, features, &mut found);
    }
    let is_open = |source: &str| open.iter().any(|open| *open.name == *source);
    let mut seen = None;
    for known in crds.all().filter(|known| !is_open(&known.source)) {
        // The CRDs of a list stand in one document.
        let document = (&known.source, known.number());
        let again = seen.replace(document) == Some(document);
        if let Some(uri) = known.source.parse::<Uri>().ok().filter(|_| !again) {
            add(&File::around(known), &uri, query, features, &mut found);
        }
    }
    found.into_iter().map(|(_, information)| information).collect()
}

/// Adds the symbols of a file.
fn add(
    file: &File,
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
        #[expect(deprecated, reason = "the struct has no default")]
        let information = SymbolInformation {
            name: name(&symbol.name).to_owned(),
            kind: features.workspace_symbol_kinds.nearest(kind(symbol.kind)),
            tags: None,
            deprecated: None,
            location: Location::new(uri.clone(), positions.range(symbol.range)),
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

fn flatten(
    snapshot: &Snapshot,
    (positions, kinds): (&PositionConverter<'_>, &SymbolKinds),
    level: SymbolLevel<'_>,
    container: Option<&str>,
    flat: &mut Vec<SymbolInformation>,
) {
    for symbol in level.symbols {
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
        flatten(snapshot, (positions, kinds), level.below(symbol), Some(&name), flat);
    }
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
