//! `cargo dev bench catalog`: `crdls check` over a repository of many files, twice, and of one small file in it, with results
//! that are kept and without, and an editor that opens it: time, CPU time and peak memory, next to their limits.
//!
//! A repository of 7,000 files is made of the corpus, unless a folder is given.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::copies::of_children;
use super::editor::{Typist, peak_memory};
use super::{corpus, median, program, within};
use crate::build::{Profile, output};
use crate::files::{Scratch, below, write};

/// How many files the repository has that is made.
const FILES: usize = 7_000;
/// How often a short run is measured.
const RUNS: usize = 9;
/// A folder with more files than this is a catalog, with limits of its own.
const CATALOG: usize = 50_000;
/// How many of the smallest files are tried for one with a custom resource.
const MOST_TRIED: usize = 60;
/// The most time until the first diagnostics of a file in an editor, and until the server is quiet.
const FIRST: Duration = Duration::from_millis(100);
const QUIET: Duration = Duration::from_secs(60);
/// The most memory of a run and of the server, in MB.
const MOST: u64 = 400;
/// A file that changed more recently is not taken for unchanged.
const SETTLED: Duration = Duration::from_secs(3);

/// A run of the program.
pub(super) struct Measured {
    time: Duration,
    pub(super) cpu_seconds: f64,
    /// In MB; 0 where the run was too short to ask.
    pub(super) memory: u64,
}

/// The program and the folder that are measured.
pub(super) struct Bench<'b> {
    pub(super) program: &'b Path,
    pub(super) folder: &'b Path,
    pub(super) cache: &'b Path,
}

pub(crate) fn run(root: &Path, given: Option<&Path>) -> Result<(), String> {
    let program = program(root, Profile::Release)?;
    let folder = match given {
        Some(folder) => folder.to_owned(),
        None => made(root)?,
    };
    let folder = folder.canonicalize().map_err(|err| format!("{}: {err}", folder.display()))?;
    let cache = Scratch::new("bench");
    std::thread::sleep(SETTLED);
    Bench { program: &program, folder: &folder, cache: &cache }.run()
}

