//! Which old item of a list a new one replaces.
//!
//! Mirrors `MakeMapList` of k8s.io/apiserver v0.37.2 (pkg/cel/common/maplist.go).

use std::collections::HashMap;

use super::data::Data;
use super::raw::data_key;

/// The old items of a list, by their keys; none where the list has no keys.
pub(super) struct OldItems<'o> {
    names: &'o [Box<str>],
    by_keys: HashMap<Vec<String>, &'o Data>,
}

impl<'o> OldItems<'o> {
    pub(super) fn new(names: &'o [Box<str>], items: &'o [Data]) -> Self {
        let mut by_keys = HashMap::new();
        for item in items.iter().filter(|_| !names.is_empty()) {
            if let Some(keys) = keys(names, item) {
                by_keys.entry(keys).or_insert(item);
            }
        }
        Self { names, by_keys }
    }

    /// The old item with the keys of a new one.
    pub(super) fn of(&self, item: &Data) -> Option<&'o Data> {
        if self.by_keys.is_empty() {
            return None;
        }
        self.by_keys.get(&keys(self.names, item)?).copied()
    }
}

/// The keys of an item; none where one is missing or no scalar.
fn keys(names: &[Box<str>], item: &Data) -> Option<Vec<String>> {
    let key = |name: &str| match item.get(name)? {
        Data::Null | Data::List(_) | Data::Map(_) => None,
        scalar => Some(data_key(scalar)),
    };
    names.iter().map(|name| key(name)).collect()
}
