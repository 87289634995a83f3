//! Results that are kept: they never differ from those of a run that keeps none.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crdls_tests::random::Random;
use crdls_tests::require::number;
use crdls_tests::{crd, oven_types};

use crate::run::{Folder, Ran};

/// The time before a change so that it surely has another time.
const PAUSE: Duration = Duration::from_millis(120);

/// A folder, with a cache of its own.
struct Kept {
    folder: Folder,
    /// Runs start here.
    start: &'static str,
}

impl Kept {
    fn new(test: &str, files: &[(&str, &str)]) -> Self {
        let folder = Folder::new(test, files);
        fs::create_dir_all(folder.path("../kept-cache")).unwrap();
        let _ = fs::remove_dir_all(folder.path(&format!("../kept-cache/{test}")));
        Self { folder, start: "." }
    }

    fn cache(&self) -> PathBuf {
        let test = self.folder.path("").file_name().unwrap().to_owned();
        self.folder.path("../kept-cache").join(test)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.folder.command(&["check"]);
        command.args(args).current_dir(self.folder.path(self.start));
        command.env("CRDLS_CACHE_DIR", self.cache()).env("HOME", self.folder.path("../kept-home"));
        command.env_remove("XDG_CONFIG_HOME").env_remove("XDG_CACHE_HOME");
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        Ran::of(self.command(args).output().unwrap())
    }

    fn anew(&self, args: &[&str]) -> Ran {
        Ran::of(self.command(args).arg("--no-cache").output().unwrap())
    }

    /// The files of the cache, with their bytes.
    fn entries(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let entries = fs::read_dir(self.cache()).into_iter().flatten().flatten();
        entries.map(|entry| (entry.path(), fs::read(entry.path()).unwrap())).collect()
    }
}

fn ovens(maximum: &str) -> String {
    let schema = "
        type: object
        properties:
          spec:
            type: object
            required: [size]
            properties:
              size: {type: integer, maximum: MAXIMUM}
              color: {type: string}
              racks: {type: array, items: {type: string}}
            x-kubernetes-validations:
            - rule: self.racks.all(r, r != 'x')
        ";
    crd(|c| c.kind("Oven").schema(&schema.replace("MAXIMUM", maximum)))
}

const OVEN: &str =
    "apiVersion: example.com/v1\nkind: Oven\nmetadata:\n  name: oven\nspec:\n  size: 3\n  colour: red\n";

const GO_OVEN: &str =
    "apiVersion: go.example.com/v1\nkind: Oven\nmetadata:\n  name: oven\nspec:\n  size: 12\n  racks: []\n";

const TYPES: &str = oven_types!(
    "\n// Oven bakes.\n",
    r#"type OvenSpec struct {
	// +kubebuilder:validation:Maximum=9
	Size int32 `json:"size"`
	Racks []string `json:"racks"`
}
"#
);

#[test]
fn a_run_that_would_see_the_same_is_not_done_again() {
    let kept = Kept::new("kept-again", &[("crds/ovens.yaml", &ovens("9")), ("oven.yaml", OVEN)]);
    std::thread::sleep(PAUSE);
    let first = kept.run(&["."]);
    assert_eq!(first.code, 1, "{first:?}");
    let entries = kept.entries();
    // The output, and the findings of each file.
    assert_eq!(entries.len(), if cfg!(unix) { 2 } else { 0 });
    assert_eq!(kept.run(&["."]), first);
    assert_eq!(kept.entries(), entries);
    assert_eq!(kept.anew(&["."]), first);
    kept.folder.write("oven.yaml", OVEN.replace("colour", "color"));
    let changed = kept.run(&["."]);
    assert_eq!(changed, kept.anew(&["."]));
    assert_ne!(changed, first);
}

