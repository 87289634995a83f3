//! `crdls openapi`, `crdls schema` and `crdls explain --like-kubectl`.

use crdls_tests::crd;
use serde_json::Value;

use crate::run::{Folder, Ran, manifest};

/// Three versions with one schema, by an anchor.
fn ovens() -> String {
    let schema = "
        &schema
        type: object
        description: Bakes.
        properties:
          spec:
            type: object
            required: [size, fuel]
            properties:
              size: {type: integer, minimum: 1, exclusiveMinimum: true, description: In pizzas.}
              fuel: {type: string, enum: [wood, gas], default: wood}
              door: {type: string, nullable: true}
        ";
    crd(|c| {
        let c = c.kind("Oven").group("example.org");
        c.version("v1", |v| v.entries("subresources: {status: {}}").schema(schema))
            .version("v1beta1", |v| v.schema("*schema"))
            .version("v1alpha1", |v| v.served(false).schema("*schema"))
    })
}

/// The documents that were printed, one after the other.
fn all(ran: &Ran) -> Vec<Value> {
    let values = serde_json::Deserializer::from_str(&ran.stdout).into_iter();
    values.collect::<Result<_, _>>().unwrap_or_else(|err| panic!("{err}: {ran:?}"))
}

#[test]
fn documents_of_both_forms() {
    let folder = Folder::new("openapi", &[("crd.yaml", &ovens())]);
    let ran = folder.run(&["openapi"]);
    let documents = all(&ran);
    let paths = "openapi/v3/apis/example.org/v1, openapi/v3/apis/example.org/v1beta1";
    assert_eq!((ran.code, ran.stderr), (0, format!("note: 2 documents: {paths}\n")));
    assert!(
        documents[0]["paths"]["/apis/example.org/v1/namespaces/{namespace}/ovens/{name}/status"].is_object()
    );
    assert_eq!(documents[1]["openapi"], "3.0.0");

    let one = folder.run(&["openapi", "--v3", "--api-version", "example.org/v1beta1", "crd.yaml"]);
    assert_eq!((one.code, &one.json()), (0, &documents[1]));
    let v2 = folder.run(&["openapi", "--v2"]).json();
    let door =
        |document: &Value, name: &str| document[name]["properties"]["spec"]["properties"]["door"].clone();
    assert_eq!(door(&v2["definitions"], "org.example.v1.Oven"), serde_json::json!({}));
    assert_eq!(door(&documents[0]["components"]["schemas"], "org.example.v1.Oven")["nullable"], true);
}

#[test]
fn documents_of_an_older_minor() {
    let crd =
        ovens().replace("In pizzas.}", "In pizzas., example: 4, externalDocs: {url: https://example.org}}");
    let folder = Folder::new("openapi-minor", &[("crd.yaml", &crd)]);
    let of =
        |args: &[&str]| folder.run(&[&["openapi", "--api-version=example.org/v1"], args].concat()).json();
    let (newest, older) = (of(&[]), of(&["--kubernetes=1.35"]));
    let size = |document: &Value| {
        document["components"]["schemas"]["org.example.v1.Oven"]["properties"]["spec"]["properties"]["size"]
            .clone()
    };
    assert_eq!(
        (size(&newest)["example"].clone(), size(&newest)["externalDocs"].is_object()),
        (4.into(), true)
    );
    assert_eq!(
        size(&older),
        serde_json::json!({"type": "integer", "minimum": 1, "exclusiveMinimum": true, "description": "In pizzas."})
    );
    // Kubernetes' own types and parameters are those of the minor too.
    for (document, is_in) in [(&newest, true), (&older, false)] {
        let schemas = &document["components"]["schemas"];
        assert_eq!(schemas["io.k8s.apimachinery.pkg.apis.meta.v1.ShardInfo"].is_object(), is_in);
        assert_eq!(document["paths"].to_string().contains("shardSelector"), is_in);
    }
    assert_eq!(
        of(&["--kubernetes=1.36"])["components"]["schemas"]["org.example.v1.Oven"],
        newest["components"]["schemas"]["org.example.v1.Oven"]
    );
    let explained = |args: &[&str]| {
        folder.run(&[&["explain", "ovens.spec.size", "--like-kubectl"], args].concat()).stdout
    };
    assert!(explained(&[]).contains("EXTERNAL DOCS:"));
    assert!(!explained(&["--kubernetes=1.35"]).contains("EXTERNAL DOCS:"));
}

