//! Markers and tags of API modules, typed again: what is accepted restores them, or is a marker that controller-gen reads
//! (needs Go).

use std::collections::BTreeMap;

use crdls_markers::findings::{Settings, Survey};
use crdls_tests::go_modules::{API_MODULES, module};
use crdls_tests::go_typing::{Part, Place, Retyped, choose, places, retyped};
use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_tests::{controller_gen, go_project};

use super::live::ask;

/// Places in all modules together, or as many as `CRDLS_PLACES` says.
const PLACES: usize = 1_000;

/// How much of each part an item restores, in percent. What only the author knows is not expected.
const EXPECTED: &[(Part, usize)] =
    &[(Part::Name, 95), (Part::Argument, 95), (Part::Choice, 90), (Part::TagName, 80), (Part::TagOption, 95)];

/// The places of a module, retyped.
fn of_module(name: &str, wanted: usize, random: &mut Random) -> Vec<(Place, Retyped)> {
    let Some(folder) = module(name) else { return Vec::new() };
    let settings = Settings::default();
    let mut program = go_project::program(&folder, settings);
    let survey = Survey::of(&program);
    let all = places(&program);
    let chosen: Vec<Place> = choose(&all, random, wanted).into_iter().cloned().collect();
    let type_again = |place: Place| {
        let retyped = retyped(&mut program, &survey, settings, &place, random)?;
        Some((place, retyped))
    };
    chosen.into_iter().filter_map(type_again).collect()
}

/// The tags that are none: a name that Go's encoding/json takes, and options that it or controller-gen knows.
fn broken_tags(all: &[(Place, Retyped)]) -> Vec<String> {
    let is_tag = |text: &str| {
        let mut parts = text.split(',');
        let name = parts.next().unwrap_or_default();
        let is_name = name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.$".contains(c));
        is_name && parts.all(|option| ["omitempty", "omitzero", "inline", "string"].contains(&option))
    };
    let tags = all.iter().filter(|(_, retyped)| retyped.is_tag());
    let broken = tags.flat_map(|(_, retyped)| {
        let made = retyped.accepted.iter().filter(|(_, text)| *text != retyped.original && !is_tag(text));
        made.map(|(label, text)| format!("{}: {label} makes {text}", retyped.typed))
    });
    broken.collect()
}

#[test]
fn accepted_items_are_markers_of_controller_gen() {
    let Some(binary) = controller_gen::reader_or_skip("completion of markers") else { return };
    let wanted = number("CRDLS_PLACES").unwrap_or(PLACES);
    let mut random = Random::new(number("CRDLS_SEED").unwrap_or(1));
    let each = wanted.div_ceil(API_MODULES.len());
    let all: Vec<_> = API_MODULES.iter().flat_map(|name| of_module(name, each, &mut random)).collect();
    if all.is_empty() {
        println!("completion of markers: skipped, no module is served");
        return;
    }
    let made: Vec<_> = all
        .iter()
        .flat_map(|(_, retyped)| retyped.accepted.iter().map(move |(label, text)| (retyped, label, text)))
        .filter(|(retyped, _, text)| **text != retyped.original)
        .filter_map(|(retyped, label, text)| Some((retyped, label, (text.clone(), retyped.target(text)?))))
        .collect();
    let markers: Vec<_> = made.iter().map(|(_, _, marker)| marker.clone()).collect();
    let answers = ask(&binary, &markers);
    let mut broken = broken_tags(&all);
    for ((retyped, label, (marker, _)), answer) in made.iter().zip(&answers) {
        let is_refused = answer["errors"].as_array().is_none_or(|errors| !errors.is_empty());
        if answer["name"] == "" || is_refused {
            broken.push(format!("{}: {label} makes {marker}: {}", retyped.typed, answer["errors"]));
        }
    }
    broken.extend(all.iter().flat_map(|(_, retyped)| retyped.misfits.clone()));
    let restored = print_restored(&all);
    println!("{} places, {} items accepted, {} broken", all.len(), made.len(), broken.len());
    assert!(broken.is_empty(), "{}", broken.iter().take(60).cloned().collect::<Vec<_>>().join("\n"));
    for (part, percent) in EXPECTED {
        let (there, of) = restored.get(part).copied().unwrap_or_default();
        assert!(there * 100 >= of * percent, "{part:?}: {there} of {of} restored, {percent} % expected");
    }
}

/// How many places of each part an item restores.
fn print_restored(all: &[(Place, Retyped)]) -> BTreeMap<Part, (usize, usize)> {
    let mut restored: BTreeMap<Part, (usize, usize)> = BTreeMap::new();
    for (place, retyped) in all {
        let (there, of) = restored.entry(place.part).or_default();
        *of += 1;
        *there += usize::from(retyped.is_restored());
        if !retyped.is_restored() && place.part != Part::Free {
            println!("{:?} {}: `{}` is not offered: {}", place.part, place.of, retyped.cut, retyped.typed);
        }
    }
    for (part, (there, of)) in &restored {
        println!("{part:?}: {there} of {of} restored");
    }
    restored
}
