//! Which resources a target selects: anchored expressions, and selectors of labels as apimachinery reads them.

use crdls_go::regexp::{self, Regexp};
use crdls_values::dns;

use crate::id::{ID_PARTS, ResId};
use crate::kustomization::Target;
use crate::node::{Map, Node};
use crate::resource::{Resource, Resources};

/// A target, read (`types.SelectorRegex`).
#[derive(Debug)]
pub(crate) struct Selection {
    /// For each of [`ID_PARTS`].
    id: [Option<Regexp>; 5],
    /// The name, where no other text matches the expression.
    name: Option<String>,
    labels: Selector,
    annotations: Selector,
    /// Whether a part of an id is asked for.
    pub(crate) asks_for_id: bool,
}

/// A selector of labels, or why it cannot be read.
type Selector = Result<Vec<Requirement>, String>;

/// A part of a selector of labels.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Requirement {
    In(String, Vec<String>),
    NotIn(String, Vec<String>),
    Exists(String),
    Absent(String),
    Greater(String, i64),
    Less(String, i64),
}

impl Selection {
    /// Reads a target, or says why Go cannot.
    pub(crate) fn read(target: &Target) -> Result<Self, String> {
        let expression = |text: &str| match text {
            "" => Ok(None),
            text => regexp::compile(&format!("^(?:{text})$")).map(Some).map_err(|why| why.to_string()),
        };
        let texts = target.id.parts().map(|part| part.value.as_str());
        let is_text =
            |name: &&str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        let text = Some(texts[3]).filter(is_text).map(str::to_owned);
        let [group, version, kind, name, namespace] = texts.map(expression);
        Ok(Self {
            name: text,
            id: [group?, version?, kind?, name?, namespace?],
            labels: requirements(&target.labels.value),
            annotations: requirements(&target.annotations.value),
            asks_for_id: texts.iter().any(|text| !text.is_empty()),
        })
    }

    /// Whether an id fits (`TargetSelectorRegex.Selects`).
    pub(crate) fn fits_id(&self, id: &ResId) -> bool {
        let [.., name, namespace] = &self.id;
        (0..3).all(|part| self.fits(part, id))
            && fits(name.as_ref(), &id.name)
            && fits(namespace.as_ref(), &id.namespace)
    }