#[test]
fn one_definition_by_any_name() {
    let folder = Folder::new("openapi-definition", &[("crd.yaml", &ovens())]);
    let of = |name: &str| folder.run(&["openapi", "--definition", name]);
    let full = of("org.example.v1.Oven").json();
    assert_eq!(full["description"], "Bakes.");
    for name in ["ovens", "Oven", "ovens.v1.example.org"] {
        assert_eq!(of(name).json(), full, "{name}");
    }
    assert_eq!(of("org.example.v1.OvenList").json()["required"][0], "items");
    for name in ["pizzas", "ovens.spec", "ovens.v1alpha1.example.org", ""] {
        let ran = of(name);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{name}: {}", ran.stderr);
        assert!(ran.stderr.starts_with("error: there is no definition "), "{}", ran.stderr);
    }
}

#[test]
fn several_crds_of_a_group_are_in_one_document() {
    let other = ovens().replace("Oven", "Pan").replace("ovens", "pans");
    let folder = Folder::new(
        "openapi-merged",
        &[("crd.yaml", &ovens()), ("other.yaml", &other), ("copy.yaml", &ovens())],
    );
    let ran = folder.run(&["openapi", "--api-version=example.org/v1"]);
    let schemas = ran.json()["components"]["schemas"].clone();
    assert!(schemas["org.example.v1.Pan"].is_object() && schemas["org.example.v1.Oven"].is_object());
    let copy = "warning: using ovens.example.org from ./copy.yaml (ignoring ./crd.yaml)\n";
    assert!(ran.code == 0 && ran.stderr.contains(copy), "{}", ran.stderr);
}

#[test]
fn nothing_is_published_of_what_the_server_refuses() {
    let broken = manifest("broken.yaml");
    let folder =
        Folder::new("openapi-refused", &[("crd.yaml", &ovens()), ("broken.yaml", &broken), ("no.yaml", "{")]);
    for args in [&["openapi", "--v2"][..], &["schema", "--output-dir=out"]] {
        let ran = folder.run(args);
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        assert!(ran.stderr.contains(" in ./broken.yaml, so nothing is published; "), "{}", ran.stderr);
        let alone = folder.run(&[args, &["broken.yaml"]].concat());
        assert_eq!((alone.code, alone.stdout.as_str()), (1, ""), "{}", alone.stderr);
        for path in ["gone.yaml", "no.yaml"] {
            let ran = folder.run(&[args, &[path]].concat());
            assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
        }
    }
    // What is begun of a CRD is one that cannot be read, be it cut in its name or in its schema.
    let crd = ovens().replace("\n  name: ovens.example.org\n", " {name: ovens.example.org}\n");
    for end in ["{name: ovens.exam", "&sch"] {
        folder.write("cut.yaml", &crd[..crd.find(end).expect("there") + end.len()]);
        for args in [&["openapi", "cut.yaml"][..], &["schema", "--output-dir=out", "cut.yaml"]] {
            let ran = folder.run(args);
            assert_eq!((ran.code, ran.stdout.as_str()), (1, ""), "{}", ran.stderr);
            assert!(
                ran.stderr.starts_with("error: the API server rejects ") && ran.stderr.lines().count() == 1
            );
            assert!(ran.stderr.contains(" in cut.yaml, so nothing is published"), "{}", ran.stderr);
        }
    }
    for (name, bytes) in
        [("empty.yaml", &b""[..]), ("binary.yaml", b"\x00\xff\xfe\x01"), ("list.json", b"[1, 2]")]
    {
        folder.write(name, bytes);
        for args in [&["openapi", name][..], &["schema", "--output-dir=out", name], &["versions", name]] {
            let ran = folder.run(args);
            assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
            assert!(ran.stderr.starts_with("error: no CRD"), "{args:?}: {}", ran.stderr);
        }
    }
    let nowhere = folder.run(&["openapi", "crd.yaml", "--api-version=example.org/v7"]);
    assert_eq!((nowhere.code, nowhere.stdout.as_str()), (2, ""));
    let paths = "openapi/v3/apis/example.org/v1, openapi/v3/apis/example.org/v1beta1";
    assert_eq!(nowhere.stderr, format!("error: there is no such document: {paths}\n"));
    folder.write("unserved.yaml", ovens().replace("served: true", "served: false"));
    let unserved = folder.run(&["openapi", "unserved.yaml"]);
    assert_eq!(
        (unserved.code, unserved.stderr.as_str()),
        (2, "error: there is no such document: no CRD serves a version\n")
    );
    assert_eq!(folder.run(&["openapi", "--v2", "--v3"]).code, 2);
    assert_eq!(folder.run(&["openapi", "crd.yaml", "--output-format=sarif"]).code, 2);
}

