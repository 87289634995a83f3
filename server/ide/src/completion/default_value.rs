//! What can stand inside the default of an object or a list: its fields and values, by the schema next to it.
//!
//! Knows where a schema has its default; what fits a schema is known to `crate::instance`.

use crdls_fixes::schema_place::SchemaPlace;
use crdls_report::Config;
use crdls_yaml::cursor::{Cursor, before};

use crate::expression::VersionSchema;
use crate::{Completion, File, instance};

pub(super) fn completions(file: &File, cursor: Cursor, config: &Config) -> Vec<Completion> {
    found(file, cursor, config).unwrap_or_default()
}

fn found(file: &File, cursor: Cursor, config: &Config) -> Option<Vec<Completion>> {
    let offset = cursor.word.start;
    let root = file.crd_before(offset)?;
    let way = before(root, offset);
    let SchemaPlace { path: (version, steps), node, inside: [default, ..], nested: false, .. } =
        SchemaPlace::of(&way)?
    else {
        return None;
    };
    let entry = default.entry.filter(|entry| entry.is_named("default"))?;
    let decoded = file.decoded(root, config)?;
    let version = VersionSchema::new(&decoded, version);
    let schema = steps.iter().try_fold(version.schema()?, |schema, step| Some(step.below(schema)?.0))?;
    // Values of other types have no parts; they are offered as those of the keyword.
    let has_parts = matches!(schema.type_(), "object" | "array");
    has_parts.then(|| instance::in_default(file, cursor.offset, config, (node, entry), schema))
}
