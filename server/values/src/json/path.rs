//! JSON paths as printer columns have them, run on a value.
//!
//! Mirrors `Parser` and `FindResults` of k8s.io/client-go (util/jsonpath) with missing keys
//! allowed. Unions and ranges are not read. Must not know what a path is for.

use super::{Json, JsonValue};

/// A path that was read.
#[derive(Clone, Debug)]
pub struct JsonPath(Vec<Step>);

#[derive(Clone, Debug)]
enum Step {
    Field(String),
    Wildcard,
    Recursive,
    /// From, to (exclusive), step. An index is a slice of one whose end is derived from its start.
    Slice {
        from: i64,
        to: Option<i64>,
        by: i64,
        derived: bool,
    },
    Filter(Filter),
    /// A constant in a filter.
    Constant(JsonValue),
}

#[derive(Clone, Debug)]
struct Filter {
    left: Vec<Step>,
    operator: String,
    right: Vec<Step>,
}

/// Filters within filters, at most.
const DEEPEST: u32 = 8;

impl JsonPath {
    /// Reads a path; nothing where the server could not, or we cannot.
    pub fn read(path: &str) -> Option<Self> {
        steps(path, DEEPEST).map(Self)
    }

    /// The first value that the path leads to; nothing where there is none, or the path does not fit.
    pub fn first(&self, root: &Json) -> Option<Json> {
        walk(&self.0, vec![root.clone()]).and_then(|found| found.into_iter().next())
    }
}

fn steps(path: &str, depth: u32) -> Option<Vec<Step>> {
    let depth = depth.checked_sub(1)?;
    let (mut steps, mut rest) = (Vec::new(), path);
    while let Some(first) = rest.chars().next() {
        let behind = rest.get(first.len_utf8()..)?;
        rest = if let Some(inside) = rest.strip_prefix("[?(") {
            let (filter, behind) = filter(inside, depth)?;
            steps.push(Step::Filter(filter));
            behind
        } else if let Some(behind) = rest.strip_prefix("..") {
            steps.push(Step::Recursive);
            match behind.starts_with(|c: char| c == '_' || c.is_alphanumeric()) {
                true => field(behind, &mut steps)?,
                false => behind,
            }
        } else {
            match first {
                ' ' | '@' | '$' => behind,
                '[' => brackets(behind, &mut steps)?,
                '.' => field(behind, &mut steps)?,
                '"' | '\'' => quoted(behind, first, &mut steps)?,
                _ => bare(rest, &mut steps)?,
            }
        };
    }
    Some(steps)
}

/// A name up to the next sign that ends one; `\` takes that sign's meaning.
fn field<'p>(path: &'p str, steps: &mut Vec<Step>) -> Option<&'p str> {
    let (mut name, mut chars) = (String::new(), path.char_indices());
    let mut end = path.len();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => name.extend(chars.next().map(|(_, escaped)| escaped)),
            ' ' | '\t' | '\r' | '\n' | '.' | ',' | '[' | ']' | '$' | '@' | '{' | '}' => {
                end = at;
                break;
            }
            c => name.push(c),
        }
    }
    steps.push(if name == "*" { Step::Wildcard } else { Step::Field(name) });
    path.get(end..)
}

/// `'name']`, `*]`, `1]`, `1:3]`.
fn brackets<'p>(path: &'p str, steps: &mut Vec<Step>) -> Option<&'p str> {
    let (inside, behind) = path.split_once(']')?;
    let name = inside.strip_prefix('\'').and_then(|inside| inside.strip_suffix('\''));
    if let Some(name) = name.filter(|name| !name.contains('\'')) {
        // The server reads it as what stands behind a dot.
        field(name, steps)?.is_empty().then_some(())?;
        return Some(behind);
    }
    let mut parts = if inside == "*" { ":" } else { inside }.split(':');
    let number =
        |part: Option<&str>| part.map(str::trim).filter(|part| !part.is_empty()).map(str::parse::<i64>);
    let (from, to, by) = (number(parts.next()), parts.next(), number(parts.next()));
    let from = from.transpose().ok()?;
    let derived = to.is_none();
    let to = if derived { Some(from? + 1) } else { number(to).transpose().ok()? };
    let by = by.transpose().ok()?.unwrap_or(1);
    (parts.next().is_none() && by > 0).then_some(())?;
    steps.push(Step::Slice { from: from.unwrap_or(0), to, by, derived });
    Some(behind)
}

