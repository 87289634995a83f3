//! The table of markers, compared with what each version of controller-gen prints (needs the facts about markers).

use std::collections::BTreeMap;

use crdls_markers::grammar::ArgumentType;
use crdls_markers::registry::{Generator, Target, Version, all};
use crdls_tests::corpus;
use serde_json::Value;

type Arguments = Vec<(String, String, bool)>;

/// The markers of a printed table: by name and target the arguments, each with its type and whether it may be missing.
fn printed(table: &Value) -> BTreeMap<(String, String), Arguments> {
    let text = |value: &Value, key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let mut markers = BTreeMap::new();
    for marker in
        table.as_array().into_iter().flatten().flat_map(|group| group["markers"].as_array()).flatten()
    {
        let fields = marker["fields"].as_array().map_or(&[][..], Vec::as_slice);
        let mut arguments: Arguments = fields
            .iter()
            .map(|field| {
                let item = text(&field["itemType"], "type");
                let ty = if item.is_empty() {
                    text(field, "type")
                } else {
                    format!("{}<{item}>", text(field, "type"))
                };
                (text(field, "name"), ty, field["optional"].as_bool().unwrap_or_default())
            })
            .collect();
        arguments.sort();
        markers.insert((text(marker, "name"), text(marker, "target")), arguments);
    }
    markers
}

fn type_name(value: ArgumentType) -> &'static str {
    match value {
        ArgumentType::Int => "int",
        ArgumentType::Number => "",
        ArgumentType::String => "string",
        ArgumentType::Bool => "bool",
        ArgumentType::Any => "any",
        ArgumentType::Strings => "slice<string>",
        ArgumentType::AnyList => "slice<any>",
        ArgumentType::Raw => "raw",
    }
}

/// The same of our table.
fn ours(version: Version, generator: Generator) -> BTreeMap<(String, String), Arguments> {
    let mut markers = BTreeMap::new();
    for marker in all().iter().filter(|marker| marker.generator == generator) {
        for target in Target::ALL.into_iter().filter(|target| marker.is_read(*target, version)) {
            let mut arguments: Arguments = marker
                .arguments(version)
                .map(|argument| {
                    let optional = argument.optional_since.is_some_and(|since| since <= version);
                    (argument.name.to_owned(), type_name(argument.value).to_owned(), optional)
                })
                .collect();
            arguments.sort();
            markers.insert((marker.name.to_owned(), target.name().to_owned()), arguments);
        }
    }
    markers
}

#[test]
fn the_table_is_controller_gens() {
    let Some(facts) = corpus::markers_or_skip("tables of markers") else { return };
    let mut wrong = Vec::new();
    let mut compared = 0;
    for path in corpus::files(&facts, &["tables"], &["json"]) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let rest = name.strip_prefix("markers-").unwrap_or(&name);
        let (generator, version) = match rest.split_once("-v") {
            Some(("rbac", version)) => (Generator::Rbac, version),
            Some(("webhook", version)) => (Generator::Webhook, version),
            Some(("object", version)) => (Generator::Object, version),
            _ => (Generator::Crd, rest),
        };
        let version = Version::read(version).expect("a version");
        let printed = printed(&serde_json::from_str(&corpus::read(&path)).expect("JSON"));
        let ours = ours(version, generator);
        let keys: std::collections::BTreeSet<_> = printed.keys().chain(ours.keys()).collect();
        for key in keys {
            compared += 1;
            if printed.get(key) != ours.get(key) {
                wrong.push(format!("{name} {key:?}: {:?}, ours {:?}", printed.get(key), ours.get(key)));
            }
        }
    }
    println!("{compared} definitions compared");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
