//! `crdls conversion try`: objects of each version are converted to each other one and back by a webhook that runs.
//!
//! Must not know HTTP, nor how a response is checked.

mod exchange;
mod subjects;
mod webhook;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crdls_conversion::{ReviewVersion, round_trip};
use crdls_ide::File;
use crdls_manifest::model::Version;
use crdls_report::{Config, FieldPath, Finding};
use crdls_resource::{Index, pruned};
use crdls_values::Json;

use super::check::known_crds;
use super::report::{CheckedReview, print_findings};
use crate::cli::args::ConversionTryArgs;
use crate::cli::inputs::run_options;
use crate::cli::outcome::{Ended, Outcome, say};
use crate::render::{Source, count};
use crdls_system::files::{name, reason, temporary_folder, write};
use crdls_system::guard::guarded;
use exchange::{Exchanged, exchange};
use subjects::{StoredObject, Subject, add_files, subjects};
use webhook::Webhook;

/// A review has at most so many objects: the server sends all that it reads at once, clients read pages of 500.
const MOST_OBJECTS: usize = 1_000;
/// How long the server waits for a webhook.
const SERVER_WAITS: u64 = 30;

/// Does what `crdls conversion try` asks.
pub(super) fn run(args: &ConversionTryArgs) -> Ended {
    let format = args.common.format_of("conversion try")?;
    let options = run_options(&args.common)?;
    let mut outcome = Outcome::Clean;
    let (crd_sources, index) = known_crds(&args.common, &options, &mut outcome);
    let config = options.config;
    let mut subjects = subjects(&index, !args.common.crds.is_empty(), &config);
    if subjects.is_empty() && outcome != Outcome::Clean {
        return Ok(outcome);
    }
    if subjects.is_empty() {
        return Err(
            "no CRD with several versions and `strategy: Webhook` found; pass one with `--crds`".into()
        );
    }
    outcome = outcome.max(add_files(&mut subjects, &args.objects));
    for subject in &mut subjects {
        let source = subject.crd.source.to_string();
        guarded(&source, || subject.add_samples())?;
    }
    if subjects.iter().all(|subject| subject.objects.is_empty()) {
        return Err("there is no object to convert: no sample could be made; name custom resources".into());
    }
    let ca = certificates(args, &subjects)?;
    let hook = Webhook::reach(&args.url, &ca, Duration::from_secs(args.timeout))?;
    let mut trial = Trial {
        hook,
        index: &index,
        config: &config,
        folder: args.output_dir.clone(),
        written: 0,
        sent: Sent::default(),
        reported: BTreeMap::new(),
        reviews: Vec::new(),
    };
    guarded(&args.url, || trial.all(&subjects))??;
    let printed = print_findings(&trial.reviews, &crd_sources, (&args.common, format), &config);
    trial.summary().into_iter().for_each(say);
    Ok(printed.max(outcome))
}

/// The certificates by which the webhook's own is verified, as PEM.
fn certificates(args: &ConversionTryArgs, subjects: &[Subject<'_>]) -> Result<Vec<u8>, String> {
    if let Some(path) = &args.ca {
        return fs::read(path).map_err(|err| format!("cannot read {}: {}", path.display(), reason(&err)));
    }
    let bundle = |subject: &Subject<'_>| {
        let bundle = subject.crd.crd().spec().conversion()?.client_config()?.ca_bundle().to_vec();
        Some([bundle, b"\n".to_vec()].concat())
    };
    Ok(subjects.iter().filter_map(bundle).flatten().collect())
}

/// What was sent.
#[derive(Debug, Default)]
struct Sent {
    reviews: usize,
    objects: usize,
    slowest: Duration,
}

struct Trial<'t> {
    hook: Webhook,
    index: &'t Index,
    config: &'t Config,
    /// Where reviews with findings are written; made when there is one.
    folder: Option<PathBuf>,
    /// How many of them are written.
    written: usize,
    sent: Sent,
    /// How often each finding was met: by code and path without indices.
    reported: BTreeMap<(&'static str, String), usize>,
    reviews: Vec<CheckedReview>,
}

/// Whether to send another review.
enum Next {
    Continue,
    Stop,
}

