//! What is shown at a cursor that is on a schema node, a version or a rule, and what is seen at a glance.

use crdls_ide::{
    File, LensKind, SemanticKind, cost_words, cut_by_v2, hints, instances, lenses, semantic_tokens,
};
use crdls_report::Config;
use crdls_tests::crd;
use crdls_tests::world::open;

/// A CRD and a custom resource.
fn tables() -> String {
    let crd = crd(|c| {
        let c = c.version("v1", |v| {
            v.spec_schema(
                "
        type: object
        required: [size]
        properties:
          size: {type: integer, minimum: 1, description: How large.}
          my-name: {type: string, maxLength: 10}
          legs:
            type: array
            maxItems: 4
            x-kubernetes-list-type: map
            x-kubernetes-list-map-keys: [id]
            items:
              type: object
              required: [id]
              properties:
                id: {type: string, maxLength: 8}
          tags:
            type: array
            x-kubernetes-list-type: set
            items: {type: string}
            x-kubernetes-validations:
            - rule: self.all(tag, tag != '')
          whole:
            type: array
            maxItems: 2
            items:
              type: object
              properties:
                colour: {type: string, enum: [red, green]}
                ",
            )
        });
        c.version("v1beta1", |v| v.entries("deprecated: true\ndeprecationWarning: use v1"))
    });
    crd + "---\napiVersion: example.com/v1\nkind: Table\nmetadata: {name: a}\n"
}

/// The hover on a part of the text that has the cursor.
fn at(marked: &str) -> String {
    let (text, part) = (tables(), marked.replacen("$0", "", 1));
    assert!(text.contains(&part), "{part}");
    let found = open(text.replacen(&part, marked, 1)).hover();
    found.unwrap_or_else(|| panic!("no hover on {marked}")).markdown
}

#[test]
fn a_node_says_what_its_values_are() {
    for (place, said) in [
        (
            "si$0ze: {type",
            &["`spec.size`", "integer, required", "How large.", "minimum: `1`", "at most once"][..],
        ),
        ("my-na$0me: {", &["`spec.my-name`", "largest as JSON: 42 bytes", "write `my__dash__name`"]),
        ("le$0gs:\n", &["[]Object", "at most 4", "merged by their keys", "list(object)"]),
        (
            "ite$0ms:\n                  type: object\n                  required",
            &["`spec.legs[]`", "at most 4 times", "correlatable: "],
        ),
        ("id$0: {type: string, maxLength: 8}", &["`spec.legs[].id`", "required", "at most 4 times"]),
        (
            "items$0: {type: string}\n                x-kubernetes-validations",
            &["`spec.tags[]`", "`spec.tags` has no size limit", "not correlatable"],
        ),
        ("col$0our", &["one of", "part of `spec.whole`", "not correlatable: items of `spec.whole`"]),
        ("openAPIV3$0Schema:\n", &["`openAPIV3Schema`", "3 MiB"]),
    ] {
        let words = at(place);
        for part in said {
            assert!(words.contains(part), "{part} is not in what is said of {place}:\n{words}");
        }
    }
}

#[test]
fn a_version_without_a_name_says_nothing() {
    let text = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  versions:\n  - name: \n";
    let found = open(text.replace("name: \n", "name: $0\n")).hover();
    assert!(found.is_none_or(|hover| !hover.markdown.contains("priority")));
}

#[test]
fn keywords_are_still_explained() {
    assert!(at("max$0Items: 4").contains("**`maxItems`**"));
    assert!(at("x-kubernetes-list-ty$0pe: set").contains("**`x-kubernetes-list-type`**"));
}

#[test]
fn a_version_says_who_gets_it() {
    let first = at("name: v1be$0ta1");
    for part in ["2 of 2 (`v1`, `v1beta1`)", "- served\n", "stored as `v1`", "use v1"] {
        assert!(first.contains(part), "{first}");
    }
    let second = at("name: v$01\n");
    for part in ["1 of 2", "preferred: ", "stored: "] {
        assert!(second.contains(part), "{second}");
    }
}

#[test]
fn a_rule_says_what_it_costs_and_why() {
    for place in ["ru$0le: self.all", "x-kubernetes-valida$0tions"] {
        let words = at(place);
        for part in ["× 1: ", "of 10,000,000", "`spec.tags` has no `maxItems`", "It is the only rule of `v1`"]
        {
            assert!(words.contains(part), "{words}");
        }
    }
}

