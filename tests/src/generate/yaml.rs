//! A value as it is written in YAML: of any spelling, also with a key twice.

use serde_json::Value;

use crate::random::Random;

/// A value whose scalars are spelled.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// A scalar as it stands in the text.
    Raw(String),
    Text(String),
    List(Vec<Written>),
    Map(Vec<(String, Written)>),
}

impl Written {
    pub fn raw(text: impl ToString) -> Self {
        Self::Raw(text.to_string())
    }

    pub fn text(text: impl ToString) -> Self {
        Self::Text(text.to_string())
    }

    pub fn map<const N: usize>(members: [(&str, Self); N]) -> Self {
        Self::Map(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// On one line, as JSON is written.
    pub fn flow(&self) -> String {
        match self {
            Self::Raw(text) => text.clone(),
            Self::Text(text) => quoted(text),
            Self::List(items) => {
                let items: Vec<_> = items.iter().map(Self::flow).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Map(members) => {
                let member = |(name, value): &(String, Self)| format!("{}: {}", quoted(name), value.flow());
                let members: Vec<_> = members.iter().map(member).collect();
                format!("{{{}}}", members.join(", "))
            }
        }
    }

    /// In lines, here and there in one of YAML's other styles.
    pub fn block(&self, random: &mut Random) -> String {
        let mut out = String::new();
        match self {
            Self::Map(members) if !members.is_empty() => {
                Block { random, anchors: 0 }.map(members, 0, &mut out);
            }
            other => out.push_str(&other.flow()),
        }
        out
    }
}

/// A value as people write it, so that what is found reads well.
pub fn plain(value: &Value) -> String {
    let mut out = String::new();
    plain_block(value, 0, &mut out);
    out.trim_start_matches('\n').to_owned()
}

/// A value after its key or dash, up to the end of its last line.
fn plain_block(value: &Value, indent: usize, out: &mut String) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (key, value) in members {
                start(indent, out);
                *out += &format!("{}:", plain_scalar(key));
                plain_block(value, indent + 2, out);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                start(indent, out);
                out.push('-');
                plain_block(item, indent + 2, out);
            }
        }
        Value::String(text) => *out += &format!(" {}\n", plain_scalar(text)),
        other => *out += &format!(" {other}\n"),
    }
}

/// Begins an entry: on the line of a dash where there is one just before.
fn start(indent: usize, out: &mut String) {
    if out.ends_with('-') {
        out.push(' ');
        return;
    }
    if !out.ends_with('\n') {
        out.push('\n');
    }
    *out += &" ".repeat(indent);
}

fn plain_scalar(text: &str) -> String {
    const OTHER: [&str; 14] =
        ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf", "e", "o", "x"];
    let is_text = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && is_plain(text)
        && !text.contains('+')
        && !OTHER.contains(&text.to_ascii_lowercase().as_str());
    if is_text { text.to_owned() } else { escaped(text) }
}

/// JSON's quotes, which YAML reads; it refuses DEL where it stands bare.
pub fn quoted(text: &str) -> String {
    Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

/// The same with everything escaped that YAML does not print.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in quoted(text).chars() {
        match c {
            '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
                out += &format!("\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out
}

struct Block<'r> {
    random: &'r mut Random,
    anchors: usize,
}

impl Block<'_> {
    fn map(&mut self, members: &[(String, Written)], indent: usize, out: &mut String) {
        for (name, value) in members {
            if self.anchors > 0 && self.random.below(25) == 0 {
                *out += &format!("{}<<: *a{}\n", " ".repeat(indent), 1 + self.random.below(self.anchors));
            }
            let key = if is_plain(name) { name.clone() } else { quoted(name) };
            *out += &format!("{}{key}:", " ".repeat(indent));
            self.value(value, indent, out);
        }
    }

    fn value(&mut self, value: &Written, indent: usize, out: &mut String) {
        if self.anchors > 0 && self.random.below(30) == 0 {
            *out += &format!(" *a{}\n", 1 + self.random.below(self.anchors));
            return;
        }
        match value {
            Written::Map(members) if !members.is_empty() && self.random.below(8) > 0 => {
                self.anchor(out);
                out.push('\n');
                self.map(members, indent + 2, out);
            }
            Written::List(items) if !items.is_empty() && self.random.below(8) > 0 => {
                self.anchor(out);
                out.push('\n');
                for item in items {
                    *out += &format!("{}-", " ".repeat(indent));
                    self.value(item, indent + 2, out);
                }
            }
            Written::Text(text) => self.scalar(text, indent, out),
            Written::Raw(text) if text == "null" && self.random.below(2) == 0 => {
                *out += self.random.pick(&["", " ~", " Null", " !!null ''"]).copied().unwrap_or_default();
                out.push('\n');
            }
            Written::Raw(text) if text == "true" && self.random.below(2) == 0 => {
                *out +=
                    self.random.pick(&[" yes", " On", " TRUE", " y", " !!bool on"]).copied().unwrap_or("");
                out.push('\n');
            }
            other => *out += &format!(" {}\n", other.flow()),
        }
    }

    fn anchor(&mut self, out: &mut String) {
        match self.random.below(30) {
            0 | 1 => {
                self.anchors += 1;
                *out += &format!(" &a{}", self.anchors);
            }
            2 => *out += " # what is below",
            3 => *out += " !!map",
            _ => {}
        }
    }

    fn scalar(&mut self, text: &str, indent: usize, out: &mut String) {
        let inner = " ".repeat(indent + 2);
        let printable = !text.is_empty() && !text.chars().any(char::is_control);
        match self.random.below(7) {
            0 if printable => *out += &format!(" '{}'\n", text.replace('\'', "''")),
            1 if printable && !text.starts_with(' ') => *out += &format!(" |-\n{inner}{text}\n"),
            2 if printable && !text.starts_with(' ') => *out += &format!(" >-\n{inner}{text}\n"),
            3 if printable && !text.starts_with(' ') => *out += &format!(" |\n{inner}{text}\n"),
            4 if printable => *out += &format!(" !!str {}\n", quoted(text)),
            // What is plain may come to be something else than a text, and so it is meant.
            5 if is_plain(text) => *out += &format!(" {text}\n"),
            _ => *out += &format!(" {}\n", quoted(text)),
        }
    }
}

fn is_plain(text: &str) -> bool {
    !text.is_empty()
        && text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "._/-+".contains(c))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn written_values_are_read_again() {
        let value =
            json!({ "a": [{ "b": [], "c": [[1, "yes"], {}] }], "": "x\u{2028}\n", "d": { "e": null } });
        let text = super::plain(&value);
        let tree = crdls_yaml::Tree::parse(&text);
        let root = tree.root(&text, &tree.documents()[0]).expect("a document");
        assert_eq!(crate::json::of(root, &mut crdls_yaml::Budget::default()), value, "{text}");
    }
}
