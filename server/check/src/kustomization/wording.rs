//! Problems of builds as findings.
//!
//! Knows how a problem is worded; must not know how a build is made.

use crdls_kustomize::{Correction, Problem, ProblemKind, Session};
use crdls_report::{Code, FieldPath, Finding, Fix, Related, one_line};

use super::replaced::{HELP, WHY};
use super::{
    DEPRECATED_KUSTOMIZATION_FIELD, EMPTY_TARGET, KUSTOMIZE_ERROR, LOAD_RESTRICTION, REPLACED_LIST,
    RETYPED_VALUE, UNEVALUATED_ENTRY, UNLISTED_CRD,
};

/// A problem that so many kustomizations have, and its file.
pub(super) fn finding(
    session: &Session<'_>,
    problem: &Problem,
    times: usize,
    named: &dyn Fn(&str) -> String,
) -> Option<(String, Finding)> {
    let source = session.source(problem.at.file)?;
    let text = problem.at.range.of(&source.text);
    let code = code(problem.kind);
    let mut finding = Finding::new(code, problem.at.range, FieldPath::default(), headline(problem, text));
    finding = match why(problem.kind) {
        Some(why) => finding.why(why),
        None if problem.kind.is_failure() => {
            finding.why(format!("`kustomize build` fails: {}", problem.message.trim_end()))
        }
        None => finding,
    };
    finding = times_included(finding, times);
    finding = match &problem.suggestion {
        Some(word) => {
            finding.help(format!("did you mean `{word}`?")).fix(Fix::respell(problem.at.range, text, word))
        }
        None => match help(problem.kind) {
            Some(help) => finding.help(help),
            None => finding,
        },
    };
    if let Some(Correction { title, edits, is_safe }) = &problem.correction {
        finding = finding.fix(Fix { title: title.clone(), safe: *is_safe, edits: edits.clone() });
    }
    for (origin, message) in &problem.related {
        let Some(other) = session.source(origin.file) else { continue };
        let file = (origin.file != problem.at.file).then(|| named(&other.path));
        finding.related.push(Related { file, range: origin.range, message: message.clone() });
    }
    Some((source.path.clone(), finding))
}

/// Adds how many kustomizations have it.
pub(super) fn times_included(finding: Finding, times: usize) -> Finding {
    match times {
        0 | 1 => finding,
        _ => finding.why(format!("{times} kustomizations include it")),
    }
}

/// One finding for all files outside of the folders of the kustomizations that list them.
pub(super) fn all_of(finding: Finding, number: usize) -> Finding {
    match number {
        0 | 1 => finding,
        _ => finding.why(format!("{number} entries of the kustomizations lead to such files")),
    }
}

fn code(kind: ProblemKind) -> &'static Code {
    match kind {
        ProblemKind::EmptyTarget => &EMPTY_TARGET,
        ProblemKind::NotEvaluated | ProblemKind::LeftOut => &UNEVALUATED_ENTRY,
        ProblemKind::LoadRestriction => &LOAD_RESTRICTION,
        ProblemKind::Deprecated => &DEPRECATED_KUSTOMIZATION_FIELD,
        ProblemKind::Retyped => &RETYPED_VALUE,
        ProblemKind::LeftDirective => &REPLACED_LIST,
        ProblemKind::UnlistedCrd => &UNLISTED_CRD,
        _ => &KUSTOMIZE_ERROR,
    }
}

/// Why something is reported that kustomize does not report.
const fn why(kind: ProblemKind) -> Option<&'static str> {
    Some(match kind {
        ProblemKind::EmptyTarget => "kustomize silently drops a patch whose target selects no resource",
        ProblemKind::LeftOut => "the other resources of the kustomization are validated as they are built",
        ProblemKind::NotEvaluated => "the files of the kustomization are validated as they are written",
        ProblemKind::LoadRestriction => {
            "`kustomize build` reads it only with `--load-restrictor LoadRestrictionsNone`"
        }
        ProblemKind::Retyped => {
            "a JSON patch sends the whole resource through JSON, where each number is a 64-bit float and each date a string"
        }
        ProblemKind::LeftDirective => WHY,
        ProblemKind::UnlistedCrd => "the kustomization lists the CRDs next to it",
        _ => return None,
    })
}

