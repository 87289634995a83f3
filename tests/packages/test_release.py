"""`cargo dev release` in a dry run: the version is in all files of a clone, and the checkout stays as it is.

    CRDLS=target/ci/crdls python3 -m unittest tests/packages/test_release.py    # crdls-xtask is next to it
"""
import os
import pathlib
import shutil
import subprocess
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = pathlib.Path(os.environ.get("CRDLS", "")).resolve().with_name("crdls-xtask")


def git(folder: pathlib.Path, *args: str) -> str:
    return subprocess.run(["git", *args], cwd=folder, check=True, capture_output=True, text=True).stdout


@unittest.skipUnless("CRDLS" in os.environ and PROGRAM.exists() and shutil.which("git") and (ROOT / ".git").exists(), "no crdls-xtask next to CRDLS, or no git")
class Release(unittest.TestCase):
    def test_a_dry_run(self):
        before = git(ROOT, "status", "--porcelain"), git(ROOT, "tag"), git(ROOT, "rev-parse", "HEAD")
        version = "98.7.6"
        ran = subprocess.run([PROGRAM, "release", version, "--dry-run"], cwd=ROOT, capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertEqual((git(ROOT, "status", "--porcelain"), git(ROOT, "tag"), git(ROOT, "rev-parse", "HEAD")), before)
        clone = ROOT / "target/release-dry-run"
        self.assertIn(f"v{version}", git(clone, "tag", "--points-at", "HEAD"))
        self.assertIn(f"\n## {version} (", (clone / "CHANGELOG.md").read_text(encoding="utf-8"))
        lock = tomllib.loads((clone / "Cargo.lock").read_text(encoding="utf-8"))["package"]
        self.assertEqual({of["version"] for of in lock if "source" not in of}, {version})

    def test_what_is_refused(self):
        for args, why in [(["0.0.1", "--dry-run"], "older"), (["next", "--dry-run"], "no version"), (["98.7.6"], "packaging/packages.toml has")]:
            ran = subprocess.run([PROGRAM, "release", *args], cwd=ROOT, capture_output=True, text=True)
            self.assertEqual(ran.returncode, 2, ran.stdout)
            self.assertIn(why, ran.stderr)


if __name__ == "__main__":
    unittest.main()
