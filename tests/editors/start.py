#!/usr/bin/env python3
"""Plays the start page of an editor, docs/start/*.md, in a real terminal: what its blocks configure, then its steps, up to a
finding on the screen and its fix. Prints a line for each check.

    python3 tests/editors/start.py neovim|helix --program EDITOR [--server PROGRAM] [--shots FOLDER]

The server is $CRDLS, else the `crdls` on PATH; it stands for what `cargo install` of the page's first step installs.
Exits 1 if something is not as the page says. The page of VS Code is played by vscode/start.mjs.
"""
import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from checks import Checks
from terminal import Terminal

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Page:
    """A start page: its numbered steps and their blocks."""

    def __init__(self, name: str):
        self.text = (ROOT / "docs" / "start" / f"{name}.md").read_text(encoding="utf-8")
        self.steps = re.split(r"^\d+\. ", self.text, flags=re.M)[1:]

    def step(self, title: str) -> str:
        """The step with such a title."""
        return next((step for step in self.steps if step.startswith(f"**{title}")), "")

    def block(self, title: str) -> str:
        """The block of a step, without its indentation."""
        found = re.search(r"^ *```\w*\n(.*?)^ *```", self.step(title), flags=re.M | re.S)
        return "".join(f"{line.strip()}\n" for line in found.group(1).splitlines()) if found else ""

    def file(self) -> str:
        """The file with mistakes that the page opens."""
        return re.search(r"`(examples/[\w./-]+\.yaml)`", self.step("Open a CRD")).group(1)


class Stage:
    """A home that has what the page says so far, and a copy of the examples as a workspace."""

    def __init__(self, folder: pathlib.Path, server: str):
        self.folder, self.config = folder, folder / "config"
        self.workspace = folder / "workspace"
        shutil.copytree(ROOT / "examples", self.workspace / "examples")
        (self.workspace / ".git").mkdir()
        (folder / "bin").mkdir()
        (folder / "bin" / "crdls").symlink_to(server)
        homes = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
        self.environment = {**os.environ, **homes, "HOME": str(folder), "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"}

    def write(self, path: str, text: str) -> None:
        (self.config / path).parent.mkdir(parents=True, exist_ok=True)
        (self.config / path).write_text(text, encoding="utf-8")


def text_of(path: pathlib.Path) -> str:
    """A file that an editor may just be replacing."""
    return path.read_text(encoding="utf-8") if path.exists() else ""


def is_changed(path: pathlib.Path, before: str) -> bool:
    return text_of(path) not in ("", before)


# What the hover on `scope` begins with.
SCOPE = "Whether objects belong to namespaces"


def installs(page: Page, checks: Checks) -> None:
    command = page.block("Install crdls").strip()
    package = command.removeprefix("cargo install --path ")
    checks.see("1: the command installs the program of this repository", (ROOT / package / "Cargo.toml").exists(), command)


def finding(stage: Stage, page: Page) -> str:
    """The first words of the headline of an error of the file, as the program prints it."""
    command = ["crdls", "check", page.file(), "--output-format", "concise"]
    out = subprocess.run(command, cwd=stage.workspace, env=stage.environment, capture_output=True, text=True).stdout
    line = next(line for line in out.splitlines() if "optional-list-map-key" in line)
    return line.split("]: ", 1)[1]


def neovim(page: Page, stage: Stage, checks: Checks, program: str, shots: pathlib.Path | None) -> None:
    installs(page, checks)
    configured = page.block("Enable the server").replace("/path/to/crdls", str(ROOT))
    stage.write("nvim/init.lua", configured)
    checks.see("2: init.lua has the block of the page", "vim.lsp.enable" in configured, configured)
    editor = Terminal(stage.environment, stage.workspace, (160, 40))
    headline = finding(stage, page)
    editor.run(f"{shlex.quote(program)} -n {page.file()}")
    try:
        shown = headline.replace("`", "")[:20]
        line = editor.until(lambda: shown in editor.screen().replace("`", "") and headline, 30)
        checks.see("3: a finding is on the screen next to its line", line, line)
        save(editor, shots, "neovim")
        before = editor.tmux("display-message", "-p", "-t", "s", "#{cursor_y}")
        editor.type("]d")
        moved = editor.until(lambda: editor.tmux("display-message", "-p", "-t", "s", "#{cursor_y}") != before)
        checks.see("3: `]d` goes to a finding", moved)
        editor.type("gg]d")
        fixable(editor, checks, stage, page)
        editor.keys("Escape")
        editor.type("gg/scope")
        editor.keys("Enter")
        editor.type("K")
        checks.see("5: `K` explains the field", editor.shows(SCOPE), editor.shows(SCOPE, 1))
        editor.keys("Escape")
        settings = page.block("Set your cluster's version")
        (stage.workspace / "crdls.toml").write_text(settings, encoding="utf-8")
        ran = subprocess.run(["crdls", "check", page.file()], cwd=stage.workspace, env=stage.environment, capture_output=True, text=True)
        checks.see("6: crdls.toml is read", ran.returncode == 1 and "crdls.toml" not in ran.stderr, settings)
    finally:
        editor.close()


