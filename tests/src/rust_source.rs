//! Rust source, read once as its tokens: `use` trees, paths, declared types, string literals and doc comments.
//!
//! Must not know what is wrong with a source.

use std::iter::{Peekable, once};

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree, token_stream};

/// A text of a source, and the line where it begins, from 1.
pub type Text = (usize, String);

/// What a source consists of.
#[derive(Debug, Default)]
pub struct RustSource {
    with_tests: bool,
    /// Names, literals, delimiters and punctuation as written, without `use` trees.
    pub tokens: Vec<Text>,
    pub uses: Vec<Use>,
    /// The doc comments, a text for each line.
    pub doc_comments: Vec<Text>,
}

/// A leaf of a `use` tree.
#[derive(Clone, Debug)]
pub struct Use {
    pub is_public: bool,
    pub path: Vec<String>,
    /// The name after `as`.
    pub name: Option<String>,
}

impl RustSource {
    /// All of a source. Panics where it is not Rust.
    pub fn read(text: &str) -> Self {
        let mut source = Self { with_tests: true, ..Self::default() };
        source.add(text.parse().expect("Rust"));
        source
    }

    /// A source without what is compiled only for tests. Panics where it is not Rust.
    pub fn without_tests(text: &str) -> Self {
        let mut source = Self::default();
        source.add(text.parse().expect("Rust"));
        source
    }

    /// The paths in the code, as their names. One that begins with `::`, or after `<T>`, does not count.
    pub fn paths(&self) -> Vec<Vec<String>> {
        let is_joined = |a: &Text, b: &Text| is_name(&a.1) && b.1 == "::" || a.1 == "::" && is_name(&b.1);
        let paths = self.tokens.chunk_by(is_joined).filter(|run| run.len() > 1 && run[0].1 != "::");
        let names =
            |run: &[Text]| run.iter().map(|(_, text)| text.clone()).filter(|text| text != "::").collect();
        paths.map(names).collect()
    }

    /// The names of the types and traits that are declared.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        let is_declared = |pair: &&[Text]| matches!(pair[0].1.as_str(), "struct" | "enum" | "trait" | "type");
        self.tokens.windows(2).filter(is_declared).map(|pair| pair[1].1.as_str())
    }

    /// The string literals, byte strings too. What is in braces is left out, as `format!` replaces it.
    pub fn strings(&self) -> Vec<Text> {
        let strings = self.tokens.iter().filter_map(|(line, text)| Some((*line, string(text)?)));
        strings.map(|(line, text)| (line, without_placeholders(&text))).collect()
    }

    fn add(&mut self, stream: TokenStream) {
        let mut trees = stream.into_iter().peekable();
        let mut is_public = false;
        while let Some(tree) = trees.next() {
            match &tree {
                TokenTree::Group(group) => {
                    self.tokens.push(written(group.span_open()));
                    self.add(group.stream());
                    self.tokens.push(written(group.span_close()));
                    continue;
                }
                tree if is(tree, "#") && self.is_read(tree, &mut trees) => {}
                tree if is(tree, ":") && trees.next_if(|next| is(next, ":")).is_some() => {
                    self.tokens.push((tree.span().start().line, "::".to_owned()));
                }
                // `use<'a>` is part of a type.
                tree if is(tree, "use") && !trees.peek().is_some_and(|next| is(next, "<")) => {
                    let all: Vec<_> = trees.by_ref().take_while(|tree| !is(tree, ";")).collect();
                    let root = Use { is_public, path: Vec::new(), name: None };
                    self.uses.extend(leaves(&all, &root));
                }
                tree => self.tokens.push(written(tree.span())),
            }
            // What is in the parentheses of `pub(crate)` does not end it.
            is_public = is(&tree, "pub");
        }
    }

    /// Whether a `#` opens what is read apart, a doc comment, or left out, an item of tests; up to its end.
    fn is_read(&mut self, mark: &TokenTree, rest: &mut Peekable<token_stream::IntoIter>) -> bool {
        let (line, text) = written(mark.span());
        if text != "#" {
            self.doc_comments.extend(text.strip_prefix("///").map(|text| (line, text.to_owned())));
            rest.next_if(|next| is(next, "!"));
            return rest.next().is_some();
        }
        let is_of_tests = |next: &TokenTree| next.to_string().replace(' ', "") == "[cfg(test)]";
        if self.with_tests || rest.next_if(is_of_tests).is_none() {
            return false;
        }
        let is_end = |tree: &TokenTree| {
            is(tree, ";") || matches!(tree, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
        };
        rest.any(|tree| is_end(&tree))
    }
}

