"""The packages of packaging/build.py: their formats with a small stand-in for the program on all platforms, and those of
this machine built from $CRDLS, installed in clean folders by the commands of README and run on the examples.

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
import tomllib
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
sys.dont_write_bytecode = True

import archives as formats  # noqa: E402
import build as builder  # noqa: E402
import manifests  # noqa: E402
import trial  # noqa: E402

TABLE = builder.table()
PROGRAM = pathlib.Path(os.environ["CRDLS"]).resolve() if "CRDLS" in os.environ else None
# An ELF file of 64 bits without program headers: nothing of it names an interpreter.
STATIC = b"\x7fELF\x02\x01\x01".ljust(64, b"\0")

# A formula's class in place of Homebrew's: what is declared for one system and processor, and what is installed.
BREW = """
class Folder
  def install(*files) = Formula::FOUND[:install].concat(files)
end
class Formula
  FOUND = { install: [] }
  def self.test; end
  [:desc, :homepage, :version, :license, :url, :sha256].each { |key| define_singleton_method(key) { |value| FOUND[key] = value } }
  [:macos, :linux, :intel, :arm].each { |of| define_singleton_method("on_#{of}") { |&block| block.call if ARGV.include?(of.to_s) } }
  [:bin, :man1, :bash_completion, :zsh_completion, :fish_completion].each { |folder| define_method(folder) { Folder.new } }
end
load ARGV[0]
Crdls.new.install
puts JSON.generate(Formula::FOUND)
"""
# What the package takes of nixpkgs.
NIX = """
{ file, system }:
let
  isLinux = builtins.match ".*-linux" system != null;
  lib = { optional = condition: value: if condition then [ value ] else [ ]; licenses.asl20 = "Apache-2.0"; };
  stdenv = { hostPlatform = { inherit system isLinux; }; mkDerivation = attributes: attributes; cc.cc.lib = "lib"; };
