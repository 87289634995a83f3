//! As much of Kubernetes' CEL environment as checking rules on a schema needs.

pub mod declaration;
pub mod estimator;

use std::collections::BTreeMap;

use crdls_cel::checker::TypeProvider;
use crdls_cel::functions::{Functions, OverloadRow};
use crdls_cel::lower::Macros;
use crdls_cel::types::Type;
use declaration::Declaration;
use serde_json::Value;

/// The objects of a schema.
pub struct SchemaTypes<'d>(pub BTreeMap<&'d str, &'d Declaration>);

impl TypeProvider for SchemaTypes<'_> {
    fn find_type(&self, name: &str) -> Option<Type> {
        match name {
            "duration" => Some(Type::Duration),
            "timestamp" => Some(Type::Timestamp),
            "net.IP" | "net.CIDR" => Some(Type::opaque(name, Vec::new())),
            _ => None,
        }
    }

    fn has_object(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    fn find_field(&self, object: &str, field: &str) -> Option<Type> {
        let fields = self.0.get(object)?.fields.as_ref()?;
        let reserved = crdls_cel::lexer::RESERVED.contains(&field).then(|| format!("__{field}__"));
        let found = fields.get(field).or_else(|| fields.get(reserved.as_deref()?));
        found.map(|declaration| declaration.t.clone())
    }
}

/// Overloads in the order of their declaration, where that is not the order of the alphabet. The first
/// that fits decides what an unknown type is.
const ORDER: &str = include_str!("overload-order.txt");

/// The functions of `cel-functions.jsonl` that a cluster minor has.
pub fn functions(rows: &[Value], minor: u32) -> Functions {
    let place = |row: &&Value| ORDER.split_whitespace().position(|id| row["overload"] == id);
    let mut rows: Vec<_> = rows.iter().collect();
    rows.sort_by_key(place);
    let mut functions = Functions::default();
    for row in rows {
        let text = |key: &str| row[key].as_str().unwrap_or_default();
        if row["function"].is_null() || since(row) > minor {
            continue;
        }
        let args: Vec<&str> = row["args"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let row = OverloadRow {
            function: text("function"),
            overload: text("overload"),
            member: row["member"] == true,
            args: &args,
            result: text("result"),
        };
        assert!(functions.add_row(row, &|name| name.starts_with("net.")), "{row:?}");
    }
    functions
}

/// The macros that a cluster minor has.
pub fn macros(rows: &[Value], minor: u32) -> Macros {
    Macros::select(|known| {
        rows.iter().any(|row| row["macro"] == known.name && row["args"] == known.args && since(row) <= minor)
    })
}

/// The minor whose new rules may use a function or macro.
fn since(row: &Value) -> u32 {
    let minor = row["since"].as_str().and_then(|since| since.strip_prefix("1."));
    minor.and_then(|minor| minor.parse().ok()).unwrap_or(0)
}