impl Trial<'_> {
    /// All conversions; the message where a review cannot be written.
    fn all(&mut self, subjects: &[Subject<'_>]) -> Result<(), String> {
        for subject in subjects {
            for review in &subject.reviews {
                for desired in &subject.versions {
                    if let Next::Stop = self.convert_to(subject, *review, *desired)? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// All objects of other versions to one, as a client gets one and lists all.
    fn convert_to(
        &mut self,
        subject: &Subject<'_>,
        review: ReviewVersion,
        desired: Version<'_>,
    ) -> Result<Next, String> {
        let others: Vec<_> =
            subject.objects.iter().filter(|object| object.version.name() != desired.name()).collect();
        let one = others.get(..1).filter(|_| others.len() > 1).unwrap_or_default();
        for chunk in std::iter::once(one).chain(others.chunks(MOST_OBJECTS)).filter(|chunk| !chunk.is_empty())
        {
            let (there, next) = self.send(subject, review, desired, chunk.iter().map(|object| &object.value));
            let pruned = |object| pruned(object, subject.crd.crd(), desired);
            let converted: Vec<_> = there.objects.iter().map(pruned).collect();
            self.report(there, Vec::new())?;
            if let Next::Stop = next {
                return Ok(Next::Stop);
            }
            if chunk.len() == converted.len()
                && let Next::Stop = self.back(subject, review, desired, (chunk, &converted))?
            {
                return Ok(Next::Stop);
            }
        }
        Ok(Next::Continue)
    }

    /// Converted objects back to the versions that they had.
    fn back(
        &mut self,
        subject: &Subject<'_>,
        review: ReviewVersion,
        by: Version<'_>,
        (originals, converted): (&[&StoredObject<'_>], &[Json]),
    ) -> Result<Next, String> {
        for version in &subject.versions {
            let is_of =
                |(original, _): &(&&StoredObject<'_>, &Json)| original.version.name() == version.name();
            let pairs: Vec<_> = originals.iter().zip(converted).filter(is_of).collect();
            if pairs.is_empty() {
                continue;
            }
            let (again, next) =
                self.send(subject, review, *version, pairs.iter().map(|(_, converted)| *converted));
            let list = FieldPath::of_names(&["response", "convertedObjects"]);
            let settled: Vec<_> =
                again.objects.iter().map(|object| subject.settled(object, *version)).collect();
            let compared =
                pairs.iter().zip(&settled).enumerate().filter_map(|(index, ((original, _), after))| {
                    round_trip(&original.value, after, by.name(), &list.item(index))
                });
            let lost = compared.collect();
            self.report(again, lost)?;
            if let Next::Stop = next {
                return Ok(Next::Stop);
            }
        }
        Ok(Next::Continue)
    }

    fn send<'o>(
        &mut self,
        subject: &Subject<'_>,
        review: ReviewVersion,
        desired: Version<'_>,
        objects: impl ExactSizeIterator<Item = &'o Json>,
    ) -> (Exchanged, Next) {
        self.sent.reviews += 1;
        self.sent.objects += objects.len();
        let desired = format!("{}/{}", subject.crd.crd().spec().group(), desired.name());
        let number = (review, self.sent.reviews);
        let exchanged = exchange(&self.hook, number, &desired, objects, (self.index, self.config));
        self.sent.slowest = self.sent.slowest.max(exchanged.took);
        let next = if exchanged.is_last { Next::Stop } else { Next::Continue };
        (exchanged, next)
    }

    /// Keeps the findings that were not met before, and writes the review that they are in.
    fn report(&mut self, exchanged: Exchanged, lost: Vec<Finding>) -> Result<(), String> {
        let Exchanged { request, response, findings, .. } = exchanged;
        let mut is_new = |finding: &Finding| {
            let met = self.reported.entry((finding.code.name, without_indices(&finding.path))).or_default();
            *met += 1;
            *met == 1
        };
        let findings: Vec<_> = findings.into_iter().chain(lost).filter(|finding| is_new(finding)).collect();
        if findings.is_empty() {
            return Ok(());
        }
        self.written += 1;
        let number = self.written;
        let sent = self.write(&format!("{number:03}-request.json"), &request)?;
        let (name, file) = match response {
            None => (sent, File::new(request)),
            Some(file) => {
                let is_json = file.text().trim_start().starts_with('{');
                let extension = if is_json { "json" } else { "txt" };
                (self.write(&format!("{number:03}-response.{extension}"), file.text())?, file)
            }
        };
        self.reviews.push(CheckedReview::new(Source::new(name, file), findings, self.config));
        Ok(())
    }

    /// Writes a file, and returns its name.
    fn write(&mut self, file: &str, text: &str) -> Result<String, String> {
        let folder = match self.folder.take() {
            Some(folder) => folder,
            None => temporary_folder().map_err(|err| format!("no temporary folder: {}", reason(&err)))?,
        };
        let folder: &Path = self.folder.insert(folder);
        let path = folder.join(file);
        write(&path, text)?;
        Ok(name(&path))
    }

    /// What was tried, for people.
    fn summary(&self) -> Vec<String> {
        let Sent { reviews, objects, slowest } = &self.sent;
        let (reviews, objects) = (count(*reviews, "review"), count(*objects, "object"));
        let slowest = slowest.as_millis();
        let mut lines = vec![format!(
            "{reviews} of {objects}; the slowest took {slowest} ms of the server's {SERVER_WAITS} s"
        )];
        let again: usize = self.reported.values().map(|met| met - 1).sum();
        if again > 0 {
            lines.push(format!("{} like these", count(again, "more finding")));
        }
        if let Some(folder) = self.folder.as_ref().filter(|_| self.written > 0) {
            lines.push(format!("requests and responses: {}", folder.display()));
        }
        lines
    }
}

fn without_indices(path: &FieldPath) -> String {
    path.to_string().chars().filter(|c| !c.is_ascii_digit()).collect()
}
