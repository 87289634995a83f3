//! Findings of files that need not be checked again: they are kept by all that they depend on.
//!
//! A file that holds nothing but CRDs depends on its text alone. One that holds others depends on the index of CRDs too. Both
//! depend on the settings. Must not know how a file is checked.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crdls_check::codes;
use crdls_check::{JudgedAs, NotJudged};
use crdls_fixes::FileFinding;
use crdls_minors::{Minor, Minors};
use crdls_report::{
    Code, ErrorType, FieldPath, Finding, Fix, Note, PathStep, Related, Server, Severity, WitnessObject,
};
use crdls_text::{Edit, TextRange};

use super::bytes::{Bytes, Keep, Packed, keep_fields, keep_listed};
use super::folder::{CacheFolder, entry_name};

/// How many bytes of results are kept of a run: those of catalogs would take too much memory.
const MOST_BYTES: usize = 16 << 20;

/// The findings of the files of a run.
#[derive(Debug)]
pub struct KeptFindings {
    folder: CacheFolder,
    name: String,
    /// The settings of the run, as a part of keys.
    settings: OnceLock<String>,
    results: Mutex<Results>,
}

/// Results by their keys.
#[derive(Debug, Default)]
struct Results {
    /// Results of a run before that this one did not need yet.
    known: HashMap<String, Vec<u8>>,
    of_run: HashMap<String, Vec<u8>>,
    bytes_of_run: usize,
    any_new: bool,
}

/// The result of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FileResult {
    /// Findings of the file.
    pub findings: Vec<FileFinding>,
    /// How its documents were checked.
    pub judgements: Arc<[JudgedAs]>,
    /// Numbers of the documents that are templates.
    pub templates: Vec<usize>,
    /// How many findings have a fix.
    pub fixable: usize,
}

impl KeptFindings {
    /// The findings that runs with some arguments have kept.
    pub fn of(folder: CacheFolder, key_of_run: &[u8]) -> Self {
        let name = entry_name(&(key_of_run, "findings"));
        let bytes = folder.read(&name).unwrap_or_default();
        let known = results(&mut Bytes::of(&bytes)).unwrap_or_default();
        Self {
            folder,
            name,
            settings: OnceLock::new(),
            results: Mutex::new(Results { known, ..Results::default() }),
        }
    }

    /// The settings of the run, written once.
    pub fn settings(&self, written: impl FnOnce() -> String) -> &str {
        self.settings.get_or_init(written)
    }

    /// The result that was kept under a key.
    pub fn result(&self, key: &str) -> Option<FileResult> {
        let bytes = self.results().known.remove(key)?;
        let result = FileResult::of(&mut Bytes::of(&bytes))?;
        self.results().add(key.to_owned(), bytes);
        Some(result)
    }

    /// Notes the result of a text under a key.
    pub fn note(&self, key: String, result: &FileResult) {
        // A code that no list has could not be read again.
        let is_known =
            |found: &FileFinding| codes::by_code(found.finding.code.name) == Some(found.finding.code);
        if !result.findings.iter().all(is_known) {
            return;
        }
        let mut packed = Packed::default();
        result.add(&mut packed);
        let mut results = self.results();
        results.any_new = true;
        results.add(key, packed.into_bytes());
    }

    /// Keeps the results of this run for the next ones.
    pub fn keep(&self) {
        let Results { of_run, bytes_of_run, any_new, .. } = std::mem::take(&mut *self.results());
        if !any_new {
            return;
        }
        let mut all: Vec<_> = of_run.into_iter().collect();
        all.sort();
        // With room for their lengths, so that it is not copied to grow.
        let mut packed = Packed::with_capacity(bytes_of_run + 8 * (all.len() + 1));
        packed.number(all.len() as u64);
        for (key, bytes) in all {
            packed.text(&key);
            packed.bytes(&bytes);
        }
        self.folder.write(&self.name, &packed.into_bytes());
    }

    fn results(&self) -> MutexGuard<'_, Results> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Results {
    fn add(&mut self, key: String, bytes: Vec<u8>) {
        let size = self.bytes_of_run + key.len() + bytes.len();
        if size <= MOST_BYTES {
            self.bytes_of_run = size;
            self.of_run.insert(key, bytes);
        }
    }
}

