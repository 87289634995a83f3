//! One document of a file: what it is, and everything to report of it.
//!
//! The stages are kubectl's and kube-apiserver's: read the YAML, decode the manifest, validate it. All
//! are run; what a later one finds is marked shadowed where the server would not have come to it.
//!
//! A row of `KINDS` recognizes and checks one kind of document. `Form` says how complete an object is: a manifest,
//! a patch, an assertion of a test, an object that a test expects to be rejected, a partial CRD, or no manifest. A
//! template is recognized in two places (`template`): by a delimiter where YAML begins something, before the
//! check, and by a placeholder in a value that the server rejects, after it. With `--check-templates`, template
//! actions are replaced with text of the same length before the check, so that ranges stay valid (`filled`).
//! `kustomization` reports on whole kustomizations: what the builds fail on, what the server reports about built
//! objects and where, and which findings of a file the builds fix. `judgement` records what each object was
//! validated as, or why it was not; the summary of a run counts it.

mod ambiguous_kind;
mod cluster_service_version;
pub mod codes;
mod conversion_review;
mod costs;
mod crd;
mod custom_resource;
mod document_kind;
mod duplicate_key;
mod embedded;
mod embedded_resource;
mod filled;
mod form;
mod generated {
    pub(crate) mod codes;
}
mod go;
mod half_typed;
mod ignored;
mod items;
mod judgement;
mod kustomization;
mod list;
mod lost_indentation;
mod missing_spec;
mod old;
mod old_crd;
mod replaced;
mod resource_rules;
mod server_error;
mod several_minors;
mod source;
mod syntax;
mod template;
mod test_suite;
mod typographic;
mod unknown_kind;
mod unused_ignore;
mod without_crd;

use crdls_text::TextRange;
use crdls_yaml::misread::Misreading;
use crdls_yaml::{Document, Kind, Node, SyntaxError, SyntaxErrorKind, Tree};

use crdls_manifest::objects::{DocumentObject, Kind as ObjectKind, objects};
use crdls_report::sentences::reword;
use crdls_report::stop::checkpoint;
use crdls_report::{Config, ErrorType, FieldPath, FieldValidation, Finding, Severity};
use document_kind::DocumentKind;
use embedded::Embedded;
use filled::Filled;
use judgement::ObjectCheck;
use server_error::shadowed;

pub use cluster_service_version::owned_crds;
pub use codes::ONCE;
pub use costs::{cost_numbers, costs};
pub use duplicate_key::find as duplicate_keys;
pub use embedded::{KUSTOMIZATION_FILES, PatchEntry, expects_error, patch_entries};
pub use form::Form;
pub use go::{GoContext, check_go};
pub use half_typed::refers;
pub use ignored::{ignoring, may_ignore, without_ignored};
pub use judgement::{DocumentCheck, JudgedAs, NotJudged};
pub use kustomization::{
    BuiltObjects, BuiltValue, EMPTY_TARGET, KUSTOMIZE_ERROR, KnownBuilds, KustomizationFindings,
    Kustomizations, is_also_built,
};
pub use old::{Old, OldResource, Unusable};
pub use old_crd::GONE_VERSION;
pub use replaced::{scaled, update};
pub use resource_rules::{ResourceRule, RuleWord, mutated_resources, policy_rules, resource_rules};
pub use source::{Source, decoded};
pub use template::TEMPLATE;
pub use unused_ignore::UNUSED_IGNORE;

/// The kinds of objects that are checked. Of an object that several rows recognise, the first counts; of one that
/// none does, nothing is reported.
static KINDS: [DocumentKind; 7] = [
    test_suite::KIND,
    conversion_review::KIND,
    crd::KIND,
    old_crd::KIND,
    unknown_kind::KIND,
    custom_resource::KIND,
    list::KIND,
];

/// Everything to report of one document, and what its objects were judged as, by all minors of the settings.
pub fn check(source: Source<'_>, document: &Document, config: &Config) -> DocumentCheck {
    match config.minors.len() {
        0 | 1 => check_by_one(source, document, config),
        _ => several_minors::check(source, document, config),
    }
}

