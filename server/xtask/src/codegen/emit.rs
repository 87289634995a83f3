//! Rust from the manifest: static tables, made pretty by rustfmt afterwards.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::manifest::{Field, File, Manifest, Ty, Type};

const HEADER: &str = "Made by `cargo dev codegen`. Do not edit.";

/// `mod.rs`: the modules and what they declare.
pub fn root(manifest: &Manifest) -> String {
    let mut out = format!("//! The fields of the CRD manifest, from `schemas/manifest`. {HEADER}\n\n");
    for file in &manifest.files {
        let _ = writeln!(out, "mod {};", file.name);
    }
    out.push('\n');
    for file in &manifest.files {
        let names: Vec<_> = file.types.iter().map(|ty| static_name(&ty.name)).collect();
        let _ = writeln!(out, "pub use {}::{{{}}};", file.name, names.join(","));
    }
    let all: Vec<_> = manifest.types().map(|ty| format!("&{}", static_name(&ty.name))).collect();
    out.push_str("\n/// Every type.\n");
    let _ = writeln!(out, "pub static ALL_TYPES: &[&crate::fields::types::TypeDef] = &[{}];", all.join(","));
    out
}

/// `field.rs`: the enum of all names.
pub fn field_names(manifest: &Manifest) -> String {
    let names = manifest.types().flat_map(|ty| &ty.fields).map(|field| (variant(&field.name), &field.name));
    let names: BTreeMap<_, _> = names.collect();
    let rows: String = names.iter().map(|(variant, name)| format!("    {variant} {name:?},\n")).collect();
    format!("//! The names of all fields. {HEADER}\n\nfield_names! {{\n{rows}}}\n")
}

/// The types of one file.
pub fn types(file: &File) -> String {
    let mut out = format!("//! From `schemas/manifest/{}.toml`. {HEADER}\n\n", file.name);
    out.push_str("#[allow(unused_imports)]\nuse super::*;\n#[allow(unused_imports)]\n");
    out.push_str("use crate::fields::names::Field;\n#[allow(unused_imports)]\nuse crate::fields::types::{Elem, FieldDef, KeyMistake, Ty, TypeDef, ValueDef};\n");
    for ty in &file.types {
        let _ = write!(out, "\n/// `{}`\n{}", ty.name, type_def(ty));
    }
    out
}

fn type_def(ty: &Type) -> String {
    let mut fields: Vec<_> = ty.fields.iter().collect();
    // Looked up by binary search.
    fields.sort_by_key(|field| &field.name);
    let mut out = format!(
        "pub static {}: TypeDef = TypeDef {{ name: {:?}, go: {:?}, doc: {}, fields: &[",
        static_name(&ty.name),
        ty.name,
        format!("v1.{}", ty.name),
        literal(ty.doc.trim())
    );
    for field in &fields {
        out.push_str(&field_def(field));
    }
    out.push_str("], mistakes: &[");
    let mut mistakes: Vec<_> = ty.mistakes.iter().collect();
    mistakes.sort_by_key(|mistake| &mistake.name);
    for mistake in mistakes {
        let _ = write!(out, "KeyMistake::new({:?}, {}),", mistake.name, literal(mistake.doc.trim()));
    }
    out.push_str("] };\n");
    out
}