    /// Whether labels and annotations fit; an error where a selector cannot be read.
    pub(crate) fn fits_labels(&self, resource: &Resource) -> Result<bool, &str> {
        for (selector, field) in [(&self.labels, "labels"), (&self.annotations, "annotations")] {
            let requirements = selector.as_ref().map_err(String::as_str)?;
            let labels = resource.node.at(&["metadata", field]).and_then(Node::as_map);
            if !requirements.iter().all(|requirement| requirement.matches(labels)) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether it asks for labels or annotations.
    pub(crate) fn asks_for_labels(&self) -> bool {
        let asks = |selector: &Selector| selector.as_ref().map_or(true, |all| !all.is_empty());
        asks(&self.labels) || asks(&self.annotations)
    }

    /// Whether it selects a resource by its first or its current name and namespace (`resWrangler.Select`), perhaps without
    /// one of [`ID_PARTS`]. A selector of labels is read for those alone that the rest selects.
    pub(crate) fn selects(&self, resource: &Resource, without: Option<usize>) -> Result<bool, &str> {
        if self.selects_id(resource, without) { self.fits_labels(resource) } else { Ok(false) }
    }

    /// The same for any labels and annotations.
    pub(crate) fn selects_id(&self, resource: &Resource, without: Option<usize>) -> bool {
        let (current, original) = (resource.id(), resource.original_id());
        let fits = |part, id| without == Some(part) || self.fits(part, id);
        (0..3).all(|part| fits(part, &current))
            && (3..5).all(|part| fits(part, &original) || fits(part, &current))
    }

    /// The resources that it may select: few, where the target has a name without special characters.
    pub(crate) fn candidates(&self, resources: &mut Resources) -> Vec<usize> {
        match &self.name {
            Some(name) => resources.with_name(name),
            None => (0..resources.len()).collect(),
        }
    }

    /// Whether the selectors of labels can be read.
    pub(crate) const fn is_readable(&self) -> bool {
        self.labels.is_ok() && self.annotations.is_ok()
    }

    /// Whether one of [`ID_PARTS`] fits an id.
    pub(crate) fn fits(&self, part: usize, id: &ResId) -> bool {
        let mut parts = self.id.iter().zip(ID_PARTS).skip(part);
        parts.next().is_none_or(|(expression, part)| fits(expression.as_ref(), part(id)))
    }
}

fn fits(expression: Option<&Regexp>, text: &str) -> bool {
    expression.is_none_or(|expression| expression.is_match(text))
}

impl Requirement {
    fn matches(&self, labels: Option<&Map>) -> bool {
        let value = |key: &str| labels.and_then(|labels| labels.get(key)).map(Node::text);
        let is_one = |values: &[String], value: &str| values.iter().any(|known| known == value);
        let number = |key: &str| value(key).and_then(|value| value.parse::<i64>().ok());
        match self {
            Self::In(key, values) => value(key).is_some_and(|value| is_one(values, value)),
            Self::NotIn(key, values) => value(key).is_none_or(|value| !is_one(values, value)),
            Self::Exists(key) => value(key).is_some(),
            Self::Absent(key) => value(key).is_none(),
            Self::Greater(key, bound) => number(key).is_some_and(|number| number > *bound),
            Self::Less(key, bound) => number(key).is_some_and(|number| number < *bound),
        }
    }
}

/// A token of a selector (`labels.Lexer`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'t> {
    Word(&'t str),
    Symbol(&'t str),
    End,
}

const SYMBOLS: [char; 7] = ['=', '!', '(', ')', ',', '>', '<'];

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\r' | '\n')
}

/// Reads a selector of labels, which annotations have too (`labels.Parser`).
struct Parser<'t> {
    rest: &'t str,
}

/// Reads a selector of labels (`labels.Parse`).
fn requirements(text: &str) -> Result<Vec<Requirement>, String> {
    let (mut parser, mut all) = (Parser { rest: text }, Vec::new());
    loop {
        match parser.peek() {
            Token::Word(_) | Token::Symbol("!") => {}
            Token::End => return Ok(all),
            found => return found.instead_of("!, identifier, or 'end of string'"),
        }
        all.push(parser.requirement().map_err(|why| format!("unable to parse requirement: {why}"))?);
        match parser.next() {
            Token::End => return Ok(all),
            Token::Symbol(",") => match parser.peek() {
                Token::Word(_) | Token::Symbol("!") => {}
                found => return found.instead_of("identifier after ','"),
            },
            found => return found.instead_of("',' or 'end of string'"),
        }
    }
}

impl<'t> Token<'t> {
    const fn text(self) -> &'t str {
        match self {
            Self::Word(text) | Self::Symbol(text) => text,
            Self::End => "",
        }
    }

    fn instead_of<T>(self, expected: &str) -> Result<T, String> {
        Err(format!("found '{}', expected: {expected}", self.text()))
    }
}

impl<'t> Parser<'t> {
    /// The next token, and what follows it (`Lex`).
    fn lex(&self) -> (Token<'t>, &'t str) {
        let rest = self.rest.trim_start_matches(is_blank);
        if rest.is_empty() {
            return (Token::End, rest);
        }
        let symbol = ["==", "!="].into_iter().find(|symbol| rest.starts_with(symbol)).map_or(1, str::len);
        let is_symbol = rest.starts_with(SYMBOLS);
        let end = match is_symbol {
            true => symbol,
            false => rest.find(|c| is_blank(c) || SYMBOLS.contains(&c)).unwrap_or(rest.len()),
        };
        let (text, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        (if is_symbol { Token::Symbol(text) } else { Token::Word(text) }, after)
    }

    fn peek(&self) -> Token<'t> {
        self.lex().0
    }