/// Reads results by their keys.
fn results(bytes: &mut Bytes<'_>) -> Option<HashMap<String, Vec<u8>>> {
    (0..bytes.number()?).map(|_| Some((String::of(bytes)?, bytes.bytes()?.to_vec()))).collect()
}

keep_fields! {
    FileResult { findings, judgements, templates, fixable }
    FileFinding { document, finding, hidden }
    Server { kind, field, detail, bad, shadowed }
    Related { file, range, message }
    WitnessObject { object, old }
    Fix { title, safe, edits }
    Edit { range, new_text }
    Finding { code, severity, range, message, notes, path, server, related, validated_by, witness, kubernetes, fixes }
}

impl Keep for &'static Code {
    fn add(&self, packed: &mut Packed) {
        packed.text(self.name);
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        codes::by_code(std::str::from_utf8(bytes.bytes()?).ok()?)
    }
}

impl Keep for TextRange {
    fn add(&self, packed: &mut Packed) {
        packed.number(u64::from(self.start));
        packed.number(u64::from(self.end));
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        Some(Self::new(bytes.number()?.try_into().ok()?, bytes.number()?.try_into().ok()?))
    }
}

const SEVERITIES: [Severity; 4] = [Severity::Error, Severity::Warning, Severity::Information, Severity::Hint];

const ERROR_TYPES: [ErrorType; 16] = [
    ErrorType::Decoding,
    ErrorType::NoMatch,
    ErrorType::StrictDecoding,
    ErrorType::NotFound,
    ErrorType::Required,
    ErrorType::Duplicate,
    ErrorType::Invalid,
    ErrorType::NotSupported,
    ErrorType::Forbidden,
    ErrorType::TooLong,
    ErrorType::TooMany,
    ErrorType::InternalError,
    ErrorType::TypeInvalid,
    ErrorType::Conflict,
    ErrorType::Conversion,
    ErrorType::Warning,
];

keep_listed! {
    Severity: SEVERITIES
    ErrorType: ERROR_TYPES
}

impl Keep for Minors {
    fn add(&self, packed: &mut Packed) {
        self.iter().map(|minor| minor.0).collect::<Vec<u8>>().add(packed);
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        Some(Vec::<u8>::of(bytes)?.into_iter().map(Minor).collect())
    }
}

impl Keep for Note {
    fn add(&self, packed: &mut Packed) {
        let (is_help, text) = match self {
            Self::Why(text) => (false, text),
            Self::Help(text) => (true, text),
        };
        is_help.add(packed);
        text.add(packed);
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        let kind = if bool::of(bytes)? { Self::Help } else { Self::Why };
        String::of(bytes).map(kind)
    }
}

impl Keep for FieldPath {
    fn add(&self, packed: &mut Packed) {
        self.is_hoisted().add(packed);
        self.steps().to_vec().add(packed);
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        let is_hoisted = bool::of(bytes)?;
        Some(Self::of_steps(Vec::of(bytes)?, is_hoisted))
    }
}

impl Keep for PathStep {
    fn add(&self, packed: &mut Packed) {
        match self {
            Self::Name(name) => (0_usize, name.to_string()).add(packed),
            Self::Key(name) => (1_usize, name.to_string()).add(packed),
            Self::Index(index) => (2_usize, *index).add(packed),
        }
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        Some(match usize::of(bytes)? {
            0 => Self::Name(String::of(bytes)?.into()),
            1 => Self::Key(String::of(bytes)?.into()),
            2 => Self::Index(usize::of(bytes)?),
            _ => return None,
        })
    }
}

impl Keep for JudgedAs {
    fn add(&self, packed: &mut Packed) {
        match self {
            Self::Crd => 0_usize.add(packed),
            Self::TestSuite => 1_usize.add(packed),
            Self::ConversionReview => 2_usize.add(packed),
            Self::CustomResource => 3_usize.add(packed),
            Self::Update => 4_usize.add(packed),
            Self::Created { is_crd, name } => (5_usize, (*is_crd, name.clone())).add(packed),
            Self::NotJudged(why) => {
                6_usize.add(packed);
                why.add(packed);
            }
        }
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        Some(match usize::of(bytes)? {
            0 => Self::Crd,
            1 => Self::TestSuite,
            2 => Self::ConversionReview,
            3 => Self::CustomResource,
            4 => Self::Update,
            5 => Self::Created { is_crd: bool::of(bytes)?, name: String::of(bytes)? },
            6 => Self::NotJudged(NotJudged::of(bytes)?),
            _ => return None,
        })
    }
}

