//! The arguments, declared once: clap makes the parser and the help from them.
//!
//! Must not know what a command does.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as Group, CommandFactory, Parser, Subcommand, ValueEnum};
use crdls_change::{Class, IgnoredChange};
use crdls_minors::{Minor, Minors};
use crdls_report::{FieldValidation, Severity};

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
    /// Print the CRDs and custom resources that a kustomization builds
    Build(BuildArgs),
    /// Estimate the cost of each CEL rule and show what drives it
    Cost(CostArgs),
    /// Find breaking changes between two versions of your CRDs, each with an example object
    Diff(DiffArgs),
    /// Print custom resources as the API server would store them
    Effective(EffectiveArgs),
    /// Evaluate a rule on a custom resource and show the value of each part
    Eval(EvalArgs),
    /// Run test suites for CRDs as a cluster would
    Test(TestArgs),
    /// Explain a finding code, change code, field, CEL function, schema keyword, setting or topic
    Explain(ExplainArgs),
    /// Print the OpenAPI documents that the API server publishes for CRDs
    Openapi(OpenapiArgs),
    /// Write JSON Schemas of custom resources, for editors and for tools such as kubeconform
    Schema(SchemaArgs),
    /// Generate CRDs from Go types as controller-gen does, without Go
    Generate(GenerateArgs),
    /// Check conversion webhook responses, from files or from a running webhook
    Conversion(ConversionArgs),
    /// List the versions of CRDs, add one, or print the steps to remove one
    Versions(VersionsArgs),
    /// List all codes with their severity
    #[command(alias = "rules")]
    Codes(CodesArgs),
    /// Print a valid custom resource to start from
    Sample(SampleArgs),
    /// Print a valid CRD to start from
    New(NewArgs),
    /// Run the language server on standard input and output
    Lsp(LspArgs),
    /// Run the server for coding agents (Model Context Protocol) on standard input and output
    Mcp,
    /// Print the versions of crdls and of the Kubernetes releases that it supports
    Version,
    /// Print a shell completion script
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

#[derive(Debug, Group)]
#[command(
    after_help = "Examples:\n  crdls check\n  crdls check crds/ --kubernetes 1.34\n\nExit status: 0 if no errors were found, 1 if errors were found, 2 on wrong usage or an unreadable path."
)]
pub(crate) struct CheckArgs {
    /// Files, folders (searched recursively, respecting .gitignore), or `-` for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// Apply the safe fixes, then check again; standard input is printed with its fixes
    #[arg(long)]
    pub(crate) fix: bool,
    /// Also apply fixes that need review, such as the v1beta1 to v1 migration
    #[arg(long, requires = "fix")]
    pub(crate) unsafe_fixes: bool,
    /// Print the changes of `--fix` as a unified diff instead of writing them
    #[arg(long, requires = "fix")]
    pub(crate) diff: bool,
    /// Report only findings that differ between the versions in `--kubernetes`
    #[arg(long)]
    pub(crate) upgrade: bool,
    #[command(flatten)]
    pub(crate) old: OldArgs,
    /// Report custom resources without a known CRD as errors
    #[arg(long)]
    pub(crate) require_crds: bool,
    /// Accept custom resources of KIND.GROUP (or of every kind in `*.GROUP`) without a known CRD; can be repeated
    #[arg(long, value_name = "KIND.GROUP", value_parser = kind_and_group, value_delimiter = ',')]
    pub(crate) ignore_missing: Vec<String>,
    /// Check templates as if they were complete manifests
    #[arg(long)]
    pub(crate) check_templates: bool,
    /// Exclude files and folders that match a .gitignore-style pattern, even if they are named on the command line; can
    /// be repeated
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    pub(crate) exclude: Vec<String>,
    /// Report only findings that are not in FILE; they are matched by file, code and path
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write all findings to the `--baseline` file and report none
    #[arg(long, requires = "baseline", conflicts_with = "fix")]
    pub(crate) update_baseline: bool,
    #[arg(
        long,
        value_name = "SEVERITY",
        value_parser = severity,
        help = "Report findings of this severity and above: error, warning, info or hint [default: hint; info in the format github]"
    )]
    pub(crate) min_severity: Option<Severity>,
    /// Report and fix only findings with this code, such as missing-type; can be repeated
    #[arg(long, value_name = "CODE", value_parser = code, value_delimiter = ',')]
    pub(crate) select: Vec<String>,
    /// Do not report findings with this code; can be repeated
    #[arg(long, value_name = "CODE", value_parser = code, value_delimiter = ',', conflicts_with = "update_baseline")]
    pub(crate) ignore: Vec<String>,
    /// Print the number of findings by code, severity and folder instead of the findings
    #[arg(long, conflicts_with_all = ["fix", "update_baseline"])]
    pub(crate) statistics: bool,
    /// Exit with status 1 for findings of this severity or higher: warning, info or hint
    #[arg(long, value_name = "SEVERITY", value_parser = severity)]
    pub(crate) deny: Option<Severity>,
    /// Do not use results of earlier runs, and keep none
    #[arg(long)]
    pub(crate) no_cache: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Group)]