    fn next(&mut self) -> Token<'t> {
        let (token, after) = self.lex();
        self.rest = after;
        token
    }

    /// `parseRequirement`
    fn requirement(&mut self) -> Result<Requirement, String> {
        let mut token = self.next();
        let is_absent = token == Token::Symbol("!");
        if is_absent {
            token = self.next();
        }
        let Token::Word(key) = token else { return token.instead_of("identifier") };
        if let [why, ..] = dns::qualified_name(key).as_slice() {
            return Err(format!("key: Invalid value: {}: {why}", crdls_go::go_quote(key)));
        }
        let key = key.to_owned();
        if is_absent {
            return Ok(Requirement::Absent(key));
        }
        if matches!(self.peek(), Token::End | Token::Symbol(",")) {
            return Ok(Requirement::Exists(key));
        }
        let operator = self.next();
        let values = match operator.text() {
            "in" | "notin" => self.values()?,
            "=" | "==" | "!=" | ">" | "<" => vec![self.value()?],
            _ => return operator.instead_of("in, notin, =, ==, !=, gt, lt"),
        };
        for value in &values {
            if let [why, ..] = dns::label_value(value).as_slice() {
                return Err(format!("values: Invalid value: {}: {why}", crdls_go::go_quote(value)));
            }
        }
        let bound = || {
            let bound = values.first().and_then(|value| value.parse::<i64>().ok());
            bound.ok_or("for 'Gt', 'Lt' operators, the value must be an integer".to_owned())
        };
        Ok(match operator.text() {
            ">" => Requirement::Greater(key, bound()?),
            "<" => Requirement::Less(key, bound()?),
            "notin" | "!=" => Requirement::NotIn(key, values),
            _ => Requirement::In(key, values),
        })
    }

    /// `parseExactValue`
    fn value(&mut self) -> Result<String, String> {
        if matches!(self.peek(), Token::End | Token::Symbol(",")) {
            return Ok(String::new());
        }
        match self.next() {
            Token::Word(value) => Ok(value.to_owned()),
            found => found.instead_of("identifier"),
        }
    }

    /// `parseValues`, `parseIdentifiersList`: commas without a word between them mean an empty value.
    fn values(&mut self) -> Result<Vec<String>, String> {
        let open = self.next();
        if open != Token::Symbol("(") {
            return Err(format!("found '{}' expected: '('", open.text()));
        }
        let mut values = Vec::new();
        loop {
            match self.next() {
                Token::Word(value) => {
                    values.push(value.to_owned());
                    match self.peek() {
                        Token::Symbol(",") => continue,
                        Token::Symbol(")") => {}
                        found => return found.instead_of("',' or ')'"),
                    }
                }
                Token::Symbol(",") => match self.peek() {
                    Token::Symbol("," | ")") => values.push(String::new()),
                    _ if values.is_empty() => {
                        values.push(String::new());
                        continue;
                    }
                    _ => continue,
                },
                Token::Symbol(")") if values.is_empty() => return Ok(vec![String::new()]),
                found => return found.instead_of("',', or identifier"),
            }
            if self.next() == Token::Symbol(")") {
                return Ok(values);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::node::Origin;
    use crate::scalar::{Scalar, Tag};

    #[test]
    fn selectors_of_labels() {
        let mut labels = Map::default();
        for (name, text) in [("a", "1"), ("b", "")] {
            labels.set(name, Node::scalar(Scalar::tagged(text, Tag::Str), Origin::default()));
        }
        let matches = |text: &str| requirements(text).map(|all| all.iter().all(|r| r.matches(Some(&labels))));
        for (text, expected) in [
            ("", true),
            ("a=1,b", true),
            ("a==2", false),
            ("a != 2", true),
            ("a in (1, 2), !c", true),
            ("c notin (x)", true),
            ("a>0", true),
            ("b=", true),
            ("a\n=\t1", true),
            ("b in ()", true),
            ("b in (x,,y)", true),
            ("b in (,x)", true),
            ("b in (x,)", true),
        ] {
            assert_eq!(matches(text), Ok(expected), "{text}");
        }
        for wrong in [
            "a b",
            "=1",
            "a=b,",
            "a in (b c)",
            "a in (b=c)",
            "b in (x,,)",
            "a=-x",
            "a_B/c=d",
            "a>x",
            "a=http://x",
        ] {
            assert!(matches(wrong).is_err(), "{wrong}");
        }
    }
}
