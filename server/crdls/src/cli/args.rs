//! The arguments, declared once: clap makes the parser and the help from them.
//!
//! Must not know what a command does.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args as Group, Parser, Subcommand, ValueEnum};
use crdls_change::{Class, IgnoredChange};
use crdls_schema::{FieldValidation, Minor, Minors, Severity};

/// The version of the program, with its commit and the features that this build leaves out.
pub(crate) const VERSION: &str = env!("CRDLS_VERSION");

/// Check Kubernetes CustomResourceDefinitions (CRDs) and custom resources as kube-apiserver does, without a cluster
#[derive(Debug, Parser)]
#[command(name = "crdls", version = VERSION, propagate_version = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check CRDs and custom resources
    Check(CheckArgs),
    /// Print the CRDs and custom resources that a kustomization comes to
    Build(BuildArgs),
    /// Estimate the cost of each CEL rule and show what drives it
    Cost(CostArgs),
    /// Show what a change of CRDs breaks, each break with an object that shows it
    Diff(DiffArgs),
    /// Print custom resources as the server would store them
    Effective(EffectiveArgs),
    /// Run test suites for CRDs as a cluster would
    Test(TestArgs),
    /// Explain a diagnostic code, a change of a CRD, a kind or field, a CEL function, a keyword of CRDs, a setting, or a topic
    Explain(ExplainArgs),
    /// Print the OpenAPI documents that the server publishes of CRDs
    Openapi(OpenapiArgs),
    /// Write JSON Schemas of custom resources, for editors and for tools such as kubeconform
    Schema(SchemaArgs),
    /// Write the CRDs that controller-gen makes of Go types, without Go
    Generate(GenerateArgs),
    /// Check what a conversion webhook answers, from files or from one that runs
    Conversion(ConversionArgs),
    /// List the versions of CRDs, add one, or print the steps to remove one
    Versions(VersionsArgs),
    /// List all diagnostic codes
    Rules(RulesArgs),
    /// Print a custom resource to start from, which the server accepts
    Sample(SampleArgs),
    /// Print a CRD to start from, which the server accepts
    New(NewArgs),
    /// Run the language server on standard input and output
    Lsp(LspArgs),
    /// Run the server for coding agents (Model Context Protocol) on standard input and output
    Mcp,
    /// Print the version of crdls and the Kubernetes versions that it knows
    Version,
    /// Print the completion script of a shell
    Completions(CompletionsArgs),
    /// Write the man pages to a folder
    #[command(hide = true)]
    Man(ManArgs),
}

#[derive(Debug, Group)]
pub(crate) struct CompletionsArgs {
    #[arg(value_name = "SHELL", value_enum, help = "The shell")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Group)]
pub(crate) struct ManArgs {
    /// An existing folder
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
}

/// Exit status: 0 no errors, 1 errors found, 2 wrong usage or a path that cannot be read.
#[derive(Debug, Group)]
#[command(
    after_help = "Exit status: 0 no errors, 1 errors found, 2 wrong usage or a path that cannot be read."
)]
#[command(verbatim_doc_comment)]
pub(crate) struct CheckArgs {
    /// Files, folders (searched recursively, respecting .gitignore), or `-` for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// Apply the safe fixes and check again. Standard input is printed with its fixes, and the findings go to standard error
    #[arg(long)]
    pub(crate) fix: bool,
    /// Apply the fixes that need a look too (the move from v1beta1 to v1, a changed expression): read the difference
    #[arg(long, requires = "fix")]
    pub(crate) unsafe_fixes: bool,
    /// Write nothing, and print what `--fix` would change as a unified diff
    #[arg(long, requires = "fix")]
    pub(crate) diff: bool,
    /// Report only what is not the same on all of several Kubernetes versions, such as 1.33,1.37
    #[arg(long)]
    pub(crate) upgrade: bool,
    #[command(flatten)]
    pub(crate) old: OldArgs,
    /// Report custom resources whose CRD is not known as errors
    #[arg(long)]
    pub(crate) require_crds: bool,
    /// Do not report custom resources of KIND.GROUP whose CRD is not known, or with `*.GROUP` of any kind of the group; can
    /// be repeated
    #[arg(long, value_name = "KIND.GROUP", value_parser = kind_and_group, value_delimiter = ',')]
    pub(crate) ignore_missing: Vec<String>,
    /// Check templates as the manifests that they would be
    #[arg(long)]
    pub(crate) check_templates: bool,
    /// Leave out files and folders that match a pattern of .gitignore, also where they are named; can be repeated
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    pub(crate) exclude: Vec<String>,
    /// Report only findings that are not in FILE, by file, code and path
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write the findings to the file of `--baseline` and report none
    #[arg(long, requires = "baseline", conflicts_with = "fix")]
    pub(crate) update_baseline: bool,
    #[arg(
        long,
        value_name = "SEVERITY",
        value_parser = severity,
        help = "Report findings of this severity and above: error, warning, info or hint [default: hint; info in the format github]"
    )]
    pub(crate) min_severity: Option<Severity>,
    /// Report and fix only findings of a code, such as missing-type; can be repeated
    #[arg(long, value_name = "CODE", value_parser = code, value_delimiter = ',')]
    pub(crate) select: Vec<String>,
    /// Leave out the findings of a code; can be repeated
    #[arg(long, value_name = "CODE", value_parser = code, value_delimiter = ',', conflicts_with = "update_baseline")]
    pub(crate) ignore: Vec<String>,
    /// Print how many findings there are by code, severity and folder, in place of the findings
    #[arg(long, conflicts_with_all = ["fix", "update_baseline"])]
    pub(crate) statistics: bool,
    /// End with 1 also for findings of this severity: warning, info or hint
    #[arg(long, value_name = "SEVERITY", value_parser = severity)]
    pub(crate) deny: Option<Severity>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Exit status: 0 all costs are within the limits, 1 a cost exceeds its limit or a rule does not compile, 2 wrong usage
