#!/usr/bin/env python3
"""A Rust toolchain that builds for other targets, of packages of Debian and PyPI alone, in a folder.

    python3 packaging/toolchain.py FOLDER

Debian's rustc brings the sources of std, of which cargo builds std for the target; zig links for all systems. Nothing is
installed: the packages are unpacked below the folder, once, 1.3 GB. Where rustup can bring std (`rustup target add`),
none of this is needed. Prints the environment for cargo as JSON. For Linux on x86_64, with apt, dpkg, pip and rustup.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import zipfile

# The versions that were tried.
WHEELS = ["ziglang==0.17.1", "cargo-zigbuild==0.24.1"]


def output(*command: object, cwd: pathlib.Path | None = None) -> str:
    return subprocess.run([str(part) for part in command], cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


def dependency(package: str, prefix: str) -> str:
    """The package that one depends on, by the beginning of its name, which carries a version."""
    [first, *_] = re.findall(rf"Depends: ({re.escape(prefix)}\S*)", output("apt-cache", "depends", "--no-recommends", package))
    return first


def unpack_compiler(folder: pathlib.Path) -> None:
    if not output("apt-cache", "search", "--names-only", "^rustc-web$"):
        subprocess.run(["apt-get", "update", "--quiet"], check=True, stdout=sys.stderr)
    std = dependency("libstd-rust-web-dev", "libstd-rust-web-")
    packages = folder / "packages"
    packages.mkdir(parents=True, exist_ok=True)
    output("apt-get", "download", "--quiet", "rustc-web", "rust-web-src", "libstd-rust-web-dev", std, dependency(std, "libllvm"), cwd=packages)
    for package in packages.glob("*.deb"):
        output("dpkg", "--extract", package, folder / "root")
    shutil.rmtree(packages)


def unpack_linker(folder: pathlib.Path) -> None:
    wheels = folder / "wheels"
    output(sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", wheels, *WHEELS)
    for wheel in wheels.glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder / "python")
    shutil.rmtree(wheels)
    (folder / "python/ziglang/zig").chmod(0o755)
    [zigbuild] = (folder / "python").glob("cargo_zigbuild-*.data/scripts/cargo-zigbuild")
    zigbuild.chmod(0o755)
    (folder / "bin/cargo-zigbuild").symlink_to(zigbuild)


def make(folder: pathlib.Path) -> None:
    unpack_compiler(folder)
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    rustc = bin_folder / "rustc"
    rustc.write_text(f'#!/bin/sh\nLD_LIBRARY_PATH="{folder}/root/usr/lib/x86_64-linux-gnu" exec "{folder}/root/usr/bin/rustc" "$@"\n')
    rustc.chmod(0o755)
    # Strips programs for macOS; Debian has none.
    sysroot = pathlib.Path(output("rustc", "--print", "sysroot").strip())
    [objcopy] = sysroot.glob("lib/rustlib/*/bin/rust-objcopy")
    (bin_folder / "rust-objcopy").symlink_to(objcopy)
    unpack_linker(folder)


def environment(folder: pathlib.Path) -> dict[str, str]:
    return {
        "RUSTC": str(folder / "bin/rustc"),
        # For `-Z build-std`.
        "RUSTC_BOOTSTRAP": "1",
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "CARGO_ZIGBUILD_ZIG_PATH": str(folder / "python/ziglang/zig"),
    }


if __name__ == "__main__":
    at = pathlib.Path(sys.argv[1]).absolute()
    # The linker is unpacked last.
    if not (at / "bin/cargo-zigbuild").exists():
        shutil.rmtree(at, ignore_errors=True)
        make(at)
    print(json.dumps(environment(at)))
