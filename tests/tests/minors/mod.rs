//! What each minor's own code says of CEL, CRDs and custom resources (`minors/` of the corpus).

mod acceptance;
mod documents;
mod expressions;
mod functions;
mod made;
mod tally;
mod together;
