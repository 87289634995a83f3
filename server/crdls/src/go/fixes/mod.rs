//! Fixes of what is found in a generated CRD, as edits of Go.
//!
//! A fix of the CRD's text is a change of its values. Each becomes an edit of the Go text that the value comes from: of
//! characters of a string, of an argument, of a marker above a field. A fix is offered if the CRD that is made of the
//! edited Go is the one that was fixed, or lacks the finding and has no other that is new. Must not know what a fix is for.

mod marker;

use std::path::Path;
use std::sync::Arc;

use crdls_crd::codes::{CEL_COST, CEL_TOTAL_COST};
use crdls_ide::{File, FileContext, FileFinding, Fixer, check};
use crdls_markers::registry::Version;
use crdls_report::{Config, Finding, Fix};
use crdls_text::{Edit, TextRange, line_start};
use crdls_values::{Json, JsonValue};

use super::crds::{GoCrd, value};
use super::project::GoProject;

/// Bytes of text that may be checked to prove the fixes of a finding.
const BUDGET: u64 = 4 << 20;

/// The fixes of a finding in a CRD, as edits of the file of Go at which it is reported.
pub(super) fn fixes(
    project: &GoProject,
    crd: &GoCrd,
    (index, path): (usize, &Path),
    config: &Config,
) -> Vec<Fix> {
    let findings = crd.made.text.findings(&crd.made.name, config);
    let (Some(found), Some((_, source))) = (findings.get(index), project.file(path)) else {
        return Vec::new();
    };
    let file = &crd.made.text.file;
    let offered = Fixer::new(file, findings, FileContext::default(), config).within(BUDGET).fixes(&[found]);
    let Some(old) = value(file) else { return Vec::new() };
    let in_go = |fix: &Fix| {
        let (text, _) = crdls_ide::applied(file.text(), [fix])?;
        let new = value(&File::new(text))?;
        let go = Go { crd, path, source: &source.text, version: project.settings.version };
        let mut edits = GoEdits::default();
        go.changes(&old, &new, &mut Vec::new(), &mut edits)?;
        let title = match edits.added.as_slice() {
            [marker] if edits.edits.len() == 1 => format!("add `{marker}`"),
            _ => fix.title.clone(),
        };
        let fix = Fix { title, safe: fix.safe, edits: edits.edits };
        let (text, _) = crdls_ide::applied(&source.text, [&fix])?;
        let made = project.made_of(crd, &[(path, text.as_str().into())])?;
        let is_meant = value(&made).is_some_and(|made| comparable(made) == comparable(new));
        if is_meant {
            return Some(fix);
        }
        // What the type is used for elsewhere changes too.
        let left = check(&made, FileContext::default(), config);
        let is_new = |one: &FileFinding| !findings.iter().any(|known| is_same(&known.finding, &one.finding));
        let is_right = left
            .iter()
            .all(|one| !(is_same(&one.finding, &found.finding) || one.finding.refuses() && is_new(one)));
        is_right.then_some(Fix { safe: false, ..fix })
    };
    let mut found: Vec<Fix> = Vec::new();
    for fix in offered.into_iter().flatten().filter_map(|fix| in_go(&fix)) {
        if !found.iter().any(|known| known.edits == fix.edits) {
            found.push(fix);
        }
    }
    found
}

/// Whether a finding is that rules cost too much.
pub(super) fn is_of_cost(finding: &Finding) -> bool {
    *finding.code == CEL_COST || *finding.code == CEL_TOTAL_COST
}

pub(super) fn is_same(one: &Finding, other: &Finding) -> bool {
    one.code.name == other.code.name && one.path == other.path
}

/// A schema in which the order of required fields does not matter.
pub(super) fn comparable(mut json: Json) -> Json {
    match &mut json.value {
        JsonValue::Map(members) => {
            for member in members.iter_mut() {
                let value = std::mem::replace(&mut member.value.value, JsonValue::Null);
                let mut value = comparable(Json { value, range: member.value.range });
                if let (JsonValue::List(items), "required") = (&mut value.value, &*member.name) {
                    items.sort_by_key(Json::to_json);
                }
                member.value = value;
            }
        }
        JsonValue::List(items) => {
            *items = std::mem::take(items).into_iter().map(comparable).collect();
        }
        _ => {}
    }
    json
}

/// A step of the way to a value.
#[derive(Clone, Copy, Debug)]
enum Step<'v> {
    /// A member of an object, with the range of its name in the text of the CRD.
    Member {
        of: &'v Json,
        name: &'v str,
        key: TextRange,
    },
    Item,
}

impl<'v> Step<'v> {
    fn is(&self, wanted: &str) -> bool {
        matches!(self, Self::Member { name, .. } if *name == wanted)
    }
}

