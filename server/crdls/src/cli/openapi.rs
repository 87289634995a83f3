//! `crdls openapi`: the OpenAPI documents that the server publishes of CRDs.
//!
//! Must not know what is in one.

use crdls_ide::named;
use crdls_publish::{Dialect, Form, definition, documents_by_path, merged_v2};
use crdls_resource::{Index, IndexedCrd};
use crdls_text::nearest;
use serde_json::Value;

use super::accepted::AcceptedCrds;
use super::args::OpenapiArgs;
use super::catalog::nearest_kind;
use super::outcome::{Ended, Outcome, print, say};
use crate::render::one_line;

/// Does what `crdls openapi` asks.
pub(crate) fn run(args: &OpenapiArgs) -> Ended {
    args.common.format_of("openapi")?;
    let crds = AcceptedCrds::of(&args.paths, &args.common)?;
    let accepted = crds.all();
    match (accepted.is_empty(), crds.outcome) {
        (false, _) => {}
        (true, Outcome::Clean) => return Err("no CRD in these files".into()),
        (true, outcome) => return Ok(outcome),
    }
    let of_crds: Vec<_> = accepted.iter().map(|known| known.crd()).collect();
    let documents = match args.form() {
        Form::V2 => vec![("openapi/v2".to_owned(), merged_v2(&of_crds, crds.minor))],
        Form::V3 => documents_by_path(&of_crds, crds.minor),
    };
    let dialect = Dialect { form: args.form(), minor: crds.minor };
    if let Some(name) = args.definition.as_deref().map(str::trim) {
        let in_document = documents.iter().find_map(|(_, document)| named_in(document, name, args.form()));
        return match in_document.or_else(|| of_kind(&crds.index, &accepted, name, dialect)) {
            Some(definition) => Ok(crds.outcome.max(print([text(&definition)]))),
            None => Err(no_definition(name, &documents, args.form(), &crds.index).into()),
        };
    }
    let asked = |path: &str| {
        args.api_version.as_deref().is_none_or(|asked| path == format!("openapi/v3/apis/{asked}"))
    };
    let chosen: Vec<_> = documents.iter().filter(|(path, _)| asked(path)).collect();
    if chosen.is_empty() {
        let known: Vec<_> = documents.iter().map(|(path, _)| path.as_str()).collect();
        let known = if known.is_empty() { "no CRD serves a version".to_owned() } else { known.join(", ") };
        return Err(format!("there is no such document: {known}").into());
    }
    if chosen.len() > 1 {
        let paths: Vec<_> = chosen.iter().map(|(path, _)| path.as_str()).collect();
        say(format_args!("note: {} documents: {}", chosen.len(), paths.join(", ")));
    }
    Ok(crds.outcome.max(print(chosen.iter().map(|(_, document)| text(document)))))
}

/// The message on a definition that there is not, with the one that was meant: by its name, or by its kind.
fn no_definition(name: &str, documents: &[(String, Value)], form: Form, index: &Index) -> String {
    let all = documents.iter().filter_map(|(_, document)| definitions(document, form).as_object());
    let names: Vec<_> = all.flat_map(|definitions| definitions.keys().map(String::as_str)).collect();
    let near = nearest(name, names.iter().copied()).map(str::to_owned).or_else(|| nearest_kind(index, name));
    let name = one_line(name);
    match near {
        Some(near) => format!("there is no definition `{name}`; did you mean `{near}`?"),
        None => format!("there is no definition `{name}`"),
    }
}

/// A definition of a document by its own name.
fn named_in(document: &Value, name: &str, form: Form) -> Option<Value> {
    definitions(document, form).get(name).cloned()
}

fn definitions(document: &Value, form: Form) -> &Value {
    match form {
        Form::V2 => &document["definitions"],
        Form::V3 => &document["components"]["schemas"],
    }
}

/// The definition of a kind by any of its names.
fn of_kind(index: &Index, accepted: &[&IndexedCrd], name: &str, dialect: Dialect) -> Option<Value> {
    let named = named(index, name).filter(|named| named.fields.is_empty())?;
    let version = named.version()?;
    let known = named.crds.iter().find(|known| accepted.iter().any(|other| std::ptr::eq(*other, **known)))?;
    Some(definition(known.crd(), known.served(version.name())?, dialect))
}

fn text(document: &Value) -> String {
    format!("{document:#}\n")
}
