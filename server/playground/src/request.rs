//! What a page can ask for.
//!
//! Must not know how it is answered.

use crdls_render::{LineColumn, Span};
use serde::Deserialize;

/// A request. `file`: the name that the page gave a text.
#[derive(Debug, Deserialize)]
#[serde(tag = "method", rename_all = "camelCase")]
pub(crate) enum Request {
    /// The version of crdls, the minors that there are, and how many CRDs are known.
    Status,
    /// Takes minors for all answers from now on, as in the setting `kubernetes`.
    Settings {
        /// `1.37`, `1.31,1.37`, `all`.
        kubernetes: String,
    },
    /// Takes the objects that those of all files replace: findings are those of an update, as with `crdls check --old`.
    Old {
        /// Without it, objects are created.
        text: Option<String>,
    },
    /// Changes a file.
    Edit {
        file: String,
        range: Span,
        #[serde(rename = "newText")]
        new_text: String,
    },
    /// Forgets a file.
    Remove { file: String },
    /// The findings of a file: what `crdls check --output-format json` prints of it.
    Check {
        file: String,
        /// With the fixes, which take longer.
        #[serde(default)]
        fixes: bool,
        /// Without the findings that an editor leaves out while a line is typed.
        #[serde(default)]
        typing: bool,
    },
    /// One of these findings by its number, with its fixes.
    Finding {
        file: String,
        number: usize,
        /// As the number was counted.
        #[serde(default)]
        typing: bool,
    },
    /// The hover of a place.
    Hover { file: String, at: LineColumn },
    /// The completions at a place.
    Complete { file: String, at: LineColumn },
    /// `crdls cost --output-format json`
    Cost { file: String },
    /// `crdls/effective` of the language server: custom resources as they would be stored.
    Effective { file: String },
    /// `crdls/explain` of the language server: the page of a code, a field, a function or a keyword.
    Explain { what: String },
    /// `kubectl explain`
    #[serde(rename_all = "camelCase")]
    KubectlExplain {
        what: String,
        /// `GROUP/VERSION`
        api_version: Option<String>,
        #[serde(default)]
        recursive: bool,
    },
    /// `crdls eval --output-format json`: the value of an expression, or of the rules of the CRD, and of each part of it, on
    /// the custom resources of a file.
    Evaluate {
        file: String,
        /// Without it, the rules of the CRD.
        expression: Option<String>,
        /// The field that the expression is on, or whose rules are meant: `spec.racks[].height`.
        field: Option<String>,
    },
    /// `crdls test --output-format json`: runs the cases of a file that is a test suite.
    Test { file: String },
    /// `crdls generate` of a Go file that is a package by itself, and the findings in the file. Needs the types of
    /// Kubernetes' modules.
    Go { text: String },
    /// The names of the kinds, each with its versions and fields: what can be explained.
    Kinds,
    /// The OpenAPI documents that are published of the CRDs of a file, by path.
    Openapi { file: String },
    /// `crdls diff --output-format json` of a text and a file. The text is none of the files: its CRDs validate nothing.
    Diff { old: String, file: String },
    /// `crdls sample`
    Sample {
        kind: String,
        #[serde(default)]
        minimal: bool,
    },
}