impl Keep for NotJudged {
    fn add(&self, packed: &mut Packed) {
        match self {
            Self::NoCrd(kind) => (0_usize, kind.clone()).add(packed),
            Self::NotServed(version) => (1_usize, version.clone()).add(packed),
            Self::Part => 2_usize.add(packed),
            Self::Refused => 3_usize.add(packed),
            Self::Template => 4_usize.add(packed),
            Self::NotYaml => 5_usize.add(packed),
            Self::NotText => 6_usize.add(packed),
            Self::NestedLists => 7_usize.add(packed),
        }
    }

    fn of(bytes: &mut Bytes<'_>) -> Option<Self> {
        Some(match usize::of(bytes)? {
            0 => Self::NoCrd(String::of(bytes)?),
            1 => Self::NotServed(String::of(bytes)?),
            2 => Self::Part,
            3 => Self::Refused,
            4 => Self::Template,
            5 => Self::NotYaml,
            6 => Self::NotText,
            7 => Self::NestedLists,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use crdls_report::Path;

    use super::*;

    #[test]
    fn a_result_is_read_as_it_was_written() {
        let range = TextRange::new(3, 700);
        let related =
            |file: Option<&str>| Related { file: file.map(str::to_owned), range, message: "here".to_owned() };
        let steps = vec![
            PathStep::name("spec"),
            PathStep::Index(300),
            PathStep::Key("a/b".into()),
            PathStep::name("é"),
        ];
        let full = Finding {
            code: codes::ALL[7],
            severity: Severity::Hint,
            range,
            message: "`a` is not b".to_owned(),
            notes: vec![Note::Why("why".to_owned()), Note::Help("help".to_owned())],
            path: FieldPath::of_steps(steps, true),
            server: Some(Server {
                kind: ErrorType::Warning,
                field: "spec".to_owned(),
                detail: String::new(),
                bad: Some("\"x\"".to_owned()),
                shadowed: true,
            }),
            related: vec![related(None), related(Some("b.yaml"))],
            validated_by: Some(related(Some("c.yaml"))),
            witness: Some(Box::new(WitnessObject { object: "{}".to_owned(), old: Some("[]".to_owned()) })),
            kubernetes: Some([Minor::OLDEST, Minor::NEWEST].into_iter().collect()),
            fixes: vec![Fix {
                title: "do".to_owned(),
                safe: false,
                edits: vec![Edit { range, new_text: "\n".to_owned() }],
            }],
        };
        let plain = Finding::new(codes::ALL[0], range, &Path::EMPTY, "`a` is not b");
        let findings: Vec<_> = ERROR_TYPES
            .iter()
            .zip(SEVERITIES.iter().cycle())
            .map(|(kind, severity)| {
                let server = full.server.clone().map(|server| Server { kind: *kind, ..server });
                FileFinding::new(9, Finding { server, severity: *severity, ..full.clone() })
            })
            .chain([FileFinding { hidden: true, ..FileFinding::new(0, plain) }])
            .collect();
        let reasons = [
            NotJudged::NoCrd("A.b".to_owned()),
            NotJudged::NotServed("A of b/v1".to_owned()),
            NotJudged::Part,
            NotJudged::Refused,
            NotJudged::Template,
            NotJudged::NotYaml,
            NotJudged::NotText,
            NotJudged::NestedLists,
        ];
        let judgements: Arc<[_]> = [
            JudgedAs::Crd,
            JudgedAs::TestSuite,
            JudgedAs::ConversionReview,
            JudgedAs::CustomResource,
            JudgedAs::Update,
            JudgedAs::Created { is_crd: true, name: "`Oven` `a`".to_owned() },
        ]
        .into_iter()
        .chain(reasons.map(JudgedAs::NotJudged))
        .collect();
        let result = FileResult { findings, judgements, templates: vec![1, 500], fixable: 4 };
        let mut packed = Packed::default();
        result.add(&mut packed);
        let written = packed.into_bytes();
        assert_eq!(FileResult::of(&mut Bytes::of(&written)), Some(result));
        for end in 0..written.len() {
            assert!(FileResult::of(&mut Bytes::of(&written[..end])).is_none(), "{end} bytes");
        }
    }
}
