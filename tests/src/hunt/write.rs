//! Values as the YAML that people write, so that what is found reads well.

use serde_json::Value;

/// A value as a document.
pub fn yaml(value: &Value) -> String {
    let mut text = String::new();
    block(value, 0, &mut text);
    text.trim_start_matches('\n').to_owned()
}

/// A value behind its key or dash, up to the end of its last line.
fn block(value: &Value, indent: usize, text: &mut String) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (key, value) in members {
                start(indent, text);
                text.push_str(&format!("{}:", scalar(key)));
                block(value, indent + 2, text);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                start(indent, text);
                text.push('-');
                block(item, indent + 2, text);
            }
        }
        Value::String(words) => text.push_str(&format!(" {}\n", scalar(words))),
        other => text.push_str(&format!(" {other}\n")),
    }
}

/// Begins an entry: on the line of a dash where there is one just before.
fn start(indent: usize, text: &mut String) {
    if text.ends_with('-') {
        text.push(' ');
        return;
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&" ".repeat(indent));
}

fn scalar(words: &str) -> String {
    const OTHER: [&str; 14] =
        ["y", "n", "yes", "no", "on", "off", "true", "false", "null", "nan", "inf", "e", "o", "x"];
    let plain = words.starts_with(|c: char| c.is_ascii_alphabetic())
        && words.chars().all(|c| c.is_ascii_alphanumeric() || "-_./".contains(c))
        && !OTHER.contains(&words.to_ascii_lowercase().as_str());
    if plain { words.to_owned() } else { quoted(words) }
}

/// JSON's quotes, which YAML reads; what YAML does not print is escaped.
fn quoted(words: &str) -> String {
    let mut text = String::new();
    for c in Value::from(words).to_string().chars() {
        match c {
            '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
                text.push_str(&format!("\\u{:04x}", c as u32));
            }
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn written_values_are_read_again() {
        let value =
            json!({ "a": [{ "b": [], "c": [[1, "yes"], {}] }], "": "x\u{2028}\n", "d": { "e": null } });
        let text = super::yaml(&value);
        let tree = crdls_yaml::Tree::parse(&text);
        let root = tree.root(&text, &tree.documents()[0]).expect("a document");
        assert_eq!(crate::json::of(root, &mut crdls_yaml::Budget::default()), value, "{text}");
    }
}