def fixable(editor: Terminal, checks: Checks, stage: Stage, page: Page) -> None:
    """Goes from finding to finding until one has a quick fix, and takes it."""
    path = stage.workspace / page.file()
    before = text_of(path)
    for _ in range(8):
        editor.type("gra")
        menu = editor.until(lambda: re.search(r"1: (?!Ignore)\S.*", editor.screen()), 4)
        if menu:
            break
        editor.keys("Escape", "Enter")
        editor.type("]d")
    checks.see("4: `gra` lists quick fixes", menu, menu.group(0).strip() if menu else "")
    editor.type("1")
    editor.keys("Enter")
    editor.type(":w")
    editor.keys("Enter")
    checks.see("4: the fix changes the file", editor.until(lambda: is_changed(path, before)))


def helix(page: Page, stage: Stage, checks: Checks, program: str, shots: pathlib.Path | None) -> None:
    installs(page, checks)
    linked = re.search(r"\]\(([^)]+languages\.toml)\)", page.step("Configure the server")).group(1)
    languages = (ROOT / "docs" / "start" / linked).resolve()
    stage.write("helix/languages.toml", languages.read_text(encoding="utf-8"))
    stage.write("helix/config.toml", page.block("Show costs"))
    health = subprocess.run([program, "--health", "yaml"], env=stage.environment, capture_output=True, text=True).stdout
    line = next((line for line in health.splitlines() if "crdls" in line), "")
    checks.see("2: `hx --health yaml` lists crdls with a check mark", "✓" in line, line)
    editor = Terminal(stage.environment, stage.workspace, (160, 40))
    headline = finding(stage, page)
    editor.run(f"{shlex.quote(program)} {page.file()}")
    try:
        editor.until(lambda: "NOR" in editor.screen())
        wanted = headline.replace("`", "")[:16]

        def lists() -> object:
            editor.keys("Escape")
            editor.type(" d")
            return editor.until(lambda: wanted in editor.screen().replace("`", "") and "┌" in editor.screen(), 3)

        listed = editor.until(lists, 40)
        checks.see("4: `space d` lists the findings", listed, headline)
        save(editor, shots, "helix")
        path = stage.workspace / page.file()
        before = text_of(path)
        editor.type(wanted.split(" ")[0].strip("`").split("[")[0].split(".")[-1])
        editor.keys("Enter")
        editor.until(lambda: "┌" not in editor.screen())
        editor.type(" a")
        menu = editor.until(lambda: re.search(r"(Add|Write|Replace|Remove) `[^,.]*?(?=  )", editor.screen(), re.I))
        checks.see("5: `space a` lists the quick fixes at the cursor", menu, menu.group(0) if menu else "")
        editor.keys("Down", "Enter")  # the first one
        editor.until(lambda: "[+]" in editor.screen())
        editor.keys("Escape")
        editor.type(":w")
        editor.keys("Enter")
        checks.see("5: the fix changes the file", editor.until(lambda: is_changed(path, before)))
        editor.keys("Escape")
        editor.type("gg/scope")
        editor.keys("Enter")
        editor.type(" k")
        checks.see("6: `space k` explains the field", editor.shows(SCOPE), editor.shows(SCOPE, 1))
    finally:
        editor.close()


def save(editor: Terminal, shots: pathlib.Path | None, name: str) -> None:
    """The screen with its colors, from which `cargo dev pictures` makes the picture of a page."""
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
        (shots / f"{name}.ansi").write_text(editor.colored(), encoding="utf-8")


PLAYS = {"neovim": neovim, "helix": helix}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("editor", choices=PLAYS)
    parser.add_argument("--program", required=True, help="the editor")
    parser.add_argument("--server", default=os.environ.get("CRDLS") or shutil.which("crdls"), help="the crdls program")
    parser.add_argument("--shots", type=pathlib.Path, help="where to write the screen")
    options = parser.parse_args()
    checks = Checks(f"docs/start/{options.editor}.md")
    with tempfile.TemporaryDirectory(prefix="crdls-start-") as folder:
        stage = Stage(pathlib.Path(folder).resolve(), str(pathlib.Path(options.server).resolve()))
        program = str(pathlib.Path(shutil.which(options.program) or options.program).resolve())
        PLAYS[options.editor](Page(options.editor), stage, checks, program, options.shots)
    return checks.close()


if __name__ == "__main__":
    sys.exit(main())
