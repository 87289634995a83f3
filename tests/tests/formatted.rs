//! Formatting of expressions and indentation of new lines, over the rules and lines of real CRDs (needs the corpus): a
//! formatted rule is the same expression, and every other byte of its file stays.

use crdls_cel::ast::Ast;
use crdls_cel::lower::{Dialect, Parsed, parse_expression};
use crdls_cel::syntax::TokenKind;
use crdls_ide::{File, Indentation, formatted, indentation};
use crdls_tests::corpus;
use crdls_text::{Edit, TextRange};
use crdls_yaml::{Kind, Node};

#[test]
fn formatted_rules_are_the_same_expressions() {
    let Some(root) = corpus::dir_or_skip("formatted rules") else { return };
    let (mut files, mut rules, mut parsed, mut changed, mut folded) = (0, 0, 0, 0, 0);
    for path in corpus::files(&root, &["crds", "bundles"], &["yaml", "yml"]) {
        let before = File::new(corpus::read(&path));
        let own = expressions(&before);
        if own.is_empty() {
            continue;
        }
        let name = path.display();
        let after = with(&before, &formatted(&before, before.range()));
        assert_eq!(formatted(&after, after.range()), [], "{name}: formatting twice changes nothing");
        let new = expressions(&after);
        assert_eq!(own.len(), new.len(), "{name}");
        assert_eq!(without(&before, &own), without(&after, &new), "{name}: nothing but expressions changes");
        for (old, new) in own.iter().zip(&new) {
            let [was, is] = [old, new].map(|node| node.decoded().text().to_owned());
            let (was_parsed, is_parsed) = (parse(&was), parse(&is));
            assert_eq!(tokens(&was_parsed, &was), tokens(&is_parsed, &is), "{name}: {was}");
            assert_eq!(shape(&was_parsed.ast), shape(&is_parsed.ast), "{name}: {was}");
            rules += 1;
            parsed += usize::from(was_parsed.errors.is_empty());
            changed += usize::from(old.source() != new.source());
            folded += usize::from(old.kind() != Kind::Folded && new.kind() == Kind::Folded);
        }
        files += 1;
    }
    println!(
        "{rules} expressions in {files} files, {parsed} of them without errors: {changed} formatted, of these {folded} folded; all compile to the same AST, and all other bytes are equal"
    );
    assert!(rules > 400 && changed > 20 && folded > 5, "the corpus has rules to format");
}

fn parse(text: &str) -> Parsed {
    parse_expression(text, &Dialect::default())
}

/// The tokens that are not blanks, as written.
fn tokens<'t>(parsed: &Parsed, text: &'t str) -> Vec<(TokenKind, &'t str)> {
    let tokens = parsed.tree.tokens.iter().filter(|token| token.kind != TokenKind::Whitespace);
    tokens.map(|token| (token.kind, token.range.of(text))).collect()
}

/// An expression without the places that it comes from.
fn shape(ast: &Ast) -> String {
    let all = format!("{:?} {:?}", ast.root, ast.ids().map(|id| ast.kind(id)).collect::<Vec<_>>());
    let mut rest = all.as_str();
    let mut shape = String::new();
    while let Some(at) = rest.find(": ") {
        let (name, value) = rest.split_at(at + 2);
        shape.push_str(name);
        let is_place = name.ends_with(" at: ") || name.ends_with("start: ") || name.ends_with("end: ");
        rest = if is_place { value.trim_start_matches(|c: char| c.is_ascii_digit()) } else { value };
    }
    shape + rest
}

fn with(file: &File, edits: &[Edit]) -> File {
    let mut text = file.text().to_owned();
    for edit in edits.iter().rev() {
        assert!(edit.apply(&mut text), "{edit:?}");
    }
    File::new(text)
}

/// The text without expressions, and without the blanks around them: those belong to the style of a scalar.
fn without(file: &File, expressions: &[Node<'_>]) -> String {
    let (mut rest, mut at) = (String::new(), 0);
    for node in expressions {
        rest.push_str(TextRange::new(at, node.range().start).of(file.text()));
        rest.push('§');
        at = node.range().end;
        // A block ends with the break of its last line.
        let is_block = matches!(node.kind(), Kind::Literal | Kind::Folded);
        if is_block && node.source().ends_with('\n') {
            rest.push('\n');
        }
    }
    rest + TextRange::new(at, file.range().end).of(file.text())
}

/// The expressions of rules in all CRDs of a file, found by their keys alone.
fn expressions(file: &File) -> Vec<Node<'_>> {
    let mut found = Vec::new();
    for (_, object) in file.objects() {
        if object.kind.is_served_crd() {
            below(object.node, &mut found);
        }
    }
    found
}

