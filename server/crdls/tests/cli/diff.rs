//! `crdls diff`: what a change breaks, in each format.

use crdls_tests::crd;
use serde_json::{Value, json};

use crate::run::Folder;

fn ovens() -> String {
    crd(|c| {
        c.kind("Oven").spec_properties(
            "
            heat:
              type: integer
              maximum: 300
            fuel:
              type: string
            racks:
              type: array
              items:
                type: object
                properties:
                  width: {type: integer}
                  depth: {type: integer}
            ",
        )
    })
}

fn changed(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(ovens(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

fn folder(name: &str, new: &str) -> Folder {
    Folder::new(name, &[("old.yaml", &ovens()), ("new.yaml", new)])
}

fn report(folder: &Folder, args: &[&str]) -> Value {
    let args = [&["diff", "--output-format", "json"], args].concat();
    folder.run(&args).json()
}

/// The class, the code and the field of each change.
fn classes(report: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let line = |change: &Value| {
        format!("{} {} {}", text(&change["class"]), text(&change["code"]), text(&change["field"]))
    };
    report["changes"].as_array().expect("changes").iter().map(line).collect()
}

#[test]
fn a_lowered_maximum_is_shown_by_an_object() {
    let folder = folder("diff-maximum", &changed(&[("maximum: 300", "maximum: 250")]));
    let ran = folder.run(&["diff", "old.yaml", "new.yaml", "--output-format", "concise"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (
            1,
            "new.yaml:22:26: tightened[maximum-lowered]: `maximum` of `spec.heat` is lowered from `300` to `250`\n"
        )
    );
    assert!(ran.stderr.contains("1 change, 1 breaking"), "{}", ran.stderr);
    let report = report(&folder, &["old.yaml", "new.yaml"]);
    let change = &report["changes"][0];
    assert_eq!(change["aliases"], json!(["crdify:maximum"]));
    assert_eq!(change["old"]["value"], 300);
    assert_eq!(change["witness"]["object"]["spec"], json!({"heat": 300}));
    assert_eq!((&change["proven"], &change["witness"]["action"]), (&json!(true), &json!("create")));
    let full = folder.run(&["diff", "old.yaml", "new.yaml"]).stdout;
    assert!(full.contains("= server: spec.heat: Invalid value: 300"), "{full}");
    assert!(full.contains("tightened: objects that were accepted are rejected"), "{full}");
}

#[test]
fn classes_of_changes() {
    type Row<'r> = (&'r str, &'r [(&'r str, &'r str)], &'r [&'r str]);
    let table: [Row<'_>; 7] = [
        (
            "field",
            &[("              fuel:\n                type: string\n", "")],
            &["lost property-removed spec.fuel"],
        ),
        ("scope", &[("Namespaced", "Cluster")], &["refused scope-changed "]),
        (
            "required",
            &[(
                "            properties:\n              heat",
                "            required: [fuel]\n            properties:\n              heat",
            )],
            &["frozen required-added spec"],
        ),
        ("unserved", &[("served: true", "served: false")], &["tightened served-removed "]),
        (
            "in a list",
            &[("depth: {type: integer}", "depth: {type: integer, maximum: 9}")],
            &["frozen maximum-added spec.racks[0].depth"],
        ),
        (
            "default",
            &[("depth: {type: integer}", "depth: {type: integer, default: 9}")],
            &["observable default-added spec.racks[0].depth"],
        ),
        (
            "text",
            &[("type: string", "type: string\n                description: gas or wood")],
            &["internal description-added spec.fuel"],
        ),
    ];
    for (name, changes, expected) in table {
        let folder = folder(&format!("diff-{}", name.replace(' ', "-")), &changed(changes));
        assert_eq!(classes(&report(&folder, &["old.yaml", "new.yaml"])), expected, "{name}");
    }
}

#[test]
fn what_accepts_more_is_not_blamed_for_what_refuses() {
    let old = changed(&[("type: string", "type: string\n                enum: [gas, coal]")]);
    let new = changed(&[
        ("type: string", "type: string\n                enum: [gas, wood]"),
        ("maximum: 300", "maximum: 400\n                minimum: 10"),
    ]);
    let folder = Folder::new("diff-blame", &[("old.yaml", &old), ("new.yaml", &new)]);
    let mut found = classes(&report(&folder, &["old.yaml", "new.yaml"]));
    found.sort();
    let expected = [
        "loosened maximum-raised spec.heat",
        "observable enum-value-added spec.fuel",
        "tightened enum-value-removed spec.fuel",
        "tightened minimum-added spec.heat",
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_fails_is_chosen() {
    let folder = folder("diff-fails", &changed(&[("maximum: 300", "maximum: 250")]));
    let code = |args: &[&str]| folder.run(&[&["diff", "old.yaml", "new.yaml"], args].concat()).code;
    assert_eq!((code(&[]), code(&["--fail-on", "never"]), code(&["--class", "lost"])), (1, 0, 0));
    assert_eq!(
        (code(&["--ignore", "maximum-lowered"]), code(&["--ignore", "crdify:maximum@spec.heat"])),
        (0, 0)
    );
    assert_eq!(code(&["--ignore", "maximum-lowered@spec.fuel"]), 1);
    let wrong = folder.run(&["diff", "old.yaml", "new.yaml", "--ignore", "maximum-lowred"]);
    assert!(wrong.stderr.contains("did you mean `maximum-lowered`?"), "{}", wrong.stderr);
    folder
        .write("crdls.toml", b"[[diff.ignore]]\nchange = 'maximum-lowered'\nreason = 'no oven is hotter'\n");
    let markdown = folder.run(&["diff", "old.yaml", "new.yaml", "--output-format", "markdown"]);
    assert_eq!(markdown.code, 0);
    for part in ["0 changes, 0 breaking, 1 ignored.", "Ignored: 1 change", "(no oven is hotter)"] {
        assert!(markdown.stdout.contains(part), "{part}: {}", markdown.stdout);
    }
    let same = |args: &[&str]| folder.run(&[&["diff", "old.yaml", "old.yaml"], args].concat()).code;
    assert_eq!((same(&["--fail-on", "any"]), same(&[])), (0, 0));
}

#[test]
fn custom_resources_are_tried() {
    let oven = "apiVersion: example.com/v1\nkind: Oven\nmetadata: {name: big}\nspec: {heat: 280}\n";
    let new = changed(&[("maximum: 300", "maximum: 250")]);
    let folder = Folder::new(
        "diff-objects",
        &[("old.yaml", &ovens()), ("new/crd.yaml", &new), ("new/oven.yaml", oven)],
    );
    let report = report(&folder, &["old.yaml", "new"]);
    assert_eq!(report["objects"], json!({"checked": 1, "refused": ["new/oven.yaml#0"]}));
}

#[test]
fn bad_input_is_said_and_the_rest_compared() {
    let folder = Folder::new(
        "diff-bad",
        &[
            ("old/a.yaml", &ovens()),
            ("new/a.yaml", &ovens()),
            ("new/b.yaml", &ovens()),
            ("new/c.yaml", &(ovens() + "a: [\n")),
            ("none/a.yaml", "a: b\n"),
        ],
    );
    let ran = folder.run(&["diff", "old", "new"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for words in [
        "warning: new: 1 copy of a CRD is not compared (b.yaml)",
        "warning: 1 CRD not compared: the document is not valid YAML (new/c.yaml)",
    ] {
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    }
    for (args, code, words) in [
        (["old", "none"], 1, "there is no CRD in none"),
        (["none", "none"], 0, "there is no CRD in none"),
        (["nowhere", "new"], 2, "no file or folder `nowhere`"),
    ] {
        let ran = folder.run(&["diff", args[0], args[1]]);
        assert_eq!(ran.code, code);
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    }
}

#[test]
fn a_stored_version_cannot_go() {
    let two = changed(&[(
        "  versions:\n",
        "  versions:\n  - {name: v1alpha1, served: false, storage: false, schema: {openAPIV3Schema: {type: object}}}\n",
    )]);
    let folder = Folder::new("diff-stored", &[("old.yaml", &two), ("new.yaml", &ovens())]);
    let found = report(&folder, &["old.yaml", "new.yaml"]);
    assert_eq!(classes(&found), ["internal version-removed "]);
    assert_eq!(found["changes"][0]["witness"], Value::Null, "nothing was run: {found}");
    let stored = report(&folder, &["old.yaml", "new.yaml", "--stored-versions", "v1alpha1,v1"]);
    assert_eq!(classes(&stored), ["refused version-removed "]);
}

#[test]
fn a_served_version_is_missed_by_its_clients() {
    let version = |storage: bool| {
        format!(
            "  - {{name: v1beta1, served: true, storage: {storage}, schema: {{openAPIV3Schema: {{type: object}}}}}}\n"
        )
    };
    let two = changed(&[("  versions:\n", &format!("  versions:\n{}", version(false)))]);
    let folder = Folder::new("diff-served", &[("old.yaml", &two), ("new.yaml", &ovens())]);
    let found = report(&folder, &["old.yaml", "new.yaml"]);
    assert_eq!(classes(&found), ["tightened version-removed "]);
    let witness = &found["changes"][0]["witness"];
    assert_eq!(witness["object"]["apiVersion"], "example.com/v1beta1");
    assert_eq!(witness["after"]["findings"], json!(["the server could not find the requested resource"]));
}

#[test]
fn an_error_of_another_change_proves_nothing() {
    // Rules do not run on an object with too many items, so that the rule is shown to fail with this change alone.
    let new = changed(&[(
        "type: array",
        "type: array\n                maxItems: 3\n                x-kubernetes-validations: [{rule: size(self) <= 3}]",
    )]);
    let found = report(&folder("diff-rule", &new), &["old.yaml", "new.yaml"]);
    let is_alone = |change: &Value| change["code"] == "rule-added" && change["witness"]["alone"] == true;
    assert!(found["changes"].as_array().unwrap().iter().any(is_alone), "{found:#}");
    // What is dropped is lost by the change of the field, not by one around it.
    let new = changed(&[
        ("              fuel:\n                type: string\n", ""),
        (
            "            properties:\n              heat",
            "            minProperties: 1\n            properties:\n              heat",
        ),
    ]);
    let found = report(&folder("diff-around", &new), &["old.yaml", "new.yaml"]);
    let mut found = classes(&found);
    found.sort();
    assert_eq!(found, ["lost property-removed spec.fuel", "tightened min-properties-added spec"]);
}

#[test]
fn alternatives_are_one_change() {
    let with = |keyword: &str, alternatives: &str| {
        ovens().replacen(
            "            properties:\n              heat",
            &format!("            {keyword}: {alternatives}\n            properties:\n              heat"),
            1,
        )
    };
    let three = "[{required: [heat]}, {required: [fuel]}, {required: [racks]}]";
    let two = "[{required: [heat]}, {required: [fuel]}]";
    let by_fuel = |values: [&str; 2]| {
        let of = |value: &str| format!("{{properties: {{fuel: {{enum: [{value}]}}}}, required: [fuel]}}");
        format!("[{}]", values.map(of).join(", "))
    };
    let by_heat = |ranges: &[&str]| {
        let of = |range: &&str| format!("{{properties: {{heat: {{{range}}}}}, required: [heat]}}");
        format!("[{}]", ranges.iter().map(of).collect::<Vec<_>>().join(", "))
    };
    let ranges = ["maximum: 50", "minimum: 40, maximum: 120", "minimum: 200"];
    let table: [(&str, String, String, &[&str]); 10] = [
        ("one fewer", with("oneOf", three), with("oneOf", two), &["tightened one-of-removed spec"]),
        ("any of fewer", with("anyOf", three), with("anyOf", two), &["tightened any-of-removed spec"]),
        ("all gone", with("oneOf", three), ovens(), &["loosened one-of-removed spec"]),
        ("new", ovens(), with("oneOf", three), &["tightened one-of-added spec"]),
        (
            "any in place of one",
            with("oneOf", two),
            with("anyOf", two),
            &["internal any-of-added spec", "loosened one-of-removed spec"],
        ),
        (
            "discriminator",
            with("oneOf", &by_fuel(["gas", "coal"])),
            with("oneOf", &by_fuel(["gas", "wood"])),
            &["frozen enum-value-removed spec.fuel", "observable enum-value-added spec.fuel"],
        ),
        (
            "ranges",
            with("anyOf", &by_heat(&ranges)),
            with("anyOf", &by_heat(&[ranges[0], ranges[2]])),
            &["tightened any-of-removed spec"],
        ),
        (
            "disjoint",
            with("oneOf", &by_heat(&[ranges[0], ranges[2]])),
            with("oneOf", &by_heat(&[ranges[2]])),
            &["tightened one-of-removed spec"],
        ),
        (
            "one more that excludes the others",
            with("oneOf", &by_heat(&[ranges[2]])),
            with("oneOf", &by_heat(&[ranges[0], ranges[2]])),
            &["loosened one-of-added spec"],
        ),
        (
            "rewritten",
            with("oneOf", two),
            with("oneOf", &by_fuel(["gas", "coal"])),
            &["tightened one-of-changed spec"],
        ),
    ];
    for (name, old, new, expected) in table {
        let folder = Folder::new(
            &format!("diff-union-{}", name.replace(' ', "-")),
            &[("old.yaml", &old), ("new.yaml", &new)],
        );
        let mut found = classes(&report(&folder, &["old.yaml", "new.yaml"]));
        found.sort();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn the_conversion_is_seen_by_clients() {
    let two = changed(&[(
        "  versions:\n",
        "  versions:\n  - {name: v1alpha1, served: true, storage: false, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {warmth: {type: integer}}}}}}}\n",
    )]);
    let webhook = |reviews: &str| {
        let its = format!(
            "  conversion: {{strategy: Webhook, webhook: {{conversionReviewVersions: {reviews}, clientConfig: {{url: 'https://a.example.com'}}}}}}\n"
        );
        two.replacen("  versions:\n", &format!("{its}  versions:\n"), 1)
    };
    let none = two.replacen("  versions:\n", "  conversion: {strategy: None}\n  versions:\n", 1);
    let table = [
        (webhook("[v1]"), two.clone(), "lost conversion-removed "),
        (webhook("[v1]"), none.clone(), "lost conversion-changed "),
        (two.clone(), webhook("[v1]"), "observable conversion-added "),
        (webhook("[v1]"), webhook("[v1beta1]"), "observable conversion-changed "),
        (two, none, ""),
    ];
    for (number, (old, new, expected)) in table.into_iter().enumerate() {
        let name = format!("diff-conversion-{number}");
        let folder = Folder::new(&name, &[("old.yaml", &old), ("new.yaml", &new)]);
        let found = report(&folder, &["old.yaml", "new.yaml"]);
        assert_eq!(classes(&found).join(""), expected, "{number}");
        if expected.starts_with("lost") {
            assert_eq!(found["changes"][0]["witness"]["action"], "convert");
        }
    }
}

#[test]
fn breaking_changes_come_first_and_one_cause_is_one_entry() {
    let worker = "type: object\n                properties:\n                  image: {type: string}\n                  ports: {type: array, items: {type: integer}}\n";
    let fields: String =
        (0..8).map(|n| format!("              worker{n}:\n                {worker}")).collect();
    let old = ovens().replacen("              heat", &format!("{fields}              heat"), 1);
    let new = old
        .replace("image: {type: string}", "image: {type: string, maxLength: 3}")
        .replace("type: array, items: {type: integer}", "type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a], items: {type: object, required: [a], properties: {a: {type: integer}}}")
        .replace("width: {type: integer}", "width: {type: integer, description: outside}")
        .replace("maximum: 300", "maximum: 400");
    let folder = Folder::new("diff-entries", &[("old.yaml", &old), ("new.yaml", &new)]);
    let run = |format: &str| folder.run(&["diff", "old.yaml", "new.yaml", "--output-format", format]);
    let concise = run("concise");
    let lines: Vec<_> = concise.stdout.lines().collect();
    assert!(
        lines[0].contains("frozen[type-changed]: `type` of `spec.worker0.ports[]`"),
        "{}",
        concise.stdout
    );
    assert!(
        lines[1].contains("`maxLength` of `spec.worker0.image`")
            && lines[1].ends_with("(and at 7 more paths)")
    );
    let is_breaking =
        |line: &&str| [": tightened[", ": frozen[", ": lost["].iter().any(|class| line.contains(class));
    let number = lines.iter().filter(|line| is_breaking(line)).count();
    assert!(number > 0 && lines.iter().take(number).all(is_breaking), "{}", concise.stdout);
    assert!(!concise.stdout.contains("list-map-keys-added"), "{}", concise.stdout);
    assert!(
        concise.stderr.contains("8 tightened") && concise.stderr.contains("1 loosened"),
        "{}",
        concise.stderr
    );
    let markdown = run("markdown").stdout;
    assert!(markdown.contains("(and at 7 more paths)") && markdown.contains("By class: "), "{markdown}");
    assert!(run("full").stdout.contains("the same change at 7 more paths: `spec.versions[0]"));
    let annotated = run("github").stdout;
    let hint = annotated.find("::hint").unwrap();
    assert!(annotated.rfind("::error").is_some_and(|error| error < hint), "{annotated}");
    // JSON has each change, and the counts.
    let all = report(&folder, &["old.yaml", "new.yaml"]);
    assert_eq!(all["classes"]["tightened"], 8, "{:#}", all["classes"]);
    let only = report(&folder, &["old.yaml", "new.yaml", "--breaking-only"]);
    let classes: Vec<_> = only["changes"].as_array().unwrap().iter().map(|change| &change["class"]).collect();
    assert!(!classes.is_empty() && !classes.contains(&&json!("loosened")), "{classes:?}");
    assert_eq!(only["classes"], all["classes"]);
}

#[test]
fn a_large_bound_is_shown_by_a_large_object() {
    let new = changed(&[("type: array", "type: array\n                maxItems: 1000")]);
    let folder = folder("diff-large", &new);
    let found = report(&folder, &["old.yaml", "new.yaml"]);
    let change = &found["changes"][0];
    assert_eq!((&change["code"], &change["proven"]), (&json!("max-items-added"), &json!(true)));
    assert_eq!(change["witness"]["object"]["spec"]["racks"].as_array().unwrap().len(), 1001);
    let full = folder.run(&["diff", "old.yaml", "new.yaml"]).stdout;
    assert!(full.lines().count() < 100 && full.contains("more lines …"), "{full}");
}

#[test]
fn what_nobody_notices_is_a_line() {
    let new = changed(&[
        ("maximum: 300", "maximum: 200"),
        ("fuel:\n", "fuel:\n                description: coal\n"),
    ]);
    let printed = folder("diff-quiet", &new).run(&["diff", "old.yaml", "new.yaml"]).stdout;
    let lines: Vec<_> = printed.lines().collect();
    let quiet = lines.iter().position(|line| line.contains("internal[description-added]")).expect("a line");
    assert!(lines[quiet].starts_with("new.yaml:24:30: "), "{printed}");
    assert_eq!((quiet, lines.len()), (lines.len() - 1, quiet + 1), "it comes last: {printed}");
    assert!(lines[0].starts_with("error[maximum-lowered]"), "{printed}");
}

#[test]
fn a_crd_that_is_gone_has_its_name() {
    let other = ovens().replace("oven", "kiln").replace("Oven", "Kiln");
    let folder = Folder::new(
        "diff-gone",
        &[("old/a.yaml", &ovens()), ("old/b.yaml", &other), ("new/a.yaml", &ovens())],
    );
    let found = report(&folder, &["old", "new"]);
    assert_eq!(found["changes"][0]["message"], "the CRD `kilns.example.com` is removed");
}

#[test]
#[cfg(feature = "git")]
fn revisions_are_read() {
    let folder = folder("diff-git", &changed(&[("maximum: 300", "maximum: 250")]));
    let git = |args: &[&str]| {
        let ran = std::process::Command::new("git")
            .args(["-c", "user.name=a", "-c", "user.email=a@example.com"])
            .args(args)
            .current_dir(folder.path("."))
            .output();
        ran.is_ok_and(|ran| ran.status.success())
    };
    if !(git(&["init", "-q", "-b", "main"])
        && git(&["add", "old.yaml"])
        && git(&["commit", "-q", "-m", "first"]))
    {
        return;
    }
    std::fs::rename(folder.path("new.yaml"), folder.path("old.yaml")).expect("it is moved");
    let ran = folder.run(&["diff", "HEAD", "--output-format", "concise"]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stdout.contains("old.yaml:22:26: tightened[maximum-lowered]"), "{}", ran.stdout);
    let ran = folder.run(&["diff", "v9"]);
    assert_eq!(ran.code, 2);
}

#[test]
fn markdown_folds_what_breaks_nothing() {
    let new = changed(&[
        ("maximum: 300", "maximum: 250"),
        ("width: {type: integer}", "width: {type: integer, description: outside}"),
    ]);
    let text = folder("diff-markdown", &new)
        .run(&["diff", "old.yaml", "new.yaml", "--output-format", "markdown"])
        .stdout;
    assert!(text.contains("2 changes, 1 breaking."), "{text}");
    assert!(
        text.contains("- **tightened** ovens.example.com v1: `maximum` of `spec.heat` is lowered"),
        "{text}"
    );
    assert!(text.contains("<details><summary>Without effect: 1 change</summary>"), "{text}");
}

#[test]
fn the_projects_crd_is_compared_and_the_same_copy_on_both_sides() {
    let narrow = ovens().replace("maximum: 300", "maximum: 250");
    let patch = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: ovens.example.com}\nspec: {conversion: {strategy: None}}\n";
    let kustomization = "patches: [{path: whole.yaml}]\n";
    let template = ovens().replace("  group:", "  {{- if .Values.a }}\n  group:");
    let folder = Folder::new(
        "diff-copies",
        &[
            // Copies come first by name, and differ.
            ("old/bundle/a.yaml", &narrow),
            ("old/config/crd/bases/a.yaml", &ovens()),
            ("old/releases/1.0.yaml", &narrow),
            ("new/bundle/a.yaml", &narrow),
            ("new/chart/templates/a.yaml", &template),
            ("new/config/crd/bases/a.yaml", &narrow),
            ("new/config/crd/kustomization.yaml", kustomization),
            ("new/config/crd/whole.yaml", &ovens()),
            ("new/config/crd/patches/a.yaml", patch),
            // The project keeps its CRD elsewhere now.
            ("moved/deploy/crds/a.yaml", &narrow),
            ("moved/releases/1.0.yaml", &ovens()),
        ],
    );
    let concise = |old, new| {
        let ran = folder.run(&["diff", old, new, "--output-format", "concise"]);
        (ran.stdout, ran.stderr)
    };
    for new in ["new", "moved"] {
        let (changes, notes) = concise("old", new);
        assert_eq!(changes.lines().count(), 1, "{changes}");
        assert!(changes.contains("tightened[maximum-lowered]"), "{changes}");
        assert!(
            notes.contains("old: 2 copies of CRDs are not compared (bundle/a.yaml and 1 more)"),
            "{notes}"
        );
    }
    assert_eq!(concise("new", "new").0, "");
}
