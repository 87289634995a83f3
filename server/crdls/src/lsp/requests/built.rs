//! Values as kustomizations build them.

use std::fmt::Write;

use crdls_check::Kustomizations;
use crdls_ide::{File, Hover};
use crdls_kustomize::Files;
use crdls_report::{FieldPath, PathStep};
use crdls_text::TextRange;
use crdls_values::Json;
use crdls_values::json::{Reader, yaml};
use crdls_yaml::cursor::{Cursor, Slot};
use ls_types::{Location, Uri};

use crate::lsp::protocol::markup;
use crate::lsp::state::documents::Snapshot;
use crate::lsp::state::open_files::OpenFiles;
use crate::lsp::state::session::Session;
use crate::lsp::workspace::built::path;
use crate::render::position;

/// Of how many kustomizations a value is shown.
const MOST: usize = 3;

/// A hover with what kustomizations make of the value at an offset, where that is something else than is written.
pub(crate) fn with_built(
    session: &Session,
    snapshot: &Snapshot,
    offset: u32,
    own: Option<Hover>,
) -> Option<Hover> {
    let Some((range, text)) = note(session, snapshot, offset) else { return own };
    Some(markup::with_text(own, range, &text))
}

fn note(session: &Session, snapshot: &Snapshot, offset: u32) -> Option<(TextRange, String)> {
    let state = session.state();
    let known = state.kustomizations.clone();
    if !known.includes(&snapshot.uri) {
        return None;
    }
    let open = state.snapshots();
    let folders: Vec<String> = state.workspace.uris().iter().filter_map(path).collect();
    drop(state);
    let object = snapshot.file.object_at(offset)?;
    let at = ValueAtCursor::of(snapshot, object.node, offset)?;
    let files = OpenFiles::of(&open);
    let objects = known.objects(&path(&snapshot.uri)?, &files);
    let mut text = String::new();
    let values = objects.values_at(object.node.range(), &at.path);
    let mut others = values.into_iter().filter(|built| built.value != at.written);
    for built in others.by_ref().take(MOST) {
        let value =
            built.value.map_or_else(|| "removed".to_owned(), |value| format!("`{}`", value.to_json()));
        let source = files.text(&built.file)?;
        let line = position(&source, built.range.start).line;
        let line_break = if text.is_empty() { "" } else { "\n\n" };
        let [root, file] = [&built.root, &built.file].map(|path| in_workspace(path, &folders));
        let _ = write!(text, "{line_break}**Built by `{root}`**: {value}, written at `{file}:{line}`");
    }
    let more = others.count();
    if more > 0 {
        let _ = write!(text, "\n\nand {more} more");
    }
    (!text.is_empty()).then_some((at.range, text))
}

/// The CRDs and custom resources that a document has a part in, as kustomizations build them. Nothing where it has none.
pub(crate) fn page(session: &Session, snapshot: &Snapshot) -> Option<String> {
    let state = session.state();
    let (known, open) = (state.kustomizations.clone(), state.snapshots());
    let folders: Vec<String> = state.workspace.uris().iter().filter_map(path).collect();
    drop(state);
    let files = OpenFiles::of(&open);
    let built = Kustomizations::of(&files, &known.folders).made_of(&path(&snapshot.uri)?);
    let of_root = |(root, objects): (String, Vec<Json>)| {
        let objects: Vec<_> = objects.iter().map(yaml).collect();
        format!("# Built by {}\n{}", in_workspace(&root, &folders), objects.join("---\n"))
    };
    Some(built.into_iter().map(of_root).collect::<Vec<_>>().join("---\n"))
}

/// Where the resource is named that a patch changes, from its name in the patch.
pub(crate) fn definition(session: &Session, snapshot: &Snapshot, offset: u32) -> Option<Location> {
    let object = snapshot.file.object_at(offset)?;
    let name = object.node.get("metadata")?.value.get("name")?.value;
    let (kind, named) = (object.node.get("kind")?.value.str()?, name.str()?);
    if !name.range().touches(offset) {
        return None;
    }
    let state = session.state();
    let (known, open) = (state.kustomizations.clone(), state.snapshots());
    drop(state);
    let files = OpenFiles::of(&open);
    let mut kustomizations = Kustomizations::of(&files, &known.folders);
    let (file, range) = kustomizations.patched_by(&path(&snapshot.uri)?, &kind, &named)?;
    let text = files.text(&file)?;
    let range = session.features().encoding.range(&File::new(text.to_string()), range);
    Some(Location::new(Uri::from_file_path(&file)?, range))
}

/// A path relative to the workspace folder that it is in.
fn in_workspace<'p>(path: &'p str, folders: &[String]) -> &'p str {
    let inside = folders.iter().find_map(|folder| path.strip_prefix(folder.as_str())?.strip_prefix('/'));
    inside.unwrap_or(path)
}

/// A value of an object that a cursor is at.
struct ValueAtCursor {
    path: FieldPath,
    written: Option<Json>,
    /// The bytes to mark.
    range: TextRange,
}

impl ValueAtCursor {
    fn of(snapshot: &Snapshot, root: crdls_yaml::Node<'_>, offset: u32) -> Option<Self> {
        let lines = snapshot.file.lines();
        let cursor = Cursor::at(snapshot.file.text(), lines, offset);
        let way = cursor.way(root, lines);
        let mut path = FieldPath::default();
        let mut around = root;
        for level in way.levels.iter().skip(1) {
            path = match level.name() {
                Some(name) => path.with(PathStep::name(&name)),
                None => path.item(around.items().position(|item| item == level.node)?),
            };
            around = level.node;
        }
        let (node, range) = match way.slot {
            Slot::Key => {
                let entry = around.entries().find(|entry| entry.key.range().touches(offset))?;
                path = path.with(PathStep::name(&entry.key.str()?));
                (entry.value, entry.key.range())
            }
            Slot::Value if around.kind().is_scalar() => (around, around.range()),
            Slot::Value | Slot::Item => return None,
        };
        // Of a collection each value has its own.
        node.kind().is_scalar().then(|| Self { path, written: Some(Reader::default().read(node)), range })
    }
}
