//! Findings of a whole file.

use std::collections::HashSet;
use std::sync::Arc;

use crdls_check::{JudgedAs, NotJudged};
use crdls_manifest::objects::Kind;
use crdls_report::{Config, Finding, Fix};
use crdls_text::TextRange;
use crdls_yaml::Node;

use crate::File;
use crate::file::{FileContext, source};
use crate::stale_copies::stale_copies;

/// A finding, and where in the file it is.
#[derive(Clone, Debug, PartialEq)]
pub struct FileFinding {
    /// The number of its document in the file, from 0.
    pub document: usize,
    /// The finding; ranges are bytes of the file. Equal files share it.
    pub finding: Arc<Finding>,
    /// An editor does not show it: it follows from another one (`in_editor`).
    pub hidden: bool,
}

impl FileFinding {
    /// A finding in a document.
    pub fn new(document: usize, finding: Finding) -> Self {
        Self { document, finding: Arc::new(finding), hidden: false }
    }

    /// Gives it its fixes.
    pub fn set_fixes(&mut self, fixes: Vec<Fix>) {
        if self.finding.fixes != fixes {
            Arc::make_mut(&mut self.finding).fixes = fixes;
        }
    }
}

/// What was reported of the CRDs of a file's objects: it is reported once, and not for each object.
#[derive(Debug, Default)]
struct Reported(HashSet<(&'static str, String)>);

impl Reported {
    /// Whether a finding was not reported before.
    fn is_new(&mut self, finding: &Finding) -> bool {
        !crdls_check::ONCE.contains(&finding.code)
            || self.0.insert((finding.code.name, finding.message.clone()))
    }
}

/// Whether a file has objects that are neither CRDs nor test suites: custom resources may be among them, or conversions
/// of some.
pub fn holds_others(file: &File) -> bool {
    file.objects()
        .any(|(_, object)| object.kind.is_resource() || matches!(object.kind, Kind::Unknown | Kind::Review))
}

/// Whether a file has anything that is written for Kubernetes: other YAML is other servers'. An editor that gets
/// an answer from one does not do by itself what it else does, such as folding by indentation.
pub fn holds_manifests(file: &File) -> bool {
    let mut roots =
        file.tree().documents().iter().filter_map(|document| file.tree().root(file.text(), document));
    let named = |root: Node<'_>| root.get("apiVersion").is_some() && root.get("kind").is_some();
    roots.any(|root| !crdls_manifest::objects::kind(root).is_resource() || named(root))
}

/// What is made of a file: all its findings, and what its objects were judged as.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileCheck {
    /// By document and place, severities as configured.
    pub findings: Vec<FileFinding>,
    /// Document by document, in the order of the objects.
    pub judgements: Vec<JudgedAs>,
    /// The numbers of the documents that are templates.
    pub templates: Vec<usize>,
}

/// All findings of a file, see [`checked`].
pub fn check(file: &File, context: FileContext<'_>, config: &Config) -> Vec<FileFinding> {
    checked(file, context, config).findings
}

/// Whether a document has CRDs and nothing else, so that what is found in it follows from its text.
pub fn has_only_crds(file: &File, number: usize) -> bool {
    let (tree, text) = (file.tree(), file.text());
    let mut objects = file.objects_of(number).map(|object| object.kind.crd().is_some()).peekable();
    let is_plain = |document| {
        tree.errors_in(document).next().is_none() && tree.template_action(text, document).is_none()
    };
    tree.documents().get(number).is_some_and(is_plain)
        && objects.peek().is_some()
        && objects.all(|is_crd| is_crd)
}

/// Checks a file. Where the context has CRDs that those of the file replace, they are judged as updates; where it has
/// an index, custom resources are judged too.
pub fn checked(file: &File, context: FileContext<'_>, config: &Config) -> FileCheck {
    documents_checked(file, context, config, |_| true).finished(file, context, config)
}

/// Checks the documents that have only CRDs, before others are known.
pub fn checked_crds(file: &File, context: FileContext<'_>, config: &Config) -> FileCheck {
    documents_checked(file, context, config, |number| has_only_crds(file, number))
}

/// Checks the other documents, and adds what was found by [`checked_crds`].
pub fn checked_rest(file: &File, crds: FileCheck, context: FileContext<'_>, config: &Config) -> FileCheck {
    let mut all = documents_checked(file, context, config, |number| !has_only_crds(file, number));
    all.findings.extend(crds.findings);
    all.findings.sort_by_key(|found| found.document);
    all.judgements.extend(crds.judgements);
    all.templates.extend(crds.templates);
    all.finished(file, context, config)
}

/// Checks the documents with some numbers.
fn documents_checked(
    file: &File,
    context: FileContext<'_>,
    config: &Config,
    which: impl Fn(usize) -> bool,
) -> FileCheck {
    let source = source(file, context);
    let known = file.checks(context, config);
    let mut all = FileCheck::default();
    for (document, one) in file.tree().documents().iter().enumerate().filter(|(number, _)| which(*number)) {
        let check = || crdls_check::check(source, one, config);
        let is_open = || file.tree().root(file.text(), one).is_some_and(crdls_crd::ends_in_block);
        let checked = known.map_or_else(check, |known| known.of(one, is_open, check));
        if checked.judgements.contains(&JudgedAs::NotJudged(NotJudged::Template)) {
            all.templates.push(document);
        }
        all.judgements.extend(checked.judgements);
        let configured = crdls_check::configured(checked.findings, config).into_iter();
        all.findings.extend(configured.map(|finding| FileFinding::new(document, finding)));
    }
    all
}

impl FileCheck {
    /// Adds what concerns several documents to the checks of each.
    fn finished(mut self, file: &File, context: FileContext<'_>, config: &Config) -> Self {
        // That a file is a template is said once.
        let mut said = false;
        self.findings.retain(|found| {
            *found.finding.code != crdls_check::TEMPLATE || !std::mem::replace(&mut said, true)
        });
        let is_text = || file.flaw().is_none() && !file.text().contains('\0');
        if self.judgements.is_empty() && !is_text() {
            self.judgements.push(JudgedAs::NotJudged(NotJudged::NotText));
        }
        if let Some(claimed) = claimed(&self.templates, || file, context, config) {
            claimed.add_to(&mut self.findings);
        }
        let mut reported = Reported::default();
        self.findings.retain(|found| reported.is_new(&found.finding));
        self
    }
}

/// What a file's CRDs share with others: it is found once all are known.
#[derive(Debug)]
pub struct Claimed {
    findings: Vec<FileFinding>,
    /// The comments that ignore some of it.
    used: Vec<TextRange>,
}

/// What a file's CRDs share with others; nothing in documents that are templates. The file is asked for only where there is
/// any.
pub fn claimed<'a>(
    templates: &[usize],
    file: impl Fn() -> &'a File,
    context: FileContext<'a>,
    config: &Config,
) -> Option<Claimed> {
    // An update has the names of what it replaces.
    let crds = context.crds.filter(|_| context.old.is_none())?;
    let mut claimed = crdls_crd::claimed(crds, context.file);
    claimed.extend(stale_copies(crds, context.file, config));
    // Those of a text that parsed are at other places than in one that does not.
    if claimed.is_empty() || !(file().parses() || crds.is_of(context.file, file().text())) {
        return None;
    }
    let mut all = Claimed { findings: Vec::new(), used: Vec::new() };
    for (document, finding) in claimed.into_iter().filter(|(document, _)| !templates.contains(document)) {
        let (finding, used) = without_ignored(file(), document, context, finding);
        let configured = crdls_check::configured(finding, config).into_iter();
        all.findings.extend(configured.map(|finding| FileFinding::new(document, finding)));
        all.used.extend(used);
    }
    (!all.findings.is_empty() || !all.used.is_empty()).then_some(all)
}

