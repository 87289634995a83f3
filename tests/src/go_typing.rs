//! Markers and tags of real Go that are typed again: a part is cut at a cursor, completion is asked for, and each item
//! is accepted.

use std::collections::BTreeMap;
use std::sync::Arc;

use crdls_go_source::{Node, StructTag, Visitor, walk};
use crdls_markers::Read;
use crdls_markers::findings::{Settings, Survey, check};
use crdls_markers::grammar::{Value, ValueKind};
use crdls_markers::help::{Completion, HelpContext, completions};
use crdls_markers::program::{GoFile, Package, Program};
use crdls_markers::registry::{Argument, Target, Version, lookup};
use crdls_report::Severity;
use crdls_text::TextRange;

use crate::random::Random;

/// What is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The name of a marker.
    Name,
    /// The name of an argument.
    Argument,
    /// A value of those that the marker takes, or the name of a field or constant.
    Choice,
    /// A value that the author alone knows: a number, a pattern, a text.
    Free,
    /// The name in a `json` tag.
    TagName,
    /// An option in a `json` tag.
    TagOption,
}

/// A part of a marker or tag.
#[derive(Clone, Debug)]
pub struct Place {
    package: String,
    file: usize,
    pub part: Part,
    /// What it is a part of: the marker's name, with the argument's.
    pub of: String,
    /// The part.
    range: TextRange,
    /// What may be cut with it.
    with_rest: TextRange,
    /// The whole marker, or the value of the tag.
    whole: TextRange,
    owner: Option<(Target, FromGodoc)>,
}

/// Whether a marker is in the documentation of its declaration.
type FromGodoc = bool;

/// What became of a place.
#[derive(Clone, Debug)]
pub struct Retyped {
    /// The line as it is typed, with `|` at the cursor.
    pub typed: String,
    /// The part that was cut.
    pub cut: String,
    owner: Option<(Target, FromGodoc)>,
    /// The label of each item, and what accepting it makes of the marker or tag.
    pub accepted: Vec<(String, String)>,
    pub original: String,
    /// The name of a marker or argument.
    name: Option<String>,
    /// What does not fit the type once it is accepted.
    pub misfits: Vec<String>,
}

impl Retyped {
    /// Whether a tag was typed.
    pub fn is_tag(&self) -> bool {
        self.owner.is_none()
    }

    /// What a marker describes; `None` of a tag. Above the documentation of a type, some are of the package.
    pub fn target(&self, marker: &str) -> Option<Target> {
        let (target, from_godoc) = self.owner?;
        let is_known = lookup(marker, target, Version::NEWEST).is_some();
        Some(if target == Target::Type && !from_godoc && !is_known { Target::Package } else { target })
    }

    /// Whether an item restores the original, or is the name that was cut together with its value.
    pub fn is_restored(&self) -> bool {
        let is_name = |label: &str| self.name.as_deref() == Some(label.trim_start_matches('+'));
        self.accepted.iter().any(|(label, text)| *text == self.original || is_name(label))
    }
}

/// All places of the packages that CRDs are made of.
pub fn places(program: &Program) -> Vec<Place> {
    let mut found = Vec::new();
    for package in program.packages().filter(|package| package.is_api()) {
        for (index, file) in package.files.iter().enumerate() {
            let mut add = |part, of: String, range: TextRange, with_rest, whole, owner| {
                let package = package.import_path.clone();
                found.push(Place { package, file: index, part, of, range, with_rest, whole, owner });
            };
            file.markers.markers().iter().for_each(|read| of_marker(&file.text, read, &mut add));
            let mut tags = Tags { text: &file.text, add: &mut add };
            walk(&file.syntax, &mut tags);
        }
    }
    found
}

type Add<'a> = dyn FnMut(Part, String, TextRange, TextRange, TextRange, Option<(Target, FromGodoc)>) + 'a;

