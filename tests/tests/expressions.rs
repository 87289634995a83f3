//! Completion, hover, signatures, colours and hints in CEL, at a cursor, which `$0` marks.

use crdls_ide::{SemanticKind, costs, hints, semantic_tokens, signatures};
use crdls_minors::Minor;
use crdls_report::Config;
use crdls_tests::crd;
use crdls_tests::world::{OpenFile, open};
use crdls_text::TextRange;

/// A CRD with the rules of its `spec` written so, in a list that is indented by 12.
fn oven(rules: &str) -> OpenFile {
    let text = crd(|c| {
        c.kind("Oven").spec_schema(
            "
        type: object
        x-kubernetes-validations:
        - RULES
        properties:
          size:
            type: integer
            description: How many cakes fit.
          max-size:
            type: integer
          name:
            type: string
            maxLength: 20
          racks:
            type: array
            maxItems: 10
            items:
              type: object
              properties:
                height:
                  type: integer
                since:
                  type: string
                  format: date-time
          labels:
            type: object
            additionalProperties:
              type: string
            ",
        )
    });
    open(text.replace("RULES", rules))
}

fn labels(rules: &str) -> Vec<String> {
    oven(rules).labels()
}

/// The styles in which YAML can hold an expression.
fn styles(expression: &str) -> Vec<String> {
    vec![
        format!("rule: {expression}"),
        format!("{{rule: \"{expression}\"}}"),
        format!("rule: '{expression}'"),
        format!("rule: >-\n                true &&\n                {expression}"),
        format!("rule: |\n                {expression}\n"),
        format!("rule: |\n                {expression}"),
        format!("rule: |-\n                self.size > 1 ||\n                {expression}"),
        format!("rule: >\n                {expression}"),
        format!("{{message: x, rule: {expression}}}"),
        format!("message: x\n              rule: {expression}"),
    ]
}

#[test]
fn members_in_every_style_of_yaml() {
    for rules in styles("self.$0") {
        let found = labels(&rules);
        assert_eq!(found[..5], ["labels", "max__dash__size", "name", "racks", "size"], "{rules}");
    }
    for rules in styles("self.si$0 > 3") {
        assert_eq!(labels(&rules)[..3], ["size", "max__dash__size", "labels"], "{rules}");
    }
}

#[test]
fn what_is_typed_is_replaced() {
    let file = oven("rule: \"self.si$0\"");
    let found = file.completions();
    let size = found.iter().find(|found| found.label == "size").expect("offered");
    assert_eq!(size.edit.range.of(file.text()), "si");
    assert_eq!(size.documentation, "How many cakes fit.");
    assert_eq!(size.detail.as_deref(), Some("int"));
}

#[test]
fn methods_and_macros_fit_what_they_are_called_on() {
    let of_list = labels("rule: self.racks.$0");
    for wanted in ["all(x, true)", "exists(x, true)", "distinct", "map(x, true)"] {
        assert!(of_list.contains(&wanted.to_owned()), "{wanted}: {of_list:?}");
    }
    assert!(!of_list.contains(&"startsWith".to_owned()) && !of_list.contains(&"optMap(x, x)".to_owned()));
    let of_text = labels("rule: self.name.$0");
    assert!(of_text.contains(&"startsWith".to_owned()) && of_text.contains(&"matches".to_owned()));
    assert!(!of_text.iter().any(|label| label.starts_with("all(") || label.starts_with("getHours")));
    let of_time = labels("rule: self.racks.all(r, r.since.$0)");
    assert!(
        of_time.contains(&"getHours".to_owned()) && !of_time.contains(&"startsWith".to_owned()),
        "{of_time:?}"
    );
    let of_optional = labels("rule: self.?name.$0");
    assert!(of_optional.contains(&"orValue".to_owned()) && of_optional.contains(&"optMap(x, x)".to_owned()));
}

#[test]
fn names_that_stand_alone() {
    for rules in ["rule: $0", "rule: self.size > 1 && $0", "rule: \"$0\""] {
        let found = labels(rules);
        for wanted in ["self", "oldSelf", "has(self.field)", "size", "quantity", "true"] {
            assert!(found.contains(&wanted.to_owned()), "{wanted} in {rules}: {found:?}");
        }
    }
    assert_eq!(labels("rule: $0")[..2], ["self", "oldSelf"]);
    assert!(
        !labels("rule: $0").iter().any(|label| label.contains('@')),
        "what macros become is not for people"
    );
    let inside = labels("rule: self.racks.all(rack, ra$0)");
    assert_eq!(inside.first().map(String::as_str), Some("rack"));
    assert_eq!(labels("rule: self.racks.all(rack, rack.$0)").first().map(String::as_str), Some("height"));
}