impl Claimed {
    /// Adds it to what was found before.
    pub fn add_to(self, findings: &mut Vec<FileFinding>) {
        // A comment that is used seemed to ignore nothing.
        let is_used = |found: &FileFinding| {
            *found.finding.code == crdls_check::UNUSED_IGNORE && self.used.contains(&found.finding.range)
        };
        findings.retain(|found| !is_used(found));
        if !self.findings.is_empty() {
            findings.extend(self.findings);
            findings.sort_by_key(|found| (found.document, found.finding.sort_key()));
        }
    }
}

/// The finding, unless a comment of its document ignores it, and the comments that do.
fn without_ignored(
    file: &File,
    document: usize,
    context: FileContext<'_>,
    finding: Finding,
) -> (Vec<Finding>, Vec<TextRange>) {
    if !crdls_check::may_ignore(file.text()) {
        return (vec![finding], Vec::new());
    }
    match file.tree().documents().get(document) {
        Some(document) => crdls_check::without_ignored(source(file, context), document, vec![finding]),
        None => (vec![finding], Vec::new()),
    }
}

/// The fix that ignores advice by a comment above it; nothing for the server's findings, and in JSON.
pub fn ignoring(file: &File, context: FileContext<'_>, found: &FileFinding) -> Option<Fix> {
    let document = file.tree().documents().get(found.document)?;
    crdls_check::ignoring(source(file, context), document, &found.finding)
}

