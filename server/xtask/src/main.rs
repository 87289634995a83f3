//! The program of `cargo dev`.

use std::process::ExitCode;

fn main() -> ExitCode {
    crdls_xtask::run()
}
