//! What can stand at the cursor of a test suite, outside of the objects in its strings.

use crdls_manifest::model::Schema;
use crdls_report::Config;
use crdls_yaml::Node;

use super::position::{self, Target};
use super::proof::Proof;
use super::{Request, in_value};
use crate::suggestion::InsertionPoint;
use crate::{Completion, CompletionKind, File, FileContext};

/// The fields that hold an object in YAML.
const OBJECTS: [&str; 3] = ["initial", "updated", "expected"];

/// Everything that can stand at an offset of a suite, unordered. `schema`: that of the suite.
pub(crate) fn in_suite(
    file: &File,
    offset: u32,
    context: FileContext<'_>,
    config: &Config,
    (root, schema): (Node<'_>, Schema<'_>),
) -> Vec<Completion> {
    let request = Request::new(file, offset, context, config);
    if request.is_in_comment() {
        return Vec::new();
    }
    let Some(target) = position::in_root(&request, root, schema) else { return Vec::new() };
    if let Target::Value { node, name, .. } = &target
        && let Some(words) = words(&request, root, name)
    {
        return words.into_iter().map(|(text, detail)| value(&request, *node, text, detail)).collect();
    }
    let mut found = in_value(&request, target, None, &Proof::new(&request, None, None));
    found.iter_mut().for_each(|item| as_block(&request, item));
    found
}

/// What may be written at a field that names something of a known CRD, each with a word about it.
fn words(request: &Request<'_>, root: Node<'_>, field: &str) -> Option<Vec<(String, String)>> {
    let crds = request.context.crds?;
    let named = |name: &str| crds.all().find(|known| known.header().metadata().name() == name);
    match field {
        "crdName" => Some(
            crds.all()
                .map(|known| {
                    let header = known.header();
                    (header.metadata().name().to_owned(), header.spec().names().kind().to_owned())
                })
                .filter(|(name, _)| !name.is_empty())
                .collect(),
        ),
        "version" => {
            let known = named(&root.get("crdName")?.value.str()?)?;
            let versions = known.header().versions();
            let kind = known.header().spec().names().kind();
            Some(versions.map(|version| (version.name().to_owned(), kind.to_owned())).collect())
        }
        _ => None,
    }
}

fn value(request: &Request<'_>, node: Option<Node<'_>>, text: String, detail: String) -> Completion {
    let point: InsertionPoint<'_> = request.point.in_scalar(node);
    let mut item = point.value(&text).completion(&text, CompletionKind::Value, text.clone());
    item.detail = Some(detail);
    item
}

/// An object is begun as a block scalar.
fn as_block(request: &Request<'_>, item: &mut Completion) {
    let is_object = item.kind == CompletionKind::Key && OBJECTS.contains(&&*item.label);
    if !is_object || request.point.style().flow || request.point.colon_follows() {
        return;
    }
    let before = request.line_before();
    let indented = before.len() - before.trim_start_matches(' ').len();
    let inside = " ".repeat(before.len() - indented + 2);
    item.edit.new_text = format!("{}: |\n{inside}$0", item.label);
    item.snippet = true;
    item.plain = format!("{}: |\n{inside}", item.label);
}
