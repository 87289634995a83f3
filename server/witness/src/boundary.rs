//! Values at the bounds of schemas: of two schemas that differ in a keyword, a value that only one of them accepts is
//! usually among them. Whoever asks runs each value; none is promised to be valid.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::rc::Rc;

use crdls_manifest::model::Schema;
use crdls_minors::Minor;
use crdls_report::FieldPath;
use crdls_values::{Json, JsonValue};

use super::choice::{Branch, Choices};
use super::example_with;
use super::make::Maker;
use super::node::Node;
use super::pattern;
use super::scalar;
use super::wanted::{Wanted, Wants};

/// No text of a bound is longer, no list or map has more elements.
const MAX_LENGTH: i64 = 1_000_001;
const MAX_ELEMENTS: i64 = 100_001;
/// So many texts of a schema, and so many members of an object, are tried.
const MOST_TEXTS: usize = 8;
const MOST_MEMBERS: usize = 48;
/// So many ways to satisfy alternatives are tried, each with so many values of a member.
const MOST_WAYS: usize = 16;
const MOST_AT_BOUNDS: usize = 12;
/// So many members of an object get so many other values.
const MOST_VARIED: usize = 4;

/// Values of a property of that name, at the bounds of its schemas: those of the schemas' own, without duplicates, the
/// plain ones first, each made when it is asked for. Empty for no schema.
pub fn values<'m>(schemas: &[Schema<'m>], name: &str, minor: Minor) -> impl Iterator<Item = Json> + use<'m> {
    let facets: Rc<[_]> = schemas.iter().flat_map(|schema| facets(*schema)).collect();
    let name = Rc::<str>::from(name);
    let made = |schema: &Schema<'m>| Made {
        schema: *schema,
        facets: Rc::clone(&facets),
        name: Rc::clone(&name),
        minor,
    };
    let made: Vec<_> = schemas.iter().map(made).collect();
    let mut seen = HashSet::new();
    let all = made.into_iter().flat_map(Made::values);
    all.chain([Json::unplaced(JsonValue::Null)]).filter(move |value| seen.insert(value.to_json()))
}