#[test]
fn a_cache_that_cannot_be_used_does_no_harm() {
    let kept = Kept::new("kept-damaged", &[("crds/ovens.yaml", &ovens("9")), ("oven.yaml", OVEN)]);
    std::thread::sleep(PAUSE);
    let first = kept.run(&["."]);
    for (path, bytes) in kept.entries() {
        let middle = bytes.len() / 2;
        for damaged in [
            Vec::new(),
            vec![0xff; 100],
            bytes[..middle].to_vec(),
            [&bytes[..middle], &[bytes[middle] ^ 1], &bytes[middle + 1..]].concat(),
        ] {
            fs::write(&path, damaged).unwrap();
            assert_eq!(kept.run(&["."]), first);
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir_all(path.join("folder")).unwrap();
        assert_eq!(kept.run(&["."]), first);
    }
    let _ = fs::remove_dir_all(kept.cache());
    fs::write(kept.cache(), "a file").unwrap();
    assert_eq!(kept.run(&["."]), first);
    assert_eq!(fs::read_to_string(kept.cache()).unwrap(), "a file");
    fs::remove_file(kept.cache()).unwrap();
}

#[test]
fn what_a_run_writes_or_reads_elsewhere_is_not_kept() {
    let kept = Kept::new("kept-not", &[("crds/ovens.yaml", &ovens("9")), ("oven.yaml", OVEN)]);
    std::thread::sleep(PAUSE);
    for args in [&["-"][..], &[".", "--no-cache"], &[".", "--fix"], &["none.yaml"], &[".", "--fix", "--diff"]]
    {
        kept.run(args);
        assert_eq!(kept.entries().len(), 0, "{args:?}");
    }
}

#[test]
fn runs_at_the_same_time_share_a_cache() {
    let kept = Kept::new("kept-shared", &[("crds/ovens.yaml", &ovens("9")), ("oven.yaml", OVEN)]);
    std::thread::sleep(PAUSE);
    let expected = kept.anew(&["."]);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..4).for_each(|_| assert_eq!(kept.run(&["."]), expected)));
        }
    });
    let whole = kept.entries().keys().all(|path| path.extension().is_some_and(|end| end == "crdls"));
    assert!(whole, "{:?}", kept.entries().keys());
}

/// Code that runs in `crdls check` and may ask the system itself: for what it writes, and where nothing is kept.
const UNSEEN: [&str; 5] = [
    "system/src/seen.rs",
    "system/src/kept",
    "system/src/files/write.rs",
    "system/src/files/revisions",
    "system/src/files/without_git.rs",
];

/// Questions about files that are not noted; a type that the system gave with an entry is called `kind`.
const QUESTIONS: [&str; 7] =
    [" fs::", "std::fs::", "(fs::", ".exists()", ".is_file()", ".is_dir()", ".canonicalize()"];

#[test]
fn what_a_run_asks_of_the_file_system_is_noted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let of_program = ["go", "cli/check", "settings.rs", "built_crds.rs"].map(str::to_owned).into_iter();
    let of_cli = ["inputs", "crds", "equal", "old", "go_crds", "layout"].map(|name| format!("cli/{name}.rs"));
    let mut open: Vec<_> = of_program.chain(of_cli).map(|name| Path::new("crdls/src").join(name)).collect();
    open.push("system/src".into());
    let (mut files, mut unseen) = (0, Vec::new());
    while let Some(path) = open.pop() {
        if UNSEEN.iter().any(|name| path.starts_with(name)) {
            continue;
        }
        if root.join(&path).is_dir() {
            let entries = fs::read_dir(root.join(&path)).unwrap();
            open.extend(entries.map(|entry| path.join(entry.unwrap().file_name())));
            continue;
        }
        files += 1;
        let text = fs::read_to_string(root.join(&path)).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let is_known = |line: &str| {
            line.trim().starts_with("//")
                || line.contains("kind.is_")
                || line.contains("if metadata.is_dir()")
                // It writes, and is not kept.
                || line.contains("std::fs::write(&self.path")
                // Its stamp is noted.
                || line.contains("let canonical = folder.canonicalize()")
        };
        let asks = |line: &&str| QUESTIONS.iter().any(|question| line.contains(question)) && !is_known(line);
        unseen.extend(code.lines().filter(asks).map(|line| format!("{}: {}", path.display(), line.trim())));
    }
    assert_eq!(unseen, [""; 0]);
    assert!(files > 40, "{files} files");
}