#[command(
    after_help = "Examples:\n  crdls cost crds/\n  crdls cost crds/ --top 10\n\nExit status: 0 if all costs are within their limits, 1 if a cost exceeds its limit or a rule does not compile, 2 on wrong usage or an unreadable path."
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

#[derive(Debug, Group)]
#[command(
    after_help = "Examples:\n  crdls diff before/ crds/\n  crdls diff main... --breaking-only\n\nExit status: 0 if no change matches `--fail-on`, 1 if one does, 2 on wrong usage or if nothing could be compared."
)]
pub(crate) struct DiffArgs {
    /// The old CRDs: a file, a folder, `-` for standard input, or a git revision (`main`, `v1.2.0`, or `main...` for the
    /// merge base), optionally with a path from the repository root (`main:config/crd`)
    #[arg(value_name = "OLD")]
    pub(crate) old: String,
    /// The new CRDs, in the same form as OLD [default: the current folder]
    #[arg(value_name = "NEW")]
    pub(crate) new: Option<String>,
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        default_value = "breaking",
        help = "Which changes make the command fail"
    )]
    pub(crate) fail_on: FailOn,
    /// Report only changes of this class: `refused`, `lost`, `frozen`, `tightened`, `observable`, `loosened` or `internal`; can be
    /// repeated
    #[arg(long, value_name = "CLASS", value_parser = class)]
    pub(crate) class: Vec<Class>,
    /// Report only breaking changes, and count the others
    #[arg(long)]
    pub(crate) breaking_only: bool,
    /// Ignore changes with this code (`maximum-lowered`, or another tool's name such as `crdify:maximum`), everywhere or
    /// only at a field; can be repeated
    #[arg(long, value_name = "CODE[@PATH]")]
    pub(crate) ignore: Vec<IgnoredChange>,
    /// The versions in which objects are stored (`status.storedVersions` in the cluster), such as v1alpha1,v1
    /// [default: the storage version of OLD]
    #[arg(long, value_name = "VERSIONS", value_delimiter = ',')]
    pub(crate) stored_versions: Vec<String>,
    /// Also validate the custom resources in PATH, in addition to those in NEW; can be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) objects: Vec<PathBuf>,
    /// Write the witnesses of breaking changes to FILE, as manifests
    #[arg(long, value_name = "FILE")]
    pub(crate) witness: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The changes that make `crdls diff` exit with status 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    Breaking,
    Unproven,
    Any,
    Never,
}

#[derive(Debug, Group)]
#[command(
    after_help = "Examples:\n  crdls build config/default\n\nExit status: 0 if the build succeeds, 1 if kustomize would fail, 2 on wrong usage or an unreadable path."
)]
pub(crate) struct BuildArgs {
    /// The folder of the kustomization
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// Also print objects of built-in kinds, except generated ConfigMaps and Secrets
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Debug, Group)]
#[command(
    after_help = "Examples:\n  crdls effective pizza.yaml\n  crdls effective pizza.yaml --diff\n\nExit status: 0 if all objects are valid, 1 if the API server would reject at least one, 2 on wrong usage or an unreadable path."
)]
pub(crate) struct EffectiveArgs {
    /// A file with custom resources, or `-` for standard input; CRDs in the file are also used
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Print only the differences from the file
    #[arg(long)]
    pub(crate) diff: bool,
    #[command(flatten)]
    pub(crate) old: OldArgs,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Group)]
