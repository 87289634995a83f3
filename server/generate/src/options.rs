//! What controller-gen is told: its version and the flags of the generator `crd`.

use crdls_markers::apply::Flags;
use crdls_markers::registry::Version;

/// The version and flags of controller-gen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The version.
    pub version: Version,
    /// `maxDescLen`
    pub max_description: Option<usize>,
    /// `generateEmbeddedObjectMeta`
    pub embedded_object_meta: bool,
    /// The flags that decide which types and fields controller-gen refuses.
    pub flags: Flags,
    /// `omitToolVersion`
    pub omit_tool_version: bool,
    /// `deprecatedV1beta1CompatibilityPreserveUnknownFields`
    pub preserve_unknown_fields: Option<bool>,
    /// The text of `headerFile`, the year filled in.
    pub header: String,
}

impl Options {
    /// A version without any flags.
    pub fn new(version: Version) -> Self {
        Self {
            version,
            max_description: None,
            embedded_object_meta: false,
            flags: Flags::default(),
            omit_tool_version: false,
            preserve_unknown_fields: None,
            header: String::new(),
        }
    }

    /// Reads a flag as it is written after `crd:`, such as `maxDescLen=0`. Returns whether it is known and has a value
    /// that it can have. `headerFile` and `year` are the caller's, who reads the file.
    pub fn set(&mut self, flag: &str) -> bool {
        let (name, value) = flag.split_once('=').unwrap_or((flag, "true"));
        let bool = || value.parse::<bool>().ok();
        let done = match name {
            "maxDescLen" => {
                // A negative number leaves descriptions alone.
                let number = value.parse::<i64>();
                self.max_description = number.as_ref().ok().and_then(|number| usize::try_from(*number).ok());
                number.ok().map(|_| ())
            }
            "generateEmbeddedObjectMeta" => bool().map(|on| self.embedded_object_meta = on),
            "allowDangerousTypes" => bool().map(|on| self.flags.allow_dangerous_types = on),
            "ignoreUnexportedFields" => bool().map(|on| self.flags.ignore_unexported_fields = on),
            "omitToolVersion" => bool().map(|on| self.omit_tool_version = on),
            "deprecatedV1beta1CompatibilityPreserveUnknownFields" => {
                bool().map(|on| self.preserve_unknown_fields = Some(on))
            }
            "crdVersions" => {
                value.trim_matches(['{', '}']).split([',', ';']).all(|name| name == "v1").then_some(())
            }
            _ => None,
        };
        done.is_some()
    }
}
