"""The dependencies have the licenses and the source that deny.toml allows, without cargo-deny: from cargo's metadata. What
archives say of them is whole: each has its license, and a place in the bill of materials, which is validated by the schema of
CycloneDX where `pip install cyclonedx-python-lib[json-validation]` brought it.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DENY = tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))
ALLOWED = set(DENY["licenses"]["allow"])
sys.path.insert(0, str(ROOT / "packaging"))
sys.dont_write_bytecode = True

import dependencies  # noqa: E402


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
        command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features"]
        metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
        dependencies = [package for package in metadata["packages"] if package["source"]]
        refused = {package["name"]: package["license"] for package in dependencies if not satisfied(package["license"] or "none")}
        self.assertEqual(refused, {})
        sources = {package["source"] for package in dependencies}
        self.assertEqual(sources, {f"registry+{registry}" for registry in DENY["sources"]["allow-registry"]})
        denied = {ban["name"] for ban in DENY["bans"]["deny"]} & {package["name"] for package in dependencies}
        self.assertEqual(denied, set())

    @unittest.skipUnless(shutil.which("cargo-deny"), "no cargo-deny")
    def test_cargo_deny_agrees(self):
        ran = subprocess.run(["cargo-deny", "--offline", "check", "licenses", "bans", "sources"], cwd=ROOT, capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stdout), (0, "bans ok, licenses ok, sources ok\n"), ran.stderr)


@unittest.skipUnless(shutil.which("cargo"), "no cargo")
class Archives(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.found = dependencies.resolved("x86_64-unknown-linux-gnu")
        cls.bill = dependencies.bill(cls.found, "x86_64-unknown-linux-gnu")

    def test_notices_name_each_dependency_and_its_license(self):
        text = dependencies.notices(self.found, "x86_64-unknown-linux-gnu")
        others = [one for one in self.found.values() if not one.is_ours]
        self.assertGreater(len(others), 100)
        for one in others:
            self.assertIn(f"\n{one.name} {one.version} ({one.license})\n", text)
            self.assertTrue(satisfied(one.license), one)
        self.assertNotIn(str(pathlib.Path.home()), text)
        self.assertIn("k8s.io/api", text)

    def test_the_bill_of_materials_is_whole(self):
        refs = {of["bom-ref"] for of in [self.bill["metadata"]["component"], *self.bill["components"]]}
        self.assertEqual(refs - {name for name, *_ in dependencies.OTHERS}, set(self.found))
        self.assertEqual(set(self.found), {of["ref"] for of in self.bill["dependencies"]})
        self.assertLessEqual({ref for of in self.bill["dependencies"] for ref in of["dependsOn"]}, refs)
        self.assertEqual(self.bill, dependencies.bill(dependencies.resolved("x86_64-unknown-linux-gnu"), "x86_64-unknown-linux-gnu"))

    def test_a_static_program_names_its_c_library(self):
        target = "x86_64-unknown-linux-musl"
        found = dependencies.resolved(target)
        self.assertIn("musl (MIT), Copyright (c) 2005-2020 Rich Felker, et al.\n\nMIT License\n", dependencies.notices(found, target))
        names = {of["name"] for of in dependencies.bill(found, target)["components"]}
        self.assertEqual(names - {of["name"] for of in self.bill["components"]}, {"musl", "libunwind"})

    def test_the_schema_of_cyclonedx_takes_it(self):
        try:
            from cyclonedx.schema import SchemaVersion
            from cyclonedx.validation.json import JsonStrictValidator
        except ImportError:
            self.skipTest("no cyclonedx-python-lib")
        self.assertIsNone(JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(self.bill)))


if __name__ == "__main__":
    unittest.main()
