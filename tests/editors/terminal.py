"""A program on a screen of its own, in tmux. Knows keys and how to look; knows no editor."""
import os
import pathlib
import subprocess
import time

from typing import Callable

LIMIT_S = 15
SETTLE_S = 0.6
ESCAPE_S = 0.15  # what follows sooner makes another key of it
KEY_S = 0.03  # Helix 25.01 sends the changes of a burst of keys out of order


class Terminal:
    def __init__(self, environment: dict, folder: pathlib.Path, size: tuple[int, int] = (180, 50)):
        self.socket, self.folder, self.size = f"crdls-{os.getpid()}", folder, size
        self.environment = {**environment, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}

    def run(self, command: str) -> None:
        columns, rows = self.size
        self.tmux("new-session", "-d", "-s", "s", "-x", str(columns), "-y", str(rows), "-c", str(self.folder), f"{command}; echo EXIT $?; sleep 60")

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-L", self.socket, "-f", "/dev/null", *arguments]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True).stdout

    def close(self) -> None:
        self.tmux("kill-server")

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.tmux("send-keys", "-t", "s", key)
            time.sleep(ESCAPE_S if key == "Escape" else KEY_S)

    def type(self, text: str) -> None:
        for letter in text:
            self.tmux("send-keys", "-t", "s", "-l", letter)
            time.sleep(KEY_S)

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p", "-t", "s")

    def colored(self) -> str:
        """The screen with the codes of its colors."""
        return self.tmux("capture-pane", "-p", "-e", "-t", "s")

    def until(self, condition: Callable[[], object], limit_s: float = LIMIT_S) -> object:
        start = time.monotonic()
        while time.monotonic() - start < limit_s:
            found = condition()
            if found:
                return found
            time.sleep(KEY_S)
        return None

    def shows(self, text: str, limit_s: float = LIMIT_S) -> str:
        """The line of the screen with a text, once it is there."""
        found = self.until(lambda: text in squeezed(self.screen()) and around(text, self.screen()), limit_s)
        return str(found or "")


def squeezed(screen: str) -> str:
    return " ".join("".join(" " if c in "│┌┐└┘─▐" else c for c in screen).split())


def around(text: str, screen: str) -> str:
    """The last place of a text: popups are drawn below the line that they are about."""
    drawn = squeezed(screen)
    at = drawn.rfind(text)
    return drawn[max(0, at - 30): at + len(text) + 60]
