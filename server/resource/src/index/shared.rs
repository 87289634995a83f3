//! The text that CRDs are decoded from later, and their models where somebody has them.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crdls_manifest::decode::Decoded;

/// A text that CRDs may be decoded from: kept, or to be had again.
#[derive(Clone, Debug)]
pub struct Shared {
    text: Arc<OnceLock<Arc<String>>>,
    read: Read,
    models: Option<Box<Models>>,
}

#[derive(Clone)]
struct Read(Arc<dyn Fn() -> Arc<String> + Send + Sync>);

/// The model of a CRD of the text, by the number of its document and its index in each list around it.
type FindModel = dyn Fn(usize, &[usize]) -> Option<Arc<Decoded>> + Send + Sync;

#[derive(Clone)]
struct Models(Arc<FindModel>);

impl fmt::Debug for Read {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Read")
    }
}

impl fmt::Debug for Models {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Models")
    }
}

impl Shared {
    /// A text that is not kept until somebody asks for it.
    pub fn later(read: impl Fn() -> Arc<String> + Send + Sync + 'static) -> Self {
        Self { text: Arc::default(), read: Read(Arc::new(read)), models: None }
    }

    /// The same text, not kept until somebody asks for it again.
    pub(super) fn forgotten(&self) -> Self {
        Self { text: Arc::default(), ..self.clone() }
    }

    /// The text of an open file. `models` has the model of a CRD by the number of its document, from 0, and its
    /// index in each list around it (see [`crate::document::DocumentObject`]), with the ranges of the whole
    /// text; nothing where the file has another text by now. Whoever needs the CRD shares that model.
    #[must_use]
    pub fn with_models(
        self,
        models: impl Fn(usize, &[usize]) -> Option<Arc<Decoded>> + Send + Sync + 'static,
    ) -> Self {
        Self { models: Some(Box::new(Models(Arc::new(models)))), ..self }
    }

    pub(super) fn text(&self) -> &Arc<String> {
        self.text.get_or_init(|| (self.read.0)())
    }

    /// The text to be read once; kept for the others where several CRDs share it.
    pub(super) fn read(&self) -> Arc<String> {
        match self.text.get() {
            Some(text) => Arc::clone(text),
            None if Arc::strong_count(&self.text) > 1 => {
                Arc::clone(self.text.get_or_init(|| (self.read.0)()))
            }
            None => (self.read.0)(),
        }
    }

    /// Whether it is kept.
    pub(super) fn is_kept(&self) -> bool {
        self.text.get().is_some()
    }

    /// Whether somebody has models of its CRDs.
    pub(super) fn has_models(&self) -> bool {
        self.models.is_some()
    }

    pub(super) fn model(&self, document: usize, list_indices: &[usize]) -> Option<Arc<Decoded>> {
        let Models(models) = self.models.as_deref()?;
        models(document, list_indices)
    }
}

impl From<&Arc<String>> for Shared {
    fn from(text: &Arc<String>) -> Self {
        let text = Arc::clone(text);
        Self::later(move || Arc::clone(&text))
    }
}

impl From<&str> for Shared {
    fn from(text: &str) -> Self {
        Self::from(&Arc::new(text.to_owned()))
    }
}
