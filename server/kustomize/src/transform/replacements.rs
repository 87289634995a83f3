//! `replacements`: values copied from one resource to fields of others (`replacement.Filter`).

use crate::accumulated::Accumulated;
use crate::decode::{Decoder, FieldPath, Read, Spelled};
use crate::fields::{Fits, LIST, UNTYPED, Visit, lookup, split_field_path};
use crate::id::{Gvk, ID_PARTS, ResId, or};
use crate::kustomization::{FieldOptions, Replacement, ReplacementTarget, Source};
use crate::node::{Data, Node, TOO_MUCH};
use crate::problem::{Problem, ProblemKind, Step};
use crate::resource::{Resource, Resources};
use crate::scalar::Scalar;
use crate::select::Selection;
use crate::session::{Loaded, Session};

/// Runs all replacements of a kustomization.
pub(super) fn all(session: &mut Session<'_>, loaded: &Loaded, into: &mut Accumulated) {
    for entry in &loaded.fields.replacements {
        if !entry.path.is_set() {
            // kustomize leaves out an empty list where it hands the entry on.
            let mut entry = entry.clone();
            entry.targets = entry.targets.filter(|targets| !targets.is_empty());
            let done = one(&entry, into);
            into.tried(done);
            continue;
        }
        match from_file(session, loaded, &entry.path) {
            Ok(replacements) => {
                for replacement in &replacements {
                    let done = one(replacement, into);
                    into.tried(done);
                }
            }
            Err(problem) => into.note(problem),
        }
    }
}

/// One replacement or a list of them.
fn from_file(session: &mut Session<'_>, loaded: &Loaded, path: &Spelled) -> Step<Vec<Replacement>> {
    let file = session.entry_file(loaded, path)?;
    let value = session.value(file)?;
    let decoder = Decoder::lenient(file, "Replacement");
    match value.value {
        crdls_values::JsonValue::List(_) => Vec::read(decoder, &value, ""),
        _ => Replacement::read(decoder, &value, "").map(|replacement| vec![replacement]),
    }
}

fn one(replacement: &Replacement, into: &mut Accumulated) -> Step {
    let refuse = |message: &str| Err(Problem::new(ProblemKind::Replacement, message, replacement.at));
    let has_source = replacement.source.is_some() || replacement.source_value.is_some();
    let Some(targets) = replacement.targets.as_ref().filter(|_| has_source) else {
        return refuse("replacements must specify a source and at least one target");
    };
    let value = match (&replacement.source_value, &replacement.source) {
        (Some(_), Some(_)) => return refuse("value and resource selectors are mutually exclusive"),
        (Some(value), None) => {
            Some(Value { node: Node::scalar(Scalar::untyped(&value.value), value.at), source: None })
        }
        (None, Some(source)) => source_value(source, into)?,
        (None, None) => None,
    };
    let Some(value) = value else { return Ok(()) };
    targets.iter().try_for_each(|target| copy(&value, target, into))
}

/// The value of a replacement.
struct Value {
    node: Node,
    /// The resource and the path that it is read from: what is written there is what is copied next.
    source: Option<(usize, Vec<String>)>,
}

impl Value {
    fn now(&self, resources: &Resources) -> Node {
        let source = self.source.as_ref().and_then(|(index, path)| Some((resources.get(*index)?, path)));
        let found = source.and_then(|(resource, path)| lookup(&resource.node, path).ok().flatten());
        found.unwrap_or(&self.node).clone()
    }
}

/// `MakeResIds`: the current id, and then those before.
fn ids(resource: &Resource) -> Vec<ResId> {
    let current = ResId { cluster_scoped: false, ..resource.id() };
    std::iter::once(current).chain(resource.previous_ids()).collect()
}

