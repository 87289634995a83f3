//! What a change does to whoever has objects of the kind, the worst first.

/// The class of a change: the first, in this order, that an object shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The server refuses the update of the CRD itself.
    Refused,
    /// Data of a stored object is pruned, or its version is gone.
    Lost,
    /// An update of a stored object that leaves the part as it is is refused.
    Frozen,
    /// Creating an object, or an update that changes the part, is refused.
    Tightened,
    /// Clients see something else: other values, defaults, columns, another way of merging.
    Readers,
    /// The server accepts more than before.
    Loosened,
    /// Nothing that a client can see of an object.
    Internal,
}

impl Class {
    /// All classes, the worst first.
    pub const ALL: [Self; 7] = [
        Self::Refused,
        Self::Lost,
        Self::Frozen,
        Self::Tightened,
        Self::Readers,
        Self::Loosened,
        Self::Internal,
    ];

    /// The name of the class in JSON and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Lost => "lost",
            Self::Frozen => "frozen",
            Self::Tightened => "tightened",
            Self::Readers => "observable",
            Self::Loosened => "loosened",
            Self::Internal => "internal",
        }
    }

    /// What it means, in one line.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Refused => "the API server rejects the update of the CRD",
            Self::Lost => "data of stored objects is lost",
            Self::Frozen => "stored objects can no longer be updated, even if this field is unchanged",
            Self::Tightened => "objects that were accepted are rejected",
            Self::Readers => "clients see other values, defaults or columns, or lists merge differently",
            Self::Loosened => "the API server accepts more than before",
            Self::Internal => "nothing changes for objects or clients",
        }
    }

    /// The class of a name; `None` for no name of one.
    pub fn parse(name: &str) -> Option<Self> {
        // The class `observable` was called `readers`.
        let name = if name == "readers" { "observable" } else { name };
        Self::ALL.into_iter().find(|class| class.name() == name)
    }

    /// Whether somebody's objects or manifests stop working.
    pub const fn is_breaking(self) -> bool {
        matches!(self, Self::Refused | Self::Lost | Self::Frozen | Self::Tightened)
    }
}
