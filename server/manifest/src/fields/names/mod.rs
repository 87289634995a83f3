//! The names of all fields. Made by `cargo dev codegen`. Do not edit.

/// A field's name, whatever type it is a field of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// `acceptedNames`
    AcceptedNames,
    /// `additionalItems`
    AdditionalItems,
    /// `additionalPrinterColumns`
    AdditionalPrinterColumns,
    /// `additionalProperties`
    AdditionalProperties,
    /// `allOf`
    AllOf,
    /// `annotations`
    Annotations,
    /// `anyOf`
    AnyOf,
    /// `apiVersion`
    ApiVersion,
    /// `blockOwnerDeletion`
    BlockOwnerDeletion,
    /// `caBundle`
    CaBundle,
    /// `categories`
    Categories,
    /// `clientConfig`
    ClientConfig,
    /// `code`
    Code,
    /// `conditions`
    Conditions,
    /// `controller`
    Controller,
    /// `conversion`
    Conversion,
    /// `conversionReviewVersions`
    ConversionReviewVersions,
    /// `convertedObjects`
    ConvertedObjects,
    /// `creationTimestamp`
    CreationTimestamp,
    /// `default`
    Default,
    /// `definitions`
    Definitions,
    /// `deletionGracePeriodSeconds`
    DeletionGracePeriodSeconds,
    /// `deletionTimestamp`
    DeletionTimestamp,
    /// `dependencies`
    Dependencies,
    /// `deprecated`
    Deprecated,
    /// `deprecationWarning`
    DeprecationWarning,
    /// `description`
    Description,
    /// `desiredAPIVersion`
    DesiredAPIVersion,
    /// `details`
    Details,
    /// `$ref`
    DollarRef,
    /// `$schema`
    DollarSchema,
    /// `enum`
    Enum,
    /// `example`
    Example,
    /// `exclusiveMaximum`
    ExclusiveMaximum,
    /// `exclusiveMinimum`
    ExclusiveMinimum,
    /// `externalDocs`
    ExternalDocs,
    /// `fieldPath`
    FieldPath,
    /// `fieldsType`
    FieldsType,
    /// `fieldsV1`
    FieldsV1,
    /// `finalizers`
    Finalizers,
    /// `format`
    Format,
    /// `generateName`
    GenerateName,
    /// `generation`
    Generation,
    /// `group`
    Group,
    /// `id`
    Id,
    /// `items`
    Items,
    /// `jsonPath`
    JsonPath,
    /// `kind`
    Kind,
    /// `labelSelectorPath`
    LabelSelectorPath,
    /// `labels`
    Labels,
    /// `lastTransitionTime`
    LastTransitionTime,
    /// `listKind`
    ListKind,
    /// `managedFields`
    ManagedFields,
    /// `manager`
    Manager,
    /// `maxItems`
    MaxItems,
    /// `maxLength`
    MaxLength,
    /// `maxProperties`
    MaxProperties,
    /// `maximum`
    Maximum,
    /// `message`
    Message,
    /// `messageExpression`
    MessageExpression,
    /// `metadata`
    Metadata,
    /// `minItems`
    MinItems,
    /// `minLength`
    MinLength,
    /// `minProperties`
    MinProperties,
    /// `minimum`
    Minimum,
    /// `multipleOf`
    MultipleOf,
    /// `name`
    Name,
    /// `names`
    Names,
    /// `namespace`
    Namespace,
    /// `not`
    Not,
    /// `nullable`
    Nullable,
    /// `objects`
    Objects,
    /// `observedGeneration`
    ObservedGeneration,
    /// `oneOf`
    OneOf,
    /// `openAPIV3Schema`
    OpenAPIV3Schema,
    /// `operation`
    Operation,
    /// `optionalOldSelf`
    OptionalOldSelf,
    /// `ownerReferences`
    OwnerReferences,
    /// `path`
    Path,
    /// `pattern`
    Pattern,
    /// `patternProperties`
    PatternProperties,
    /// `plural`
    Plural,
    /// `port`
    Port,
    /// `preserveUnknownFields`
    PreserveUnknownFields,
    /// `priority`
    Priority,
    /// `properties`
    Properties,
    /// `reason`
    Reason,
    /// `request`
    Request,
    /// `required`
    Required,
    /// `resourceVersion`
    ResourceVersion,
    /// `response`
    Response,
    /// `result`
    Result,
    /// `rule`
    Rule,
    /// `scale`
    Scale,
    /// `schema`
    Schema,
    /// `scope`
    Scope,
    /// `selectableFields`
    SelectableFields,
    /// `selfLink`
    SelfLink,
    /// `served`
    Served,
    /// `service`
    Service,
    /// `shortNames`
    ShortNames,
    /// `singular`
    Singular,
    /// `spec`
    Spec,
    /// `specReplicasPath`
    SpecReplicasPath,
    /// `status`
    Status,
    /// `statusReplicasPath`
    StatusReplicasPath,
    /// `storage`
    Storage,
    /// `storedVersions`
    StoredVersions,
    /// `strategy`
    Strategy,
    /// `subresource`
    Subresource,
    /// `subresources`
    Subresources,
    /// `time`
    Time,
    /// `title`
    Title,
    /// `type`
    Type,
    /// `uid`
    Uid,
    /// `uniqueItems`
    UniqueItems,
    /// `url`
    Url,
    /// `versions`
    Versions,
    /// `webhook`
    Webhook,
    /// `x-kubernetes-embedded-resource`
    XEmbeddedResource,
    /// `x-kubernetes-int-or-string`
    XIntOrString,
    /// `x-kubernetes-list-map-keys`
    XListMapKeys,
    /// `x-kubernetes-list-type`
    XListType,
    /// `x-kubernetes-map-type`
    XMapType,
    /// `x-kubernetes-preserve-unknown-fields`
    XPreserveUnknownFields,
    /// `x-kubernetes-validations`
    XValidations,
}

