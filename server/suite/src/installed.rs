//! CRDs that suites may be run against, and one as a suite installs it.
//!
//! Mirrors `GenerateTestSuite` of openshift/api (tests/generator.go): all versions but the one under test are
//! thrown away, and that one is made served and stored.

use std::sync::Arc;

use crdls_crd::validate::validate;
use crdls_manifest::decode::Decoded;
use crdls_manifest::fields::Field;
use crdls_manifest::model::{Crd, FieldValue, Object, Span, Value, Version};
use crdls_minors::Minor;
use crdls_report::sentences::sentence;
use crdls_report::{Config, FieldPath, Finding, Server, Unit};
use crdls_resource::{Index, IndexedCrd};
use crdls_text::TextRange;
use crdls_values::json::Reader;
use crdls_values::{Json, JsonValue};
use crdls_yaml::{Node, Tree};

use crate::coverage::Points;
use crate::gates::Targets;
use crate::patch::{Patch, apply};

/// A CRD of a file.
#[derive(Clone, Debug)]
pub struct Candidate<'t> {
    /// What the file is called.
    pub file: &'t str,
    /// `metadata.name`
    pub name: String,
    /// `spec.group`
    pub group: String,
    /// `spec.names.kind`
    pub kind: String,
    /// The names of its versions.
    pub versions: Vec<String>,
    /// The versions that are served.
    pub served: Vec<String>,
    /// For which clusters it is.
    pub(crate) targets: Targets,
    known: IndexedCrd,
    root: Node<'t>,
}

impl<'t> Candidate<'t> {
    /// The CRD as the index of its file knows it.
    pub const fn known(&self) -> &IndexedCrd {
        &self.known
    }

    /// The bytes of its object in the file.
    pub fn range(&self) -> TextRange {
        self.root.range()
    }

    /// The CRDs of a text that clusters take.
    pub fn all(file: &'t str, text: &'t Arc<String>, tree: &'t Tree) -> Vec<Self> {
        let found = Index::found(file, 0, text, tree, &Config::default());
        found.iter().filter_map(|known| Self::of(file, known, text, tree)).collect()
    }

    /// A CRD of a text; `None` where clusters do not take it. `tree`: of the text, or of the document in it.
    pub fn of(file: &'t str, known: &IndexedCrd, text: &'t str, tree: &'t Tree) -> Option<Self> {
        let root = known.node(text, tree).filter(|_| known.is_current())?;
        let spec = known.header().spec();
        let name = |version: Version<'_>| version.name().to_owned();
        let versions = || known.header().versions();
        let annotations = known.header().metadata().annotations();
        let annotations: Vec<_> =
            annotations.map(|(entry, value)| (entry.name.to_string(), value.to_owned())).collect();
        Some(Self {
            file,
            name: known.name().to_owned(),
            group: spec.group().to_owned(),
            kind: spec.names().kind().to_owned(),
            versions: versions().map(name).collect(),
            served: versions().filter(|version| version.served()).map(name).collect(),
            targets: Targets::of(&annotations),
            known: known.clone(),
            root,
        })
    }

    /// Whether another has the same text.
    pub fn is_copy_of(&self, other: &Candidate<'_>) -> bool {
        self.root.source() == other.root.source()
    }
}

/// A CRD as a suite installs it: with the one version that is tested.
#[derive(Debug)]
pub struct Installed<'t> {
    object: Object,
    candidate: Candidate<'t>,
    /// Why the server does not accept the CRD; empty where it does.
    refusals: Vec<Server>,
    minor: Minor,
}

impl<'t> Installed<'t> {
    /// Takes a version of a CRD.
    pub fn new(candidate: &Candidate<'t>, version: &str, config: &Config) -> Self {
        let decoded = match candidate.known.changed() {
            Some(applied) => Decoded::clone(applied),
            None => candidate.known.kind().decode(candidate.root, config),
        };
        let mut object = decoded.object;
        trim(&mut object, version);
        let found = decoded.findings.into_iter().chain(validated(&object, None, config));
        let refusals = refusals(found).collect();
        Self { object, candidate: candidate.clone(), refusals, minor: config.kubernetes }
    }

    /// The CRD.
    pub fn crd(&self) -> Crd<'_> {
        Crd::new(&self.object)
    }

    /// `metadata.name`
    pub fn name(&self) -> &str {
        &self.candidate.name
    }

    /// The version under test; nothing where the CRD does not have it.
    pub fn version(&self) -> Option<Version<'_>> {
        self.crd().versions().next()
    }

    /// The rules and constraints of the CRD.
    pub fn points(&self) -> Option<Points> {
        let version = self.version()?;
        let number = self.candidate.versions.iter().position(|name| name == version.name())?;
        let path = FieldPath::of_names(&["spec", "versions"]).item(number);
        let path = path.child("schema").child("openAPIV3Schema");
        Some(Points::of(version, &path, self.candidate.root, self.minor))
    }

    /// Why the server does not accept the CRD: its first error; nothing where it does.
    pub fn refusal(&self) -> Option<String> {
        self.refusals.first().map(|server| sentence(server.clone(), self.minor))
    }

    /// The CRD of the file, with all its versions and with patches, as it replaces this one.
    ///
    /// # Errors
    /// Why a patch cannot be applied, or why the server refuses the CRD, other than it does without the patches.
    pub fn patched(&self, patches: &[Patch], config: &Config) -> Result<Object, String> {
        let mut manifest = Reader::default().read(self.candidate.root);
        patches.iter().try_for_each(|patch| apply(patch, &mut manifest))?;
        let decoded = self.candidate.known.kind().decode(&manifest, config);
        let found = decoded.findings.into_iter().chain(validated(&decoded.object, Some(self.crd()), config));
        let is_known = |new: &Server| {
            self.refusals.iter().any(|known| (known.kind, &known.detail) == (new.kind, &new.detail))
        };
        match refusals(found).find(|refusal| !is_known(refusal)) {
            Some(server) => {
                Err(format!("the server rejects the patched CRD: {}", sentence(server, self.minor)))
            }
            None => Ok(decoded.object),
        }
    }
}

/// What the server finds in a CRD; ranges mean nothing.
fn validated(object: &Object, old: Option<Crd<'_>>, config: &Config) -> Vec<Finding> {
    let nowhere = Json::unplaced(JsonValue::Null);
    validate(Crd::new(object), old, Unit::Made(&nowhere), config)
}

fn refusals(found: impl Iterator<Item = Finding>) -> impl Iterator<Item = Server> {
    let servers = found.filter_map(|finding| finding.server);
    servers.filter(|server| server.kind.refuses() && !server.shadowed)
}

/// Leaves one version, served and stored.
fn trim(object: &mut Object, version: &str) {
    object.unset(Field::Status);
    let Some(Value::Object(spec)) = object.value_mut(Field::Spec) else { return };
    let Some(Value::List(versions)) = spec.value_mut(Field::Versions) else { return };
    versions.retain(|item| item.value.as_object().is_some_and(|item| item.str(Field::Name) == version));
    for item in versions {
        let Value::Object(item) = &mut item.value else { continue };
        set_true(item, Field::Served);
        set_true(item, Field::Storage);
    }
}

fn set_true(object: &mut Object, field: Field) {
    if let Some(def) = object.ty.field(field.name()) {
        let range = TextRange::empty(object.range.start);
        object.set(FieldValue { def, span: Span { key: range, value: range }, value: Value::Bool(true) });
    }
}