#[command(
    after_help = "Examples:\n  crdls eval crds/pizzas.yaml#spec --object pizza.yaml\n  crdls eval 'self.spec.quantity > 1' --object pizza.yaml\n\nExit status: 0 if everything that was evaluated is true, 1 if something is not, 2 on wrong usage or an unreadable path."
)]
pub(crate) struct EvalArgs {
    /// A CEL expression; or the file of a CRD, whose rules are evaluated: all, or with `#spec.racks[]` those of a field
    /// (`[]` for the items of a list, `*` for the values of a map)
    #[arg(value_name = "RULE|CRD#FIELD")]
    pub(crate) rule: String,
    /// A file with custom resources, or `-` for standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) object: PathBuf,
    /// The field that `self` is in an expression, as after `#` [default: the whole object]
    #[arg(long, value_name = "FIELD")]
    pub(crate) at: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Group)]
#[command(
    after_help = "Examples:\n  crdls test\n  crdls test --valid pizza.yaml --crds crds/\n\nExit status: 0 if all cases pass, 1 if a case fails or cannot run, 2 on wrong usage, an unreadable path, or if no case was found."
)]
pub(crate) struct TestArgs {
    /// Test suites, or example manifests with `_err: TEXT` (files or folders) [default: `.`, unless `--valid` or
    /// `--invalid` is given]
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Run only cases whose name contains TEXT; a name is `PATH onCreate TITLE`
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    /// A file or folder with custom resources that must be accepted; can be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) valid: Vec<PathBuf>,
    /// A file or folder with custom resources that must be rejected; can be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) invalid: Vec<PathBuf>,
    /// Report the rules and schema constraints that the cases do not cover
    #[arg(long)]
    pub(crate) coverage: bool,
    /// Exit with status 1 if less than N percent of the rules and constraints of a CRD are covered
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub(crate) min_coverage: Option<u8>,
    /// Update the expectations of failing cases to the actual results
    #[arg(long)]
    pub(crate) update: bool,
    /// Generate cases for uncovered rules and constraints, in the suite of the CRD or in a new file next to a CRD in PATH
    #[arg(long, conflicts_with_all = ["update", "filter", "valid", "invalid"])]
    pub(crate) generate: bool,
    /// Stop a suite that takes longer than SECONDS on one CRD
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) timeout: u64,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The stored objects that an update replaces.
#[derive(Debug, Group)]
pub(crate) struct OldArgs {
    /// Validate as updates of the stored objects in PATH, a file or folder; objects are matched by kind, namespace and name
    #[arg(long, value_name = "PATH")]
    pub(crate) old: Option<PathBuf>,
    /// Validate custom resources as writes to a subresource: `status`, or `scale` with `autoscaling/v1` objects
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
    /// Accepted for editors that pass it; the server always uses standard input and output
    #[arg(long)]
    stdio: bool,
}

#[derive(Debug, Group)]
#[command(after_help = "Examples:\n  crdls explain missing-type\n  crdls explain pizzas.spec.toppings")]
pub(crate) struct ExplainArgs {
    /// A code (`missing-type`), a field (`pizzas.spec.toppings`), a CEL function (`matches`), a schema keyword
    /// (`maxItems`), a setting (`fieldValidation`) or a topic (`ratcheting`); `keyword:format` if a word is ambiguous
    #[arg(value_name = "WHAT")]
    pub(crate) what: String,
    /// The group and version of the kind, such as `example.org/v1`, or only its version; it need not be served
    #[arg(long, value_name = "GROUP/VERSION")]
    pub(crate) api_version: Option<String>,
    /// Print all nested fields as a tree
    #[arg(long)]
    pub(crate) recursive: bool,
    /// Print exactly the output of `kubectl explain`
    #[arg(long)]
    pub(crate) like_kubectl: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Group)]
