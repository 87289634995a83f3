//! Rules that YAML reads differently from how they are written: in each shape, the headline names the cause, and the
//! first fix leaves the rule that was meant, without a finding. While one is typed letter by letter, there is never more
//! than one finding for it, and none on another line.

use crdls_ide::{File, FileContext, FileFinding, Fixer, check, in_editor};
use crdls_report::{Advice, Config};
use crdls_tests::crd;
use crdls_text::{LineIndex, TextRange};

/// The item of a rule as it is typed, and the rule that is meant.
const SHAPES: [(&str, &str); 54] = [
    ("rule: !has(self.a)", "!has(self.a)"),
    ("rule: !has(self.a) || self.a != ''", "!has(self.a) || self.a != ''"),
    ("rule: !self.lit", "!self.lit"),
    ("rule: !!self.lit", "!!self.lit"),
    ("rule: !(self.size > 3)", "!(self.size > 3)"),
    ("rule: !self.tags.exists(t, t == 'x')", "!self.tags.exists(t, t == 'x')"),
    ("rule: !has(self.a) && !has(self.b)", "!has(self.a) && !has(self.b)"),
    ("rule: !has(self.a) ? self.lit : true", "!has(self.a) ? self.lit : true"),
    ("rule: !has(self.a)\n    || self.a != 'x'", "!has(self.a)\n|| self.a != 'x'"),
    ("rule: !has(self.a) # when it is not there", "!has(self.a)"),
    ("rule: 'x' == self.a", "'x' == self.a"),
    ("rule: \"x\" == self.a", "\"x\" == self.a"),
    ("rule: 'x' in self.tags || self.lit", "'x' in self.tags || self.lit"),
    ("rule: 'x' + self.a == 'xy'", "'x' + self.a == 'xy'"),
    ("rule: 'y' != self.a && 'x' != self.a", "'y' != self.a && 'x' != self.a"),
    ("rule: 'x' == self.a\n    || self.lit", "'x' == self.a\n|| self.lit"),
    ("rule: 'x' != \"y\" || self.lit", "'x' != \"y\" || self.lit"),
    ("rule: '@' in self.tags", "'@' in self.tags"),
    ("rule: '%' != self.a", "'%' != self.a"),
    ("rule: 'self.a != 'x''", "self.a != 'x'"),
    ("rule: 'self.a in ['x', 'y']'", "self.a in ['x', 'y']"),
    ("rule: 'self.a != 'x: y''", "self.a != 'x: y'"),
    ("rule: \"self.a != \"x\"\"", "self.a != \"x\""),
    ("rule: \"self.a.matches(\"^a$\")\"", "self.a.matches(\"^a$\")"),
    ("rule: \"self.a.matches('^\\d+$')\"", "self.a.matches('^\\\\d+$')"),
    ("rule: \"self.a.matches('^\\\\d+$')\"", "self.a.matches('^\\\\d+$')"),
    ("rule: [1, 2].all(n, n != self.size)", "[1, 2].all(n, n != self.size)"),
    ("rule: [self.a, self.b].exists(x, x == 'a')", "[self.a, self.b].exists(x, x == 'a')"),
    ("rule: [].size() == self.size", "[].size() == self.size"),
    ("rule: [[1]].size() == self.size", "[[1]].size() == self.size"),
    ("rule: {'a': 1}.size() == self.size", "{'a': 1}.size() == self.size"),
    ("rule: {'a': self.lit}.all(k, k == 'a')", "{'a': self.lit}.all(k, k == 'a')"),
    ("rule: {}.size() == self.size", "{}.size() == self.size"),
    ("rule: self.a != 'x #y'", "self.a != 'x #y'"),
    ("rule: self.a.contains(' # ')", "self.a.contains(' # ')"),
    ("rule: self.a.split(' #')[0] == 'x'", "self.a.split(' #')[0] == 'x'"),
    ("rule: self.lit # the first\n    && self.size > 1", "self.lit // the first\n&& self.size > 1"),
    ("rule: self.lit ? self.size > 1 : true", "self.lit ? self.size > 1 : true"),
    ("rule: self.a != 'key: value'", "self.a != 'key: value'"),
    ("rule: self.a.matches('^[a-z]+: [0-9]+$')", "self.a.matches('^[a-z]+: [0-9]+$')"),
    ("rule: self.b == \"a: b\" || self.lit", "self.b == \"a: b\" || self.lit"),
    ("rule: self.lit\n    ? self.size > 1 : true", "self.lit\n? self.size > 1 : true"),
    (
        "rule: >-\n    // a comment\n    self.lit\n    && self.size > 1",
        "// a comment\nself.lit\n&& self.size > 1",
    ),
    ("rule: >- self.lit && self.size > 1", "self.lit && self.size > 1"),
    ("rule: | self.lit && self.size > 1", "self.lit && self.size > 1"),
    ("rule: - self.size < 0", "- self.size < 0"),
    ("rule: @self.lit", "self.lit"),
    ("rule: %self.lit", "self.lit"),
    ("rule: `self.a == 'x'`", "self.a == 'x'"),
    ("rule: `self.lit", "self.lit"),
    ("rule: &self.lit", "self.lit"),
    ("rule: *self.lit", "self.lit"),
    ("{rule: self.a in ['x', 'y'], message: m}", "self.a in ['x', 'y']"),
    ("{rule: self.tags[0] == 'x', message: m}", "self.tags[0] == 'x'"),
];

