//! Places that mean each other: each `«…»` of a text is a cursor, and all of them are the answer.

use crdls_ide::{
    File, FileContext, MentionRole, Reference, Renamable, Renaming, definition, folds, highlights,
    instance_references, links, meaning, named_symbols, references, renamable, rename, rename_instances,
    selection,
};
use crdls_report::Config;
use crdls_sample::CrdBuilder;
use crdls_tests::world::open;
use crdls_tests::{World, crd};

/// A CRD of the kind `Pizza`.
fn pizza(build: impl FnOnce(CrdBuilder) -> CrdBuilder) -> String {
    crd(|c| build(c.kind("Pizza")))
}

/// The text without its marks, and the ranges that they were around.
fn marked(text: &str) -> (String, Vec<(u32, u32)>) {
    let (mut clean, mut ranges, mut start) = (String::new(), Vec::new(), 0);
    for c in text.chars() {
        match c {
            '«' => start = clean.len() as u32,
            '»' => ranges.push((start, clean.len() as u32)),
            c => clean.push(c),
        }
    }
    (clean, ranges)
}

const CONTEXT: FileContext<'static> = FileContext { file: "a.yaml", crds: None, old: None, target: None };

/// All that means what is at an offset of a CRD.
fn all(file: &File, offset: u32) -> Vec<Reference> {
    let config = Config::default();
    meaning(file, offset, CONTEXT, &config).map_or(Vec::new(), |meaning| references(file, &meaning, &config))
}

fn ranges(found: &[Reference]) -> Vec<(u32, u32)> {
    found.iter().map(|found| (found.range.start, found.range.end)).collect()
}

/// Asks at each mark of a CRD, and gives the roles of what is found.
fn check(build: impl FnOnce(CrdBuilder) -> CrdBuilder) -> Vec<MentionRole> {
    let (text, marks) = marked(&pizza(build));
    let file = File::new(text);
    let config = Config::default();
    let shown = |ranges: &[(u32, u32)]| {
        let line = |start| file.lines().line_col(start);
        ranges.iter().map(|(start, _)| format!("{:?}", line(*start))).collect::<Vec<_>>()
    };
    let mut roles = Vec::new();
    for (start, end) in &marks {
        for offset in [*start, *end] {
            let found = all(&file, offset);
            assert_eq!(shown(&ranges(&found)), shown(&marks), "from {:?}", file.lines().line_col(offset));
            assert_eq!(ranges(&found), marks);
            assert_eq!(highlights(&file, offset, CONTEXT, &config), found);
            roles = found.iter().map(|found| found.role).collect();
            let at =
                found.iter().find(|found| found.role == MentionRole::Definition).map(|found| found.range);
            let defined = definition(&file, offset, CONTEXT, &config);
            assert_eq!(defined.map(|found| found.range), at);
        }
    }
    assert!(!marks.is_empty());
    roles
}

