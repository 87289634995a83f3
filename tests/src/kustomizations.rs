//! Random kustomizations: files in memory, and on disk for kustomize.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use crdls_kustomize::{Build, Files, Object};
use serde_json::Value;

use crate::random::Random;

/// Files by path.
#[derive(Clone, Debug, Default)]
pub struct Folder(pub BTreeMap<String, String>);

impl Files for Folder {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        self.0.get(path).map(|text| text.as_str().into())
    }

    fn is_folder(&self, path: &str) -> bool {
        let inside = |file: &String| file.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        path.is_empty() || self.0.keys().any(inside)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let below = |path: &String| {
            let rest = path.strip_prefix(folder)?.strip_prefix('/')?;
            Some(rest.split('/').next()?.to_owned())
        };
        let mut names: Vec<String> = self.0.keys().filter_map(below).collect();
        names.dedup();
        names
    }
}

impl Folder {
    /// Files that a text holds, each after a line `-- PATH --`.
    pub fn of(text: &str) -> Self {
        let mut files = BTreeMap::new();
        let mut path = String::new();
        for line in text.split_inclusive('\n') {
            let named = line.trim_end().strip_prefix("-- ").and_then(|line| line.strip_suffix(" --"));
            match named {
                Some(named) => path = named.to_owned(),
                None => files.entry(path.clone()).or_insert_with(String::new).push_str(line),
            }
        }
        Self(files)
    }

    /// Writes the files below a folder of the disk.
    pub fn write(&self, root: &Path) -> std::io::Result<()> {
        for (path, text) in self.0.iter().filter(|(path, _)| !path.is_empty()) {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap_or(root))?;
            std::fs::write(path, text)?;
        }
        Ok(())
    }
}

/// The objects as kustomize prints them, generated ones aside: their content is not evaluated.
fn objects(build: &Build, is_wanted: impl Fn(&Object) -> bool) -> Vec<Value> {
    let objects = build.objects.iter().filter(|object| !object.is_generated && is_wanted(object));
    let text = |object: &Object| object.value().map(|value| value.to_json()).unwrap_or_default();
    objects.map(|object| number(serde_json::from_str(&text(object)).unwrap_or_default())).collect()
}

/// Numbers that are one are one, however they are written.
fn number(value: Value) -> Value {
    match value {
        Value::Number(n) => n.as_i64().map_or_else(|| Value::from(n.as_f64()), Value::from),
        Value::Array(items) => items.into_iter().map(number).collect(),
        Value::Object(members) => members.into_iter().map(|(name, value)| (name, number(value))).collect(),
        value => value,
    }
}

/// What differs between a build and the oracle's answer, in the objects that are wanted.
pub fn difference(build: &Build, answer: &Value, is_wanted: fn(&Object) -> bool) -> Option<String> {
    let error = answer["error"].as_str();
    if build.fails() != error.is_some() {
        let ours = build.problems.iter().find(|problem| problem.kind.is_failure());
        return Some(format!("kustomize: {error:?}, here: {ours:?}"));
    }
    if error.is_some() {
        return None;
    }
    // Of the objects of kustomize those are compared whose type and name have an object here that is left out.
    let left_out: Vec<(String, &str, &str)> = build
        .objects
        .iter()
        .filter(|object| object.is_generated || !is_wanted(object))
        .map(|object| (object.id.gvk.api_version(), object.id.gvk.kind.as_str(), object.id.name.as_str()))
        .collect();
    let is_left_out = |document: &&Value| {
        let fields = [&document["apiVersion"], &document["kind"], &document["metadata"]["name"]];
        let [version, kind, name] = fields.map(|field| field.as_str().unwrap_or_default());
        left_out.iter().any(|(of_version, of_kind, of_name)| {
            (of_version.as_str(), *of_kind) == (version, kind)
                && (*of_name == name || is_hashed(name, of_name))
        })
    };
    let documents = answer["documents"].as_array().into_iter().flatten();
    let expected: Vec<Value> = documents.filter(|d| !is_left_out(d)).cloned().map(number).collect();
    let found = objects(build, is_wanted);
    let differs = expected.iter().zip(&found).find(|(expected, found)| expected != found);
    match differs {
        Some((expected, found)) => Some(format!("kustomize: {expected}\nhere: {found}")),
        None if expected.len() != found.len() => {
            Some(format!("{} and {} objects", expected.len(), found.len()))
        }
        None => None,
    }
}

