//! What the rules of a whole file cost.

use crdls_crd::cost::VersionCost;
use crdls_fixes::{FileContext, source};
use crdls_report::Config;

use crate::File;

/// The cost of a version of a CRD, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCost {
    /// The number of its document in the file, from 0.
    pub document: usize,
    /// The cost of its rules and messages; ranges are bytes of the file.
    pub cost: VersionCost,
}

/// The costs of all CRDs of a file, in the order of the text: one for each version whose schema is structural, so
/// none where no schema is.
pub fn costs(file: &File, config: &Config) -> Vec<FileCost> {
    let source = source(file, FileContext::default());
    let documents = file.tree().documents().iter().enumerate();
    documents
        .flat_map(|(number, document)| {
            let costs = crdls_check::costs(source, document, config);
            costs.into_iter().map(move |cost| FileCost { document: number, cost })
        })
        .collect()
}
