//! crdls-ide
