//! From the tree to the suite.
//!
//! Mirrors the types of openshift/api (tests/types.go), which are read from YAML by way of JSON and not strictly: unknown
//! keys are dropped, keys match in any letter case, and scalars become strings where the field is one. What upstream's
//! reader is silent about, or stops the whole run for, is a finding here, and the other cases stay. Must not know CRDs.

use crdls_manifest::objects::{Kind, kind};
use crdls_report::{Finding, Fix, Path, code};
use crdls_text::{Edit, TextRange, line_start, nearest};
use crdls_values::json::Reader;
use crdls_yaml::{Budget, Document, Member, Node, Scalar, Tree, members, strict};

use crate::manifest::Manifest;
use crate::patch::Patch;
use crate::runner::Runner;
use crate::suite::{Case, CaseKind, Expectation, Located, Suite};

code!(
    UNREAD_SUITE_FIELD,
    "unread-suite-field",
    Warning,
    advice,
    "a field of a test suite that nothing reads"
);
code!(INVALID_SUITE, "invalid-suite", Warning, advice, "a test suite, or a case of it, that cannot run");

const SUITE: &[&str] = &["apiVersion", "name", "crdName", "featureGates", "version", "tests"];
const TESTS: &[&str] = &["onCreate", "onUpdate"];
const ON_CREATE: &[&str] = &["name", "initial", "expected", "expectedError"];
const ON_UPDATE: &[&str] =
    &["name", "initialCRDPatches", "initial", "updated", "expected", "expectedError", "expectedStatusError"];
const PATCH: &[&str] = &["op", "path", "value"];

/// The fields of a suite, of `tests`, of the cases of both lists, and of a patch.
pub const FIELDS: [&[&str]; 5] = [SUITE, TESTS, ON_CREATE, ON_UPDATE, PATCH];

/// The document of a text that is a suite: its first one, where that is one.
pub fn suite_root<'t>(text: &'t str, tree: &'t Tree) -> Option<Node<'t>> {
    Some(suite_document(text, tree)?.1)
}

fn suite_document<'t>(text: &'t str, tree: &'t Tree) -> Option<(&'t Document, Node<'t>)> {
    let mut documents = tree.documents().iter();
    let (document, root) = documents.find_map(|document| Some((document, tree.root(text, document)?)))?;
    (kind(root) == Kind::Suite).then_some((document, root))
}

/// The mapping that a case is written as; `root` is the suite.
pub fn case_node<'t>(root: Node<'t>, case: &Case) -> Option<Node<'t>> {
    root.get("tests")?.value.get(case.kind.name())?.value.items().nth(case.index)
}

/// Reads the suite of a text: its first document, where that is one.
pub fn read(text: &str, tree: &Tree) -> Option<Suite> {
    let (document, root) = suite_document(text, tree)?;
    let broken = strict::check(document.range.of(text)).err().map(|refusal| {
        let first = tree.errors_in(document).next().map(|error| error.range.start);
        let at = first.unwrap_or(document.range.start + refusal.offset);
        let range = TextRange::around(text, at, line_end(text, at));
        Located { text: format!("the file does not parse: {}", refusal.message), range }
    });
    Some(Suite { broken, ..of_document(root) })
}

/// Reads the suite that a document is.
pub fn of_document(root: Node<'_>) -> Suite {
    let (budget, runner) = (Budget::default(), Runner::default());
    let mut reading = Reading { budget, findings: Vec::new(), text: root.text(), runner };
    let mut suite = reading.suite(root);
    suite.findings = reading.findings;
    suite.findings.sort_by_key(Finding::sort_key);
    suite
}

/// The known members of a mapping.
struct Fields<'t>(Vec<(&'static str, Member<'t>)>);

impl<'t> Fields<'t> {
    fn get(&self, name: &str) -> Option<&Member<'t>> {
        self.0.iter().rev().find(|(known, _)| *known == name).map(|(_, member)| member)
    }
}

struct Reading<'t> {
    budget: Budget,
    findings: Vec<Finding>,
    text: &'t str,
    runner: Runner,
}

