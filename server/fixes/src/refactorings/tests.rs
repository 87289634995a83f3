use crdls_sample::crd;

use super::*;

/// A CRD up to the properties of its schema.
fn head() -> String {
    crd(|c| c.kind("Train").version("v1beta1", |v| v.schema("type: object\nproperties:")))
}

/// The titles at the place of `cursor`, and the text with the one of them applied that has those words.
fn applied(below: &str, cursor: &str, words: &str) -> (Vec<String>, String) {
    let head = head();
    let text = format!("{head}{below}");
    let at = text.find(cursor).expect("the cursor's text") as u32;
    let file = File::new(text);
    let config = crdls_report::Config::default();
    assert_eq!(crate::check(&file, crate::FileContext::default(), &config), [], "nothing is wrong before");
    let found = refactorings(&file, TextRange::empty(at));
    let titles: Vec<String> = found.iter().map(|fix| fix.title.clone()).collect();
    let fix: Vec<_> = found.into_iter().filter(|fix| fix.title.contains(words)).collect();
    let (text, _) = crate::applied(file.text(), &fix)
        .unwrap_or_else(|| panic!("{words} is not among {titles:?} at {at}"));
    let file = File::new(text);
    let errors = crate::check(&file, crate::FileContext::default(), &config)
        .into_iter()
        .filter(|found| found.finding.server.is_some());
    assert_eq!(errors.collect::<Vec<_>>(), [], "nothing of the server's after");
    (titles, file.text().strip_prefix(&head).unwrap_or(file.text()).to_owned())
}

const SPEC: &str = "          spec:
            type: object
";

#[test]
fn a_version_is_copied_under_the_next_name() {
    let (titles, text) = applied(SPEC, "name: v1beta1", "version");
    assert_eq!(titles, ["add version `v1`, copied from `v1beta1`"]);
    let copy = "  - name: v1
    served: true
    storage: false
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
";
    assert_eq!(text, format!("{SPEC}{copy}"));
}

#[test]
fn a_message_becomes_an_expression() {
    let rule = "            x-kubernetes-validations:
            - rule: self.x > 1
              message: it's too small
            properties: {x: {type: integer, default: 2}}
";
    let (_, text) = applied(&format!("{SPEC}{rule}"), "rule: self", "messageExpression");
    assert!(text.contains("\n              messageExpression: \"'it\\\\'s too small'\"\n"), "{text}");
}

#[test]
fn the_pattern_of_int_or_string_goes_and_comes() {
    let short = "          port:
            x-kubernetes-int-or-string: true
";
    let long = "          port:
            anyOf:
            - type: integer
            - type: string
            x-kubernetes-int-or-string: true
";
    assert_eq!(applied(short, "x-kubernetes-int", "expand").1, {
        let mut lines: Vec<_> = long.lines().collect();
        // One key says nothing of an order: the new one stands after it.
        let extension = lines.remove(4);
        lines.insert(1, extension);
        lines.join("\n") + "\n"
    });
    assert_eq!(applied(long, "x-kubernetes-int", "replace `anyOf`").1, short);
    assert_eq!(applied(long, "type: integer", "replace `anyOf`").1, short);
}

#[test]
fn properties_are_sorted_with_their_comments() {
    let text = "          # of the train
          spec:
            type: object
          # first
          port:
            type: integer
";
    let sorted = "          # first
          port:
            type: integer
          # of the train
          spec:
            type: object
";
    assert_eq!(applied(text, "port:", "sort").1, sorted);
    assert_eq!(applied(text.trim_end(), "spec:\n            type", "sort").1, sorted.trim_end());
}

#[test]
fn flow_style_is_unfolded() {
    let text = "          spec: {type: object, required: [a], properties: {a: {type: string, enum: [\"x, y\", z]}}}\n";
    let unfolded = "          spec:
            type: object
            required:
            - a
            properties:
              a:
                type: string
                enum:
                - \"x, y\"
                - z
";
    assert_eq!(applied(text, "required", "unfold").1, unfolded);
}

#[test]
fn a_template_is_not_unfolded() {
    let file = File::new(head().replace("kind: Train", "kind: {{ .Values.kind }}"));
    let at = file.text().find(".Values").expect("a template") as u32;
    assert_eq!(refactorings(&file, TextRange::empty(at)), []);
}

#[test]
fn what_is_no_crd_has_none() {
    let file = File::new("a: {b: c}\n".to_owned());
    assert_eq!(refactorings(&file, TextRange::empty(4)), []);
}