/// Whether a name is another one with a hash of a generator, which is not computed here (`hasher.encode`).
fn is_hashed(name: &str, generated: &str) -> bool {
    let hash = name.strip_prefix(generated).and_then(|rest| rest.strip_prefix('-'));
    hash.is_some_and(|hash| hash.len() == 10 && hash.chars().all(|c| "2456789bcdfghkmt".contains(c)))
}

/// A folder with `base`, `component` and `overlay`, of which `overlay` is built.
pub fn random(seed: u64) -> Folder {
    let mut random = Random::new(seed);
    let mut files = BTreeMap::new();
    files.insert("base/crd.yaml".to_owned(), CRD.to_owned());
    for name in ["a", "b"] {
        files.insert(format!("base/{name}.yaml"), widget(&mut random, name));
    }
    files.insert("base/others.yaml".to_owned(), OTHERS.to_owned());
    files.insert("base/configuration.yaml".to_owned(), CONFIGURATION.to_owned());
    for (folder, entries) in [
        ("base", "resources:\n- crd.yaml\n- a.yaml\n- b.yaml\n- others.yaml\n"),
        ("component", "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n"),
        ("overlay", "resources:\n- ../base\n"),
    ] {
        let mut text = entries.to_owned();
        let features = if folder == "overlay" { 4 } else { 2 };
        for _ in 0..random.below(features) + usize::from(folder != "base") {
            feature(&mut random, folder, &mut text, &mut files);
        }
        if folder == "overlay" && random.below(3) == 0 {
            text.push_str("components:\n- ../component\n");
        }
        files.insert(format!("{folder}/kustomization.yaml"), text);
    }
    Folder(files)
}

const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
  finalizers: [a, b]
spec:
  group: example.com
  names: {kind: Widget, plural: widgets}
  scope: Namespaced
  conversion:
    strategy: Webhook
    webhook:
      clientConfig:
        service: {name: webhook, namespace: system}
      conversionReviewVersions: [v1]
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
";

const OTHERS: &str = "\
apiVersion: v1
kind: Service
metadata:
  name: webhook
spec:
  ports:
  - port: 80
    protocol: TCP
  - port: 80
    protocol: UDP
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: default
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: binding
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: role}
subjects:
- {kind: ServiceAccount, name: default, namespace: system}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: role
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: manager
spec:
  template:
    spec:
      serviceAccountName: default
      containers:
      - name: manager
        image: controller:latest
        args: [--a, --b]
        env:
        - {name: A, value: '1'}
      - name: proxy
        image: registry:5000/proxy@sha256:abc
";

const CONFIGURATION: &str = "\
nameReference:
- kind: Service
  version: v1
  fieldSpecs:
  - {kind: CustomResourceDefinition, group: apiextensions.k8s.io, path: spec/conversion/webhook/clientConfig/service/name}
  - {kind: Widget, group: example.com, path: spec/service}
- kind: Widget
  fieldSpecs:
  - {kind: Widget, path: spec/others}
namespace:
- {kind: Widget, path: spec/namespace, create: true}
commonLabels:
- {kind: Widget, path: spec/selector, create: true}
varReference:
- {kind: Widget, path: spec/text}
- {path: metadata/annotations}
images:
- {kind: Widget, path: spec/image}
";

