//! From `schemas/minors.toml`. Made by `cargo dev codegen`. Do not edit.

use super::Minor;

/// What the server does from some known minor on, and not before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// From 1.32 on `==` of IP addresses, CIDRs, quantities, formats, URLs and semantic versions has a bounded cost; 1.31 rejects most CRDs with such a rule (k8s.io/apiserver pkg/cel/library/cost.go).
    ComparesLibraryTypes,
    /// From 1.32 on rules may call `optMap` on `optional.none()`, and `format` on a non-literal string; before 1.32, these make the API server panic (go.mod: cel-go v0.22.0; v0.20.1 in 1.31).
    CelGo22,
    /// From 1.32 on `containsCIDR` is true for every contained network; in 1.31 only if both networks have the same address (k8s.io/apiserver pkg/cel/library/cidr.go).
    MasksNetworks,
    /// From 1.32 on new rules may write `self.namespace` instead of `self.__namespace__`, and likewise for all reserved words of CEL (k8s.io/apiserver pkg/cel/environment/base.go, pkg/cel/types.go).
    KeywordFields,
    /// From 1.32 on the published definition of a kind without selectable fields has an empty `x-kubernetes-selectable-fields`, in 1.32 alone (pkg/controller/openapi/builder/builder.go).
    PublishesEmptySelectableFields,
    /// From 1.33 on the published definition of a kind without selectable fields has no `x-kubernetes-selectable-fields` again (pkg/controller/openapi/builder/builder.go).
    LeavesOutEmptySelectableFields,
    /// From 1.33 on the estimated cost follows the sizes of elements through lists, maps, variables and `dyn`; rules cannot name `__result__`, and half a surrogate pair in a string is an error (go.mod: cel-go v0.23.2).
    CelGo23,
    /// From 1.33 on updates of `status` ratchet too: errors in unchanged values are forgiven (pkg/registry/customresource/status_strategy.go).
    RatchetsStatus,
    /// From 1.34 on a missing `apiVersion` or `kind` of an embedded resource is reported as `Required value` alone (pkg/apiserver/schema/objectmeta/validation.go).
    IsTerseOnEmbeddedTypes,
    /// From 1.34 on errors print objects and lists as JSON instead of in Go's syntax (k8s.io/apimachinery pkg/util/validation/field/errors.go).
    PrintsJsonValues,
    /// From 1.34 on the server warns of unknown formats of strings (pkg/registry/customresourcedefinition/strategy.go).
    WarnsOfFormats,
    /// From 1.34 on `maxLength` of an int-or-string bounds the estimated cost (k8s.io/apiserver pkg/cel/common/schemas.go).
    BoundsIntOrString,
    /// From 1.34 on an object equals itself by `==` even if a field is `null`, or has a name that rules must escape (k8s.io/apiserver pkg/cel/common/valuesunstructured.go).
    ComparesAbsentFields,
    /// From 1.35 on a decoding error names the whole path of a field in a nested schema (sigs.k8s.io/json, go.mod).
    NamesDecodedFields,
    /// From 1.35 on the error of a failed rule prints the value instead of its type (pkg/apiserver/schema/cel/validation.go).
    PrintsFailedValues,
    /// From 1.35 on a StorageVersionMigration is of `storagemigration.k8s.io/v1beta1`, and its resource has no version; v1alpha1 is no longer served (k8s.io/api storagemigration/v1beta1/types.go).
    MigratesStorageInBeta,
    /// From 1.36 on the server warns of unknown formats of every type, and of formats of strings on other types (pkg/apiserver/validation/formats.go).
    WarnsOfFormatsOfAllTypes,
    /// From 1.36 on custom resources are validated against the formats of numbers: `int32`, `int64`, `float` and `double` (k8s.io/kube-openapi pkg/validation/validate/schema.go).
    BoundsNumberFormats,
    /// From 1.36 on the published OpenAPI has `example` and `externalDocs`, and `kubectl explain` prints external documentation (pkg/apiserver/schema/convert.go).
    PublishesExamples,
    /// From 1.37 on a missing field of an owner reference is reported as a required value with its index, and rules do not run then (k8s.io/apimachinery pkg/api/validation/objectmeta.go).
    RequiresOwnerFields,
    /// From 1.37 on the server warns of lists of type `set` whose items are objects or lists (pkg/registry/customresourcedefinition/strategy.go).
    WarnsOfNonScalarSets,
    /// From 1.37 on the estimated cost takes `metadata.name` as at most 253 characters and `generateName` as at most 252 where the schema has no `maxLength` (pkg/apiserver/schema/cel/model/schemas.go).
    BoundsResourceNames,
    /// From 1.37 on a number just below a whole number is taken for whole, by `multipleOf` and the type `integer`, as one just above is before (github.com/go-openapi/swag/conv convert.go, go.mod).
    RoundsFloats,
    /// From 1.37 on `==` of lists of type `set` compares values; before, a whole number in a list of type `number`, a date or a duration equals nothing (k8s.io/apiserver pkg/cel/common/valuesunstructured.go).
    ComparesSetValues,
    /// From 1.37 on rules may write the names of fields in backquotes (k8s.io/apiserver pkg/cel/environment/base.go).
    BackquotedFields,
    /// From 1.37 on `matches(text, regex)` now costs as much as `text.matches(regex)`; before, it was almost free; in macros, `.self` is the `self` of the rule; `oldSelf.value()` is typed by the schema, before it is plain JSON, so that `self == oldSelf.value()` can fail to evaluate; `lists.range` gives at most 1,000,000 numbers, and of a negative number an error instead of an empty list (go.mod: cel-go v0.29.2; v0.26.0 from 1.34 to 1.36).
    CelGo29,
    /// From 1.37 on a missing or unknown `operation` in `managedFields` of an embedded resource is reported as `Required value` or `Unsupported value`, before as `Invalid value` (k8s.io/apimachinery pkg/apis/meta/v1/validation/validation.go).
    ListsOperations,
    /// From 1.37 on a StorageVersionMigration is of `storagemigration.k8s.io/v1`, which is on by default (k8s.io/api storagemigration/v1/types.go).
    MigratesStorage,
}