#[command(
    after_help = "Examples:\n  crdls openapi crds/\n  crdls openapi crds/ --v2\n\nExit status: 0 if all CRDs are valid, 1 if the API server would reject at least one, 2 on wrong usage or an unreadable path."
)]
pub(crate) struct OpenapiArgs {
    /// Files, folders (searched recursively, respecting .gitignore), or `-` for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// Print OpenAPI v3, one document per group and version (the default)
    #[arg(long)]
    pub(crate) v3: bool,
    /// Print OpenAPI v2 (Swagger), which omits `nullable`, `oneOf`, `default` and others
    #[arg(long, conflicts_with = "v3")]
    pub(crate) v2: bool,
    /// Print only the document of this group and version, such as `example.org/v1`
    #[arg(long, value_name = "GROUP/VERSION", conflicts_with = "v2")]
    pub(crate) api_version: Option<String>,
    /// Print only one definition, named by its kind (`pizzas`, `pizzas.v1.example.org`) or by its full name
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

#[derive(Debug, Group)]
#[command(
    after_help = "Examples:\n  crdls schema crds/ --output-dir schemas\n\nExit status: 0 if all schemas are written, 1 if the API server would reject at least one CRD, 2 on wrong usage or an unreadable or unwritable path."
)]
pub(crate) struct SchemaArgs {
    /// Files, folders (searched recursively, respecting .gitignore), or `-` for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// The output folder; it receives one file per served version, such as `example.org/pizza_v1.json`
    #[arg(long, value_name = "DIR")]
    pub(crate) output_dir: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Group)]
#[command(
    after_help = "Examples:\n  crdls generate ./api --output-dir crds\n  crdls generate ./api --output-dir crds --check\n\nExit status: 0 if all CRDs are generated (with `--check`: are up to date), 1 if a type is not found or a file differs, 2 on wrong usage or an unreadable path."
)]
pub(crate) struct GenerateArgs {
    /// Folders of a Go module; packages are searched recursively
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// The output folder, with one file per CRD such as `example.org_pizzas.yaml` [default: standard output]
    #[arg(long, value_name = "DIR")]
    pub(crate) output_dir: Option<PathBuf>,
    /// Compare with the files in the folder instead of writing them, and print a unified diff
    #[arg(long, requires = "output_dir")]
    pub(crate) check: bool,
    /// The version of controller-gen [default: from the annotation of the existing CRDs, otherwise the newest known]
    #[arg(long, value_name = "VERSION")]
    pub(crate) controller_gen: Option<String>,
    /// Flags of the `crd` generator, such as maxDescLen=0; can be repeated [default: detected from the existing CRDs]
    #[arg(long, value_name = "FLAG", value_delimiter = ',')]
    pub(crate) flags: Vec<String>,
}

#[derive(Debug, Group)]
#[command(after_help = "Examples:\n  crdls versions crds/\n  crdls versions crds/pizzas.yaml --remove v1")]
pub(crate) struct VersionsArgs {
    /// Files, folders (searched recursively, respecting .gitignore), or `-` for standard input
    #[arg(value_name = "PATH", default_value = ".")]
    pub(crate) paths: Vec<PathBuf>,
    /// Compare two versions: fields that FROM objects lose as TO, and reasons why TO rejects them (without a conversion
    /// webhook)
    #[arg(long, value_name = "FROM,TO", value_delimiter = ',', conflicts_with_all = ["add", "remove"])]
    pub(crate) compare: Vec<String>,
    /// Print the steps to remove a version, and the API server's error if a step is skipped
    #[arg(long, value_name = "VERSION", conflicts_with = "add")]
    pub(crate) remove: Option<String>,
    /// Add a version to the manifest of one CRD, as a copy of the version in `--from`
    #[arg(long, value_name = "VERSION", requires = "from")]
    pub(crate) add: Option<String>,
    /// The version that `--add` copies
    #[arg(long, value_name = "VERSION", requires = "add")]
    pub(crate) from: Option<String>,
    /// Write two test suites to FOLDER that verify that both versions store all fields
    #[arg(long, value_name = "FOLDER", requires = "add")]
    pub(crate) tests: Option<PathBuf>,
    /// Print the changes of `--add` as a unified diff instead of writing them
    #[arg(long, requires = "add", conflicts_with = "tests")]
    pub(crate) diff: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Group)]
