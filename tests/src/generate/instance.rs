//! Custom resources made from a schema, with faults of every kind at random places.

use serde_json::Value;

use super::yaml::Written;
use super::{metadata, odd};
use crate::random::Random;

/// How resources are made.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'s> {
    pub group: &'s str,
    pub version: &'s str,
    pub kind: &'s str,
    /// The schema of the whole, as JSON.
    pub schema: &'s Value,
    /// Of so many values one is at fault; 0 for none.
    pub fault: usize,
}

/// A custom resource.
pub fn make(random: &mut Random, terms: Terms<'_>) -> Written {
    let mut maker = Maker { random, fault: terms.fault, left: 400 };
    let mut members = maker.members(terms.schema, 12);
    let random = maker.random;
    members.retain(|(name, _)| !["apiVersion", "kind", "metadata"].contains(&name.as_str()));
    let other = terms.fault > 0 && random.below(terms.fault * 8) == 0;
    let version = if other { ["v9", "V1", "", "v1/v1", "v1 "][random.below(5)] } else { terms.version };
    let head = [
        ("apiVersion".to_owned(), Written::text(format!("{}/{version}", terms.group))),
        ("kind".to_owned(), Written::text(terms.kind)),
        ("metadata".to_owned(), metadata::make(random, terms.fault)),
    ];
    members.splice(0..0, head);
    if terms.fault > 0 && random.below(terms.fault * 8) == 0 {
        let at = random.below(members.len());
        members.remove(at);
    }
    Written::Map(members)
}

/// A value of a schema.
pub fn value(random: &mut Random, schema: &Value, fault: usize) -> Written {
    Maker { random, fault, left: 60 }.value(schema, 6)
}

struct Maker<'r> {
    random: &'r mut Random,
    fault: usize,
    /// How many values may still be made.
    left: usize,
}

