"""The dependencies have the licenses and the source that deny.toml allows, without cargo-deny: from cargo's metadata."""
import json
import pathlib
import re
import shutil
import subprocess
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DENY = tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))
ALLOWED = set(DENY["licenses"]["allow"])


def satisfied(expression: str) -> bool:
    """Whether an expression of SPDX, or the older form with slashes, can be satisfied by what is allowed."""
    words = re.findall(r"[()]|[^\s()]+", expression.replace("/", " OR "))

    def either() -> bool:
        found = both()
        while words and words[0] == "OR":
            words.pop(0)
            found = both() or found
        return found

    def both() -> bool:
        found = one()
        while words and words[0] == "AND":
            words.pop(0)
            found = one() and found
        return found

    def one() -> bool:
        word = words.pop(0)
        if word == "(":
            found = either()
            words.pop(0)
            return found
        if words and words[0] == "WITH":
            word += f" WITH {words[1]}"
            del words[:2]
        return word in ALLOWED

    return either()


class Dependencies(unittest.TestCase):
    def test_expressions(self):
        for expression, expected in [("MIT/Apache-2.0", True), ("GPL-3.0 AND MIT", False), ("(GPL-3.0 OR MIT) AND ISC", True), ("Apache-2.0 WITH LLVM-exception", False)]:
            self.assertEqual(satisfied(expression), expected, expression)

    @unittest.skipUnless(shutil.which("cargo"), "no cargo")
    def test_licenses_and_sources_are_allowed(self):
        command = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline", "--all-features"]
        metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
        dependencies = [package for package in metadata["packages"] if package["source"]]
        refused = {package["name"]: package["license"] for package in dependencies if not satisfied(package["license"] or "none")}
        self.assertEqual(refused, {})
        sources = {package["source"] for package in dependencies}
        self.assertEqual(sources, {f"registry+{registry}" for registry in DENY["sources"]["allow-registry"]})
        denied = {ban["name"] for ban in DENY["bans"]["deny"]} & {package["name"] for package in dependencies}
        self.assertEqual(denied, set())


if __name__ == "__main__":
    unittest.main()
