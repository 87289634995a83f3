//! The modules of a crate and which of them name which, read from the source as text.
//!
//! Knows `use` trees, paths that begin with `crate` or `super`, paths through a child module, and re-exports;
//! must not know what is an error. Tests inside of a module (`#[cfg(test)] mod tests`) do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::corpus;

/// A module by the names that lead to it from the root of its crate.
pub type Module = Vec<String>;

/// A crate's modules with their text.
#[derive(Debug)]
pub struct Modules {
    texts: BTreeMap<Module, String>,
    /// What each module re-exports: the name, and the path as written.
    exports: BTreeMap<Module, BTreeMap<String, Vec<String>>>,
}

/// One module naming another: the path that does, for a message.
pub type Names = BTreeMap<(Module, Module), String>;

impl Modules {
    /// The modules below a crate's `src`.
    pub fn read(source: &Path) -> Self {
        let files = corpus::files(source, &["."], &["rs"]);
        let texts: BTreeMap<_, _> =
            files.iter().map(|file| (module(source, file), without_tests(&corpus::read(file)))).collect();
        let exports = texts.iter().map(|(module, text)| (module.clone(), exports(text))).collect();
        Self { texts, exports }
    }

    /// Every pair of modules of which the first names the second.
    pub fn names(&self) -> Names {
        let mut names = Names::new();
        for (module, text) in &self.texts {
            // A folder's `mod.rs` shows to the outside what is in it.
            let is_face =
                self.texts.keys().any(|other| other.len() > module.len() && other.starts_with(module));
            for path in paths(text, !is_face) {
                if let Some(target) = self.target(module, &path).filter(|target| target != module) {
                    names.entry((module.clone(), target)).or_insert_with(|| path.join("::"));
                }
            }
        }
        names
    }

    /// The module that a path written in a module leads to; `None` where it leads out of the crate.
    fn target(&self, here: &Module, path: &[String]) -> Option<Module> {
        let mut at = here.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => {
                at.clear();
                rest = &path[1..];
            }
            "super" | "self" => {
                while let Some(step @ ("super" | "self")) = rest.first().map(String::as_str) {
                    if step == "super" {
                        at.pop()?;
                    }
                    rest = &rest[1..];
                }
            }
            first if self.child(&at, first).is_some() => {}
            _ => return None,
        }
        self.follow(at, rest, 0)
    }

    fn follow(&self, mut at: Module, mut rest: &[String], depth: usize) -> Option<Module> {
        while let Some(child) = rest.first().and_then(|name| self.child(&at, name)) {
            at = child;
            rest = &rest[1..];
        }
        let exported = rest.first().and_then(|name| self.exports.get(&at)?.get(name));
        let next = exported.filter(|_| depth < 8).and_then(|path| {
            let first = path.first()?.as_str();
            let known = matches!(first, "crate" | "super" | "self") || self.child(&at, first).is_some();
            let mut path = path.clone();
            path.extend(rest[1..].iter().cloned());
            if known { self.resolved(&at, &path, depth + 1) } else { None }
        });
        Some(next.unwrap_or(at))
    }

    fn resolved(&self, here: &Module, path: &[String], depth: usize) -> Option<Module> {
        let mut at = here.clone();
        let mut rest = path;
        while let Some(step @ ("crate" | "super" | "self")) = rest.first().map(String::as_str) {
            match step {
                "crate" => at.clear(),
                "super" => drop(at.pop()?),
                _ => {}
            }
            rest = &rest[1..];
        }
        self.follow(at, rest, depth)
    }

    fn child(&self, at: &Module, name: &str) -> Option<Module> {
        let mut child = at.clone();
        child.push(name.to_owned());
        self.texts.contains_key(&child).then_some(child)
    }

    /// The circles: for each folder the modules or folders in it that name each other around, with the
    /// paths that do. A folder's own `mod.rs` is its face to the outside: what is in it may be named from
    /// inside.
    pub fn circles(&self) -> Vec<String> {
        let names = self.names();
        let folders: BTreeSet<Module> =
            self.texts.keys().flat_map(|module| (0..module.len()).map(|n| module[..n].to_vec())).collect();
        folders.iter().flat_map(|folder| circles_in(folder, &names)).collect()
    }
}

fn circles_in(folder: &Module, names: &Names) -> Vec<String> {
    let part = |module: &Module| {
        (module.len() > folder.len() && module.starts_with(folder)).then(|| module[folder.len()].clone())
    };
    let mut arrows: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
    for ((from, to), path) in names {
        if let (Some(a), Some(b)) = (part(from), part(to))
            && a != b
        {
            let witness = format!("{} names {path}", from.join("::"));
            arrows.entry(a).or_default().entry(b).or_insert(witness);
        }
    }
    let reach = |start: &str| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![start.to_owned()]);
        while let Some(at) = open.pop() {
            for next in arrows.get(&at).into_iter().flat_map(BTreeMap::keys) {
                if seen.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        seen
    };
    let mut found = Vec::new();
    for (from, targets) in &arrows {
        for (to, witness) in targets {
            if reach(to).contains(from) {
                found.push(format!("{}::{from} -> {to}: {witness}", folder.join("::")));
            }
        }
    }
    found
}

