//! The files that a new rule begins with: its page and the folder of its fixtures.

use std::fs;
use std::path::Path;

const CRD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.org
spec:
  group: example.org
  scope: Namespaced
  names:
    kind: Widget
    plural: widgets
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
";

/// Makes what is missing; a page that exists is never touched.
pub fn create(root: &Path, code: &str) -> Result<(), String> {
    if !is_code(code) {
        return Err(format!("`{code}` is no code: lower case words joined by dashes, as `missing-type`"));
    }
    let page = root.join("server/crd/rules").join(format!("{code}.md"));
    if page.exists() {
        return Err(format!("{} exists already", page.display()));
    }
    let fixtures = root.join("tests/rules").join(code);
    make_folder(page.parent().unwrap_or(root))?;
    make_folder(&fixtures)?;
    fs::write(&page, skeleton(code)).map_err(|e| format!("{}: {e}", page.display()))?;
    println!("{}\n{}/", page.display(), fixtures.display());
    println!("now declare it beside its check with `code!` and list it in server/crd/src/rules.rs");
    Ok(())
}

fn make_folder(folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}

fn is_code(text: &str) -> bool {
    let word = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.split('-').all(word)
}

fn skeleton(code: &str) -> String {
    let example = format!("```yaml\n{CRD}```");
    format!(
        "# {code}\n\n## What is wrong\n\n\n## Why the API server refuses it\n\n\n\
         ## Rejected\n\n{example}\n\n## Accepted\n\n{example}\n\n## How to fix\n\n\n## See also\n\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_words_joined_by_dashes() {
        assert!(is_code("missing-type"));
        assert!(is_code("cel-v2-thing"));
        for wrong in ["", "Missing", "-a", "a-", "a--b", "a_b", "1a"] {
            assert!(!is_code(wrong), "{wrong}");
        }
    }

    #[test]
    fn skeleton_has_all_headings_and_two_examples() {
        let page = skeleton("a-b");
        let headings: Vec<_> = page.lines().filter(|line| line.starts_with('#')).collect();
        assert_eq!(
            headings,
            [
                "# a-b",
                "## What is wrong",
                "## Why the API server refuses it",
                "## Rejected",
                "## Accepted",
                "## How to fix",
                "## See also"
            ]
        );
        assert_eq!(page.matches("```yaml").count(), 2);
    }
}
