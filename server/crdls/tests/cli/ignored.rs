//! `# crdls: ignore[code] reason`.

use crate::run::{Folder, manifest};

#[test]
fn advice_is_ignored_and_the_servers_findings_are_not() {
    let twice = manifest("good.yaml").replace("  scope:", "  scope: Cluster\n  scope:");
    let folder = Folder::new("ignored", &[("a.yaml", &twice)]);
    assert_eq!(folder.codes(&[]), ["duplicate-key"]);
    let comment = "  scope: Cluster # crdls: ignore[duplicate-key] as the generator writes it";
    folder.write("a.yaml", twice.replace("  scope: Cluster", comment));
    assert_eq!(folder.codes(&[]), Vec::<String>::new());
    let broken =
        manifest("broken.yaml").replace("  scope:", "  # crdls: ignore[unsupported-scope]\n  scope:");
    folder.write("a.yaml", broken);
    let found = folder.codes(&[]);
    assert!(
        ["unsupported-scope", "unused-ignore"].iter().all(|code| found.iter().any(|c| c == code)),
        "{found:?}"
    );
    assert_eq!(folder.run(&["check"]).code, 1);
}

#[test]
fn a_comment_that_ignores_nothing_is_reported() {
    let unused = manifest("good.yaml").replace("  scope:", "  # crdls: ignore[duplicate-key]\n  scope:");
    let folder = Folder::new("ignored-unused", &[("a.yaml", &unused)]);
    let ran = folder.run(&["check", "--output-format=concise"]);
    let expected = "./a.yaml:11:19: warning[unused-ignore]: unused ignore comment: `duplicate-key` is not reported here\n";
    assert_eq!((ran.code, ran.stdout.as_str()), (0, expected));
    folder.write("crdls.toml", b"[severity]\nduplicate-key = \"off\"\nunused-ignore = \"error\"\n");
    assert_eq!(folder.run(&["check"]).code, 1);
    let used = unused.replace("  scope:", "  scope: Cluster\n  scope:");
    folder.write("a.yaml", used);
    assert_eq!(folder.run(&["check"]).code, 0, "a comment is used also where the code is off");
}

#[test]
fn advice_that_needs_other_files_is_ignored_too() {
    let crd = manifest("good.yaml");
    let other = crd
        .replace("teapots.example.com", "kettles.example.com")
        .replace("plural: teapots", "plural: kettles");
    let folder = Folder::new("ignored-claimed", &[("a.yaml", &crd), ("b.yaml", &other)]);
    let found = folder.codes(&[]);
    assert!(!found.is_empty() && found.iter().all(|code| code == "conflicting-names"), "{found:?}");
    let ignored = |text: &str| {
        let lines = text.lines().map(|line| match line.trim_start().split(':').next() {
            Some("kind" | "listKind" | "singular" | "plural") if line.starts_with("    ") => {
                format!("{line} # crdls: ignore[conflicting-names]\n")
            }
            _ => format!("{line}\n"),
        });
        lines.collect::<String>()
    };
    folder.write("a.yaml", ignored(&crd));
    folder.write("b.yaml", ignored(&other));
    let found = folder.codes(&[]);
    assert!(
        !found.is_empty() && found.iter().all(|code| code == "unused-ignore"),
        "only `plural` is no claim: {found:?}"
    );
    assert_eq!(found.len(), 2);
}