fn of_marker(text: &str, read: &Read, add: &mut Add<'_>) {
    let Some(parsed) = read.parsed.as_ref().filter(|parsed| parsed.errors.is_empty()) else { return };
    let owner = read.owner.target().map(|target| (target, read.from_godoc));
    let name = parsed.marker.name;
    add(
        Part::Name,
        name.to_owned(),
        parsed.name,
        TextRange::new(parsed.name.start, parsed.range.end),
        read.range,
        owner,
    );
    let mut values = |of: String, argument: Option<&Argument>, value: &Value| {
        let mut leaves = Vec::new();
        leaves_of(value, &mut leaves);
        for leaf in leaves {
            let raw = leaf.range.of(text);
            let is_quoted = raw.len() > 1 && raw.starts_with(['"', '`']);
            let inner = match is_quoted {
                true => TextRange::new(leaf.range.start + 1, leaf.range.end - 1),
                false => leaf.range,
            };
            let part = part_of_value(name, argument, leaf);
            add(part, of.clone(), inner, if is_quoted { inner } else { leaf.range }, read.range, owner);
        }
    };
    if let Some(value) = &parsed.value {
        values(name.to_owned(), parsed.marker.arguments.first(), value);
    }
    for argument in &parsed.arguments {
        let known = parsed.marker.arguments.iter().find(|known| known.name == argument.name);
        if let Some(value) = &argument.value {
            values(format!("{name}:{}", argument.name), known, value);
        }
    }
    for argument in &parsed.arguments {
        let end = argument.value.as_ref().map_or(argument.name_range.end, |value| value.range.end);
        let with_rest = TextRange::new(argument.name_range.start, end);
        let of = format!("{name}:{}", argument.name);
        add(Part::Argument, of, argument.name_range, with_rest, read.range, owner);
    }
}

fn leaves_of<'v>(value: &'v Value, found: &mut Vec<&'v Value>) {
    match &value.kind {
        ValueKind::List(items) => items.iter().for_each(|item| leaves_of(item, found)),
        ValueKind::Map(_) => {}
        _ => found.push(value),
    }
}

fn part_of_value(marker: &str, argument: Option<&Argument>, value: &Value) -> Part {
    let paths = ["JSONPath", "specpath", "statuspath", "selectorpath"];
    let is_choice = matches!(value.kind, ValueKind::Bool(_))
        || marker.ends_with("listMapKey")
        || marker.ends_with("OneOf")
        || argument.is_some_and(|argument| !argument.values.is_empty() || paths.contains(&argument.name));
    if is_choice { Part::Choice } else { Part::Free }
}

struct Tags<'t, 'a, 'b> {
    text: &'t str,
    add: &'a mut Add<'b>,
}

impl<'f> Visitor<'f> for Tags<'_, '_, '_> {
    fn enter(&mut self, node: Node<'f>) {
        let Node::Field(field) = node else { return };
        let Some(tag) = field.tag.filter(|tag| tag.of(self.text).starts_with('`')) else { return };
        let tag = StructTag::parse(self.text, tag);
        let Some(entry) = tag.get("json") else { return };
        let whole = TextRange::new(entry.value_range.start + 1, entry.value_range.end - 1);
        for (at, option) in entry.options().iter().enumerate() {
            let part = if at == 0 { Part::TagName } else { Part::TagOption };
            if !option.text.is_empty() && option.text != "-" {
                let of = if at == 0 { "name" } else { option.text };
                (self.add)(
                    part,
                    of.to_owned(),
                    option.range,
                    TextRange::new(option.range.start, whole.end),
                    whole,
                    None,
                );
            }
        }
    }

    fn leave(&mut self, _: Node<'f>) {}
}

/// Places of all kinds: one half as often as they are written, the other each marker and argument alike.
pub fn choose<'p>(places: &'p [Place], random: &mut Random, wanted: usize) -> Vec<&'p Place> {
    let mut groups: BTreeMap<(Part, &str), Vec<&Place>> = BTreeMap::new();
    for place in places {
        groups.entry((place.part, place.of.as_str())).or_default().push(place);
    }
    let groups: Vec<_> = groups.into_values().collect();
    let mut chosen = Vec::new();
    while chosen.len() < wanted && !places.is_empty() {
        let group = random.below(groups.len());
        let place = match random.below(2) {
            0 => places.get(random.below(places.len())),
            _ => groups.get(group).and_then(|group| random.pick(group)).copied(),
        };
        chosen.extend(place);
    }
    chosen
}