/// Whether a token is a name or a mark.
fn is(tree: &TokenTree, text: &str) -> bool {
    match tree {
        TokenTree::Ident(name) => name == text,
        TokenTree::Punct(mark) => text.chars().eq(once(mark.as_char())),
        _ => false,
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphabetic() || c == '_') && !text.contains(['"', '\''])
}

/// The token at a span, as written.
fn written(span: Span) -> Text {
    (span.start().line, span.source_text().unwrap_or_default())
}

/// The leaves of the trees that commas separate.
fn leaves(trees: &[TokenTree], root: &Use) -> Vec<Use> {
    let parts = trees.split(|tree| is(tree, ",")).filter(|part| !part.is_empty());
    let of_part = |part: &[TokenTree]| {
        let mut leaf = root.clone();
        let mut names = part.iter().filter(|tree| matches!(tree, TokenTree::Ident(_)));
        while let Some(name) = names.next() {
            match is(name, "as") {
                true => leaf.name = names.next().map(ToString::to_string),
                false => leaf.path.push(name.to_string()),
            }
        }
        match part.last() {
            Some(TokenTree::Group(group)) => leaves(&group.stream().into_iter().collect::<Vec<_>>(), &leaf),
            _ => vec![leaf],
        }
    };
    parts.flat_map(of_part).collect()
}

/// The text of a literal, where it is one of a string. Escapes of line breaks and quotes are resolved; others stay, as no
/// word is made of them.
fn string(literal: &str) -> Option<String> {
    let (prefix, rest) = literal.split_once('"')?;
    let inside = rest.rsplit_once('"')?.0;
    if prefix.contains('r') {
        return prefix.starts_with(['r', 'b', 'c']).then(|| inside.to_owned());
    }
    let mut lines = inside.split("\\\n");
    let mut joined = lines.next().unwrap_or_default().to_owned();
    joined.extend(lines.map(str::trim_start));
    matches!(prefix, "" | "b" | "c").then(|| joined.replace("\\n", "\n").replace("\\\"", "\""))
}

fn without_placeholders(text: &str) -> String {
    let mut parts = text.split('{');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str("{}");
        out.push_str(part.split_once('}').map_or(part, |(_, rest)| rest));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_told_from_code() {
        let source = "let a = 'x'; // \"no\"\nf::<'a>(\"one {two} \\\"three\\\" \\\n   four\", r#\"fi\"ve\"#, '\"', bar\"six\");";
        let found = RustSource::read(source).strings();
        let texts: Vec<_> = found.iter().map(|(line, text)| (*line, text.as_str())).collect();
        assert_eq!(texts, [(2, "one {} \"three\" four"), (3, "fi\"ve"), (3, "six")]);
    }

    #[test]
    fn comments_are_of_the_documentation() {
        let found = RustSource::read("//! z\n/// a\n// b\n    /// c\n#[d]").doc_comments;
        assert_eq!(found, [(2, " a".to_owned()), (4, " c".to_owned())]);
    }

    #[test]
    fn tests_are_left_out() {
        let source = "type A = b::C; #[cfg(test)] use d::E; #[cfg(test)]\nmod tests { struct F; } enum G {}";
        let (all, code) = (RustSource::read(source), RustSource::without_tests(source));
        assert_eq!(all.types().collect::<Vec<_>>(), ["A", "F", "G"]);
        assert_eq!(code.types().collect::<Vec<_>>(), ["A", "G"]);
        assert_eq!(
            (all.uses.len(), code.uses.len(), code.paths()),
            (1, 0, vec![vec!["b".into(), "C".into()]])
        );
    }
}
