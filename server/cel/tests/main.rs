//! The tests of the crate from outside, a module each: linked once.

mod cel_parse;
mod go_regexp;
