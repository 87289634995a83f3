//! A manifest that replaces another: what is found in it fits the text, and is the same twice.

use crdls_ide::{File, FileContext, check};
use crdls_report::Config;

use super::check::fits;
use super::inputs::NEXT;
use crate::{World, update};

pub(super) fn run(bytes: &[u8], _: &super::Seeds) {
    let text = String::from_utf8_lossy(bytes);
    let (old, new) = text.split_once(NEXT).unwrap_or((&text, &text));
    let config = Config::default();
    let (old, file) = (update::read(old, &config), File::new(new.to_owned()));
    let crds = World::default().and("", new).crds;
    let context = FileContext { old: Some(&old), crds: Some(&crds), file: "", ..FileContext::default() };
    let found = check(&file, context, &config);
    for found in &found {
        fits(&file, found.finding.range);
        assert!(
            !found.finding.message.contains(['\n', '\r']),
            "more than a line: {:?}",
            found.finding.message
        );
    }
    assert_eq!(found, check(&file, context, &config), "another order, or other findings, the second time");
}