/// or a path that cannot be read.
#[derive(Debug, Group)]
#[command(
    after_help = "Exit status: 0 all costs are within the limits, 1 a cost exceeds its limit or a rule does not compile, 2 wrong usage or a path that cannot be read."
)]
pub(crate) struct CostArgs {
    /// Files, folders (searched recursively, respecting .gitignore), or `-` for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// Print only the N most expensive rules of all files
    #[arg(long, value_name = "N")]
    pub(crate) top: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Exit status: 0 nothing of what `--fail-on` names, 1 something of it, 2 wrong usage, or nothing could be compared.
#[derive(Debug, Group)]
#[command(
    after_help = "Exit status: 0 nothing of what `--fail-on` names, 1 something of it, 2 wrong usage, or nothing could be compared."
)]
pub(crate) struct DiffArgs {
    /// The CRDs before the change: a file, a folder, `-` for standard input, or a git revision (`main`, `v1.2.0`; `main...`
    /// for the commit at which this branch left main), of which the files in this folder are read, or those of a path from
    /// the root of the repository (`main:config/crd`)
    #[arg(value_name = "OLD")]
    pub(crate) old: String,
    /// The CRDs after the change, as OLD [default: this folder]
    #[arg(value_name = "NEW")]
    pub(crate) new: Option<String>,
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        default_value = "breaking",
        help = "End with 1 for: breaking changes, also unproven ones, any change, or never"
    )]
    pub(crate) fail_on: FailOn,
    /// Report only changes of a class: refused, lost, frozen, tightened, readers, loosened or internal; can be repeated
    #[arg(long, value_name = "CLASS", value_parser = class)]
    pub(crate) class: Vec<Class>,
    /// Report only breaking changes; the others are counted
    #[arg(long)]
    pub(crate) breaking_only: bool,
    /// Leave out the changes of a code (`maximum-lowered`, or another tool's name for it: `crdify:maximum`), everywhere or
    /// at a path of objects; can be repeated
    #[arg(long, value_name = "CODE[@PATH]")]
    pub(crate) ignore: Vec<IgnoredChange>,
    /// The versions in which objects are stored, as `status.storedVersions` of the CRDs in the cluster: v1alpha1,v1
    /// [default: the storage version of OLD]
    #[arg(long, value_name = "VERSIONS", value_delimiter = ',')]
    pub(crate) stored_versions: Vec<String>,
    /// Custom resources that are tried too; those of the new side are. Can be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) objects: Vec<PathBuf>,
    /// Write the objects that show breaking changes to FILE, as manifests
    #[arg(long, value_name = "FILE")]
    pub(crate) witness: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What ends `crdls diff` with 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    Breaking,
    Unproven,
    Any,
    Never,
}

