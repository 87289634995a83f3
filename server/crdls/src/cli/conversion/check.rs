//! `crdls conversion check`: a request and the response to it, from files.

use std::path::PathBuf;

use crdls_conversion::{Answer, Review, check_answer, no_request};
use crdls_ide::File;
use crdls_manifest::objects::{Kind, kind};
use crdls_report::Config;
use crdls_text::TextRange;
use crdls_yaml::Node;

use super::report::{CheckedReview, print_findings};
use crate::cli::args::{Common, ConversionCheckArgs};
use crate::cli::crds;
use crate::cli::inputs::{RunOptions, collect, known_crd_inputs, read, run_options};
use crate::cli::outcome::{Ended, Outcome};
use crate::render::Source;
use crdls_system::files::IgnoreFiles;
use crdls_system::guard::guarded;
use crdls_system::threads::Threads;

/// Does what `crdls conversion check` asks.
pub(super) fn run(args: &ConversionCheckArgs) -> Ended {
    let format = args.common.format_of("conversion check")?;
    if args.request.as_os_str() == "-" && args.response.as_os_str() == "-" {
        return Err("only one of REQUEST and RESPONSE can be `-`".into());
    }
    let options = run_options(&args.common)?;
    let mut outcome = Outcome::Clean;
    let [request, response] = [&args.request, &args.response].map(|path| single(path, &mut outcome));
    let (request, response) = (request?, response?);
    let (crd_sources, index) = known_crds(&args.common, &options, &mut outcome);
    let config = options.config;
    let (of_request, of_response) = guarded(&response.name, || match request_of(request.file()) {
        Some(root) => {
            let (request, file) = (Review::read(root, &config), response.file());
            let answer =
                Answer { request: &request, text: file.text(), tree: file.tree(), file: &response.name };
            (Vec::new(), check_answer(answer, Some(&index), &config).findings)
        }
        None => (vec![no_request(start_of(request.file()))], Vec::new()),
    })?;
    let reviews = [
        CheckedReview::new(request, of_request, &config),
        CheckedReview::new(response, of_response, &config),
    ];
    Ok(print_findings(&reviews, &crd_sources, (&args.common, format), &config).max(outcome))
}

/// The one file of a path.
fn single(path: &PathBuf, outcome: &mut Outcome) -> Result<Source, String> {
    if path.is_dir() {
        return Err(format!("{} is a folder: name a file", path.display()));
    }
    let mut inputs = collect(std::slice::from_ref(path), IgnoreFiles::Respected, outcome);
    inputs.pop().map_or_else(|| Err(format!("cannot read {}", path.display())), read)
}

/// The CRDs that objects are judged by, and the texts that they are in.
pub(super) fn known_crds(
    common: &Common,
    options: &RunOptions,
    outcome: &mut Outcome,
) -> (Vec<Source>, crdls_resource::Index) {
    let inputs = known_crd_inputs(common, &[], &[], options, outcome);
    let (index, sources) = crds::read(inputs, options, &Threads::new(common.threads), outcome);
    (sources, index)
}

/// The first review of a file that has a request.
fn request_of(file: &File) -> Option<Node<'_>> {
    let is_request = |root: &Node<'_>| {
        kind(*root) == Kind::Review && Review::read(*root, &Config::default()).has_request()
    };
    roots(file).find(is_request)
}

/// Where its first document is.
fn start_of(file: &File) -> TextRange {
    roots(file).next().map_or(TextRange::empty(0), Node::range)
}

fn roots(file: &File) -> impl Iterator<Item = Node<'_>> {
    file.tree().documents().iter().filter_map(|document| file.tree().root(file.text(), document))
}
