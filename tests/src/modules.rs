//! The modules of a crate and which of them name which.
//!
//! Knows where `use` trees, paths that begin with `crate` or `super`, paths through a child module, and re-exports lead;
//! must not know what is an error. What is compiled only for tests does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::corpus;
use crate::rust_source::RustSource;

/// A module by the names that lead to it from the root of its crate.
pub type Module = Vec<String>;

/// A crate's modules with their source.
#[derive(Debug)]
pub struct Modules {
    sources: BTreeMap<Module, RustSource>,
    /// What each module re-exports: the name, and the path as written.
    exports: BTreeMap<Module, BTreeMap<String, Vec<String>>>,
}

/// One module naming another: the path that does, for a message.
pub type Names = BTreeMap<(Module, Module), String>;

impl Modules {
    /// The modules below a crate's `src`.
    pub fn read(source: &Path) -> Self {
        let files = corpus::files(source, &["."], &["rs"]);
        let read = |file| RustSource::without_tests(&corpus::read(file));
        Self::of(files.iter().map(|file| (module(source, file), read(file))).collect())
    }

    fn of(sources: BTreeMap<Module, RustSource>) -> Self {
        let exports = sources.iter().map(|(module, source)| (module.clone(), exports(source))).collect();
        Self { sources, exports }
    }

    /// Every pair of modules of which the first names the second.
    pub fn names(&self) -> Names {
        let mut names = Names::new();
        for (module, source) in &self.sources {
            // A folder's `mod.rs` shows to the outside what is in it.
            let is_face =
                self.sources.keys().any(|other| other.len() > module.len() && other.starts_with(module));
            let uses = source.uses.iter().filter(|leaf| !(leaf.is_public && is_face));
            for path in uses.map(|leaf| leaf.path.clone()).chain(source.paths()) {
                if let Some(target) = self.target(module, &path, 0).filter(|target| target != module) {
                    names.entry((module.clone(), target)).or_insert_with(|| path.join("::"));
                }
            }
        }
        names
    }

    /// The module that a path written in a module leads to, through so many re-exports before; `None` where it leads out
    /// of the crate.
    fn target(&self, here: &Module, path: &[String], exports: usize) -> Option<Module> {
        let (mut at, mut rest) = (here.clone(), path);
        let is_step = |name: &str| matches!(name, "crate" | "super" | "self");
        rest.first().filter(|name| is_step(name) || self.child(here, name).is_some())?;
        while let Some(step) = rest.first().filter(|name| is_step(name)) {
            match step.as_str() {
                "crate" => at.clear(),
                "super" => drop(at.pop()?),
                _ => {}
            }
            rest = &rest[1..];
        }
        while let Some(child) = rest.first().and_then(|name| self.child(&at, name)) {
            at = child;
            rest = &rest[1..];
        }
        let exported = rest.first().and_then(|name| self.exports.get(&at)?.get(name)).filter(|_| exports < 8);
        let next = exported.and_then(|path| self.target(&at, &[path, &rest[1..]].concat(), exports + 1));
        Some(next.unwrap_or(at))
    }

    fn child(&self, at: &Module, name: &str) -> Option<Module> {
        let mut child = at.clone();
        child.push(name.to_owned());
        self.sources.contains_key(&child).then_some(child)
    }

    /// The circles: for each folder the modules or folders in it that name each other around, with the
    /// paths that do. A folder's own `mod.rs` is its face to the outside: what is in it may be named from
    /// inside.
    pub fn circles(&self) -> Vec<String> {
        let names = self.names();
        let folders: BTreeSet<Module> =
            self.sources.keys().flat_map(|module| (0..module.len()).map(|n| module[..n].to_vec())).collect();
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

fn exports(source: &RustSource) -> BTreeMap<String, Vec<String>> {
    let public = source.uses.iter().filter(|leaf| leaf.is_public);
    let named = public.filter_map(|leaf| Some((leaf.name.as_ref().or(leaf.path.last())?, &leaf.path)));
    named.map(|(name, path)| (name.clone(), path.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules(files: &[(&str, &str)]) -> Modules {
        let key = |path: &str| path.split("::").filter(|step| !step.is_empty()).map(str::to_owned).collect();
        Modules::of(files.iter().map(|(path, text)| (key(path), RustSource::without_tests(text))).collect())
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
