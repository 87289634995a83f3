//! Types whose schemas controller-gen knows without looking at them (pkg/crd/known_types.go).

use std::sync::Arc;

use crdls_markers::program::META;

use crate::schema::{Additional, Keyword, Property, Schema, TypeId};
use crate::{Item, Origin};

const QUANTITY: &str = "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

/// The schema of a type that is known.
pub(crate) fn schema(id: &TypeId, embedded_object_meta: bool) -> Option<Schema> {
    let of = |ty: &str| Schema::of(ty, Origin::default());
    let truth = || Item::bool(true, Origin::default());
    Some(match (&*id.package, &*id.name) {
        (META, "ObjectMeta") if embedded_object_meta => object_meta(),
        (META, "ObjectMeta") => of("object"),
        (META, "Time" | "MicroTime") => {
            of("string").with(Keyword::Format, Item::text("date-time", Origin::default()))
        }
        (META, "Duration") => of("string"),
        (META, "Fields") => Schema { additional: Some(Additional::Allowed), ..of("object") },
        ("k8s.io/apimachinery/pkg/api/resource", "Quantity") => {
            int_or_string().with(Keyword::Pattern, Item::text(QUANTITY, Origin::default()))
        }
        ("k8s.io/apimachinery/pkg/util/intstr", "IntOrString") => int_or_string(),
        ("k8s.io/apimachinery/pkg/runtime", "RawExtension") => {
            of("object").with(Keyword::PreserveUnknownFields, truth())
        }
        ("k8s.io/apimachinery/pkg/apis/meta/v1/unstructured", "Unstructured") => of("object"),
        (
            "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
            | "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1beta1",
            "JSON",
        ) => Schema::default().with(Keyword::PreserveUnknownFields, truth()),
        _ => return None,
    })
}

fn int_or_string() -> Schema {
    let any_of = ["integer", "string"].map(|ty| Arc::new(Schema::of(ty, Origin::default()))).into();
    Schema { any_of, ..Schema::default() }.with(Keyword::IntOrString, Item::bool(true, Origin::default()))
}

/// `ObjectMetaPackages`
fn object_meta() -> Schema {
    let string = Arc::new(Schema::of("string", Origin::default()));
    let map = Schema {
        additional: Some(Additional::Schema(string.clone())),
        ..Schema::of("object", Origin::default())
    };
    let list = Schema { items: Some(string.clone()), ..Schema::of("array", Origin::default()) };
    let map = Arc::new(map);
    let fields = [
        ("name", string.clone()),
        ("namespace", string),
        ("annotations", map.clone()),
        ("labels", map),
        ("finalizers", Arc::new(list)),
    ];
    let properties =
        fields.map(|(name, schema)| (name.into(), Property { origin: Origin::default(), schema }));
    Schema { properties: properties.into(), ..Schema::of("object", Origin::default()) }
}