/// The same by one minor.
fn check_by_one(source: Source<'_>, document: &Document, config: &Config) -> DocumentCheck {
    let Some(root) = source.tree.root(source.text, document) else { return DocumentCheck::default() };
    let objects = objects(root);
    let delimiter = template::delimiter(source, document);
    if source.form == Form::Verbatim {
        return check_manifest(&objects, delimiter, source, document, config);
    }
    if config.check_templates && delimiter.is_some() {
        return check_filled(source, document, config);
    }
    if let Some(range) = delimiter
        && let Some(checked) = check_template(&objects, range, source, document)
    {
        return ignored::apply(source, document, checked);
    }
    let checked = check_manifest(&objects, delimiter, source, document, config);
    let placeholder = || {
        template::refused_placeholder(&checked.findings, source.text)
            .or_else(|| template::placeholder_in_name(&objects, &checked.findings))
    };
    match (!config.check_templates).then(placeholder).flatten() {
        Some(range) => {
            let hint = template::hint(range, source.text);
            ignored::apply(source, document, DocumentCheck::of_template(Some(hint)))
        }
        None => checked,
    }
}

/// What is made of a document that is no YAML before it is rendered; nothing where it may hold none of our objects. Of a
/// resource whose CRD is not known a hint is no news.
fn check_template(
    objects: &[DocumentObject<'_>],
    delimiter: TextRange,
    source: Source<'_>,
    document: &Document,
) -> Option<DocumentCheck> {
    let is_ours = |object: &DocumentObject<'_>| kind(object, source).is_some();
    if objects.iter().any(is_ours) || is_named(source, document) {
        return Some(DocumentCheck::of_template(Some(template::hint(delimiter, source.text))));
    }
    let may_be_custom = |group| source.crds.is_some() && without_crd::may_be_custom(group);
    let mut groups = template::groups(document.range.of(source.text));
    groups.any(may_be_custom).then(|| DocumentCheck::of_template(None))
}

/// What is made of a template as the manifest that it would be. What depends on the text that an engine writes is left
/// out.
fn check_filled(source: Source<'_>, document: &Document, config: &Config) -> DocumentCheck {
    let filled = Filled::of(document.range.of(source.text));
    let tree = Tree::parse(&filled.text);
    let form = if filled.is_partial && source.form == Form::Whole { Form::Patch } else { source.form };
    let inner = Source { text: &filled.text, tree: &tree, form, memo: None, ..source };
    let mut all = DocumentCheck::default();
    for document in tree.documents() {
        let Some(root) = tree.root(inner.text, document) else { continue };
        let delimiter = template::delimiter(inner, document);
        let mut checked = check_manifest(&objects(root), delimiter, inner, document, config);
        all.findings.append(&mut checked.findings);
        all.judgements.append(&mut checked.judgements);
    }
    all.findings.retain(|finding| filled.keeps(finding));
    let start = document.range.start;
    let place = |range: TextRange| TextRange::around(source.text, range.start + start, range.end + start);
    // What is checked is not what an edit would change.
    all.findings.iter_mut().for_each(|finding| finding.relocate(place, |_| None));
    all
}

/// Whether the lines of a document name a CRD, or a group that one defines.
fn is_named(source: Source<'_>, document: &Document) -> bool {
    let text = document.range.of(source.text);
    let is_known = |group| source.crds.is_some_and(|crds| crds.kinds_of(group).next().is_some());
    template::names_crd(text) || template::groups(text).any(is_known)
}

/// What is made of a document that is a manifest. `delimiter`: see [`template::delimiter`].
fn check_manifest(
    objects: &[DocumentObject<'_>],
    delimiter: Option<TextRange>,
    source: Source<'_>,
    document: &Document,
    config: &Config,
) -> DocumentCheck {
    let is_ours = |object: &DocumentObject<'_>| {
        form_of(object, source) != Form::NotManifest
            && (kind(object, source).is_some() || without_crd::is_near(object.node, source))
    };
    let is_broken_template = || delimiter.is_some() && is_named(source, document);
    let mut misread = Vec::new();
    let syntax = match objects.iter().any(is_ours) || is_broken_template() {
        true => syntax::find(source, document, config, &mut misread),
        false => Vec::new(),
    };
    let is_unrendered = source.form == Form::Verbatim && delimiter.is_some();
    let syntax = match delimiter.filter(|_| is_unrendered) {
        Some(range) => syntax::not_rendered(range, source.text, syntax),
        None => syntax,
    };
    let broken = !syntax.is_empty();
    if broken && (is_unrendered || is_unclear(source, document)) {
        let judgements = vec![JudgedAs::NotJudged(NotJudged::NotYaml)];
        let mut checked = DocumentCheck { findings: syntax, judgements };
        typographic::explain(&mut checked.findings, source.text, document);
        return checked;
    }
    let broken_text = BrokenText::of(source, document, &misread, &syntax);
    // What is named elsewhere may be in a mapping that is read as an item.
    let hides_names = [SyntaxErrorKind::MissingColon, SyntaxErrorKind::MissingDash];
    let is_hiding = |error: &SyntaxError| hides_names.contains(&error.kind);
    let half_typed = broken && source.tree.errors_in(document).any(is_hiding);
    let mut all = DocumentCheck { findings: syntax, judgements: Vec::new() };
    for object in objects {
        let Some(mut checked) = check_object(object, source, document, config) else { continue };
        if broken {
            let follows = |finding: &Finding| half_typed::explains(object, finding, half_typed);
            checked.findings.retain(|finding| !broken_text.covers(finding.range) && !follows(finding));
            checked.findings = checked.findings.into_iter().map(shadowed).collect();
        }
        all.findings.append(&mut checked.findings);
        all.judgements.extend(checked.judgement);
    }
    // A patch has none, so that nothing is nested any deeper.
    if let Some(root) = source.tree.root(source.text, document).filter(|_| !source.form.is_partial()) {
        let kind = crdls_manifest::objects::kind(root);
        for part in embedded::embedded(root, kind) {
            let mut checked = check_embedded(&part, source, document, config);
            all.findings.append(&mut checked.findings);
            all.judgements.append(&mut checked.judgements);
        }
        if kind == ObjectKind::ClusterServiceVersion {
            all.findings.extend(cluster_service_version::owned(root, source));
        }
    }
    let mut all = ignored::apply(source, document, all);
    typographic::explain(&mut all.findings, source.text, document);
    all.findings.sort_by_key(Finding::sort_key);
    all
}

/// The text of a document that does not parse. A finding in it has the syntax error as its cause.
struct BrokenText {
    /// Where an error starts, and the farthest end of those that start up to there.
    reaches: Vec<(u32, u32)>,
}

impl BrokenText {
    fn of(source: Source<'_>, document: &Document, misread: &[Misreading], syntax: &[Finding]) -> Self {
        // What is in a bracket that is still open is not finished either, up to the end of its line.
        let error = |error: &SyntaxError| match error.kind {
            SyntaxErrorKind::UnclosedBracket => {
                let rest = source.text.get(error.range.start as usize..).unwrap_or_default();
                let len = rest.lines().next().unwrap_or_default().len() as u32;
                TextRange::new(error.range.start, (error.range.start + len).max(error.range.end))
            }
            _ => error.range,
        };
        let errors = source.tree.errors_in(document).map(error);
        let said = syntax.iter().map(|finding| finding.range);
        let ranges = errors.chain(said).chain(misread.iter().map(|found| found.entry));
        let mut reaches: Vec<_> = ranges.map(|range| (range.start, range.end)).collect();
        reaches.sort_unstable();
        let mut farthest = 0;
        for (_, end) in &mut reaches {
            farthest = farthest.max(*end);
            *end = farthest;
        }
        Self { reaches }
    }

    /// Whether one error covers a range.
    fn covers(&self, range: TextRange) -> bool {
        let before = self.reaches.partition_point(|(start, _)| *start <= range.start);
        let last = before.checked_sub(1).and_then(|at| self.reaches.get(at));
        last.is_some_and(|(_, end)| *end >= range.end)
    }
}

/// Whether a document that is not YAML is so broken that what stands where in it is a guess. An open quote or bracket in
/// block style leaves the lines around it as they are.
fn is_unclear(source: Source<'_>, document: &Document) -> bool {
    let is_flow = || {
        source
            .tree
            .root(source.text, document)
            .is_none_or(|root| matches!(root.kind(), Kind::FlowMap | Kind::FlowSeq))
    };
    let misplaces = || source.tree.errors_in(document).any(|error| error.kind.misplaces());
    document.is_damaged() && (misplaces() || is_flow())
}

/// What is made of one object, by paths from the document; nothing where it is neither a CRD nor a custom resource, nor
/// has rules that name one.
fn check_object(
    object: &DocumentObject<'_>,
    source: Source<'_>,
    document: &Document,
    config: &Config,
) -> Option<ObjectCheck> {
    checkpoint();
    let form = form_of(object, source);
    let mut checked = match (form, kind(object, source)) {
        (Form::NotManifest, _) => return None,
        (Form::Refused, None) => return None,
        (Form::Refused, _) => ObjectCheck::not_judged(NotJudged::Refused, Vec::new()),
        (Form::Fragment, _) => ObjectCheck::not_judged(NotJudged::Part, vec![form::fragment(object)]),
        (_, Some(kind)) => (kind.check)(object, source, document, config),
        (_, None) => match resource_rules::check(object.node, source) {
            Some(findings) => ObjectCheck { findings, judgement: None },
            None => without_crd::check(object.node, source, config)?,
        },
    };
    if let (Some(why), Some(judgement)) = (form.not_judged(), &mut checked.judgement) {
        *judgement = JudgedAs::NotJudged(why);
    }
    let prefix = object.prefix();
    for finding in &mut checked.findings {
        if let Some(server) = &mut finding.server {
            reword(server, config.kubernetes);
        }
        finding.path = std::mem::take(&mut finding.path).below(&prefix);
    }
    Some(checked)
}

/// What is made of an object that is inside of a document, or of a text with objects there. Ranges are those of the
/// document's text, paths begin at the document.
fn check_embedded(
    part: &Embedded<'_>,
    source: Source<'_>,
    document: &Document,
    config: &Config,
) -> DocumentCheck {
    let source = Source { form: part.form, memo: None, old: None, ..source };
    let mut all = DocumentCheck::default();
    if part.node.kind().is_map() {
        let object = DocumentObject::of(part.node);
        let checked = check_object(&object, source, document, config);
        if let Some(ObjectCheck { findings, judgement }) = checked {
            all = DocumentCheck { findings, judgements: judgement.into_iter().collect() };
        }
    } else {
        let decoded = part.node.decoded();
        let tree = Tree::parse(decoded.text());
        let inner = Source { text: decoded.text(), tree: &tree, ..source };
        for document in tree.documents() {
            let list = tree
                .root(inner.text, document)
                .filter(|root| part.form == Form::Whole && root.kind().is_seq());
            for (index, node) in list.into_iter().flat_map(Node::items).enumerate() {
                let object = DocumentObject::of(node);
                let Some(mut checked) = check_object(&object, inner, document, config) else { continue };
                let item = FieldPath::default().item(index);
                for finding in &mut checked.findings {
                    finding.path = std::mem::take(&mut finding.path).below(&item);
                }
                all.findings.append(&mut checked.findings);
                all.judgements.extend(checked.judgement);
            }
            if list.is_some() {
                continue;
            }
            let mut checked = check(inner, document, config);
            all.findings.append(&mut checked.findings);
            all.judgements.append(&mut checked.judgements);
        }
        let style = part.node.kind();
        for finding in &mut all.findings {
            finding.relocate(|range| decoded.source_range(range), |edit| decoded.source_edit(style, edit));
        }
    }
    for finding in &mut all.findings {
        finding.path = std::mem::take(&mut finding.path).below(&part.path);
    }
    all
}

fn form_of(object: &DocumentObject<'_>, source: Source<'_>) -> Form {
    Form::of(object, source.form, source.crds, source.file)
}

fn kind(object: &DocumentObject<'_>, source: Source<'_>) -> Option<&'static DocumentKind> {
    KINDS.iter().find(|kind| (kind.recognises)(object, source))
}

