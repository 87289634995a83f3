//! A Go file as controller-gen reads it: the CRDs that it makes of its types, and what is found in its markers.
//!
//! The file is a package by itself. The page gives Kubernetes' own types, which are large, when they are first needed;
//! without them, and of other packages, types are unknown.

use std::sync::Arc;

use crdls_generate::{
    ControllerGen, Generated, KubernetesTypes, Options, Packages, Problem, generate, to_yaml,
};
use crdls_ide::{File, FileFinding};
use crdls_markers::codes::UNSUPPORTED_GO_TYPE;
use crdls_markers::findings::{Settings, Survey, check};
use crdls_markers::program::{GoFile, Package, Program};
use crdls_render::Source;
use crdls_report::{FieldPath, Finding};
use serde_json::{Value, json};

use crate::answers::report;
use crate::workspace::Workspace;

const PACKAGE: &str = "example.com/api";

/// The name of the file in the answer.
const FILE: &str = "types.go";

/// The CRDs of the types of a text, as controller-gen writes them, and the findings in the text.
pub(crate) fn go(workspace: &Workspace, text: String) -> Result<String, String> {
    let settings = Settings { version: version_of(&text), ..Settings::default() };
    let file = Arc::new(GoFile::new(FILE.to_owned(), text.as_str().into(), settings.version));
    let program = Program::new([Package::new(PACKAGE.to_owned(), vec![Arc::clone(&file)])]);
    let survey = Survey::of(&program);
    let package = program.package(PACKAGE).ok_or("the text is no Go file")?;
    let mut found = check(&program, package, &file, &survey, settings);
    let generated = made(&program, &workspace.go_types, settings.version);
    found.extend(generated.problems.iter().filter_map(|problem| refused(&generated, problem)));
    found.sort_by_key(Finding::sort_key);
    let found: Vec<_> = found.into_iter().map(|finding| FileFinding::new(0, finding)).collect();
    let source = Source::new(FILE, File::new(text));
    let findings: Value =
        serde_json::from_str(&report(workspace, &source, &found)).map_err(|why| why.to_string())?;
    let manifests: String = generated.crds.iter().map(|crd| to_yaml(&crd.object, "")).collect();
    let unknown: Vec<_> = generated.unknown.keys().map(|name| &**name).collect();
    Ok(json!({"manifests": manifests, "findings": findings, "unknown": unknown}).to_string())
}

/// The sentence of controller-gen about a type that it refuses.
fn refused(generated: &Generated, problem: &Problem) -> Option<Finding> {
    let (_, range) = generated.place(problem.origin)?;
    Some(Finding::new(&UNSUPPORTED_GO_TYPE, range, FieldPath::default(), problem.sentence.clone()))
}

/// The version of controller-gen: that of a line `// controller-gen: v0.21.0`, as the pages of codes have it, or the newest.
fn version_of(text: &str) -> ControllerGen {
    let named = text.lines().find_map(|line| line.strip_prefix("// controller-gen: "));
    named.and_then(|name| ControllerGen::read(name.trim())).unwrap_or(ControllerGen::NEWEST)
}

fn made(program: &Program, types: &KubernetesTypes, version: ControllerGen) -> Generated {
    generate(&WithKubernetes { program, types }, &[PACKAGE.to_owned()], &Options::new(version))
}

/// The packages of a program, and those of Kubernetes in the newest minor.
struct WithKubernetes<'p> {
    program: &'p Program,
    types: &'p KubernetesTypes,
}

impl Packages for WithKubernetes<'_> {
    fn files(&self, import_path: &str) -> Option<Vec<(String, Arc<str>)>> {
        self.types.files(import_path, None)
    }

    fn parsed(&self, import_path: &str) -> Option<Arc<Package>> {
        self.program.parsed(import_path)
    }

    fn is_own(&self, import_path: &str) -> bool {
        self.program.package(import_path).is_some()
    }
}
