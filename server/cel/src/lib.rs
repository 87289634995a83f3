//! crdls-cel
