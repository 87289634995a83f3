"""One line for each thing that was looked for in an editor, and how many were not there.

Knows no editor.
"""
import sys

WIDTH = 150


class Checks:
    def __init__(self, editor: str):
        self.editor, self.number, self.failed = editor, 0, []

    def see(self, what: str, holds: object, shown: object = "") -> bool:
        self.number += 1
        seen = " ".join(str(shown).split())
        seen = seen if len(seen) <= WIDTH else seen[: WIDTH - 1] + "…"
        print(f"{'ok    ' if holds else 'FAILED'} {self.editor}: {what}{': ' + seen if seen else ''}", flush=True)
        if not holds:
            self.failed.append(what)
        return bool(holds)

    def again(self, start: tuple[int, int]) -> None:
        """Forgets the checks since `start`, where the same is looked for once more; says what was not there."""
        number, failed = start
        for what in self.failed[failed:]:
            print(f"again  {self.editor}: {what}", flush=True)
        self.number, self.failed = number, self.failed[:failed]

    def cannot(self, what: str) -> None:
        """What the editor itself has no way to show: no check."""
        print(f"cannot {self.editor}: {what}", flush=True)

    def skip(self, what: str) -> None:
        """What this machine lacks something for."""
        print(f"skipped {self.editor}: {what}", flush=True)

    def close(self) -> int:
        print(f"{self.editor}: {self.number} checks, failures {len(self.failed)}", flush=True)
        for what in self.failed:
            print(f"failed: {self.editor}: {what}", file=sys.stderr)
        return 1 if self.failed else 0