impl<'t> Reading<'t> {
    fn suite(&mut self, root: Node<'t>) -> Suite {
        let fields = self.fields(root, SUITE, "a test suite");
        let mut suite = Suite {
            name: self.string(&fields, "name").ok().flatten(),
            crd_name: self.string(&fields, "crdName").ok().flatten(),
            version: self.string(&fields, "version").ok().flatten(),
            ..Suite::default()
        };
        suite.runner = suite.crd_name.as_ref().map(|name| Runner::of(&name.text)).unwrap_or_default();
        self.runner = suite.runner;
        for gate in self.items(&fields, "featureGates") {
            suite.feature_gates.extend(self.located(gate, "featureGates").ok().flatten());
        }
        suite.range = match (&suite.crd_name, fields.get("crdName")) {
            (Some(name), _) => name.range,
            (None, Some(member)) => {
                self.invalid(member.key.range(), "`crdName` is empty: no case can run");
                member.key.range()
            }
            (None, None) => root.range(),
        };
        if let Some(tests) = fields.get("tests").map(Member::value).filter(|tests| !is_nothing(*tests)) {
            let lists = self.fields(tests, TESTS, "`tests`");
            for (kind, known) in [(CaseKind::OnCreate, ON_CREATE), (CaseKind::OnUpdate, ON_UPDATE)] {
                for (index, case) in self.items(&lists, kind.name()).into_iter().enumerate() {
                    let case = self.case(case, kind, index, known);
                    suite.cases.push(case);
                }
            }
        }
        suite
    }

