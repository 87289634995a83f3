//! A manifest of the seeds, edited: mostly still a CRD, so that the later stages have work too.

use crdls_ide::File;

use super::{Seeds, check};
use crate::generate::edits::edit;
use crate::random::Random;

/// More edits leave nothing to check.
const MOST: usize = 12;

pub(super) fn run(bytes: &[u8], seeds: &Seeds) {
    check::file(&File::new(text(bytes, seeds)));
}

pub(super) fn shown(bytes: &[u8], seeds: &Seeds) -> Vec<u8> {
    text(bytes, seeds).into_bytes()
}

fn text(bytes: &[u8], seeds: &Seeds) -> String {
    let mut choices = Random::of_bytes(bytes);
    let mut text = seeds.manifests.get(choices.below(seeds.manifests.len())).cloned().unwrap_or_default();
    for _ in 0..MOST {
        if choices.is_empty() {
            break;
        }
        let other = seeds.manifests.get(choices.below(seeds.manifests.len())).map_or("", String::as_str);
        edit(&mut text, other, &mut choices);
    }
    text
}