#[test]
fn schemas_are_where_tools_look_for_them() {
    let folder = Folder::new("schema", &[("crd.yaml", &ovens())]);
    let ran = folder.run(&["schema", "--output-dir", "out/schemas"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, "wrote 2 schemas to out/schemas\n"));
    let schema: Value = serde_json::from_str(&folder.read("out/schemas/example.org/oven_v1.json")).unwrap();
    let spec = &schema["properties"]["spec"];
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
    // `fuel` has a default, so that it can be left out.
    assert_eq!(spec["required"], serde_json::json!(["size"]));
    assert_eq!(spec["additionalProperties"], false);
    assert_eq!(spec["properties"]["size"]["exclusiveMinimum"], 1);
    assert_eq!(spec["properties"]["size"]["description"], "In pizzas.");
    assert_eq!(schema["properties"]["apiVersion"]["enum"], serde_json::json!(["example.org/v1"]));
    assert!(folder.path("out/schemas/example.org/oven_v1beta1.json").exists());
    assert!(!folder.path("out/schemas/example.org/oven_v1alpha1.json").exists());

    folder.write("file", b"");
    let ran = folder.run(&["schema", "--output-dir", "file"]);
    assert!(ran.code == 2 && ran.stderr.starts_with("error: cannot write file"), "{}", ran.stderr);
    assert_eq!(folder.run(&["schema"]).code, 2);
}

#[test]
fn explained_like_kubectl() {
    let folder = Folder::new("like-kubectl", &[("crd.yaml", &ovens())]);
    let explain = |args: &[&str]| folder.run(&[&["explain", "--like-kubectl"], args].concat());
    let size = "GROUP:      example.org\nKIND:       Oven\nVERSION:    v1\n\nFIELD: size <integer>\n\n\n\
                DESCRIPTION:\n    In pizzas.\n    \n\n";
    let ran = explain(&["ovens.spec.size"]);
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, size, ""));
    let beta = explain(&["oven.spec.size", "--api-version=example.org/v1beta1"]);
    assert_eq!(beta.stdout, size.replace("v1", "v1beta1"));
    let tree = explain(&["ovens", "--recursive"]);
    assert!(
        tree.stdout.contains("\n  spec\t<Object>\n    door\t<string>\n    fuel\t<string> -required-\n"),
        "{}",
        tree.stdout
    );

    let missing = explain(&["ovens.spec.sice"]);
    assert_eq!((missing.code, missing.stderr.as_str()), (1, "error: field \"sice\" does not exist\n"));
    let unserved = explain(&["ovens", "--api-version=v1alpha1"]);
    let expected = "error: couldn't find resource for \"example.org/v1alpha1, Resource=ovens\"\n";
    assert!(unserved.code == 2 && unserved.stderr.ends_with(expected), "{}", unserved.stderr);
    for word in ["pans", "maxItems", "missing-type"] {
        let ran = explain(&[word]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{word}: {}", ran.stderr);
    }
}
