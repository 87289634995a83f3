//! Whether time grows with the number of findings: CRDs with N faulty properties in each format, with `--fix`, and all
//! safe fixes as an editor asks for them.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crdls_ide::{File, FileContext, check, fixed};
use crdls_report::Config;
use crdls_tests::torture::shapes::{FAULTS, UNKNOWN_FIELD, faulty_properties};

use crate::files::Scratch;

const NUMBERS: [usize; 4] = [200, 1_000, 4_000, 16_000];

/// Four times the properties may take so much longer for each of them.
const MOST_GROWTH: f64 = 1.5;

/// The largest CRD may take as long.
const MOST: Duration = Duration::from_secs(4);

/// What is this quick needs no look.
const QUICK: Duration = Duration::from_millis(100);

/// Each is timed so many times, and the quickest run counts: other work of the machine only adds time.
const RUNS: usize = 3;

const FORMATS: [&str; 4] = ["concise", "full", "json", "sarif"];

/// Prints how long the program takes for each number of properties; `false` where that grows faster than they do.
pub(crate) fn run(program: &Path) -> bool {
    let folder = Scratch::new("findings");
    let done = std::fs::create_dir_all(&*folder).and_then(|()| all(program, &folder));
    done.unwrap_or_else(|err| {
        eprintln!("{}: {err}", folder.display());
        false
    })
}

fn all(program: &Path, folder: &Path) -> std::io::Result<bool> {
    println!("{:24}ms for {NUMBERS:?} properties; ms for each, 4,000 to 16,000: at most {MOST_GROWTH}", "");
    let mut good = true;
    for (kind, faults) in [("an unknown field", &UNKNOWN_FIELD[..]), ("many kinds of fault", &FAULTS)] {
        let texts = NUMBERS.map(|number| faulty_properties(faults, number));
        let by_program = |text: &str, args: &[&str]| program_takes(program, folder, text, args);
        for format in FORMATS {
            good &= row(&format!("{kind}, {format}"), &texts, |text| {
                by_program(text, &["--output-format", format])
            })?;
        }
        let fix = ["--fix", "--output-format", "concise"];
        good &= row(&format!("{kind}, --fix"), &texts, |text| by_program(text, &fix))?;
        good &= row(&format!("{kind}, fixAll"), &texts, |text| Ok(fix_all_takes(text)))?;
    }
    Ok(good)
}

fn program_takes(program: &Path, folder: &Path, text: &str, args: &[&str]) -> std::io::Result<Duration> {
    let file = folder.join("crd.yaml");
    std::fs::write(&file, text)?;
    let mut command = Command::new(program);
    command.args(["check", "--no-cache", "--threads", "1"]).args(args).arg(&file);
    let start = Instant::now();
    command.stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    Ok(start.elapsed())
}

fn fix_all_takes(text: &str) -> Duration {
    let file = File::new(text.to_owned()).remembering();
    let config = Config::default();
    check(&file, FileContext::default(), &config);
    let start = Instant::now();
    fixed(&file, FileContext::default(), &config);
    start.elapsed()
}

fn row(
    name: &str,
    texts: &[String; 4],
    run: impl Fn(&str) -> std::io::Result<Duration>,
) -> std::io::Result<bool> {
    let mut took = [Duration::MAX; 4];
    for (took, text) in took.iter_mut().zip(texts) {
        for _ in 0..RUNS {
            *took = run(text)?.min(*took);
        }
    }
    let [_, _, some, most] = took;
    let growth = most.as_secs_f64() / (4.0 * some.as_secs_f64().max(f64::EPSILON));
    let good = most <= MOST && (growth <= MOST_GROWTH || most < QUICK);
    let times: String = took.iter().map(|took| format!("{:9.1}", took.as_secs_f64() * 1000.0)).collect();
    println!("{name:32}{times}{growth:8.2}{}", if good { "" } else { "  too slow" });
    Ok(good)
}
