"""The packages of packaging/build.py: their formats with a small stand-in for the program on all platforms, and those of
this machine built from $CRDLS, installed in a clean folder and run on examples/good. Prints size and seconds of each.

    CRDLS=PROGRAM python3 -m unittest discover tests/packages
"""
import contextlib
import gzip
import hashlib
import io
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
sys.dont_write_bytecode = True

import archives as formats  # noqa: E402
import build as builder  # noqa: E402
import manifests  # noqa: E402

TABLE = builder.table()
PROGRAM = pathlib.Path(os.environ["CRDLS"]).resolve() if "CRDLS" in os.environ else None
# An ELF file of 64 bits without program headers: nothing of it names an interpreter.
STATIC = b"\x7fELF\x02\x01\x01".ljust(64, b"\0")


def archive(folder: pathlib.Path, name: str, program: bytes, more: dict[str, bytes]) -> None:
    file = "crdls.exe" if name.startswith("win32") else "crdls"
    files = {file: program, "LICENSE": (ROOT / "LICENSE").read_bytes(), **more}
    content = formats.tar_gz([(f"crdls-{name}/{path}", text, 0o755 if path == file else 0o644) for path, text in files.items()], level=1)
    (folder / f"crdls-{name}.tar.gz").write_bytes(content)


def built(folder: pathlib.Path, out: str) -> pathlib.Path:
    with contextlib.redirect_stdout(io.StringIO()):
        builder.build(folder, folder / out)
    return folder / out


def unpack(image: bytes, root: pathlib.Path) -> None:
    """What a container of the image sees as its root."""
    with tarfile.open(fileobj=io.BytesIO(image)) as tar:
        files = {member.name: tar.extractfile(member).read() for member in tar if member.isfile()}
    manifest = json.loads(files["blobs/sha256/" + json.loads(files["index.json"])["manifests"][0]["digest"][7:]])
    for layer in manifest["layers"]:
        with tarfile.open(fileobj=io.BytesIO(files["blobs/sha256/" + layer["digest"][7:]])) as tar:
            tar.extractall(root)