impl Field {
    /// The name as it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AcceptedNames => "acceptedNames",
            Self::AdditionalItems => "additionalItems",
            Self::AdditionalPrinterColumns => "additionalPrinterColumns",
            Self::AdditionalProperties => "additionalProperties",
            Self::AllOf => "allOf",
            Self::Annotations => "annotations",
            Self::AnyOf => "anyOf",
            Self::ApiVersion => "apiVersion",
            Self::BlockOwnerDeletion => "blockOwnerDeletion",
            Self::CaBundle => "caBundle",
            Self::Categories => "categories",
            Self::ClientConfig => "clientConfig",
            Self::Code => "code",
            Self::Conditions => "conditions",
            Self::Controller => "controller",
            Self::Conversion => "conversion",
            Self::ConversionReviewVersions => "conversionReviewVersions",
            Self::ConvertedObjects => "convertedObjects",
            Self::CreationTimestamp => "creationTimestamp",
            Self::Default => "default",
            Self::Definitions => "definitions",
            Self::DeletionGracePeriodSeconds => "deletionGracePeriodSeconds",
            Self::DeletionTimestamp => "deletionTimestamp",
            Self::Dependencies => "dependencies",
            Self::Deprecated => "deprecated",
            Self::DeprecationWarning => "deprecationWarning",
            Self::Description => "description",
            Self::DesiredAPIVersion => "desiredAPIVersion",
            Self::Details => "details",
            Self::DollarRef => "$ref",
            Self::DollarSchema => "$schema",
            Self::Enum => "enum",
            Self::Example => "example",
            Self::ExclusiveMaximum => "exclusiveMaximum",
            Self::ExclusiveMinimum => "exclusiveMinimum",
            Self::ExternalDocs => "externalDocs",
            Self::FieldPath => "fieldPath",
            Self::FieldsType => "fieldsType",
            Self::FieldsV1 => "fieldsV1",
            Self::Finalizers => "finalizers",
            Self::Format => "format",
            Self::GenerateName => "generateName",
            Self::Generation => "generation",
            Self::Group => "group",
            Self::Id => "id",
            Self::Items => "items",
            Self::JsonPath => "jsonPath",
            Self::Kind => "kind",
            Self::LabelSelectorPath => "labelSelectorPath",
            Self::Labels => "labels",
            Self::LastTransitionTime => "lastTransitionTime",
            Self::ListKind => "listKind",
            Self::ManagedFields => "managedFields",
            Self::Manager => "manager",
            Self::MaxItems => "maxItems",
            Self::MaxLength => "maxLength",
            Self::MaxProperties => "maxProperties",
            Self::Maximum => "maximum",
            Self::Message => "message",
            Self::MessageExpression => "messageExpression",
            Self::Metadata => "metadata",
            Self::MinItems => "minItems",
            Self::MinLength => "minLength",
            Self::MinProperties => "minProperties",
            Self::Minimum => "minimum",
            Self::MultipleOf => "multipleOf",
            Self::Name => "name",
            Self::Names => "names",
            Self::Namespace => "namespace",
            Self::Not => "not",
            Self::Nullable => "nullable",
            Self::Objects => "objects",
            Self::ObservedGeneration => "observedGeneration",
            Self::OneOf => "oneOf",
            Self::OpenAPIV3Schema => "openAPIV3Schema",
            Self::Operation => "operation",
            Self::OptionalOldSelf => "optionalOldSelf",
            Self::OwnerReferences => "ownerReferences",
            Self::Path => "path",
            Self::Pattern => "pattern",
            Self::PatternProperties => "patternProperties",
            Self::Plural => "plural",
            Self::Port => "port",
            Self::PreserveUnknownFields => "preserveUnknownFields",
            Self::Priority => "priority",
            Self::Properties => "properties",
            Self::Reason => "reason",
            Self::Request => "request",
            Self::Required => "required",
            Self::ResourceVersion => "resourceVersion",
            Self::Response => "response",
            Self::Result => "result",
            Self::Rule => "rule",
            Self::Scale => "scale",
            Self::Schema => "schema",
            Self::Scope => "scope",
            Self::SelectableFields => "selectableFields",
            Self::SelfLink => "selfLink",
            Self::Served => "served",
            Self::Service => "service",
            Self::ShortNames => "shortNames",
            Self::Singular => "singular",
            Self::Spec => "spec",
            Self::SpecReplicasPath => "specReplicasPath",
            Self::Status => "status",
            Self::StatusReplicasPath => "statusReplicasPath",
            Self::Storage => "storage",
            Self::StoredVersions => "storedVersions",
            Self::Strategy => "strategy",
            Self::Subresource => "subresource",
            Self::Subresources => "subresources",
            Self::Time => "time",
            Self::Title => "title",
            Self::Type => "type",
            Self::Uid => "uid",
            Self::UniqueItems => "uniqueItems",
            Self::Url => "url",
            Self::Versions => "versions",
            Self::Webhook => "webhook",
            Self::XEmbeddedResource => "x-kubernetes-embedded-resource",
            Self::XIntOrString => "x-kubernetes-int-or-string",
            Self::XListMapKeys => "x-kubernetes-list-map-keys",
            Self::XListType => "x-kubernetes-list-type",
            Self::XMapType => "x-kubernetes-map-type",
            Self::XPreserveUnknownFields => "x-kubernetes-preserve-unknown-fields",
            Self::XValidations => "x-kubernetes-validations",
        }
    }
}
