//! Stories of an editor and the real server, over standard input and output.

mod announced;
mod client;
mod closed;
mod diagnostics;
mod features;
mod folder;
mod glance;
mod hostile;
mod instances;
mod lifecycle;
mod memory;
mod navigation;
mod random;
mod rename;
mod sample;
mod settings;
mod superseded;
mod sync;
mod torture;
mod views;
mod workspace;
