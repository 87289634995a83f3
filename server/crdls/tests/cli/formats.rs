//! Each format, as far as the binary has a part in it; what they look like is tested in their modules.

use serde_json::Value;

use crate::run::{Folder, manifest};

fn broken(test: &str) -> Folder {
    Folder::new(test, &[("a.yaml", &manifest("broken.yaml"))])
}

#[test]
fn without_findings_every_format_is_whole() {
    let folder = Folder::new("empty-formats", &[("a.yaml", &manifest("good.yaml"))]);
    let stdout = |format| folder.run(&["check", "--output-format", format]).stdout;
    assert_eq!(stdout("full"), "");
    assert_eq!(stdout("concise"), "");
    assert_eq!(stdout("github"), "");
    assert_eq!(stdout("json"), "[]\n");
    let log: Value = serde_json::from_str(&stdout("sarif")).unwrap();
    assert_eq!(log["runs"][0]["results"], Value::Array(vec![]));
}

#[test]
fn json_is_what_is_promised() {
    let found = broken("json").findings(&["a.yaml"]);
    let scope = found.iter().find(|f| f["path"] == "spec.scope").unwrap();
    assert_eq!(scope["file"], "a.yaml");
    assert_eq!(scope["document"], 0);
    assert_eq!(scope["severity"], "error");
    assert_eq!(scope["server"]["type"], "FieldValueNotSupported");
    assert_eq!(scope["server"]["field"], "spec.scope");
    assert_eq!(scope["server"]["detail"], "supported values: \"Cluster\", \"Namespaced\"");
    assert_eq!(scope["range"]["start"]["line"], 11);
    let keys: Vec<_> = scope.as_object().unwrap().keys().map(String::as_str).collect();
    let promised = "code docs document file fixes help kubernetes message note path range related server severity validatedBy witness";
    assert_eq!(keys.join(" "), promised);
}

#[test]
fn pages_have_addresses_where_the_settings_have_one() {
    let folder = broken("docs-base");
    let docs = || folder.findings(&["a.yaml"])[0]["docs"].clone();
    let rule = |member: &str| {
        let log = folder.run(&["check", "--output-format=sarif"]).stdout;
        let log: Value = serde_json::from_str(&log).unwrap();
        log["runs"][0]["tool"]["driver"]["rules"][0].pointer(member).cloned()
    };
    let listed = || {
        let rules = folder.run(&["codes", "--output-format=json"]).stdout;
        serde_json::from_str::<Value>(&rules).unwrap()[0]["docs"].clone()
    };
    assert_eq!((docs(), rule("/helpUri"), listed()), (Value::Null, None, Value::Null));
    folder.write("crdls.toml", b"docsBaseUrl = \"https://example.org/codes\"\n");
    for address in [docs(), rule("/helpUri").unwrap(), listed()] {
        assert!(address.as_str().unwrap().starts_with("https://example.org/codes/"), "{address}");
    }
    assert!(rule("/help/markdown").unwrap().as_str().unwrap().starts_with("# "));
}

#[test]
fn full_shows_the_source_and_the_servers_words() {
    let ran = broken("full").run(&["check", "a.yaml"]);
    for part in [
        " --> a.yaml:11:",
        "11 |   scope: Namespace\n",
        "= server: spec.scope: Unsupported value: \"Namespace\": supported values: \"Cluster\", \"Namespaced\"\n",
    ] {
        assert!(ran.stdout.contains(part), "{part}\n{}", ran.stdout);
    }
    // Once a run, whatever is found.
    assert_eq!(ran.stderr.matches("`crdls explain CODE`").count(), 1, "{}", ran.stderr);
}

#[test]
fn findings_that_the_server_reports_later_are_counted_once() {
    let text = manifest("broken.yaml").replacen("spec:\n", "spec:\n  noSuchField: 1\n", 1);
    let ran = Folder::new("shadowed", &[("a.yaml", &text)]).run(&["check"]);
    let line = "on the server only after the others are fixed\n";
    assert_eq!(ran.stderr.matches(line).count(), 1, "{}", ran.stderr);
    assert!(!ran.stdout.contains("kubectl shows"), "{}", ran.stdout);
}

#[test]
fn color_is_for_terminals_or_on_demand() {
    let folder = broken("color");
    let colored = |args: &[&str]| folder.run(&[&["check"], args].concat()).stdout.contains('\u{1b}');
    assert!(!colored(&[]));
    assert!(!colored(&["--color=never"]));
    assert!(colored(&["--color=always"]));
    let forced = folder.command(&["check"]).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(forced.stdout.contains(&0x1b));
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let broken = manifest("broken.yaml");
    let names: Vec<_> = (0..60).map(|n| format!("{n:02}.yaml")).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), broken.as_str())).collect();
    let folder = Folder::new("threads", &files);
    for format in ["full", "concise", "json", "sarif", "github"] {
        let run = |threads| folder.run(&["check", "--output-format", format, "--threads", threads]);
        assert_eq!(run("1"), run("8"), "{format}");
    }
}

#[test]
fn github_and_sarif_name_the_place() {
    let folder = broken("logs");
    let github = folder.run(&["check", "--output-format=github"]).stdout;
    assert!(github.lines().any(|l| l.starts_with("::error file=a.yaml,line=11,col=")), "{github}");
    let sarif = folder.run(&["check", "--output-format=sarif"]).stdout;
    let log: Value = serde_json::from_str(&sarif).unwrap();
    let places = log["runs"][0]["results"].as_array().unwrap().iter();
    let mut lines = places.map(|r| &r["locations"][0]["physicalLocation"]["region"]["startLine"]);
    assert!(lines.any(|line| *line == 11), "{sarif}");
}