fn source_value(source: &Source, into: &mut Accumulated) -> Step<Option<Value>> {
    let refuse = |message: String, at| Err(Problem::new(ProblemKind::Replacement, message, at));
    let parts = source.id.parts();
    let same = |wanted: &str, found: &str| wanted.is_empty() || wanted == found;
    let fits = |id: &ResId| parts.iter().zip(ID_PARTS).all(|(wanted, part)| same(&wanted.value, part(id)));
    let candidates = match source.id.name.value.as_str() {
        "" => (0..into.resources.len()).collect(),
        name => into.resources.with_name(name),
    };
    let all = candidates.iter().filter_map(|at| Some((*at, into.resources.get(*at)?)));
    let matches: Vec<_> = all.filter(|(_, resource)| ids(resource).iter().any(fits)).collect();
    let path = &*source.field_path.value;
    let [group, version, kind, name, namespace] = parts.map(|part| part.value.clone());
    let id = ResId { gvk: Gvk { group, version, kind }, name, namespace, cluster_scoped: false };
    let described = if path.is_empty() { id.to_string() } else { format!("{id}:{path}") };
    let (index, resource) = match matches.as_slice() {
        [found] => *found,
        [] if into.incomplete => {
            into.unknown = true;
            return Ok(None);
        }
        [] => {
            let known: Vec<ResId> = into.resources.iter().flat_map(ids).collect();
            let is_unknown = |at: &&usize| {
                let (Some(wanted), Some(part)) = (parts.get(**at), ID_PARTS.get(**at)) else { return false };
                !wanted.value.is_empty() && !known.iter().any(|id| part(id) == wanted.value)
            };
            // The kind, the group, the version and the name.
            let wrong = [2, 0, 1, 3].iter().find(is_unknown).and_then(|at| parts.get(*at));
            let place = wrong.map_or(source.at, |text| text.at);
            return refuse(format!("nothing selected by {described}"), place);
        }
        _ => return refuse(format!("multiple matches for selector {described}"), source.at),
    };
    let field_path = or(path, "metadata.name");
    let path_at = source.field_path.at_or(source.at);
    if resource.is_hashed || resource.is_generated && !field_path.starts_with("metadata.") {
        let message = "a value of a generated object is not evaluated";
        return Err(Problem::new(ProblemKind::NotEvaluated, message, path_at));
    }
    let path_parts = split_field_path(field_path);
    let found = match lookup(&resource.node, &path_parts) {
        Ok(Some(found)) if !found.is_empty() => found,
        Ok(_) => {
            return refuse(
                format!("fieldPath `{field_path}` is missing for replacement source {id}"),
                path_at,
            );
        }
        Err(why) => return refuse(format!("error looking up replacement source: {why}"), path_at),
    };
    match source.options.as_ref().filter(|options| !options.delimiter.is_empty()) {
        Some(options) => match refined(found, options) {
            Ok(node) => Ok(Some(Value { node, source: None })),
            Err(why) => refuse(why, path_at),
        },
        None => Ok(Some(Value { node: found.clone(), source: Some((index, path_parts)) })),
    }
}

/// `getRefinedValue`
fn refined(value: &Node, options: &FieldOptions) -> Result<Node, String> {
    let Data::Scalar(scalar) = &value.data else {
        return Err("delimiter option can only be used with scalar nodes".to_owned());
    };
    let part =
        usize::try_from(options.index).ok().and_then(|at| scalar.text.split(&options.delimiter).nth(at));
    let outside = || format!("options.index {} is out of bounds for value {}", options.index, scalar.text);
    let text = part.ok_or_else(outside)?;
    Ok(Node::scalar(Scalar { text: text.into(), ..scalar.clone() }, value.origin))
}

