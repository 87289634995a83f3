#!/usr/bin/env python3
"""What the program is made of: the licenses of all dependencies as one text, and a list of them in the form of CycloneDX.

    python3 packaging/dependencies.py TARGET FOLDER

Writes THIRD-PARTY-LICENSES.txt and crdls.cdx.json for the program that is built for TARGET. Both depend on nothing but the
commit. Takes what cargo resolves for the package crdls without development, build and macro dependencies, which are not in
the program; sources of dependencies must be there, as after a build.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass, field

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Names of files with licenses, in the root of a crate and of C sources in it.
LICENSE_FILE = re.compile(r"^(UN)?LICEN[CS]E|^COPYING|^COPYRIGHT|^NOTICE", re.IGNORECASE)
DEPTH = 3
# What is in the program and no dependency of cargo's.
OTHERS = [
    ("Go types of Kubernetes, k8s.io/api, k8s.io/apimachinery and k8s.io/apiextensions-apiserver", "Apache-2.0", "Copyright The Kubernetes Authors"),
    ("The standard library of Rust", "MIT OR Apache-2.0", "Copyright The Rust Project contributors"),
]  # fmt: skip
# What a program that needs no library of its system contains.
LINKED_STATICALLY = [
    ("musl", "MIT", "Copyright (c) 2005-2020 Rich Felker, et al."),
    ("libunwind", "Apache-2.0 WITH LLVM-exception", "Copyright The LLVM Project contributors"),
]  # fmt: skip
MIT = """Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE."""


@dataclass
class Dependency:
    """A crate in the program."""

    name: str
    version: str
    license: str
    folder: pathlib.Path
    authors: list[str]
    checksum: str | None
    needs: set[str] = field(default_factory=set)

    @property
    def purl(self) -> str:
        return f"pkg:cargo/{self.name}@{self.version}"

    @property
    def is_ours(self) -> bool:
        return self.checksum is None


def cargo(*args: str) -> str:
    return subprocess.run(["cargo", *args], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def resolved(target: str) -> dict[str, Dependency]:
    """The crates of the program by their purl, its own package first."""
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    checksums = {(package["name"], package["version"]): package.get("checksum") for package in lock}
    metadata = json.loads(cargo("metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", target))
    packages = {(package["name"], package["version"]): package for package in metadata["packages"]}
    tree = cargo("tree", "--locked", "--offline", "--package", "crdls", "--edges", "normal,no-proc-macro", "--target", target, "--prefix", "depth", "--format", " {p}")
    found: dict[str, Dependency] = {}
    above: list[Dependency] = []
    for line in tree.splitlines():
        depth, name, version = re.match(r"(\d+) (\S+) v(\S+)", line).groups()
        package = packages[name, version]
        license_text = (package["license"] or "").replace("/", " OR ")
        one = Dependency(name, version, license_text, pathlib.Path(package["manifest_path"]).parent, package["authors"], checksums[name, version])
        one = found.setdefault(one.purl, one)
        del above[int(depth) :]
        if above:
            above[-1].needs.add(one.purl)
        above.append(one)
    return found


def license_texts(one: Dependency) -> list[str]:
    """The texts that a crate brings along; where there is none, that of its license."""
    files = [path for path in sorted(one.folder.rglob("*")) if path.is_file() and LICENSE_FILE.match(path.name)]
    files = [path for path in files if len(path.relative_to(one.folder).parts) <= DEPTH and path.suffix not in (".rs", ".html")]
    texts = [path.read_text(encoding="utf-8", errors="replace").replace("\r\n", "\n").strip() for path in files]
    if texts:
        return texts
    if "Apache-2.0" in one.license:
        return [(ROOT / "LICENSE").read_text(encoding="utf-8").strip()]
    if one.license == "MIT":
        return [f"MIT License\n\nCopyright (c) {', '.join(one.authors) or f'the authors of {one.name}'}\n\n{MIT}"]
    raise SystemExit(f"{one.name} {one.version} has no license text, and its license is {one.license or 'not named'}")


def others(target: str) -> list[tuple[str, str, str]]:
    return OTHERS + (LINKED_STATICALLY if target.endswith("-musl") else [])


def notices(found: dict[str, Dependency], target: str) -> str:
    """All texts, each once, after the crates that have it."""
    by_text: dict[str, list[str]] = {}
    for one in sorted(found.values(), key=lambda one: (one.name, one.version)):
        if not one.is_ours:
            for text in license_texts(one):
                by_text.setdefault(text, []).append(f"{one.name} {one.version} ({one.license})")
    apache = (ROOT / "LICENSE").read_text(encoding="utf-8").strip()
    for name, license_name, owner in others(target):
        text = apache if "Apache-2.0" in license_name else f"{license_name} License\n\n{owner}\n\n{MIT}"
        by_text.setdefault(text, []).append(f"{name} ({license_name}), {owner}")
    parts = ["\n".join(dict.fromkeys(names)) + f"\n\n{text}\n" for text, names in by_text.items()]
    head = "The program crdls contains the following works. Each is listed with its licenses above a text of them.\n"
    return f"\n{'-' * 80}\n\n".join([head, *parts])


def bill(found: dict[str, Dependency], target: str) -> dict:
    """The software bill of materials, as CycloneDX 1.6. Its time is that of the commit."""
    program = next(iter(found.values()))

    def component(one: Dependency, kind: str) -> dict:
        known = {"type": kind, "bom-ref": one.purl, "name": one.name, "version": one.version, "purl": one.purl}
        known["licenses"] = [{"expression": one.license}]
        return known | ({} if one.is_ours else {"hashes": [{"alg": "SHA-256", "content": one.checksum}]})

    crates = [one for one in found.values() if one is not program]
    components = [component(one, "library") for one in sorted(crates, key=lambda one: one.purl)]
    for name, license_name, owner in others(target):
        components.append({"type": "library", "bom-ref": name, "name": name, "licenses": [{"expression": license_name}], "copyright": owner})
    return {
        "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
        "metadata": {
            **({"timestamp": time} if (time := commit_time()) else {}),
            "component": component(program, "application") | {"properties": [{"name": "cargo:target", "value": target}]},
        },
        "components": components,
        "dependencies": [{"ref": one.purl, "dependsOn": sorted(one.needs)} for one in sorted(found.values(), key=lambda one: one.purl)],
    }  # fmt: skip


def commit_time() -> str | None:
    """When the commit was made, in UTC. Nothing where there is no repository."""
    environment = {**os.environ, "TZ": "UTC"}
    command = ["git", "log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%dT%H:%M:%SZ"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment)
    return ran.stdout.strip() if ran.returncode == 0 else None


def write(target: str, folder: pathlib.Path) -> None:
    found = resolved(target)
    (folder / "THIRD-PARTY-LICENSES.txt").write_text(notices(found, target), encoding="utf-8", newline="\n")
    (folder / "crdls.cdx.json").write_text(json.dumps(bill(found, target), indent=2) + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write(sys.argv[1], pathlib.Path(sys.argv[2]))
