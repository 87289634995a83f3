//! The walk over the schemas of a version on both sides, and every difference that it comes upon.
//!
//! Properties are matched by name, schemas in clauses first where they are equal, then by their number; rules by their
//! text. Must not know what a difference does.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use crdls_manifest::fields::Field;
use crdls_manifest::model::{FieldValue, OrBool, Schema, ValidationRule};
use crdls_minors::Minor;
use crdls_report::{FieldPath, PathStep};
use crdls_text::TextRange;
use crdls_values::Json;

use crate::code::{
    ADDITIONAL_PROPERTIES, ALL_OF, ANY_OF, ENUM, Effect, ITEMS, KEYWORDS, NOT, ONE_OF, PROPERTY, Part,
    REQUIRED, RULE, RULE_MESSAGE, What,
};
use crate::difference::{Difference, Polarity, Side, Site, Subject, json_of};
use crate::disjoint;

/// Deeper schemas are not compared: the server takes none that are as deep.
const DEEPEST: usize = 64;

/// All differences between the schemas of a version.
pub(crate) fn differences<'m>(
    old: Schema<'m>,
    new: Schema<'m>,
    [old_path, new_path]: [FieldPath; 2],
    minor: Minor,
) -> Vec<Difference<'m>> {
    let site = Site {
        old_path,
        new_path,
        value: FieldPath::default(),
        owner: [Some(old), Some(new)],
        owner_value: FieldPath::default(),
        polarity: Polarity::Same,
        in_clause: false,
    };
    let mut comparison = SchemaComparison { found: Vec::new(), minor, depth: 0 };
    comparison.schema(old, new, &site);
    comparison.found
}

struct SchemaComparison<'m> {
    found: Vec<Difference<'m>>,
    minor: Minor,
    depth: usize,
}

impl<'m> Site<'m> {
    /// The site of a schema below: its steps in the manifest and, where its values are other ones, in an object.
    fn below(&self, schema: &[PathStep], value: Option<PathStep>, owner: [Option<Schema<'m>>; 2]) -> Self {
        let [old_path, new_path] = [&self.old_path, &self.new_path].map(|path| path.with_all(schema));
        let mut site = Self { old_path, new_path, ..self.clone() };
        if let Some(step) = value {
            site.value = self.value.with(step);
            if !self.in_clause {
                site.owner_value = site.value.clone();
                site.owner = owner;
            }
        }
        site
    }

    fn keyword(&self, name: &str) -> [FieldPath; 2] {
        [self.old_path.child(name), self.new_path.child(name)]
    }
}

fn key(name: &str) -> PathStep {
    PathStep::Key(name.into())
}

fn side(range: TextRange, path: FieldPath) -> Option<Side> {
    Some(Side { range, path, value: None })
}

impl<'m> SchemaComparison<'m> {
    fn schema(&mut self, old: Schema<'m>, new: Schema<'m>, site: &Site<'m>) {
        if self.depth >= DEEPEST || old == new {
            return;
        }
        self.depth += 1;
        self.keywords(old, new, site);
        if has_other_type(old, new) {
            // What else is said of the values follows from their type.
            self.found.retain(|found| !is_consequence(found, site));
            self.depth -= 1;
            return;
        }
        self.enumerated(old, new, site);
        self.required(old, new, site);
        self.rules(old, new, site);
        self.clauses(old, new, site);
        self.items(old, new, site);
        self.additional_properties(old, new, site);
        self.properties(old, new, site);
        self.depth -= 1;
    }

    fn keywords(&mut self, old: Schema<'m>, new: Schema<'m>, site: &Site<'m>) {
        for (field, part) in KEYWORDS {
            let (a, b) = (old.object().get(*field), new.object().get(*field));
            let counts = |field: &Option<&'m FieldValue>| field.is_some_and(|field| !field.is_zero());
            let what = match (a.filter(|_| counts(&a)), b.filter(|_| counts(&b))) {
                (None, None) => continue,
                (None, Some(_)) => What::Added,
                (Some(_), None) => What::Removed,
                (Some(a), Some(b)) if a == b => continue,
                (Some(a), Some(b)) => compared(a, b),
            };
            // The keys come and go with the type.
            if *field == Field::XListMapKeys && what != What::Changed && old.list_type() != new.list_type() {
                continue;
            }
            let [old_path, new_path] = site.keyword(field.name());
            let written = |field: &FieldValue, path: FieldPath| Side {
                range: field.span.value,
                path,
                value: json_of(&field.value, field.span.value),
            };
            let sides = [a.map(|a| written(a, old_path)), b.map(|b| written(b, new_path))];
            let mut found =
                Difference::new(part, what, site, Subject::Keyword, sides, [Some(old), Some(new)]);
            if *field == Field::Format {
                found.effect = match [old, new].map(|schema| self.checks_format(schema)) {
                    [false, false] => Effect::Nothing,
                    // What is not checked is no format.
                    [true, false] => site.polarity.of(part.influence.effect(What::Removed)),
                    [false, true] => site.polarity.of(part.influence.effect(What::Added)),
                    [true, true] => found.effect,
                };
            }
            self.found.push(found);
        }
    }

