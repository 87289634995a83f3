//! An object that crdls made, as a text to decode, with the way back to the ranges of its values.

use crdls_text::TextRange;
use crdls_values::json::json_string;
use crdls_values::{Json, JsonValue};

use super::{Decoded, ranges};

/// The object as JSON.
#[derive(Default)]
pub(super) struct Printed {
    pub(super) text: String,
    /// Where each key and value begins in the text, and its own range. Sorted.
    places: Vec<(u32, TextRange)>,
}

impl Printed {
    pub(super) fn of(object: &Json) -> Self {
        let mut printed = Self::default();
        printed.write(object);
        printed
    }

    fn write(&mut self, json: &Json) {
        self.begin(json.range);
        match &json.value {
            JsonValue::List(items) => {
                self.text.push('[');
                for (at, item) in items.iter().enumerate() {
                    self.text.push_str(if at > 0 { "," } else { "" });
                    self.write(item);
                }
                self.text.push(']');
            }
            JsonValue::Map(members) => {
                self.text.push('{');
                for (at, member) in members.iter().enumerate() {
                    self.text.push_str(if at > 0 { "," } else { "" });
                    self.begin(member.key);
                    json_string(&member.name, &mut self.text);
                    self.text.push(':');
                    self.write(&member.value);
                }
                self.text.push('}');
            }
            _ => json.write_json(&mut self.text),
        }
    }

    fn begin(&mut self, range: TextRange) {
        self.places.push((self.text.len() as u32, range));
    }

    /// What was decoded of the text, with the ranges of the object.
    pub(super) fn placed(&self, mut decoded: Decoded) -> Decoded {
        let place = |range: &mut TextRange| {
            let after = self.places.partition_point(|(start, _)| *start <= range.start);
            let found = after.checked_sub(1).and_then(|at| self.places.get(at));
            *range = found.map_or_else(TextRange::default, |(_, own)| *own);
        };
        ranges::of_object(&mut decoded.object, &mut |range| place(range));
        for finding in &mut decoded.findings {
            finding.own_ranges().for_each(place);
        }
        decoded.dropped.iter_mut().for_each(|dropped| place(&mut dropped.key));
        decoded
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::decode;
    use crate::fields::{CUSTOM_RESOURCE_DEFINITION, Field};
    use crate::model::Crd;
    use crdls_report::{Config, Path, Unit};
    use crdls_values::JsonMember;

    #[test]
    fn ranges_are_those_of_the_values() {
        let text = |text: &str, range| Json { value: JsonValue::Str(text.into()), range };
        let map = |name: &str, key, value, range| Json {
            value: JsonValue::Map(vec![JsonMember { name: name.into(), key, value }]),
            range,
        };
        let at = |start| TextRange::new(start, start + 3);
        let names = map("kind", at(40), text("Oven", at(50)), at(35));
        let spec = map("names", at(20), names, at(15));
        let object = map("spec", at(10), spec, at(5));
        let decoded =
            decode(Unit::Made(&object), &CUSTOM_RESOURCE_DEFINITION, &Path::EMPTY, &Config::default());
        let span = Crd::new(&decoded.object).spec().names().span(Field::Kind).expect("a kind");
        assert_eq!((span.key, span.value), (at(40), at(50)));
        assert_eq!(decoded.object.range, at(5));
    }
}