/// A line of a block that is still blank.
#[test]
fn blank_lines_of_blocks() {
    for rules in [
        "rule: |\n                $0",
        "rule: >-\n                $0",
        "rule: |\n                self.size > 1 &&\n                $0",
        "message: x\n              rule: |-\n                self.size > 1 &&\n\n                $0",
    ] {
        assert_eq!(labels(rules)[..2], ["self", "oldSelf"], "{rules}");
    }
    let beside = labels("rule: |\n                self.size > 1\n              $0");
    assert_eq!(beside, ["message", "messageExpression", "reason", "fieldPath"]);
}

#[test]
fn half_written_calls_and_macros() {
    for (rules, first) in [
        ("rule: size(self.$0", "labels"),
        ("rule: has(self.$0", "labels"),
        ("rule: self.racks.all(r, r.$0", "height"),
        ("rule: self.racks.exists(r, r.height > self.size && r.$0", "height"),
        ("rule: self.racks[0].$0", "height"),
        ("rule: oldSelf.$0 > 3", "max__dash__size"),
        ("rule: 'self.size > 1 ? self.$0'", "labels"),
        ("rule: \"self.name == \\\"x\\\" && self.$0\"", "labels"),
        ("rule: 'self.name == ''x'' && self.$0'", "labels"),
        ("rule: self.size > 1\n              messageExpression: \"'x' + self.$0\"", "name"),
    ] {
        assert_eq!(labels(rules).first().map(String::as_str), Some(first), "{rules}");
    }
}

#[test]
fn nothing_inside_of_a_text() {
    assert_eq!(labels("rule: self.name == 'se$0'"), Vec::<String>::new());
    // A key beside a rule is a key.
    assert!(labels("rule: self.size > 1\n              $0").contains(&"message".to_owned()));
}

#[test]
fn functions_of_the_clusters_minor() {
    let offered = |minor: &str| {
        let mut file = oven("rule: self.racks.$0");
        file.world.config.kubernetes = Minor::parse(minor).expect("a minor");
        file.labels().contains(&"sortBy(x, x)".to_owned())
    };
    assert!(!offered("1.34") && offered("1.35"));
}

fn hovered(rules: &str) -> Option<(String, String)> {
    let file = oven(rules);
    file.hover().map(|found| (found.range.of(file.text()).to_owned(), found.markdown))
}

#[test]
fn hover_on_the_parts_of_a_rule() {
    let (range, field) = hovered("rule: self.si$0ze > 3").expect("a field");
    assert_eq!(range, "size");
    assert!(field.contains("size: int") && field.contains("How many cakes fit."), "{field}");
    let (_, own) = hovered("rule: se$0lf.size > 3").expect("self");
    assert!(own.contains("self: object") && own.contains("the node that has"), "{own}");
    let (range, whole) = hovered("rule: self.size $0> 3").expect("an operator");
    assert_eq!(range, ">");
    assert!(whole.contains("self.size > 3: bool"), "{whole}");
    let (range, call) = hovered("rule: \"self.name.starts$0With('a')\"").expect("a call");
    assert_eq!(range, "startsWith");
    assert!(call.contains("string.startsWith(string) -> bool"), "{call}");
    let (_, rack) = hovered("rule: self.racks.all(r, r$0.height > 1)").expect("a variable");
    assert!(rack.contains("r: object"), "{rack}");
    let (range, declared) = hovered("rule: self.racks.all(r$0, r.height > 1)").expect("a variable");
    assert!(range == "r" && declared.contains("r: object"), "{declared}");
    assert_eq!(hovered("rule: unkno$0wn > 1"), None, "nothing is known of it");
    let (_, list) = hovered("rule: self.la$0bels.size() > 0").expect("a map");
    assert!(list.contains("map(string, string)") && list.contains("no `maxProperties`"), "{list}");
}

