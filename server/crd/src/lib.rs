//! crdls-crd