fn below<'t>(node: Node<'t>, found: &mut Vec<Node<'t>>) {
    for entry in node.entries() {
        if entry.key.source().trim_matches('"') == "x-kubernetes-validations" {
            let fields = entry.value.items().flat_map(Node::entries);
            let is_expression = |name: &str| matches!(name.trim_matches('"'), "rule" | "messageExpression");
            let own = fields.filter(|field| is_expression(field.key.source())).map(|field| field.value);
            found.extend(own.filter(|value| value.kind().is_scalar()));
        } else {
            below(entry.value, found);
        }
    }
    node.items().for_each(|item| below(item, found));
}

/// A file with one rule, with what the rule becomes.
fn rule(written: &str) -> String {
    let head = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  versions:\n  - schema:\n      openAPIV3Schema:\n        x-kubernetes-validations:\n";
    let file = File::new(format!("{head}{written}\n"));
    let after = with(&file, &formatted(&file, file.range()));
    after.text().strip_prefix(head).expect("the head stays").trim_end().to_owned()
}

#[test]
fn an_expression_keeps_its_style() {
    for (written, expected) in [
        ("        - rule: self.a==1", "        - rule: self.a == 1"),
        ("        - rule: 'self.a  ==  \"x\"'  # why", "        - rule: 'self.a == \"x\"'  # why"),
        ("        - rule: \"self.a==\\\"x\\\"\"", "        - rule: \"self.a == \\\"x\\\"\""),
        (
            "        - {rule: \"self.a==1\", message: a  b}",
            "        - {rule: \"self.a == 1\", message: a  b}",
        ),
        ("        - rule: self.a\n            ==1", "        - rule: self.a == 1"),
        // What YAML would read otherwise gets quotes.
        ("        - rule: self.a ?1:2", "        - rule: 'self.a ? 1 : 2'"),
        (
            "        - rule: |-\n            self.a==1&&  \n              self.b",
            "        - rule: |-\n            self.a == 1 &&\n              self.b",
        ),
        // A comment ends with its line, and an expression with errors has no blanks of its own.
        (
            "        - rule: |\n            a  // b\n            ==c",
            "        - rule: |\n            a  // b\n            ==c",
        ),
        ("        - rule: a==", "        - rule: a=="),
        // Of other keys nothing changes.
        ("        - message: a==b\n          rule:   a", "        - message: a==b\n          rule:   a"),
    ] {
        assert_eq!(rule(written), expected);
    }
}

#[test]
fn a_long_expression_becomes_a_block() {
    let long = |quote: &str| {
        let part = "has(self.something) && self.something.all(item, item.size() > 3 && item != self.name)";
        format!("        - rule: {quote}{part} || self.other{quote}\n          message: no")
    };
    let expected = "        - rule: >-\n            has(self.something) && self.something.all(item, item.size() > 3 && item != self.name) ||\n            self.other\n          message: no";
    for quote in ["", "'", "\""] {
        assert_eq!(rule(&long(quote)), expected);
    }
    // A comment after the scalar would become a part of the text.
    let commented = long("").replace("self.other\n", "self.other  # why\n");
    assert_eq!(rule(&commented), commented);
}

/// The scalars that have several lines.
fn texts_of(node: Node<'_>, texts: &mut Vec<TextRange>) {
    texts.extend((node.kind().is_scalar() && node.source().contains('\n')).then(|| node.range()));
    node.entries().for_each(|entry| texts_of(entry.value, texts));
    node.items().for_each(|item| texts_of(item, texts));
}

#[test]
fn new_lines_begin_where_the_next_one_does() {
    let Some(root) = corpus::dir_or_skip("indentation of new lines") else { return };
    let mut lines = 0;
    for path in corpus::files(&root, &["crds"], &["yaml"]).iter().step_by(16) {
        let text = corpus::read(path);
        let whole = File::new(text.clone());
        let mut texts = Vec::new();
        whole.objects().for_each(|(_, object)| texts_of(object.node, &mut texts));
        let mut before = String::new();
        let mut rows = text.split_inclusive('\n').peekable();
        while let Some(row) = rows.next() {
            before.push_str(row);
            let Some(next) = rows.peek().map(|next| next.trim_end()) else { break };
            let column = next.len() - next.trim_start_matches(' ').len();
            let (own, content) = (row.len() - row.trim_start_matches([' ', '-']).len(), next.trim_start());
            if before.len() > 20_000 {
                break;
            }
            // A line of a text has no structure above it.
            if texts.iter().any(|text| text.contains(before.len() as u32)) {
                continue;
            }
            if row.trim().is_empty()
                || content.is_empty()
                || content.starts_with('#')
                || row.trim_start().starts_with('#')
            {
                continue;
            }
            // A line that is less deep ends something, which only its author knows.
            let is_item = content.starts_with("- ");
            if !is_item && column >= own {
                let file = File::new(format!("{before}   \n"));
                let edit = indentation(&file, before.len() as u32 + 3, Indentation::OfLine);
                let found = edit.map_or(3, |edit| edit.new_text.len());
                assert_eq!(found, column, "{}: {row}{next}", path.display());
                lines += 1;
            }
        }
    }
    println!("{lines} new lines begin where they do in the corpus");
    assert!(lines > 1_000, "{lines}");
}
