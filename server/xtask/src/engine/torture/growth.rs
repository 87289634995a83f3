//! Whether time grows with the text: each shape at 10 KB, 100 KB, 1 MB and 5 MB, or only to 1 MB.

use std::time::Duration;

use crdls_check::Old;
use crdls_ide::{File, FileContext, Fixer, check, completions, hover, symbols};
use crdls_report::Config;
use crdls_tests::torture::shapes::{Shape, shapes};

use super::clock::Clock;
use super::memory;

const SIZES: [usize; 4] = [10_000, 100_000, 1_000_000, 5_000_000];

/// Ten times the text may take as much longer and a little more, which caches and sorting cost.
const MOST_GROWTH: f64 = 4.0;

/// What is this quick needs no look.
const QUICK: Duration = Duration::from_millis(250);

/// No text may take longer for each KB, once it is longer than a few. It is checked twice and a few times more for
/// its fixes, and the worst have a finding for each six bytes.
const MOST_PER_KB: f64 = 8.0;

/// Bytes that are checked to prove fixes, as `crdls check` does.
const BUDGET: u64 = 64 << 20;

/// Times the shapes whose name has `only` in it, at sizes of at most `most` bytes; `false` where one takes too long.
pub(crate) fn run(only: &str, most: usize) -> bool {
    // Of the least stack that a thread of the product has.
    let only = only.to_owned();
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(move || all(&only, most));
    matches!(thread.map(std::thread::JoinHandle::join), Ok(Ok(true)))
}

fn all(only: &str, most: usize) -> bool {
    println!("{:36} ms per KB at 10 KB, 100 KB, 1 MB, 5 MB; findings; memory at most", "");
    let chosen = shapes().into_iter().filter(|shape| shape.name.contains(only));
    // All are run, also where one fails.
    chosen.map(|shape| one(&shape, most)).filter(|good| !good).count() == 0
}

fn one(shape: &Shape, most: usize) -> bool {
    let (mut line, mut bad, mut before) = (String::new(), None, None);
    let mut last = 0;
    for size in SIZES.into_iter().filter(|size| *size <= most) {
        let text = (shape.make)(size);
        let kilobytes = text.len() as f64 / 1024.0;
        let (took, findings) = time(text);
        let per_kb = took.as_secs_f64() * 1000.0 / kilobytes;
        line += &format!("{per_kb:9.4}");
        last = findings;
        let grew = before.is_some_and(|before| per_kb > before * MOST_GROWTH);
        if took > QUICK && (grew || per_kb > MOST_PER_KB) {
            bad = Some(format!("{took:?} at {kilobytes:.0} KB"));
            break;
        }
        before = Some(per_kb);
    }
    let memory = memory::peak().unwrap_or_default();
    println!("{:36}{line:36}{last:9}{memory:6} MB {}", shape.name, bad.as_ref().map_or("", |why| why));
    bad.is_none()
}

/// What an editor asks for when a text is opened, the fixes of all findings, and a check of it as an update of itself.
fn time(text: String) -> (Duration, usize) {
    let config = Config::default();
    let start = Clock::start();
    let file = File::from_bytes(text.into_bytes()).remembering();
    let findings = check(&file, FileContext::default(), &config);
    let mut old = Old::default();
    old.read(file.text(), file.tree(), &config);
    check(&file, FileContext { old: Some(&old), ..FileContext::default() }, &config);
    let fixer = Fixer::new(&file, &findings, FileContext::default(), &config).within(BUDGET);
    fixer.fixes(&findings.iter().collect::<Vec<_>>());
    symbols(&file);
    let middle = file.text().len() as u32 / 2;
    hover(&file, middle, FileContext::default(), &config);
    completions(&file, middle, FileContext::default(), &config);
    (start.elapsed(), findings.len())
}
