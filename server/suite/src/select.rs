//! Which CRDs a suite is run against.
//!
//! Mirrors the filters of openshift/api (tests/crd_filter.go, generator.go). Must not know where the files are.

use crate::gates::{CUSTOM, GateFile};
use crate::installed::Candidate;
use crate::suite::{Located, Suite};
use crdls_text::nearest;

/// The folder that has the CRDs of the suites in `tests` next to it.
pub const MANIFESTS_FOLDER: &str = "zz_generated.crd-manifests";

/// The CRDs that a suite is run against, in the order of the candidates.
pub type Selection<'c, 't> = [&'c Candidate<'t>];

/// Of the candidates those that a suite is run against; `gates` in the order of their files.
///
/// # Errors
/// Why there is none, and where in the suite.
pub fn select<'c, 't>(
    suite: &Suite,
    candidates: &Selection<'c, 't>,
    gates: &[GateFile],
) -> Result<Vec<&'c Candidate<'t>>, Located> {
    let Some(crd_name) = &suite.crd_name else {
        return Err(Located { text: "`crdName` is missing".to_owned(), range: suite.range });
    };
    let fails = |text: String| Err(Located { text, range: crd_name.range });
    let mut selected = Vec::new();
    let mut named = candidates.iter().copied().filter(|candidate| candidate.name == crd_name.text).peekable();
    if named.peek().is_none() {
        return fails(format!("there is no CRD `{}`", crd_name.text));
    }
    for candidate in named {
        if takes(suite, candidate, gates)? {
            selected.push(candidate);
        }
    }
    match selected.is_empty() {
        true => fails(format!("no CRD `{}` has these feature gates", crd_name.text)),
        false => Ok(selected),
    }
}

/// The CRD that a suite is run against where files are in no layout: the only one of those with its name, or one of copies.
///
/// # Errors
/// Why there is none, and where in the suite.
pub fn only<'c, 't>(suite: &Suite, named: &Selection<'c, 't>) -> Result<Vec<&'c Candidate<'t>>, Located> {
    let (Some(crd_name), [first, others @ ..]) = (&suite.crd_name, named) else {
        return select(suite, &[], &[]);
    };
    if others.iter().all(|other| other.is_copy_of(first)) {
        return Ok(vec![*first]);
    }
    let files: Vec<_> = named.iter().map(|candidate| format!("`{}`", candidate.file)).collect();
    let text = format!(
        "found several CRDs named `{}`: {}; select one with `--crds`",
        crd_name.text,
        files.join(", ")
    );
    Err(Located { text, range: crd_name.range })
}

/// Whether the gates of a suite hold where a CRD is.
fn takes(suite: &Suite, candidate: &Candidate<'_>, files: &[GateFile]) -> Result<bool, Located> {
    let gates = &suite.feature_gates;
    if gates.is_empty() {
        return Ok(true);
    }
    let targets = &candidate.targets;
    if targets.sets.contains(CUSTOM) {
        return Ok(!gates.iter().any(|gate| gate.text.starts_with('-')));
    }
    if targets.profile.is_none() {
        return Ok(true);
    }
    let Some(file) = files.iter().find(|file| file.is_for(targets, suite.runner)) else {
        let text = format!("no manifest says which feature gates are on for {}", candidate.file);
        return Err(Located { text, range: suite.range });
    };
    let mut holds = true;
    for gate in gates {
        let name = gate.text.strip_prefix('-').unwrap_or(&gate.text);
        let Some(is_on) = file.is_on(name) else { return Err(unknown(gate, name, file)) };
        holds &= is_on != gate.text.starts_with('-');
    }
    Ok(holds)
}

fn unknown(gate: &Located, name: &str, file: &GateFile) -> Located {
    let hint =
        nearest(name, file.names()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Located { text: format!("there is no feature gate `{name}`{hint}"), range: gate.range }
}

/// The version under test.
///
/// # Errors
/// Why it is not clear, and where in the suite.
pub fn version(suite: &Suite, selection: &Selection<'_, '_>) -> Result<String, Located> {
    if let Some(version) = &suite.version {
        let lacks = selection.iter().find(|candidate| !candidate.versions.contains(&version.text));
        return match lacks {
            None => Ok(version.text.clone()),
            Some(candidate) => {
                let text = format!("the CRD in {} has no version `{}`", candidate.file, version.text);
                Err(Located { text, range: version.range })
            }
        };
    }
    let mut all: Vec<&str> = Vec::new();
    for version in selection.iter().flat_map(|candidate| &candidate.versions) {
        if !all.contains(&version.as_str()) {
            all.push(version);
        }
    }
    match *all.as_slice() {
        [only] => Ok(only.to_owned()),
        [] => Err(Located { text: "the CRD has no version".to_owned(), range: suite.range }),
        _ => {
            let text = format!("the CRD has several versions ({}): add `version:`", all.join(", "));
            Err(Located { text, range: suite.range })
        }
    }
}