    fn case(&mut self, node: Node<'t>, kind: CaseKind, index: usize, known: &'static [&'static str]) -> Case {
        let fields = self.fields(node, known, &format!("a case of `{}`", kind.name()));
        let name = self.string(&fields, "name").ok().flatten();
        let range = name.as_ref().map_or_else(|| first_key(node), |name| name.range);
        let mut case = Case {
            kind,
            runner: self.runner,
            index,
            name: name.map(|name| name.text).unwrap_or_default(),
            range,
            patches: Vec::new(),
            initial: None,
            updated: None,
            expected: None,
            expected_error: None,
            expected_status_error: None,
            trouble: None,
        };
        let found = self.contents(&mut case, &fields);
        if let Err(trouble) = found {
            self.invalid(trouble.range, format!("the case cannot run: {}", trouble.text));
            case.trouble = Some(trouble);
        }
        case
    }

    /// What a case has; where it cannot run, why.
    fn contents(&mut self, case: &mut Case, fields: &Fields<'t>) -> Result<(), Located> {
        let filled = |text: Option<Located>| text.filter(|text| !text.text.is_empty());
        case.expected_error = filled(self.string(fields, "expectedError")?);
        if case.kind == CaseKind::OnUpdate {
            case.expected_status_error = filled(self.string(fields, "expectedStatusError")?);
            for patch in self.items(fields, "initialCRDPatches") {
                let patch = self.patch(patch)?;
                case.patches.push(patch);
            }
        }
        case.initial = Some(self.manifest(fields, "initial", case.range)?);
        if case.kind == CaseKind::OnUpdate {
            case.updated = Some(self.manifest(fields, "updated", case.range)?);
        }
        if self.runner == Runner::Hypershift {
            self.one_expectation(case, fields)?;
        }
        // Without it hypershift's runner wants no more than that the object is created.
        let is_optional = self.runner == Runner::Hypershift && case.kind == CaseKind::OnCreate;
        if case.expectation() == Expectation::Object && !(is_optional && fields.get("expected").is_none()) {
            case.expected = Some(self.manifest(fields, "expected", case.range)?);
        }
        Ok(())
    }

    fn one_expectation(&mut self, case: &Case, fields: &Fields<'t>) -> Result<(), Located> {
        let has_object = self.string(fields, "expected")?.is_some_and(|text| !text.text.is_empty());
        let given = [has_object, case.expected_error.is_some(), case.expected_status_error.is_some()];
        match case.kind == CaseKind::OnUpdate && given.iter().filter(|given| **given).count() != 1 {
            true => {
                let text = "it must have one of `expected`, `expectedError` and `expectedStatusError`";
                Err(Located { text: text.to_owned(), range: case.range })
            }
            false => Ok(()),
        }
    }

    fn patch(&mut self, node: Node<'t>) -> Result<Patch, Located> {
        let fields = self.fields(node, PATCH, "a patch");
        let mut text = |name| Ok(self.string(&fields, name)?.map(|text| text.text).unwrap_or_default());
        let (op, path) = (text("op")?, text("path")?);
        let value = fields.get("value").map(|member| Reader::default().read(member.value()));
        Ok(Patch { op, path, value, range: node.range() })
    }

    /// The object in a string; `case` is where a missing one is reported.
    fn manifest(&mut self, fields: &Fields<'t>, name: &str, case: TextRange) -> Result<Manifest, Located> {
        let Some(text) = self.string(fields, name)? else {
            return Err(Located { text: format!("`{name}` is missing"), range: case });
        };
        Manifest::read(&text.text, text.range, self.runner).map_err(|no_object| {
            let value = fields.get(name).map(Member::value);
            let at = value.map_or(text.range.start, |value| value.decoded().source(no_object.offset));
            let range = TextRange::around(self.text, at, line_end(self.text, at));
            let range = if range.is_empty() { text.range } else { range };
            Located { text: format!("`{name}` is no object: {}", no_object.why), range }
        })
    }

    /// The members of a mapping that are known, in any letter case; the others are reported.
    fn fields(&mut self, node: Node<'t>, known: &'static [&'static str], owner: &str) -> Fields<'t> {
        if !node.kind().is_map() {
            self.invalid(node.range(), format!("{owner} must be a mapping"));
            return Fields(Vec::new());
        }
        let mut found = Vec::new();
        let all = members(node, &mut self.budget);
        let tests = all.iter().find(|member| member.name == "tests").map(|member| member.key);
        for member in all {
            let named = known.iter().find(|name| name.eq_ignore_ascii_case(&member.name));
            if let Some(name) = named {
                found.push((*name, member));
                continue;
            }
            let misplaced = (known == SUITE).then(|| misplaced(self.text, &member, tests)).flatten();
            let finding = misplaced.unwrap_or_else(|| unknown(&member, known, owner));
            self.findings.push(finding);
        }
        // Of keys that differ in letter case the last in the order of their names is read.
        found.sort_by(|(_, a), (_, b)| a.name.cmp(&b.name));
        Fields(found)
    }

    /// The items of a list; none, and reported, for anything else that is written.
    fn items(&mut self, fields: &Fields<'t>, name: &str) -> Vec<Node<'t>> {
        let Some(value) = fields.get(name).map(Member::value).filter(|value| !is_nothing(*value)) else {
            return Vec::new();
        };
        if !value.kind().is_seq() {
            self.invalid(value.range(), format!("`{name}` must be a list"));
        }
        let items: Vec<_> = value.items().collect();
        items.into_iter().map(|item| self.budget.follow(item).unwrap_or(item)).collect()
    }

    fn string(&mut self, fields: &Fields<'t>, name: &str) -> Result<Option<Located>, Located> {
        match fields.get(name) {
            Some(member) => {
                let value = self.located(member.value(), name)?;
                Ok(value.map(|text| Located { range: member.written.range(), ..text }))
            }
            None => Ok(None),
        }
    }

    /// The text of a scalar; nothing where it is null.
    fn located(&mut self, node: Node<'t>, name: &str) -> Result<Option<Located>, Located> {
        let range = node.range();
        if is_nothing(node) {
            return Ok(None);
        }
        let text = match node.scalar() {
            Some(Scalar::Str(text)) => text.into_owned(),
            Some(_) => node.str().unwrap_or_default().into_owned(),
            None => {
                let text = format!("`{name}` must be a string");
                self.invalid(range, text.clone());
                return Err(Located { text, range });
            }
        };
        Ok(Some(Located { text, range }))
    }

    /// Reports what cannot run, each place once.
    fn invalid(&mut self, range: TextRange, message: impl Into<String>) {
        let is_known = |finding: &Finding| finding.range == range && *finding.code == INVALID_SUITE;
        if !self.findings.iter().any(is_known) {
            self.findings.push(Finding::new(&INVALID_SUITE, range, &Path::EMPTY, message));
        }
    }
}

fn is_nothing(node: Node<'_>) -> bool {
    node.is_empty() || matches!(node.scalar(), Some(Scalar::Null))
}

fn first_key(node: Node<'_>) -> TextRange {
    node.entries().next().map_or(node.range(), |entry| entry.key.range())
}

fn line_end(text: &str, at: u32) -> u32 {
    let rest = text.get(at as usize..).unwrap_or_default();
    at + rest.lines().next().unwrap_or_default().trim_end().len() as u32
}

/// Cases that are next to `tests`, where nothing reads them.
fn misplaced(text: &str, member: &Member<'_>, tests: Option<Node<'_>>) -> Option<Finding> {
    let name = TESTS.iter().find(|name| name.eq_ignore_ascii_case(&member.name))?;
    let cases = member.value().items().count();
    let message = match cases {
        1 => format!("the case of `{name}` never runs: `{name}` is not below `tests`"),
        _ => format!("the {cases} cases of `{name}` never run: `{name}` is not below `tests`"),
    };
    let mut finding = Finding::new(&UNREAD_SUITE_FIELD, member.key.range(), &Path::EMPTY, message)
        .why("the runner drops unknown fields silently")
        .help(format!("move `{name}` below `tests`"));
    if let Some(edits) = tests.and_then(|tests| indented(text, member, tests)) {
        finding = finding.fix(Fix { title: format!("move `{name}` below `tests`"), safe: false, edits });
    }
    Some(finding)
}

fn unknown(member: &Member<'_>, known: &'static [&'static str], owner: &str) -> Finding {
    let range = member.key.range();
    let message = format!("`{}` is not a field of {owner}: nothing reads it", member.name);
    let mut finding = Finding::new(&UNREAD_SUITE_FIELD, range, &Path::EMPTY, message);
    if let Some(near) = nearest(&member.name, known.iter().copied()) {
        finding = finding
            .help(format!("write `{near}`"))
            .fix(Fix { safe: false, ..Fix::respell(range, member.key.source(), near) });
    }
    finding
}

/// The edits that move an entry below the entry right before it, `tests`: its lines are indented as those of the
/// other are. Nothing where that is not all there is to do.
fn indented(text: &str, member: &Member<'_>, tests: Node<'_>) -> Option<Vec<Edit>> {
    let column = |at: u32| at - line_start(text, at);
    let first = text.get(tests.range().end as usize..)?.strip_prefix(':')?.lines().nth(1)?;
    let indent = (first.len() - first.trim_start().len()) as u32;
    let (start, end) = (member.key.range().start, member.written.range().end);
    if column(start) != column(tests.range().start) || indent <= column(start) || start < tests.range().end {
        return None;
    }
    let between = text.get(tests.range().end as usize..start as usize)?;
    let is_next = between.lines().skip(1).all(|line| line.is_empty() || line.starts_with([' ', '-', '#']));
    if !is_next {
        return None;
    }
    let new_text = " ".repeat((indent - column(start)) as usize);
    let lines =
        text.get(start as usize..end as usize)?.match_indices('\n').map(|(at, _)| start + at as u32 + 1);
    let starts = std::iter::once(start)
        .chain(lines)
        .filter(|at| *at < end && !text.get(*at as usize..).unwrap_or_default().starts_with(['\n', '\r']));
    Some(starts.map(|at| Edit { range: TextRange::empty(at), new_text: new_text.clone() }).collect())
}

/// A value of JSON, for tests.
#[cfg(test)]
pub fn json(text: &str) -> crdls_values::Json {
    let tree = Tree::parse(text);
    Reader::default().read(tree.root(text, &tree.documents()[0]).unwrap())
}
