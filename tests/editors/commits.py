"""A workspace as a repository of git, in which what there is now is a commit."""
import os
import pathlib
import subprocess

AUTHOR = {f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER") for what, value in (("NAME", "a"), ("EMAIL", "a@example.com"))}
NO_SETTINGS = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def commit(folder: pathlib.Path) -> None:
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
        subprocess.run(["git", *arguments], cwd=folder, env={**os.environ, **AUTHOR, **NO_SETTINGS}, check=True)


def compare_with_head(folder: pathlib.Path) -> None:
    """The editor compares what is written with a commit of it."""
    (folder / "crdls.toml").write_text("since = 'HEAD'\n", encoding="utf-8")
    commit(folder)
