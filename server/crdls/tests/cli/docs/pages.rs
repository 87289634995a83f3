//! The pages for users, cut into what can be run. Knows Markdown's fences and headings, not what is in them.

use std::path::{Path, PathBuf};

use crdls_tests::corpus;

/// A block between fences.
pub struct Block {
    /// The file and the heading above the block.
    pub place: String,
    pub language: String,
    pub text: String,
}

pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// README and the guides: the pages of rules have tests of their own.
pub fn pages() -> Vec<(PathBuf, String)> {
    let root = repository();
    let mut paths = vec![root.join("README.md")];
    for editor in ["vscode", "neovim", "helix"] {
        paths.push(root.join("editors").join(editor).join("README.md"));
    }
    paths.extend(corpus::files(&root, &["docs", "editors/vscode/media/walkthrough"], &["md"]));
    paths.sort();
    paths.into_iter().map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

/// The blocks of all pages in a language.
pub fn blocks(language: &str) -> Vec<Block> {
    all_blocks().into_iter().filter(|block| block.language == language).collect()
}

/// The file that a block is, where its first line names one: `# stored.yaml`.
pub fn file(block: &Block) -> Option<&str> {
    let first = block.text.lines().next()?.strip_prefix("# ")?;
    first.ends_with(".yaml").then_some(first)
}

pub fn all_blocks() -> Vec<Block> {
    pages().iter().flat_map(|(path, page)| cut(&name(path), page)).collect()
}

/// A page as messages name it.
pub fn name(path: &Path) -> String {
    path.strip_prefix(repository()).unwrap_or(path).display().to_string()
}

fn cut(page: &str, text: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut heading = "";
    let mut open: Option<Block> = None;
    // A block in a step of a list is indented.
    let mut indent = "";
    for line in text.lines() {
        let inner = line.trim_start();
        match (inner.strip_prefix("```"), &mut open) {
            (Some(language), None) => {
                let place = format!("{page}, {heading}");
                open = Some(Block { place, language: language.to_owned(), text: String::new() });
                indent = &line[..line.len() - inner.len()];
            }
            (Some(_), Some(_)) => found.extend(open.take()),
            (None, Some(block)) => block.text += &format!("{}\n", line.strip_prefix(indent).unwrap_or(line)),
            (None, None) if line.starts_with('#') => heading = line.trim_start_matches('#').trim(),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{page}: a block has no end");
    found
}

/// What stands in backticks outside of blocks, with its page.
pub fn inline_codes() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (path, page) in pages() {
        let mut within = false;
        for line in page.lines() {
            let fence = line.trim_start().starts_with("```");
            within ^= fence;
            if !within && !fence {
                let codes = line.split('`').skip(1).step_by(2);
                found.extend(codes.map(|code| (name(&path), code.to_owned())));
            }
        }
    }
    found
}
