//! The binary: the checker for the terminal, and the language server.
//!
//! The only crate that knows files, terminals and protocols. It does no analysis: it hands texts to `crdls_ide` and
//! prints what `crdls_render` makes of the plain data that comes back. `cli` and `lsp` do not know each other; what both use is next to them.

mod built_crds;
mod cli;
mod files;
mod go;
mod guard;
mod lsp;
mod setting_faults;
mod settings;
mod suite_crds;
mod threads;

use std::process::ExitCode;

use clap::Parser;
use crdls_render as render;

/// Trees and models are many small allocations; freed memory is used again while it is in the cache.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run(&cli::Args::parse(), lsp::run).into()
}
