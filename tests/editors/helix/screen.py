"""Helix on a screen of its own. Knows keys and where Helix draws what; knows no story."""
import pathlib
import shlex
import shutil
import sys
import time

from typing import Callable

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

from terminal import ESCAPE_S, SETTLE_S, Terminal, around, squeezed  # noqa: E402

MODES = (" NOR ", " INS ", " SEL ")
# All that is found is shown at the end of its line.
CONFIG = """
[editor]
end-of-line-diagnostics = "hint"
auto-pairs = false
auto-completion = false
[editor.lsp]
display-inlay-hints = true
[editor.inline-diagnostics]
cursor-line = "disable"
other-lines = "disable"
"""


class Helix(Terminal):
    def __init__(self, hx: str, languages: pathlib.Path, stage, checks):
        self.hx, self.stage, self.checks, self.file = str(pathlib.Path(shutil.which(hx) or hx).resolve()), stage, checks, ""
        super().__init__(stage.environment, stage.workspace)
        config = stage.folder / "config" / "helix"
        config.mkdir(parents=True)
        self.log = stage.folder / "helix.log"
        shutil.copy(languages, config)
        (config / "config.toml").write_text(CONFIG, encoding="utf-8")

    def open(self, file: str) -> None:
        self.file = file
        self.run(f"{shlex.quote(self.hx)} --log {shlex.quote(str(self.log))} {shlex.quote(file)}")
        self.until(self.status)

    def quit(self) -> None:
        self.command("qa!")
        self.check("it ends in order", self.until(lambda: "EXIT 0" in self.screen()), "EXIT 0")

    # What one does.

    def command(self, text: str) -> None:
        """On a busy machine what follows Escape may still become one key with it: the prompt has to be there."""
        for _ in range(5):
            self.keys("Escape")
            self.type(":")
            if self.until(lambda: self.screen().rstrip().split("\n")[-1].startswith(":"), 1):
                break
        self.type(text)
        self.keys("Enter")
        time.sleep(ESCAPE_S)

    def show(self, file: str) -> None:
        self.command(f"open {file}")
        self.file = file
        self.until(lambda: file in self.status())

    def find(self, wanted: str) -> None:
        """Goes to the first place of a text; `text+3` is three characters behind it."""
        text, plus, offset = wanted.rpartition("+")
        text, offset = (text, int(offset)) if plus and offset.isdigit() else (wanted, 0)
        self.command("1")
        self.type("gh/" + "".join(f"\\{c}" if c in "[]().+*?|{}^$" else c for c in text))
        self.keys("Enter", ";")  # the cursor is on the last character
        self.type("h" * (len(text) - 1 - offset))

    def replace(self, text: str, by: str) -> None:
        self.find(text)
        if len(text) > 1:
            self.type("v" + "l" * (len(text) - 1))
        self.type("c")
        self.type(by)
        self.keys("Escape")

    # What one sees.

    def status(self) -> str:
        """The line that names the file."""
        return next((line.strip() for line in reversed(self.screen().splitlines()) if any(mode in line for mode in MODES)), "")

    def said(self) -> str:
        """The line under it."""
        lines = self.screen().splitlines()
        below = next((i for i in reversed(range(len(lines))) if any(mode in lines[i] for mode in MODES)), len(lines))
        return " ".join(lines[below + 1:]).strip()

    def picker(self) -> list[str]:
        """The rows of the open picker, left of its preview."""
        lines = self.screen().splitlines()
        if not any("┌" in line for line in lines):
            return []
        rows = [line.split("│")[1].strip(" >") for line in lines if line.count("│") >= 2]
        return [row for row in rows[2:] if row]

    def text(self, file: str) -> str:
        return (self.stage.workspace / file).read_text(encoding="utf-8")

    # Checks.

    def check(self, what: str, holds: object, shown: object = "") -> None:
        if not self.checks.see(f"{self.file}: {what}", holds, shown):
            print("\n".join(line.rstrip() for line in self.screen().splitlines() if line.strip(" ~")))

    def see(self, what: str, text: str, instead: str = "") -> None:
        """A text comes to the screen, in one line or in the lines of a popup."""
        wanted = text.split()[0] if " " in text else text
        line = self.until(lambda: text in squeezed(self.screen()) and next((one for one in self.screen().splitlines() if wanted in one), text))
        shown = instead or around(text, self.screen()) if line else self.said()
        self.check(what, line, shown)

    def gone(self, what: str, text: str, act: Callable[[], object]) -> None:
        """A text leaves the screen when something is done, and does not come back."""
        there = self.until(lambda: text in squeezed(self.screen()))
        act()
        self.until(lambda: text not in squeezed(self.screen()))
        time.sleep(SETTLE_S)
        self.check(what, there and text not in squeezed(self.screen()), f"{text} is gone")

    def never(self, what: str, text: str) -> None:
        """A text that was there before another file was looked at is there no more."""
        self.until(lambda: text not in squeezed(self.screen()))
        time.sleep(SETTLE_S)
        self.check(what, text not in squeezed(self.screen()), f"{text} is gone")
