//! What kustomize knows of the built-in kinds: their scope, their order, and the keys by which it merges their lists.
//!
//! Read from `schemas/kustomize/tables.txt`, which `tests/oracle/kustomize` writes.

use std::collections::HashMap;
use std::sync::OnceLock;

/// The type of a field whose lists, or lists below it, are merged.
pub(crate) type TypeId = u16;

/// The type of a value, as far as merging lists goes: none where no list of it or below it is merged.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MergeType {
    /// The type of the value, or of its items.
    pub(crate) target: Option<TypeId>,
    /// The keys by which its items are merged; without a key, a list of scalars is.
    pub(crate) keys: Option<&'static [&'static str]>,
}

/// All tables.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// Cluster-scoped, and the type.
    kinds: HashMap<(&'static str, &'static str), (bool, MergeType)>,
    fields: HashMap<TypeId, HashMap<&'static str, MergeType>>,
    /// The kinds that come first in the legacy order (`defaultOrderFirst`).
    pub(crate) first: Vec<&'static str>,
    /// The kinds that come last in it (`defaultOrderLast`).
    pub(crate) last: Vec<&'static str>,
    /// The annotations that kustomize takes off what it prints: its own (`resource.BuildAnnotations`), and those that
    /// `buildMetadata` asks for.
    pub(crate) annotations: Vec<&'static str>,
}

/// The tables.
pub(crate) fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut tables = Tables::default();
        include_str!("../../../schemas/kustomize/tables.txt").lines().for_each(|line| {
            tables.line(line);
        });
        tables
    })
}

impl Tables {
    fn line(&mut self, line: &'static str) -> Option<()> {
        let mut words = line.split(' ');
        match words.next()? {
            "kind" => {
                let kind = (words.next()?, words.next()?);
                let cluster = words.next()? == "cluster";
                let target = words.next()?.parse().ok();
                self.kinds.insert(kind, (cluster, MergeType { target, keys: None }));
            }
            "merge" => {
                let (type_id, name) = (words.next()?.parse().ok()?, words.next()?);
                let target = words.next()?.parse().ok();
                let keys = words.next()?.strip_prefix('=');
                let keys = keys.map(|keys| keys.split(',').filter(|key| !key.is_empty()).collect());
                let keys = keys.map(|keys: Vec<_>| &*keys.leak());
                self.fields.entry(type_id).or_default().insert(name, MergeType { target, keys });
            }
            "first" => self.first = words.collect(),
            "last" => self.last = words.collect(),
            "annotations" => self.annotations = words.collect(),
            _ => {}
        }
        Some(())
    }

    /// Whether a kind is known to be cluster-scoped (`IsCertainlyClusterScoped`).
    pub(crate) fn is_cluster_scoped(&self, api_version: &str, kind: &str) -> bool {
        self.kinds.get(&(api_version, kind)).is_some_and(|(cluster, _)| *cluster)
    }

    /// Whether a kind is built in.
    pub(crate) fn is_known(&self, api_version: &str, kind: &str) -> bool {
        self.kinds.contains_key(&(api_version, kind))
    }

    /// The type of a built-in kind, or nothing for other kinds (`SchemaForResourceType`).
    pub(crate) fn type_of(&self, api_version: &str, kind: &str) -> Option<MergeType> {
        self.kinds.get(&(api_version, kind)).map(|(_, merged)| *merged)
    }

    /// The type of a field of a value.
    pub(crate) fn field(&self, of: MergeType, name: &str) -> MergeType {
        let type_id = of.target.filter(|_| of.keys.is_none());
        let field = type_id.and_then(|type_id| self.fields.get(&type_id)?.get(name));
        field.copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_read_whole() {
        let tables = tables();
        assert!(tables.is_cluster_scoped("apiextensions.k8s.io/v1", "CustomResourceDefinition"));
        assert!(!tables.is_cluster_scoped("example.com/v1", "Widget"));
        assert_eq!((tables.first.len(), tables.last.len(), tables.annotations.len()), (22, 2, 21));
        let pod = tables.type_of("v1", "Pod").expect("a type");
        assert_eq!(tables.field(tables.field(pod, "spec"), "containers").keys, Some(&["name"][..]));
    }
}
