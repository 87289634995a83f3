//! A first pass over a document: which anchors it has, and whether it has anything that decoding or
//! writing it as JSON might refuse. Most documents have not.

use std::collections::HashSet;

use crate::resolve::{Scalar, resolve_plain};

use super::Checked;
use super::document::unknown_anchor;
use super::events::{Collection, Content, Events, Properties, Role};

#[derive(Debug, Default)]
pub(super) struct Survey<'t> {
    anchors: HashSet<&'t str>,
    needs_decoding: bool,
}

impl Survey<'_> {
    pub(super) fn needs_decoding(&self) -> bool {
        self.needs_decoding
    }
}

impl<'t> Events<'t> for Survey<'t> {
    fn scalar(&mut self, role: Role, properties: Properties<'t>, content: Content<'t>) {
        self.anchors.extend(properties.anchor);
        let telling = match content {
            _ if properties.tag.is_some() => true,
            Content::Plain(text) => is_telling(role, text),
            Content::Text(_) => false,
        };
        self.needs_decoding |= telling;
    }

    fn alias(&mut self, at: usize, name: &'t str) -> Checked {
        self.needs_decoding = true;
        if self.anchors.contains(name) { Ok(()) } else { Err(unknown_anchor(at, name)) }
    }

    /// A collection that is a key cannot be decoded.
    fn open(&mut self, role: Role, properties: Properties<'t>, _: Collection) {
        self.anchors.extend(properties.anchor);
        self.needs_decoding |= role == Role::Key;
    }

    fn close(&mut self) {}
}

/// Infinities and NaN have no JSON; null and the greatest numbers cannot be keys; `<<` merges.
fn is_telling(role: Role, text: &str) -> bool {
    match (role, text.as_bytes().first()) {
        (_, Some(b'.' | b'+' | b'-')) => {
            matches!(resolve_plain(text), Scalar::Float(value) if !value.is_finite())
        }
        (Role::Key, None | Some(b'0'..=b'9' | b'n' | b'N' | b'~')) => {
            matches!(resolve_plain(text), Scalar::Null | Scalar::Uint(_))
        }
        (Role::Key, Some(b'<')) => text == "<<",
        _ => false,
    }
}