/// The items of a list; none where it is none.
fn items(json: &Json) -> &[Json] {
    match &json.value {
        JsonValue::List(items) => items,
        _ => &[],
    }
}

#[derive(Debug, Default)]
struct GoEdits {
    edits: Vec<Edit>,
    /// The markers that they add.
    added: Vec<String>,
}

impl GoEdits {
    fn add(&mut self, range: TextRange, new_text: String) {
        match self.edits.iter_mut().find(|edit| edit.range == range && range.is_empty()) {
            Some(edit) => edit.new_text += &new_text,
            None => self.edits.push(Edit { range, new_text }),
        }
    }
}

/// The Go text that a CRD comes from.
struct Go<'g> {
    crd: &'g GoCrd,
    path: &'g Path,
    source: &'g Arc<str>,
    version: Version,
}

impl<'g> Go<'g> {
    /// The Go text of a range of the CRD, if it is in this file.
    fn origin(&self, range: TextRange) -> Option<TextRange> {
        self.crd.origin(range).filter(|(path, _)| *path == self.path).map(|(_, range)| range)
    }

    /// Adds the edits that make one value of another; `None` where one of them has none.
    fn changes<'v>(
        &self,
        old: &'v Json,
        new: &Json,
        path: &mut Vec<Step<'v>>,
        edits: &mut GoEdits,
    ) -> Option<()> {
        if old == new {
            return Some(());
        }
        match (&old.value, &new.value) {
            (JsonValue::Map(before), JsonValue::Map(after)) => {
                for member in before {
                    let (name, key) = (&*member.name, member.key);
                    path.push(Step::Member { of: old, name, key });
                    match after.iter().find(|other| *other.name == *name) {
                        Some(other) => self.changes(&member.value, &other.value, path, edits)?,
                        None if name == "required" => self.required(old, items(&member.value), &[], edits)?,
                        None => self.delete_marker(key, edits)?,
                    }
                    path.pop();
                }
                let is_new = |name: &str| before.iter().all(|known| *known.name != *name);
                after.iter().filter(|member| is_new(&member.name)).try_for_each(|member| {
                    match &*member.name {
                        "required" => self.required(old, &[], items(&member.value), edits),
                        name => self.add_member(old, name, &member.value, path, edits),
                    }
                })
            }
            (JsonValue::List(before), JsonValue::List(after)) => self.list(before, after, path, edits),
            (JsonValue::Str(before), JsonValue::Str(after)) => self.string(old.range, before, after, edits),
            (JsonValue::Map(_) | JsonValue::List(_) | JsonValue::Str(_), _) => None,
            (_, JsonValue::Map(_) | JsonValue::List(_) | JsonValue::Str(_)) => None,
            _ => {
                let range = self.origin(old.range)?;
                let word = old.to_json();
                let written = range.of(self.source);
                let range = TextRange::new(range.end - word.len() as u32, range.end);
                written.ends_with(&word).then(|| edits.add(range, new.to_json()))
            }
        }
    }

    fn list<'v>(
        &self,
        before: &'v [Json],
        after: &[Json],
        path: &mut Vec<Step<'v>>,
        edits: &mut GoEdits,
    ) -> Option<()> {
        if let Some(Step::Member { of, name: "required", .. }) = path.last() {
            return self.required(of, before, after, edits);
        }
        if let [property @ .., last] = path.as_slice()
            && last.is("x-kubernetes-validations")
            && after.len() > before.len()
        {
            let new = after.strip_prefix(before)?;
            return self.add_keyword("x-kubernetes-validations", new, property, edits);
        }
        path.push(Step::Item);
        let done = match before.len().cmp(&after.len()) {
            std::cmp::Ordering::Equal => {
                before.iter().zip(after).try_for_each(|(old, new)| self.changes(old, new, path, edits))
            }
            // What is left is as it was.
            std::cmp::Ordering::Greater => {
                let mut left = after.iter().peekable();
                let mut gone = before.iter().filter(|item| left.next_if(|next| next == item).is_none());
                gone.try_for_each(|item| self.delete_marker(item.range, edits))
            }
            std::cmp::Ordering::Less => None,
        };
        path.pop();
        done
    }

    /// A string of a marker: what differs in it.
    fn string(&self, range: TextRange, old: &str, new: &str, edits: &mut GoEdits) -> Option<()> {
        let written = self.crd.strings(self.path).find(|string| string.span.range() == range)?;
        let same = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
            pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum()
        };
        let start = same(&mut old.chars().zip(new.chars()));
        let (old_rest, new_rest) = (old.get(start..)?, new.get(start..)?);
        let end = same(&mut old_rest.chars().rev().zip(new_rest.chars().rev()));
        let gone = TextRange::new(start as u32, (old.len() - end) as u32);
        let text = new_rest.get(..new_rest.len() - end)?;
        edits.add(written.source_range(gone)?, marker::inside(text, written.quotes(self.source))?);
        Some(())
    }

    /// Takes away the marker that something comes from, if it has its lines for itself.
    fn delete_marker(&self, range: TextRange, edits: &mut GoEdits) -> Option<()> {
        let range = self.origin(range)?;
        let start = line_start(self.source, range.start);
        let end = self.source.get(range.end as usize..)?;
        let end = range.end + end.find('\n').map_or(end.len(), |at| at + 1) as u32;
        let lines = TextRange::new(start, end).of(self.source);
        let is_marker = lines.lines().all(|line| line.trim_start().starts_with("//"))
            && lines.trim_start().trim_start_matches('/').trim_start().starts_with('+');
        is_marker.then(|| edits.add(TextRange::new(start, end), String::new()))
    }

    /// Adds what an object does not have: an argument of a rule, or a keyword of a schema.
    fn add_member(
        &self,
        object: &Json,
        name: &str,
        value: &Json,
        path: &[Step<'_>],
        edits: &mut GoEdits,
    ) -> Option<()> {
        if let [.., list, Step::Item] = path
            && list.is("x-kubernetes-validations")
        {
            let marker = self.origin(object.range)?;
            let argument = format!(",{name}={}", marker::argument(&value.value)?);
            edits.add(TextRange::empty(marker.end), argument);
            return Some(());
        }
        let rules = items(value);
        if name == "x-kubernetes-validations" && !rules.is_empty() {
            return self.add_keyword(name, rules, path, edits);
        }
        self.add_keyword(name, std::slice::from_ref(value), path, edits)
    }

    /// Adds the markers that give a schema a keyword; of rules, one for each.
    fn add_keyword(&self, name: &str, values: &[Json], path: &[Step<'_>], edits: &mut GoEdits) -> Option<()> {
        let (property, is_item) = match path {
            [property @ .., last] if last.is("items") => (property, true),
            property => (property, false),
        };
        let markers =
            values.iter().map(|value| marker::of_keyword(name, &value.value, is_item, self.version));
        let markers: Vec<String> = markers.collect::<Option<Vec<_>>>()?.concat();
        let [.., names, Step::Member { key, .. }] = property else { return None };
        names.is("properties").then_some(())?;
        markers.into_iter().try_for_each(|marker| self.mark(*key, marker, edits))
    }

    /// Marks the fields that are no longer required, and those that now are.
    fn required(&self, schema: &Json, before: &[Json], after: &[Json], edits: &mut GoEdits) -> Option<()> {
        let gone = before.iter().filter(|item| !after.contains(item)).map(|item| (item, "+optional"));
        let new = after.iter().filter(|item| !before.contains(item)).map(|item| (item, "+required"));
        gone.chain(new).try_for_each(|(item, marker)| {
            let JsonValue::Str(name) = &item.value else { return None };
            let property =
                schema.get("properties")?.members().iter().find(|member| *member.name == **name)?;
            self.mark(property.key, marker.to_owned(), edits)
        })
    }

    /// Adds a marker above the field that a property comes from, in place of one that says the contrary.
    fn mark(&self, key: TextRange, marker: String, edits: &mut GoEdits) -> Option<()> {
        let start = line_start(self.source, self.origin(key)?.start);
        let line = self.source.get(start as usize..)?;
        let indent = line.get(..line.len() - line.trim_start_matches([' ', '\t']).len())?;
        // A line with a tag alone ends a declaration that began above.
        line.get(indent.len()..)?
            .starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '*'))
            .then_some(())?;
        match self.contrary(start, &marker) {
            Some(range) => edits.add(range, marker),
            None => {
                edits.add(TextRange::empty(start), format!("{indent}// {marker}\n"));
                edits.added.push(marker);
            }
        }
        Some(())
    }

    /// In the comment that ends at an offset, a marker that says the contrary of another one.
    fn contrary(&self, end: u32, marker: &str) -> Option<TextRange> {
        let contrary = match marker {
            "+required" => ["+optional", "+kubebuilder:validation:Optional"],
            "+optional" => ["+required", "+kubebuilder:validation:Required"],
            _ => return None,
        };
        let mut end = end as usize;
        for line in self.source.get(..end)?.split_inclusive('\n').rev() {
            let written = line.trim_start().strip_prefix("//")?.trim();
            let start = end - line.len();
            if contrary.contains(&written) {
                let at = start + line.find('+')?;
                return Some(TextRange::new(at as u32, (at + written.len()) as u32));
            }
            end = start;
        }
        None
    }
}
