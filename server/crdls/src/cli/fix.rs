//! Safe fixes, applied to a text and written back.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crdls_crd::Fix;
use crdls_ide::FileFinding;
use crdls_text::Edit;

/// The text with the first safe fix of each finding applied, and how many were: one that meets another
/// waits for the next round.
pub(crate) fn applied(text: &str, findings: &[FileFinding]) -> Option<(String, usize)> {
    let mut taken = BTreeMap::new();
    let mut count = 0;
    for fix in findings.iter().filter_map(safe) {
        if fix.edits.iter().all(|edit| fits(edit, text) && is_free(edit, &taken)) {
            taken.extend(fix.edits.iter().map(|edit| (edit.range.start, edit)));
            count += 1;
        }
    }
    let mut text = text.to_owned();
    let all = taken.values().rev().all(|edit| edit.apply(&mut text));
    (all && count > 0).then_some((text, count))
}

/// How many findings a safe fix would mend.
pub(crate) fn safe_fixes(findings: &[FileFinding]) -> usize {
    findings.iter().filter_map(safe).count()
}

fn safe(found: &FileFinding) -> Option<&Fix> {
    found.finding.fixes.iter().find(|fix| fix.safe && !fix.edits.is_empty())
}

fn fits(edit: &Edit, text: &str) -> bool {
    text.get(edit.range.start as usize..edit.range.end as usize).is_some()
}

/// Whether an edit neither overlaps nor touches one that is taken; those are apart from each other.
fn is_free(edit: &Edit, taken: &BTreeMap<u32, &Edit>) -> bool {
    let before = taken.range(..=edit.range.end).next_back();
    before.is_none_or(|(_, other)| other.range.end < edit.range.start)
}

/// Puts a text in a file's place, whole or not at all; a link stays one.
pub(crate) fn replace(path: &Path, text: &str) -> io::Result<()> {
    let path = path.canonicalize()?;
    let about = fs::metadata(&path)?;
    if about.permissions().readonly() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".crdls-{}", std::process::id()));
    let beside = path.with_file_name(name);
    let written = write_new(&beside, text)
        .and_then(|()| fs::set_permissions(&beside, about.permissions()))
        .and_then(|()| fs::rename(&beside, &path));
    written.inspect_err(|_| {
        let _ = fs::remove_file(&beside);
    })
}

fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::options().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use crdls_text::TextRange;

    use super::*;
    use crate::render::sample;

    fn found(edits: &[(u32, u32, &str)], safe: bool) -> FileFinding {
        let edit = |&(start, end, text): &(u32, u32, &str)| Edit {
            range: TextRange::new(start, end),
            new_text: text.into(),
        };
        let mut finding = sample::rich();
        finding.fixes = vec![Fix { title: "mend".into(), safe, edits: edits.iter().map(edit).collect() }];
        FileFinding { document: 0, finding }
    }

    #[test]
    fn all_that_do_not_meet_are_applied() {
        let findings = [
            found(&[(0, 1, "AAA"), (4, 5, "E")], true),
            found(&[(1, 2, "-")], true),
            found(&[(2, 3, "-")], false),
            found(&[(7, 8, "")], true),
        ];
        assert_eq!(applied("abcdefgh", &findings), Some(("AAAbcdEfg".into(), 2)));
    }

    #[test]
    fn without_a_safe_fix_nothing_changes() {
        assert_eq!(applied("abc", &[found(&[(0, 1, "x")], false), found(&[], true)]), None);
        assert_eq!(applied("é", &[found(&[(1, 2, "x")], true)]), None);
    }
}
