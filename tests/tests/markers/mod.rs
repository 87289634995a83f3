//! Markers in Go, compared with controller-gen.

mod cold;
mod completion;
mod ignored;
mod live;
mod planted;
mod tables;