in
import file { inherit lib stdenv; fetchurl = source: source; autoPatchelfHook = "autoPatchelfHook"; installShellFiles = "installShellFiles"; }
"""


def archive(folder: pathlib.Path, name: str, program: bytes, more: dict[str, bytes]) -> None:
    file = "crdls.exe" if name.startswith("win32") else "crdls"
    texts = {"LICENSE": (ROOT / "LICENSE").read_bytes(), "THIRD-PARTY-LICENSES.txt": b"Of others.\n", "crdls.cdx.json": b"{}\n"}
    files = {file: program, **texts, **more}
    content = formats.tar_gz([(f"crdls-{name}/{path}", text, 0o755 if path == file else 0o644) for path, text in files.items()], level=1)
    (folder / f"crdls-{name}.tar.gz").write_bytes(content)


def built(folder: pathlib.Path, out: str) -> pathlib.Path:
    with contextlib.redirect_stdout(io.StringIO()):
        builder.build(folder, folder / out)
    return folder / out


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
                self.assertIn(config["config"]["Entrypoint"], [[f"/{name}"] for name in tar.getnames()])

    @unittest.skipUnless(shutil.which("skopeo"), "no skopeo")
    def test_skopeo_copies_an_image(self):
        for path in self.out.glob("*.oci.tar.gz"):
            processor = ["--override-arch", path.name.removesuffix(".oci.tar.gz").split("-")[-1]]
            for command in (["copy", f"oci-archive:{path}", f"dir:{self.folder / 'copied'}"], ["inspect", f"oci-archive:{path}"]):
                ran = subprocess.run(["skopeo", "--insecure-policy", *processor, *command], capture_output=True, text=True)
                self.assertEqual(ran.returncode, 0, ran.stderr)
            said = json.loads(ran.stdout)
            self.assertEqual((said["Architecture"], said["Labels"]["org.opencontainers.image.version"]), (processor[1], TABLE["version"]))

    @unittest.skipUnless(hasattr(os, "geteuid") and os.geteuid() == 0 and platform.system() == "Linux", "no root")
    def test_the_root_of_an_image_is_one(self):
        """With a static program that many systems have, since the one of a usual build is not static."""
        program = pathlib.Path("/sbin/ldconfig")
        if not program.exists() or not formats.is_static(program.read_bytes()):
            self.skipTest("no static program")
        of = builder.packages.Archive(TABLE["platform"][0], {"crdls": program.read_bytes(), "LICENSE": b"", "THIRD-PARTY-LICENSES.txt": b"", "crdls.cdx.json": b""}, "")
        root = self.folder / "root"
        trial.unpack(builder.packages.image(TABLE, of)[1], root)
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

    @unittest.skipUnless(shutil.which("ruby"), "no ruby")
    def test_ruby_evaluates_the_formula(self):
        """With a class in place of Homebrew's, as each system and processor."""
        formula = str(self.out / "homebrew/crdls.rb")
        for of in TABLE["platform"]:
            if "brew" in of:
                ran = subprocess.run(["ruby", "-W", "-rjson", "-e", BREW, formula, *of["brew"]], capture_output=True, text=True)
                self.assertEqual((ran.returncode, ran.stderr), (0, ""))
                said = json.loads(ran.stdout)
                file = self.folder / f"crdls-{of['name']}.tar.gz"
                self.assertEqual(said["url"], manifests.url(TABLE, of["name"]))
                self.assertEqual((said["sha256"], said["version"]), (hashlib.sha256(file.read_bytes()).hexdigest(), TABLE["version"]))
                self.assertIn("crdls", said["install"])

    @unittest.skipUnless(shutil.which("nix-instantiate"), "no Nix")
    def test_nix_evaluates_the_package(self):
        """With functions in place of those of nixpkgs, on each system."""
        for of in TABLE["platform"]:
            if "nix" in of:
                store = {"NIX_STORE_DIR": str(self.folder / "store"), "NIX_STATE_DIR": str(self.folder / "nix"), "HOME": str(self.folder), "PATH": os.environ["PATH"]}
                command = ["nix-instantiate", "--eval", "--strict", "--json", "--expr", NIX, "--arg", "file", str(self.out / "nix/package.nix"), "--argstr", "system", of["nix"]]
                ran = subprocess.run(command, capture_output=True, text=True, env=store)
                self.assertEqual(ran.returncode, 0, ran.stderr)
                said = json.loads(ran.stdout)
                file = self.folder / f"crdls-{of['name']}.tar.gz"
                self.assertEqual(said["src"], {"url": manifests.url(TABLE, of["name"]), "sha256": hashlib.sha256(file.read_bytes()).hexdigest()})
                self.assertEqual(said["nativeBuildInputs"], ["installShellFiles", *["autoPatchelfHook"] * of["nix"].endswith("linux")])
                self.assertEqual(said["meta"]["platforms"], sorted(of["nix"] for of in TABLE["platform"] if "nix" in of))

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

    def test_the_workflow_of_a_release_builds_each_platform(self):
        try:
            from yaml import safe_load
        except ImportError:
            self.skipTest("no PyYAML")
        jobs = safe_load((ROOT / "ci/release.yml").read_text())["jobs"]
        built = [row["target"] for row in jobs["archive"]["strategy"]["matrix"]["include"]]
        self.assertEqual(built, [of.get("static", of["target"]) for of in TABLE["platform"]])

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

    def test_each_package_that_can_be_is_installed_and_run(self):
        """By the commands of README."""
        rows = trial.table(self.folder, self.out)
        print(trial.HEAD, *rows, sep="\n")
        tried = {row.package.split(",")[0] for row in rows if row.seconds}
        self.assertEqual(tried - {"container image", "krew manifest"}, {"archive", "wheel", *(name for name, program in (("npm", "npm"), ("deb", "dpkg")) if shutil.which(program))})
        self.assertEqual({row.package for row in rows if not row.built}, set())
        self.assertEqual({row.package for row in rows if row.built == "yes" and not row.installed}, set())

    def test_shells_and_man_read_what_comes_along(self):
        folder = self.folder / "texts"
        with tarfile.open(self.folder / "crdls-linux-x64.tar.gz") as tar:
            tar.extractall(folder)
        texts = folder / "crdls-linux-x64"
        commands = [[shell, "-n", texts / "complete" / file] for shell, file in (("bash", "crdls.bash"), ("zsh", "_crdls"), ("fish", "crdls.fish"))]
        pages = sorted((texts / "man").iterdir())
        self.assertGreater(len(pages), 10)
        commands += [["man", "--warnings", "--local-file", page] for page in pages]
        for command in commands:
            if shutil.which(command[0]):
                ran = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, "LC_ALL": "C.UTF-8", "MANPAGER": "cat"})
                self.assertEqual((ran.returncode, ran.stderr), (0, ""), command)

    def test_the_commands_of_readme_are_tried(self):
        self.assertEqual(set(trial.install_commands()), {"tar", "pip", "npm", "dpkg", "kubectl"})


if __name__ == "__main__":
    unittest.main()
