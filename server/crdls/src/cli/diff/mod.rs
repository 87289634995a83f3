//! `crdls diff`: what a change of CRDs breaks, each break with an object that shows it.
//!
//! Must not know how a change is classified, nor how it looks.

mod side;

use std::collections::BTreeSet;
use std::sync::Arc;

use crdls_change::{Change, Comparison, IgnoredChange, compare_sides};
use crdls_report::Config;

use super::args::{DiffArgs, FailOn, Format};
use super::inputs::{RunOptions, run_options};
use super::outcome::{Ended, Outcome, print, say, warn};
use crate::render::{Changes, Compared, count};
use crdls_system::files::unwritten;
use crdls_system::guard::guarded;
use crdls_system::threads::Threads;
use side::{Side, add_go, choose};

/// Does what `crdls diff` asks.
pub(crate) fn run(args: &DiffArgs) -> Ended {
    let format = args.common.format_of("diff")?;
    let RunOptions { config, excluded, mut ignored_changes, go, base, .. } = run_options(&args.common)?;
    let config = Arc::new(config);
    ignored_changes.extend(args.ignore.iter().cloned());
    let mut outcome = Outcome::Clean;
    let threads = Threads::new(args.common.threads);
    let places = [&*args.old, args.new.as_deref().unwrap_or(".")];
    let (old, new) = if places.iter().all(|place| Side::is_of_commit(place)) {
        let [old, new] = places.map(|place| || Side::of_commit(place, &excluded, &config));
        threads.both(old, new)
    } else {
        let [old, new] = places.map(|place| Side::read(place, &excluded, &config, &mut outcome));
        (old, new)
    };
    let (mut old, mut new) = (old?, new?);
    old.demand(&new).and_then(|()| new.demand(&old))?;
    add_go(&mut old, &mut new, (&go, &base), &config, &threads);
    choose(&mut old, &mut new);
    for side in [&old, &new] {
        side.warnings.iter().for_each(warn);
        // The first CRD of a repository is new, and its last one may be removed.
        if side.is_empty() {
            warn(format_args!("there is no CRD in {}", side.label));
        }
    }
    if !args.stored_versions.is_empty() {
        old.set_stored_versions(&args.stored_versions);
    }
    let mut objects = new.objects.clone();
    for path in &args.objects {
        let mut side = Side::read(&path.to_string_lossy(), &excluded, &config, &mut outcome)?;
        side.demand(&Side::default())?;
        objects.extend(side.objects);
    }
    let names: BTreeSet<&str> = old.names().chain(new.names()).collect();
    let values: Vec<_> = objects.iter().map(|object| object.value.clone()).collect();
    let one = |name: &str| match guarded(name, || compared(name, &old, &new, &values, &config)) {
        Ok(found) => found,
        Err(why) => {
            warn(why);
            Comparison::default()
        }
    };
    let found =
        threads.map(names.into_iter().map(|name| (name, one)).collect(), |(name, one)| (name, one(name)));
    Ok(report((args, format, &ignored_changes), &old, &new, found, &objects)?.max(outcome))
}

/// What differs in the CRD of a name.
fn compared(
    name: &str,
    old: &Side,
    new: &Side,
    objects: &[crdls_values::Json],
    config: &Config,
) -> Comparison {
    let mut found = compare_sides(old.definition(name), new.definition(name), objects, config);
    found.changes.retain(|change| !is_unknown(change, old, new));
    found
}

/// Whether a change depends on a Go type that is not found on one of the sides.
fn is_unknown(change: &Change, old: &Side, new: &Side) -> bool {
    let is_in_both = change.old.is_some() && change.new.is_some();
    let own = [&change.old, &change.new].into_iter().flatten().map(|side| &side.path);
    let mut paths = own.chain([&change.path]);
    paths.any(|path| [old, new].iter().any(|side| side.is_unknown(&change.crd, path, is_in_both)))
}

fn report(
    (args, format, ignored): (&DiffArgs, Format, &[IgnoredChange]),
    old: &Side,
    new: &Side,
    found: Vec<(&str, Comparison)>,
    objects: &[side::NamedObject],
) -> Ended {
    let is_asked = |change: &Change| args.class.is_empty() || args.class.contains(&change.class);
    let mut compared = Compared {
        old: old.label.clone(),
        new: new.label.clone(),
        breaking_only: args.breaking_only,
        ..Compared::default()
    };
    for (name, mut comparison) in found {
        comparison.changes.retain(is_asked);
        let named = |number: usize| Some(objects.get(number)?.name.clone());
        compared.take(comparison, [old.position(name), new.position(name)], named, ignored);
    }
    compared.sort();
    if let Some(path) = &args.witness {
        write_witnesses(path, &compared)?;
    }
    let sources = [&old.sources[..], &new.sources[..]];
    let view = Changes { compared: &compared, sources };
    let color = args.common.color.wanted();
    let printed = match format {
        Format::Json => print([view.json()]),
        Format::Concise => print([view.concise()]),
        Format::Markdown => print([view.markdown()]),
        Format::Github => print([view.github()]),
        Format::Sarif => print([view.sarif()]),
        // The others were refused.
        _ => print([view.full(color)]),
    };
    if format != Format::Json && format != Format::Markdown {
        say(summary(&compared));
    }
    let fails = compared.changes.iter().any(|(change, _)| args.fail_on.fails(change));
    Ok(printed.max(if fails { Outcome::Errors } else { Outcome::Clean }))
}

impl FailOn {
    const fn fails(self, change: &Change) -> bool {
        match self {
            Self::Breaking => change.is_breaking(),
            Self::Unproven => change.is_breaking() || change.is_unproven(),
            Self::Any => true,
            Self::Never => false,
        }
    }
}

fn summary(compared: &Compared) -> String {
    let classes = compared.classes();
    let mut text = compared.counted();
    if !classes.is_empty() {
        text += &format!(" ({classes})");
    }
    if compared.checked > 0 {
        text += &format!(
            "; {}, {} no longer accepted",
            count(compared.checked, "object"),
            compared.refused.len()
        );
    }
    text
}

/// Writes the objects that show breaking changes as manifests.
fn write_witnesses(path: &std::path::Path, compared: &Compared) -> Result<(), String> {
    let mut text = String::new();
    for (change, _) in compared.changes.iter().filter(|(change, _)| change.is_breaking()) {
        if let Some(witness) = change.witness().filter(|witness| !witness.object.is_null()) {
            text += &format!("---\n# {}\n", change.message);
            text += &crdls_witness::to_yaml(&witness.object);
        }
    }
    std::fs::write(path, text).map_err(|err| unwritten(path.display(), &err))
}