/// `applyReplacement`, one target.
fn copy(value: &Value, target: &ReplacementTarget, into: &mut Accumulated) -> Step {
    let Some(select) = &target.select else {
        let message = "target must specify resources to select";
        return Err(Problem::new(ProblemKind::Replacement, message, target.at));
    };
    let read = |target: &crate::kustomization::Target| {
        Selection::read(target).map_err(|why| Problem::new(ProblemKind::Replacement, why, target.at))
    };
    let selection = read(select)?;
    let rejections = target.reject.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let default = Spelled { value: FieldPath("metadata.name".to_owned()), at: target.at };
    let paths =
        if target.field_paths.is_empty() { std::slice::from_ref(&default) } else { &target.field_paths };
    let is_readable = selection.is_readable() && rejections.iter().all(Selection::is_readable);
    let candidates = match is_readable {
        true => selection.candidates(&mut into.resources),
        false => (0..into.resources.len()).collect(),
    };
    for index in candidates {
        let Some(resource) = into.resources.get(index) else { continue };
        let ids = ids(resource);
        let fits_labels = |selection: &Selection| {
            let fits = selection.fits_labels(resource);
            fits.map_err(|why| Problem::new(ProblemKind::Replacement, why, target.at))
        };
        let fits = fits_labels(&selection)?;
        let mut rejected = false;
        for rejection in &rejections {
            rejected |= (rejection.asks_for_labels() && fits_labels(rejection)?)
                || (rejection.asks_for_id && ids.iter().any(|id| rejection.fits_id(id)));
        }
        if !fits || rejected || !ids.iter().any(|id| selection.fits_id(id)) {
            continue;
        }
        let is_builtin = ids.first().is_some_and(|id| id.gvk.is_builtin());
        for path in paths {
            let value = value.now(&into.resources);
            if value.as_scalar().is_none() && !value.can_be_copied(&mut into.copied) {
                return Err(Problem::new(ProblemKind::NotEvaluated, TOO_MUCH, path.at));
            }
            let Some(resource) = into.resources.one_mut(index) else { continue };
            let written = write(&value, target, path, &mut resource.node);
            // The content of what is generated is not known.
            if !(resource.is_generated && written.is_err()) && written? && !is_builtin {
                let message = "a replacement inside of a text is not evaluated";
                into.note(Problem::new(ProblemKind::NotEvaluated, message, path.at));
            }
        }
    }
    Ok(())
}

/// `copyValueToTarget`, one path; whether it leads into a text.
fn write(value: &Node, target: &ReplacementTarget, path: &Spelled<FieldPath>, node: &mut Node) -> Step<bool> {
    let creates = target.options.as_ref().is_some_and(|options| options.create);
    let create = creates.then_some(match &value.data {
        Data::Map(_) => Node::map,
        Data::Seq(_) => LIST,
        Data::Scalar(_) => UNTYPED,
    });
    let mut set = |field: &mut Node| set_field(field, value, target.options.as_ref());
    let mut found = Visit::new(create, path.at, &mut set);
    let done = found.each_match(node, &split_field_path(&path.value));
    if found.in_text {
        return Ok(true);
    }
    let verb = if creates { "find or create" } else { "find" };
    let missing = format!("unable to {verb} field {} in replacement target", crdls_go::go_quote(&path.value));
    let message = match done {
        Err(why) if found.count == 0 => format!("{missing}: {why}"),
        Err(why) => why,
        Ok(()) if found.count == 0 => missing,
        Ok(()) => return Ok(false),
    };
    Err(Problem::new(ProblemKind::Replacement, message, path.at).with(node.origin, "the resource"))
}

/// `setFieldValue`: a scalar keeps its type.
fn set_field(field: &mut Node, value: &Node, options: Option<&FieldOptions>) -> Fits {
    let mut value = value.clone();
    if let Some(options) = options.filter(|options| !options.delimiter.is_empty()) {
        let Data::Scalar(old) = &field.data else {
            return Err("delimiter option can only be used with scalar nodes".to_owned());
        };
        let mut parts: Vec<&str> = old.text.split(&options.delimiter).collect();
        let new = value.text();
        match usize::try_from(options.index) {
            Err(_) => parts.insert(0, new),
            Ok(at) => match parts.get_mut(at) {
                Some(part) => *part = new,
                None => parts.push(new),
            },
        }
        let text = parts.join(&options.delimiter);
        match &mut value.data {
            Data::Scalar(scalar) => scalar.text = text.into(),
            _ => value.data = Data::Scalar(Scalar::untyped(&text)),
        }
    }
    match (&mut field.data, &value.data) {
        (Data::Scalar(old), Data::Scalar(new)) => old.text = new.text.clone(),
        (Data::Scalar(old), _) => old.text = "".into(),
        _ => field.data = value.data.clone(),
    }
    field.origin = value.origin;
    Ok(())
}