/// What is wrong, by the text that has to change.
fn headline(problem: &Problem, text: &str) -> String {
    let text = text.lines().next().unwrap_or_default().trim_matches(['"', '\'']);
    match problem.kind {
        ProblemKind::MissingPath => format!("there is no file or folder `{text}`"),
        ProblemKind::NoKustomization => format!("`{text}` is a folder without a kustomization"),
        ProblemKind::SeveralKustomizations => "the folder has several kustomizations".to_owned(),
        ProblemKind::Empty => "the kustomization is empty".to_owned(),
        ProblemKind::UnknownField => format!("kustomizations have no field `{text}`"),
        ProblemKind::InvalidField => format!("kustomize does not accept `{text}` here"),
        ProblemKind::Unreadable => "kustomize cannot read the resource".to_owned(),
        ProblemKind::NamespaceConflict => format!("the namespace `{text}` gives two resources one id"),
        ProblemKind::DuplicateId => format!("two resources of the build have one id: `{text}`"),
        ProblemKind::NothingToMerge => {
            format!("the generator changes a resource that the build does not have: `{text}`")
        }
        ProblemKind::ComponentAsResource => format!("`{text}` is a component: list it under `components`"),
        ProblemKind::NotComponent => format!("`{text}` is not a component: list it under `resources`"),
        ProblemKind::Cycle => format!("`{text}` includes this kustomization"),
        ProblemKind::NoMatch => format!("the patch is for a resource that the build does not have: `{text}`"),
        ProblemKind::EmptyTarget => format!("the target selects no resource of the build: `{text}`"),
        ProblemKind::InvalidPatch => {
            format!(
                "the patch cannot be applied: {}",
                one_line(problem.message.lines().next().unwrap_or_default())
            )
        }
        ProblemKind::Conflict => format!("the patch does not fit the resource: `{text}`"),
        ProblemKind::Replacement => format!("the replacement cannot be made: `{text}`"),
        ProblemKind::Variable => format!("the variable `{text}` has no value"),
        ProblemKind::RepeatedVariable => format!("the variable `{text}` is declared twice"),
        ProblemKind::AmbiguousVariable => format!("several resources can have the variable `{text}`"),
        ProblemKind::Unreplaced => "a variable cannot be replaced in the resource".to_owned(),
        ProblemKind::Reference => "the reference is ambiguous: several resources had this name".to_owned(),
        ProblemKind::Invalid => format!("kustomize reads the resource and cannot write it: `{text}`"),
        ProblemKind::NotEvaluated | ProblemKind::LeftOut => problem.message.clone(),
        ProblemKind::LoadRestriction => format!("`{text}` is outside of the folder of the kustomization"),
        ProblemKind::Deprecated => format!("kustomize deprecates `{text}`"),
        ProblemKind::Retyped => format!("a JSON patch changes `{text}` to `{}`", problem.message),
        ProblemKind::LeftDirective => "`$patch` is left in the list as a field".to_owned(),
        ProblemKind::UnlistedCrd => format!("`{}` has a CRD, and no kustomization lists it", problem.message),
    }
}

/// What to do, where no word is suggested.
const fn help(kind: ProblemKind) -> Option<&'static str> {
    Some(match kind {
        ProblemKind::MissingPath => {
            "correct the path, which is relative to the kustomization, or remove the entry"
        }
        ProblemKind::NoKustomization => "add a kustomization.yaml to the folder, or list its files",
        ProblemKind::SeveralKustomizations => {
            "keep one of kustomization.yaml, kustomization.yml and Kustomization"
        }
        ProblemKind::DuplicateId | ProblemKind::NamespaceConflict => {
            "list the resource once, or rename one of the two"
        }
        ProblemKind::NoMatch => "add the resource to `resources`, or correct the id in the patch",
        ProblemKind::LoadRestriction => {
            "move the file or add a kustomization next to it; turn `load-restriction` off in `crdls.toml` if all builds set the flag"
        }
        ProblemKind::Deprecated => "`kustomize edit fix` writes what replaces it",
        ProblemKind::Retyped => "quote the value, or use a strategic merge patch",
        ProblemKind::LeftDirective => HELP,
        ProblemKind::EmptyTarget => "correct the target; its fields are anchored regular expressions",
        _ => return None,
    })
}
