//! Stories of an editor and the real server, over standard input and output.

mod announced;
mod client;
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
mod sample;
mod settings;
mod superseded;
mod sync;
mod torture;
mod views;
mod workspace;
mod writing;
