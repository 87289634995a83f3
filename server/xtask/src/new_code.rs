//! The files that a new code begins with: the check with its declaration, the page and a fixture.

use std::path::Path;

use crate::codegen;
use crate::files::{read, write};

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

const ADVICE: &str = "server/crd/src/advice";
const VALIDATE: &str = "server/crd/src/validate";

/// Whose code it is.
#[derive(Clone, Copy)]
pub enum Origin<'a> {
    /// Advice, in a folder of `advice/`: what it is about.
    Advice {
        about: &'a str,
    },
    Server,
}

/// What a check is given, by the folder of the advice: imports, arguments, result, and the result of nothing.
struct Signature {
    imports: &'static str,
    arguments: &'static str,
    result: &'static str,
    nothing: &'static str,
}

const OF_CRD: Signature = Signature {
    imports: "use crate::advice::Input;\nuse crdls_report::{Finding, code};\n",
    arguments: "_input: &Input<'_>",
    result: " -> Vec<Finding>",
    nothing: "    Vec::new()\n",
};

const SIGNATURES: [(&str, Signature); 6] = [
    ("manifest", OF_CRD),
    ("subresources", OF_CRD),
    ("versions", OF_CRD),
    (
        "schema",
        Signature {
            imports: "use crate::advice::Input;\nuse crate::advice::walk::schemas::SchemaPosition;\n\
                      use crdls_report::{Finding, code};\n",
            arguments: "_at: &SchemaPosition<'_, '_>, _: &Input<'_>, _found: &mut Vec<Finding>",
            result: "",
            nothing: "",
        },
    ),
    (
        "rules",
        Signature {
            imports: "use super::position::RulePosition;\nuse crdls_report::{Finding, code};\n",
            arguments: "_at: &RulePosition<'_, '_>",
            result: " -> Option<Finding>",
            nothing: "    None\n",
        },
    ),
    (
        "yaml",
        Signature {
            imports: "use crate::advice::Input;\nuse crate::advice::walk::values::AuthoredItem;\n\
                      use crdls_report::{Finding, Path, code};\n",
            arguments: "_item: AuthoredItem<'_>, _path: &Path<'_>, _input: &Input<'_>",
            result: " -> Option<Finding>",
            nothing: "    None\n",
        },
    ),
];

/// Writes the three files, lists the check and generates what follows from it; nothing that exists is replaced.
pub fn create(root: &Path, code: &str, origin: Origin<'_>) -> Result<(), String> {
    if !is_code(code) {
        return Err(format!("`{code}` is no code: lower case words joined by dashes, as `missing-type`"));
    }
    let module = code.replace('-', "_");
    let (folder, check) = match origin {
        Origin::Advice { about } => (format!("{ADVICE}/{about}"), advice(code, about)?),
        Origin::Server => (VALIDATE.to_owned(), server(code)),
    };
    let registry = format!("{folder}/mod.rs");
    let listed = listed(&read(root, &registry)?, &module, origin)
        .ok_or_else(|| format!("{registry}: the list of modules is not found"))?;
    let files = [
        (format!("{folder}/{module}.rs"), check),
        (format!("server/crd/rules/{code}.md"), page(code, origin)),
        (format!("tests/rules/{code}/example.yaml"), CRD.to_owned()),
    ];
    if let Some((path, _)) = files.iter().find(|(path, _)| root.join(path).exists()) {
        return Err(format!("{path} exists already"));
    }
    for (path, text) in files.iter().chain([&(registry.clone(), listed)]) {
        write(root, path, text)?;
    }
    codegen::write(root)?;
    println!("{}", explained(&files.map(|(path, _)| path), &registry, origin));
    Ok(())
}

fn explained([check, page, fixture]: &[String; 3], registry: &str, origin: Origin<'_>) -> String {
    let called = match origin {
        Origin::Advice { .. } => format!("listed in {registry}"),
        Origin::Server => {
            "call it in the server's order; where the check has a module, move `code!` there".to_owned()
        }
    };
    format!(
        "{check}\n    the severity and the summary in `code!`, and the check; {called}\n\
         {page}\n    the lines that the fix changes, what is wrong, why, how to fix it, and two examples, which run as tests\n\
         {fixture}\n    YAML with the mistake; `UPDATE=1 cargo test -p crdls-tests rules::` adds the markers\n\
         then: cargo dev codegen && cargo test -p crdls-tests rules::"
    )
}

fn is_code(text: &str) -> bool {
    let word = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    text.starts_with(|c: char| c.is_ascii_lowercase()) && text.split('-').all(word)
}

fn constant(code: &str) -> String {
    code.replace('-', "_").to_uppercase()
}

fn advice(code: &str, about: &str) -> Result<String, String> {
    let known: Vec<_> = SIGNATURES.iter().map(|(folder, _)| *folder).collect();
    let (_, signature) = SIGNATURES
        .iter()
        .find(|(folder, _)| *folder == about)
        .ok_or_else(|| format!("`{about}` is no folder of advice: {}", known.join(", ")))?;
    let Signature { imports, arguments, result, nothing } = signature;
    let constant = constant(code);
    Ok(format!(
        "//! What the check looks for, and why.\n\n{imports}\n\
         code!({constant}, \"{code}\", Warning, advice, \"what is wrong, in one line\");\n\n\
         pub(super) fn check({arguments}){result} {{\n{nothing}}}\n"
    ))
}