/// Each part has its cost, and the whole that of the rule.
#[test]
fn costs_of_parts() {
    for (rule, of_part) in [
        ("self.si$0ze > 1", "size: int"),
        ("self.racks.all(r, r.hei$0ght > self.size)", "height: int"),
        ("self.name.start$0sWith('a') && self.size > 1", "string.startsWith(string) -> bool"),
    ] {
        let (_, words) = hovered(&format!("rule: {rule}")).expect("a part");
        assert!(words.contains(of_part) && words.contains("Costs at most "), "{words}");
    }
    for (whole, marked) in [
        ("self.size > 1", "self.size >$0 1"),
        ("self.racks.all(r, r.height > 1)", "self.racks.al$0l(r, r.height > 1)"),
        ("self.name.startsWith('abc')", "self.name.starts$0With('abc')"),
    ] {
        let costs = costs(&oven(&format!("rule: {whole}")).file, &Config::default());
        let cost = costs[0].cost.rules[0].per_call;
        let (_, words) = hovered(&format!("rule: {marked}")).expect("the whole");
        assert!(
            words.contains(&format!("Costs at most {cost} each time it is evaluated.")),
            "{cost}: {words}"
        );
    }
    let (_, words) = hovered("rule: self.si$0ze > 'a'").expect("a part of what does not compile");
    assert!(!words.contains("Costs"), "{words}");
}

#[test]
fn nothing_is_said_of_what_is_not_there() {
    for rules in ["rule: self.$0", "rule: self.racks[0].$0", "rule: has($0", "rule: self.racks.all($0"] {
        assert_eq!(hovered(rules), None, "{rules}");
    }
    let (range, words) = hovered("rule: self.racks.al$0l(r, r.height > 1)").expect("a macro");
    assert!(
        range == "all" && !words.contains('@') && words.contains("list(T).all(x, bool) -> bool"),
        "{words}"
    );
}

#[test]
fn the_signature_of_the_innermost_call() {
    let ask = |rules: &str| {
        let open = oven(rules);
        signatures(&open.file, open.at(), &Config::default())
    };
    let found = ask("rule: self.name.startsWith($0").expect("a call");
    assert_eq!(found.signatures[0].label, "string.startsWith(string) -> bool");
    assert_eq!(found.argument, 0);
    let found = ask("rule: self.racks.all(r, size($0) > 1)").expect("a call");
    assert!(found.signatures.iter().any(|its| its.label == "size(string) -> int"), "{found:?}");
    let found = ask("rule: self.racks.all(r, $0)").expect("a macro");
    assert_eq!((found.signatures[found.active].label.as_str(), found.argument), ("all(x, true)", 1));
    assert_eq!(ask("rule: self.name.startsWith('a') $0"), None);
}

#[test]
fn colours_of_words() {
    let rules = "rule: |\n                self.racks.all(r, r.height >= 1) // tall\n                && !self.name.startsWith('a')";
    let file = oven(rules).file;
    let start = file.text().find("self.racks").expect("the rule") as u32;
    let rule = TextRange::new(start, file.text().find("'a'").expect("its end") as u32 + 3);
    let found = semantic_tokens(&file, Some(rule), &Config::default());
    let words: Vec<_> = found.iter().map(|token| (token.range.of(file.text()), token.kind)).collect();
    use SemanticKind::*;
    assert_eq!(
        words,
        [
            ("self", Variable),
            ("racks", Field),
            ("all", Macro),
            ("r", Parameter),
            ("r", Parameter),
            ("height", Field),
            (">=", Operator),
            ("1", Number),
            ("// tall", Comment),
            ("&&", Operator),
            ("!", Operator),
            ("self", Variable),
            ("name", Field),
            ("startsWith", Method),
            ("'a'", String),
        ]
    );
}

#[test]
fn costs_beside_rules() {
    let file = oven("rule: self.racks.all(r, r.height > 1)").file;
    let config = Config { default_hints: false, bound_hints: false, ..Config::default() };
    let found = hints(&file, &config);
    assert_eq!(found.len(), 1);
    let line = file.text().get(..found[0].offset as usize).and_then(|text| text.lines().last());
    assert_eq!(line.map(str::trim), Some("- rule: self.racks.all(r, r.height > 1)"));
    assert!(found[0].label.starts_with("cost ") && found[0].label.ends_with("(0 %)"), "{:?}", found[0]);
}
