//! What the programs ask of the system that they run on: files, commits of git, standard streams, threads, and a
//! folder for what is kept. And panics as messages.
//!
//! Must not know what is checked, nor where a message goes.

pub mod files;
pub mod guard;
pub mod kept;
pub mod seen;
pub mod streams;
pub mod threads;