/// Scalars in all styles, and collections.
const VALUES: [&str; 28] = [
    "1",
    "'1'",
    "\"2\"",
    "1.0",
    "1e3",
    "0o17",
    "017",
    "1_000",
    "12345678901234567890",
    "2020-01-01",
    "true",
    "'true'",
    "yes",
    "on",
    "~",
    "null",
    "",
    "text",
    "'a b'",
    "\"\"",
    "!!str 5",
    "{}",
    "[]",
    "{a: 1, b: null}",
    "[1, x]",
    "[{name: http, port: 1}, {name: x}]",
    "1:20",
    ".5",
];

fn value(random: &mut Random) -> &'static str {
    random.pick(&VALUES).copied().unwrap_or("1")
}

fn widget(random: &mut Random, name: &str) -> String {
    let mut text = format!("apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: {name}\n");
    if random.below(3) == 0 {
        let namespace = random.pick(&["system", "default", "other"]).copied().unwrap_or("system");
        let _ = writeln!(text, "  namespace: {namespace}");
    }
    if random.below(2) == 0 {
        let _ = writeln!(text, "  labels: {{app: {name}, tier: '1'}}");
    }
    if random.below(3) == 0 {
        let _ = writeln!(text, "  annotations: {{note: $(NAME), number: 5}}");
    }
    if random.below(8) == 0 {
        text.push_str("  finalizers: [x, y]\n");
    }
    text.push_str("spec:\n");
    for field in ["size", "mode", "since"] {
        if random.below(2) == 0 {
            let _ = writeln!(text, "  {field}: {}", value(random));
        }
    }
    let parts = [
        "  service: webhook\n",
        "  others: [{name: a}, {name: b}]\n",
        "  text: x-$(NAME)\n",
        "  ports:\n  - name: http\n    port: 80\n  - name: metrics\n    port: 9090\n",
        "  template:\n    spec:\n      containers:\n      - name: c\n        image: controller:latest\n",
        "  image: controller\n",
        "  nested: {a: {b: 1, c: [1, 2]}, url: http://a/b/c}\n",
        "  embedded:\n    apiVersion: v1\n    kind: Pod\n    spec:\n      containers:\n      - {name: a, image: x}\n",
        "  folded: >\n    a\n      b\n    c\n",
        "  quoted: 'yes'\n",
        "  map: &m {x: 1}\n  merged: {<<: *m, y: 2}\n  alias: *m\n",
    ];
    for part in parts {
        if random.below(4) != 0 {
            text.push_str(part);
        }
    }
    text.push_str("  last: 1\n");
    text
}

const PATHS: [&str; 16] = [
    "/spec/last",
    "/spec/added",
    "/spec/size",
    "/spec/mode",
    "/spec/ports/0/port",
    "/spec/ports/-",
    "/spec/ports/1",
    "/spec/ports/-1",
    "/spec/nested/a/b",
    "/spec/nested/a/c/0",
    "/spec/missing/x",
    "/metadata/annotations/example.com~1a",
    "/metadata/labels/app",
    "/spec/last",
    "/spec",
    "/spec/since",
];

const FIELD_PATHS: [&str; 12] = [
    "spec.mode",
    "spec.ports.0.port",
    "spec.ports.[name=http].port",
    "spec.ports.[name=.*].port",
    "spec.ports.*.name",
    "spec.nested.a",
    "spec.nested.url",
    "metadata.annotations.[example.com/a]",
    "spec.new.field",
    "spec.last",
    "metadata.name",
    "spec.template.spec.containers.[name=c].image",
];

fn operations(random: &mut Random, indent: &str) -> String {
    let mut text = String::new();
    for _ in 0..=random.below(2) {
        let op = random
            .pick(&["add", "add", "add", "replace", "replace", "replace", "remove", "copy", "test", "move"])
            .copied()
            .unwrap_or("add");
        let path = random.pick(&PATHS).copied().unwrap_or("/spec");
        let _ = write!(text, "{indent}- op: {op}\n{indent}  path: {path}\n");
        match op {
            "copy" | "move" => {
                let from = random.pick(&PATHS).copied().unwrap_or("/spec");
                let _ = writeln!(text, "{indent}  from: {from}");
            }
            "remove" => {}
            _ => {
                let _ = writeln!(text, "{indent}  value: {}", value(random));
            }
        }
    }
    text
}

