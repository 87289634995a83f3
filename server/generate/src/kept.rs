//! What one run leaves to the next of packages that are not the author's: they stay as they are, with everything that only
//! they reach.

use std::collections::HashMap;
use std::sync::Arc;

use crdls_markers::program::GoFile;

use crate::FileId;
use crate::schema::{Problem, Schema, TypeId};

/// The schemas of packages that do not change, for runs with the same options. Numbers of files stay theirs.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    pub files: Vec<Arc<GoFile>>,
    ids: HashMap<(String, bool), FileId>,
    pub schemas: HashMap<TypeId, Arc<Schema>>,
    pub flattened: HashMap<TypeId, Arc<Schema>>,
    pub merged: HashMap<usize, Merged>,
}

/// A schema whose `allOf` was merged, by the address of the one before, which is kept so that the address stays its own.
#[derive(Debug)]
pub(crate) struct Merged {
    pub before: Arc<Schema>,
    pub after: Arc<Schema>,
    /// What is refused in it.
    pub problems: Vec<Problem>,
}

impl Kept {
    /// The number of a file. A newer state of a file has the number of the one before; a state that is remembered next to
    /// it has its own.
    pub(crate) fn file(&mut self, file: &Arc<GoFile>, is_remembered: bool) -> FileId {
        let key = (file.path.clone(), is_remembered);
        if let Some(id) = self.ids.get(&key).copied()
            && let Some(known) = self.files.get_mut(id.0 as usize)
        {
            *known = file.clone();
            return id;
        }
        let id = FileId(self.files.len() as u32);
        self.files.push(file.clone());
        self.ids.insert(key, id);
        id
    }

    /// Forgets what nobody asks for again.
    pub(crate) fn sweep(&mut self) {
        self.merged.retain(|_, merged| Arc::strong_count(&merged.before) > 1);
    }
}