/// The files of a random world, each with the texts that it may have.
fn pool() -> Vec<(&'static str, Vec<String>)> {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let oven = |from: &str, to: &str| OVEN.replace(from, to);
    let kustomization = "resources: [oven.yaml]\npatches:\n- target: {kind: Oven}\n  patch: |-\n    - op: replace\n      \
                         path: /spec/size\n      value: 12\n";
    let suite = "apiVersion: apiextensions.k8s.io/v1\nname: ovens\ncrdName: ovens.example.com\nversion: v1\ntests:\n  onCreate:\n  \
                 - name: large\n    initial: |\n      apiVersion: example.com/v1\n      kind: Oven\n      spec: {size: 12}\n";
    let ignored = "spec: {}\n# crdls: ignore\n";
    let step = "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: oven}\nspec: {color: red}\n";
    vec![
        ("crds/ovens.yaml", vec![ovens("9"), ovens("8"), ovens("2"), ovens("nine")]),
        ("copy/crds/ovens.yaml", vec![ovens("9"), ovens("1")]),
        ("copy/Chart.yaml", texts(&["name: copy\n"])),
        ("bundle/all.yaml", vec![format!("{}---\n{OVEN}", ovens("5")), OVEN.to_owned()]),
        ("oven.yaml", vec![OVEN.to_owned(), oven("3", "4"), oven("colour", "color"), oven("Oven", "Ovne")]),
        ("deep/in/folders/oven.yaml", vec![oven("3", "7"), oven("3", "6"), "a: [\n".to_owned()]),
        ("overlay/oven.yaml", vec![OVEN.to_owned(), oven("colour: red", "size: 4")]),
        ("overlay/kustomization.yaml", texts(&[kustomization, "resources: [oven.yaml, ../crds]\n", ignored])),
        ("crds/kustomization.yaml", texts(&["resources: [ovens.yaml]\n", "resources: [lost.yaml]\n"])),
        ("tests/ovens.testsuite.yaml", texts(&[suite, &suite.replace("12", "11")])),
        ("steps/00-install.yaml", texts(&[OVEN, step])),
        ("steps/00-assert.yaml", texts(&[step])),
        ("steps/01-change.yaml", texts(&[step, &step.replace("red", "rot")])),
        (".gitignore", texts(&["copy/\n", "bundle\n", "oven.yaml\n"])),
        ("deep/.ignore", texts(&["in\n", "ni\n"])),
        (".git/info/exclude", texts(&["overlay\n", "deep/\n"])),
        ("crdls.toml", texts(&["exclude = [\"deep/\"]\n", "kubernetes = \"1.33\"\n", "severity = 1\n"])),
        ("deep/crdls.toml", texts(&["crds = [\"../../kept-outside\"]\n", "unknownKinds = \"error\"\n"])),
        (
            "baseline.json",
            texts(&[
                "{\"findings\": [{\"file\": \"oven.yaml\", \"code\": \"unknown-field\", \"path\": \"spec.colour\"}]}\n",
                "{\"findings\": []}\n",
            ]),
        ),
        (
            "api/v1/oven_types.go",
            vec![TYPES.to_owned(), TYPES.replace("=9", "=7"), TYPES.replace("size", "sizes")],
        ),
        ("go.mod", texts(&["module example.com/ovens\n"])),
        ("go-oven.yaml", texts(&[GO_OVEN, &GO_OVEN.replace("12", "11")])),
        ("../kept-outside/ovens.yaml", vec![ovens("6"), ovens("0")]),
        ("../kept-home/.gitconfig", texts(&["[core]\n  excludesFile = ~/ignored\n", "[core]\n"])),
        ("../kept-home/ignored", texts(&["copy\n", "crds\n"])),
        ("../kept-home/.config/git/ignore", texts(&["tests\n", "steps\n"])),
    ]
}

/// Arguments of runs, each with the folder that they start in.
const ASKED: [(&str, &[&str]); 14] = [
    (".", &["."]),
    (".", &["oven.yaml"]),
    (".", &["crds/ovens.yaml"]),
    (".", &["oven.yaml", "--no-workspace", "--crds", "../kept-outside"]),
    (".", &["deep", "overlay", "--require-crds"]),
    (".", &[".", "--baseline", "baseline.json"]),
    (".", &["oven.yaml", "--old", "overlay"]),
    (".", &[".", "--statistics"]),
    (".", &["--min-severity", "warning", "--exclude", "copy"]),
    (".", &["api", "go-oven.yaml"]),
    (".", &[".", "--crds", "../kept-outside/*.yaml", "--kubernetes", "1.33,1.37"]),
    ("deep", &["."]),
    ("overlay", &["../deep/in/folders/oven.yaml", "oven.yaml"]),
    ("crds", &["../overlay", "--config", "../deep/crdls.toml"]),
];

const FORMATS: [&str; 5] = ["full", "concise", "json", "sarif", "github"];

