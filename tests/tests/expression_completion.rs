//! What an expression expects at a cursor (`$0`): types, values that the schema lists, operators; and the variables of
//! macros.

use crdls_ide::{MentionRole, Renamable, Renaming, highlights, renamable, rename};
use crdls_minors::Minors;
use crdls_report::Config;
use crdls_tests::crd;
use crdls_tests::world::{OpenFile, open};

/// A CRD with the rules of its `spec` written so, in a list that is indented by 12.
fn oven(rules: &str) -> OpenFile {
    let text = crd(|c| {
        c.kind("Oven").spec_schema(
            "
        type: object
        x-kubernetes-validations:
        - RULES
        properties:
          door:
            type: boolean
          mode:
            type: string
            enum: [fan, grill, don't]
          size:
            type: integer
            enum: [2, 4]
          title:
            type: string
          racks:
            type: array
            maxItems: 10
            items:
              type: object
              properties:
                height:
                  type: integer
                shape:
                  type: string
                  enum: [flat, deep]
          tags:
            type: array
            maxItems: 10
            items:
              type: string
              enum: [new, old]
          zones:
            type: object
            maxProperties: 10
            default: {top: 1, bottom: 2}
            additionalProperties:
              type: integer
            ",
        )
    });
    open(text.replace("RULES", rules))
}

fn labels(rules: &str) -> Vec<String> {
    oven(rules).labels()
}

/// The line of the rule.
fn rule(text: &str) -> String {
    let line = text.lines().find(|line| line.contains("rule:")).unwrap_or_default();
    line.trim_start_matches([' ', '-']).to_owned()
}

/// The line of the rule after an item is accepted.
fn accepted(rules: &str, label: &str) -> String {
    let file = oven(rules);
    let found = file.completions().into_iter().find(|found| found.label == label).expect("offered");
    rule(&file.edited(&[found.edit]))
}

#[test]
fn values_of_an_enum_are_literals() {
    for (rule, values) in [
        ("rule: self.mode == $0", vec!["'fan'", "'grill'", "'don\\'t'"]),
        ("rule: self.mode != $0 && self.door", vec!["'fan'", "'grill'", "'don\\'t'"]),
        ("rule: (self.mode) == ($0)", vec!["'fan'", "'grill'", "'don\\'t'"]),
        ("rule: \"$0 == self.mode\"", vec!["'fan'", "'grill'", "'don\\\\'t'"]),
        ("rule: self.size == $0", vec!["2", "4"]),
        ("rule: \"self.mode in [$0]\"", vec!["'fan'", "'grill'"]),
        ("rule: \"self.mode in ['fan', $0]\"", vec!["'grill'"]),
        ("rule: \"self.mode in ['fan', $0, 'grill']\"", vec!["'don\\\\'t'"]),
        ("rule: self.racks.all(r, r.shape == $0)", vec!["'flat'", "'deep'"]),
        ("rule: self.racks[0].shape == $0", vec!["'flat'", "'deep'"]),
        ("rule: self.tags.exists(t, t == $0)", vec!["'new'", "'old'"]),
        ("rule: self.tags.all(i, t, t == $0)", vec!["'new'", "'old'"]),
        ("rule: \"$0 in self.tags\"", vec!["'new'", "'old'"]),
        ("rule: self.zones.all(k, k == $0)", vec!["'bottom'", "'top'"]),
        ("rule: self.zones.all(k, v, k != $0)", vec!["'bottom'", "'top'"]),
        ("rule: \"$0 in self.zones\"", vec!["'bottom'", "'top'"]),
        ("rule: \"self.zones[$0] > 1\"", vec!["'bottom'", "'top'"]),
        ("rule: self.door == $0", vec!["false", "true"]),
    ] {
        let found = labels(rule);
        let shown: Vec<_> = values.iter().map(|value| value.replace("\\\\", "\\")).collect();
        assert_eq!(found[..shown.len()], shown, "{rule}");
    }
    assert!(!labels("rule: self.title == $0").iter().any(|label| label.starts_with('\'')));
    assert!(!labels("rule: self.tags.all(i, t, i == $0)").contains(&"'new'".to_owned()));
}

#[test]
fn long_chains_of_names_are_followed_to_an_end() {
    let chain = ".title".repeat(50_000);
    assert!(!labels(&format!("rule: self{chain} == $0")).contains(&"'fan'".to_owned()));
}

#[test]
fn literals_fit_the_quotes_around_them() {
    for (rule, label, written) in [
        ("rule: self.mode == $0", "'fan'", "rule: self.mode == 'fan'"),
        ("rule: 'self.mode == $0'", "\"fan\"", "rule: 'self.mode == \"fan\"'"),
        ("rule: 'self.mode == $0'", "\"don't\"", "rule: 'self.mode == \"don''t\"'"),
        ("rule: \"self.mode == $0\"", "'don\\'t'", "rule: \"self.mode == 'don\\\\'t'\""),
        ("{rule: self.mode == $0}", "'fan'", "{rule: self.mode == 'fan'}"),
        ("rule: self.mode == '$0'", "fan", "rule: self.mode == 'fan'"),
        ("rule: self.mode == \"g$0\"", "don't", "rule: self.mode == \"don't\""),
        ("rule: self.mode == 'g$0'", "don't", "rule: self.mode == 'don\\'t'"),
        ("rule: self.mode == '$0", "fan", "rule: self.mode == 'fan'"),
        ("rule: 'self.mode == ''$0'''", "fan", "rule: 'self.mode == ''fan'''"),
        ("rule: \"self.mode == \\\"$0\\\"\"", "fan", "rule: \"self.mode == \\\"fan\\\"\""),
        ("rule: self.mode == gr$0", "'grill'", "rule: self.mode == 'grill'"),
    ] {
        assert_eq!(accepted(rule, label), written, "{rule}");
    }
    assert_eq!(labels("rule: self.mode in ['$0']"), ["fan", "grill", "don't"]);
    assert_eq!(labels("rule: self.title == '$0'"), Vec::<String>::new());
}

#[test]
fn what_fits_comes_first() {
    for (rule, first) in [
        ("rule: self.title == self.$0", "mode"),
        ("rule: self.size < self.$0", "size"),
        ("rule: self.title.startsWith(self.$0)", "mode"),
        ("rule: self.door && self.$0", "door"),
        ("rule: self.racks.all(r, 3 > r.$0)", "height"),
        ("rule: 3 in self.racks.map(r, r.$0)", "height"),
        ("rule: '!self.$0'", "door"),
    ] {
        assert_eq!(labels(rule).first().map(String::as_str), Some(first), "{rule}");
    }
    let found = labels("rule: self.title == $0");
    let at = |label: &str| found.iter().position(|found| found == label).expect("offered");
    assert!(at("self") < at("string") && at("string") < at("size") && at("size") < at("false"), "{found:?}");
}

#[test]
fn operators_follow_a_value() {
    for (rule, operators) in [
        (
            "rule: |\n                self.title\n                $0",
            vec!["==", "!=", "<", "<=", ">", ">=", "in", "+"],
        ),
        ("rule: \"self.title $0\"", vec!["==", "!=", "<", "<=", ">", ">=", "in", "+"]),
        ("rule: self.size $0", vec!["==", "!=", "<", "<=", ">", ">=", "in", "+", "-", "*", "/", "%"]),
        ("rule: self.title $0", vec!["==", "!=", "<", "<=", ">", ">=", "in", "+"]),
        ("rule: self.door $0", vec!["&&", "||", "==", "!=", "<", "<=", ">", ">=", "in", "? :"]),
        ("rule: 'self.size == 3 $0'", vec!["&&", "||", "+", "-", "*", "/", "%", "? :"]),
        ("rule: self.racks.all(r, r.height > 3 $0)", vec!["&&", "||", "+", "-", "*", "/", "%", "? :"]),
        ("rule: 'self.door ? self.title $0'", vec![":", "==", "!=", "<", "<=", ">", ">=", "in", "+"]),
    ] {
        assert_eq!(labels(rule), operators, "{rule}");
    }
    assert_eq!(labels("rule: self.size i$0").first().map(String::as_str), Some("in"));
    assert_eq!(labels("rule: self.size !$0").first().map(String::as_str), Some("!="));
    assert_eq!(accepted("rule: self.size =$0", "=="), "rule: self.size ==");
    assert_eq!(accepted("rule: size(self.tags)$0", "=="), "rule: size(self.tags) ==");
    assert!(labels("rule: self.size == $0").contains(&"self".to_owned()));
    assert!(labels("rule: self.door && !$0").contains(&"self".to_owned()));
}

/// The texts of all places that mean what is at the cursor, the declaration first, each with what is around it.
fn marked(rules: &str) -> Vec<String> {
    let file = oven(rules);
    let found = highlights(&file.file, file.at(), file.context(), &Config::default());
    let shown = |reference: &crdls_ide::Reference| {
        let end = (reference.range.end as usize + 3).min(file.text().len());
        let mark = if reference.role == MentionRole::Definition { "*" } else { "" };
        format!("{mark}{}", &file.text()[reference.range.start as usize..end])
    };
    found.iter().map(shown).collect()
}

#[test]
fn variables_of_macros_are_found() {
    for (rule, places) in [
        ("rule: self.tags.all(x$0, x != 'a' && x != 'b')", vec!["*x, x", "x !=", "x !="]),
        ("rule: self.tags.all(x, x != 'a' && $0x != 'b')", vec!["*x, x", "x !=", "x !="]),
        ("rule: self.tags.all(i, x, $0i > 0 || x != 'a')", vec!["*i, x", "i > "]),
        ("rule: self.zones.all(k, v, v > 0 && k != 'a' && $0v < 9)", vec!["*v, v", "v > ", "v < "]),
    ] {
        assert_eq!(marked(rule), places, "{rule}");
    }
    let inner = marked("rule: self.racks.all(x, self.tags.all(x, $0x == 'a') && x.height > 1)");
    assert_eq!(inner, ["*x, x", "x =="]);
    let outer = marked("rule: self.racks.all(x, self.tags.all(x, x == 'a') && $0x.height > 1)");
    assert_eq!(outer, ["*x, s", "x.he"]);
    let file = oven("rule: \"self.tags.all(xyz, $0xyz != 'a')\"");
    let found = file.definition().expect("defined");
    assert_eq!(found.range.of(file.text()), "xyz");
    assert!(found.range.end < file.at());
    let found = renamable(&file.file, file.at(), &Config::default());
    assert!(matches!(found, Renamable::Name(_, name) if name == "xyz"));
}

#[test]
fn variables_of_macros_are_renamed() {
    let renamed = |rules: &str, name: &str| {
        let file = oven(rules);
        match rename(&file.file, file.at(), name, &Config::default()) {
            Renaming::Refused(why) => why,
            Renaming::Edits(edits) => rule(&file.edited(&edits)),
        }
    };
    let rule = "rule: self.racks.all(x, self.tags.all(y, y == 'a') && $0x.height > 1)";
    assert_eq!(
        renamed(rule, "rack"),
        "rule: self.racks.all(rack, self.tags.all(y, y == 'a') && rack.height > 1)"
    );
    assert_eq!(renamed(rule, "y"), "the expression names another variable `y` here");
    assert_eq!(renamed(rule, "self"), "the expression names another variable `self` here");
    for name in ["", "1", "a-b", "for", "__result__"] {
        assert_eq!(renamed(rule, name), format!("`{name}` cannot be the name of a variable"));
    }
    assert_eq!(
        renamed("rule: 'self.tags.all($0t, t != ''a'')'", "tag"),
        "rule: 'self.tags.all(tag, tag != ''a'')'"
    );
}

#[test]
fn functions_that_some_of_the_named_minors_lack_come_last() {
    let sorted = |minors: &str| {
        let mut file = oven("rule: self.racks.$0");
        file.world.config = Config::default().of_minors(Minors::parse(minors).expect("minors"));
        let mut found = file.completions();
        found.sort_by(|a, b| a.sort.cmp(&b.sort));
        found.into_iter().map(|c| (c.label, c.detail.unwrap_or_default())).collect::<Vec<_>>()
    };
    let detail = |found: &[(String, String)], label: &str| {
        let at = found
            .iter()
            .position(|(its, _)| its == label)
            .unwrap_or_else(|| panic!("{label} is not offered"));
        (at, found[at].1.clone())
    };
    let (all, newest) = (sorted("1.33,1.37"), sorted("1.37"));
    let (flatten, words) = detail(&all, "flatten");
    assert!(words.ends_with(", since Kubernetes 1.35"), "{words}");
    assert!(!detail(&newest, "flatten").1.contains("since"));
    assert!(detail(&all, "size").0 < flatten, "what all have comes first");
    assert!(detail(&newest, "flatten").0 < detail(&newest, "size").0, "by name where all are there");
}

#[test]
fn hover_tells_since_and_until_when() {
    let explained = |rule: &str| oven(rule).hover().expect("explained").markdown;
    assert!(explained("rule: self.racks.fl$0atten().size() > 0").contains("since Kubernetes 1.35"));
    assert!(
        explained("rule: dura$0tion('1h') > duration('1m')")
            .contains("`duration(int)`: until Kubernetes 1.36.")
    );
}

/// The item of rules after an item is accepted, its placeholders at their defaults, without its indentation.
fn accepted_item(rules: &str, label: &str) -> String {
    let file = oven(rules);
    let found = file.completions();
    let labels: Vec<_> = found.iter().map(|found| found.label.as_str()).collect();
    let Some(item) = found.iter().find(|found| found.label == label) else {
        panic!("`{label}` is not offered at {rules}, but {labels:?}")
    };
    let text = file.accepted(item);
    let start = text.find("- rule").map_or(0, |at| at + 2);
    let end = text.get(start..).and_then(|rest| rest.find("properties:")).map_or(text.len(), |at| start + at);
    let lines = text[start..end].lines().map(str::trim).filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" | ")
}

