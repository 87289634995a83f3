//! States of Go that is being typed: findings and help are inside of markers, and the CRDs that are made again are those
//! that are made from scratch.

use std::collections::BTreeSet;
use std::sync::Arc;

use crdls_generate::{
    Generated, GeneratedCrd, Generator, MadeCrd, Options, Origins, Packages, Problem, generate, mapped,
    to_yaml,
};
use crdls_markers::findings::{Settings, Survey, check};
use crdls_markers::help::{HelpContext, completions, definition, hover, signature, tokens};
use crdls_markers::program::{GoFile, Package, Program};
use crdls_text::TextRange;

use super::Seeds;
use super::inputs::NEXT;

/// A package of others.
const OTHER: &str = "package other\n\n// Size is a size.\n// +kubebuilder:validation:MaxLength=5\ntype Size string\n\n\
                     type Part struct {\n\t// +optional\n\tSize Size `json:\"size\"`\n\tParts []Part `json:\"parts\"`\n}\n";

/// How many cursors are put into a text.
const CURSORS: usize = 24;

pub(super) fn run(bytes: &[u8], _: &Seeds) {
    let text = String::from_utf8_lossy(bytes);
    let settings = Settings::default();
    let mut generator = Generator::new(Options::new(settings.version));
    let (mut known, mut held) = (Vec::new(), Vec::new());
    let mut before: Option<Arc<GoFile>> = None;
    for state in text.split(NEXT).take(8) {
        let file = typed(state, settings, before.as_deref());
        let program = program(&file, settings);
        before = Some(file);
        let package = program.package(OWN).expect("the package");
        let survey = Survey::of(&program);
        for file in &package.files {
            findings_fit(&program, package, file, &survey, settings);
            help_fits(&program, package, file, settings);
        }
        known = made_again(&program, &mut generator, known, &mut held);
    }
}

const OWN: &str = "example.com/api/v1";

/// The file in a state, whose markers are those of the text, whatever was typed before.
fn typed(text: &str, settings: Settings, before: Option<&GoFile>) -> Arc<GoFile> {
    let new = |text: &str| GoFile::new("api/v1/types.go".to_owned(), text.into(), settings.version);
    let Some(before) = before else { return Arc::new(new(text)) };
    let file = before.with_text(text.into(), settings.version);
    assert_eq!(file.markers, new(text).markers);
    Arc::new(file)
}

fn program(file: &Arc<GoFile>, settings: Settings) -> Program {
    let other = GoFile::new("other/other.go".to_owned(), OTHER.into(), settings.version);
    let package = |import: &str, file: Arc<GoFile>| Package::new(import.to_owned(), vec![file]);
    Program::new([package(OWN, Arc::clone(file)), package("example.com/other", Arc::new(other))])
}

/// What is found is at a comment with a marker, but for Go that has no schema.
fn findings_fit(program: &Program, package: &Package, file: &GoFile, survey: &Survey, settings: Settings) {
    for finding in check(program, package, file, survey, settings) {
        fits(&file.text, finding.range);
        let of_go = ["unsupported-go-type", "missing-json-tag", "marker-does-not-fit"];
        let in_comment = file.syntax.comments.iter().any(|comment| comment.covers(finding.range));
        assert!(in_comment || of_go.contains(&finding.code.name), "outside of comments: {finding:?}");
        for edit in finding.fixes.iter().flat_map(|fix| &fix.edits) {
            fits(&file.text, edit.range);
        }
    }
}

fn help_fits(program: &Program, package: &Package, file: &GoFile, settings: Settings) {
    let Settings { version, flags } = settings;
    let context = HelpContext { program, package, file, version, flags };
    let mut end = 0;
    for token in tokens(file) {
        fits(&file.text, token.range);
        assert!(token.range.start >= end, "tokens overlap: {token:?}");
        assert!(file.syntax.comments.iter().any(|comment| comment.covers(token.range)), "{token:?}");
        end = token.range.end;
    }
    let step = (file.text.len() / CURSORS).max(1);
    let markers = file.markers.markers().iter().map(|read| read.range.end as usize).take(CURSORS);
    for at in (0..file.text.len()).step_by(step).chain(markers) {
        if !file.text.is_char_boundary(at) {
            continue;
        }
        let at = at as u32;
        for item in completions(context, at) {
            fits(&file.text, item.range);
            assert!(item.range.touches(at), "{item:?} is not where the cursor is, {at}");
        }
        if let Some(hover) = hover(context, at) {
            fits(&file.text, hover.range);
        }
        definition(context, at);
        signature(context, at);
    }
}

/// A program in which one package is the author's.
struct Own<'p>(&'p Program);

impl Packages for Own<'_> {
    fn files(&self, _: &str) -> Option<Vec<(String, Arc<str>)>> {
        None
    }

    fn parsed(&self, import_path: &str) -> Option<Arc<Package>> {
        self.0.parsed(import_path)
    }

    fn is_own(&self, import_path: &str) -> bool {
        import_path == OWN
    }
}

/// The types of others are those of the state before, and the CRDs that need nothing else. `held`: what keeps the parts of
/// the texts of that state.
fn made_again(
    program: &Program,
    generator: &mut Generator,
    mut known: Vec<MadeCrd>,
    held: &mut Vec<Origins>,
) -> Vec<MadeCrd> {
    let (roots, source) = ([OWN.to_owned()], Own(program));
    let (mut kept, mut open) = (Vec::new(), Vec::new());
    for definition in generator.definitions(&source, &roots) {
        let at = known.iter().position(|it| it.definition == definition && it.needs.are_in(program));
        match at {
            Some(at) => kept.push(known.swap_remove(at)),
            None => open.push(definition),
        }
    }
    let mut made = generator.make(&source, open, &|_| None);
    made.extend(kept);
    made.sort_by(|a, b| a.definition.cmp(&b.definition));
    let Generated { crds, problems, unknown, .. } = generator.generated(made.clone());
    let scratch = generate(program, &roots, generator.options());
    let texts = |crds: &[GeneratedCrd]| -> Vec<String> {
        crds.iter().map(|crd| format!("{}\n{}", crd.file_name, to_yaml(&crd.object, ""))).collect()
    };
    assert_eq!(texts(&crds), texts(&scratch.crds));
    *held = crds
        .iter()
        .map(|crd| {
            let (text, origins) = generator.fragments().written(&crd.object);
            assert_eq!(text, mapped(&crd.object).0);
            origins
        })
        .collect();
    // What was made before has the places of that time.
    let sentences = |problems: &[Problem]| -> BTreeSet<String> {
        problems.iter().map(|problem| problem.sentence.clone()).collect()
    };
    assert_eq!(sentences(&problems), sentences(&scratch.problems));
    assert_eq!(unknown, scratch.unknown);
    made
}

fn fits(text: &str, range: TextRange) {
    assert!(
        text.get(range.start as usize..range.end as usize).is_some(),
        "{range:?} is no range of the text"
    );
}