fn field_def(field: &Field) -> String {
    let (pointer, ty) = Ty::parse(&field.ty);
    let go = field.go.clone().unwrap_or_else(|| ty.go());
    let mut out = format!("FieldDef {{ ty: {}, go: {go:?}, doc: {},", shape(&ty), literal(field.doc.trim()));
    let flags = [
        ("pointer", pointer),
        ("required", field.required),
        ("structural_only", field.structural_only),
        ("refused", field.refused),
    ];
    for (name, _) in flags.into_iter().filter(|(_, set)| *set) {
        let _ = write!(out, "{name}: true,");
    }
    if !field.only_for.is_empty() {
        let _ = write!(out, "only_for: &{:?},", field.only_for);
    }
    if !field.values.is_empty() {
        out.push_str("values: &[");
        for value in &field.values {
            let only_for = value.only_for.as_deref().unwrap_or_default();
            let _ = write!(
                out,
                "ValueDef::new({:?}, {}, {only_for:?}, {}),",
                value.value,
                literal(value.doc.trim()),
                value.since.map_or("None".to_owned(), minor)
            );
        }
        out.push_str("],");
    }
    for (name, text) in [("default", &field.default), ("snippet", &field.snippet)] {
        if let Some(text) = text {
            let _ = write!(out, "{name}: {},", literal(text));
        }
    }
    if let Some(since) = field.since {
        let _ = write!(out, "since: {},", minor(since));
    }
    if let Some(order) = field.order {
        let _ = write!(out, "order: {order},");
    }
    let _ = write!(out, "..FieldDef::of(Field::{}) }},", variant(&field.name));
    out
}

/// The first minor of a field or value.
fn minor(since: u8) -> String {
    format!("Some(crdls_minors::Minor({since}))")
}

fn shape(ty: &Ty) -> String {
    let elem = |item: &Ty| format!("&Elem {{ ty: {}, go: {:?} }}", shape(item), item.go());
    match ty {
        Ty::Word(word) => format!("Ty::{}", word.variant),
        Ty::List(item) => format!("Ty::List({})", elem(item)),
        Ty::Map(item) => format!("Ty::Map({})", elem(item)),
        Ty::Type(name) => format!("Ty::Object(&{})", static_name(name)),
    }
}

/// `JSONSchemaProps` → `JSON_SCHEMA_PROPS`.
fn static_name(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (i, &c) in letters.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|i| letters.get(i)).is_some_and(|c| c.is_lowercase());
        let after = i > 0 && letters.get(i + 1).is_some_and(|c| c.is_lowercase());
        if c.is_uppercase() && (before || after) {
            out.push('_');
        }
        out.extend(c.to_uppercase());
    }
    out
}

/// `x-kubernetes-list-type` → `XListType`, `$ref` → `DollarRef`.
fn variant(name: &str) -> String {
    let name = name.replace("-kubernetes-", "-").replace('$', "dollar-");
    let words = name.split('-').map(|word| {
        let mut letters = word.chars();
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect::<String>())
            .unwrap_or_default()
    });
    words.collect()
}

/// A string literal; long ones are broken after a word or a line.
fn literal(text: &str) -> String {
    const WIDTH: usize = 80;
    let mut out = String::from("\"");
    let mut width = 0;
    let escape = |word: &str| word.escape_debug().to_string().replace("\\'", "'");
    for word in text.split_inclusive([' ', '\n']) {
        let shown = escape(word);
        // A space at the start of a line would be swallowed by the break before it.
        if width > 0 && (width + shown.len() > WIDTH || out.ends_with("\\n")) && !word.starts_with(' ') {
            out.push_str("\\\n");
            width = 0;
        }
        width += shown.len();
        out.push_str(&shown);
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_rust() {
        assert_eq!(static_name("JSONSchemaProps"), "JSON_SCHEMA_PROPS");
        assert_eq!(static_name("CustomResourceDefinition"), "CUSTOM_RESOURCE_DEFINITION");
        assert_eq!(variant("x-kubernetes-list-type"), "XListType");
        assert_eq!(variant("$ref"), "DollarRef");
        assert_eq!(variant("openAPIV3Schema"), "OpenAPIV3Schema");
    }

    #[test]
    fn long_literals_are_broken_and_mean_the_same() {
        let text = "word ".repeat(40) + "\n\n* item `\"x\"`\n* two";
        let made = literal(&text);
        assert!(made.lines().all(|line| line.len() < 110), "{made}");
        assert_eq!(
            made.replace("\\\n", ""),
            format!("\"{}\"", text.replace('\n', "\\n").replace('"', "\\\""))
        );
    }
}
