//! Markers in Go, compared with controller-gen.

mod ignored;
mod live;
mod planted;
mod tables;