#[command(after_help = "Examples:\n  crdls sample pizza\n  crdls sample pizza --minimal")]
pub(crate) struct SampleArgs {
    /// A kind, plural, singular or short name; `NAME.GROUP` or `NAME.VERSION.GROUP` selects one of several
    #[arg(value_name = "KIND")]
    pub(crate) kind: String,
    /// Include only required fields
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

/// The commands for conversion webhooks.
#[derive(Debug, Subcommand)]
pub(crate) enum ConversionCommand {
    /// Check a webhook's response to a ConversionReview as the API server does
    Check(ConversionCheckArgs),
    /// Send custom resources and samples to a running webhook, and check its responses
    Try(ConversionTryArgs),
}

#[derive(Debug, Group)]
#[command(
    after_help = "Examples:\n  crdls conversion check request.yaml response.yaml\n\nExit status: 0 if the API server accepts the response and no data is lost, 1 if errors or warnings were found, 2 on wrong usage or an unreadable path."
)]
pub(crate) struct ConversionCheckArgs {
    /// The ConversionReview with the request, as JSON or YAML; `-` for standard input
    #[arg(value_name = "REQUEST")]
    pub(crate) request: PathBuf,
    /// The webhook's response, as JSON or YAML; `-` for standard input
    #[arg(value_name = "RESPONSE")]
    pub(crate) response: PathBuf,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Group)]
#[command(
    after_help = "Examples:\n  crdls conversion try --url https://localhost:9443/convert --ca ca.crt\n\nExit status: 0 if all objects are converted without data loss, 1 if errors or warnings were found, 2 on wrong usage, an unreadable path, or an unreachable URL."
)]
// A build without webhooks takes the arguments, and reports that it cannot use them.
#[cfg_attr(not(feature = "webhook"), allow(dead_code))]
pub(crate) struct ConversionTryArgs {
    /// The URL of the webhook, such as https://localhost:9443/convert; crdls connects to no other address
    #[arg(long, value_name = "URL")]
    pub(crate) url: String,
    /// PEM file with the CA certificates that signed the webhook's certificate [default: `caBundle` of the CRDs]
    #[arg(long, value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,
    /// Files and folders with custom resources to convert, in addition to samples [default: the current folder]
    #[arg(value_name = "OBJECT")]
    pub(crate) objects: Vec<PathBuf>,
    /// Maximum response time in seconds; the API server waits 30 seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=600))]
    pub(crate) timeout: u64,
    /// Write failed requests and their responses to this folder [default: a new temporary folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) output_dir: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Group)]
#[command(after_help = "Examples:\n  crdls new PizzaOven --group example.org")]
pub(crate) struct NewArgs {
    /// The kind in UpperCamelCase, such as `PizzaOven`
    #[arg(value_name = "KIND")]
    pub(crate) kind: String,
    /// The API group, such as `example.org`
    #[arg(long, value_name = "GROUP")]
    pub(crate) group: String,
    /// The first version
    #[arg(long, value_name = "VERSION", default_value = "v1")]
    pub(crate) api_version: String,
    /// The plural in lowercase [default: derived from the kind]
    #[arg(long, value_name = "NAME")]
    pub(crate) plural: Option<String>,
    #[arg(
        long,
        value_name = "SCOPE",
        default_value = "Namespaced",
        value_parser = ["Namespaced", "Cluster"],
        help = "The scope of the objects"
    )]
    pub(crate) scope: String,
}

#[derive(Debug, Group)]
#[command(after_help = "Examples:\n  crdls codes\n  crdls codes --output-format json")]
pub(crate) struct CodesArgs {
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The common options of commands that read manifests.
#[derive(Debug, Group)]
pub(crate) struct Common {
    #[arg(
        long,
        value_name = "MINORS",
        value_parser = minors,
        help = format!(
            "Kubernetes versions, {} to {}: one, several (1.33,1.37), a range (1.31-1.37), or all [default: {}]",
            Minor::OLDEST,
            Minor::NEWEST,
            Minor::NEWEST
        )
    )]
    pub(crate) kubernetes: Option<Minors>,
    /// How to treat unknown fields, like kubectl's `--validate`: strict, warn or ignore [default: strict]
    #[arg(long, value_name = "MODE", value_parser = field_validation, hide_possible_values = true)]
    pub(crate) field_validation: Option<FieldValidation>,
    /// Additional CRDs: a file, folder or glob; can be repeated
    #[arg(long, alias = "crd", value_name = "PATH")]
    pub(crate) crds: Vec<PathBuf>,
    /// Do not use the CRDs of the repository that contains PATH
    #[arg(long)]
    pub(crate) no_workspace: bool,
    /// The settings file [default: the nearest crdls.toml, up to the root of the repository]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "full", help = "The output format")]
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