fn target(random: &mut Random) -> &'static str {
    let targets = [
        "{kind: Widget}",
        "{kind: Widget, name: a}",
        "{kind: Widget, name: 'a|b'}",
        "{group: example.com, version: v1, kind: Widget}",
        "{kind: Widgets}",
        "{name: .*}",
        "{kind: Widget, labelSelector: app=a}",
        "{kind: Widget, labelSelector: 'app in (a, b), !x'}",
        "{kind: Widget, annotationSelector: note}",
        "{kind: Widget, namespace: system}",
        "{kind: Deployment}",
        "{kind: CustomResourceDefinition}",
    ];
    random.pick(&targets).copied().unwrap_or("{kind: Widget}")
}

/// A strategic merge of a Widget, a CRD, a Deployment or a Service.
fn merge(random: &mut Random) -> String {
    let name = random.pick(&["a", "a", "a", "b", "b", "b", "b", "c"]).copied().unwrap_or("a");
    match random.below(8) {
        0 => "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: manager\nspec:\n  template:\n    spec:\n      containers:\n      - name: proxy\n        $patch: delete\n      - name: manager\n        args: [--c]\n        env:\n        - {name: B, value: '2'}\n      - name: new\n        image: n\n".to_owned(),
        1 => "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: widgets.example.com\n  finalizers: [c, a]\n  annotations: {a: b}\nspec:\n  preserveUnknownFields: false\n  conversion: {webhook: {clientConfig: {service: {path: /convert}}}}\n".to_owned(),
        2 => "apiVersion: v1\nkind: Service\nmetadata:\n  name: webhook\nspec:\n  ports:\n  - {port: 443, protocol: TCP}\n  - {port: 80, protocol: TCP, targetPort: 8080}\n".to_owned(),
        3 if random.below(2) == 0 => {
            format!("$patch: delete\napiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: {name}\n")
        }
        _ => {
            let mut text = format!("apiVersion: example.com/v1\nkind: Widget\nmetadata:\n  name: {name}\n");
            if random.below(3) == 0 {
                let _ = writeln!(text, "  labels: {{app: {}, new: x}}", value(random));
            }
            if random.below(4) == 0 {
                text.push_str("  annotations: {note: null, added: '1'}\n");
            }
            text.push_str("spec:\n");
            for field in ["size", "mode", "since", "quoted", "nested", "ports", "image"] {
                if random.below(3) == 0 {
                    let _ = writeln!(text, "  {field}: {}", value(random));
                }
            }
            let parts = [
                "  map: {$patch: replace, z: 1}\n",
                "  template: {$patch: delete}\n",
                "  embedded: {apiVersion: v1, kind: Pod, spec: {containers: [{name: b, image: y}, {name: a, image: z}]}}\n",
                "  added: {a: null, b: {c: ~, d: 1}}\n",
                "  others:\n  - name: a\n    $patch: delete\n",
            ];
            for part in parts {
                if random.below(4) == 0 {
                    text.push_str(part);
                }
            }
            text.push_str("  patched: true\n");
            text
        }
    }
}

fn indented(text: &str, indent: &str) -> String {
    text.lines().map(|line| format!("{indent}{line}\n")).collect()
}