/// A rule that YAML misreads is an expression too, and gets the quotes that it needs when a suggestion is accepted.
#[test]
fn rules_that_yaml_misreads_are_completed() {
    for (rule, label, written) in [
        ("rule: !has(self.ti$0", "title", "rule: '!has(self.title'"),
        ("rule: !self.$0", "door", "rule: '!self.door'"),
        ("rule: !$0", "self", "rule: '!self'"),
        (
            "rule: !has(self.title) || self.mode == $0",
            "'fan'",
            "rule: \"!has(self.title) || self.mode == 'fan'\"",
        ),
        (
            "rule: !has(self.title) || self.title == \"x\" && self.mode == $0",
            "'fan'",
            "rule: |- | !has(self.title) || self.title == \"x\" && self.mode == 'fan'",
        ),
        ("rule: 'a' == self.$0", "title", "rule: \"'a' == self.title\""),
        ("rule: \"a\" in self.$0", "tags", "rule: '\"a\" in self.tags'"),
        ("rule: 'a' == self.$0 || self.door", "title", "rule: \"'a' == self.title || self.door\""),
        ("rule: [1, 2].all(n, n != self.$0", "size", "rule: '[1, 2].all(n, n != self.size'"),
        ("rule: {'a': self.$0", "size", "rule: \"{'a': self.size\""),
        (
            "rule: self.door ? self.title == 'a' : self.$0",
            "door",
            "rule: \"self.door ? self.title == 'a' : self.door\"",
        ),
        ("rule: self.door ? self.title $0", ":", "rule: 'self.door ? self.title :'"),
        ("rule: self.$0", "door", "rule: self.door"),
        ("rule: '!self.$0'", "door", "rule: '!self.door'"),
    ] {
        assert_eq!(accepted_item(rule, label), written, "{rule}");
    }
}