/// Edits a world. Returns what was done.
fn edit(random: &mut Random, folder: &Folder, pool: &[(&str, Vec<String>)]) -> String {
    let (name, texts) = random.pick(pool).unwrap();
    let path = folder.path(name);
    let text = random.pick(texts).unwrap();
    match random.below(12) {
        0 => {
            let _ = fs::remove_file(&path);
            format!("{name} is removed")
        }
        1 => {
            let (other, _) = random.pick(pool).unwrap();
            let _ = fs::create_dir_all(folder.path(other).parent().unwrap());
            let done = fs::rename(&path, folder.path(other));
            format!("{name} becomes {other}: {}", done.is_ok())
        }
        2 => {
            let file = fs::File::options().append(true).open(&path);
            let done = file.is_ok_and(|file| file.set_modified(std::time::SystemTime::now()).is_ok());
            format!("{name} is touched: {done}")
        }
        3 | 6 | 7 => {
            // The text changes; its time does not, nor mostly its length.
            let length = fs::metadata(&path).map_or(0, |metadata| metadata.len() as usize);
            let text = texts.iter().rev().find(|other| other.len() == length).unwrap_or(text);
            let before = fs::metadata(&path).and_then(|metadata| metadata.modified());
            folder.write(name, text);
            if let Ok(before) = before {
                fs::File::options().append(true).open(&path).unwrap().set_modified(before).unwrap();
            }
            format!("{name} is rewritten with its old time")
        }
        4 => {
            let content = fs::read(&path).unwrap_or_default();
            let new = path.with_extension("new");
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&new, content).unwrap();
            fs::rename(&new, &path).unwrap();
            format!("{name} is another file with the same text")
        }
        #[cfg(unix)]
        5 => {
            let (other, _) = random.pick(pool).unwrap();
            let target = folder.path(other);
            let _ = fs::create_dir_all(path.parent().unwrap());
            let _ = fs::remove_file(&path);
            let done = path != target && std::os::unix::fs::symlink(&target, &path).is_ok();
            format!("{name} is a link to {other}: {done}")
        }
        _ => {
            if path.is_symlink() {
                let _ = fs::remove_file(&path);
            }
            folder.write(name, text);
            format!("{name} is rewritten")
        }
    }
}

#[test]
fn what_is_kept_never_changes_a_result() {
    let steps = number("CRDLS_CACHE_STEPS").unwrap_or(25);
    let seed = number("CRDLS_SEED").unwrap_or(1);
    let mut random = Random::new(seed as u64);
    let pool = pool();
    let mut kept = Kept::new("kept-random", &[]);
    for folder in ["../kept-outside", "../kept-home", "deep", "overlay", "crds"] {
        fs::create_dir_all(kept.folder.path(folder)).unwrap();
    }
    let (mut again, mut differed) = (0, 0);
    let mut history = Vec::new();
    let mut runs = 0;
    let mut asked = (0, 0);
    let mut last: BTreeMap<String, Ran> = BTreeMap::new();
    for step in 0..steps {
        // Of a world that was edited for long there is not much left.
        for (name, texts) in pool.iter().filter(|_| step % 20 == 0) {
            let _ = fs::remove_file(kept.folder.path(name));
            kept.folder.write(name, &texts[0]);
        }
        for _ in 0..random.below(3) {
            history.push(edit(&mut random, &kept.folder, &pool));
        }
        let settled = random.below(3) > 0;
        for pass in 0..2 {
            // Mostly the same is asked again, since results are kept by that.
            if random.below(6) == 0 {
                asked = (random.below(ASKED.len()), random.below(FORMATS.len()));
            }
            let ((start, args), format) = (ASKED[asked.0], FORMATS[asked.1]);
            let args = match args.contains(&"--statistics") {
                true => args.to_vec(),
                false => [args, &["--output-format", format]].concat(),
            };
            kept.start = start;
            let _ = fs::create_dir_all(kept.folder.path(start));
            if pass == 1 && settled {
                std::thread::sleep(PAUSE);
            }
            let expected = kept.anew(&args);
            let first = kept.run(&args);
            let entries = kept.entries();
            let second = kept.run(&args);
            // The name of an entry that is used stays, and it is not written again.
            again += usize::from(pass == 1 && settled && !entries.is_empty() && kept.entries() == entries);
            runs += 2;
            let recent = history.len().saturating_sub(20);
            assert!(
                first == expected && second == expected,
                "step {step} of seed {seed}, {args:?} in {start}\n{:#?}\nexpected {expected:#?}\nfirst {first:#?}\nsecond {second:#?}",
                &history[recent..]
            );
            let before = last.insert(format!("{start} {args:?}"), expected);
            differed += usize::from(before.is_some_and(|before| before != first));
        }
    }
    println!(
        "{steps} steps, {runs} runs with a cache, {again} of them done again, {differed} differ from the run before"
    );
    assert!(!cfg!(unix) || again * 10 > steps as usize, "{again} of {steps}");
    assert!(differed * 40 > steps as usize, "{differed} of {steps}");
    assert!(!Path::new(&kept.folder.path(".cache")).exists());
}
