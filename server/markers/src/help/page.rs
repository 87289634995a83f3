//! What a marker means, as Markdown.

use crdls_text::TextRange;

use super::HelpContext;
use super::place::{Part, place_at};
use crate::registry::{Applies, Generator, Marker, Version};

/// What is shown of a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// What it is about.
    pub range: TextRange,
    /// Markdown.
    pub text: String,
}

/// The page of a marker.
pub fn page(marker: &Marker, version: Version) -> String {
    let mut out = format!("# +{}\n\n{}\n\n```go\n// +{}\n```\n", marker.name, marker.doc, marker.example);
    out.push_str(&format!("\n{}\n", facts(marker, version)));
    let mut rows = marker.arguments.iter().filter(|argument| !argument.name.is_empty()).peekable();
    if rows.peek().is_some() {
        out.push_str("\n| argument | type | |\n| --- | --- | --- |\n");
        for argument in rows {
            let required = if argument.optional_since.is_none() { " Required." } else { "" };
            let since = if argument.since > Version::OLDEST {
                format!(" From {} on.", argument.since)
            } else {
                String::new()
            };
            let (name, value) = (argument.name, argument.value.name().replace(['<', '>'], ""));
            out.push_str(&format!(
                "| `{name}` | {value} | {}{required}{since} |\n",
                argument.doc.replace('|', "\\|")
            ));
        }
    }
    out
}

/// Where it may stand, what it wants and what it writes.
fn facts(marker: &Marker, version: Version) -> String {
    let targets: Vec<_> = marker
        .on
        .iter()
        .map(|on| {
            let what = on.target.name();
            if on.since > Version::OLDEST {
                format!("{what}s (from {} on)", on.since)
            } else {
                format!("{what}s")
            }
        })
        .collect();
    let mut facts = format!("On {}", targets.join(" and "));
    facts.push_str(match marker.applies {
        Applies::Any => ".",
        Applies::Number => " whose schema is an integer or a number.",
        Applies::String => " whose schema is a string.",
        Applies::Array => " whose schema is a list.",
        Applies::Object => " whose schema is an object or a map.",
    });
    if marker.items {
        facts.push_str(" It is about the items of the list.");
    }
    let generator = match marker.generator {
        Generator::Crd => "",
        Generator::Object => "object",
        Generator::ApplyConfiguration => "applyconfiguration",
        Generator::Rbac => "rbac",
        Generator::Webhook => "webhook",
    };
    if !generator.is_empty() {
        facts.push_str(&format!(" Read by the generator `{generator}`."));
    }
    if marker.first_version() > version {
        facts.push_str(&format!(" controller-gen {version} ignores it."));
    }
    if !marker.instead.is_empty() && marker.instead != marker.name {
        facts.push_str(&format!(" `+{}` is preferred.", marker.instead));
    }
    facts
}

/// What is at an offset of a file: a marker, or one of its arguments.
pub fn hover(context: HelpContext<'_>, offset: u32) -> Option<Hover> {
    let place = place_at(context, offset)?;
    let marker = place.marker?;
    let of_argument = |name: &str, range: TextRange| {
        let argument = marker.arguments.iter().find(|argument| argument.name == name)?;
        let values = match argument.values {
            [] => String::new(),
            values => format!("\n\nOne of `{}`.", values.join("`, `")),
        };
        let text = format!(
            "`{}` ({}) of `+{}`\n\n{}{values}",
            argument.name,
            argument.value.name(),
            marker.name,
            argument.doc
        );
        Some(Hover { range, text })
    };
    match place.part {
        Part::ArgumentName(range) => of_argument(range.of(&context.file.text).trim(), range),
        Part::Value { argument: Some(name), whole, .. } => of_argument(name, whole),
        Part::Name(_) | Part::Value { .. } => {
            let range = place.read.parsed.as_deref().map_or(place.text.range(), |parsed| parsed.name);
            let text = format!("`+{}`\n\n{}\n\n{}", marker.name, marker.doc, facts(marker, context.version));
            Some(Hover { range, text })
        }
    }
}
