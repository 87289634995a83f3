//! What `transformMap` and `transformMapEntry` gather their result with (ext/comprehensions.go).

use super::{Args, wrong};
use crate::eval::value::{Outcome, Value};

pub(super) fn insert(args: Args<'_>) -> Outcome {
    match args {
        [Value::Map(map), key, value] => map.insert(key, value),
        _ => wrong(),
    }
}

pub(super) fn insert_all(args: Args<'_>) -> Outcome {
    let [Value::Map(map), Value::Map(more)] = args else { return wrong() };
    let mut result = map.clone();
    for key in more.keys() {
        let Value::Map(grown) = result.insert(&key, &more.get(&key)?)? else { return wrong() };
        result = grown;
    }
    Ok(Value::Map(result))
}