fn quoted<'p>(path: &'p str, quote: char, steps: &mut Vec<Step>) -> Option<&'p str> {
    let (text, behind) = path.split_once(quote)?;
    // With escapes Go would unquote it.
    (!text.contains('\\')).then_some(())?;
    steps.push(Step::Constant(JsonValue::Str(text.into())));
    Some(behind)
}

/// A number, `true` or `false`.
fn bare<'p>(path: &'p str, steps: &mut Vec<Step>) -> Option<&'p str> {
    let end = path.find([' ', ',', '[', ']', '$', '@', '{', '}']).unwrap_or(path.len());
    let (word, behind) = path.split_at_checked(end)?;
    let value = match word {
        "true" => JsonValue::Bool(true),
        "false" => JsonValue::Bool(false),
        _ => match word.parse() {
            Ok(whole) => JsonValue::Int(whole),
            Err(_) => JsonValue::Float(word.parse().ok()?),
        },
    };
    steps.push(Step::Constant(value));
    Some(behind)
}

fn filter(path: &str, depth: u32) -> Option<(Filter, &str)> {
    let (mut pair, mut end) = (None, None);
    for (at, c) in path.char_indices() {
        match (c, pair) {
            ('"' | '\'', None) => pair = Some(c),
            (_, Some(open)) if open == c => pair = None,
            (')', None) => {
                end = Some(at);
                break;
            }
            _ => {}
        }
    }
    let (text, behind) = path.split_at_checked(end?)?;
    let behind = behind.strip_prefix(")]")?;
    let signs = ['!', '<', '>', '='];
    let filter = match text.find(signs).filter(|at| *at > 0) {
        None => Filter { left: steps(text, depth)?, operator: String::new(), right: Vec::new() },
        Some(at) => {
            let (left, rest) = text.split_at_checked(at)?;
            let right = rest.trim_start_matches(signs);
            let operator = rest.get(..rest.len() - right.len())?.to_owned();
            Filter { left: steps(left, depth)?, operator, right: steps(right, depth)? }
        }
    };
    Some((filter, behind))
}

/// Nothing where the server gives up.
fn walk(steps: &[Step], start: Vec<Json>) -> Option<Vec<Json>> {
    let mut current = start;
    for step in steps {
        let mut next = Vec::new();
        for value in &current {
            enter(step, value, &mut next)?;
        }
        current = next;
    }
    Some(current)
}

fn enter(step: &Step, value: &Json, found: &mut Vec<Json>) -> Option<()> {
    match step {
        Step::Field(name) => found.extend(value.get(name).cloned()),
        Step::Wildcard => found.extend(children(value).cloned()),
        Step::Recursive => descend(value, found),
        Step::Slice { .. } if value.is_null() => {}
        Step::Slice { from, to, by, derived } => {
            let JsonValue::List(items) = &value.value else { return None };
            found.extend(slice(items, (*from, *to), *by, *derived)?);
        }
        Step::Filter(filter) => {
            let JsonValue::List(items) = &value.value else { return None };
            for item in items {
                if passes(filter, item)? {
                    found.push(item.clone());
                }
            }
        }
        Step::Constant(constant) => found.push(Json { value: constant.clone(), range: value.range }),
    }
    Some(())
}

fn children(value: &Json) -> impl Iterator<Item = &Json> {
    value.items().iter().chain(value.members().iter().map(|member| &member.value))
}

/// A value and all below it that hold others.
fn descend(value: &Json, found: &mut Vec<Json>) {
    let mut waiting = vec![value];
    while let Some(value) = waiting.pop() {
        if children(value).next().is_some() {
            found.push(value.clone());
            let mut below: Vec<_> = children(value).collect();
            below.reverse();
            waiting.extend(below);
        }
    }
}

