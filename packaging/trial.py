#!/usr/bin/env python3
"""Installs each package in a clean folder by the command of README, runs it there, and prints a table.

    python3 packaging/trial.py [--archives target/archives] [--packages target/packages]

For Linux on x86_64, after `cargo dev dist` and `packaging/build.py`. The table has, for each package, whether it was built,
where it was installed, its size, and the seconds from the start of the installation to the end of the first `crdls check`
of the examples; or why not.
"""
import argparse
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from dataclasses import dataclass

import build as builder
from archives import is_static

ROOT = builder.ROOT
# What is not installed by this script: the file, and what would install it.
UNTRIED = {
    "Homebrew formula": ("homebrew/crdls.rb", "brew"),
    "Nix package": ("nix/package.nix", "nix-build and nixpkgs"),
    "Scoop manifest": ("scoop/crdls.json", "scoop on Windows"),
    "mason package": ("mason/packages/crdls/package.yaml", "nvim with mason"),
}


@dataclass
class Row:
    """A package of the table."""

    package: str
    built: str
    installed: str
    size: str = ""
    seconds: str = ""

    def __str__(self) -> str:
        return f"| {self.package} | {self.built} | {self.installed} | {self.size} | {self.seconds} |"


HEAD = "| package | built here | installed in a clean root | size | seconds to the first check |\n| --- | --- | --- | --- | --- |"


def install_commands() -> dict[str, str]:
    """The commands of the section Install of README on built files, by the program that each begins with."""
    section = re.search(r"\n## Install\n(.*?)\n## ", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)[1]
    lines = [line.split(" # ")[0].strip() for line in section.splitlines() if "target/" in line and not line.startswith(("`", "|"))]
    return {line.split()[0]: line for line in lines if re.match(r"[a-z]+ ", line)}


