//! JSON pointers (RFC 6901): the steps of a path, with `~0` for `~` and `~1` for `/`.

use std::ops::Range;

/// A name as a step of a pointer.
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The name that a step of a pointer has.
pub fn unescaped(step: &str) -> String {
    step.replace("~1", "/").replace("~0", "~")
}

/// The ranges of the steps of a pointer in bytes, without their slashes; none if it does not begin with a slash.
pub fn steps(pointer: &str) -> Vec<Range<usize>> {
    let mut start = 1;
    let rest = pointer.strip_prefix('/').map(|rest| rest.split('/')).into_iter().flatten();
    rest.map(|step| {
        let range = start..start + step.len();
        start = range.end + 1;
        range
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_names() {
        let pointer = "/a/b~1c//d~01";
        let names: Vec<_> =
            steps(pointer).into_iter().map(|step| unescaped(pointer.get(step).unwrap())).collect();
        assert_eq!(names, ["a", "b/c", "", "d~1"]);
        assert_eq!(names.iter().map(|name| format!("/{}", escaped(name))).collect::<String>(), pointer);
        assert!(steps("a").is_empty());
        assert_eq!(steps("/").len(), 1);
    }
}
