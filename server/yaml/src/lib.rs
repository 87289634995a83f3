//! crdls-yaml
