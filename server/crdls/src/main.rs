//! The binary: the checker for the terminal, and the language server.
//!
//! The only crate that knows files, terminals and protocols. It does no analysis: it hands texts to
//! `crdls_ide` and renders the plain data that comes back.

mod cli;
mod kustomize;
mod lsp;
mod render;

use std::process::ExitCode;

use clap::Parser;

/// Trees and models are many small allocations; freed memory is used again while it is warm.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run(&cli::Args::parse()).into()
}
