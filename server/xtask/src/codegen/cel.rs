//! `schemas/cel/functions.toml`: the functions and macros of Kubernetes' CEL environment, as static tables.

use std::fmt::Write;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    #[serde(rename = "function")]
    functions: Vec<Function>,
    #[serde(rename = "macro")]
    macros: Vec<Macro>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Function {
    name: String,
    overloads: Vec<Overload>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Overload {
    id: String,
    #[serde(default)]
    member: bool,
    args: Vec<String>,
    result: String,
    since: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Macro {
    name: String,
    args: usize,
    #[serde(default)]
    receiver: bool,
    since: u8,
}

/// `cel.rs`
pub fn tables(library: &Library) -> String {
    let mut out = String::from(
        "//! From `schemas/cel/functions.toml`. Made by `cargo xtask codegen`. Do not edit.\n\n\
         use crate::cel::library::{KnownMacro, Overload};\n\n\
         /// Every overload, those of a function in the order of their declaration.\n\
         pub static OVERLOADS: &[Overload] = &[",
    );
    for function in &library.functions {
        for overload in &function.overloads {
            let Overload { id, member, args, result, since } = overload;
            let _ = write!(
                out,
                "Overload::{}({:?}, {id:?}, &{args:?}, {result:?}, {since}),",
                if *member { "method" } else { "function" },
                function.name
            );
        }
    }
    out.push_str("];\n\n/// Every macro.\npub static MACROS: &[KnownMacro] = &[");
    for Macro { name, args, receiver, since } in &library.macros {
        let _ = write!(out, "KnownMacro::new({name:?}, {args}, {receiver}, {since}),");
    }
    out.push_str("];\n");
    out
}
