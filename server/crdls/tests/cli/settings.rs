//! crdls.toml.

use crate::run::Folder;

#[test]
fn what_cannot_be_is_wrong_usage() {
    let folder = Folder::new("settings-wrong", &[("a.yaml", "a: b\n")]);
    for (toml, why) in [
        ("kubernetes = 1.37", "crdls.toml: `kubernetes` is 1.37, not a string from \"1.31\" to \"1.37\""),
        ("kubernetes = \"1.99\"", "crdls.toml: `kubernetes` is \"1.99\", not a string"),
        ("fieldValidation = \"x\"", "crdls.toml: `fieldValidation` is \"x\", not \"strict\""),
        ("a = 1\nb = ", "crdls.toml: line 2, column 5: "),
    ] {
        folder.write("crdls.toml", toml);
        let ran = folder.run(&["check"]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{toml}");
        assert!(ran.stderr.starts_with(&format!("error: {why}")), "{}", ran.stderr);
    }
}

#[test]
fn what_is_unknown_is_a_warning() {
    let folder = Folder::new("settings-unknown", &[("a.yaml", "a: b\n")]);
    folder.write("crdls.toml", b"colour = 1\ncodeLens = true\n[severity]\nno-such-code = \"off\"\n");
    let ran = folder.run(&["check"]);
    let expected = "warning: crdls.toml: there is no setting `colour`\n\
                    warning: crdls.toml: there is no code `no-such-code`\n\
                    checked 1 file: nothing validated\n\
                    warning: nothing was validated: there is no CRD and no custom resource\n";
    assert_eq!((ran.code, ran.stderr.as_str()), (0, expected));
}

#[test]
fn the_root_of_the_repository_counts_too() {
    let folder = Folder::new("settings-root", &[("sub/deep/a.yaml", "a: b\n"), ("crds/b.yaml", "a: b\n")]);
    folder.write("crdls.toml", b"crds = [\"crds/*.yaml\", \"gone\"]\n");
    let ran = folder.command(&["check"]).current_dir(folder.path("sub/deep")).output().unwrap();
    let stderr = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2), "{stderr}");
    let gone = format!("error: cannot read {}: no such", folder.path("gone").display());
    assert!(stderr.starts_with(&gone), "{stderr}");
}

#[test]
fn severities_are_as_chosen_and_the_servers_stay() {
    let folder = Folder::new("severities", &[("a.yaml", &crate::run::manifest("broken.yaml"))]);
    let found = folder.findings(&[]);
    let codes: std::collections::BTreeSet<_> = found.iter().map(|f| f["code"].as_str().unwrap()).collect();
    let set = |severity: &str| {
        let lines: Vec<_> = codes.iter().map(|code| format!("{code} = \"{severity}\"\n")).collect();
        folder.write("crdls.toml", format!("[severity]\n{}", lines.concat()));
        folder.run(&["check"])
    };
    assert_eq!(set("hint").code, 0);
    let off = set("off");
    assert_eq!(off.code, 1);
    assert!(
        off.stderr.contains("its severity can be lowered, but it cannot be switched off"),
        "{}",
        off.stderr
    );
}

#[test]
fn a_severity_has_one_name_for_people() {
    let folder = Folder::new("severity-names", &[("a.yaml", &crate::run::manifest("broken.yaml"))]);
    for name in ["info", "information"] {
        folder.write("crdls.toml", format!("[severity]\nunsupported-scope = \"{name}\"\n"));
        let full = folder.run(&["check"]);
        assert!(full.stdout.contains("info[unsupported-scope]: "), "{}", full.stdout);
        assert!(full.stderr.contains(", 1 info"), "{}", full.stderr);
        let concise = folder.run(&["check", "--output-format=concise"]);
        assert!(concise.stdout.contains(": info[unsupported-scope]: "), "{}", concise.stdout);
        let github = folder.run(&["check", "--output-format=github"]);
        let notice = github.stdout.lines().find(|line| line.contains("title=unsupported-scope")).unwrap();
        assert!(notice.starts_with("::notice ") && notice.contains("::info: "), "{notice}");
        let found = folder.findings(&[]);
        let severity =
            found.iter().find(|found| found["code"] == "unsupported-scope").map(|found| &found["severity"]);
        assert_eq!(severity.and_then(|severity| severity.as_str()), Some("info"));
    }
}

#[test]
fn the_command_line_wins() {
    let unknown = crate::run::manifest("good.yaml").replace("scope:", "scoop: x\n  scope:");
    let folder =
        Folder::new("wins", &[("a.yaml", &unknown), ("crdls.toml", "fieldValidation = \"ignore\"\n")]);
    assert_eq!(folder.run(&["check"]).code, 0);
    assert_eq!(folder.run(&["check", "--field-validation=strict"]).code, 1);
}

#[test]
fn the_settings_can_be_named() {
    let unknown = crate::run::manifest("good.yaml").replace("scope:", "scoop: x\n  scope:");
    let folder =
        Folder::new("config", &[("a.yaml", &unknown), ("ci/x.toml", "fieldValidation = \"ignore\"\n")]);
    folder.write("crdls.toml", b"broken");
    assert_eq!(folder.run(&["check"]).code, 2);
    assert_eq!(folder.run(&["check", "--config", "ci/x.toml"]).code, 0);
    assert_eq!(folder.run(&["cost", "--config", "ci/x.toml"]).code, 0);
    folder.write("ci/x.toml", b"exclude = [\"a{\"]\n");
    for (path, why) in [
        ("ci/x.toml", "error: ci/x.toml: `exclude`: error parsing glob 'a{'"),
        ("gone.toml", "error: gone.toml: no such file or directory"),
    ] {
        let ran = folder.run(&["check", "--config", path]);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.starts_with(why), "{}", ran.stderr);
    }
}