/// Exit status: 0 built, 1 kustomize would fail, 2 wrong usage or a path that cannot be read.
#[derive(Debug, Group)]
#[command(
    after_help = "Exit status: 0 built, 1 kustomize would fail, 2 wrong usage or a path that cannot be read."
)]
pub(crate) struct BuildArgs {
    /// The folder of the kustomization
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Also print objects of built-in kinds, without generated ConfigMaps and Secrets
    #[arg(long)]
    pub(crate) all: bool,
}

/// Exit status: 0 all are stored, 1 the server refuses at least one, 2 wrong usage or a path that cannot be read.
#[derive(Debug, Group)]
#[command(
    after_help = "Exit status: 0 all are stored, 1 the server refuses at least one, 2 wrong usage or a path that cannot be read."
)]
pub(crate) struct EffectiveArgs {
    /// A file with custom resources, or `-` for standard input; CRDs in it are used too
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print only the difference from what is written
    #[arg(long)]
    pub(crate) diff: bool,
    #[command(flatten)]
    pub(crate) old: OldArgs,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Exit status: 0 all cases passed, 1 a case failed or cannot run, 2 wrong usage, a path that cannot be read, or no case.
#[derive(Debug, Group)]
#[command(
    after_help = "Exit status: 0 all cases passed, 1 a case failed or cannot run, 2 wrong usage, a path that cannot be read, or no case."
)]
pub(crate) struct TestArgs {
    /// Files and folders (searched recursively, respecting .gitignore) with test suites, or with custom resources of which
    /// some say by `_err: TEXT` with which error the server refuses them [default: `.`, unless `--valid` or `--invalid` is
    /// given]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Run only cases whose suite, list or title contains TEXT, in `PATH onCreate TITLE`
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    /// A file or folder with custom resources that the server must accept; can be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) valid: Vec<PathBuf>,
    /// A file or folder with custom resources that the server must refuse; can be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) invalid: Vec<PathBuf>,
    /// Print which rules and schema constraints no case makes fail or hold
    #[arg(long)]
    pub(crate) coverage: bool,
    /// End with 1 if fewer than N percent of the rules and constraints of a CRD are covered
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) min_coverage: Option<u8>,
    /// Write what the server answers into the expectations of the cases that fail
    #[arg(long)]
    pub(crate) update: bool,
    /// Write cases for the rules and constraints that no case makes hold or fail: into the suite of the CRD, or for a CRD in
    /// PATH without a suite into a new file next to it
    #[arg(long, conflicts_with_all = ["update", "filter", "valid", "invalid"])]
    pub(crate) generate: bool,
    /// Stop a suite that takes more than SECONDS on a CRD
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) timeout: u64,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What is replaced.
#[derive(Debug, Group)]
pub(crate) struct OldArgs {
    /// Judge CRDs and custom resources as updates of the objects of the same kind, namespace and name in PATH (a file or a
    /// folder), which the cluster has now
    #[arg(long, value_name = "PATH")]
    pub(crate) old: Option<PathBuf>,
    /// Judge custom resources as writes of a subresource: `status`, or `scale` with objects of `autoscaling/v1`
    #[arg(long, requires = "old", value_name = "NAME")]
    pub(crate) subresource: Option<SubresourceName>,
}

/// A subresource of custom resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SubresourceName {
    Status,
    Scale,
}

#[derive(Debug, Group)]
pub(crate) struct LspArgs {
    /// Accepted because some editors pass it; standard input and output are always used
    #[arg(long)]
    stdio: bool,
}