/// A schema and those of its clauses, which are about the same value.
fn facets(schema: Schema<'_>) -> Vec<Schema<'_>> {
    let (mut found, mut open) = (Vec::new(), vec![schema]);
    while let Some(schema) = open.pop() {
        found.push(schema);
        open.extend(schema.all_of().chain(schema.any_of()).chain(schema.one_of()).chain(schema.not()));
    }
    found
}

/// Numbers next to each bound, and next to those of the formats.
fn numbers(facets: &[Schema<'_>], fractions: bool) -> Vec<Json> {
    let mut bounds: Vec<f64> = Vec::new();
    for facet in facets {
        bounds.extend([facet.minimum(), facet.maximum(), facet.multiple_of()].into_iter().flatten());
    }
    let near = |bound: &f64| [*bound, bound.floor() + 1.0, bound.ceil() - 1.0, bound * 1.5, bound + 0.5];
    let factors = facets.iter().filter_map(|facet| facet.multiple_of());
    let multiples: Vec<f64> = factors
        .flat_map(|factor| {
            bounds
                .iter()
                .flat_map(move |bound| [-1.0, 0.0, 1.0].map(|n| ((bound / factor).round() + n) * factor))
        })
        .collect();
    const PLAIN: [f64; 8] =
        [0.0, 1.0, -1.0, 2.0, 2_147_483_648.0, -2_147_483_649.0, 9_007_199_254_740_993.0, 1e18];
    let all = bounds.iter().flat_map(near).chain(multiples).chain(PLAIN);
    let mut found = Vec::new();
    for number in all.filter(|number| number.is_finite()) {
        if number.fract() == 0.0 && number.abs() < 9.2e18 {
            found.push(Json::unplaced(JsonValue::Int(number as i64)));
        } else if fractions {
            found.push(Json::unplaced(JsonValue::Float(number)));
        }
    }
    if fractions {
        found.extend([0.5, 1e39].map(|number| Json::unplaced(JsonValue::Float(number))));
    }
    found
}

/// Texts of each length at a bound, of each pattern and format, and those that usually are not.
fn texts(schema: Schema<'_>, facets: &[Schema<'_>], name: &str, minor: Minor) -> Vec<Json> {
    const PLAIN: [&str; 13] = ["", "a", "A", "0", "-", "_", " ", "a b", "a.b", "a/b", "A1", "é", "a\nb"];
    let node = Node::new(vec![schema], &FieldPath::default(), &Choices::default(), &mut Default::default());
    let mut found = scalar::texts(&node, name, minor, 0, std::iter::empty(), MOST_TEXTS);
    let written: BTreeSet<&str> =
        facets.iter().map(|facet| facet.pattern()).filter(|text| !text.is_empty()).collect();
    let patterns: Vec<_> = written.into_iter().filter_map(pattern::compiled).collect();
    let lengths = sizes(facets, MAX_LENGTH, |facet| [facet.min_length(), facet.max_length()]);
    let free: Vec<_> = patterns.iter().filter_map(|pattern| pattern.example(0..=64)).collect();
    found.extend(free.iter().flat_map(|text| changed(text)));
    found.extend(free);
    // Texts of a length and a pattern take long to find: where the pattern stays.
    if let [pattern] = &*patterns {
        let shorter = lengths.iter().filter_map(|length| pattern.example(0..=*length));
        found.extend(lengths.iter().filter_map(|length| pattern.example(*length..=*length)).chain(shorter));
    }
    if facets.iter().any(|facet| facet.format().replace('-', "") == "datetime") {
        found.extend(lengths.iter().filter_map(|length| time(*length)));
    }
    found.extend(PLAIN.map(str::to_owned));
    found.extend(lengths.iter().flat_map(|length| ["a", "1"].map(|text| text.repeat(*length))));
    found.extend(scalar::unlikely_texts(&Node::default(), minor, &[]));
    found.into_iter().map(|text| Json::unplaced(JsonValue::Str(text.into()))).collect()
}

/// A time of a length: fractions of a second may have any number of digits.
fn time(length: usize) -> Option<String> {
    const SECOND: &str = "2024-01-31T12:00:00";
    let digits = length.checked_sub(SECOND.len() + ".Z".len()).filter(|digits| *digits > 0)?;
    Some(format!("{SECOND}.{}Z", "0".repeat(digits)))
}

/// A text with small changes that a narrower pattern may not take.
fn changed(text: &str) -> Vec<String> {
    let mut rest = text.chars();
    let _ = rest.next();
    let mut short = text.chars();
    let _ = short.next_back();
    vec![
        text.to_uppercase(),
        rest.as_str().to_owned(),
        short.as_str().to_owned(),
        format!("{text}a"),
        format!("{text}A"),
        format!("{text}0"),
        format!("{text}-a"),
        format!("{text}.a"),
        format!("{text}_a"),
        format!("{text}/a"),
        format!("A{text}"),
        format!("0{text}"),
    ]
}

/// The sizes next to each bound, the small ones first.
fn sizes(
    facets: &[Schema<'_>],
    most: i64,
    bounds: impl Fn(&Schema<'_>) -> [Option<i64>; 2],
) -> BTreeSet<usize> {
    let bounds = facets.iter().flat_map(bounds).flatten();
    let near = bounds.flat_map(|bound| [-1, 0, 1].map(|step| bound.saturating_add(step)));
    near.filter(|size| (0..=most).contains(size)).filter_map(|size| usize::try_from(size).ok()).collect()
}

/// A schema whose values are made.
#[derive(Clone)]
struct Made<'m> {
    schema: Schema<'m>,
    /// All schemas that have bounds of the values.
    facets: Rc<[Schema<'m>]>,
    name: Rc<str>,
    minor: Minor,
}

impl<'m> Made<'m> {
    fn values(self) -> impl Iterator<Item = Json> + 'm {
        let schema = self.schema;
        let is = |types: &[&str]| schema.type_().is_empty() || types.contains(&schema.type_());
        // What makes each part is called when the part is reached.
        let mut parts = Vec::new();
        let mut part =
            |make: fn(Self) -> Box<dyn Iterator<Item = Json> + 'm>| parts.push((make, self.clone()));
        part(|its| Box::new(std::iter::once(its.with(Wants::new()))));
        if self.facets.iter().any(|facet| facet.any_of().len() + facet.one_of().len() > 0) {
            part(|its| Box::new(its.alternatives().into_iter()));
        }
        part(|its| {
            let values = its.facets.iter().flat_map(|facet| facet.enum_values().cloned());
            Box::new(values.collect::<Vec<_>>().into_iter())
        });
        if is(&["integer", "number"]) {
            part(|its| Box::new(numbers(&its.facets, its.schema.type_() != "integer").into_iter()));
        }
        if is(&["string"]) {
            part(|its| Box::new(texts(its.schema, &its.facets, &its.name, its.minor).into_iter()));
        }
        if is(&["boolean"]) {
            part(|_| Box::new([false, true].map(|value| Json::unplaced(JsonValue::Bool(value))).into_iter()));
        }
        if is(&["array"]) {
            part(|its| Box::new(its.lists()));
        }
        if is(&["object"]) {
            part(|its| Box::new(its.objects()));
        }
        parts.into_iter().flat_map(|(make, its)| make(its))
    }

    /// The smallest value with what is wanted, by paths from the value on.
    fn with(&self, wants: Wants) -> Json {
        example_with(self.schema, &self.name, wants, self.minor)
    }

    fn sized(&self, size: usize) -> Json {
        self.with(Wants::from([(FieldPath::default(), Wanted::Size(size))]))
    }

    /// A value for each way in which the alternatives of the schema can be satisfied, as small as that lets it be, then with
    /// each of the members that alternatives speak of, at the bounds of these.
    fn alternatives(&self) -> Vec<Json> {
        let members = self.members();
        let mut open = VecDeque::from([Choices::default()]);
        let mut found = Vec::new();
        while let Some(choices) = open.pop_front() {
            let with = |wants: Wants| {
                let choices = Choices { wants, ..choices.clone() };
                let mut maker = Maker::new(&choices, self.minor, 0).at_once();
                (maker.node(self.schema, &self.name).json(), maker.open.branches)
            };
            let (value, branches) = with(Wants::new());
            found.push(value);
            found.extend(members.iter().map(|wants| with(wants.clone()).0));
            let is_decided = |branch: &Branch| choices.branches.contains_key(branch);
            for (branch, count) in branches.into_iter().filter(|(branch, _)| !is_decided(branch)) {
                for turn in (1..count).take(MOST_WAYS.saturating_sub(open.len())) {
                    let mut other = choices.clone();
                    other.branches.insert(branch.clone(), turn);
                    open.push_back(other);
                }
            }
            if found.len() > MOST_WAYS * (members.len() + 1) {
                break;
            }
        }
        found
    }

    /// What may be wanted of the members that alternatives speak of: each of their values at a bound, one at a time.
    fn members(&self) -> Vec<Wants> {
        let mut names: Vec<&str> = Vec::new();
        for facet in self.facets.iter().filter(|facet| facet.type_().is_empty()) {
            let new = facet.properties().map(|property| property.name);
            names.extend(new.filter(|name| !names.contains(name)).collect::<Vec<_>>());
        }
        let of = |name: &str| -> Vec<Wants> {
            let schemas: Vec<_> = self.facets.iter().filter_map(|facet| facet.property(name)).collect();
            let path = FieldPath::of_names(&[name]);
            let values = values(&schemas, name, self.minor).filter(|value| !value.is_null());
            values
                .take(MOST_AT_BOUNDS)
                .map(|value| Wants::from([(path.clone(), Wanted::Value(value))]))
                .collect()
        };
        names.into_iter().take(MOST_VARIED).flat_map(of).collect()
    }

    fn lists(self) -> impl Iterator<Item = Json> + 'm {
        let sizes = sizes(&self.facets, MAX_ELEMENTS, |facet| [facet.min_items(), facet.max_items()]);
        let its = self.clone();
        let sized = sizes.into_iter().chain([1, 2]).map(move |size| its.sized(size));
        let twice = move || {
            let item = self.sized(1).items().first().cloned();
            item.map(|item| Json::unplaced(JsonValue::List(vec![item.clone(), item])))
        };
        std::iter::once(Json::unplaced(JsonValue::List(Vec::new())))
            .chain(sized)
            .chain(std::iter::once_with(twice).flatten())
    }

    fn objects(self) -> impl Iterator<Item = Json> + 'm {
        let schema = self.schema;
        let sizes =
            sizes(&self.facets, MAX_ELEMENTS, |facet| [facet.min_properties(), facet.max_properties()]);
        let is_free = schema.value_schema().is_some() || schema.preserve_unknown_fields() == Some(true);
        let names: Vec<&str> = schema.properties().map(|property| property.name).collect();
        let mut wishes: Vec<Wants> = Vec::new();
        if is_free {
            let sized = |size: &usize| Wants::from([(FieldPath::default(), Wanted::Size(*size))]);
            wishes.extend(sizes.iter().chain([&1]).map(sized));
        }
        for name in names.iter().take(MOST_MEMBERS) {
            wishes.extend([Wanted::Present, Wanted::Absent].map(|wanted| want(&[name], &wanted)));
        }
        let first = |size: &usize| want(names.get(..*size).unwrap_or(&names), &Wanted::Present);
        wishes.extend(sizes.iter().map(first));
        let is_scalar =
            |schema: Schema<'_>| matches!(schema.type_(), "string" | "integer" | "number" | "boolean");
        let minor = self.minor;
        let scalars = schema.properties().filter(move |property| is_scalar(property.schema));
        let varied = scalars.take(MOST_VARIED).flat_map(move |property| {
            let own = values(&[property.schema], property.name, minor);
            let path = FieldPath::of_names(&[property.name]);
            let varied = own.filter(|value| !value.is_null()).take(MOST_VARIED);
            varied.map(move |value| Wants::from([(path.clone(), Wanted::Value(value))]))
        });
        // Alternatives are mostly about members that go together or do not.
        let asked: BTreeSet<&str> =
            self.facets.iter().flat_map(|facet| facet.required()).map(|(name, _)| name).collect();
        let asked: Vec<&str> = asked.into_iter().take(12).collect();
        let mut together = Vec::new();
        for (at, one) in asked.iter().enumerate() {
            let others = asked.iter().skip(at + 1);
            together.extend(others.map(|other| want(&[one, other], &Wanted::Present)));
        }
        together.extend([Wanted::Present, Wanted::Absent].map(|wanted| want(&asked, &wanted)));
        let wishes = wishes.into_iter().chain(varied).chain(together);
        let empty = Json::unplaced(JsonValue::Map(Vec::new()));
        std::iter::once(empty).chain(wishes.map(move |wants| self.with(wants)))
    }
}

/// The same want for each of some members.
fn want(names: &[&str], wanted: &Wanted) -> Wants {
    names.iter().map(|name| (FieldPath::of_names(&[name]), wanted.clone())).collect()
}
