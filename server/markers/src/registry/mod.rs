//! Which markers each version of controller-gen reads, on what, and with which arguments.
//!
//! The table is made from `schemas/markers/markers.toml`. Looks a marker up as `Registry.Lookup` of controller-tools
//! does (pkg/markers/reg.go).

mod foreign;
mod generated;
mod version;

pub use foreign::{Foreign, foreign};
pub use version::Version;

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::grammar::{ArgumentType, Split};

/// What a marker describes (`TargetType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// `DescribesPackage`
    Package,
    /// `DescribesType`
    Type,
    /// `DescribesField`
    Field,
}

impl Target {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Package, Self::Type, Self::Field];

    /// As Go prints it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Package => "package",
            Self::Type => "type",
            Self::Field => "field",
        }
    }
}

/// A generator of controller-gen, which alone reads its markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Generator {
    /// `crd`
    Crd,
    /// `object`
    Object,
    /// `applyconfiguration`
    ApplyConfiguration,
    /// `rbac`
    Rbac,
    /// `webhook`
    Webhook,
}

/// The type of the schema that a marker wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Applies {
    /// Any.
    Any,
    /// `integer` or `number`
    Number,
    /// `string`, or an integer or a string
    String,
    /// `array`
    Array,
    /// `object`
    Object,
}

/// How a marker reads its value by itself (`ParseMarker`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// `json.Unmarshal`
    Json,
    /// `strconv.Atoi`
    Int,
    /// `strconv.ParseFloat`
    Float,
}

/// A target of a marker.
#[derive(Clone, Copy, Debug)]
pub struct On {
    /// What it describes.
    pub target: Target,
    /// The first version that reads it there.
    pub since: Version,
}

/// An argument of a marker.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// Its name; empty for the one value of an anonymous marker.
    pub name: &'static str,
    /// Its type.
    pub value: ArgumentType,
    /// The first version in which it may be missing; `None` where it may not.
    pub optional_since: Option<Version>,
    /// The first version that has it.
    pub since: Version,
    /// The values that make sense; empty where any do.
    pub values: &'static [&'static str],
    /// What it means.
    pub doc: &'static str,
}

/// A marker.
#[derive(Clone, Copy, Debug)]
pub struct Marker {
    /// Its name, without the plus.
    pub name: &'static str,
    /// What it may stand at.
    pub on: &'static [On],
    /// Who reads it.
    pub generator: Generator,
    /// The type of schema that it wants.
    pub applies: Applies,
    /// How it reads its value by itself, and from which version on.
    pub reads: Option<(Reads, Version)>,
    /// Its arguments.
    pub arguments: &'static [Argument],
    /// Whether its one value has no name (`AnonymousField`).
    pub anonymous: bool,
    /// Whether several count; of others the last one does.
    pub many: bool,
    /// Whether it is about the items of a list.
    pub items: bool,
    /// The keyword or field of the CRD that it writes; empty where there is none.
    pub schema: &'static str,
    /// The marker that upstream prefers; empty where there is none.
    pub instead: &'static str,
    /// What it does, in Markdown.
    pub doc: &'static str,
    /// One that is right, without the plus.
    pub example: &'static str,
}

impl On {
    const fn new(target: Target, since: Version) -> Self {
        Self { target, since }
    }
}

impl Argument {
    /// What rows of the table leave out.
    const NONE: Self = Self {
        name: "",
        value: ArgumentType::Any,
        optional_since: None,
        since: Version::OLDEST,
        values: &[],
        doc: "",
    };
}

impl PartialEq for Marker {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Marker {
    /// What rows of the table leave out.
    const NONE: Self = Self {
        name: "",
        on: &[],
        generator: Generator::Crd,
        applies: Applies::Any,
        reads: None,
        arguments: &[],
        anonymous: false,
        many: false,
        items: false,
        schema: "",
        instead: "",
        doc: "",
        example: "",
    };

    /// The marker of the same value for the items of a list.
    const fn of_items(self, name: &'static str) -> Self {
        const SINCE: Version = Version::new(15, 0);
        const ON: &[On] = &[On::new(Target::Field, SINCE), On::new(Target::Type, SINCE)];
        Self { name, on: ON, items: true, ..self }
    }

    /// Whether a version reads it on a target.
    pub fn is_read(&self, target: Target, version: Version) -> bool {
        self.on.iter().any(|on| on.target == target && on.since <= version)
    }

    /// The first version that reads it on a target; `None` where none does.
    pub fn since(&self, target: Target) -> Option<Version> {
        self.on.iter().find(|on| on.target == target).map(|on| on.since)
    }

    /// The first version that reads it anywhere.
    pub fn first_version(&self) -> Version {
        self.on.iter().map(|on| on.since).min().unwrap_or(Version::OLDEST)
    }

    /// The arguments that a version knows.
    pub fn arguments(&self, version: Version) -> impl Iterator<Item = &'static Argument> + use<> {
        self.arguments.iter().filter(move |argument| argument.since <= version)
    }

    /// Whether it takes nothing (`Empty`).
    pub fn is_empty(&self) -> bool {
        self.arguments.is_empty()
    }

    /// Whether it takes arguments with names in a version.
    pub fn takes_names(&self, version: Version) -> bool {
        !self.anonymous && !self.is_empty() && self.reads(version).is_none()
    }

    /// How it reads its value by itself in a version.
    pub fn reads(&self, version: Version) -> Option<Reads> {
        self.reads.filter(|(_, since)| *since <= version).map(|(reads, _)| reads)
    }

    /// The name without what all validation markers begin with: `MaxLength`.
    pub fn short_name(&self) -> &'static str {
        self.name.strip_prefix(VALIDATION).unwrap_or(self.name)
    }

    /// The short name, without `items:` for markers of the items of a list.
    pub fn plain_name(&self) -> &'static str {
        self.name.strip_prefix(ITEMS).unwrap_or_else(|| self.short_name())
    }
}

/// What the names of validation markers begin with.
pub const VALIDATION: &str = "kubebuilder:validation:";
/// What the names of validation markers for the items of a list begin with.
pub const ITEMS: &str = "kubebuilder:validation:items:";

/// All markers of all versions.
pub fn all() -> &'static [Marker] {
    generated::MARKERS
}

/// The marker of a name, of any version.
pub fn named(name: &str) -> Option<&'static Marker> {
    static BY_NAME: LazyLock<HashMap<&str, &Marker>> =
        LazyLock::new(|| all().iter().map(|marker| (marker.name, marker)).collect());
    BY_NAME.get(name).copied()
}

/// `Registry.Lookup`: the marker that a text names on a target. The longer name counts first.
pub fn lookup(text: &str, target: Target, version: Version) -> Option<&'static Marker> {
    let split = Split::of(text);
    let read = |name: &str| named(name).filter(|marker| marker.is_read(target, version));
    read(split.whole_name).or_else(|| read(split.name))
}
