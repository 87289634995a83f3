//! What there is to say of the markers of a file: what controller-gen refuses, with its message, and what it ignores
//! silently.

pub(crate) mod duplicates;
pub(crate) mod effect;
pub(crate) mod form;
pub(crate) mod ignored;
mod meant;
pub(crate) mod quotes;
pub(crate) mod random_order;
pub(crate) mod refused;

use std::sync::Arc;

use crdls_report::{Code, Finding, Fix, Note};
use crdls_text::{Edit, TextRange, line_start};

use crate::apply::Flags;
use crate::program::{GoFile, Package, Program, TypeAt, TypeSet};
use crate::registry::{Marker, Version};

/// How many lines of commented-out code are looked for.
const MAX_COMMENTED: usize = 64;

/// Whether a marker belongs to Go that is commented out: its comment goes on with a field or a type.
fn is_commented_out(context: Context<'_>, marker: TextRange) -> bool {
    let rest = context.file.text.get(marker.end as usize..).unwrap_or_default();
    let lines = rest.lines().skip(1).take(MAX_COMMENTED).map(str::trim_start);
    let mut comments = lines.map_while(|line| line.strip_prefix("//")).map(str::trim_start);
    comments.any(|line| {
        let mut words = line.split_whitespace();
        let is_type = words.next() == Some("type")
            && words.next().is_some_and(|name| name.starts_with(|c: char| c.is_uppercase()))
            && words.next().is_some_and(|ty| matches!(ty, "struct" | "string") || ty.starts_with('['));
        is_type || line.contains("`json:\"")
    })
}

/// What a project says of controller-gen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The version, as far as it is known.
    pub version: Version,
    /// The flags of `crd`.
    pub flags: Flags,
}

impl Default for Settings {
    fn default() -> Self {
        Self { version: Version::NEWEST, flags: Flags::default() }
    }
}

/// What of all packages has to be known for one file.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The types that schemas are made of.
    reached: Arc<TypeSet>,
    /// The types that CRDs are made of.
    versions: Arc<TypeSet>,
    /// Whether controller-gen cannot read some marker: then it says nothing of what does not fit.
    has_refused: bool,
    /// Fields of CRDs that depend on the order of versions.
    unstable: Vec<random_order::Unstable>,
}

impl Survey {
    /// Looks at all packages.
    pub fn of(program: &Program) -> Self {
        let versions = program.versions();
        let reached = program.reached(&versions);
        Self::with(program, Arc::new(reached), Arc::new(versions.into_iter().collect()))
    }

    /// The same after an edit of a package. `outlines`: the package has those of its state before.
    pub fn after_edit(&self, program: &Program, outlines: bool) -> Self {
        if !outlines {
            return Self::of(program);
        }
        Self::with(program, Arc::clone(&self.reached), Arc::clone(&self.versions))
    }

    fn with(program: &Program, reached: Arc<TypeSet>, versions: Arc<TypeSet>) -> Self {
        let unstable = random_order::unstable(program.types_of_shared_groups(&versions));
        let has_refused =
            program.packages().any(|package| package.has_refused() && is_read(package, &reached));
        Self { reached, versions, has_refused, unstable }
    }
}

/// Whether controller-gen reads a package: one of an API, one that such leads to, or one whose markers say so.
fn is_read(package: &Package, reached: &TypeSet) -> bool {
    package.is_api() || reached.has_package(&package.import_path) || package.names_markers()
}

/// Where a finding is looked for.
#[derive(Clone, Copy)]
struct Context<'p> {
    program: &'p Program,
    package: &'p Package,
    file: &'p GoFile,
    survey: &'p Survey,
    settings: Settings,
}

impl Context<'_> {
    /// Whether the package has types of an API, or types that those lead to.
    fn is_of_api(&self) -> bool {
        self.package.is_api() || self.survey.reached.has_package(&self.package.import_path)
    }

    /// Whether a marker is reported: short names are everyday words outside of packages with API types.
    fn is_reportable(&self, marker: &Marker) -> bool {
        marker.name.starts_with("kubebuilder:") || self.is_of_api()
    }

    /// Whether a CRD is made of a type.
    fn is_version(&self, at: TypeAt<'_>) -> bool {
        self.survey.versions.has(at)
    }

    fn text(&self, range: TextRange) -> &str {
        range.of(&self.file.text)
    }
}

/// The findings of a file, sorted. A file that controller-gen does not build has none.
pub fn check(
    program: &Program,
    package: &Package,
    file: &GoFile,
    survey: &Survey,
    settings: Settings,
) -> Vec<Finding> {
    if !file.is_built() || !is_read(package, &survey.reached) {
        return Vec::new();
    }
    let context = Context { program, package, file, survey, settings };
    let mut found = Vec::new();
    for read in file.markers.markers() {
        let quoted = quotes::check(context, read, &mut found);
        let formed = form::check(context, read, &mut found);
        if !quoted && !formed {
            refused::check_marker(context, read, &mut found);
        }
        if !formed {
            ignored::check(context, read, &mut found);
        }
    }
    duplicates::check(context, &mut found);
    effect::check(context, &mut found);
    random_order::check(context, &mut found);
    refused::check_types(context, &mut found);
    found.sort_by(|a, b| a.sort_key().cmp(&b.sort_key()));
    found
}

/// A finding of a file of Go, which is about no field of a manifest.
fn finding(code: &'static Code, range: TextRange, message: impl Into<String>) -> Finding {
    Finding::new(code, range, crdls_report::FieldPath::default(), message)
}

fn why(finding: &mut Finding, words: impl Into<String>) {
    finding.notes.push(Note::Why(words.into()));
}

fn help(finding: &mut Finding, words: impl Into<String>) {
    finding.notes.push(Note::Help(words.into()));
}

fn fix(title: impl Into<String>, safe: bool, range: TextRange, new_text: impl Into<String>) -> Fix {
    Fix { title: title.into(), safe, edits: vec![Edit { range, new_text: new_text.into() }] }
}

/// The name of the type that the next declaration behind an offset declares.
fn type_below(context: Context<'_>, at: u32) -> Option<&str> {
    let decl = context.file.syntax.decls.iter().find(|decl| decl.range.start > at)?;
    let spec = decl.type_specs().first()?;
    Some(spec.name.of(&context.file.text))
}

/// The lines of a text that a range touches, with their line breaks: what goes where a marker is removed.
fn whole_lines(text: &str, range: TextRange) -> TextRange {
    let rest = text.get(range.end as usize..).unwrap_or_default();
    let end = rest.find('\n').map_or(text.len(), |at| range.end as usize + at + 1);
    TextRange::new(line_start(text, range.start), end as u32)
}