fn server(code: &str) -> String {
    let constant = constant(code);
    format!(
        "//! What the check looks for.\n//!\n//! Mirrors `Function` of k8s.io/apiextensions-apiserver (pkg/…).\n\n\
         use crdls_manifest::model::Crd;\nuse crdls_report::{{Path, Report, code}};\n\n\
         code!({constant}, \"{code}\", Error, server, \"what is wrong, in one line\");\n\n\
         pub(super) fn check(_crd: Crd<'_>, _path: &Path<'_>, _report: &mut Report) {{}}\n"
    )
}

/// The text of a `mod.rs` with a module in its place in the list: that of `advice!`, or of `mod` declarations.
fn listed(text: &str, module: &str, origin: Origin<'_>) -> Option<String> {
    let (begin, end, line) = match origin {
        Origin::Advice { .. } => ("    Check:\n", "}", format!("    {module},\n")),
        // The modules are a paragraph after that of the doc.
        Origin::Server => ("\n\n", "\n\n", format!("pub(crate) mod {module};\n")),
    };
    let start = text.find(begin)? + begin.len();
    let stop = start + text.get(start..)?.find(end)?;
    let name =
        |line: &str| line.rsplit(' ').next().unwrap_or_default().trim_end_matches([',', ';']).to_owned();
    let mut at = start;
    for present in text.get(start..stop)?.split_inclusive('\n') {
        if name(present.trim_end()).as_str() > module {
            break;
        }
        at += present.len();
    }
    Some(format!("{}{line}{}", text.get(..at)?, text.get(at..)?))
}

fn page(code: &str, origin: Origin<'_>) -> String {
    let (why, faulty, fixed) = match origin {
        Origin::Advice { .. } => ("Why it matters", "Reported", "Not reported"),
        Origin::Server => ("Why the API server rejects it", "Rejected", "Accepted"),
    };
    let example = format!("```yaml\n{CRD}```");
    format!(
        "# {code}\n\n```diff\n- type: object\n+ type: object\n```\n\n## What is wrong\n\n\n## {why}\n\n\n\
         ## How to fix\n\n\n## See also\n\n\n## {faulty}\n\n{example}\n\n## {fixed}\n\n{example}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const OF_ADVICE: Origin<'_> = Origin::Advice { about: "manifest" };

    #[test]
    fn codes_are_words_joined_by_dashes() {
        assert!(is_code("missing-type"));
        assert!(is_code("cel-v2-thing"));
        for wrong in ["", "Missing", "-a", "a-", "a--b", "a_b", "1a"] {
            assert!(!is_code(wrong), "{wrong}");
        }
    }

    #[test]
    fn pages_have_all_headings_and_two_examples() {
        for (origin, why, faulty, fixed) in [
            (OF_ADVICE, "## Why it matters", "## Reported", "## Not reported"),
            (Origin::Server, "## Why the API server rejects it", "## Rejected", "## Accepted"),
        ] {
            let page = page("a-b", origin);
            let headings: Vec<_> = page.lines().filter(|line| line.starts_with('#')).collect();
            let wanted = ["# a-b", "## What is wrong", why, "## How to fix", "## See also", faulty, fixed];
            assert_eq!(headings, wanted);
            assert!(page.starts_with("# a-b\n\n```diff\n- "));
            assert_eq!(page.matches("```yaml").count(), 2);
        }
    }

    #[test]
    fn modules_are_listed_in_their_order() {
        let advice = |module| listed("advice! {\n    Check:\n    b,\n    d,\n}\n", module, OF_ADVICE);
        assert_eq!(advice("a").as_deref(), Some("advice! {\n    Check:\n    a,\n    b,\n    d,\n}\n"));
        assert_eq!(advice("c").as_deref(), Some("advice! {\n    Check:\n    b,\n    c,\n    d,\n}\n"));
        assert_eq!(advice("e").as_deref(), Some("advice! {\n    Check:\n    b,\n    d,\n    e,\n}\n"));
        let text = "//! A.\n\nmod b;\npub(crate) mod d;\n\nuse x;\n";
        let server = |module| listed(text, module, Origin::Server);
        assert_eq!(
            server("c").as_deref(),
            Some("//! A.\n\nmod b;\npub(crate) mod c;\npub(crate) mod d;\n\nuse x;\n")
        );
    }

    #[test]
    fn each_folder_of_advice_has_a_signature() {
        let root = crate::root();
        for (folder, _) in SIGNATURES {
            let text = read(&root, format!("{ADVICE}/{folder}/mod.rs")).expect("a registry");
            assert!(listed(&text, "a", OF_ADVICE).is_some(), "{folder}");
        }
        let text = read(&root, format!("{VALIDATE}/mod.rs")).expect("the checks");
        assert!(
            listed(&text, "lists_of", Origin::Server)
                .expect("a list")
                .contains("lists;\npub(crate) mod lists_of;\n")
        );
    }
}