impl Difference {
    /// The first minor that has it.
    pub const fn since(self) -> Minor {
        match self {
            Self::ComparesLibraryTypes => Minor(32),
            Self::CelGo22 => Minor(32),
            Self::MasksNetworks => Minor(32),
            Self::KeywordFields => Minor(32),
            Self::PublishesEmptySelectableFields => Minor(32),
            Self::LeavesOutEmptySelectableFields => Minor(33),
            Self::CelGo23 => Minor(33),
            Self::RatchetsStatus => Minor(33),
            Self::IsTerseOnEmbeddedTypes => Minor(34),
            Self::PrintsJsonValues => Minor(34),
            Self::WarnsOfFormats => Minor(34),
            Self::BoundsIntOrString => Minor(34),
            Self::ComparesAbsentFields => Minor(34),
            Self::NamesDecodedFields => Minor(35),
            Self::PrintsFailedValues => Minor(35),
            Self::MigratesStorageInBeta => Minor(35),
            Self::WarnsOfFormatsOfAllTypes => Minor(36),
            Self::BoundsNumberFormats => Minor(36),
            Self::PublishesExamples => Minor(36),
            Self::RequiresOwnerFields => Minor(37),
            Self::WarnsOfNonScalarSets => Minor(37),
            Self::BoundsResourceNames => Minor(37),
            Self::RoundsFloats => Minor(37),
            Self::ComparesSetValues => Minor(37),
            Self::BackquotedFields => Minor(37),
            Self::CelGo29 => Minor(37),
            Self::ListsOperations => Minor(37),
            Self::MigratesStorage => Minor(37),
        }
    }
}

/// Formats of strings, without dashes as the server compares them, sorted, with the first minor.
pub(super) const STRING_FORMATS: &[(&str, Minor)] = &[
    ("bsonobjectid", Minor(31)),
    ("byte", Minor(31)),
    ("cidr", Minor(31)),
    ("creditcard", Minor(31)),
    ("date", Minor(31)),
    ("datetime", Minor(31)),
    ("duration", Minor(31)),
    ("email", Minor(31)),
    ("hexcolor", Minor(31)),
    ("hostname", Minor(31)),
    ("ipv4", Minor(31)),
    ("ipv6", Minor(31)),
    ("isbn", Minor(31)),
    ("isbn10", Minor(31)),
    ("isbn13", Minor(31)),
    ("k8slongname", Minor(35)),
    ("k8sshortname", Minor(35)),
    ("mac", Minor(31)),
    ("password", Minor(31)),
    ("rgbcolor", Minor(31)),
    ("ssn", Minor(31)),
    ("uri", Minor(31)),
    ("uuid", Minor(31)),
    ("uuid3", Minor(31)),
    ("uuid4", Minor(31)),
    ("uuid5", Minor(31)),
];
