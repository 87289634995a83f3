//! The allocator of the program.
//!
//! Each allocation runs through functions that the compiler makes for the static here, so its crate is optimized fully; the
//! program's own crate is not.

/// Trees and models are many small allocations; freed memory is used again while it is in the cache.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