/// Applies the user's severities: the server's findings can be lowered, advice can be switched off.
pub fn configured(findings: Vec<Finding>, config: &Config) -> Vec<Finding> {
    let chosen = |mut finding: Finding| {
        let warned =
            finding.is(ErrorType::StrictDecoding) && config.field_validation == FieldValidation::Warn;
        if warned || finding.is(ErrorType::Warning) {
            finding.severity = finding.severity.max(Severity::Warning);
        }
        match config.severities.get(finding.code.name) {
            Some(Some(severity)) => finding.severity = *severity,
            Some(None) if !finding.code.server => return None,
            _ => {}
        }
        Some(finding)
    };
    findings.into_iter().filter_map(chosen).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crdls_manifest::decode::{DecodeCache, Decoded};
    use crdls_resource::{Index, Shared};
    use crdls_sample::crd;

    use super::*;

    /// An open file: what was decoded of it is kept.
    struct Open {
        text: String,
        tree: Tree,
        memo: DecodeCache,
    }

    impl Open {
        fn new(text: &str) -> Arc<Self> {
            Arc::new(Self { text: text.to_owned(), tree: Tree::parse(text), memo: DecodeCache::default() })
        }

        fn source<'t>(&'t self, file: &'t str, crds: Option<&'t Index>) -> Source<'t> {
            let (text, tree, memo) = (&self.text, &self.tree, Some(&self.memo));
            Source { text, tree, flaw: None, form: Form::Whole, old: None, crds, file, memo }
        }

        fn check(&self, file: &str, crds: &Index) -> usize {
            let source = self.source(file, Some(crds));
            let check = |document| check(source, document, &Config::default()).findings.len();
            self.tree.documents().iter().map(check).sum()
        }

        /// The model that the file has of its one CRD.
        fn model(&self) -> Option<Arc<Decoded>> {
            let document = self.tree.documents().first()?;
            let object = objects(self.tree.root(&self.text, document)?).into_iter().next()?;
            Some(decoded(&object, self.source("", None), document, &Config::default()))
        }

        fn shared(self: &Arc<Self>) -> Shared {
            let open = Arc::clone(self);
            Shared::open(&Arc::new(self.text.clone()), move |_, _| open.model())
        }
    }

    #[test]
    fn a_resource_is_judged_by_the_model_that_the_open_crd_has() {
        let text = crd(|c| c.schema("{type: object, x-kubernetes-preserve-unknown-fields: true}"));
        let (crd, config) = (Open::new(&text), Config::default());
        let resource = Open::new("apiVersion: example.com/v1\nkind: Table\nmetadata: {name: a}\n");
        let is_shared = |index: &Index| {
            crd.check("crd.yaml", index);
            assert_eq!(resource.check("a.yaml", index), 0);
            let known = index.of_kind("example.com", "Table", "a.yaml");
            let model = crd.model().unwrap();
            std::ptr::eq(known[0].crd().object(), &model.object)
        };
        let mut index = Index::default();
        index.open("crd.yaml", Index::found("crd.yaml", 0, crd.shared(), &crd.tree, &config));
        assert!(is_shared(&index));

        // One that is not open is decoded from its text.
        index.open("crd.yaml", Index::found("crd.yaml", 0, text.as_str(), &crd.tree, &config));
        assert!(!is_shared(&index));
    }
}
