//! What rules see of an object that is wrong otherwise.
//!
//! The server runs no rules on it. Here they are run all the same, and what is wrong with a value for one of the
//! reasons that keep the server from it is not known to them: a rule whose result depends on such a value, or
//! on one that is missing, has none. Must not know rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use crdls_report::{ErrorType, FieldError, PathStep};
use crdls_rules::run::Data;
use crdls_values::{Json, JsonValue};

/// What keeps the server from running any rule.
const BLOCKING: [ErrorType; 5] = [
    ErrorType::NotSupported,
    ErrorType::Required,
    ErrorType::TooLong,
    ErrorType::TooMany,
    ErrorType::TypeInvalid,
];

/// The values that are wrong, by the steps that lead to them.
#[derive(Debug, Default)]
pub(super) struct InvalidValues<'r> {
    here: bool,
    members: BTreeMap<&'r str, Self>,
    items: BTreeMap<usize, Self>,
}

impl<'r> InvalidValues<'r> {
    /// Nothing where the server runs rules.
    pub(super) fn of(raised: &'r [FieldError]) -> Option<Self> {
        let blocking = raised.iter().filter(|raised| BLOCKING.contains(&raised.kind));
        let mut doubts = None;
        for raised in blocking {
            let mut at = doubts.get_or_insert_with(Self::default);
            for step in raised.path.steps() {
                at = match step {
                    PathStep::Name(name) | PathStep::Key(name) => at.members.entry(name).or_default(),
                    PathStep::Index(index) => at.items.entry(*index).or_default(),
                };
            }
            at.here = true;
        }
        doubts
    }

    /// A value, as far as it is known.
    pub(super) fn data(&self, json: &Json) -> Data {
        let data = match &json.value {
            JsonValue::List(items) => {
                Data::List(items.iter().enumerate().map(|(i, item)| self.item(i, item)).collect())
            }
            JsonValue::Map(_) => self.map(json),
            _ => Data::of(json),
        };
        if self.here { Data::Doubtful(Arc::new(data)) } else { data }
    }

    fn item(&self, index: usize, item: &Json) -> Data {
        self.items.get(&index).map_or_else(|| Data::of(item), |doubts| doubts.data(item))
    }

    /// A map, and in it what is missing.
    fn map(&self, json: &Json) -> Data {
        let missing = |(name, doubts): (&&str, &Self)| -> Option<(Arc<str>, Data)> {
            let is_missing = doubts.here && json.get(name).is_none();
            is_missing.then(|| (Arc::from(*name), Data::Doubtful(Arc::new(Data::Null))))
        };
        let there = json.members().iter().map(|member| {
            let doubts = self.members.get(&*member.name);
            let value = doubts.map_or_else(|| Data::of(&member.value), |doubts| doubts.data(&member.value));
            (Arc::<str>::from(&*member.name), value)
        });
        let mut members: Vec<_> = self.members.iter().filter_map(missing).chain(there).collect();
        members.sort_by(|(a, _), (b, _)| a.cmp(b));
        Data::Map(members.into())
    }
}
