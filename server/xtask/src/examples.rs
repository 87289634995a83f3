//! The examples of pages, each with a link that opens it in the playground.
//!
//! A link has the state of the page in its fragment, in the format of `editors/playground/src/link.ts`. Knows fences, and
//! which texts belong together; must not know what is found in them.

use serde_json::{Map, Value};
use zlib_rs::{DeflateConfig, compress_bound, compress_slice};

/// The version of the format.
const VERSION: u32 = 1;

/// A block of a page.
#[derive(Debug)]
struct Block<'p> {
    language: &'p str,
    text: &'p str,
    /// The offset of the line after the block.
    end: usize,
}

/// A page with a link after each example, and the numbers of links and of examples without one. `alone`: an example needs
/// no CRD, as on the pages of codes. `address`: that of the playground, from the page on.
pub(crate) fn linked(page: &str, alone: bool, address: &str) -> (String, [usize; 2]) {
    let blocks = blocks(page);
    let (mut out, mut done, mut counts) = (String::with_capacity(page.len()), 0, [0, 0]);
    for (number, block) in blocks.iter().enumerate().filter(|(_, block)| is_example(block)) {
        let earlier = blocks.get(..number).unwrap_or_default();
        let Some(state) = state(block, earlier, alone) else {
            counts[1] += 1;
            continue;
        };
        counts[0] += 1;
        out += &page[done..block.end];
        out += &format!("\n[Open in the playground]({address}#{})\n", fragment(&state));
        done = block.end;
    }
    out += &page[done..];
    (out, counts)
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let (mut found, mut open, mut offset) = (Vec::new(), None, 0);
    for line in page.split_inclusive('\n') {
        let end = offset + line.len();
        if let Some(language) = line.strip_prefix("```") {
            open = match open {
                None => Some((language.trim(), end)),
                Some((language, start)) => {
                    found.push(Block { language, text: &page[start..offset], end });
                    None
                }
            };
        }
        offset = end;
    }
    found
}

/// Go and manifests; workflows and settings are none.
fn is_example(block: &Block<'_>) -> bool {
    block.language == "go" || (block.language == "yaml" && is_manifest(block.text))
}

fn is_manifest(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("apiVersion:") || line.starts_with("crdName:"))
}

fn is_crd(document: &str) -> bool {
    document.lines().any(|line| line == "kind: CustomResourceDefinition")
}

/// The folder in the name of a file that a block begins with: `# oven/crd.yaml`.
fn folder<'p>(block: &Block<'p>) -> Option<&'p str> {
    block.text.lines().next()?.strip_prefix("# ")?.split_once('/').map(|(folder, _)| folder)
}

/// The state that a link opens; `None` for an example of several files, and for one that needs a CRD which the page does not have.
fn state(block: &Block<'_>, earlier: &[Block<'_>], alone: bool) -> Option<Value> {
    let mut state = Map::new();
    let mut set = |key: &str, text: String| drop(state.insert(key.to_owned(), text.into()));
    if block.text.lines().any(|line| line.starts_with("# file: ") || line.starts_with("// file: ")) {
        return None;
    }
    if block.language == "go" {
        set("go", block.text.to_owned());
        return Some(state.into());
    }
    let update = block.text.strip_prefix("# update\n").and_then(|text| text.split_once("\n---\n"));
    let rest = update.map_or(block.text, |(_, rest)| rest);
    if let Some((old, _)) = update {
        set("old", format!("{old}\n"));
    }
    let mut documents: Vec<&str> = rest.split_inclusive("\n---\n").collect();
    // Otherwise a separator is in a text, which the example is about.
    if !documents.iter().all(|document| is_manifest(document)) {
        documents = vec![rest];
    }
    let join = |documents: Vec<&str>| documents.concat().trim_end_matches("---\n").to_owned();
    let (crds, others): (Vec<_>, Vec<_>) = documents.into_iter().partition(|document| is_crd(document));
    let its_folder = folder(block);
    let known = || earlier.iter().rev().find(|other| is_crd(other.text) && folder(other) == its_folder);
    match crds.is_empty() {
        true if alone => {}
        true => set("crd", known().filter(|_| its_folder.is_some())?.text.to_owned()),
        false => set("crd", join(crds)),
    }
    set("resource", join(others));
    Some(state.into())
}

