//! Versions with different schemas, and no conversion between them.
//!
//! With the strategy `None` the server changes `apiVersion`, then prunes by the schema of the other version
//! (`schemaCoercingConverter` of k8s.io/apiextensions-apiserver,
//! pkg/apiserver/customresource_handler.go): what that one does not name is gone.

use crdls_text::TextRange;

use crate::advice::Input;
use crate::advice::walk::versions;
use crdls_schema::Path;
use crdls_schema::fields::Field;
use crdls_schema::model::{OrBool, Schema, Version};
use crdls_schema::{Finding, code};

code!(
    LOSSY_CONVERSION,
    "lossy-conversion",
    Warning,
    advice,
    "versions have different fields, and the conversion strategy is None"
);

/// Fields that a sentence names, and that are linked.
const NAMED: usize = 3;
const LINKED: usize = 8;

pub(super) fn check(input: &Input<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    let spec = input.crd.spec();
    let mut stored = spec.versions().filter(|version| version.storage());
    let Some((stored, schema)) = stored.next().and_then(|version| Some((version, version.schema()?))) else {
        return found;
    };
    if may_convert(input) || stored.name().is_empty() {
        return found;
    }
    versions::each(input, &mut |version, path| {
        let Some(own) = version.schema().filter(|_| version.served() && version.name() != stored.name())
        else {
            return;
        };
        let mut walk = SchemaComparison::default();
        walk.compare(own, schema, true);
        found.extend(finding(version, stored, &walk.lost, path));
    });
    found
}

/// Whether there is a webhook, or one that is added later: controller-gen writes CRDs without theirs, and
/// cert-manager writes into one.
fn may_convert(input: &Input<'_>) -> bool {
    match input.crd.spec().conversion() {
        Some(conversion) => conversion.strategy() != "None",
        None => input.crd.metadata().annotations().any(|(entry, _)| {
            entry.name.starts_with("controller-gen.kubebuilder.io/")
                || entry.name.starts_with("cert-manager.io/")
        }),
    }
}

fn finding(
    version: Version<'_>,
    stored: Version<'_>,
    lost: &[LostField],
    path: &Path<'_>,
) -> Option<Finding> {
    let at = version.span(Field::Name)?.value;
    let names: Vec<_> = lost.iter().take(NAMED).map(|lost| format!("`{}`", lost.path)).collect();
    let more = lost.len().checked_sub(names.len())?;
    let fields = match (names.split_last(), more) {
        (None, _) => return None,
        (Some((last, [])), 0) => last.clone(),
        (Some((last, names)), 0) => format!("{} and {last}", names.join(", ")),
        (Some(_), more) => format!("{} and {more} more", names.join(", ")),
    };
    let message = format!("`{}` has {fields}, which `{}` cannot store", version.name(), stored.name());
    let mut finding = Finding::new(&LOSSY_CONVERSION, at, &path.child("name"), message)
        .why("the strategy `None` only changes `apiVersion`, and the server silently prunes fields that the storage version does not define")
        .help(format!("add the fields to `{}`, or convert with a webhook", stored.name()));
    for lost in lost.iter().take(LINKED) {
        finding = finding.related(lost.key, format!("`{}` is lost", lost.path));
    }
    Some(finding)
}

struct LostField {
    path: String,
    key: TextRange,
}

/// A walk through two schemas at once.
#[derive(Default)]
struct SchemaComparison<'m> {
    way: Vec<&'m str>,
    lost: Vec<LostField>,
}

impl<'m> SchemaComparison<'m> {
    /// Gathers what an object of one schema has and the other prunes.
    fn compare(&mut self, from: Schema<'m>, to: Schema<'m>, resource: bool) {
        let open = to.preserve_unknown_fields() == Some(true) || to.type_() != from.type_();
        if open {
            return;
        }
        let values = match to.additional_properties() {
            Some(OrBool::Bool(true)) => return,
            Some(OrBool::Schema(values)) => Some(values),
            Some(OrBool::Bool(false)) | None => None,
        };
        if let Some((from, to)) = from.item_schema().zip(to.item_schema()) {
            self.step("[*]", from, to);
        }
        if let Some((OrBool::Schema(from), to)) = from.additional_properties().zip(values) {
            self.step(".*", from, to);
        }
        self.properties(from, to, values, resource || to.embedded_resource());
    }

    /// Both are sorted by name.
    fn properties(&mut self, from: Schema<'m>, to: Schema<'m>, values: Option<Schema<'m>>, resource: bool) {
        let mut others = to.properties().peekable();
        for property in from.properties() {
            while others.next_if(|other| other.name < property.name).is_some() {}
            let same = others.next_if(|other| other.name == property.name).map(|other| other.schema);
            let known = resource && matches!(property.name, "apiVersion" | "kind" | "metadata");
            self.way.extend([".", property.name]);
            match same.or(values) {
                Some(other) => self.compare(property.schema, other, false),
                None if !known => self.lost.push(LostField { path: self.way.concat(), key: property.key }),
                None => {}
            }
            self.way.truncate(self.way.len().saturating_sub(2));
        }
    }

    fn step(&mut self, name: &'m str, from: Schema<'m>, to: Schema<'m>) {
        self.way.push(name);
        self.compare(from, to, false);
        self.way.pop();
    }
}
