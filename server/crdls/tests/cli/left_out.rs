//! Features that a build leaves out: `--version` names them, and what needs them is an error that says so.

use crate::run::Folder;

/// What `--version` appends.
pub const LEFT_OUT: &str = match (cfg!(feature = "git"), cfg!(feature = "webhook")) {
    (true, true) => "",
    (false, true) => " (without git)",
    (true, false) => " (without webhook)",
    (false, false) => " (without git, webhook)",
};

#[test]
fn the_version_names_what_is_left_out() {
    let ran = Folder::new("left-out-version", &[]).run(&["--version"]);
    let expected = format!("crdls {}{LEFT_OUT}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!((ran.code, ran.stdout, ran.stderr.as_str()), (0, expected, ""));
}

#[test]
#[cfg(not(feature = "git"))]
fn a_revision_is_wrong_usage_without_git() {
    let files = [("crd.yaml", crate::conversion::CRD), ("crdls.toml", "since = 'HEAD'\n")];
    let folder = Folder::new("left-out-git", &files);
    for (args, revision) in [
        (&["diff", "main"][..], "main"),
        (&["diff", "v1.2.0", "HEAD"], "v1.2.0"),
        (&["diff", ".", "HEAD"], "HEAD"),
    ] {
        let ran = folder.run(args);
        let message = format!(
            "error: there is no file or folder `{revision}`, and no revision: this build of crdls has no git support: \
             build it with the feature `git`\n"
        );
        assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr), (2, "", message), "{args:?}");
    }
    // Files need no git, and only editors use the setting `since`.
    assert_eq!(folder.run(&["diff", "crd.yaml", "."]).code, 0);
    assert_eq!(folder.run(&["check", "."]).code, 0);
}

#[test]
#[cfg(not(feature = "webhook"))]
fn trying_a_webhook_is_wrong_usage_without_webhooks() {
    let folder = Folder::new("left-out-webhook", &[("crd.yaml", crate::conversion::CRD)]);
    let ran = folder.run(&["conversion", "try", "--url", "https://localhost:1/convert"]);
    let message = "error: this build of crdls cannot call webhooks: build it with the feature `webhook`\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (2, "", message));
}
