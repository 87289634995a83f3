//! `crdls explain` of kinds and fields, and `crdls sample`.

use crdls_tests::crd;

use crate::run::Folder;

fn pizzas() -> String {
    crd(|c| {
        c.kind("Pizza").group("example.org").names("shortNames: [pz]").schema(
            "
            type: object
            required: [spec]
            properties:
              spec:
                type: object
                required: [size]
                x-kubernetes-validations:
                - {rule: \"self.size != 'small' || !has(self.toppings)\", message: small ones have none}
                properties:
                  size: {type: string, enum: [small, large], description: How large. Not how heavy.}
                  code: {type: string, pattern: '^[A-Z]{3}-[0-9]{4}$'}
                  toppings: {type: array, items: {type: string, minLength: 3}}
            ",
        )
    })
}

fn folder(test: &str) -> Folder {
    Folder::new(test, &[("crds/pizzas.yaml", &pizzas())])
}

#[test]
fn fields_are_explained_by_any_name_of_their_kind() {
    let folder = folder("fields");
    for what in
        ["pizzas.spec.size", "PZ.spec.size", "pizza.example.org.spec.size", "pizzas.v1.example.org.spec.size"]
    {
        let ran = folder.run(&["explain", what, "--crds", "crds"]);
        assert_eq!(ran.code, 0, "{what}: {}", ran.stderr);
        assert!(ran.stdout.contains("FIELD: size <string> -required-\n"), "{}", ran.stdout);
        assert!(ran.stdout.contains("one of  \"small\", \"large\"\n"), "{}", ran.stdout);
    }
    let ran = folder.run(&["explain", "pizza.spec", "--crds", "crds"]);
    assert!(
        ran.stdout.contains("small ones have none") && ran.stdout.contains("    How large.\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn what_is_not_there_is_2() {
    let folder = folder("not-there");
    let table = [
        ("pizzas.spec.siz", "error: `pizzas.spec` has no field `siz`; did you mean `size`?\n"),
        ("pizas.spec", "error: there is no kind `pizas.spec`; did you mean `pizzas`?\n"),
    ];
    for (what, said) in table {
        let ran = folder.run(&["explain", what, "--crds", "crds"]);
        assert_eq!((ran.code, ran.stderr.as_str()), (2, said));
    }
    let ran = Folder::new("no-crds", &[]).run(&["sample", "pizza"]);
    let said =
        "error: there is no kind `pizza`; no CRD found; pass one with --crds or list it in crdls.toml\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (2, said));
}

#[test]
fn a_sample_is_one_that_the_server_takes() {
    let folder = folder("sample");
    let ran = folder.run(&["sample", "pizza", "--crds", "crds"]);
    let expected = "apiVersion: example.org/v1\nkind: Pizza\nmetadata:\n  name: pizza-sample\nspec:\n  size: large\n  \
        code: AAA-1234\n  toppings:\n  - toppings\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, expected, ""));
    folder.write("pizza.yaml", ran.stdout);
    let checked = folder.run(&["check", "pizza.yaml", "--crds", "crds"]);
    assert_eq!(checked.code, 0, "{}", checked.stdout);
}

/// As `check` does, unless `--crds` names where to look.
#[test]
fn crds_of_this_folder_are_known() {
    let folder = folder("here");
    folder.write(
        "pizza.yaml",
        b"apiVersion: example.org/v1\nkind: Pizza\nmetadata: {name: a}\nspec: {size: small}\n",
    );
    for args in [&["explain", "pizzas.spec"][..], &["sample", "pizza"], &["effective", "pizza.yaml"]] {
        let ran = folder.run(args);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{args:?}");
        folder.write("other/empty.yaml", b"a: b\n");
        let elsewhere = folder.run(&[args, &["--crds", "other"][..]].concat());
        assert_eq!(elsewhere.code, 2, "{args:?}: {}", elsewhere.stdout);
    }
    folder.write("crdls.toml", b"crds = [\"crds\"]\n");
    assert_eq!(folder.run(&["sample", "pizza"]).stderr, "", "the same file twice is one CRD");
}

#[test]
fn a_minimal_sample_has_what_the_server_needs() {
    let folder = folder("minimal");
    let ran = folder.run(&["sample", "pizza", "--minimal"]);
    let expected =
        "apiVersion: example.org/v1\nkind: Pizza\nmetadata:\n  name: pizza-sample\nspec:\n  size: large\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, expected, ""));
    folder.write("pizza.yaml", ran.stdout);
    assert_eq!(folder.run(&["check", "pizza.yaml", "--crds", "crds"]).code, 0);
    // A rule asks for what the schema does not require.
    let rule = pizzas()
        .replace("self.size != 'small' || !has(self.toppings)", "has(self.code) || has(self.toppings)");
    folder.write("crds/pizzas.yaml", rule);
    let ran = folder.run(&["sample", "pizza", "--minimal"]);
    let optional = ["code:", "toppings:"].iter().filter(|name| ran.stdout.contains(**name)).count();
    assert_eq!((ran.code, optional), (0, 1), "{}", ran.stdout);
}

#[test]
fn fields_are_explained_as_a_tree_and_by_the_paths_of_costs() {
    let folder = folder("tree");
    let ran = folder.run(&["explain", "pizzas.spec", "--recursive"]);
    let tree = "FIELDS:\n  size <string> -required-\n  code <string>\n  toppings <[]string>\n";
    assert!(ran.stdout.ends_with(tree), "{}", ran.stdout);
    let ran = folder.run(&["explain", "pizzas", "--recursive"]);
    assert!(
        ran.stdout.contains("  spec <Object> -required-\n    size <string> -required-\n"),
        "{}",
        ran.stdout
    );
    let ran = folder.run(&["explain", "pizzas.spec.toppings[]"]);
    assert!(ran.stdout.contains("FIELD: toppings[] <string>\n"), "{}", ran.stdout);
    let ran = folder.run(&["explain", "pizzas.metadata.ownerReferences"]);
    assert!(ran.stdout.contains("FIELD: ownerReferences <[]OwnerReference>\n"), "{}", ran.stdout);
}

#[test]
fn a_version_is_explained_also_where_it_is_not_served() {
    let folder = folder("versions");
    let old = "  - name: v1alpha1\n    served: false\n    storage: false\n    schema: {openAPIV3Schema: {type: object, \
               properties: {spec: {type: object, properties: {weight: {type: integer}}}}}}\n";
    folder.write("crds/pizzas.yaml", pizzas() + old);
    for args in [
        &["explain", "pizzas.spec", "--api-version", "example.org/v1alpha1"][..],
        &["explain", "pizzas.spec", "--api-version=v1alpha1"],
        &["explain", "pizzas.v1alpha1.example.org.spec"],
    ] {
        let ran = folder.run(args);
        assert!(ran.code == 0 && ran.stdout.contains("weight <integer>"), "{args:?}: {ran:?}");
        assert!(
            ran.stderr.starts_with("note: `v1alpha1` of `pizzas") && ran.stderr.ends_with("is not served\n")
        );
    }
    for (asked, said) in [("v2", "`v2`"), ("example.com/v1", "`example.com/v1`")] {
        let ran = folder.run(&["explain", "pizzas", "--api-version", asked]);
        assert_eq!((ran.code, ran.stderr), (2, format!("error: `pizzas` has no version {said}\n")));
    }
}
