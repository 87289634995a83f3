//! Repositories that git itself makes, read without it.

use std::fs;
use std::path::{Path, PathBuf};

use crdls_tests::git;

use super::tree::CommittedFile;
use super::*;
use crate::files::{IgnoreFiles, mentions_crds};

const CRD: &str = "kind: CustomResourceDefinition\n";

/// A folder for one test.
struct Sandbox(PathBuf);

impl Sandbox {
    /// `None` where there is no git.
    fn new(test: &str) -> Option<Self> {
        git::or_skip_without_git(test)?;
        let folder = std::env::temp_dir().join(format!("crdls-revisions-{}-{test}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Some(Self(folder))
    }

    /// With a repository in `repo`, that has one commit.
    fn with_commit(test: &str) -> Option<Self> {
        let sandbox = Self::new(test)?;
        sandbox.git(".", "init -q -b main repo");
        sandbox.write("repo/a.yaml", CRD);
        sandbox.commit("repo", "first");
        Some(sandbox)
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Runs git with arguments that have no blanks.
    fn git(&self, folder: &str, args: &str) -> String {
        git::git(&self.path(folder), args)
    }

    /// Commits everything that a folder has. Returns the name of the commit.
    fn commit(&self, folder: &str, message: &str) -> String {
        git::commit(&self.path(folder), message);
        self.git(folder, "rev-parse HEAD")
    }

    fn repository(&self, folder: &str) -> Repository {
        Repository::around(&self.path(folder)).unwrap()
    }

    /// The commit that a revision names in `repo`, or the sentence.
    fn named(&self, text: &str) -> Result<String, String> {
        self.named_in("repo", text)
    }

    fn named_in(&self, folder: &str, text: &str) -> Result<String, String> {
        let found = self.repository(folder).revision(text, &self.path(folder));
        found.map(|found| found.commit()).map_err(|why| self.without_folder(&why))
    }

    /// The name of the newest tag for a path.
    fn tag(&self, path: &str) -> Option<String> {
        self.repository("repo").latest_tag(&self.path(path)).unwrap().map(|found| found.name)
    }

    /// The paths of manifests, or the sentence.
    fn paths(&self, text: &str, below: &str) -> Result<Vec<String>, String> {
        let files = self.files(text, below, IgnoreFiles::Respected)?;
        Ok(files.into_iter().map(|file| name(&file.path)).collect())
    }

    fn files(&self, text: &str, below: &str, ignore: IgnoreFiles) -> Result<Vec<CommittedFile>, String> {
        let (repository, below) = (self.repository("repo"), self.path(below));
        let revision = repository.revision(text, &below)?;
        let files = repository.manifests(&revision, &below, ignore, |_| true).map(|found| found.read);
        files.map_err(|why| self.without_folder(&why))
    }

    fn without_folder(&self, text: &str) -> String {
        text.replace(&name(&self.0), "")
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn revisions_are_named_as_git_names_them() {
    let Some(sandbox) = Sandbox::with_commit("names") else { return };
    let first = sandbox.git("repo", "rev-parse HEAD");
    sandbox.git("repo", "tag light");
    sandbox.git("repo", "tag -a annotated -m text");
    sandbox.git("repo", "tag -a nested annotated -m text");
    let second = sandbox.commit("repo", "second");
    let third = sandbox.commit("repo", "third");
    sandbox.git("repo", "branch feature/one HEAD~1");
    for (text, commit) in [
        ("light", &first),
        ("annotated", &first),
        ("nested", &first),
        ("refs/tags/light", &first),
        ("main", &third),
        ("HEAD", &third),
        ("@", &third),
        ("HEAD~1", &second),
        ("HEAD~2", &first),
        ("main^^", &first),
        ("feature/one", &second),
        (&first, &first),
        (&second[..8], &second),
        ("HEAD@{1}", &second),
    ] {
        assert_eq!(sandbox.named(text).as_ref(), Ok(commit), "{text}");
    }
    // What is packed is found too, and what was packed while the repository was open.
    let open = sandbox.repository("repo");
    sandbox.git("repo", "pack-refs --all");
    sandbox.git("repo", "gc -q --prune=now");
    for text in ["annotated", "HEAD~2", "light"] {
        assert_eq!(sandbox.named(text).as_ref(), Ok(&first), "{text}");
        assert_eq!(open.revision(text, open.root()).map(|found| found.commit()).as_ref(), Ok(&first));
    }
    assert_eq!(sandbox.paths("annotated", "repo"), Ok(vec!["a.yaml".into()]));
}

#[test]
fn the_merge_base_is_where_a_branch_was_left() {
    let Some(sandbox) = Sandbox::with_commit("merge-base") else { return };
    let base = sandbox.commit("repo", "base");
    sandbox.git("repo", "checkout -q -b feature");
    sandbox.commit("repo", "ours");
    sandbox.git("repo", "checkout -q main");
    sandbox.commit("repo", "theirs");
    sandbox.git("repo", "checkout -q feature");
    for text in ["main...", "main...HEAD", "...main", "main...feature", "merge-base:main"] {
        assert_eq!(sandbox.named(text).as_ref(), Ok(&base), "{text}");
    }
    sandbox.git("repo", "checkout -q --orphan other");
    sandbox.commit("repo", "other");
    let expected = "`main` and `HEAD` have no commit in common";
    assert_eq!(sandbox.named("main..."), Err(expected.into()));
}

#[test]
fn each_trouble_has_a_sentence() {
    let Some(sandbox) = Sandbox::with_commit("trouble") else { return };
    sandbox.git("repo", "update-ref refs/remotes/origin/release HEAD");
    let blob = sandbox.git("repo", "rev-parse HEAD:a.yaml");
    sandbox.git("repo", &format!("tag of-a-file {blob}"));
    for (text, why) in [
        ("v9", "the git repository /repo has no revision `v9`"),
        ("release", "the git repository /repo has no revision `release`; there is `origin/release`"),
        (
            "merge-base:release",
            "the git repository /repo has no revision `release`; there is `origin/release`",
        ),
        ("HEAD~7", "the git repository /repo has no revision `HEAD~7`"),
        ("", "the git repository /repo has no revision ``"),
        ("HEAD:b.yaml", "the git repository /repo has no revision `HEAD:b.yaml`"),
        ("HEAD:a.yaml", "`HEAD:a.yaml` is a blob, not a commit"),
        ("HEAD:", "`HEAD:` is a tree, not a commit"),
        ("HEAD^{tree}", "`HEAD^{tree}` is a tree, not a commit"),
        ("of-a-file", "`of-a-file` is a blob, not a commit"),
        ("HEAD..main", "`HEAD..main` is several commits; name one, or the merge base of two as `A...B`"),
        ("^HEAD", "`^HEAD` is several commits; name one, or the merge base of two as `A...B`"),
        ("latest-tag", "no tag with the name of a version, such as `v1.2.3`, is at `HEAD` or before it"),
    ] {
        assert_eq!(sandbox.named(text), Err(why.into()), "{text}");
    }
    sandbox.git(".", "init -q -b main empty");
    let unborn = "the git repository has no commit yet";
    for text in ["HEAD", "HEAD~1", "latest-tag", "@"] {
        assert_eq!(sandbox.named_in("empty", text), Err(unborn.into()), "{text}");
    }
    sandbox.git(".", "clone -q --bare repo bare.git");
    let around =
        |path: &str| Repository::around(&sandbox.path(path)).map_err(|why| sandbox.without_folder(&why));
    let bare = "/bare.git is a bare git repository, without a working tree";
    assert_eq!(around("bare.git/refs").unwrap_err(), bare);
    sandbox.git("empty", "config core.bare true");
    assert_eq!(around("empty").unwrap_err(), bare.replace("bare.git", "empty"));
    assert_eq!(around("none").unwrap_err(), "/none is in no git repository");
    // What others than git make, as tests do, is no repository around which another counts.
    fs::create_dir_all(sandbox.path("repo/sub/.git")).unwrap();
    assert!(
        around("repo/sub/a.yaml").unwrap_err().starts_with("the git repository /repo/sub cannot be read: ")
    );
    assert_eq!(around("repo/gone/a.yaml").unwrap().root(), sandbox.path("repo"));
}

#[test]
fn history_ends_in_a_shallow_clone() {
    let Some(sandbox) = Sandbox::with_commit("shallow") else { return };
    sandbox.git("repo", "tag v1.0.0");
    sandbox.git("repo", "branch other");
    sandbox.commit("repo", "second");
    sandbox.commit("repo", "third");
    let url = format!("file://{}", sandbox.path("repo").display());
    sandbox.git(".", &format!("clone -q --depth 1 --no-single-branch {url} clone"));
    let expected = |what: &str| {
        format!(
            "{what} is not in the git repository, a shallow clone; `git fetch --unshallow --tags` fetches all commits"
        )
    };
    assert_eq!(sandbox.named_in("clone", "HEAD~2"), Err(expected("`HEAD~2`")));
    assert_eq!(sandbox.named_in("clone", "HEAD^"), Err(expected("`HEAD^`")));
    assert_eq!(sandbox.named_in("clone", "latest-tag"), Err(expected("a version tag")));
    let base = expected("the merge base of `origin/other` and `HEAD`");
    assert_eq!(sandbox.named_in("clone", "merge-base:origin/other"), Err(base));
    assert_eq!(sandbox.named_in("clone", "v9"), Err("the git repository /clone has no revision `v9`".into()));
    sandbox.git("clone", "fetch -q --unshallow --tags");
    assert_eq!(sandbox.named_in("clone", "latest-tag"), sandbox.named("v1.0.0"));
}

#[test]
fn what_a_partial_clone_lacks_is_named() {
    let Some(sandbox) = Sandbox::with_commit("partial") else { return };
    sandbox.write("repo/a.yaml", "kind: A\n");
    sandbox.commit("repo", "second");
    sandbox.git("repo", "config uploadpack.allowFilter true");
    fs::rename(sandbox.path("repo"), sandbox.path("origin")).unwrap();
    let url = format!("file://{}", sandbox.path("origin").display());
    sandbox.git(".", &format!("clone -q --filter=blob:none {url} repo"));
    assert_eq!(sandbox.paths("HEAD", "repo"), Ok(vec!["a.yaml".into()]));
    let why = sandbox.paths("HEAD~1", "repo").unwrap_err();
    assert!(why.starts_with("`HEAD~1:a.yaml` is missing in the git repository (object "), "{why}");
    sandbox.git("repo", "fetch -q --refetch --no-filter");
    assert_eq!(sandbox.paths("HEAD~1", "repo"), Ok(vec!["a.yaml".into()]));
}

#[test]
fn the_newest_release_before_head_counts() {
    let Some(sandbox) = Sandbox::with_commit("tags") else { return };
    assert_eq!(sandbox.tag("repo"), None);
    for (tag, newest) in [
        ("v1.9.0", "v1.9.0"),
        ("v1.10.0", "v1.10.0"),
        ("v2.0.0-rc.1", "v1.10.0"),
        ("not-a-version", "v1.10.0"),
        ("v3", "v1.10.0"),
        ("1.11.0", "1.11.0"),
    ] {
        sandbox.commit("repo", tag);
        sandbox.git("repo", &format!("tag {tag}"));
        assert_eq!(sandbox.tag("repo").as_deref(), Some(newest), "{tag}");
    }
    sandbox.git("repo", "checkout -q -b release v1.10.0");
    sandbox.commit("repo", "backport");
    sandbox.git("repo", "tag -a v1.10.1 -m text");
    sandbox.git("repo", "checkout -q main");
    sandbox.commit("repo", "after");
    sandbox.git("repo", "tag v4.0.0 release");
    assert_eq!(sandbox.tag("repo").as_deref(), Some("1.11.0"), "HEAD does not descend from v4.0.0");
    sandbox.git("repo", "checkout -q release");
    assert_eq!(sandbox.tag("repo").as_deref(), Some("v4.0.0"));
    sandbox.git("repo", "tag -d v4.0.0");
    assert_eq!(sandbox.tag("repo").as_deref(), Some("v1.10.1"));
}

#[test]
fn a_tag_with_a_folder_belongs_to_it() {
    let Some(sandbox) = Sandbox::with_commit("folders") else { return };
    for tag in ["v1.0.0", "api/v0.3.0", "api/v0.4.0", "api/deep/v0.1.0", "ap/v9.9.9"] {
        sandbox.git("repo", &format!("tag {tag}"));
    }
    sandbox.git("repo", "pack-refs --all");
    for (path, tag) in [
        ("repo", "v1.0.0"),
        ("repo/a.yaml", "v1.0.0"),
        ("repo/config/crd/a.yaml", "v1.0.0"),
        ("repo/api", "api/v0.4.0"),
        ("repo/api/crds/a.yaml", "api/v0.4.0"),
        ("repo/api/deep/a.yaml", "api/deep/v0.1.0"),
        ("repo/api/../config/a.yaml", "v1.0.0"),
    ] {
        assert_eq!(sandbox.tag(path).as_deref(), Some(tag), "{path}");
    }
    assert_eq!(sandbox.named("latest-tag"), sandbox.named("HEAD"));
}

#[test]
fn the_files_are_those_of_a_walk() {
    let Some(sandbox) = Sandbox::with_commit("walk") else { return };
    for (path, text) in [
        ("b.yml", CRD),
        ("c.JSON", CRD),
        ("d.txt", CRD),
        ("sub/e.yaml", CRD),
        ("sub-folder.yaml", CRD),
        ("node_modules/f.yaml", CRD),
        ("vendor/modules.txt", ""),
        ("vendor/g.yaml", CRD),
        ("chart/vendor/h.yaml", CRD),
        (".svn/i.yaml", CRD),
        ("out/j.yaml", CRD),
        ("out/kept.yaml", CRD),
        ("sub/generated.yaml", CRD),
        ("sub/k.yaml", CRD),
        (".gitignore", "\u{feff}# text\n/out/*\r\n!/out/kept.yaml\ngenerated.yaml\n"),
        ("sub/.ignore", "k.yaml\n"),
    ] {
        sandbox.write(&format!("repo/{path}"), text);
    }
    sandbox.git("repo", "add -A -f");
    sandbox.commit("repo", "all");
    sandbox.write("repo/.git/info/exclude", "sub-folder.yaml\n");
    let expected = ["a.yaml", "b.yml", "c.JSON", "chart/vendor/h.yaml", "out/kept.yaml", "sub/e.yaml"];
    assert_eq!(sandbox.paths("HEAD", "repo").unwrap(), expected);
    let walked = crate::files::manifests(&sandbox.path("repo"), || false).paths.into_iter();
    let mut walked: Vec<_> =
        walked.map(|path| name(path.strip_prefix(sandbox.path("repo")).unwrap())).collect();
    walked.sort();
    assert_eq!(walked, expected);
    assert_eq!(sandbox.paths("HEAD", "repo/sub").unwrap(), ["sub/e.yaml"]);
    assert_eq!(sandbox.paths("HEAD", "repo/sub/e.yaml").unwrap(), ["sub/e.yaml"]);
    for gone in ["repo/not/there", "repo/a.yaml/b"] {
        assert_eq!(sandbox.paths("HEAD", gone).unwrap(), Vec::<String>::new(), "{gone}");
    }
    assert_eq!(sandbox.paths("HEAD", "repo/../else").unwrap_err(), {
        let root = sandbox.path("");
        format!("{}else is not in the git repository {}repo", root.display(), root.display())
            .replace(&name(&sandbox.0), "")
    });
    let all = sandbox.files("HEAD", "repo", IgnoreFiles::Disregarded).unwrap();
    let all: Vec<_> = all.iter().map(|file| name(&file.path)).collect();
    assert_eq!(all.len(), 12, "{all:?}");
}

#[test]
fn files_are_read_as_they_were() {
    let Some(sandbox) = Sandbox::with_commit("bytes") else { return };
    let texts: [(&str, &[u8]); 5] = [
        ("crlf.yaml", b"kind: CustomResourceDefinition\r\nmetadata:\r\n"),
        ("latin.yaml", b"kind: CustomResourceDefinition # caf\xe9\n"),
        ("\u{e9}.yaml", b"kind: CustomResourceDefinition\n"),
        ("other.yaml", b"kind: Pizza\n"),
        ("empty.yaml", b""),
    ];
    for (path, text) in texts {
        sandbox.write(&format!("repo/crds/{path}"), text);
    }
    sandbox.commit("repo", "all");
    fs::remove_dir_all(sandbox.path("repo/crds")).unwrap();
    let repository = sandbox.repository("repo");
    let revision = repository.revision("HEAD", repository.root()).unwrap();
    assert_eq!(revision.file_name(Path::new("crds/a.yaml")), "HEAD:crds/a.yaml");
    let below = sandbox.path("repo/crds");
    let files = repository.manifests(&revision, &below, IgnoreFiles::Respected, mentions_crds).unwrap().read;
    let expected = texts[..3].iter().map(|(path, text)| (format!("crds/{path}"), text.to_vec()));
    let found = files.into_iter().map(|file| (name(&file.path), file.bytes));
    assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

#[cfg(unix)]
#[test]
fn links_lead_to_files_of_the_commit() {
    let Some(sandbox) = Sandbox::with_commit("links") else { return };
    sandbox.write("repo/crds/b.yaml", "kind: B\n");
    sandbox.write("repo/text/c.txt", "kind: C\n");
    fs::create_dir_all(sandbox.path("repo/chart")).unwrap();
    for (link, target) in [
        ("chart/a.yaml", "../a.yaml"),
        ("chart/b.yaml", "../crds/./b.yaml"),
        ("chart/c.yaml", "../text/c.txt"),
        ("chart/folder.yaml", "../crds"),
        ("chart/gone.yaml", "gone"),
        ("chart/outside.yaml", "../../../outside.yaml"),
        ("chart/absolute.yaml", "/etc/passwd"),
        ("folder", "crds"),
    ] {
        std::os::unix::fs::symlink(target, sandbox.path("repo").join(link)).unwrap();
    }
    sandbox.commit("repo", "links");
    assert_eq!(
        sandbox.paths("HEAD", "repo/chart").unwrap(),
        ["chart/a.yaml", "chart/b.yaml", "chart/c.yaml"]
    );
    assert_eq!(sandbox.paths("HEAD", "repo").unwrap(), ["a.yaml", "chart/c.yaml", "crds/b.yaml"]);
    let files = sandbox.files("HEAD", "repo/chart", IgnoreFiles::Respected).unwrap();
    assert_eq!(files[1].bytes, b"kind: B\n");
}

#[test]
fn worktrees_and_submodules_are_repositories() {
    let Some(sandbox) = Sandbox::with_commit("worktrees") else { return };
    let first = sandbox.git("repo", "rev-parse HEAD");
    sandbox.git("repo", "tag v1.0.0");
    sandbox.git("repo", "worktree add -q -b other ../other");
    let second = sandbox.commit("other", "second");
    for (text, commit) in [("HEAD", &second), ("main", &first), ("latest-tag", &first)] {
        assert_eq!(sandbox.named_in("other", text).as_ref(), Ok(commit), "{text}");
    }
    sandbox.git(".", "init -q -b main library");
    sandbox.write("library/l.yaml", CRD);
    let library = sandbox.commit("library", "library");
    sandbox.git("repo", "submodule -q add ../library lib");
    sandbox.commit("repo", "submodule");
    assert_eq!(sandbox.named_in("repo/lib", "HEAD").as_ref(), Ok(&library));
    assert_eq!(sandbox.repository("repo/lib/l.yaml").root(), sandbox.path("repo/lib"));
    // Its files are no objects of the repository around it.
    assert_eq!(sandbox.paths("HEAD", "repo"), Ok(vec!["a.yaml".into()]));
    assert_eq!(sandbox.paths("HEAD", "repo/lib"), Ok(vec![]));
}
