//! `images` and `replicas`.

use crdls_go::regexp::{self, Regexp};

use crate::accumulated::Accumulated;
use crate::config::FieldSpec;
use crate::fields::{Fits, NUMBER, each_field, set_scalar, wrong_kind};
use crate::id::{CRD, Gvk, ResId};
use crate::kustomization::{Image, Replica};
use crate::node::{Data, Node, Origin};
use crate::problem::{Problem, ProblemKind};
use crate::scalar::{Scalar, Tag};

/// `ReplicaCountTransformer`
pub(super) fn replicas(replicas: &[Replica], specs: &[FieldSpec], into: &mut Accumulated) {
    for replica in replicas {
        let (written, entry) = (replica.count.at_or(replica.at), replica.at);
        let mut found = false;
        for spec in specs {
            let is_wanted = |id: &ResId| id.name == replica.name && spec.selector.selects(&id.gvk);
            for at in into.resources.by_any_id(&replica.name, is_wanted) {
                let Some(resource) = into.resources.one_mut(at) else { continue };
                found = true;
                let count = replica.count.value.to_string();
                let mut set = |field: &mut Node| set_scalar(field, Scalar::tagged(&count, Tag::Int), written);
                if let Err(why) = each_field(&mut resource.node, spec, Some(NUMBER), written, &mut set) {
                    into.problems.note(Problem::new(ProblemKind::Conflict, why, written));
                }
            }
        }
        if !found && !into.incomplete {
            let kinds: Vec<String> = specs.iter().map(|spec| spec.selector.to_string()).collect();
            let message = format!(
                "resource with name {} does not match a config with the following GVK [{}]",
                replica.name,
                kinds.join(" ")
            );
            into.note(Problem::new(ProblemKind::NoMatch, message, entry));
        }
    }
}

/// `ImageTagTransformer`: first each list of containers at any depth, then the fields of the configuration.
pub(super) fn images(images: &[Image], specs: &[FieldSpec], into: &mut Accumulated) {
    for image in images {
        let at = image.at;
        let Some(name) = pattern(&image.name) else { continue };
        let mut set = |field: &mut Node| update(field, image, &name, at);
        into.change(at, &mut |resource| {
            let node = &mut resource.node;
            if Gvk::of(node).kind == CRD {
                return Ok(());
            }
            containers(node, &mut set)?;
            specs.iter().try_for_each(|spec| each_field(node, spec, None, at, &mut set))
        });
    }
}

/// `image.IsImageMatched`: the name is an expression.
fn pattern(name: &str) -> Option<Regexp> {
    let digest = "(@[a-zA-Z0-9]+([.+_-][a-zA-Z0-9]+)*:[a-zA-Z0-9_.{}-]*)?";
    regexp::compile(&format!("^{name}(:[a-zA-Z0-9_.{{}}-]*)?{digest}$")).ok()
}

const LISTS: [&str; 2] = ["containers", "initContainers"];

fn has_containers(node: &Node) -> bool {
    match &node.data {
        Data::Map(map) => map.entries().iter().any(|entry| {
            LISTS.contains(&&*entry.name) && entry.value.as_seq().is_some() || has_containers(&entry.value)
        }),
        Data::Seq(items) => items.iter().any(has_containers),
        Data::Scalar(_) => false,
    }
}

/// `LegacyFilter`
fn containers(node: &mut Node, set: &mut dyn FnMut(&mut Node) -> Fits) -> Fits {
    if !has_containers(node) {
        return Ok(());
    }
    if let Some(map) = node.as_map_mut() {
        for (name, value) in map.values_mut() {
            containers(value, set)?;
            if LISTS.contains(&name)
                && let Some(items) = value.as_seq_mut()
            {
                for item in items.iter_mut().filter(|item| !item.is_null()) {
                    if item.as_map().is_none() {
                        return Err(wrong_kind("MappingNode", item));
                    }
                    item.get_mut("image").map_or(Ok(()), &mut *set)?;
                }
            }
        }
    } else if let Some(items) = node.as_seq_mut() {
        for item in items {
            containers(item, set)?;
        }
    }
    Ok(())
}

/// `imageTagUpdater.SetImageValue`
fn update(field: &mut Node, image: &Image, pattern: &Regexp, at: Origin) -> Fits {
    let Some(scalar) = field.as_scalar() else { return Err(wrong_kind("ScalarNode", field)) };
    if !pattern.is_match(&scalar.text) {
        return Ok(());
    }
    let (mut name, mut tag, mut digest) = split(&scalar.text);
    if !image.new_name.is_empty() {
        name.clone_from(&image.new_name);
    }
    if !image.new_tag.is_empty() || !image.digest.is_empty() {
        tag.clone_from(&image.new_tag);
        digest.clone_from(&image.digest);
    } else if !image.tag_suffix.is_empty() {
        tag.push_str(&image.tag_suffix);
        digest.clear();
    }
    for (sign, part) in [(':', tag), ('@', digest)] {
        if !part.is_empty() {
            name.push(sign);
            name.push_str(&part);
        }
    }
    if *name == *scalar.text {
        return Ok(());
    }
    set_scalar(field, Scalar::untyped(&name), at)
}

/// Name, tag and digest (`image.Split`).
fn split(image: &str) -> (String, String, String) {
    let slash = image.find('/').unwrap_or(0);
    let (domain, rest) = image.split_at_checked(slash).unwrap_or(("", image));
    let (rest, digest) = rest.split_once('@').unwrap_or((rest, ""));
    let (rest, tag) = rest.split_once(':').unwrap_or((rest, ""));
    (format!("{domain}{rest}"), tag.to_owned(), digest.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_split() {
        let parts = |image: &str| split(image);
        let expected =
            |name: &str, tag: &str, digest: &str| (name.to_owned(), tag.to_owned(), digest.to_owned());
        assert_eq!(parts("nginx:1"), expected("nginx", "1", ""));
        assert_eq!(parts("foo.com:443/nginx:1@sha256:x"), expected("foo.com:443/nginx", "1", "sha256:x"));
        assert_eq!(parts("nginx@sha256:x"), expected("nginx", "", "sha256:x"));
        assert!(pattern("nginx").unwrap().is_match("nginx:1@sha256:x"));
        assert!(!pattern("nginx").unwrap().is_match("apache"));
        assert!(pattern("[").is_none());
    }
}