/// Cuts a part and accepts each item that begins with what is left of it.
pub fn retyped(
    program: &mut Program,
    survey: &Survey,
    settings: Settings,
    place: &Place,
    random: &mut Random,
) -> Option<Retyped> {
    let package = program.package(&place.package)?.clone();
    let file = package.files.get(place.file)?.clone();
    let text = &file.text;
    let cut = match random.below(2) {
        0 => place.with_rest,
        _ => place.range,
    };
    let kept = random.below(place.range.len() as usize);
    let mut start = place.range.start as usize + kept;
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let cursor = start as u32;
    let typed = format!("{}{}", &text[..start], &text[cut.end as usize..]);
    replace(program, &package, &file, &typed, settings);
    let items = offered(program, &place.package, &file.path, settings, cursor);
    let whole = TextRange::new(place.whole.start, place.whole.end - (cut.end - cursor));
    let mut retyped = Retyped {
        typed: format!(
            "{}: {}|{}",
            file.path,
            &typed[place.whole.start as usize..start],
            &typed[start..whole.end as usize]
        ),
        cut: text[start..cut.end as usize].to_owned(),
        owner: place.owner,
        accepted: Vec::new(),
        original: place.whole.of(text).to_owned(),
        name: matches!(place.part, Part::Name | Part::Argument).then(|| place.range.of(text).to_owned()),
        misfits: Vec::new(),
    };
    let mut fitting: Vec<(String, String)> = Vec::new();
    for item in items.iter().filter(|item| is_kept(item, &typed, cursor)) {
        let before = &typed[whole.start as usize..item.range.start as usize];
        let after = typed.get(item.range.end as usize..whole.end as usize).unwrap_or("");
        let made = format!("{before}{}{after}", item.text);
        let whole_text = format!(
            "{}{made}{}",
            &typed[..whole.start as usize],
            &typed[whole.end.max(item.range.end) as usize..]
        );
        fitting.push((made.clone(), whole_text));
        retyped.accepted.push((item.label.clone(), made));
    }
    // What does not fit the type is looked for in some of them: all markers of the file are read each time.
    for _ in 0..3.min(fitting.len()) {
        let (made, whole_text) = fitting.swap_remove(random.below(fitting.len()));
        replace(program, &package, &file, &whole_text, settings);
        let range = TextRange::new(whole.start, whole.start + made.len() as u32);
        let found = errors_in(program, survey, settings, (&place.package, &file.path), range);
        retyped.misfits.extend(found.into_iter().map(|error| format!("{made}: {error}")));
    }
    program.insert(package);
    Some(retyped)
}

/// Whether an editor keeps an item: it begins with what is typed.
fn is_kept(item: &Completion, text: &str, cursor: u32) -> bool {
    let Some(typed) = text.get(item.range.start as usize..cursor as usize) else { return false };
    item.text.starts_with(typed) || item.label.trim_start_matches('+').starts_with(typed)
}

fn replace(program: &mut Program, package: &Package, file: &GoFile, text: &str, settings: Settings) {
    let mut files = package.files.clone();
    files.retain(|known| known.path != file.path);
    files.push(Arc::new(GoFile::new(file.path.clone(), text.into(), settings.version)));
    program.insert(Package::new(package.import_path.clone(), files));
}

fn offered(program: &Program, package: &str, path: &str, settings: Settings, cursor: u32) -> Vec<Completion> {
    let Some(package) = program.package(package) else { return Vec::new() };
    let Some(file) = package.files.iter().find(|file| file.path == path) else { return Vec::new() };
    let Settings { version, flags } = settings;
    completions(HelpContext { program, package, file, version, flags }, cursor)
}

fn errors_in(
    program: &Program,
    survey: &Survey,
    settings: Settings,
    (package, path): (&str, &str),
    range: TextRange,
) -> Vec<String> {
    let Some(package) = program.package(package) else { return Vec::new() };
    let Some(file) = package.files.iter().find(|file| file.path == path) else { return Vec::new() };
    let found = check(program, package, file, survey, settings).into_iter();
    let here = found.filter(|finding| finding.severity == Severity::Error && range.covers(finding.range));
    here.map(|finding| finding.message).collect()
}
