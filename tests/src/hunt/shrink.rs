//! Making a manifest small that the two differ on.

use serde_json::Value;

/// Questions that one manifest is worth.
const MOST: usize = 600;

/// Takes away whatever is not needed for a manifest to differ.
pub fn shrink(manifest: &Value, mut differs: impl FnMut(&Value) -> bool) -> Value {
    let mut small = manifest.clone();
    let mut left = MOST;
    let mut differs = |manifest: &Value| {
        left = left.saturating_sub(1);
        left > 0 && differs(manifest)
    };
    while pass(&mut small, &mut differs) {}
    small
}

/// One walk over all entries, outer ones first; whether anything went.
fn pass(small: &mut Value, differs: &mut impl FnMut(&Value) -> bool) -> bool {
    let mut shrunk = false;
    let mut open = vec![String::new()];
    while let Some(at) = open.pop() {
        for key in keys(small.pointer(&at)).into_iter().rev() {
            let mut tried = small.clone();
            remove(tried.pointer_mut(&at), &key);
            if differs(&tried) {
                *small = tried;
                shrunk = true;
            }
        }
        // Those that stay have other numbers now.
        let below = keys(small.pointer(&at)).into_iter();
        open.extend(below.map(|key| format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"))));
    }
    shrunk
}

fn keys(value: Option<&Value>) -> Vec<String> {
    match value {
        Some(Value::Object(members)) => members.keys().cloned().collect(),
        Some(Value::Array(items)) => (0..items.len()).map(|i| i.to_string()).collect(),
        _ => Vec::new(),
    }
}

pub fn remove(holder: Option<&mut Value>, key: &str) {
    match holder {
        Some(Value::Object(members)) => drop(members.remove(key)),
        Some(Value::Array(items)) => drop(key.parse().ok().map(|i: usize| items.remove(i))),
        _ => {}
    }
}
