//! What the server fills in where a CRD does not say it.
//!
//! Mirrors `SetDefaults_CustomResourceDefinitionSpec` and `SetDefaults_ServiceReference` of
//! k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/v1/defaults.go).

use crdls_yaml::Node;

use super::Hint;
use crate::File;

/// The defaults of a file's CRDs, each after the key of what they are in.
pub(super) fn hints(file: &File) -> Vec<Hint> {
    file.crds().filter_map(|(_, root)| Some(root.get("spec")?.value)).flat_map(of_spec).collect()
}

fn of_spec(spec: Node<'_>) -> Vec<Hint> {
    let mut found = Vec::new();
    if let Some(names) = spec.get("names") {
        let kind = names.value.get("kind").and_then(|kind| kind.value.str()).unwrap_or_default();
        let lacks = |name: &str| !kind.is_empty() && names.value.get(name).is_none();
        let singular = lacks("singular").then(|| format!("singular: {}", kind.to_lowercase()));
        let list = lacks("listKind").then(|| format!("listKind: {kind}List"));
        let both: Vec<_> = singular.into_iter().chain(list).collect();
        if !both.is_empty() {
            found.push(hint(names.key, both.join(", ")));
        }
    }
    match spec.get("conversion") {
        None => found
            .extend(spec.get("versions").map(|versions| hint(versions.key, "conversion: None".to_owned()))),
        Some(conversion) => found.extend(port(conversion.value)),
    }
    found
}

/// The port of the webhook's service.
fn port(conversion: Node<'_>) -> Option<Hint> {
    let config = conversion.get("webhook")?.value.get("clientConfig")?.value;
    let service = config.get("service").filter(|service| service.value.kind().is_map())?;
    service.value.get("port").is_none().then(|| hint(service.key, "port: 443".to_owned()))
}

fn hint(key: Node<'_>, label: String) -> Hint {
    // After the colon.
    let offset = key.range().end + 1;
    Hint { offset, label, tooltip: "The server fills this in.".to_owned() }
}
