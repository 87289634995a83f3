#!/usr/bin/env python3
"""Makes all packages of the archives of `cargo dev dist`, by the table packages.toml. Nothing is published or downloaded.

    python3 packaging/build.py [--archives target/archives] [--out target/packages]

Each archive `crdls-PLATFORM.tar.gz` in the folder becomes a wheel, a package of npm, a deb and a container image, as far as
its platform has them; the manifests name the archives that are there. Prints each file with its size, and why one is left out.
The same archives give the same bytes. Needs Python 3.11 and nothing else.
"""
import argparse
import hashlib
import pathlib
import tarfile
import tomllib

import manifests
import packages

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent


def table() -> dict:
    """The table of packages, with the version of the workspace."""
    workspace = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]
    return tomllib.loads((HERE / "packages.toml").read_text(encoding="utf-8")) | {"version": workspace["package"]["version"]}


def archives(folder: pathlib.Path, platforms: list[dict]) -> list[packages.Archive]:
    found = []
    for platform in platforms:
        name = f"crdls-{platform['name']}"
        path = folder / f"{name}.tar.gz"
        if path.exists():
            with tarfile.open(path) as tar:
                files = {member.name.removeprefix(f"{name}/"): tar.extractfile(member).read() for member in tar if member.isfile()}
            found.append(packages.Archive(platform, files, hashlib.sha256(path.read_bytes()).hexdigest()))
    return found


def build(folder: pathlib.Path, out: pathlib.Path) -> dict[str, str]:
    """Writes all packages. Returns those that were left out, each with the reason."""
    of = table()
    found = archives(folder, of["platform"])
    if not found:
        raise SystemExit(f"there is no archive in {folder}: run cargo dev dist")
    made: list[tuple[str, bytes]] = [packages.npm_main(of, found[0].files["LICENSE"])]
    left_out = {}
    for archive in found:
        made += [packages.wheel(of, archive), packages.npm_platform(of, archive)]
        if "deb" in archive.platform:
            made.append(packages.deb(of, archive))
        if "oci" in archive.platform:
            try:
                made.append(packages.image(of, archive))
            except ValueError as why:
                left_out[f"container image for {archive.platform['name']}"] = str(why)
    texts = {
        "krew/crdls.yaml": manifests.krew, "homebrew/crdls.rb": manifests.brew, "scoop/crdls.json": manifests.scoop,
        "nix/package.nix": manifests.nix, "mason/packages/crdls/package.yaml": manifests.mason,
    }  # fmt: skip
    if not any("scoop" in archive.platform for archive in found):
        del texts["scoop/crdls.json"]
        left_out["manifest for Scoop"] = "there is no archive for Windows"
    made += [(name, text(of, found).encode()) for name, text in texts.items()]
    for name, content in made:
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        print(f"{path}: {len(content)} bytes")
    for name, why in left_out.items():
        print(f"no {name}: {why}")
    return left_out


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--archives", type=pathlib.Path, default=ROOT / "target/archives")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "target/packages")
    options = parser.parse_args()
    build(options.archives, options.out)