class Trial:
    """A clean folder for each package, and the command that installs it there."""

    def __init__(self, archives: pathlib.Path, packages: pathlib.Path, folder: pathlib.Path):
        self.archives, self.packages, self.folder = archives, packages, folder
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder)}
        self.commands = install_commands()

    def run(self, command: object, **environment: str) -> None:
        """A command of a shell, or a list of words; the error has what it printed."""
        words = command if isinstance(command, list) else ["sh", "-ec", command]
        ran = subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=ROOT, env=self.environment | environment)
        if ran.returncode != 0:
            raise RuntimeError(f"{words}: {ran.stdout}{ran.stderr}")

    def install(self, program: str, **environment: str) -> None:
        command = self.commands[program].replace("target/archives/", f"{self.archives}/").replace("target/packages/", f"{self.packages}/")
        self.run(command, **environment)

    def check(self, *command: object, examples: str = "examples") -> None:
        """Checks the examples: the good ones have no error, and the exit status of the others arrives."""
        for which, code in (("good", 0), ("broken", 1)):
            words = [str(word) for word in (*command, "check", f"{examples}/{which}")]
            ran = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, env=self.environment)
            if ran.returncode != code:
                raise RuntimeError(f"{words}: {ran.returncode} {ran.stdout}{ran.stderr}")

    def file(self, pattern: str) -> pathlib.Path | None:
        return next(iter(sorted(self.packages.glob(pattern))), None)

    def archive(self) -> str:
        (self.folder / ".local/bin").mkdir(parents=True)
        self.install("tar")
        self.check(self.folder / ".local/bin/crdls")
        return "by tar, in an empty home"

    def wheel(self) -> str:
        self.install("pip", PATH=f"{self.folder / 'venv/bin'}:{self.environment['PATH']}", PIP_NO_INDEX="1", PIP_NO_CACHE_DIR="1", PIP_DISABLE_PIP_VERSION_CHECK="1")
        self.check(self.folder / "venv/bin/crdls")
        return "by pip, without an index, in a new environment"

    def npm(self) -> str:
        prefix = self.folder / "npm"
        # Optional packages of other platforms are not published.
        self.install("npm", npm_config_prefix=str(prefix), npm_config_offline="true", npm_config_omit="optional", npm_config_audit="false", npm_config_fund="false")
        self.check(prefix / "bin/crdls")
        return "by npm, offline, in an empty folder"

    def deb(self) -> str:
        root = self.folder / "root"
        for folder in ("var/lib/dpkg/updates", "var/lib/dpkg/info"):
            (root / folder).mkdir(parents=True)
        (root / "var/lib/dpkg/status").touch()
        self.install("dpkg", DPKG_ROOT=str(root), DPKG_FORCE="not-root,depends,bad-path")
        program = root / "usr/bin/crdls"
        if os.geteuid() != 0:
            self.check(program)
            return "by dpkg, in an empty root"
        # The libraries that it depends on, and nothing else.
        for word in subprocess.run(["ldd", program], capture_output=True, text=True).stdout.split():
            if word.startswith("/"):
                (root / word[1:]).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(word, root / word[1:])
        self.in_root(root, "/usr/bin/crdls")
        return "by dpkg, in an empty root, run there by chroot"

    def image(self) -> str:
        root = self.folder / "image"
        unpack(self.file("*amd64.oci.tar.gz").read_bytes(), root)
        self.in_root(root, "/crdls")
        return "its root, run by chroot"

    def in_root(self, root: pathlib.Path, program: str) -> None:
        shutil.copytree(ROOT / "examples", root / "examples")
        self.check("chroot", root, program, examples="/examples")

    def krew(self) -> str:
        krew = {"KREW_ROOT": str(self.folder / "krew")}
        self.install("kubectl", **krew)
        self.check(self.folder / "krew/bin/kubectl-crdls")
        return "by krew, in an empty folder; run as `kubectl crdls`"

    def tried(self, package: str, file: pathlib.Path | None, needs: list[str], method: object, prepare: object = None) -> Row:
        if file is None:
            return Row(package, "no", "")
        size = f"{file.stat().st_size / 1e6:.1f} MB"
        missing = [program for program in needs if not shutil.which(program)]
        if missing:
            return Row(package, "yes", f"no: there is no {missing[0]} here", size)
        if prepare:
            prepare()
        start = time.monotonic()
        where = method()
        return Row(package, "yes", where, size, f"{time.monotonic() - start:.1f}")

    def rows(self) -> list[Row]:
        archive = self.archives / "crdls-linux-x64.tar.gz"
        with tarfile.open(archive) as tar:
            static = is_static(tar.extractfile("crdls-linux-x64/crdls").read())
        venv = lambda: self.run([sys.executable, "-m", "venv", self.folder / "venv"])  # noqa: E731
        rows = [
            self.tried(f"archive, Linux x86_64, {'static' if static else 'needs glibc'}", archive, ["tar"], self.archive),
            self.tried("wheel, Linux x86_64", self.file("crdls-*linux*x86_64*.whl"), [], self.wheel, venv),
            self.tried("npm, Linux x86_64", self.file("npm/crdls-linux-x64-*.tgz"), ["npm"], self.npm),
            self.tried("deb, amd64", self.file("crdls_*_amd64.deb"), ["dpkg"], self.deb),
        ]
        if not static:
            rows.append(Row("container image", "no: the program is not static", ""))
        elif os.geteuid() == 0:
            rows.append(self.tried("container image, amd64", self.file("*amd64.oci.tar.gz"), [], self.image))
        else:
            rows.append(Row("container image, amd64", "yes", "no: chroot is for root"))
        rows.append(self.tried("krew manifest", self.file("krew/crdls.yaml") and archive, ["kubectl", "kubectl-krew"], self.krew))
        for package, (name, program) in UNTRIED.items():
            is_built = "yes" if self.file(name) else "no: there is no archive for its system"
            rows.append(Row(package, is_built, f"no: untried, needs {program}" if is_built == "yes" else ""))
        rows.append(Row("cargo-binstall", "metadata of server/crdls/Cargo.toml", "no: there is no release to download"))
        others = [of["name"] for of in builder.table()["platform"] if not (self.archives / f"crdls-{of['name']}.tar.gz").exists()]
        return [*rows, *(Row(f"all packages of {name}", "no: by ci/release.yml, on a machine of that kind", "") for name in others)]


def unpack(image: bytes, root: pathlib.Path) -> None:
    """What a container of an image sees as its root."""
    with tarfile.open(fileobj=io.BytesIO(image)) as tar:
        files = {member.name: tar.extractfile(member).read() for member in tar if member.isfile()}
    manifest = json.loads(files["blobs/sha256/" + json.loads(files["index.json"])["manifests"][0]["digest"][7:]])
    for layer in manifest["layers"]:
        with tarfile.open(fileobj=io.BytesIO(files["blobs/sha256/" + layer["digest"][7:]])) as tar:
            tar.extractall(root)


def table(archives: pathlib.Path, packages: pathlib.Path) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="crdls-trial-") as folder:
        return Trial(archives, packages, pathlib.Path(folder)).rows()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--archives", type=pathlib.Path, default=ROOT / "target/archives")
    parser.add_argument("--packages", type=pathlib.Path, default=ROOT / "target/packages")
    options = parser.parse_args()
    print(HEAD)
    for row in table(options.archives.absolute(), options.packages.absolute()):
        print(row)