/// Whole rules are offered where one begins; each compiles.
#[test]
fn rules_begin_with_templates() {
    for (label, written) in [
        ("immutable", "rule: self == oldSelf"),
        ("set once", "rule: '!has(oldSelf.door) || has(self.door) && self.door == oldSelf.door'"),
        ("exactly one of", "rule: '[has(self.door), has(self.mode)].exists_one(isSet, isSet)'"),
        ("guarded comparison", "rule: '!has(self.door) || self.door == true'"),
        ("unique by key", "rule: self.racks.all(a, self.racks.exists_one(b, a.height == b.height))"),
    ] {
        assert_eq!(accepted_item("rule: $0", label), written, "{label}");
        let file = oven("rule: $0");
        let item = file.completions().into_iter().find(|found| found.label == label).expect("offered");
        let codes = open(file.accepted(&item)).codes();
        assert!(
            !codes.iter().any(|code| code.starts_with("cel") || *code == "not-yaml"),
            "{label}: {codes:?}"
        );
    }
    assert!(!labels("rule: self.$0").contains(&"immutable".to_owned()));
    assert!(labels("rule: \"$0\"").contains(&"immutable".to_owned()));
}

/// Functions with a namespace are completed after it, explained, and shown with their arguments.
#[test]
fn functions_of_a_namespace_are_members_of_it() {
    for (rule, all) in [
        ("rule: sets.$0", vec!["contains", "equivalent", "intersects"]),
        ("rule: optional.$0", vec!["none", "of", "ofNonZeroValue", "unwrap"]),
        ("rule: ip.$0", vec!["isCanonical"]),
    ] {
        assert_eq!(labels(rule), all, "{rule}");
    }
    let formats = labels("rule: format.$0");
    assert!(
        formats.contains(&"dns1123Label".to_owned()) && formats.contains(&"named".to_owned()),
        "{formats:?}"
    );
    assert!(!formats.contains(&"size".to_owned()));
    assert_eq!(accepted_item("rule: sets.con$0", "contains"), "rule: sets.contains()");
    let hover = oven("rule: \"sets.con$0tains(self.tags, ['new'])\"").hover().expect("explained").markdown;
    assert!(hover.contains("sets.contains(") && hover.len() > 60, "{hover}");
    let file = oven("rule: \"sets.contains(self.tags, $0)\"");
    let found = crdls_ide::signatures(&file.file, file.at(), &file.world.config).expect("a call");
    assert!(found.signatures[0].label.starts_with("sets.contains(list("), "{found:?}");
    assert!(!found.documentation.is_empty());
}

/// Where a truth value is expected, the members that are one come first.
#[test]
fn truth_values_come_first_where_one_is_expected() {
    for rule in ["rule: self.$0", "rule: self.size == 2 && self.$0"] {
        let mut found = oven(rule).completions();
        found.sort_by(|a, b| a.sort.cmp(&b.sort));
        assert_eq!(found[0].label, "door", "{rule}");
    }
}