def contents(folder: pathlib.Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


class AllPlatforms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temp = tempfile.TemporaryDirectory(prefix="crdls-packages-")
        cls.folder = pathlib.Path(cls.temp.name)
        for of in TABLE["platform"]:
            archive(cls.folder, of["name"], STATIC, {"man/crdls.1": b".TH crdls", "complete/crdls.bash": b"true"})
        cls.out = built(cls.folder, "out")
        cls.addClassCleanup(cls.temp.cleanup)

    def test_the_same_archives_give_the_same_bytes(self):
        self.assertEqual(contents(self.out), contents(built(self.folder, "again")))

    def test_a_wheel_records_each_file(self):
        wheels = list(self.out.glob("*.whl"))
        self.assertEqual(len(wheels), len(TABLE["platform"]))
        for path in wheels:
            with zipfile.ZipFile(path) as wheel:
                self.assertIsNone(wheel.testzip())
                info = f"crdls-{TABLE['version']}.dist-info"
                rows = [line.split(",") for line in wheel.read(f"{info}/RECORD").decode().splitlines()]
                self.assertEqual([row[0] for row in rows], wheel.namelist())
                for name, _, size in rows[:-1]:
                    self.assertEqual(len(wheel.read(name)), int(size))
                script = wheel.getinfo(wheel.namelist()[0])
                self.assertEqual(script.external_attr >> 16 & 0o777, 0o755)

    def test_npm_has_an_optional_package_for_each_platform(self):
        packages = {}
        for path in (self.out / "npm").iterdir():
            with tarfile.open(path) as tar:
                package = json.load(tar.extractfile("package/package.json"))
            packages[package["name"]] = package
        main = packages.pop("crdls")
        self.assertEqual(main["optionalDependencies"], {name: package["version"] for name, package in packages.items()})

    def test_an_image_names_its_blobs_by_their_digests(self):
        for path in self.out.glob("*.oci.tar.gz"):
            with tarfile.open(path) as tar:
                files = {member.name: tar.extractfile(member).read() for member in tar if member.isfile()}
            self.assertEqual(json.loads(files["oci-layout"]), {"imageLayoutVersion": "1.0.0"})

            def blob(of: dict) -> bytes:
                content = files["blobs/" + of["digest"].replace(":", "/")]
                self.assertEqual((hashlib.sha256(content).hexdigest(), len(content)), (of["digest"][7:], of["size"]))
                return content

            entry = json.loads(files["index.json"])["manifests"][0]
            manifest = json.loads(blob(entry))
            config, layer = json.loads(blob(manifest["config"])), gzip.decompress(blob(manifest["layers"][0]))
            self.assertEqual(config["rootfs"]["diff_ids"], [f"sha256:{hashlib.sha256(layer).hexdigest()}"])
            self.assertEqual((config["architecture"], config["os"]), (entry["platform"]["architecture"], "linux"))
            with tarfile.open(fileobj=io.BytesIO(layer)) as tar:
                self.assertEqual(config["config"]["Entrypoint"], [f"/{tar.getnames()[-1]}"])

    @unittest.skipUnless(hasattr(os, "geteuid") and os.geteuid() == 0 and platform.system() == "Linux", "no root")
    def test_the_root_of_an_image_is_one(self):
        """With a static program that many systems have, since the one of a usual build is not static."""
        program = pathlib.Path("/sbin/ldconfig")
        if not program.exists() or not formats.is_static(program.read_bytes()):
            self.skipTest("no static program")
        of = builder.packages.Archive(TABLE["platform"][0], {"crdls": program.read_bytes(), "LICENSE": b""}, "")
        root = self.folder / "root"
        unpack(builder.packages.image(TABLE, of)[1], root)
        ran = subprocess.run(["chroot", root, "/crdls", "--version"], capture_output=True, text=True)
        self.assertIn("ldconfig", ran.stdout, ran.stderr)

    def test_manifests_name_each_archive_with_its_checksum(self):
        sums = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.folder.glob("*.tar.gz")}
        wanted = {"krew/crdls.yaml": "krew", "homebrew/crdls.rb": "brew", "scoop/crdls.json": "scoop", "nix/package.nix": "nix"}
        for name, key in wanted.items():
            text = (self.out / name).read_text()
            for of in TABLE["platform"]:
                file = f"crdls-{of['name']}.tar.gz"
                self.assertEqual((file in text, sums[file] in text), (key in of, key in of), f"{name} {file}")
        self.assertEqual(set(json.loads((self.out / "scoop/crdls.json").read_text())["architecture"]), {"64bit", "arm64"})
        ruby = (self.out / "homebrew/crdls.rb").read_text().splitlines()
        opened = sum(line.split("#")[0].rstrip().endswith(" do") or line.startswith(("class ", "  def ")) for line in ruby)
        self.assertEqual(opened, sum(line.strip() == "end" for line in ruby))
        nix = (self.out / "nix/package.nix").read_text()
        self.assertEqual([nix.count(sign) for sign in "{(["], [nix.count(sign) for sign in "})]"])

    def test_yaml_is_what_was_meant(self):
        try:
            from yaml import safe_load
        except ImportError:
            self.skipTest("no PyYAML")
        krew = safe_load((self.out / "krew/crdls.yaml").read_text())
        self.assertEqual([entry["selector"]["matchLabels"] for entry in krew["spec"]["platforms"]], [of["krew"] for of in TABLE["platform"]])
        mason = safe_load((self.out / "mason/packages/crdls/package.yaml").read_text())
        self.assertEqual([asset["target"] for asset in mason["source"]["asset"]], [of["mason"] for of in TABLE["platform"]])
        self.assertEqual(mason["bin"], {"crdls": "{{source.asset.bin}}"})

    def test_cargo_binstall_finds_the_archives(self):
        expected = tomllib.loads(manifests.binstall(TABLE))["package"]["metadata"]["binstall"]
        cargo = tomllib.loads((ROOT / "server/crdls/Cargo.toml").read_text(encoding="utf-8"))
        self.assertEqual(cargo["package"]["metadata"]["binstall"], expected)


