//! Markers of one declaration that say the same thing twice, or two things.

use std::collections::BTreeMap;

use crdls_report::{Finding, Related, code};

use super::{Context, finding, fix, help, is_commented_out, type_below, whole_lines, why};
use crate::Parsed;
use crate::apply::decide_required;
use crate::collect::Owner;
use crate::program::GoFile;

code!(
    DUPLICATE_MARKER,
    "duplicate-marker",
    Warning,
    advice,
    "a marker that is repeated, of which one counts"
);
code!(
    CONTRADICTORY_MARKERS,
    "contradictory-markers",
    Warning,
    advice,
    "a field is marked as required and as optional"
);

/// Markers by what they belong to.
pub(super) fn check(context: Context<'_>, found: &mut Vec<Finding>) {
    let mut owners: Vec<Owner> = context.file.markers.markers().iter().map(|read| read.owner).collect();
    owners.sort_unstable();
    owners.dedup();
    for owner in owners.into_iter().filter(|owner| owner.target().is_some()) {
        let markers: Vec<&Parsed> = context.file.markers.values_of(owner).collect();
        duplicates(context, owner, &markers, found);
        if matches!(owner, Owner::Field(_)) {
            contradictions(context, &markers, found);
        }
    }
}

fn duplicates(context: Context<'_>, owner: Owner, markers: &[&Parsed], found: &mut Vec<Finding>) {
    let mut by_name: BTreeMap<&str, Vec<&Parsed>> = BTreeMap::new();
    for parsed in markers.iter().filter(|parsed| !parsed.marker.many) {
        by_name.entry(parsed.marker.name).or_default().push(parsed);
    }
    for (name, same) in by_name {
        // Of a package and of deep copies the first one counts, of a schema the last one.
        let first_counts = owner == Owner::Package
            || name.starts_with("kubebuilder:object:")
            || name.starts_with("k8s:deepcopy");
        let counts = if first_counts { same.first() } else { same.last() };
        let Some(own) = counts else { continue };
        let before = (owner == Owner::Package).then(|| in_file_before(context, name)).flatten();
        let (file, counts) = before.map_or((context.file, *own), |(file, parsed)| (file, parsed));
        let is_elsewhere = before.is_some();
        for parsed in same.iter().filter(|parsed| is_elsewhere || parsed.range != counts.range) {
            let is_same = context.text(parsed.range) == counts.range.of(&file.text);
            let below = (owner == Owner::Package).then(|| type_below(context, parsed.range.end)).flatten();
            // Files of a package that say the same mislead nobody, except above a type.
            if is_same && (is_elsewhere && below.is_none() || is_commented_out(context, parsed.range)) {
                continue;
            }
            let which = if first_counts { "first" } else { "last" };
            let message = if is_same {
                format!("`+{name}` is repeated")
            } else {
                format!("`+{name}` is repeated with another value, and the {which} one counts")
            };
            let mut one = finding(&DUPLICATE_MARKER, parsed.range, message);
            if let Some(below) = below {
                why(&mut one, format!("Only packages have this marker: it is not `{below}`'s."));
            }
            let message = "this one counts".to_owned();
            let file = is_elsewhere.then(|| file.path.clone());
            one.related.push(Related { file, range: counts.range, message });
            let line = whole_lines(&context.file.text, parsed.range);
            one.fixes.push(fix("remove this one", is_same, line, ""));
            found.push(one);
        }
    }
}

/// The first marker of a name that files of the package before this one have: controller-gen reads them in order.
fn in_file_before<'p>(context: Context<'p>, name: &str) -> Option<(&'p GoFile, &'p Parsed)> {
    let files = context.package.files.iter().take_while(|file| file.path < context.file.path);
    files.filter(|file| file.is_built()).find_map(|file| {
        let mut markers = file.markers.values_of(Owner::Package);
        markers.find(|parsed| parsed.marker.name == name).map(|parsed| (&**file, parsed))
    })
}

fn contradictions(context: Context<'_>, markers: &[&Parsed], found: &mut Vec<Finding>) {
    let asked = decide_required(markers.iter().copied());
    let says = |is_required| if is_required { "required" } else { "optional" };
    let asked: Vec<(&Parsed, &str)> = asked.map(|(marker, required)| (marker, says(required))).collect();
    let Some((winner, says)) = asked.first() else { return };
    for (loser, other) in asked.iter().skip(1).filter(|(_, other)| other != says) {
        let (kept, lost) = (winner.marker.name, loser.marker.name);
        let message = format!("`+{lost}` and `+{kept}` on one field: the field is {says}");
        let mut one = finding(&CONTRADICTORY_MARKERS, loser.range, message);
        why(&mut one, format!("controller-gen asks for `+{kept}` first, and does not look at `+{lost}`."));
        help(
            &mut one,
            format!("Remove the one that is not meant; the other says that the field is {other}."),
        );
        one.related.push(Related { file: None, range: winner.range, message: "this one counts".to_owned() });
        let line = whole_lines(&context.file.text, loser.range);
        one.fixes.push(fix(format!("remove `+{lost}`"), false, line, ""));
        found.push(one);
    }
}