/// A CRD with an item of rules between two others.
fn oven(item: &str) -> String {
    let text = crd(|c| {
        c.kind("Oven").spec_schema(
            "
        type: object
        required: [a, b, lit, size, tags]
        x-kubernetes-validations:
        - rule: self.size < 100
          message: too large
        - ITEM
        - rule: self.size > -100
          message: too small
        properties:
          a: {type: string, maxLength: 10}
          b: {type: string, maxLength: 10}
          lit: {type: boolean}
          size: {type: integer}
          tags:
            type: array
            maxItems: 10
            items: {type: string, maxLength: 10}
            ",
        )
    });
    let line = text.lines().find(|line| line.trim() == "- ITEM").expect("the item");
    let indent = line.len() - "- ITEM".len();
    text.replace("ITEM", &item.replace('\n', &format!("\n{:indent$}", "")))
}

fn findings(file: &File) -> Vec<FileFinding> {
    let found = check(file, FileContext::default(), &config());
    in_editor(file, found, None).into_iter().filter(|found| !found.hidden).collect()
}

fn config() -> Config {
    Config { advice: Advice::Nothing, ..Config::default() }
}

/// The item in the text of a CRD.
fn item_of(text: &str) -> TextRange {
    let start = text.find("too large").expect("a rule") + "too large\n".len();
    let end = text.find("- rule: self.size > -100").expect("a rule");
    TextRange::new(start as u32, end as u32)
}

/// The rules of a CRD as the server gets them.
fn rules(file: &File) -> Vec<String> {
    let root = file.tree().root(file.text(), &file.tree().documents()[0]).expect("a CRD");
    let mut open = vec![root];
    let mut rules = Vec::new();
    while let Some(node) = open.pop() {
        for entry in node.entries() {
            if entry.key.source() == "rule" {
                rules.push(entry.value.decoded().text().trim().to_owned());
            }
            open.push(entry.value);
        }
        open.extend(node.items());
    }
    rules
}

#[test]
fn the_first_fix_leaves_the_rule_that_was_meant() {
    let mut wrong = Vec::new();
    for (item, meant) in SHAPES {
        // A rule on several lines needs a message.
        let message = if item.contains('\n') { "\n  message: m" } else { "" };
        let file = File::new(oven(&format!("{item}{message}")));
        let all = findings(&file);
        let of_item: Vec<_> = all
            .iter()
            .filter(|found| item_of(file.text()).covers(found.finding.range))
            // A rule without a message is another matter.
            .filter(|found| found.finding.code.name != "missing-message")
            .collect();
        let config = config();
        let [found] = of_item.as_slice() else {
            wrong.push(format!("{item}: {} findings: {:?}", of_item.len(), messages(&all)));
            continue;
        };
        if !found.finding.message.contains(" needs ") || !found.finding.message.contains("YAML") {
            wrong.push(format!("{item}: no cause: {}", found.finding.message));
        }
        let all: Vec<_> = check(&file, FileContext::default(), &config);
        let found = all.iter().find(|other| other.finding == found.finding).expect("the same finding");
        let fixes = Fixer::new(&file, &all, FileContext::default(), &config).fixes(&[found]);
        let Some(fix) = fixes.first().and_then(|fixes| fixes.first()) else {
            wrong.push(format!("{item}: no fix of {}", found.finding.message));
            continue;
        };
        let (text, _) = crdls_ide::applied(file.text(), [fix]).expect("an edit");
        let fixed = File::new(text);
        let left: Vec<_> = findings(&fixed)
            .into_iter()
            .filter(|found| found.finding.code.name != "missing-message")
            .collect();
        if !left.is_empty() {
            wrong.push(format!("{item}: {} leaves {:?}", fix.title, messages(&left)));
        } else if !rules(&fixed).iter().any(|rule| rule == meant) {
            wrong.push(format!("{item}: {} gives {:?}", fix.title, rules(&fixed)));
        }
    }
    println!("{} shapes, {} wrong", SHAPES.len(), wrong.len());
    wrong.iter().for_each(|one| println!("  {one}"));
    assert!(wrong.is_empty());
}

fn messages(found: &[FileFinding]) -> Vec<&str> {
    found.iter().map(|found| found.finding.message.as_str()).collect()
}

#[test]
fn a_rule_that_is_typed_has_one_finding() {
    let (mut states, mut several, mut elsewhere) = (0, 0, 0);
    for (item, _) in SHAPES {
        for (at, _) in item.char_indices().chain([(item.len(), ' ')]) {
            let typed = &item[..at];
            let file = File::new(oven(typed));
            let lines = LineIndex::new(file.text());
            let line = |offset: u32| lines.line_col(offset).line;
            let range = item_of(file.text());
            let all = findings(&file);
            let (own, others): (Vec<_>, Vec<_>) =
                all.into_iter().filter(|found| found.finding.code.name != "missing-message").partition(
                    |found| (line(range.start)..line(range.end)).contains(&line(found.finding.range.start)),
                );
            states += 1;
            several += usize::from(own.len() > 1);
            elsewhere += usize::from(!others.is_empty());
            if own.len() > 1 || !others.is_empty() {
                println!("  {typed}§\n    here {:?}\n    elsewhere {:?}", messages(&own), messages(&others));
            }
        }
    }
    println!("{states} states, {several} with several findings, {elsewhere} with one on another line");
    assert_eq!((several, elsewhere), (0, 0));
}