#[test]
fn keys_have_colours() {
    let text = tables();
    let file = File::new(text.clone());
    let all = semantic_tokens(&file, None, &Config::default());
    let of = |word: &str| {
        let found = all.iter().find(|token| token.range.of(&text) == word).map(|token| token.kind);
        found.unwrap_or_else(|| panic!("{word} has no colour"))
    };
    assert_eq!(of("maxItems"), SemanticKind::Keyword);
    assert_eq!(of("x-kubernetes-list-map-keys"), SemanticKind::Extension);
    assert_eq!(of("my-name"), SemanticKind::Field);
    assert_eq!(of("all"), SemanticKind::Macro);
    assert!(all.is_sorted_by(|a, b| a.range.end <= b.range.start), "no two overlap");
    let part = crdls_text::TextRange::new(
        text.find("legs:").expect("there") as u32,
        text.find("tags:").expect("there") as u32,
    );
    let inside = semantic_tokens(&file, Some(part), &Config::default());
    let wanted: Vec<_> = all.iter().filter(|token| part.touches(token.range.start)).copied().collect();
    assert_eq!(
        inside.iter().filter(|token| part.touches(token.range.start)).copied().collect::<Vec<_>>(),
        wanted
    );
}

#[test]
fn hints_say_defaults_costs_and_missing_bounds() {
    let file = File::new(tables());
    let labels =
        |config: &Config| hints(&file, config).into_iter().map(|hint| hint.label).collect::<Vec<_>>();
    let all = labels(&Config::default());
    assert_eq!(all[0], "singular: table, listKind: TableList");
    assert_eq!(all[1], "conversion: None");
    assert!(all.iter().any(|label| label.starts_with("no maxItems")), "{all:?}");
    assert!(all.iter().any(|label| label.starts_with("cost ")), "{all:?}");
    let none = Config { cost_hints: false, default_hints: false, bound_hints: false, ..Config::default() };
    assert_eq!(labels(&none), Vec::<String>::new());
}

#[test]
fn lenses_stand_above_kinds_and_versions() {
    let file = File::new(tables());
    let found = lenses(&file, &Config::default());
    let above: Vec<_> = found.iter().map(|lens| lens.range.of(file.text())).collect();
    assert_eq!(above.len(), 6, "{above:?}");
    assert_eq!(above[..3], ["Table", "v1", "v1"]);
    let words: Vec<_> = found
        .iter()
        .map(|lens| match &lens.kind {
            LensKind::Cost { document, version } => {
                cost_words(&file, *document, *version, &Config::default()).unwrap_or_default()
            }
            LensKind::Instances { group, kind } => instances(&file, group, kind).to_string(),
            LensKind::Sample { name } => name.clone(),
            LensKind::CutByV2 { .. } => panic!("v2 has all of it"),
            LensKind::Rule => "rule".to_owned(),
        })
        .collect();
    assert_eq!([&words[0], &words[3], &words[4]], ["1", "rule", "no rules"]);
    assert!(words[1].starts_with("1 rule, cost ") && words[1].ends_with("of the budget)"), "{}", words[1]);
}

/// A CRD with fields that OpenAPI v2 leaves out.
fn cut() -> String {
    crd(|c| {
        let c = c.version("v1", |v| {
            v.schema(
                "
        type: object
        properties:
          plain: {type: string, minLength: 1}
          port: {x-kubernetes-int-or-string: true}
          colour: {type: string, default: red}
          legs:
            type: array
            nullable: true
            items: {type: object, properties: {hidden: {type: string, default: oak}}}
          drawers:
            type: array
            items:
              type: object
              anyOf: [{required: [a]}, {required: [b]}]
              properties: {a: {type: string}, b: {type: string, nullable: true}}
          notes: {type: object, additionalProperties: {type: string, not: {enum: [x]}}}
                ",
            )
        });
        let c = c.version("v1beta1", |v| v.schema("{type: object, properties: {plain: {type: string}}}"));
        let unserved = "{type: object, properties: {unserved: {type: string, default: a}}}";
        c.version("v1alpha1", |v| v.served(false).schema(unserved))
    })
}

#[test]
fn a_lens_lists_the_fields_of_which_v2_has_not_all() {
    let (file, config) = (File::new(cut()), Config::default());
    let found = lenses(&file, &config).into_iter().filter_map(|lens| match lens.kind {
        LensKind::CutByV2 { document, version } => {
            Some((lens.range.of(file.text()).to_owned(), document, version))
        }
        _ => None,
    });
    let found: Vec<_> = found.collect();
    let [(version, document, at)] = &found[..] else { panic!("{found:?}") };
    assert_eq!(version, "v1");
    let keys = cut_by_v2(&file, *document, *at, &config);
    let keys: Vec<_> = keys.into_iter().map(|range| range.of(file.text())).collect();
    assert_eq!(keys, ["colour", "legs", "drawers", "b", "notes"]);
    assert_eq!(cut_by_v2(&file, *document, at + 1, &config), []);
    assert_eq!(cut_by_v2(&file, 1, *at, &config), []);
}
