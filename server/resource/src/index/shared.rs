//! The text that CRDs are decoded from later, and their models where somebody has them.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crdls_manifest::decode::Decoded;

/// A text that CRDs may be decoded from: kept, or to be had again.
#[derive(Clone, Debug)]
pub struct Shared {
    text: Arc<OnceLock<Arc<String>>>,
    /// Copies share it.
    reader: Arc<Reader>,
}

/// Where a text is to be had, and the models of its CRDs.
struct Reader {
    read: Box<dyn Fn() -> Arc<String> + Send + Sync>,
    models: Option<Box<FindModel>>,
}

/// The model of a CRD of the text, by the number of its document and its index in each list around it.
type FindModel = dyn Fn(usize, &[usize]) -> Option<Arc<Decoded>> + Send + Sync;

impl fmt::Debug for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reader")
    }
}

impl Shared {
    /// A text that is not kept until somebody asks for it.
    pub fn later(read: impl Fn() -> Arc<String> + Send + Sync + 'static) -> Self {
        Self::read_by(Reader { read: Box::new(read), models: None })
    }

    fn read_by(reader: Reader) -> Self {
        Self { text: Arc::default(), reader: Arc::new(reader) }
    }

    /// The same text, not kept until somebody asks for it again.
    pub(super) fn forgotten(&self) -> Self {
        Self { text: Arc::default(), ..self.clone() }
    }

    /// The text of an open file. `models` has the model of a CRD by the number of its document, from 0, and its
    /// index in each list around it (see [`crate::document::DocumentObject`]), with the ranges of the whole
    /// text; nothing where the file has another text by now. Whoever needs the CRD shares that model.
    pub fn open(
        text: &Arc<String>,
        models: impl Fn(usize, &[usize]) -> Option<Arc<Decoded>> + Send + Sync + 'static,
    ) -> Self {
        let text = Arc::clone(text);
        let read = Box::new(move || Arc::clone(&text));
        Self::read_by(Reader { read, models: Some(Box::new(models)) })
    }

    pub(super) fn text(&self) -> &Arc<String> {
        self.text.get_or_init(|| (self.reader.read)())
    }

    /// The text to be read once; kept for the others where several CRDs share it.
    pub(super) fn read(&self) -> Arc<String> {
        match self.text.get() {
            Some(text) => Arc::clone(text),
            None if Arc::strong_count(&self.text) > 1 => {
                Arc::clone(self.text.get_or_init(|| (self.reader.read)()))
            }
            None => (self.reader.read)(),
        }
    }

    /// Whether it is kept.
    pub(super) fn is_kept(&self) -> bool {
        self.text.get().is_some()
    }

    /// Whether somebody has models of its CRDs.
    pub(super) fn has_models(&self) -> bool {
        self.reader.models.is_some()
    }

    pub(super) fn model(&self, document: usize, list_indices: &[usize]) -> Option<Arc<Decoded>> {
        self.reader.models.as_ref()?(document, list_indices)
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
