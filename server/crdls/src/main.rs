//! The binary: the checker for the terminal, the language server, and the commands for coding agents.
//!
//! The only crate that knows terminals and protocols. It does no analysis: it hands texts to `crdls_ide` and prints what
//! `crdls_render` makes of the plain data that comes back. Files are read by `crdls_system`.
//! `cli` and `lsp` do not know each other; what both use is next to them: `settings`, `setting_faults`, `go` (Go projects and
//! their generated CRDs), `suite_crds` and `built_crds` (CRDs as kustomizations apply them). `mcp` runs commands of `cli`.

mod built_crds;
mod cli;
mod go;
mod lsp;
mod mcp;
mod setting_faults;
mod setting_help;
mod settings;
mod suite_crds;

use std::process::ExitCode;

use crdls_render as render;

fn main() -> ExitCode {
    let serve = |server| match server {
        cli::Server::Lsp => lsp::run(),
        cli::Server::Mcp => mcp::run(),
    };
    cli::run(&cli::arguments(), serve).into()
}