impl Maker<'_> {
    fn faulty(&mut self) -> bool {
        self.fault > 0 && self.random.below(self.fault) == 0
    }

    fn value(&mut self, schema: &Value, depth: usize) -> Written {
        self.left = self.left.saturating_sub(1);
        if self.faulty() {
            return odd::anything(self.random, 2);
        }
        if schema["nullable"] == true && self.random.below(6) == 0 {
            return Written::raw("null");
        }
        if let Some(values) = schema["enum"].as_array()
            && self.random.below(8) > 0
            && let Some(value) = self.random.pick(values)
        {
            return Written::raw(value);
        }
        if schema["x-kubernetes-int-or-string"] == true {
            let forms = ["1", "\"1\"", "\"10%\"", "\"a\"", "-5", "1.0", "\"\"", "100"];
            return Written::raw(self.random.pick(&forms).copied().unwrap_or("1"));
        }
        match schema["type"].as_str() {
            Some("object") if schema["x-kubernetes-embedded-resource"] == true => {
                self.embedded(schema, depth)
            }
            Some("object") => Written::Map(self.members(schema, depth)),
            Some("array") => self.array(schema, depth),
            Some("string") => self.text(schema),
            Some("integer") => self.number(schema, true),
            Some("number") => self.number(schema, false),
            Some("boolean") => Written::raw(["true", "false"][self.random.below(2)]),
            _ => odd::anything(self.random, depth.min(2)),
        }
    }

    fn embedded(&mut self, schema: &Value, depth: usize) -> Written {
        let mut members = self.members(schema, depth);
        members.retain(|(name, _)| !["apiVersion", "kind", "metadata"].contains(&name.as_str()));
        let versions =
            ["\"v1\"", "\"a/v1\"", "\"a/b/c\"", "\"\"", "1", "null", "\"A/v1\"", "\"/\"", "\"/v1\""];
        let kinds = ["\"Pod\"", "\"pod\"", "\"\"", "1", "null", "\"P_d\"", "\"List\"", "\"1a\""];
        for (name, values) in [("apiVersion", &versions[..]), ("kind", &kinds[..])] {
            let at = if self.faulty() { self.random.below(values.len()) } else { 0 };
            if !self.faulty() {
                members.push((name.to_owned(), Written::raw(values[at])));
            }
        }
        if self.random.below(3) > 0 {
            members.push(("metadata".to_owned(), metadata::make(self.random, self.fault)));
        }
        Written::Map(members)
    }

    fn members(&mut self, schema: &Value, depth: usize) -> Vec<(String, Written)> {
        let mut members: Vec<(String, Written)> = Vec::new();
        let required: Vec<_> = schema["required"].as_array().into_iter().flatten().collect();
        if depth > 0 {
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                let needed = required.iter().any(|required| *required == name.as_str());
                let often = if needed { !self.faulty() } else { self.left > 0 && self.random.below(2) == 0 };
                if !often {
                    continue;
                }
                let value = match self.random.below(if self.fault > 0 { self.fault * 2 } else { 1_000_000 }) {
                    0 => Written::raw("null"),
                    _ => self.value(property, depth - 1),
                };
                members.push((name.clone(), value));
            }
            let values = &schema["additionalProperties"];
            if values.is_object() || *values == true {
                for _ in 0..self.random.below(4) {
                    let value = self.value(values, depth - 1);
                    members.push((odd::key(self.random), value));
                }
            }
        }
        if schema["x-kubernetes-preserve-unknown-fields"] == true && self.random.below(2) == 0 {
            members.push((odd::key(self.random), odd::anything(self.random, 2)));
        }
        if self.faulty() {
            members.push((odd::key(self.random), odd::anything(self.random, 2)));
        }
        if self.faulty()
            && let Some((name, _)) = self.random.pick(&members).cloned()
        {
            members.push((name, odd::anything(self.random, 1)));
        }
        members
    }

    fn array(&mut self, schema: &Value, depth: usize) -> Written {
        if depth == 0 {
            return Written::List(Vec::new());
        }
        let least = schema["minItems"].as_u64().unwrap_or(0).min(5) as usize;
        let mut items = Vec::new();
        for _ in 0..least + self.random.below(3) {
            let copied = if self.faulty() { self.random.pick(&items).cloned() } else { None };
            let item = copied.map(|item| self.respelled(item));
            let item = item.unwrap_or_else(|| self.value(&schema["items"], depth - 1));
            items.push(item);
        }
        Written::List(items)
    }

    /// The same, or nearly.
    fn respelled(&mut self, item: Written) -> Written {
        match item {
            Written::Raw(text) if text.bytes().all(|b| b.is_ascii_digit()) && self.random.below(2) == 0 => {
                Written::Raw(format!("{text}.0"))
            }
            Written::Map(mut members) if self.random.below(2) == 0 => {
                members.reverse();
                if self.random.below(2) == 0 {
                    members.pop();
                }
                Written::Map(members)
            }
            other => other,
        }
    }

    fn text(&mut self, schema: &Value) -> Written {
        let by_format = odd::FORMATS.iter().find(|(format, _)| schema["format"] == *format);
        if let Some((_, texts)) = by_format
            && self.random.below(4) > 0
        {
            let good = if self.fault > 0 { texts.len() } else { 1 };
            return Written::text(texts[self.random.below(good)]);
        }
        let (least, most) = (schema["minLength"].as_u64(), schema["maxLength"].as_u64());
        if let Some(bound) = [least, most].into_iter().flatten().find(|_| self.random.below(2) == 0) {
            let length = bound.min(80) as usize + self.random.below(3);
            let unit = ["a", "ä", "😀"][self.random.below(3)];
            return Written::text(unit.repeat(length.saturating_sub(1)));
        }
        odd::text(self.random)
    }

    fn number(&mut self, schema: &Value, whole: bool) -> Written {
        let bounds = ["minimum", "maximum", "multipleOf"].map(|key| schema[key].as_f64());
        if let Some(bound) = bounds.into_iter().flatten().find(|_| self.random.below(2) == 0)
            && self.random.below(3) > 0
        {
            return odd::near(self.random, bound);
        }
        let (good, all): (&[&str], &[&str]) = match whole {
            true => (
                &["0", "1", "2", "3", "10", "-1", "100"],
                &[
                    "1.0",
                    "1e3",
                    "1.5",
                    "2147483648",
                    "9223372036854775807",
                    "9007199254740993",
                    "1e19",
                    "-0.0",
                ],
            ),
            false => (
                &["0", "1", "1.5", "-2.25", "1e3", "10", "0.1"],
                &["9007199254740993", "1e19", "3.4028235e39", "1e308", "-0.0", "0.30000000000000004", "1e-7"],
            ),
        };
        let from = if self.fault > 0 && self.random.below(3) == 0 { all } else { good };
        Written::raw(self.random.pick(from).copied().unwrap_or("0"))
    }
}
