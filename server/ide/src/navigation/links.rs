//! Addresses in prose: in comments, descriptions and `externalDocs`. Those in values are data, not links. And the files
//! that kustomizations name.

use crdls_manifest::objects::{KUSTOMIZATION_LISTS, Kind};
use crdls_text::TextRange;
use crdls_yaml::Node;

use crate::File;
use crate::version::value;

/// An address in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it is written, in bytes.
    pub range: TextRange,
    /// The address.
    pub target: String,
}

/// The addresses in comments and prose of a file, in the order of the text.
pub fn links(file: &File) -> Vec<Link> {
    let text = file.text();
    let mut addresses: Vec<_> = ["https://", "http://"]
        .into_iter()
        .flat_map(|scheme| text.match_indices(scheme).map(|(at, _)| address(text, at, scheme.len())))
        .flatten()
        .collect();
    addresses.sort();
    let mut prose = Prose { addresses: &addresses, found: Vec::new() };
    for comment in file.tree().comments() {
        prose.take(*comment);
    }
    for document in file.tree().documents() {
        if let Some(root) = file.tree().root(text, document) {
            prose.below(root);
        }
    }
    let mut found = prose.found;
    found.sort();
    found.into_iter().map(|range| Link { range, target: range.of(text).to_owned() }).collect()
}

/// The files and folders that the kustomizations of a file name, each with its path as it is written; some may not be there.
pub fn named_files(file: &File) -> Vec<Link> {
    let objects = file.objects().filter(|(_, object)| object.kind == Kind::Kustomization);
    let items = objects.flat_map(|(_, object)| {
        KUSTOMIZATION_LISTS.into_iter().filter_map(move |list| value(object.node, list)).flat_map(Node::items)
    });
    let paths = items.filter_map(|item| if item.kind().is_map() { value(item, "path") } else { Some(item) });
    let link = |path: Node<'_>| {
        let target = path.str()?.into_owned();
        let is_path = !target.is_empty() && !target.contains(['\n', ':']);
        is_path.then(|| Link { range: path.range(), target })
    };
    paths.filter_map(link).collect()
}

/// The address that starts at a place: up to what cannot be in one, or ends the sentence.
fn address(text: &str, at: usize, scheme: usize) -> Option<TextRange> {
    let rest = text.get(at..)?;
    let ends = |c: char| c.is_whitespace() || c.is_control() || "\"'<>`|\\^{}".contains(c);
    let mut address = rest.get(..rest.find(ends).unwrap_or(rest.len()))?;
    loop {
        let open = |bracket| address.matches(bracket).count();
        let shorter = match address.chars().next_back()? {
            '.' | ',' | ';' | ':' | '!' | '?' | '*' | '_' => true,
            ')' => open('(') < open(')'),
            ']' => open('[') < open(']'),
            _ => false,
        };
        if !shorter {
            break;
        }
        address = address.get(..address.len() - 1)?;
    }
    // `[words](address)` in Markdown.
    if let Some(end) = address.find(')').filter(|_| !address.contains('(')) {
        address = address.get(..end)?;
    }
    (address.len() > scheme).then(|| TextRange::new(at as u32, (at + address.len()) as u32))
}

struct Prose<'a> {
    /// In the order of the text.
    addresses: &'a [TextRange],
    found: Vec<TextRange>,
}

impl Prose<'_> {
    /// The addresses that start in a range.
    fn inside(&self, range: TextRange) -> &[TextRange] {
        let from = self.addresses.partition_point(|address| address.start < range.start);
        let to = self.addresses.partition_point(|address| address.start < range.end);
        self.addresses.get(from..to).unwrap_or_default()
    }

    fn take(&mut self, prose: TextRange) {
        let found = self.inside(prose).to_vec();
        self.found
            .extend(found.iter().map(|address| TextRange::new(address.start, address.end.min(prose.end))));
    }

    /// The descriptions below a node.
    fn below(&mut self, root: Node<'_>) {
        let mut open = vec![(root, false)];
        while let Some((node, docs)) = open.pop() {
            if self.inside(node.range()).is_empty() {
                continue;
            }
            open.extend(node.items().map(|item| (item, false)));
            for entry in node.entries() {
                let key = entry.key.str();
                let prose = key.as_deref() == Some("description") || (docs && key.as_deref() == Some("url"));
                match entry.value.kind().is_scalar() {
                    true if prose => self.take(entry.value.range()),
                    true => {}
                    false => open.push((entry.value, key.as_deref() == Some("externalDocs"))),
                }
            }
        }
    }
}
