//! `crdls versions --add`: one version more in the manifest, and the suites that test it.
//!
//! Must not know how a version is copied.

use std::path::Path;

use crdls_ide::VersionEdit;
use crdls_manifest::model::Version;
use crdls_resource::IndexedCrd;

use super::round_trip::suite;
use super::{Crds, no_version, object};
use crate::cli::args::VersionsArgs;
use crate::cli::outcome::{Ended, Outcome, print, say, trouble};
use crate::render::{Source, one_line, unified};
use crdls_system::files::{create, reason, replace, unwritten};

/// Adds the version `name`, copied from `from`, to the one CRD that has `from`.
pub(super) fn run(crds: &Crds<'_>, (name, from): (&str, &str), args: &VersionsArgs) -> Ended {
    let found = crds.with_version(from);
    let known = match &*found {
        [] => return Err(no_version(crds, from).into()),
        [known] => *known,
        several => {
            let files: Vec<_> = several.iter().map(|known| &*known.source).collect();
            let (number, files) = (files.len(), files.join(", "));
            return Err(
                format!("{number} CRDs have a version `{from}`: name the file of one: {files}").into()
            );
        }
    };
    let has = |name: &str| known.crd().versions().find(|version| version.name() == name);
    if has(name).is_some() {
        return Err(format!("{} has a version `{name}` already", one_line(&known.source)).into());
    }
    let (Some(source), Some(version)) = (crds.source(known), has(from)) else { return Ok(Outcome::Trouble) };
    let edited = object(source, known).and_then(|crd| VersionEdit::Copy { from, name }.applied(crd));
    let Some(text) = edited else {
        let why = "its versions are in flow style, or it has an anchor or an alias";
        return Err(format!("{}: `{from}` cannot be copied: {why}", source.name).into());
    };
    if args.diff {
        return Ok(print([unified(&source.name, source.file().text(), &text)]));
    }
    let written = write(crds, source, &text);
    match &args.tests {
        Some(folder) => Ok(written.max(write_suites(folder, known, version, name, crds)?)),
        None => Ok(written),
    }
}

/// Writes the manifest; that of standard input is printed.
fn write(crds: &Crds<'_>, source: &Source, text: &str) -> Outcome {
    let Some(path) = crds.paths.get(&source.name).and_then(Option::as_ref) else { return print([text]) };
    match replace(path, text) {
        Ok(()) => Outcome::Clean,
        Err(err) => trouble(unwritten(&source.name, &err)),
    }
}

/// Writes a suite for each of both versions; an existing file stays.
fn write_suites(folder: &Path, known: &IndexedCrd, from: Version<'_>, name: &str, crds: &Crds<'_>) -> Ended {
    let Some(round_trip) = suite(known, from, crds.config) else {
        return Err(format!("no object of `{}` was found that the server accepts", from.name()).into());
    };
    std::fs::create_dir_all(folder)
        .map_err(|err| format!("cannot create {}: {}", folder.display(), reason(&err)))?;
    let kind = known.crd().spec().names().kind().to_lowercase();
    let mut outcome = Outcome::Clean;
    for version in [from.name(), name] {
        let path = folder.join(format!("{kind}_{version}_round_trip.yaml"));
        match create(&path, &round_trip.of_version(version)) {
            Ok(()) => say(format_args!("wrote {}", path.display())),
            Err(err) => outcome = trouble(unwritten(path.display(), &err)),
        }
    }
    Ok(outcome)
}
