use super::{by_key, mapped, to_yaml};
use crate::data::Object;
use crate::{Data, Item, Origin};

fn text(value: &str) -> Item {
    Item::text(value, Origin::default())
}

#[test]
fn keys_are_sorted_as_people_do() {
    let mut keys = ["a10", "a2", "B", "_x", "a", "A1", "v1beta1", "v1", "x-kubernetes-a", "xa"];
    keys.sort_by(|a, b| by_key(a, b));
    assert_eq!(keys, ["_x", "A1", "B", "a", "a2", "a10", "v1", "v1beta1", "x-kubernetes-a", "xa"]);
}

/// `p1b` comes before `p2a`, that before `p10`, and that before `p1b`.
#[test]
fn keys_that_come_before_each_other_in_a_circle_are_all_written() {
    let names =
        "p100a p12b p4c p3b p2c p99a p15b p9c p30b p2b p10 p20b p2a p50b p50 p4 p1b p3c p12c p99b p15 p9a";
    let mut object = Object::default();
    names.split(' ').for_each(|name| object.set(name, text("x")));
    let written = to_yaml(&object.item(Origin::default()), "");
    assert!(names.split(' ').all(|name| written.contains(&format!("{name}: x"))), "{written}");
}

/// The expected text is what sigs.k8s.io/yaml v1.6.0 writes of these values.
#[test]
fn scalars_are_written_as_by_the_library() {
    let mut object = Object::default();
    for (number, value) in [
        "plain",
        "true",
        "",
        "with: colon",
        "a # b",
        "# a",
        "it's",
        "'",
        "12",
        "2020-01-01",
        "1:30",
        "two\nlines",
        "ends\n",
        "  indented\nlines",
        "tab\there",
        "a long text that is longer than eighty characters and therefore goes on with the next line of the output",
        "- a",
        "*",
    ]
    .iter()
    .enumerate()
    {
        object.set(&format!("k{number}"), text(value));
    }
    object.set(
        "list",
        Item::new(
            Data::List(vec![text("a"), Item::new(Data::List(vec![text("b")]), Origin::default())]),
            Origin::default(),
        ),
    );
    object.set("number", Item::new(Data::Float(0.5), Origin::default()));
    let expected = "---\nk0: plain\nk1: \"true\"\nk2: \"\"\nk3: 'with: colon'\nk4: 'a # b'\nk5: '# a'\nk6: it's\nk7: ''''\n\
                    k8: \"12\"\nk9: \"2020-01-01\"\nk10: \"1:30\"\nk11: |-\n  two\n  lines\nk12: |\n  ends\nk13: |2-\n    \
                    indented\n  lines\nk14: \"tab\\there\"\nk15: a long text that is longer than eighty characters and therefore goes on with\n  \
                    the next line of the output\nk16: '- a'\nk17: '*'\nlist:\n- a\n- - b\nnumber: 0.5\n";
    assert_eq!(to_yaml(&object.item(Origin::default()), ""), expected);
}

#[test]
fn the_text_for_checks_is_the_same_value() {
    let mut inner = Object::default();
    inner.set("on", text("a \"b\"\n\\"));
    let mut object = Object::default();
    object.set("list", Item::new(Data::List(vec![inner.item(Origin::default())]), Origin::default()));
    object.set("empty", Object::default().item(Origin::default()));
    let (yaml, origins) = mapped(&object.item(Origin::default()));
    assert_eq!(yaml, "empty: {}\nlist:\n  - \"on\": \"a \\\"b\\\"\\n\\\\\"\n");
    assert!(origins.spans().next().is_some());
}
