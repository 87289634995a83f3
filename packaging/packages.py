"""The packages that contain the program: wheel, npm, deb and a container image."""
import base64
import gzip
import hashlib
import json
import textwrap
from dataclasses import dataclass

from archives import ar, is_static, tar_gz, zipped


@dataclass
class Archive:
    """An archive of `cargo dev dist`, unpacked: its platform, and its files by their names below its folder."""

    platform: dict
    files: dict[str, bytes]
    sha256: str

    @property
    def program_name(self) -> str:
        return "crdls.exe" if self.platform["name"].startswith("win32") else "crdls"

    @property
    def program(self) -> bytes:
        return self.files[self.program_name]

    @property
    def licenses(self) -> list[tuple[str, bytes]]:
        """The license of crdls and those of what is in the program."""
        return [(name, self.files[name]) for name in ("LICENSE", "THIRD-PARTY-LICENSES.txt")]


# What the program is made of, in the form of CycloneDX.
BILL = "crdls.cdx.json"


def wheel(table: dict, archive: Archive) -> tuple[str, bytes]:
    name, version = table["name"], table["version"]
    platform = archive.platform
    tag = platform["wheel-static"] if "wheel-static" in platform and is_static(archive.program) else platform["wheel"]
    info = f"{name}-{version}.dist-info"
    metadata = "\n".join([
        "Metadata-Version: 2.4", f"Name: {name}", f"Version: {version}", f"Summary: {table['summary']}",
        f"License-Expression: {table['license']}", *(f"License-File: {name}" for name, _ in archive.licenses), f"Project-URL: Homepage, {table['homepage']}", "Requires-Python: >=3.8",
        "Description-Content-Type: text/markdown", "", table["description"], "",
    ])  # fmt: skip
    tags = "".join(f"Tag: py3-none-{one}\n" for one in tag.split("."))
    files = [
        (f"{name}-{version}.data/scripts/{archive.program_name}", archive.program, 0o755),
        (f"{info}/METADATA", metadata.encode(), 0o644),
        (f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: crdls\nRoot-Is-Purelib: false\n{tags}".encode(), 0o644),
        *((f"{info}/licenses/{name}", text, 0o644) for name, text in archive.licenses),
        # As PEP 770 has it.
        (f"{info}/sboms/{BILL}", archive.files[BILL], 0o644),
    ]
    digest = lambda content: base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()  # noqa: E731
    record = "".join(f"{path},sha256={digest(content)},{len(content)}\n" for path, content, _ in files) + f"{info}/RECORD,,\n"
    return f"{name}-{version}-py3-none-{tag}.whl", zipped([*files, (f"{info}/RECORD", record.encode(), 0o644)])


# The program of the platform, found among the optional packages. Its exit status is that of the command.
LAUNCHER = """#!/usr/bin/env node
const { spawnSync } = require('node:child_process');
const platform = `${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`@crdls/${platform}/${process.platform === 'win32' ? 'crdls.exe' : 'crdls'}`);
} catch {
  console.error(`crdls: there is no package @crdls/${platform}. Install without --omit=optional, or build crdls from source`);
  process.exit(2);
}
const ran = spawnSync(program, process.argv.slice(2), { stdio: 'inherit' });
if (ran.error) throw ran.error;
if (ran.signal) process.kill(process.pid, ran.signal);
process.exitCode = ran.status;
"""


def npm_platform(table: dict, archive: Archive) -> tuple[str, bytes]:
    platform = archive.platform
    package = {
        "name": f"@crdls/{platform['name']}", "version": table["version"], "description": f"The program of crdls for {platform['name']}",
        "license": table["license"], "os": [platform["npm"]["os"]], "cpu": [platform["npm"]["cpu"]],
        "preferUnplugged": True, "files": [archive.program_name, "THIRD-PARTY-LICENSES.txt", BILL],
    }  # fmt: skip
    texts = [*archive.licenses, (BILL, archive.files[BILL])]
    files = [("package.json", _json(package), 0o644), (archive.program_name, archive.program, 0o755), *((name, text, 0o644) for name, text in texts)]
    return f"npm/crdls-{platform['name']}-{table['version']}.tgz", tar_gz([(f"package/{name}", content, mode) for name, content, mode in files])


def npm_main(table: dict, license_text: bytes) -> tuple[str, bytes]:
    """The package that is installed by name. It names all platforms, also those that are not built here."""
    version = table["version"]
    package = {
        "name": table["name"], "version": version, "description": table["summary"], "license": table["license"], "homepage": table["homepage"],
        "bin": {"crdls": "bin/crdls.js"}, "engines": {"node": ">=18"},
        "optionalDependencies": {f"@crdls/{platform['name']}": version for platform in table["platform"]},
    }  # fmt: skip
    files = [("package.json", _json(package), 0o644), ("bin/crdls.js", LAUNCHER.encode(), 0o755), ("LICENSE", license_text, 0o644)]
    return f"npm/crdls-{version}.tgz", tar_gz([(f"package/{name}", content, mode) for name, content, mode in files])


COMPLETIONS = {
    "crdls.bash": "usr/share/bash-completion/completions/crdls",
    "_crdls": "usr/share/zsh/vendor-completions/_crdls",
    "crdls.fish": "usr/share/fish/vendor_completions.d/crdls.fish",
}


def deb(table: dict, archive: Archive) -> tuple[str, bytes]:
    architecture = archive.platform["deb"]
    copyright_text = f"Copyright {table['maintainer']}\n\n".encode()
    copyright_text += b"License: Apache-2.0. On Debian systems the text is in /usr/share/common-licenses/Apache-2.0.\n"
    copyright_text += b"\n" + archive.files["THIRD-PARTY-LICENSES.txt"]
    data = [("usr/bin/crdls", archive.program, 0o755), ("usr/share/doc/crdls/copyright", copyright_text, 0o644), (f"usr/share/doc/crdls/{BILL}", archive.files[BILL], 0o644)]
    for name, content in archive.files.items():
        if name.startswith("man/"):
            data.append((f"usr/share/man/man1/{name[4:]}.gz", gzip.compress(content, 9, mtime=0), 0o644))
        elif name.startswith("complete/") and name[9:] in COMPLETIONS:
            data.append((COMPLETIONS[name[9:]], content, 0o644))
    control = {
        "Package": table["name"], "Version": table["version"], "Architecture": architecture, "Maintainer": table["maintainer"],
        "Installed-Size": str(sum(len(content) for _, content, _ in data) // 1024 + 1), "Section": "devel", "Priority": "optional",
        "Homepage": table["homepage"], "Description": "\n ".join([table["summary"], *textwrap.wrap(table["description"], 78)]),
    }  # fmt: skip
    if not is_static(archive.program):
        control["Depends"] = "libc6 (>= 2.34), libgcc-s1"
    sums = "".join(f"{hashlib.md5(content, usedforsecurity=False).hexdigest()}  {name}\n" for name, content, _ in data)
    text = "".join(f"{key}: {value}\n" for key, value in control.items())
    members = [
        ("debian-binary", b"2.0\n"),
        ("control.tar.gz", tar_gz([("./control", text.encode(), 0o644), ("./md5sums", sums.encode(), 0o644)])),
        ("data.tar.gz", tar_gz([(f"./{name}", content, mode) for name, content, mode in data])),
    ]
    return f"{table['name']}_{table['version']}_{architecture}.deb", ar(members)


def image(table: dict, archive: Archive) -> tuple[str, bytes]:
    """A container image from scratch, in the image layout of OCI: the program and its licenses. The program must be static."""
    if not is_static(archive.program):
        raise ValueError("an image from scratch needs a static program")
    blobs: dict[str, bytes] = {}

    def blob(content: bytes, kind: str) -> dict:
        digest = hashlib.sha256(content).hexdigest()
        blobs[f"blobs/sha256/{digest}"] = content
        return {"mediaType": f"application/vnd.oci.image.{kind}", "digest": f"sha256:{digest}", "size": len(content)}

    texts = [*archive.licenses, (BILL, archive.files[BILL])]
    layer = tar_gz([("crdls", archive.program, 0o755), *((name, text, 0o644) for name, text in texts)])
    labels = {"org.opencontainers.image.version": table["version"], "org.opencontainers.image.licenses": table["license"]}
    config = {
        "architecture": archive.platform["oci"], "os": "linux", "config": {"Entrypoint": ["/crdls"], "WorkingDir": "/work", "User": "65532:65532", "Labels": labels},
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(gzip.decompress(layer)).hexdigest()}"]},
    }  # fmt: skip
    manifest = {
        "schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": blob(_json(config), "config.v1+json"), "layers": [blob(layer, "layer.v1.tar+gzip")], "annotations": labels,
    }  # fmt: skip
    entry = blob(_json(manifest), "manifest.v1+json") | {"platform": {"architecture": archive.platform["oci"], "os": "linux"}, "annotations": {"org.opencontainers.image.ref.name": table["version"]}}
    index = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [entry]}
    files = {"oci-layout": _json({"imageLayoutVersion": "1.0.0"}), "index.json": _json(index), **blobs}
    return f"crdls-{table['version']}-{archive.platform['oci']}.oci.tar.gz", tar_gz([(name, content, 0o644) for name, content in files.items()])


def _json(value: dict) -> bytes:
    return (json.dumps(value, indent=2) + "\n").encode()