    /// Whether the server checks the format of a schema.
    fn checks_format(&self, schema: Schema<'_>) -> bool {
        let (format, type_) = (schema.format(), schema.type_());
        !format.is_empty()
            && (crdls_minors::checks_format(format, type_, self.minor)
                || crdls_minors::is_format_of_numbers(format, type_))
    }

    fn enumerated(&mut self, old: Schema<'m>, new: Schema<'m>, site: &Site<'m>) {
        let (a, b): (Vec<_>, Vec<_>) = (old.enum_values().collect(), new.enum_values().collect());
        let known = |values: &[&Json]| values.iter().map(|value| value.to_json()).collect::<BTreeSet<_>>();
        let (in_old, in_new) = (known(&a), known(&b));
        let [old_path, new_path] = site.keyword("enum");
        let whole = |schema: Schema<'m>, path: FieldPath| {
            let field = schema.object().get(Field::Enum)?;
            Some(Side { range: field.span.value, path, value: json_of(&field.value, field.span.value) })
        };
        let (before, after) = (whole(old, old_path.clone()), whole(new, new_path.clone()));
        let schemas = [Some(old), Some(new)];
        let mut add = |what, subject, sides| {
            self.found.push(Difference::new(&ENUM, what, site, subject, sides, schemas));
        };
        match (a.is_empty(), b.is_empty()) {
            (true, true) => {}
            (true, false) => add(What::Added, Subject::Keyword, [None, after]),
            (false, true) => add(What::Removed, Subject::Keyword, [before, None]),
            (false, false) => {
                for (at, value) in
                    a.iter().enumerate().filter(|(_, value)| !in_new.contains(&value.to_json()))
                {
                    let gone = item_of(old, at, &old_path)
                        .map(|side| Side { value: Some((*value).clone()), ..side });
                    let sides = [gone, after.clone().map(|side| Side { value: None, ..side })];
                    add(What::ValueRemoved, Subject::Value(value), sides);
                }
                for (at, value) in
                    b.iter().enumerate().filter(|(_, value)| !in_old.contains(&value.to_json()))
                {
                    let new = item_of(new, at, &new_path)
                        .map(|side| Side { value: Some((*value).clone()), ..side });
                    let sides = [before.clone().map(|side| Side { value: None, ..side }), new];
                    add(What::ValueAdded, Subject::Value(value), sides);
                }
            }
        }
    }

    fn required(&mut self, old: Schema<'m>, new: Schema<'m>, site: &Site<'m>) {
        let [old_path, new_path] = site.keyword("required");
        let names = |schema: Schema<'m>| schema.required().map(|(name, _)| name).collect::<BTreeSet<_>>();
        let (before, after) = (names(old), names(new));
        let schemas = [Some(old), Some(new)];
        for (at, (name, range)) in new.required().enumerate().filter(|(_, (name, _))| !before.contains(name))
        {
            let sides = [None, side(range, new_path.item(at))];
            self.found.push(Difference::new(
                &REQUIRED,
                What::Added,
                site,
                Subject::Name(name),
                sides,
                schemas,
            ));
        }
        for (at, (name, range)) in old.required().enumerate().filter(|(_, (name, _))| !after.contains(name)) {
            let sides = [side(range, old_path.item(at)), None];
            self.found.push(Difference::new(
                &REQUIRED,
                What::Removed,
                site,
                Subject::Name(name),
                sides,
                schemas,
            ));
        }
    }

