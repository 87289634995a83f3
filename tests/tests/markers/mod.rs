//! Markers in Go, compared with controller-gen.

mod ignored;
mod planted;
mod tables;
