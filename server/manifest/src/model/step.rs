//! Steps from a schema to the schemas in it. Those in an object are `crdls_report::PathStep`.

use super::Schema;

/// A step from a schema to one below it. `N` is the name of a property, borrowed or owned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaStep<N> {
    /// A property, by its name in the schema.
    Property(N),
    /// `additionalProperties`
    Value,
    /// `items`
    Item,
}

impl<N: AsRef<str>> SchemaStep<N> {
    /// The schema below, and the step with the name as the schema has it; `None` if the schema has nothing there.
    pub fn below<'m>(&self, schema: Schema<'m>) -> Option<(Schema<'m>, SchemaStep<&'m str>)> {
        Some(match self {
            Self::Property(name) => {
                let property = schema.find_property(name.as_ref())?;
                (property.schema, SchemaStep::Property(property.name))
            }
            Self::Value => (schema.value_schema()?, SchemaStep::Value),
            Self::Item => (schema.item_schema()?, SchemaStep::Item),
        })
    }

    /// The same step with a borrowed name.
    pub fn borrowed(&self) -> SchemaStep<&str> {
        match self {
            Self::Property(name) => SchemaStep::Property(name.as_ref()),
            Self::Value => SchemaStep::Value,
            Self::Item => SchemaStep::Item,
        }
    }

    /// The same step with a name of its own.
    pub fn owned(&self) -> SchemaStep<String> {
        match self {
            Self::Property(name) => SchemaStep::Property(name.as_ref().to_owned()),
            Self::Value => SchemaStep::Value,
            Self::Item => SchemaStep::Item,
        }
    }
}