fn module(source: &Path, file: &Path) -> Module {
    let relative = file.strip_prefix(source).unwrap_or(file).with_extension("");
    let mut names: Module =
        relative.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect();
    names.retain(|name| name != ".");
    let last = names.last().map(String::as_str);
    if last == Some("mod") || (names.len() == 1 && matches!(last, Some("lib" | "main"))) {
        names.pop();
    }
    names
}

/// The text without comments and without its inner module of tests.
fn without_tests(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    text[..end].lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// All paths of a text that may lead to a module: the leaves of `use` trees, of public ones too where
/// `with_exports`, and paths in the code.
fn paths(text: &str, with_exports: bool) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    let mut code = String::new();
    for statement in statements(text) {
        match statement {
            Statement::Use { public, tree } if !public || with_exports => {
                found.extend(leaves(&tree).into_iter().map(|leaf| leaf.0));
            }
            Statement::Use { .. } => {}
            Statement::Code(text) => code.push_str(&text),
        }
    }
    found.extend(paths_in(&code));
    found
}

fn exports(text: &str) -> BTreeMap<String, Vec<String>> {
    let public = statements(text).into_iter().filter_map(|statement| match statement {
        Statement::Use { public: true, tree } => Some(leaves(&tree)),
        _ => None,
    });
    public.flatten().filter_map(|(path, name)| Some((name.or_else(|| path.last().cloned())?, path))).collect()
}

enum Statement {
    Use { public: bool, tree: String },
    Code(String),
}

fn statements(text: &str) -> Vec<Statement> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("use ") {
        let before = &rest[..at];
        let line = before.rsplit('\n').next().unwrap_or_default().trim();
        let begins = line.is_empty() || line.starts_with("pub");
        let end = rest[at..].find(';').map(|end| at + end);
        let (Some(end), true) = (end, begins) else {
            found.push(Statement::Code(rest[..at + 4].to_owned()));
            rest = &rest[at + 4..];
            continue;
        };
        found.push(Statement::Code(before.to_owned()));
        found.push(Statement::Use { public: line.starts_with("pub"), tree: rest[at + 4..end].to_owned() });
        rest = &rest[end + 1..];
    }
    found.push(Statement::Code(rest.to_owned()));
    found
}

/// The paths of a `use` tree, each with the name that it is given.
fn leaves(tree: &str) -> Vec<(Vec<String>, Option<String>)> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let (path, name) = tree.split_once(" as ").map_or((tree, None), |(path, name)| (path, Some(name)));
        let path = path.split("::").map(|step| step.trim().to_owned()).filter(|step| step != "*");
        return vec![(path.collect(), name.map(|name| name.trim().to_owned()))];
    };
    let prefix: Vec<String> =
        tree[..open].split("::").map(str::trim).filter(|step| !step.is_empty()).map(str::to_owned).collect();
    let inside = tree[open + 1..].strip_suffix('}').unwrap_or(&tree[open + 1..]);
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&inside[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&inside[start..]);
    let parts = parts.into_iter().filter(|part| !part.trim().is_empty()).flat_map(leaves);
    parts.map(|(path, name)| (prefix.iter().cloned().chain(path).collect(), name)).collect()
}

/// Runs of names joined by `::`.
fn paths_in(code: &str) -> Vec<Vec<String>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let runs = code.split(|c: char| !is_part(c)).filter(|run| run.contains("::"));
    let steps = |run: &str| run.split("::").filter(|step| !step.is_empty()).map(str::to_owned).collect();
    runs.filter(|run| !run.starts_with("::")).map(steps).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules(files: &[(&str, &str)]) -> Modules {
        let key = |path: &str| path.split("::").filter(|step| !step.is_empty()).map(str::to_owned).collect();
        let texts: BTreeMap<Module, String> =
            files.iter().map(|(path, text)| (key(path), without_tests(text))).collect();
        let exports = texts.iter().map(|(module, text)| (module.clone(), exports(text))).collect();
        Modules { texts, exports }
    }

    #[test]
    fn a_circle_is_found_through_uses_paths_and_exports() {
        let found = modules(&[
            ("", "pub use a::A;"),
            ("a", "use crate::b::{B, c::C};"),
            ("b", "pub fn f() { crate::A::new() }"),
            ("b::c", ""),
        ]);
        assert_eq!(found.circles().len(), 2, "{:?}", found.circles());
        let found = modules(&[("a::x", "use super::y;"), ("a::y", "fn f() { super::x::g() }"), ("a", "")]);
        assert_eq!(found.circles(), ["a::x -> y: a::x names super::y", "a::y -> x: a::y names super::x::g"]);
    }

    #[test]
    fn what_only_goes_down_is_no_circle() {
        let found = modules(&[
            ("a", "mod x; use x::X; pub struct Own; // use crate::b::B;"),
            ("a::x", "use super::Own;\n#[cfg(test)]\nmod tests {\n use crate::b::B; }"),
            ("b", "use crate::a::Own;"),
        ]);
        assert_eq!(found.circles(), Vec::<String>::new());
    }
}
