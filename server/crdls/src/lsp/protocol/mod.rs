//! The protocol's terms: what the client can do, locations, marked-up texts.
//!
//! Must not know the state of the server, nor what is asked of it.

pub(crate) mod features;
pub(crate) mod locations;
pub(crate) mod markup;