#[derive(Debug, Group)]
pub(crate) struct ExplainArgs {
    /// A diagnostic code (`missing-type`), a kind by any of its names with a field path (`pizzas.spec.toppings`), a CEL
    /// function (`matches`), a keyword of CRDs (`maxItems`) or a setting (`fieldValidation`); `keyword:format` where a
    /// word means several of these
    #[arg(value_name = "WHAT")]
    pub(crate) what: String,
    /// The group and version of a kind, as `example.org/v1`, or its version alone; it need not be served
    #[arg(long, value_name = "GROUP/VERSION")]
    pub(crate) api_version: Option<String>,
    /// Print all fields below a kind or field as a tree
    #[arg(long)]
    pub(crate) recursive: bool,
    /// Print a kind or field exactly as `kubectl explain` does
    #[arg(long)]
    pub(crate) like_kubectl: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Exit status: 0 all CRDs are published, 1 the server refuses at least one, 2 wrong usage or a path that cannot be read.
#[derive(Debug, Group)]
#[command(
    after_help = "Exit status: 0 all CRDs are published, 1 the server refuses at least one, 2 wrong usage or a path that cannot be read."
)]
pub(crate) struct OpenapiArgs {
    /// Files, folders (searched recursively, respecting .gitignore), or `-` for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// Print the documents of OpenAPI v3, one for each group and version; this is the default
    #[arg(long)]
    pub(crate) v3: bool,
    /// Print the document of OpenAPI v2 (Swagger), which leaves out `nullable`, `oneOf`, `default` and others
    #[arg(long, conflicts_with = "v3")]
    pub(crate) v2: bool,
    /// Print the document of one group and version alone, as `example.org/v1`
    #[arg(long, value_name = "GROUP/VERSION", conflicts_with = "v2")]
    pub(crate) api_version: Option<String>,
    /// Print one definition: of a kind by any of its names (`pizzas`, `pizzas.v1.example.org`), or by the definition's own
    /// (`org.example.v1.PizzaList`)
    #[arg(long, value_name = "NAME", conflicts_with = "api_version")]
    pub(crate) definition: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

impl OpenapiArgs {
    /// The version of OpenAPI.
    pub(crate) fn form(&self) -> crdls_publish::Form {
        if self.v2 { crdls_publish::Form::V2 } else { crdls_publish::Form::V3 }
    }
}

/// Exit status: 0 all schemas are written, 1 the server refuses at least one CRD, 2 wrong usage or a path that cannot be
/// read or written.
#[derive(Debug, Group)]
#[command(
    after_help = "Exit status: 0 all schemas are written, 1 the server refuses at least one CRD, 2 wrong usage or a path that cannot be read or written."
)]
pub(crate) struct SchemaArgs {
    /// Files, folders (searched recursively, respecting .gitignore), or `-` for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// The folder to write to: one file for each served version, as `example.org/pizza_v1.json`
    #[arg(long, value_name = "DIR")]
    pub(crate) output_dir: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Exit status: 0 all CRDs are made, or with `--check` are those in the folder; 1 a type has no schema or is not found,
/// or a file differs; 2 wrong usage or a path that cannot be read.
#[derive(Debug, Group)]
#[command(
    after_help = "Exit status: 0 all CRDs are made, or with `--check` are those in the folder; 1 a type has no schema or is not found, or a file differs; 2 wrong usage or a path that cannot be read."
)]
#[command(verbatim_doc_comment)]
pub(crate) struct GenerateArgs {
    /// Folders of a Go module, searched recursively for packages
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// The folder of the CRDs: one file for each, as `example.org_pizzas.yaml` [default: print them]
    #[arg(long, value_name = "DIR")]
    pub(crate) output_dir: Option<PathBuf>,
    /// Write nothing, and print how the files in the folder differ as a unified diff
    #[arg(long, requires = "output_dir")]
    pub(crate) check: bool,
    /// The version of controller-gen [default: the one in the annotation of the CRDs in the folder, otherwise the newest known]
    #[arg(long, value_name = "VERSION")]
    pub(crate) controller_gen: Option<String>,
    /// Flags of its generator `crd`, such as maxDescLen=0; can be repeated [default: those by which the CRDs in the folder were
    /// written, as far as they show it]
    #[arg(long, value_name = "FLAG", value_delimiter = ',')]
    pub(crate) flags: Vec<String>,
}

#[derive(Debug, Group)]
pub(crate) struct VersionsArgs {
    /// Files, folders (searched recursively, respecting .gitignore), or `-` for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// Print what objects of the version FROM lose in the version TO, and what TO refuses them for, if no webhook converts
    #[arg(long, value_name = "FROM,TO", value_delimiter = ',', conflicts_with_all = ["add", "remove"])]
    pub(crate) compare: Vec<String>,
    /// Print the steps in which a version is removed, and what the server refuses if a step is left out
    #[arg(long, value_name = "VERSION", conflicts_with = "add")]
    pub(crate) remove: Option<String>,
    /// Add a version to the manifest of one CRD, copied from the version of `--from`
    #[arg(long, value_name = "VERSION", requires = "from")]
    pub(crate) add: Option<String>,
    /// The version that `--add` copies
    #[arg(long, value_name = "VERSION", requires = "add")]
    pub(crate) from: Option<String>,
    /// Write two test suites to FOLDER: that both versions store an object with all fields in the same way
    #[arg(long, value_name = "FOLDER", requires = "add")]
    pub(crate) tests: Option<PathBuf>,
    /// Write nothing, and print what `--add` would change as a unified diff
    #[arg(long, requires = "add", conflicts_with = "tests")]
    pub(crate) diff: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Group)]