impl Bench<'_> {
    fn run(&self) -> Result<(), String> {
        let mut all = below(self.folder)?;
        all.retain(|file| file.extension().is_some_and(|end| end == "yaml" || end == "yml" || end == "json"));
        all.sort_by_cached_key(|file| {
            (fs::metadata(file).map_or(0, |metadata| metadata.len()), file.clone())
        });
        println!("{:<44} {:>9} {:>7} {:>6}  limits", "", "ms", "CPU ms", "MB");
        let mut exceeded = Vec::new();
        let whole = self.measured(&["."], false)?;
        let first = self.measured(&["."], true)?;
        let second = self.measured(&["."], true)?;
        let limit = |_: &Measured| (all.len() > CATALOG).then(|| format!("45,000 ms, {MOST} MB"));
        row(&format!("{} files, without a cache", all.len()), &whole, limit(&whole));
        row("first run with a cache", &first, limit(&first));
        let share = 100.0 * second.time.as_secs_f64() / first.time.as_secs_f64();
        row("second run", &second, Some(format!("25 % of the first: {share:.1} %")));
        exceeded.extend((share > 25.0).then_some("the second run"));
        let is_over = |run: &Measured| run.time.as_secs() > 45 || run.memory > MOST;
        let is_slow = all.len() > CATALOG && [&whole, &first].into_iter().any(is_over);
        exceeded.extend(is_slow.then_some("a first run"));
        let is_crd = |file: &&PathBuf| {
            fs::read_to_string(file).is_ok_and(|text| text.contains("\nkind: CustomResourceDefinition\n"))
        };
        let crd = all.iter().find(is_crd).ok_or("there is no CRD")?;
        let others = all.iter().filter(|file| !is_crd(file)).take(MOST_TRIED);
        let resource = others.filter_map(|file| self.has_resource(file).ok()?.then_some(file)).next();
        for (what, file) in [("custom resource", resource), ("CRD", Some(crd))] {
            let Some(file) = file else {
                println!("none of the smallest files is a custom resource with a CRD");
                continue;
            };
            let name = file.strip_prefix(self.folder).unwrap_or(file).to_string_lossy();
            let cold = self.median(&[&name], false)?;
            self.measured(&[&name], true)?;
            let warm = self.median(&[&name], true)?;
            row(
                &format!("a {what} of {} bytes, cold", fs::metadata(file).map_or(0, |m| m.len())),
                &cold,
                Some("400 ms, in a catalog more".to_owned()),
            );
            row("the same, warm", &warm, Some("30 ms, in a catalog more".to_owned()));
            let is_catalog = all.len() > CATALOG;
            let exceeds = |run: &Measured, most: u128| !is_catalog && run.time.as_millis() > most;
            exceeded.extend(exceeds(&cold, 400).then_some("a cold run of one file"));
            exceeded.extend(exceeds(&warm, 30).then_some("a warm run of one file"));
        }
        exceeded.extend(self.in_editor(crd)?);
        within(&exceeded)
    }

    /// What an editor waits for that opens the folder and a CRD of it, until the server is quiet; the limits that it exceeds.
    fn in_editor(&self, crd: &Path) -> Result<Vec<&'static str>, String> {
        let text = fs::read_to_string(crd).map_err(|err| format!("{}: {err}", crd.display()))?;
        let start = Instant::now();
        let mut typist = Typist::open(self.program, self.folder, crd, "yaml", &text)?;
        typist.diagnostics()?;
        let first = typist.took();
        // What the server writes meanwhile has to be read.
        typist.editor.until(|message| message["params"]["value"]["kind"] == "end")?;
        let quiet = typist.editor.quiet(2 * QUIET) - start;
        let memory = typist.editor.peak_memory().unwrap_or_default().div_ceil(1_000);
        let line = |what: &str, ms: Duration, limit: String| {
            println!("{what:<44} {:>9.1} {:>7} {memory:>6}  {limit}", ms.as_secs_f64() * 1e3, "");
        };
        line("an editor, first diagnostics of a CRD", first, format!("{} ms", FIRST.as_millis()));
        line("until the server is quiet", quiet, format!("{} ms, {MOST} MB", QUIET.as_millis()));
        let exceeded = [
            (first > FIRST, "the first diagnostics"),
            (quiet > QUIET, "the time until the server is quiet"),
            (memory > MOST, "the memory of the server"),
        ];
        Ok(exceeded.into_iter().filter_map(|(exceeds, what)| exceeds.then_some(what)).collect())
    }

    /// Whether a file holds a custom resource that a CRD of the folder validates.
    fn has_resource(&self, file: &Path) -> Result<bool, String> {
        let done = output(&mut self.command(&[&file.to_string_lossy()], false))?;
        Ok(String::from_utf8_lossy(&done.stderr)
            .lines()
            .any(|line| line.starts_with("0 CRDs, 1 custom resource")))
    }

    /// The run of the median time.
    pub(super) fn median(&self, args: &[&str], cached: bool) -> Result<Measured, String> {
        let runs: Vec<_> = (0..RUNS).map(|_| self.measured(args, cached)).collect::<Result<_, _>>()?;
        let time = median(&runs.iter().map(|run| run.time).collect::<Vec<_>>());
        let cpu_seconds = runs.iter().map(|run| run.cpu_seconds).sum::<f64>() / RUNS as f64;
        let memory = runs.iter().map(|run| run.memory).max().unwrap_or_default();
        Ok(Measured { time, cpu_seconds, memory })
    }

    pub(super) fn measured(&self, args: &[&str], cached: bool) -> Result<Measured, String> {
        let before = of_children()?;
        let start = Instant::now();
        let mut command = self.command(args, cached);
        let mut child =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().map_err(|err| err.to_string())?;
        let mut memory = 0;
        while child.try_wait().map_err(|err| err.to_string())?.is_none() {
            memory = peak_memory(child.id()).unwrap_or(0).max(memory);
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(Measured {
            time: start.elapsed(),
            cpu_seconds: of_children()? - before,
            memory: memory.div_ceil(1_000),
        })
    }

    fn command(&self, args: &[&str], cached: bool) -> Command {
        let mut command = Command::new(self.program);
        command.arg("check").args(args).current_dir(self.folder).env("CRDLS_CACHE_DIR", self.cache);
        command.args((!cached).then_some("--no-cache"));
        command
    }
}

pub(super) fn row(what: &str, run: &Measured, limit: Option<String>) {
    let (ms, cpu) = (run.time.as_secs_f64() * 1e3, run.cpu_seconds * 1e3);
    println!("{what:<44} {ms:>9.1} {cpu:>7.0} {:>6}  {}", run.memory, limit.unwrap_or_default());
}

/// A repository of CRDs of the corpus, each in many folders, as catalogs have releases, with a custom resource.
fn made(root: &Path) -> Result<PathBuf, String> {
    let folder = root.join("target/bench/catalog");
    let mut crds = below(&corpus(root)?.join("crds"))?;
    crds.sort();
    let _ = fs::remove_dir_all(&folder);
    write(&folder, ".git/HEAD", "ref: refs/heads/main\n")?;
    for number in 0..FILES - 2 {
        let crd = crds.get(number % crds.len()).ok_or("the corpus has no CRD")?;
        let to = folder.join(format!("operators/1.{}.0/manifests/{number}.yaml", number / crds.len()));
        let _ = to.parent().map(fs::create_dir_all);
        fs::copy(crd, &to).map_err(|err| format!("{}: {err}", to.display()))?;
    }
    let crd = super::typing::crd("ovens", "Oven", "              size: {type: integer}\n");
    write(&folder, "crds/ovens.yaml", crd)?;
    let oven = "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: oven}\nspec: {size: 3}\n";
    write(&folder, "oven.yaml", oven)?;
    Ok(folder)
}
