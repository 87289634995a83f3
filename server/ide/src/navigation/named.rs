//! Kinds and fields of CRDs by parts of their names: `Pizza.spec.toppings`, `pz.top`.

use crdls_report::stop::checkpoint;
use crdls_text::TextRange;
use crdls_yaml::{Node, Tree};

use crate::File;
use crate::symbols::{SymbolKind, kind_of};
use crate::targets::kind_node;
use crate::version::{value, versions};

/// A kind or a field whose name fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedSymbol {
    /// How well it fits; the smallest is best.
    pub rank: (u32, u32),
    /// `Pizza`, `Pizza.spec.toppings`
    pub name: String,
    /// The group and version.
    pub container: String,
    /// What it is.
    pub kind: SymbolKind,
    /// Where its name is written, in bytes.
    pub range: TextRange,
}

/// The kinds and fields of a file's CRDs that fit a query: its parts between dots fit names in their order,
/// the last one the last name. A part fits a name that has its letters in their order, in any case. The
/// empty query fits kinds.
pub fn named_symbols(file: &File, query: &str) -> Vec<NamedSymbol> {
    let query = query.trim().to_lowercase();
    let parts: Vec<_> = query.split('.').filter(|part| !part.is_empty()).collect();
    file.crds().flat_map(|(_, crd)| of_crd(file, crd, &parts)).collect()
}

fn of_crd(file: &File, crd: Node<'_>, parts: &[&str]) -> Vec<NamedSymbol> {
    checkpoint();
    let Some(kind) = kind_node(crd) else { return Vec::new() };
    let name = kind.str().unwrap_or_default().into_owned();
    let group =
        value(crd, "spec").and_then(|spec| value(spec, "group")).and_then(Node::str).unwrap_or_default();
    let mut search =
        SymbolSearch { parts, names: vec![name], container: group.to_string(), found: Vec::new() };
    search.add(kind.range(), SymbolKind::Definition);
    if parts.is_empty() {
        return search.found;
    }
    for version in versions(file, crd) {
        search.container = format!("{group}/{}", version.name().unwrap_or_default());
        search.fields(version.schema, 0);
    }
    search.found
}

struct SymbolSearch<'s> {
    parts: &'s [&'s str],
    /// The kind, and the fields on the way.
    names: Vec<String>,
    container: String,
    found: Vec<NamedSymbol>,
}

impl SymbolSearch<'_> {
    fn fields(&mut self, schema: Node<'_>, depth: u32) {
        if depth > Tree::MAX_DEPTH {
            return;
        }
        for entry in value(schema, "properties").into_iter().flat_map(Node::entries) {
            self.names.push(entry.key.str().unwrap_or_default().into_owned());
            self.add(entry.key.range(), kind_of(entry.value));
            self.fields(entry.value, depth + 1);
            self.names.pop();
        }
        for keyword in ["items", "additionalProperties"] {
            let below = value(schema, keyword).filter(|below| below.kind().is_map());
            below.into_iter().for_each(|below| self.fields(below, depth + 1));
        }
    }

    fn add(&mut self, range: TextRange, kind: SymbolKind) {
        let Some(rank) = rank(self.parts, &self.names) else { return };
        let (name, container) = (self.names.join("."), self.container.clone());
        self.found.push(NamedSymbol { rank, name, container, kind, range });
    }
}

/// How well names fit: how far the last part is from the last name, then how many names there are.
fn rank(parts: &[&str], names: &[String]) -> Option<(u32, u32)> {
    let depth = names.len() as u32;
    let Some((last, before)) = parts.split_last() else { return Some((0, depth)) };
    let (name, above) = names.split_last()?;
    let mut rank = fit(last, name)?;
    let mut above = above.iter().rev();
    for part in before.iter().rev() {
        rank += above.find_map(|name| fit(part, name))?;
    }
    Some((rank, depth))
}

/// How far a part is from a name: the same, its beginning, in it, its letters in their order.
fn fit(part: &str, name: &str) -> Option<u32> {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    if !part.chars().all(|wanted| letters.any(|letter| letter == wanted)) {
        return None;
    }
    let name = name.to_lowercase();
    Some(match name.find(part) {
        Some(0) if name.len() == part.len() => 0,
        Some(0) => 1,
        Some(_) => 2,
        None => 3,
    })
}