pub(crate) struct SampleArgs {
    /// A kind, plural, singular or short name; `NAME.GROUP` or `NAME.VERSION.GROUP` selects one of several
    #[arg(value_name = "KIND")]
    pub(crate) kind: String,
    /// Leave out all fields that the server does not need
    #[arg(long)]
    pub(crate) minimal: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Group)]
pub(crate) struct ConversionArgs {
    #[command(subcommand)]
    pub(crate) command: ConversionCommand,
}

/// What is done with conversion webhooks.
#[derive(Debug, Subcommand)]
pub(crate) enum ConversionCommand {
    /// Check a webhook's response to a ConversionReview as the server does
    Check(ConversionCheckArgs),
    /// Send reviews of custom resources and samples to a webhook that runs, and check its responses
    Try(ConversionTryArgs),
}

/// Exit status: 0 the server takes the response and nothing is lost, 1 errors or warnings found, 2 wrong usage or a path
/// that cannot be read.
#[derive(Debug, Group)]
#[command(
    after_help = "Exit status: 0 the server takes the response and nothing is lost, 1 errors or warnings found, 2 wrong usage or a path that cannot be read."
)]
pub(crate) struct ConversionCheckArgs {
    /// The ConversionReview that the server sent, as JSON or YAML; `-` for standard input
    #[arg(value_name = "REQUEST")]
    pub(crate) request: PathBuf,
    /// What the webhook answered, as JSON or YAML; `-` for standard input
    #[arg(value_name = "RESPONSE")]
    pub(crate) response: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Exit status: 0 all objects are converted and nothing is lost, 1 errors or warnings found, 2 wrong usage, a path that
/// cannot be read, or a URL that cannot be reached.
#[derive(Debug, Group)]
#[command(
    after_help = "Exit status: 0 all objects are converted and nothing is lost, 1 errors or warnings found, 2 wrong usage, a path that cannot be read, or a URL that cannot be reached."
)]
// A build without webhooks takes the arguments, and reports that it cannot use them.
#[cfg_attr(not(feature = "webhook"), allow(dead_code))]
pub(crate) struct ConversionTryArgs {
    /// The address of the webhook, as https://localhost:9443/convert. No other address is connected to, and no redirect is
    /// followed
    #[arg(long, value_name = "URL")]
    pub(crate) url: String,
    /// A PEM file with the certificates that the webhook's own is verified with [default: `caBundle` of the CRDs]
    #[arg(long, value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,
    /// Files and folders with custom resources to convert, in addition to samples [default: this folder]
    #[arg(value_name = "OBJECT")]
    pub(crate) objects: Vec<PathBuf>,
    /// The most seconds that a response may take; the server waits for 30
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=600))]
    pub(crate) timeout: u64,
    /// Write each review that fails, with its response, to this folder [default: a new one in the folder for temporary
    /// files]
    #[arg(long, value_name = "DIR")]
    pub(crate) output_dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Group)]
pub(crate) struct NewArgs {
    /// The kind, in the singular and in UpperCamelCase, as `PizzaOven`
    #[arg(value_name = "KIND")]
    pub(crate) kind: String,
    /// The API group, as `example.org`
    #[arg(long, value_name = "GROUP")]
    pub(crate) group: String,
    /// The first version
    #[arg(long, value_name = "VERSION", default_value = "v1")]
    pub(crate) api_version: String,
    /// The plural, in lower case [default: made from the kind]
    #[arg(long, value_name = "NAME")]
    pub(crate) plural: Option<String>,
    #[arg(
        long,
        value_name = "SCOPE",
        default_value = "Namespaced",
        value_parser = ["Namespaced", "Cluster"],
        help = "Whether objects are in a namespace"
    )]
    pub(crate) scope: String,
}

