//! What can stand inside the default of an object or a list: its fields and values, by the schema next to it.
//!
//! Knows where a schema has its default; what fits a schema is known to `crate::instance`.

use crdls_report::Config;
use crdls_yaml::{Entry, Node, Tree};

use crate::expression::{OwnedStep, VersionSchema, schemas};
use crate::{Completion, File, instance};
use crdls_yaml::cursor::Cursor;

pub(super) fn completions(file: &File, cursor: Cursor, config: &Config) -> Vec<Completion> {
    found(file, cursor, config).unwrap_or_default()
}

fn found(file: &File, cursor: Cursor, config: &Config) -> Option<Vec<Completion>> {
    let offset = cursor.word.start;
    let crds = file.crds_of(file.document_at(offset));
    let root = crds.take_while(|crd| crd.range().start <= offset).last()?;
    let (version, schema) = schemas(root).take_while(|(_, schema)| schema.range().start <= offset).last()?;
    let mut steps = Vec::new();
    let default = default_before(schema, offset, &mut steps, 0)?;
    let decoded = file.decoded(root, config)?;
    let version = VersionSchema::new(&decoded, version);
    let schema = steps.iter().try_fold(version.schema()?, |schema, step| Some(step.below(schema)?.0))?;
    // Values of other types have no parts; they are offered as those of the keyword.
    let has_parts = matches!(schema.type_(), "object" | "array");
    has_parts.then(|| instance::in_default(file, cursor.offset, config, default, schema))
}

/// The keyword `default` at an offset or before it, with the schema that it is in, and the way to that.
fn default_before<'t>(
    schema: Node<'t>,
    offset: u32,
    steps: &mut Vec<OwnedStep>,
    depth: u32,
) -> Option<(Node<'t>, Entry<'t>)> {
    let entry = schema.entry_before(offset).filter(|_| depth < Tree::MAX_DEPTH)?;
    let below = match &*entry.key.str()? {
        "default" => return Some((schema, entry)),
        "items" => (OwnedStep::Item, entry.value),
        "additionalProperties" => (OwnedStep::Value, entry.value),
        "properties" => {
            let property = entry.value.entry_before(offset)?;
            (OwnedStep::Property(property.key.str()?.into_owned()), property.value)
        }
        _ => return None,
    };
    steps.push(below.0);
    default_before(below.1, offset, steps, depth + 1)
}