/// Adds a field to a kustomization that does not have it yet.
fn feature(random: &mut Random, folder: &str, text: &mut String, files: &mut BTreeMap<String, String>) {
    let number = files.len();
    let mut file = |name: &str, content: String| {
        let name = format!("{name}-{number}.yaml");
        files.insert(format!("{folder}/{name}"), content);
        name
    };
    let added = match random.below(19) {
        0 => "namespace: team\n".to_owned(),
        1 => "namePrefix: pre-\n".to_owned(),
        2 => "nameSuffix: -suf\n".to_owned(),
        3 => "commonLabels: {common: 'yes', app: x}\n".to_owned(),
        4 => "labels:\n- pairs: {added: '1'}\n- pairs: {selected: a}\n  includeSelectors: true\n".to_owned(),
        5 => "commonAnnotations: {added: '5', note: x}\n".to_owned(),
        6 => "images:\n- {name: controller, newName: other/controller, newTag: v1}\n- {name: registry:5000/proxy, digest: sha256:def}\n- {name: x, tagSuffix: -s}\n".to_owned(),
        7 => "replicas:\n- {name: manager, count: 3}\n".to_owned(),
        8 => "configurations:\n- ../base/configuration.yaml\n".to_owned(),
        9 => "vars:\n- name: NAME\n  objref: {kind: Widget, name: a, apiVersion: example.com/v1}\n  fieldref: {fieldPath: spec.last}\n".to_owned(),
        10 => "configMapGenerator:\n- name: generated\n  literals: [a=b]\ngeneratorOptions: {disableNameSuffixHash: true}\n".to_owned(),
        11 | 12 => {
            let mut patches = "patches:\n".to_owned();
            for _ in 0..=random.below(2) {
                if random.below(2) == 0 {
                    let operations = operations(random, "    ");
                    let _ = write!(patches, "- target: {}\n  patch: |-\n{operations}", target(random));
                } else {
                    let merge = indented(&merge(random), "    ");
                    let _ = write!(patches, "- patch: |\n{merge}");
                    if random.below(2) == 0 {
                        let _ = writeln!(patches, "  target: {}", target(random));
                    }
                    if random.below(6) == 0 {
                        patches.push_str("  options: {allowNameChange: true, allowKindChange: true}\n");
                    }
                }
            }
            patches
        }
        13 => {
            let content = if random.below(2) == 0 { merge(random) } else { operations(random, "") };
            let name = file("patch", content);
            format!("patches:\n- path: {name}\n  target: {}\n", target(random))
        }
        14 => format!("patchesStrategicMerge:\n- {}\n", file("merge", merge(random))),
        15 => {
            let name = file("operations", operations(random, ""));
            format!("patchesJson6902:\n- path: {name}\n  target: {{kind: Widget, name: a, version: v1, group: example.com}}\n")
        }
        16 | 17 => {
            let path = random.pick(&FIELD_PATHS).copied().unwrap_or("spec.mode");
            let from = random.pick(&FIELD_PATHS).copied().unwrap_or("spec.mode");
            let options = ["", "    options: {create: true}\n", "    options: {delimiter: /, index: 1}\n"];
            let options = random.pick(&options).copied().unwrap_or("");
            let source = random.pick(&[
                "{kind: Widget, name: b",
                "{kind: Widget, name: a",
                "{kind: Widget, name: b",
                "{kind: Widget, name: a",
                "{kind: Widget",
            ]).copied();
            format!(
                "replacements:\n- source: {}, fieldPath: '{from}'}}\n  targets:\n  - select: {}\n    fieldPaths: ['{path}']\n{options}",
                source.unwrap_or("{kind: Widget"),
                target(random)
            )
        }
        _ => {
            let configured = "apiVersion: builtin\nkind: PrefixTransformer\nmetadata: {name: p}\nprefix: t-\nfieldSpecs:\n- {path: spec/service, kind: Widget}\n- {path: metadata/name, kind: Service}\n";
            format!("transformers:\n- {}\n", file("transformer", configured.to_owned()))
        }
    };
    let field = added.split(':').next().unwrap_or_default();
    let is_there = |line: &str| line.split(':').next() == Some(field);
    if !text.lines().any(is_there) {
        text.push_str(&added);
    }
}