/// The fragment of an address: the version, a check, and the state as compressed JSON in base64url.
fn fragment(state: &Value) -> String {
    let json = state.to_string();
    let mut packed = vec![0; compress_bound(json.len())];
    // A negative window means no header.
    let config = DeflateConfig { window_bits: -15, ..DeflateConfig::new(9) };
    let (packed, _) = compress_slice(&mut packed, json.as_bytes(), config);
    let text = base64url(packed);
    format!("{VERSION}.{}.{text}", base36(check(&text)))
}

fn base64url(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let group = |bytes: &[u8]| {
        let bits =
            bytes.iter().fold(0_u32, |bits, byte| bits << 8 | u32::from(*byte)) << (8 * (3 - bytes.len()));
        let digit = |at: usize| char::from(DIGITS[(bits >> (18 - 6 * at)) as usize & 63]);
        (0..=bytes.len()).map(digit).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

/// FNV-1a.
fn check(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn base36(mut number: u32) -> String {
    let mut digits = Vec::new();
    while number > 0 || digits.is_empty() {
        digits.extend(char::from_digit(number % 36, 36));
        number /= 36;
    }
    digits.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CRD: &str = "# oven/crd.yaml\nkind: CustomResourceDefinition\napiVersion: v1\n";

    #[test]
    fn texts_that_belong_together_are_opened_together() {
        let page = format!(
            "```yaml\n{CRD}```\n\n```yaml\n# oven/a.yaml\napiVersion: e/v1\n```\n```yaml\njobs: {{}}\n```\n"
        );
        let blocks = blocks(&page);
        let of = |number: usize| state(&blocks[number], &blocks[..number], false).unwrap_or_default();
        assert_eq!((of(0)["crd"].as_str(), of(0)["resource"].as_str()), (Some(CRD), Some("")));
        assert_eq!(
            (&of(1)["crd"], of(1)["resource"].as_str()),
            (&of(0)["crd"], Some("# oven/a.yaml\napiVersion: e/v1\n"))
        );
        let (out, counts) = linked(&page, false, "../play/index.html");
        assert_eq!(
            (counts, out.matches("\n```\n\n[Open in the playground](../play/index.html#1.").count()),
            ([2, 0], 2)
        );
        let stray = format!("```yaml\napiVersion: e/v1\n```\n```yaml\n# file: a\n{CRD}```\n");
        assert_eq!(linked(&stray, false, "").1, [0, 2]);
        assert_eq!(linked(&stray, true, "").1, [1, 1]);
    }

    #[test]
    fn an_update_has_its_old_object() {
        let page = format!("```yaml\n# update\na: 1\n---\n{CRD}---\napiVersion: e/v1\n```\n");
        let found = state(&blocks(&page)[0], &[], true).expect("a state");
        assert_eq!(found, serde_json::json!({"old": "a: 1\n", "crd": CRD, "resource": "apiVersion: e/v1\n"}));
        let text = format!("{CRD}a: |\n---\n  b\n");
        let page = format!("```yaml\n{text}```\n");
        assert_eq!(state(&blocks(&page)[0], &[], true).unwrap_or_default()["crd"], text.as_str());
    }

    #[test]
    fn texts_are_written_in_digits() {
        let all = ["", "f", "fo", "foo", "foob"].map(|text| base64url(text.as_bytes()));
        assert_eq!(all, ["", "Zg", "Zm8", "Zm9v", "Zm9vYg"]);
        assert_eq!(base64url(&[0xfb, 0xff]), "-_8");
        assert_eq!(
            (base36(0), base36(35), base36(36), check("a")),
            ("0".into(), "z".into(), "10".into(), 0xe40c_292c)
        );
    }
}