@unittest.skipUnless(PROGRAM and platform.system() == "Linux" and platform.machine() == "x86_64", "no CRDLS for Linux on x86_64")
class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temp = tempfile.TemporaryDirectory(prefix="crdls-installed-")
        cls.addClassCleanup(cls.temp.cleanup)
        cls.folder = pathlib.Path(cls.temp.name)
        man = cls.folder / "man"
        man.mkdir()
        subprocess.run([PROGRAM, "man", man], check=True)
        more = {f"man/{path.name}": path.read_bytes() for path in man.iterdir()}
        for shell, file in (("bash", "crdls.bash"), ("zsh", "_crdls"), ("fish", "crdls.fish")):
            more[f"complete/{file}"] = subprocess.run([PROGRAM, "completions", shell], check=True, capture_output=True).stdout
        stripped = cls.folder / "crdls"
        shutil.copy(PROGRAM, stripped)
        if shutil.which("strip"):
            subprocess.run(["strip", stripped], check=True)
        archive(cls.folder, "linux-x64", stripped.read_bytes(), more)
        cls.out = built(cls.folder, "out")
        cls.environment = {"PATH": os.environ["PATH"], "HOME": str(cls.folder)}

    def run_quietly(self, *command: object) -> None:
        ran = subprocess.run([str(part) for part in command], capture_output=True, text=True, env=self.environment, cwd=self.folder)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    def checks(self, package: str, path: pathlib.Path, start: float, *command: object, broken: str = "examples/broken", good: str = "examples/good") -> None:
        """The first run of what was installed, and that its exit status arrives."""
        for examples, code in ((good, 0), (broken, 1)):
            ran = subprocess.run([*command, "check", examples], capture_output=True, text=True, cwd=ROOT, env=self.environment)
            self.assertEqual(ran.returncode, code, ran.stdout + ran.stderr)
            if code == 0:
                print(f"{package}: {path.stat().st_size} bytes, {time.monotonic() - start:.1f} s from the package to the first check")

    def test_pip_installs_the_wheel(self):
        [wheel] = self.out.glob("*.whl")
        self.run_quietly(sys.executable, "-m", "venv", "venv")
        start = time.monotonic()
        self.run_quietly(self.folder / "venv/bin/pip", "install", "--no-index", "--no-cache-dir", "--disable-pip-version-check", wheel)
        self.checks("wheel", wheel, start, self.folder / "venv/bin/crdls")
        self.run_quietly(self.folder / "venv/bin/pip", "check")
        self.run_quietly(self.folder / "venv/bin/pip", "uninstall", "--yes", "crdls")
        self.assertFalse((self.folder / "venv/bin/crdls").exists())

    @unittest.skipUnless(shutil.which("npm"), "no npm")
    def test_npm_installs_the_command(self):
        version = TABLE["version"]
        [main, of_platform] = [self.out / f"npm/{name}-{version}.tgz" for name in ("crdls", "crdls-linux-x64")]
        prefix = self.folder / "npm"
        start = time.monotonic()
        # Optional packages of other platforms are not published: the one for this platform comes from its file.
        self.run_quietly("npm", "install", "--prefix", prefix, "--offline", "--no-audit", "--no-fund", "--omit=optional", of_platform, main)
        self.checks("npm", of_platform, start, prefix / "node_modules/.bin/crdls")

    @unittest.skipUnless(shutil.which("dpkg"), "no dpkg")
    def test_dpkg_installs_the_deb_in_an_empty_root(self):
        [deb] = self.out.glob("*.deb")
        root = self.folder / "root"
        (root / "var/lib/dpkg/updates").mkdir(parents=True)
        (root / "var/lib/dpkg/info").mkdir()
        (root / "var/lib/dpkg/status").touch()
        start = time.monotonic()
        self.run_quietly("dpkg", f"--root={root}", f"--log={root}/log", "--force-not-root", "--force-depends", "--force-bad-path", "-i", deb)
        if os.geteuid() != 0:
            return self.checks("deb", deb, start, root / "usr/bin/crdls")
        # The libraries that it depends on, and nothing else.
        for word in subprocess.run(["ldd", PROGRAM], capture_output=True, text=True).stdout.split():
            if word.startswith("/"):
                (root / word[1:]).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(word, root / word[1:])
        shutil.copytree(ROOT / "examples", root / "examples")
        self.checks("deb", deb, start, "chroot", root, "/usr/bin/crdls", good="/examples/good", broken="/examples/broken")

    @unittest.skipUnless(PROGRAM and formats.is_static(PROGRAM.read_bytes()) and os.geteuid() == 0, "the program is not static, or no root")
    def test_the_root_of_the_image_runs(self):
        [image] = self.out.glob("*.oci.tar.gz")
        start = time.monotonic()
        root = self.folder / "image"
        unpack(image.read_bytes(), root)
        shutil.copytree(ROOT / "examples", root / "examples")
        self.checks("image", image, start, "chroot", root, "/crdls", good="/examples/good", broken="/examples/broken")


if __name__ == "__main__":
    unittest.main()