/// What is to be said of one document.
pub(crate) fn check_document(
    file: &File,
    number: usize,
    context: FileContext<'_>,
    config: &Config,
) -> Vec<Finding> {
    let Some(document) = file.tree().documents().get(number) else { return Vec::new() };
    crdls_check::configured(crdls_check::check(source(file, context), document, config).findings, config)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crdls_resource::Index;
    use crdls_sample::crd;

    use super::*;

    #[test]
    fn crds_and_then_the_rest_are_checked_as_all_at_once() {
        let config = Config::default();
        let oven = crd(|c| c.kind("Oven").schema("{type: object, properties: {spec: {type: strin}}}"));
        let placeholder = crd(|c| c.kind("Stove")).replace("name: stoves", "name: __PLURAL__");
        let resource = "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: a}\nspec: 1\n";
        let list = "apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: Pod}]\n";
        let ignored = format!("# crdls: ignore[missing-list-type] not needed\n{oven}");
        let documents: [&[&str]; 7] = [
            &[&oven, resource, list],
            &[resource, &placeholder, &oven, &placeholder],
            &[&ignored, &oven, "kind: [\n"],
            &["{{ if .x }}\n", &oven, resource],
            &[&oven.replace("scope: Namespaced", "scope: {{ .Scope }}"), &placeholder, resource],
            &[&oven.replace("kind: CustomResourceDefinition", "kind: {CustomResourceDefinition"), &oven],
            &[resource, list],
        ];
        let mut divided = 0;
        for documents in documents {
            let file = File::new(documents.join("---\n"));
            let mut index = Index::default();
            index.read("a.yaml", 0, file.text(), file.tree(), &config);
            let context = FileContext { crds: Some(&index), file: "a.yaml", ..FileContext::default() };
            let before = FileContext { crds: Some(&Index::default()), ..context };
            let crds = checked_crds(&file, before, &config);
            divided += usize::from(!crds.findings.is_empty());
            let (all, parts) =
                (checked(&file, context, &config), checked_rest(&file, crds, context, &config));
            assert_eq!(parts.findings, all.findings, "{}", file.text());
            let sorted = |check: &FileCheck| {
                let mut said: Vec<_> = check.judgements.iter().map(|judged| format!("{judged:?}")).collect();
                said.sort();
                (said, BTreeSet::from_iter(check.templates.clone()))
            };
            assert_eq!(sorted(&parts), sorted(&all), "{}", file.text());
        }
        assert!(divided > 3, "{divided}");
    }
}