#[derive(Debug, Group)]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The options that all commands on manifests have.
#[derive(Debug, Group)]
pub(crate) struct Common {
    #[arg(
        long,
        value_name = "MINORS",
        value_parser = minors,
        help = format!(
            "The clusters' Kubernetes versions: {} to {}, several as 1.33,1.37 or 1.31-1.37, or all [default: {}]",
            Minor::OLDEST,
            Minor::NEWEST,
            Minor::NEWEST
        )
    )]
    pub(crate) kubernetes: Option<Minors>,
    /// How the server treats unknown fields, as kubectl's `--validate`: strict, warn or ignore [default: strict]
    #[arg(long, value_name = "MODE", value_parser = field_validation, hide_possible_values = true)]
    pub(crate) field_validation: Option<FieldValidation>,
    /// Another file, folder or glob with CRDs; can be repeated
    #[arg(long, alias = "crd", value_name = "PATH")]
    pub(crate) crds: Vec<PathBuf>,
    /// Do not look for CRDs in the repository around PATH
    #[arg(long)]
    pub(crate) no_workspace: bool,
    /// The settings [default: crdls.toml here or in a folder above, up to the root of the repository]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[arg(
        long,
        value_name = "FORMAT",
        value_enum,
        default_value = "full",
        help = "The output format; a command refuses those that it does not have"
    )]
    pub(crate) output_format: Format,
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto", help = "When to color the output")]
    pub(crate) color: Color,
    /// The number of threads [default: the number of processors]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// The formats of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Full,
    Concise,
    Json,
    Sarif,
    Github,
    Markdown,
    Junit,
}

/// When output is colored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

impl Common {
    /// The output format, where a command has it.
    ///
    /// # Errors
    /// The message on wrong usage where it does not.
    pub(crate) fn format_among(&self, command: &str, formats: &[Format]) -> Result<Format, String> {
        if formats.contains(&self.output_format) {
            return Ok(self.output_format);
        }
        let known: Vec<_> = formats.iter().map(|format| format.name()).collect();
        let (format, known) = (self.output_format.name(), known.join(", "));
        Err(format!("`crdls {command}` has no output format {format}; it has {known}"))
    }
}

impl Format {
    /// As it is written on the command line, in backticks.
    fn name(self) -> String {
        self.to_possible_value().map(|value| format!("`{}`", value.get_name())).unwrap_or_default()
    }
}

impl Color {
    /// Whether standard output is colored: `auto` looks at the terminal, `NO_COLOR` and the like.
    pub(crate) fn wanted(self) -> bool {
        match self {
            Self::Auto => anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never,
            Self::Always => true,
            Self::Never => false,
        }
    }
}

fn minors(text: &str) -> Result<Minors, String> {
    let (oldest, newest) = (Minor::OLDEST, Minor::NEWEST);
    Minors::parse(text)
        .ok_or_else(|| format!("expected {oldest} to {newest}, several as 1.33,1.37 or 1.31-1.37, or `all`"))
}

fn field_validation(text: &str) -> Result<FieldValidation, String> {
    crate::settings::field_validation(text).ok_or_else(|| "expected `strict`, `warn` or `ignore`".into())
}

fn severity(text: &str) -> Result<Severity, String> {
    crate::settings::severity(text)
        .flatten()
        .ok_or_else(|| "expected `error`, `warning`, `info` or `hint`".into())
}

fn class(text: &str) -> Result<Class, String> {
    let names = || Class::ALL.map(Class::name).join(", ");
    Class::parse(text).ok_or_else(|| format!("expected one of {}", names()))
}

fn code(text: &str) -> Result<String, String> {
    match crdls_check::codes::by_code(text) {
        Some(code) => Ok(code.name.to_owned()),
        None => Err(crate::settings::unknown_code(text)),
    }
}

fn kind_and_group(text: &str) -> Result<String, String> {
    let is_one = |(kind, group): (&str, &str)| !kind.is_empty() && group.contains('.');
    match text.split_once('.').is_some_and(is_one) {
        true => Ok(text.to_owned()),
        false => {
            Err("expected a kind and its group, such as `Oven.example.com` or `*.example.com`".to_owned())
        }
    }
}

fn glob(text: &str) -> Result<String, String> {
    crate::files::pattern_error(text).map_or_else(|| Ok(text.to_owned()), Err)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_declaration_is_sound() {
        Args::command().debug_assert();
    }
}
