//! A CRD in a list that is in a list: what a CRD alone has in an editor, at the same places.

use crdls_ide::{
    Definition, File, FileContext, LensKind, Named, Renamable, Renaming, check, definition, field_page,
    highlights, hints, hover, lenses, named, named_symbols, refactorings, renamable, rename, semantic_tokens,
    symbols,
};
use crdls_report::Config;
use crdls_tests::world::open;
use crdls_tests::{World, crd};
use crdls_text::TextRange;

fn tables() -> String {
    crd(|c| {
        let c = c.names("singular: table, listKind: TableList").spec("conversion: {strategy: None}");
        c.schema(
            "
        type: object
        properties:
          legs:
            type: integer
            minimum: 3
          top:
            type: string
        x-kubernetes-validations:
        - rule: self.legs > 2
        required: [legs]
            ",
        )
    })
}

/// The CRD as the second item of a list in a list, and how far it is indented.
fn nested() -> (String, usize) {
    let crd: String = tables()
        .lines()
        .enumerate()
        .map(|(at, line)| {
            let indent = if at == 0 { "  - " } else { "    " };
            format!("{indent}{line}\n")
        })
        .collect();
    let head = "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: List\n  items:\n  - apiVersion: v1\n    kind: ConfigMap\n";
    (format!("{head}{crd}"), head.len())
}

/// The same place in the CRD alone, and in the list.
struct Places {
    alone: File,
    listed: File,
    before: usize,
}

impl Places {
    fn new() -> Self {
        let (text, before) = nested();
        Self { alone: File::new(tables()), listed: File::new(text), before }
    }

    /// An offset in the CRD as one of the list's text.
    fn listed(&self, offset: u32) -> u32 {
        let lines = self.alone.text()[..offset as usize].matches('\n').count() + 1;
        offset + (self.before + 4 * lines) as u32
    }

    /// The offsets of a text in both, some bytes in.
    fn of(&self, text: &str) -> (u32, u32) {
        let offset = self.alone.text().find(text).expect("a text of the CRD") as u32 + 1;
        (offset, self.listed(offset))
    }

    fn range(&self, range: TextRange) -> TextRange {
        TextRange::new(self.listed(range.start), self.listed(range.end))
    }
}

#[test]
fn hover_explains_nodes_rules_and_versions() {
    let (places, config) = (Places::new(), Config::default());
    for text in [
        "legs:\n",
        "minimum",
        "name: v1",
        "v1\n    served",
        "x-kubernetes-validations",
        "self.legs",
        "legs > 2",
    ] {
        let (alone, listed) = places.of(text);
        let expected = hover(&places.alone, alone, FileContext::default(), &config)
            .unwrap_or_else(|| panic!("a hover on {text}"));
        let found = hover(&places.listed, listed, FileContext::default(), &config)
            .unwrap_or_else(|| panic!("a hover on {text}"));
        assert_eq!(found.markdown, expected.markdown);
        assert_eq!(found.range, places.range(expected.range));
    }
}

#[test]
fn completion_offers_keys_and_words_of_rules() {
    for (before, typed) in [("minimum: 3", "\n            max"), ("self.legs > 2", " && self.")] {
        let labels =
            |text: String, typed: &str| open(text.replace(before, &format!("{before}{typed}$0"))).labels();
        let expected = labels(tables(), typed);
        assert!(!expected.is_empty());
        assert_eq!(labels(nested().0, &typed.replace('\n', "\n    ")), expected);
    }
}

#[test]
fn the_outline_hints_colours_and_lenses_are_there() {
    let (places, config) = (Places::new(), Config::default());
    let (alone, listed) = (symbols(&places.alone), symbols(&places.listed));
    let found = listed.iter().find(|symbol| symbol.name == "Table").expect("the definition");
    assert_eq!(found.selection, places.range(alone[0].selection));
    assert_eq!(found.children[0].children.len(), alone[0].children[0].children.len());

    let labels =
        |file: &File| -> Vec<String> { hints(file, &config).into_iter().map(|hint| hint.label).collect() };
    assert!(!labels(&places.alone).is_empty());
    assert_eq!(labels(&places.listed), labels(&places.alone));

    let kinds =
        |file| semantic_tokens(file, None, &config).into_iter().map(|token| token.kind).collect::<Vec<_>>();
    assert!(!kinds(&places.alone).is_empty());
    assert_eq!(kinds(&places.listed), kinds(&places.alone));

    let (alone, listed) = (lenses(&places.alone, &config), lenses(&places.listed, &config));
    let ranges: Vec<_> = alone.iter().map(|lens| places.range(lens.range)).collect();
    assert_eq!(listed.iter().map(|lens| lens.range).collect::<Vec<_>>(), ranges);
    assert!(matches!(listed[0].kind, LensKind::Instances { .. }));
    assert_eq!(named_symbols(&places.listed, "table.legs").len(), 1);
}

#[test]
fn definition_highlights_and_rename_find_every_mention() {
    let (places, config) = (Places::new(), Config::default());
    let (alone, listed) = places.of("legs > 2");
    let context = FileContext::default();
    let expected = definition(&places.alone, alone, context, &config).expect("a definition");
    let found = definition(&places.listed, listed, context, &config).expect("a definition");
    assert_eq!(found, Definition { range: places.range(expected.range), ..expected });

    let alone_ranges: Vec<_> = highlights(&places.alone, alone, context, &config)
        .iter()
        .map(|found| places.range(found.range))
        .collect();
    let found: Vec<_> =
        highlights(&places.listed, listed, context, &config).iter().map(|found| found.range).collect();
    assert_eq!((found.len(), &found), (3, &alone_ranges));

    assert!(matches!(renamable(&places.listed, listed, &config), Renamable::Name(_, name) if name == "legs"));
    let Renaming::Edits(edits) = rename(&places.listed, listed, "feet", &config) else { panic!("a rename") };
    assert_eq!(edits.len(), 3);
    let text = places.listed.text();
    assert_eq!(open(text).edited(&edits), text.replace("legs", "feet"));
}

#[test]
fn its_custom_resources_lead_to_it() {
    let (text, _) = nested();
    let world = World::with(&text);
    let Named { crds: found, .. } = named(&world.crds, "tables").expect("the kind");
    let version = found[0].crd().versions().next().unwrap();
    assert!(field_page(found[0], version, &["legs".to_owned()]).is_ok());

    let resource = world.file(
        "apiVersion: v1\nkind: List\nitems:\n- kind: List\n  items:\n  - apiVersion: example.com/v1\n    kind: Table\n    l$0egs: 1\n",
    );
    assert_eq!(resource.definition().expect("a definition").range.of(&text), "legs");
}

#[test]
fn it_is_judged_and_can_be_written_otherwise() {
    let (places, config) = (Places::new(), Config::default());
    assert_eq!(
        check(&places.listed, FileContext::default(), &config).len(),
        check(&places.alone, FileContext::default(), &config).len()
    );
    let titles = |file, at| {
        refactorings(file, TextRange::empty(at)).into_iter().map(|fix| fix.title).collect::<Vec<_>>()
    };
    let (alone, listed) = places.of("name: v1");
    assert!(!titles(&places.alone, alone).is_empty());
    assert_eq!(titles(&places.listed, listed), titles(&places.alone, alone));
}
