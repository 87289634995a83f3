//! `vars`: bound to the resource that has the value when a kustomization is done, replaced at the root.

use std::collections::HashMap;

use crdls_go::go_float;

use crate::accumulated::Accumulated;
use crate::fields::{Fits, each_field, lookup, split_field_path};
use crate::id::ResId;
use crate::node::{Data, Map, Node};
use crate::problem::{Problem, ProblemKind};
use crate::scalar::{Scalar, Tag};
use crate::session::Loaded;

/// Notes which resource has the value of each variable (`ResAccumulator.MergeVars`).
pub(crate) fn bind(loaded: &Loaded, into: &mut Accumulated) {
    for var in &loaded.fields.vars {
        let (object, gvk) = (&var.object, var.gvk());
        let is_wanted = |id: &ResId| {
            (&id.name, &id.gvk) == (&object.name, &gvk)
                && ["", id.effective_namespace()].contains(&&*object.namespace)
        };
        match into.resources.by_any_id(&object.name, is_wanted).as_slice() {
            [] => {}
            [only] => {
                let resource = into.resources.one_mut(*only);
                resource
                    .into_iter()
                    .for_each(|resource| resource.past.variables.push(var.name.value.clone()));
            }
            many => {
                let message = format!(
                    "found {} resId matches for var '{}' (unable to disambiguate)",
                    many.len(),
                    var.name.value
                );
                into.note(Problem::new(ProblemKind::AmbiguousVariable, message, var.name.at_or(var.at)));
            }
        }
    }
}

/// The value of a variable, alone and in a text; nothing of a collection, which cannot be put into a text.
type Value = Option<(Scalar, String)>;

/// Replaces variables (`ResAccumulator.ResolveVars`).
pub(crate) fn resolve(into: &mut Accumulated) {
    let mut values = HashMap::new();
    let holders = into.resources.iter().enumerate().rev();
    let names =
        holders.flat_map(|(at, holder)| holder.past.variables.iter().map(move |name| (name.clone(), at)));
    let holders: HashMap<String, usize> = names.collect();
    for var in into.vars.clone() {
        let (name, at) = (&var.name.value, var.name.at_or(var.at));
        let holder = holders.get(name).and_then(|at| into.resources.get(*at));
        let Some(holder) = holder else {
            if into.incomplete {
                into.unknown = true;
            } else {
                let message =
                    format!("var '{name}' cannot be mapped to a field in the set of known resources");
                into.note(Problem::new(ProblemKind::Variable, message, at));
            }
            continue;
        };
        if holder.is_hashed || holder.is_generated && var.field_path() != "metadata.name" {
            let message = "the variable has a value of a generated object, which is not evaluated";
            into.note(Problem::new(ProblemKind::NotEvaluated, message, at));
            continue;
        }
        let path = indices(split_field_path(var.field_path()));
        match lookup(&holder.node, &path) {
            Ok(Some(node)) => {
                values.insert(name.clone(), value_of(node));
            }
            _ => {
                let message = format!("field specified in var '{name}' not found in corresponding resource");
                into.note(Problem::new(ProblemKind::Variable, message, at));
            }
        }
    }
    if values.is_empty() {
        return;
    }
    into.unknown |= into.unconfigured;
    let config = into.config();
    for node in into.resources.iter_mut().map(|resource| &mut resource.node) {
        for spec in config.of("varReference") {
            let mut set = |field: &mut Node| replace_in(field, &values);
            if let Err(why) = each_field(node, spec, None, node.origin, &mut set) {
                into.problems.note(Problem::new(ProblemKind::Unreplaced, why, node.origin));
            }
        }
    }
}

/// `a[0]` is an index (`convertSliceIndex`).
fn indices(path: Vec<String>) -> Vec<String> {
    let mut result = Vec::new();
    for part in path {
        let index = part.strip_suffix(']').and_then(|part| part.rsplit_once('['));
        match index.filter(|(_, digits)| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())) {
            Some((name, digits)) => {
                result.extend((!name.is_empty()).then(|| name.to_owned()));
                result.push(digits.to_owned());
            }
            None => result.push(part),
        }
    }
    result
}

/// `RNode.GetFieldValue`
fn value_of(node: &Node) -> Value {
    let scalar = node.as_scalar()?;
    let text = match scalar.tag {
        Tag::Int => scalar.text.parse::<i64>().ok()?.to_string(),
        Tag::Float => {
            let number = scalar.text.parse::<f64>().ok()?;
            return Some((Scalar::tagged(&number.to_string(), Tag::Float), go_float(number)));
        }
        Tag::Bool => scalar.text.to_lowercase(),
        _ => return Some((Scalar::tagged(&scalar.text, Tag::Str), scalar.text.to_string())),
    };
    Some((Scalar::tagged(&text, scalar.tag.clone()), text))
}

/// `refvar.Filter`
fn replace_in(field: &mut Node, values: &HashMap<String, Value>) -> Fits {
    let is_replaced = |node: &mut Node| match &mut node.data {
        Data::Scalar(scalar) if scalar.is_string() => {
            *scalar = replaced(&scalar.text, values);
            true
        }
        _ => false,
    };
    match &field.data {
        Data::Scalar(_) => drop(is_replaced(field)),
        Data::Map(_) => {
            let not_text =
                |map: &Map| map.entries().iter().find(|entry| !entry.is_text).map(|e| e.name.clone());
            if let Some(name) = field.as_map().and_then(not_text) {
                return Err(format!("invalid map key: value='{name}'"));
            }
            let values = field.as_map_mut().into_iter().flat_map(Map::values_mut);
            for (_, value) in values {
                is_replaced(value);
            }
        }
        Data::Seq(_) => {
            if !field.as_seq_mut().into_iter().flatten().all(is_replaced) {
                return Err("invalid value type expect a string".to_owned());
            }
        }
    }
    Ok(())
}

/// `DoReplacements`
fn replaced(input: &str, values: &HashMap<String, Value>) -> Scalar {
    let mut out = String::new();
    let mut rest = input;
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(before);
        if let Some(after) = after.strip_prefix('$') {
            out.push('$');
            rest = after;
            continue;
        }
        let name = after.strip_prefix('(').and_then(|after| after.split_once(')'));
        let Some((name, behind)) = name else {
            out.push('$');
            rest = after;
            // The next character is read with the sign, also if it is another sign.
            if let Some(next) = after.chars().next() {
                out.push(next);
                rest = after.get(next.len_utf8()..).unwrap_or("");
            }
            continue;
        };
        match values.get(name) {
            Some(Some((alone, _))) if input == format!("$({name})") => return alone.clone(),
            Some(Some((_, text))) => out.push_str(text),
            Some(None) | None => out.push_str(&format!("$({name})")),
        }
        rest = behind;
    }
    out.push_str(rest);
    Scalar::tagged(&out, Tag::Str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_in_texts() {
        let value = |text: &str, tag| Some((Scalar::tagged(text, tag), text.to_owned()));
        let values =
            HashMap::from([("A".to_owned(), value("x", Tag::Str)), ("N".to_owned(), value("5", Tag::Int))]);
        for (input, expected) in
            [("$(A)-$(N)", "x-5"), ("$$(A)", "$(A)"), ("$(B)", "$(B)"), ("$A $", "$A $"), ("$(A", "$(A")]
        {
            assert_eq!(&*replaced(input, &values).text, expected);
        }
        assert_eq!(replaced("$(N)", &values).tag, Tag::Int);
        assert_eq!(indices(split_field_path("a.b[0].c")), ["a", "b", "0", "c"]);
    }
}
