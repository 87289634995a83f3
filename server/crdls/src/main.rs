//! The binary: the checker for the terminal, and the language server.
//!
//! The only crate that knows files, terminals and protocols. It does no analysis: it hands texts to `crdls_ide` and
//! renders the plain data that comes back. `cli` and `lsp` do not know each other; what both use is next to them.

mod built_crds;
mod change_page;
mod cli;
mod files;
mod go;
mod guard;
mod lsp;
mod meaning;
mod render;
mod setting_faults;
mod setting_page;
mod settings;
mod suite_crds;
mod threads;

use std::process::ExitCode;

use clap::Parser;

/// Trees and models are many small allocations; freed memory is used again while it is in the cache.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run(&cli::Args::parse(), lsp::run).into()
}
