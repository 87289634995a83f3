//! What crdls knowingly says otherwise than the API server: `tests/oracle/differences.toml`.

use std::collections::BTreeMap;

use crate::corpus;

/// The reason by file and code.
pub type Differences = BTreeMap<(String, String), String>;

/// Those of updates, whose file is `OLD -> NEW`.
pub fn of_updates() -> Differences {
    all().into_iter().filter(|((file, _), _)| is_update(file)).collect()
}

/// Those of the corpus, whose file is a path in it, behind the minor where that is not the newest.
pub fn of_corpus() -> Differences {
    all().into_iter().filter(|((file, _), _)| is_of_corpus(file)).collect()
}

/// All others.
pub fn of_texts() -> Differences {
    all().into_iter().filter(|((file, _), _)| !is_update(file) && !is_of_corpus(file)).collect()
}

fn is_of_corpus(file: &str) -> bool {
    !is_update(file) && ["mutated/", "instances/"].iter().any(|folder| file.contains(folder))
}

fn is_update(file: &str) -> bool {
    file.contains(" -> ")
}

fn all() -> Differences {
    let text = corpus::read(&corpus::repository().join("tests/oracle/differences.toml"));
    let value = |entry: &str, key: &str| {
        let line = entry.lines().find_map(|line| line.strip_prefix(&format!("{key} = \"")));
        line.and_then(|line| line.split('"').next()).unwrap_or_default().to_owned()
    };
    let written: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let written = written.join("\n");
    let entries = written.split("[[difference]]").skip(1);
    entries.map(|entry| ((value(entry, "file"), value(entry, "code")), value(entry, "reason"))).collect()
}