/// The formats of each command that has the option.
const FORMATS: [(&str, &[Format]); 14] = {
    use Format::{Concise, Full, Github, Json, Junit, Markdown, Sarif};
    [
        ("check", &[Full, Concise, Json, Sarif, Github]),
        ("cost", &[Full, Concise, Json]),
        ("diff", &[Full, Concise, Json, Sarif, Github, Markdown]),
        ("effective", &[Full]),
        ("eval", &[Full, Json]),
        ("test", &[Full, Concise, Json, Github, Junit]),
        ("explain", &[Full]),
        ("openapi", &[Full, Json]),
        ("schema", &[Full]),
        ("versions", &[Full, Json]),
        ("codes", &[Full, Concise, Json]),
        ("sample", &[Full]),
        ("conversion check", &[Full, Concise, Json, Github]),
        ("conversion try", &[Full, Concise, Json, Github]),
    ]
};

/// The declaration, in which the help of each command lists the formats that it has.
pub(crate) fn declaration() -> clap::Command {
    let with = |command, (name, formats): (&str, &'static [Format])| {
        with_formats(command, &name.split(' ').collect::<Vec<_>>(), formats)
    };
    FORMATS.into_iter().fold(Args::command(), with)
}

fn with_formats(command: clap::Command, path: &[&str], formats: &'static [Format]) -> clap::Command {
    let Some((first, rest)) = path.split_first() else {
        let all = Format::value_variants().iter();
        let values =
            all.filter_map(|format| Some(format.to_possible_value()?.hide(!formats.contains(format))));
        let parser = PossibleValuesParser::new(values).try_map(|text| Format::from_str(&text, false));
        let has_one = formats.len() == 1;
        return command.mut_arg("output_format", |arg| arg.value_parser(parser).hide(has_one));
    };
    command.mut_subcommand(first, |command| with_formats(command, rest, formats))
}

impl Common {
    /// The output format, where a command has it.
    ///
    /// # Errors
    /// The message on wrong usage where it does not.
    pub(crate) fn format_of(&self, command: &str) -> Result<Format, String> {
        let formats = FORMATS.iter().find(|(name, _)| *name == command).map(|(_, formats)| *formats);
        self.format_among(command, formats.unwrap_or_default())
    }

    /// The output format, where it is one of these.
    ///
    /// # Errors
    /// The message on wrong usage where it is not.
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
    crdls_system::files::pattern_error(text).map_or_else(|| Ok(text.to_owned()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declaration_is_sound() {
        declaration().debug_assert();
    }

    #[test]
    fn the_help_of_a_command_lists_its_formats() {
        let mut of = 0;
        let mut open = vec![(String::new(), declaration())];
        while let Some((path, command)) = open.pop() {
            for sub in command.get_subcommands() {
                open.push((format!("{path} {}", sub.get_name()).trim().to_owned(), sub.clone()));
            }
            let Some(arg) = command.get_arguments().find(|arg| arg.get_id() == "output_format") else {
                continue;
            };
            let values = arg.get_possible_values();
            let shown: Vec<_> =
                values.iter().filter(|value| !value.is_hide_set()).map(|value| value.get_name()).collect();
            let (_, formats) = FORMATS.iter().find(|(name, _)| *name == path).expect("a row of the command");
            let names: Vec<_> = formats
                .iter()
                .filter_map(|format| Some(format.to_possible_value()?.get_name().to_owned()))
                .collect();
            assert_eq!(
                (shown, arg.is_hide_set()),
                (names.iter().map(String::as_str).collect(), names.len() == 1),
                "{path}"
            );
            of += 1;
        }
        assert_eq!(of, FORMATS.len());
        println!("{of} commands list only the formats that they have");
    }
}