fn slice(items: &[Json], (from, to): (i64, Option<i64>), by: i64, derived: bool) -> Option<Vec<Json>> {
    let length = i64::try_from(items.len()).ok()?;
    let from = if from < 0 { from + length } else { from };
    let to = match to.unwrap_or(length) {
        to if to < 0 || (to == 0 && derived) => to + length,
        to => to,
    };
    if from == to {
        return Some(Vec::new());
    }
    let range = usize::try_from(from).ok()?..usize::try_from(to).ok()?;
    Some(items.get(range)?.iter().step_by(usize::try_from(by).ok()?).cloned().collect())
}

fn passes(filter: &Filter, item: &Json) -> Option<bool> {
    let left = walk(&filter.left, vec![item.clone()]);
    if filter.operator.is_empty() {
        return Some(left.is_some_and(|left| !left.is_empty()));
    }
    let (left, right) = (left?, walk(&filter.right, vec![item.clone()])?);
    match (left.as_slice(), right.as_slice()) {
        ([left], [right]) => compare(&left.value, &filter.operator, &right.value),
        ([], _) | (_, []) => Some(false),
        _ => None,
    }
}

/// Go's templates compare what is of one basic kind, and fail at the rest.
fn compare(left: &JsonValue, operator: &str, right: &JsonValue) -> Option<bool> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let order = match (left, right) {
        (JsonValue::Bool(a), JsonValue::Bool(b)) if matches!(operator, "==" | "!=") => a.cmp(b),
        (JsonValue::Int(a), JsonValue::Int(b)) => a.cmp(b),
        (JsonValue::Float(a), JsonValue::Float(b)) => a.partial_cmp(b)?,
        (JsonValue::Str(a), JsonValue::Str(b)) => a.cmp(b),
        _ => return None,
    };
    match operator {
        "==" => Some(order == Equal),
        "!=" => Some(order != Equal),
        "<" => Some(order == Less),
        "<=" => Some(order != Greater),
        ">" => Some(order == Greater),
        ">=" => Some(order != Less),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUE: &str = "
metadata: {name: a, annotations: {example.org/size: big}}
spec: {replicas: 3, tags: [a, b, c]}
status:
  conditions:
  - {type: Ready, status: 'True', weight: 2}
  - {type: Done, status: 'False', weight: 7}
";

    fn found(path: &str) -> Option<String> {
        let tree = crdls_yaml::Tree::parse(VALUE);
        let value = super::super::Reader::default().read(tree.first_root(VALUE)?);
        JsonPath::read(path)?.first(&value).map(|value| value.to_json())
    }

    #[test]
    fn paths_lead_where_they_lead_the_server() {
        let cases = [
            (".metadata.name", Some("\"a\"")),
            (r".metadata.annotations.example\.org/size", Some("\"big\"")),
            (r".metadata.annotations['example\.org/size']", Some("\"big\"")),
            (".spec.tags", Some("[\"a\",\"b\",\"c\"]")),
            (".spec.tags[0]", Some("\"a\"")),
            (".spec.tags[-1]", Some("\"c\"")),
            (".spec.tags[1:]", Some("\"b\"")),
            (".spec.tags[*]", Some("\"a\"")),
            (".spec.tags[3]", None),
            (".spec.*", Some("3")),
            ("..weight", Some("2")),
            (r#".status.conditions[?(@.type=="Done")].status"#, Some("\"False\"")),
            (".status.conditions[?(@.type=='Ready')].status", Some("\"True\"")),
            (".status.conditions[?(@.weight>2)].type", Some("\"Done\"")),
            (".status.conditions[?(@.reason)].type", None),
            (".status.conditions[?(@.weight=='2')].type", None),
            (".spec.replicas.x", None),
            (".spec.tags[a]", None),
        ];
        for (path, expected) in cases {
            assert_eq!(found(path).as_deref(), expected, "{path}");
        }
    }
}
