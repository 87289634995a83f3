//! Markers in Go, compared with controller-gen.

mod planted;
mod tables;