    fn rules(&mut self, old: Schema<'m>, new: Schema<'m>, site: &Site<'m>) {
        let (a, b): (Vec<_>, Vec<_>) = (old.validations().collect(), new.validations().collect());
        let schemas = [Some(old), Some(new)];
        let [old_path, new_path] = site.keyword("x-kubernetes-validations");
        let whole = |rule: &ValidationRule<'_>, at: usize, path: &FieldPath| Side {
            range: rule.span(Field::Rule).map_or(rule.range(), |span| span.value),
            path: path.item(at).child("rule"),
            value: None,
        };
        let pairs = paired(&a, &b);
        for (at, rule) in a.iter().enumerate().filter(|(at, _)| !pairs.contains_key(at)) {
            let sides = [Some(whole(rule, at, &old_path)), None];
            self.found.push(Difference::new(&RULE, What::Removed, site, Subject::Keyword, sides, schemas));
        }
        for (to, rule) in b.iter().enumerate() {
            let from = pairs.iter().find(|(_, its)| **its == to).map(|(from, _)| *from);
            let before = from.and_then(|from| Some((from, a.get(from)?)));
            let sides =
                [before.map(|(from, its)| whole(its, from, &old_path)), Some(whole(rule, to, &new_path))];
            let text = rule.rule();
            let (part, what, subject) = match before {
                None => (&RULE, What::Added, Subject::Rule(text)),
                Some((_, its)) if its.rule().trim() == rule.rule().trim() => {
                    if its.object() == rule.object() {
                        continue;
                    }
                    match its.optional_old_self() == rule.optional_old_self() {
                        true => (&RULE_MESSAGE, What::Changed, Subject::Keyword),
                        false => (&RULE, What::Changed, Subject::Rule(text)),
                    }
                }
                Some(_) => (&RULE, What::Changed, Subject::Rule(text)),
            };
            self.found.push(Difference::new(part, what, site, subject, sides, schemas));
        }
    }

    fn clauses(&mut self, old: Schema<'m>, new: Schema<'m>, site: &Site<'m>) {
        let outer = &Site { in_clause: true, ..site.clone() };
        let schemas = [old, new];
        self.clause(("allOf", &ALL_OF), schemas, schemas.map(|schema| schema.all_of().collect()), outer);
        self.clause(("anyOf", &ANY_OF), schemas, schemas.map(|schema| schema.any_of().collect()), outer);
        self.clause(("oneOf", &ONE_OF), schemas, schemas.map(|schema| schema.one_of().collect()), outer);
        let [old_path, new_path] = site.keyword("not");
        match (old.not(), new.not()) {
            (Some(a), Some(b)) => {
                let polarity = site.polarity.inside(Polarity::Flipped);
                self.schema(a, b, &Site { old_path, new_path, polarity, ..outer.clone() });
            }
            (None, Some(b)) => {
                self.whole(&NOT, What::Added, outer, [None, side(b.range(), new_path)], [None, Some(b)])
            }
            (Some(a), None) => {
                self.whole(&NOT, What::Removed, outer, [side(a.range(), old_path), None], [Some(a), None])
            }
            (None, None) => {}
        }
    }

    fn clause(
        &mut self,
        (name, part): (&str, &'static Part),
        schemas: [Schema<'m>; 2],
        [a, b]: [Vec<Schema<'m>>; 2],
        outer: &Site<'m>,
    ) {
        let [old_path, new_path] = outer.keyword(name);
        let is_all = part.name == ALL_OF.name;
        // Alternatives where there were none refuse; of several, one more accepts.
        if !is_all && a.is_empty() != b.is_empty() {
            let what = if a.is_empty() { What::Added } else { What::Removed };
            let effect = if a.is_empty() { Effect::Tightens } else { Effect::Loosens };
            let place = |schemas: &[Schema<'m>], path: FieldPath| side(schemas.first()?.range(), path);
            let sides = [place(&a, old_path), place(&b, new_path)];
            let mut found = Difference::new(part, what, outer, Subject::Keyword, sides, schemas.map(Some));
            found.effect = outer.polarity.of(effect);
            return self.found.push(found);
        }
        // Where no value satisfies two alternatives, one is satisfied where any is.
        let is_one = part.name == ONE_OF.name
            && !(disjoint::pairwise(&a, schemas[0]) && disjoint::pairwise(&b, schemas[1]));
        let inside = if is_one { Polarity::Mixed } else { Polarity::Same };
        let site = Site { polarity: outer.polarity.inside(inside), ..outer.clone() };
        let pairs = matched(&a, &b, |a, b| a == b);
        let start = self.found.len();
        for (from, to) in &pairs {
            if let (Some(a), Some(b)) = (a.get(*from), b.get(*to)) {
                let site =
                    Site { old_path: old_path.item(*from), new_path: new_path.item(*to), ..site.clone() };
                self.schema(*a, *b, &site);
            }
        }
        let has_effect = |found: &&Difference<'m>| found.effect != Effect::Nothing;
        let inside = self.found.iter().skip(start).filter(has_effect).count();
        let others = a.len() + b.len() - 2 * pairs.len();
        // What each of several differences does depends on the others: the alternatives changed as a whole.
        if is_one && inside + others > 1 {
            self.found.truncate(start);
            let place = |schemas: &[Schema<'m>], path: FieldPath| side(schemas.first()?.range(), path);
            let sides = [place(&a, old_path), place(&b, new_path)];
            return self.whole(part, What::Changed, outer, sides, schemas.map(Some));
        }
        let effect = |what: What| match part.name {
            _ if is_one => part.influence.effect(what),
            name if name == ALL_OF.name => part.influence.effect(what),
            _ => ANY_OF.influence.effect(what),
        };
        let mut add = |what: What, sides: [Option<Side>; 2], alternatives| {
            let mut found = Difference::new(part, what, outer, Subject::Keyword, sides, alternatives);
            found.effect = outer.polarity.of(effect(what));
            self.found.push(found);
        };
        for (at, schema) in a.iter().enumerate().filter(|(at, _)| !pairs.contains_key(at)) {
            add(What::Removed, [side(schema.range(), old_path.item(at)), None], [Some(*schema), None]);
        }
        for (at, schema) in b.iter().enumerate().filter(|(at, _)| !pairs.values().any(|to| to == at)) {
            add(What::Added, [None, side(schema.range(), new_path.item(at))], [None, Some(*schema)]);
        }
    }

    fn whole(
        &mut self,
        part: &'static Part,
        what: What,
        site: &Site<'m>,
        sides: [Option<Side>; 2],
        schemas: [Option<Schema<'m>>; 2],
    ) {
        self.found.push(Difference::new(part, what, site, Subject::Keyword, sides, schemas));
    }

    fn items(&mut self, old: Schema<'m>, new: Schema<'m>, site: &Site<'m>) {
        let (a, b) = (old.item_schema(), new.item_schema());
        let step = PathStep::name("items");
        match (a, b) {
            (Some(a), Some(b)) => {
                self.schema(a, b, &site.below(&[step], Some(PathStep::Index(0)), [Some(a), Some(b)]));
            }
            (None, None) => {}
            (a, b) => {
                let what = if a.is_none() { What::Added } else { What::Removed };
                let [old_path, new_path] = site.keyword("items");
                let place = |schema: Option<Schema<'m>>, path: FieldPath| side(schema?.range(), path);
                let sides = [place(a, old_path), place(b, new_path)];
                self.whole(&ITEMS, what, site, sides, [Some(old), Some(new)]);
            }
        }
    }

    fn additional_properties(&mut self, old: Schema<'m>, new: Schema<'m>, site: &Site<'m>) {
        let (a, b) = (old.additional_properties(), new.additional_properties());
        let schemas = match (a, b) {
            (Some(OrBool::Schema(a)), Some(OrBool::Schema(b))) => {
                let step = PathStep::name("additionalProperties");
                let site = site.below(&[step], Some(key("key")), [Some(a), Some(b)]);
                return self.schema(a, b, &site);
            }
            (a, b) if a == b => return,
            _ => [Some(old), Some(new)],
        };
        let what = match (a, b) {
            (None, _) => What::Added,
            (_, None) => What::Removed,
            _ => What::Changed,
        };
        let [old_path, new_path] = site.keyword("additionalProperties");
        let place =
            |schema: Schema<'m>, path: FieldPath| side(schema.span(Field::AdditionalProperties)?.value, path);
        let sides = [place(old, old_path), place(new, new_path)];
        self.whole(&ADDITIONAL_PROPERTIES, what, site, sides, schemas);
    }

    fn properties(&mut self, old: Schema<'m>, new: Schema<'m>, site: &Site<'m>) {
        let before: BTreeMap<_, _> = old.properties().map(|property| (property.name, property)).collect();
        let after: BTreeMap<_, _> = new.properties().map(|property| (property.name, property)).collect();
        let steps = |name: &str| [PathStep::name("properties"), key(name)];
        for (name, property) in &before {
            let schemas = [Some(property.schema), after.get(name).map(|after| after.schema)];
            let site = site.below(&steps(name), Some(PathStep::name(name)), schemas);
            match schemas {
                [Some(a), Some(b)] => self.schema(a, b, &site),
                schemas => {
                    let sides = [side(property.key, site.old_path.clone()), None];
                    self.property(What::Removed, &site, sides, schemas);
                }
            }
        }
        for (name, property) in after.iter().filter(|(name, _)| !before.contains_key(*name)) {
            let schemas = [None, Some(property.schema)];
            let site = site.below(&steps(name), Some(PathStep::name(name)), schemas);
            let sides = [None, side(property.key, site.new_path.clone())];
            self.property(What::Added, &site, sides, schemas);
        }
    }

    fn property(
        &mut self,
        what: What,
        site: &Site<'m>,
        sides: [Option<Side>; 2],
        schemas: [Option<Schema<'m>>; 2],
    ) {
        let mut found = Difference::new(&PROPERTY, what, site, Subject::Property, sides, schemas);
        if site.in_clause {
            // Clauses keep no fields: there a property only refuses values.
            let effect = if what == What::Added { Effect::Tightens } else { Effect::Loosens };
            found.effect = site.polarity.of(effect);
        }
        self.found.push(found);
    }
}

/// Whether no value of the type of one schema is of the type of the other.
pub(crate) fn has_other_type(old: Schema<'_>, new: Schema<'_>) -> bool {
    let types = [old.type_(), new.type_()];
    let are_numbers = types.iter().all(|type_| ["integer", "number"].contains(type_));
    types[0] != types[1] && types.iter().all(|type_| !type_.is_empty()) && !are_numbers
}

/// Whether a difference is of a keyword next to the type of a node, and has an effect.
fn is_consequence(found: &Difference<'_>, site: &Site<'_>) -> bool {
    let is_here = found.site.old_path == site.old_path && matches!(found.subject, Subject::Keyword);
    is_here && found.code.part.name != "type" && found.effect != Effect::Nothing
}

/// How a value became another.
fn compared(a: &FieldValue, b: &FieldValue) -> What {
    use crdls_manifest::model::Value;
    let number = |value: &Value| match value {
        Value::Int(value) => Some(*value as f64),
        Value::Float(value) => Some(*value),
        _ => None,
    };
    let (Some(a), Some(b)) = (number(&a.value), number(&b.value)) else { return What::Changed };
    match a.partial_cmp(&b) {
        Some(Ordering::Less) => What::Raised,
        Some(Ordering::Greater) => What::Lowered,
        _ => What::Changed,
    }
}

/// An item of the `enum` of a schema.
fn item_of(schema: Schema<'_>, at: usize, path: &FieldPath) -> Option<Side> {
    let item = schema.object().list(Field::Enum).get(at)?;
    side(item.range, path.item(at))
}

/// The number of the new item for each old one: equal ones first, in order, then the others by their number.
fn matched<T>(a: &[T], b: &[T], same: impl Fn(&T, &T) -> bool) -> BTreeMap<usize, usize> {
    let mut pairs: BTreeMap<usize, usize> = BTreeMap::new();
    for (from, old) in a.iter().enumerate() {
        let is_free = |to: &usize| !pairs.values().any(|taken| taken == to);
        let found =
            b.iter().enumerate().filter(|(to, new)| is_free(to) && same(old, new)).map(|(to, _)| to).next();
        if let Some(to) = found {
            pairs.insert(from, to);
        }
    }
    for (from, _) in a.iter().enumerate() {
        if !pairs.contains_key(&from) && from < b.len() && !pairs.values().any(|taken| *taken == from) {
            pairs.insert(from, from);
        }
    }
    pairs
}

/// The number of the new rule for each old one: those of the same text, then those of the same message.
fn paired(a: &[ValidationRule<'_>], b: &[ValidationRule<'_>]) -> BTreeMap<usize, usize> {
    let mut pairs: BTreeMap<usize, usize> = BTreeMap::new();
    let mut pair = |same: &dyn Fn(&ValidationRule<'_>, &ValidationRule<'_>) -> bool| {
        for (from, old) in a.iter().enumerate() {
            let is_free = |to: &usize| !pairs.values().any(|taken| taken == to);
            let found =
                b.iter().enumerate().find(|(to, new)| is_free(to) && same(old, new)).map(|(to, _)| to);
            if let Some(to) = found.filter(|_| !pairs.contains_key(&from)) {
                pairs.insert(from, to);
            }
        }
    };
    pair(&|a, b| a.object() == b.object());
    pair(&|a, b| a.rule().trim() == b.rule().trim());
    pair(&|a, b| !a.message().is_empty() && a.message() == b.message());
    pairs
}
