//! Types as tables of functions write them: `map(<K>, list(int))`.

use super::{Parameters, Type};

const SIMPLE: &[(&str, Type)] = &[
    ("dyn", Type::Dyn),
    ("any", Type::Any),
    ("google.protobuf.Any", Type::Any),
    ("null", Type::Null),
    ("null_type", Type::Null),
    ("bool", Type::Bool),
    ("bytes", Type::Bytes),
    ("double", Type::Double),
    ("int", Type::Int),
    ("uint", Type::Uint),
    ("string", Type::String),
    ("duration", Type::Duration),
    ("google.protobuf.Duration", Type::Duration),
    ("timestamp", Type::Timestamp),
    ("google.protobuf.Timestamp", Type::Timestamp),
];

impl Type {
    /// Reads a type as it is written in a table; parameters stand in angle brackets. A name that is
    /// not CEL's is an opaque type where `is_opaque` says so, otherwise an object.
    pub fn parse(text: &str, is_opaque: &dyn Fn(&str) -> bool) -> Option<Type> {
        let mut reader = Reader { rest: text, is_opaque, depth: 0 };
        let parsed = reader.read()?;
        reader.rest.trim().is_empty().then_some(parsed)
    }
}

struct Reader<'t> {
    rest: &'t str,
    is_opaque: &'t dyn Fn(&str) -> bool,
    depth: u32,
}

/// How deep a type in a table may nest.
const MAX_DEPTH: u32 = 16;

impl Reader<'_> {
    fn read(&mut self) -> Option<Type> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        if self.eat("<") {
            let (name, rest) = self.rest.split_once('>')?;
            let parameter = Type::Param(name.into());
            self.rest = rest;
            self.depth -= 1;
            return Some(parameter);
        }
        let len = self.rest.find(['(', ')', ',']).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at_checked(len)?;
        self.rest = rest;
        let parameters = if self.eat("(") { self.parameters()? } else { Vec::new() };
        self.depth -= 1;
        self.named(name.trim(), parameters)
    }

    fn parameters(&mut self) -> Option<Vec<Type>> {
        let mut out = Vec::new();
        loop {
            out.push(self.read()?);
            if self.eat(")") {
                return Some(out);
            }
            if !self.eat(",") {
                return None;
            }
        }
    }

    fn eat(&mut self, wanted: &str) -> bool {
        let rest = self.rest.trim_start().strip_prefix(wanted);
        self.rest = rest.map_or(self.rest, str::trim_start);
        rest.is_some()
    }

    fn named(&self, name: &str, parameters: Vec<Type>) -> Option<Type> {
        match (name, parameters.as_slice()) {
            ("", _) => None,
            ("list", [_]) => Some(Type::List(Parameters::new(parameters))),
            ("map", [_, _]) => Some(Type::Map(Parameters::new(parameters))),
            ("type", [] | [_]) => Some(Type::Type(Parameters::new(parameters))),
            ("wrapper", [wrapped]) => Some(Type::nullable(wrapped.clone())),
            (_, []) if !(self.is_opaque)(name) => {
                let simple = SIMPLE.iter().find(|(written, _)| *written == name);
                Some(simple.map_or_else(|| Type::object(name), |(_, simple)| simple.clone()))
            }
            _ => Some(Type::opaque(name, parameters)),
        }
    }
}