#[test]
fn a_property_is_meant_by_required_keys_paths_and_rules() {
    let columns = "additionalPrinterColumns:
- {name: Toppings, type: string, jsonPath: '.spec.toppings[?(@.«name»==\"cheese\")].«name»'}";
    let roles = check(|c| {
        c.entries(columns).spec_schema(
            "
        type: object
        default: {toppings: [{«name»: cheese}]}
        x-kubernetes-validations:
        - rule: self.toppings.all(topping, topping.«name» != '' && has(topping.«name»))
          messageExpression: \"'no ' + self.toppings[0].«name»\"
        properties:
          name: {type: string}
          toppings:
            type: array
            x-kubernetes-list-type: map
            x-kubernetes-list-map-keys: [«name»]
            default:
            - «name»: cheese
            items:
              type: object
              required:
              - «name»
              anyOf:
              - required: [«\"name\"»]
              - properties: {«name»: {minLength: 2}}
              properties:
                «name»:
                  type: string
                other: {type: string}
              x-kubernetes-validations:
              - rule: >-
                  self.«name».startsWith('name')
                  && self.other != 'name'
                fieldPath: .«name»
              - rule: self.?«name».orValue('x') != self.other
            ",
        )
    });
    use MentionRole::*;
    let all = [Column, Column, Value, Expression, Expression, Expression, MapKey, Value, Required, Required];
    let rest = [Constraint, Definition, Expression, FieldPath, Expression];
    assert_eq!(roles, all.into_iter().chain(rest).collect::<Vec<_>>());
}

#[test]
fn scale_and_selectable_fields_lead_into_the_schema() {
    let roles = check(|c| {
        let c = c.entries(
            "
            subresources:
              scale:
                specReplicasPath: .spec.«replicas»
                statusReplicasPath: .status.replicas
            selectableFields:
            - jsonPath: .spec.«replicas»
            ",
        );
        c.schema(
            "
            type: object
            properties:
              spec: {type: object, required: [«replicas»], properties: {«replicas»: {type: integer}}}
              status: {type: object, properties: {replicas: {type: integer}}}
            ",
        )
    });
    assert_eq!(roles, [MentionRole::Path, MentionRole::Path, MentionRole::Required, MentionRole::Definition]);
}

#[test]
fn rules_spell_names_in_their_own_way() {
    check(|c| {
        c.schema(
            "
        type: object
        x-kubernetes-validations:
        - rule: self.a.«x__dash__y» == oldSelf.a.«x__dash__y» || self.a.x.size() > 1
          optionalOldSelf: false
        properties:
          a:
            type: object
            properties:
              «x-y»: {type: string}
              x: {type: string}
            ",
        )
    });
    check(|c| {
        c.schema(
            "
        type: object
        properties:
          a:
            type: object
            x-kubernetes-validations:
            - {rule: 'self.«namespace» == self.«__namespace__»'}
            properties: {«namespace»: {type: string}}
            ",
        )
    });
}

#[test]
fn maps_are_entered_by_any_key() {
    let columns = "additionalPrinterColumns: [{name: A, type: string, jsonPath: .spec.parts.any.«size»}]";
    check(|c| {
        c.entries(columns).spec_schema(
            "
        type: object
        x-kubernetes-validations:
        - rule: self.parts.all(key, self.parts[key].«size» > 1) && self.parts.size.«size» > 1
        properties:
          parts:
            type: object
            default: {size: {«size»: 3}}
            additionalProperties:
              type: object
              properties: {«size»: {type: integer}}
            ",
        )
    });
}

#[test]
fn versions_are_types_of_their_own() {
    let marked = "{type: object, required: [«a»], properties: {«a»: {type: string}}}";
    let other = marked.replace(['«', '»'], "");
    check(|c| c.version("v1", |v| v.schema(marked)).version("v2", |v| v.schema(&other)));
}

#[test]
fn what_nobody_defines_has_its_other_places() {
    let (text, marks) = marked(&pizza(|c| c.schema("{type: object, required: [«a»], properties: {b: {}}}")));
    let found = all(&File::new(text), marks[0].0);
    assert_eq!(ranges(&found), marks);
    assert_eq!(found[0].role, MentionRole::Required);
}

#[test]
fn half_written_text_has_what_is_there() {
    let whole = pizza(|c| {
        c.schema(
            "
            type: object
            required: [a, b
            properties:
              a: {type: string
              b: {type: object, x-kubernetes-validations: [{rule: 'self.c.(', fieldPath: '.['}]}
            ",
        )
    });
    for end in (0..=whole.len()).filter(|end| whole.is_char_boundary(*end)) {
        let file = File::new(whole[..end].to_owned());
        for offset in (end.saturating_sub(40)..=end).step_by(3) {
            let _ = all(&file, offset as u32);
            let _ = rename(&file, offset as u32, "other", &Config::default());
        }
    }
}

#[test]
fn an_instance_leads_to_its_crd() {
    let crd = pizza(|c| c.schema("{type: object, properties: {size: {type: integer}}}"));
    let file = World::with(&crd).file("apiVersion: example.com/v1\nkind: Pizza\nsi$0ze: 3\n");
    let found = file.definition().expect("a definition");
    assert_eq!((found.source.as_str(), found.range.of(&crd)), ("crd.yaml", "size"));
}

const PIZZAS: &str = "\
apiVersion: example.com/v1
kind: Pizza
toppings:
- {name: cheese}
- «name»: ham
---
apiVersion: v1
kind: List
items:
- {apiVersion: example.com/v1, kind: Pizza, toppings: [{'name': olives}]}
- {apiVersion: example.com/v2, kind: Pizza, toppings: [{name: olives}]}
- {apiVersion: other.com/v1, kind: Pizza, toppings: [{name: olives}]}
";

/// The lines and texts of what is found.
fn shown(file: &File, found: &[Reference]) -> Vec<String> {
    let line = |found: &Reference| file.lines().line_col(found.range.start).line;
    found.iter().map(|found| format!("{} {}", line(found), found.range.of(file.text()))).collect()
}

#[test]
fn schema_and_instances_mean_each_other() {
    let text = pizza(|c| {
        c.schema(
            "
            type: object
            properties:
              toppings:
                type: array
                items: {type: object, required: [name], properties: {name: {type: string}}}
            ",
        )
    });
    let world = World::with(&text);
    let World { crds, config } = &world;
    let (instances, marks) = marked(PIZZAS);
    let (crd, pizzas) = (world.named("crd.yaml", &text), world.named("pizzas.yaml", instances));
    let (of_crd, context, crd, pizzas) = (crd.context(), pizzas.context(), &crd.file, &pizzas.file);
    let from_instance = meaning(pizzas, marks[0].0, context, config).expect("a meaning");
    let at = text.find("name: {type").expect("a property") as u32;
    assert_eq!(meaning(crd, at, of_crd, config), Some(from_instance.clone()));
    let found = instance_references(pizzas, "pizzas.yaml", crds, &from_instance);
    assert_eq!(shown(pizzas, &found), ["3 name", "4 name", "9 'name'"]);
    assert_eq!(references(crd, &from_instance, config).len(), 2);
    let highlit = highlights(pizzas, marks[0].0, context, config);
    assert_eq!(shown(pizzas, &highlit), ["3 name", "4 name"], "the other document is another object");
    let kind = meaning(crd, text.find("Pizza").expect("a kind") as u32, of_crd, config).expect("a kind");
    let found = instance_references(pizzas, "pizzas.yaml", crds, &kind);
    assert_eq!(shown(pizzas, &found), ["1 Pizza", "9 Pizza", "10 Pizza"], "v2, which is not served, too");
    assert_eq!(references(crd, &kind, config).len(), 1);
    let edits = rename_instances(pizzas, "pizzas.yaml", crds, &from_instance, "on");
    let written: Vec<_> = edits.iter().map(|edit| edit.new_text.as_str()).collect();
    assert_eq!(written, ["\"on\"", "\"on\"", "'on'"]);
}

/// What comes of a rename at the cursor `$0`: the changed lines, or why not.
fn renamed(text: &str, new: &str) -> Vec<String> {
    let file = open(text);
    match rename(&file.file, file.at(), new, &Config::default()) {
        Renaming::Refused(why) => vec![why],
        Renaming::Edits(edits) => {
            let after = file.edited(&edits);
            let before: Vec<_> = file.text().lines().collect();
            let changed = after.lines().zip(before).filter(|(after, before)| after != before);
            changed.map(|(after, _)| after.trim().to_owned()).collect()
        }
    }
}

/// A CRD that names `spec.size` in many styles, with the cursor at the property.
fn sized() -> String {
    let entries = "
        additionalPrinterColumns:
        - {name: A, type: string, jsonPath: .spec.size}
        - name: B
          type: string
          jsonPath: \".spec['size']\"
        subresources: {status: {}}";
    pizza(|c| {
        c.entries(entries).schema(
            "
        type: object
        properties:
          metadata: {type: object, properties: {name: {type: string}}}
          status: {type: object}
          spec:
            type: object
            required: [\"size\", 'other']
            properties:
              $0size: {type: integer}
              'other': {type: integer}
            x-kubernetes-validations:
            - rule: \"self.size > 1\"
              messageExpression: |-
                'it is ' + string(self.size)
            ",
        )
    })
}

#[test]
fn a_rename_keeps_each_style() {
    assert_eq!(
        renamed(&sized(), "width"),
        [
            "- {name: A, type: string, jsonPath: .spec.width}",
            "jsonPath: \".spec['width']\"",
            "required: [\"width\", 'other']",
            "width: {type: integer}",
            "- rule: \"self.width > 1\"",
            "'it is ' + string(self.width)",
        ]
    );
    assert_eq!(
        renamed(&sized(), "a.b-c"),
        [
            "- {name: A, type: string, jsonPath: .spec.a\\.b-c}",
            "jsonPath: \".spec['a.b-c']\"",
            "required: [\"a.b-c\", 'other']",
            "a.b-c: {type: integer}",
            "- rule: \"self.a__dot__b__dash__c > 1\"",
            "'it is ' + string(self.a__dot__b__dash__c)",
        ]
    );
    let reserved = renamed(&sized(), "in");
    assert_eq!(reserved[4..], ["- rule: \"self.__in__ > 1\"", "'it is ' + string(self.__in__)"]);
    assert_eq!(renamed(&sized(), "yes")[3], "\"yes\": {type: integer}");
    assert_eq!(renamed(&sized(), "size"), Vec::<String>::new());
}

#[test]
fn a_rename_from_a_rule_is_the_propertys() {
    let from = sized().replace("$0size", "size").replace("\"self.size", "\"self.si$0ze");
    assert_eq!(renamed(&from, "width"), renamed(&sized(), "width"));
}

#[test]
fn what_cannot_be_renamed_says_why() {
    let at = |place: &str| sized().replace("$0", "").replacen(place, &format!("$0{place}"), 1);
    for (text, new, why) in [
        (sized(), "other", "the schema has a property `other` already"),
        (sized(), "", "a property needs a name"),
        (sized(), "größe", "`größe` cannot be written in a rule, where the property is named too"),
        (sized(), "1st", "`1st` cannot be written in a rule, where the property is named too"),
        (at("metadata: {type"), "meta", "`metadata` is defined by Kubernetes and cannot be renamed"),
        (at("name: {type"), "id", "`name` is defined by Kubernetes and cannot be renamed"),
        (at("status: {type"), "state", "the subresource `status` needs a property `status` here"),
        (at("spec:\n            type"), "kind", "every object has a `kind` already"),
        (
            sized().replace(
                "properties:\n              $0size: {type: integer}",
                "properties:\n              a: &a {}\n              b: *a\n              $0size: {}",
            ),
            "x",
            "the CRD has YAML aliases: a text in it may stand in more than one place",
        ),
        (
            sized().replace("$0size: {type: integer}", "a: {}").replace("\"size\"", "$0size"),
            "x",
            "the schema does not define `size`",
        ),
        (sized().replace("'other']", "later]"), "later", "something else is called `later` here already"),
        (
            pizza(|c| c).replace("\n      openAPIV3Schema: {type: object}", " {$0}"),
            "x",
            "no property of a schema is here",
        ),
    ] {
        assert_eq!(renamed(&text, new), [why], "{text}");
    }
}

#[test]
fn the_name_is_offered_without_its_quotes() {
    let text = sized().replace("$0", "");
    let file = File::new(text.clone());
    for place in ["'other']", "\"size\"", "size > 1"] {
        let at = text.find(place).expect("a place") as u32 + 2;
        let Renamable::Name(range, name) = renamable(&file, at, &Config::default()) else {
            panic!("{place}")
        };
        assert_eq!(range.of(&text), name);
    }
    assert_eq!(renamable(&file, 3, &Config::default()), Renamable::Nothing);
}

#[test]
fn a_selection_climbs_from_the_word_to_the_file() {
    let text = format!("# first\n---\n{}", sized()).replace("$0", "");
    let file = File::new(text.clone());
    let around = |place: &str| {
        let at = text.find(place).expect("a place") as u32 + 1;
        let found = selection(&file, at, &Config::default());
        assert!(found.iter().zip(found.iter().skip(1)).all(|(a, b)| b.covers(*a) && a != b));
        found.into_iter().map(|range| range.of(&text)).collect::<Vec<_>>()
    };
    let in_rule = around("size > 1");
    let first = ["size", "self.size", "self.size > 1", "\"self.size > 1\"", "rule: \"self.size > 1\""];
    assert_eq!(in_rule[..5], first);
    assert_eq!(in_rule.last(), Some(&text.as_str()));
    let up = [
        "x-kubernetes-validations:",
        "type: object\n            required",
        "spec:\n",
        "metadata: {type",
        "properties:\n",
    ];
    let starts: Vec<_> =
        up.iter().map(|start| in_rule.iter().position(|text| text.starts_with(start))).collect();
    assert!(starts.iter().all(Option::is_some) && starts.is_sorted(), "{starts:?} in {in_rule:#?}");
    let version = in_rule.iter().position(|text| text.starts_with("name: v1"));
    let document = in_rule.iter().position(|text| text.starts_with("apiVersion"));
    assert!(version.is_some() && version < document, "{in_rule:#?}");
    let in_key = around("size: {");
    assert_eq!(
        in_key[..3],
        ["size", "size: {type: integer}", "size: {type: integer}\n              'other': {type: integer}"]
    );
    assert_eq!(around("other']")[..3], ["other", "'other'", "[\"size\", 'other']"]);
}

#[test]
fn a_selection_climbs_in_a_mapping_that_is_a_key() {
    let text = "scope: {{ .Values.scope }}\n";
    let file = File::new(text.to_owned());
    let found = selection(&file, text.find("Values").unwrap() as u32, &Config::default());
    let found: Vec<_> = found.into_iter().map(|range| range.of(text)).collect();
    assert_eq!(found[..3], ["Values", ".Values.scope", "{ .Values.scope }"], "{found:?}");
}

/// The first and the last line of each fold, from 1.
fn folded(text: &str) -> Vec<(u32, u32, bool)> {
    let file = File::new(text.to_owned());
    let line = |offset| file.lines().line_col(offset).line + 1;
    folds(&file)
        .into_iter()
        .map(|fold| (line(fold.range.start), line(fold.range.end), fold.comment))
        .collect()
}

#[test]
fn blocks_fold_and_comments_do() {
    let text = "\
# one
# two
a:
  b:
  - c: 1
    d: |
      text

      more
  - e

  # three
  # four
f: {
  g: 1
}
h: 1 # five
# six
---
i:
  j: 1
";
    let folds = [
        (1, 2, true),
        (3, 17, false),
        (4, 10, false),
        (5, 9, false),
        (6, 9, false),
        (12, 13, true),
        (14, 16, false),
        (20, 21, false),
    ];
    assert_eq!(folded(text), folds);
    assert_eq!(folded("a: 1\nb: 2\n"), []);
    assert_eq!(folded("a: 1\nb: 2\n---\nc: 1\nd: 1\n"), [(1, 2, false), (4, 5, false)]);
}

#[test]
fn prose_has_links_and_data_has_none() {
    let text = pizza(|c| {
        let hook = "conversion: {webhook: {clientConfig: {url: https://example.com/hook}}}";
        c.spec(hook).schema(
            "
        # see https://example.com/schema.
        type: object
        description: |-
          More at https://example.com/a_(b)?c=d, or [there](http://example.com/e#f).
          <https://example.com/g> https://
        externalDocs: {url: 'https://example.com/docs'}
        properties:
          url: {type: string, default: https://example.com/default, pattern: https://example.com/p}
          description: {type: string, description: \"at https://example.com/h\"}
            ",
        )
    });
    let found = links(&File::new(text.clone()));
    assert!(found.iter().all(|link| link.range.of(&text) == link.target));
    let found: Vec<_> =
        found.iter().map(|link| link.target.trim_start_matches("https://example.com/")).collect();
    assert_eq!(found, ["schema", "a_(b)?c=d", "http://example.com/e#f", "g", "docs", "h"]);
}

#[test]
fn kinds_and_fields_are_found_by_parts_of_their_names() {
    let text = sized().replace("$0", "");
    let file = File::new(text);
    let found = |query: &str| {
        let mut found = named_symbols(&file, query);
        found.sort_by(|a, b| (a.rank, &a.name).cmp(&(b.rank, &b.name)));
        found.into_iter().map(|symbol| symbol.name).collect::<Vec<_>>()
    };
    assert_eq!(found(""), ["Pizza"]);
    assert_eq!(found("pza"), ["Pizza"]);
    assert_eq!(found("Pizza.spec.size"), ["Pizza.spec.size"]);
    assert_eq!(found("p.sz"), ["Pizza.spec.size"]);
    assert_eq!(found("s"), ["Pizza.spec", "Pizza.status", "Pizza.spec.size"]);
    assert_eq!(found("st"), ["Pizza.status"]);
    assert_eq!(found("spec.pizza"), Vec::<String>::new());
    let size = named_symbols(&file, "size").remove(0);
    assert_eq!((size.container.as_str(), size.range.of(file.text())), ("example.com/v1", "size"));
}

#[test]
fn half_written_text_has_a_shape() {
    let whole = format!("# https://a.b\n{}---\na: [\n", sized()).replace("$0", "");
    for end in (0..=whole.len()).filter(|end| whole.is_char_boundary(*end)) {
        let file = File::new(whole[..end].to_owned());
        let _ = (folds(&file), links(&file), named_symbols(&file, "s.z"));
        assert!(!selection(&file, end as u32, &Config::default()).is_empty());
    }
}
