#!/usr/bin/env python3
"""Helix in tmux, with editors/helix as shipped and two files open: a custom resource and its CRD. Plays the
part `instance` of ../story.json, and prints the screens that it saw as JSON.

    python3 tests/editors/helix/run.py --hx PROGRAM

The server is the `crdls` on PATH; ../shared.sh sets both. Exits 1 if something was not as the story says.
"""
import argparse
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
STORY = pathlib.Path(os.environ.get("CRDLS_STORY", HERE.parent / "story.json"))
LIMIT_S = 15
SETTLE_S = 0.6
ESCAPE_S = 0.15  # what follows sooner makes another key of it
KEY_S = 0.03  # Helix 25.01 sends the changes of a burst of keys out of order

# All that is found is shown at the end of its line.
CONFIG = """
[editor]
end-of-line-diagnostics = "hint"
auto-pairs = false
auto-completion = false
[editor.inline-diagnostics]
cursor-line = "disable"
other-lines = "disable"
"""


class Helix:
    """An editor on a screen of its own, in a workspace and a home of its own."""

    def __init__(self, hx: str, folder: pathlib.Path, workspace: pathlib.Path, file: str):
        self.socket, self.seen = f"crdls-{os.getpid()}", {"failures": [], "ms": {}, "screens": {}}
        config = folder / "config" / "helix"
        config.mkdir(parents=True)
        shutil.copy(ROOT / "editors" / "helix" / "languages.toml", config)
        (config / "config.toml").write_text(CONFIG, encoding="utf-8")
        homes = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
        self.environment = {**os.environ, **homes, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        command = f"{shlex.quote(hx)} {shlex.quote(file)}; echo HX-EXIT $?; sleep 60"
        self.tmux("new-session", "-d", "-s", "s", "-x", "160", "-y", "40", "-c", str(workspace), command)

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-L", self.socket, "-f", "/dev/null", *arguments]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True).stdout

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p", "-t", "s")

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.tmux("send-keys", "-t", "s", key)
            time.sleep(ESCAPE_S if key == "Escape" else KEY_S)

    def type(self, text: str) -> None:
        for letter in text:
            self.tmux("send-keys", "-t", "s", "-l", letter)
            time.sleep(KEY_S)

    def command(self, text: str) -> None:
        self.keys("Escape")
        self.type(f":{text}")
        self.keys("Enter")

    def find(self, text: str) -> None:
        """Selects the first place of a text."""
        self.keys("Escape")
        self.type("gg/" + "".join(f"\\{c}" if c in "[]()." else c for c in text))
        self.keys("Enter")

    def wait(self, name: str, condition) -> bool:
        start = time.monotonic()
        while time.monotonic() - start < LIMIT_S:
            if condition(self.screen()):
                self.seen["ms"][name] = round((time.monotonic() - start) * 1000)
                return True
            time.sleep(KEY_S)
        self.seen["failures"].append(f"timed out: {name}")
        return False

    def keep(self, name: str) -> str:
        shown = self.screen()
        self.seen["screens"][name] = [line.rstrip() for line in shown.splitlines() if line.strip(" ~")]
        return shown


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hx", default="hx", help="the editor")
    options = parser.parse_args()
    story = json.loads(STORY.read_text(encoding="utf-8"))["instance"]
    with tempfile.TemporaryDirectory(prefix="crdls-hx-") as name:
        folder = pathlib.Path(name).resolve()
        shutil.copytree((ROOT / story["file"]).parent, folder / "workspace")
        (folder / "workspace" / ".git").mkdir()
        helix = Helix(options.hx, folder, folder / "workspace", pathlib.Path(story["file"]).name)
        try:
            play(helix, story)
        finally:
            helix.tmux("kill-server")
    print(json.dumps(helix.seen, indent=1, ensure_ascii=False))
    return 1 if helix.seen["failures"] else 0


def play(helix: Helix, story: dict) -> None:
    resource, crd = (pathlib.Path(story[name]).name for name in ("file", "crd"))
    finding, change = story["diagnostic"]["shows"], story["change"]
    if not helix.wait("diagnostics", lambda screen: finding in screen):
        helix.keep("diagnostics")
        return
    helix.keep("diagnostics")
    helix.find(story["hover"]["at"])
    helix.keys("Space", "k")
    helix.wait("hover", lambda screen: story["hover"]["shows"] in screen)
    helix.keep("hover")
    helix.keys("Escape")
    helix.type("gd")
    helix.wait("definition", lambda screen: crd in status(screen))
    helix.keep("definition")
    edit(helix, change["replace"], change["by"])
    helix.command(f"open {resource}")
    # The finding quotes the text of the CRD: it is gone from this file's screen, not from the other's.
    helix.wait("judged anew", lambda screen: resource in status(screen) and finding not in screen)
    time.sleep(SETTLE_S)
    if finding in helix.keep("judged anew"):
        helix.seen["failures"].append("the finding of the custom resource came back")
    helix.command(f"open {crd}")
    helix.wait("the CRD again", lambda screen: crd in status(screen))
    helix.type("u")
    helix.command(f"open {resource}")
    helix.wait("judged as before", lambda screen: resource in status(screen) and finding in screen)
    helix.keep("judged as before")
    helix.command("qa!")
    helix.wait("exit", lambda screen: "HX-EXIT 0" in screen)


def status(screen: str) -> str:
    """The line that names the file."""
    return next((line for line in reversed(screen.splitlines()) if " NOR " in line or " INS " in line or " SEL " in line), "")


def edit(helix: Helix, replace: str, by: str) -> None:
    helix.find(replace)
    helix.type("c")
    helix.type(by)
    helix.keys("Escape")


if __name__ == "__main__":
    sys.exit(main())
