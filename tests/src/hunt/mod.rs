//! Manifests made at random, of each of which crdls and the API server have to say the same.
//!
//! `generate` makes and changes them, `compare` asks both sides, `repair` takes faults out, `shrink` makes what
//! differs small. Knows the analysis as a library and the oracle as a process; must not know where seeds come from.

mod compare;
mod repair;
mod shrink;

pub use compare::{Asked, Oracle, Sides, signatures};
pub use shrink::shrink;

use serde_json::Value;

use crate::generate::{Pool, mutate};
use crate::random::Random;

/// A manifest of the pool or a made one, mostly changed.
pub fn manifest(pool: &Pool, random: &mut Random) -> Value {
    let mut manifest = pool.any(random);
    if random.below(2) == 0 {
        repair::repair(&mut manifest);
    }
    // Some as they are; many faults at once hide each other.
    let changes = [0, 0, 0, 1, 1, 1, 2, 3];
    for _ in 0..*random.pick(&changes).unwrap_or(&1) {
        mutate(&mut manifest, pool, random);
    }
    if random.below(4) == 0 {
        repair::repair(&mut manifest);
    }
    manifest
}
