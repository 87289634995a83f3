"""Runs a driver of shared.sh on each scene of the story, and says line by line what the editor showed.
A scene in which something was missing is played once more, and that is said.

    judge.py nvim|helix|vscode DRIVER [ARGUMENT ...]

Knows the names that the drivers give to what they saw; knows no editor's keys.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from checks import Checks

HERE = pathlib.Path(__file__).resolve().parent
STORY = pathlib.Path(os.environ.get("CRDLS_STORY", HERE / "story.json"))
SCENES = ("crd", "rule", "instance")
UNABLE = {"helix": ["semantic tokens: Helix has none"]}


def main(editor: str, driver: list[str]) -> int:
    story = json.loads(STORY.read_text(encoding="utf-8"))
    checks = Checks(f"{editor}, the shared driver")
    with tempfile.TemporaryDirectory(prefix="crdls-editors-") as folder:
        workspace = pathlib.Path(folder).resolve() / "workspace"
        shutil.copytree(HERE.parents[1] / story["workspace"], workspace)
        (workspace / ".git").mkdir()  # a root marker
        for name in SCENES:
            # The drivers press keys and look a while later: on a machine that is busy they can be too early.
            for last in (False, True):
                start = (checks.number, len(checks.failed))
                seen = played(editor, driver, workspace, story[name])
                Scene(checks, editor, name, story[name], seen).judge()
                if len(checks.failed) == start[1]:
                    break
                print(json.dumps(seen, indent=1, ensure_ascii=False), file=sys.stderr)
                if not last:
                    checks.again(start)
    for what in UNABLE.get(editor, []):
        checks.cannot(what)
    return checks.close()


def played(editor: str, driver: list[str], workspace: pathlib.Path, scene: dict) -> dict:
    run = subprocess.run([*driver, *arguments(editor, workspace, scene)], stdout=subprocess.PIPE, text=True)
    try:
        return json.loads(run.stdout)
    except ValueError:
        return {"errors": [f"the driver ended with {run.returncode} and no result"]}


def arguments(editor: str, workspace: pathlib.Path, scene: dict) -> list[str]:
    given = ["--root", str(workspace), "--file", str(workspace / scene["file"])]
    given += ["--hover", scene["hover"]["at"], "--complete", scene["completion"]["at"]]
    if "mend" in scene:
        mend = scene["mend"]
        given += ["--edit", f"{mend['replace']}->{mend['replace']}+end={mend['by']}"]
    if "fix" in scene:
        given += ["--action", scene["fix"]["at"], "--apply", scene["fix"]["at"]]
    if editor != "nvim":
        given += ["--symbols"]
    if editor == "nvim" and "definition" in scene:
        given += ["--definition", scene["hover"]["at"]]
    if editor == "vscode" and "token" in scene:
        given += ["--tokens", scene["token"]["at"]]
    if editor == "vscode" and "finding" not in scene:
        # Nothing tells the driver that the server is there: it waits this long.
        given += ["--expect-clean", "--clean-wait", "15000"]
    return given


class Scene:
    """What one run of a driver saw, beside what the story wants of it."""

    def __init__(self, checks: Checks, editor: str, name: str, wanted: dict, seen: dict):
        self.checks, self.editor, self.name, self.wanted, self.seen = checks, editor, name, wanted, seen

    def judge(self) -> None:
        self.see("the driver is content", not self.seen["errors"], self.seen["errors"] or "no error")
        self.findings()
        self.hover()
        self.completion()
        self.symbols()
        self.hints()
        self.tokens()
        self.definition()
        self.fix()

    def see(self, what: str, holds: object, shown: object) -> None:
        self.checks.see(f"{self.wanted['file']}: {what}", holds, shown)

    def rows(self, suffix: str = "") -> list[dict]:
        return self.seen.get("diagnostics" + suffix) or self.seen.get("problems" + suffix) or []

    def codes(self, suffix: str = "") -> list[str]:
        return [row["code"] for row in self.rows(suffix)]

    def screen(self, name: str) -> str:
        return "\n".join(self.seen.get("screens", {}).get(name, []))

    def findings(self) -> None:
        if "finding" not in self.wanted:
            return self.see("no finding", self.rows() == [] and not self.seen["errors"], self.codes())
        wanted = self.wanted["finding"]
        found = [row for row in self.rows() if row["code"] == wanted["code"]]
        place = f"{found[0]['line']}:{found[0]['col']} {found[0]['message'].splitlines()[0]}" if found else self.codes()
        self.see(f"the finding {wanted['code']}", found, place)
        if self.editor == "helix":
            picked = [row for row in self.seen.get("picker", []) if wanted["says"] in row]
            self.see("the finding in the picker of diagnostics", picked, picked or self.seen.get("picker"))
            self.see("the finding at the end of its line", wanted["says"] in self.screen("open"), wanted["says"])
        if self.editor == "vscode":
            self.see("it is underlined", self.seen.get("squiggles", {}).get("error"), self.seen.get("squiggles"))
        left = self.codes("_after_edit")
        self.see(f"an edit mends {wanted['code']}", found and wanted["code"] not in left, f"left {left}")

    def hover(self) -> None:
        wanted = self.wanted["hover"]
        drawn = {"nvim": self.seen.get("hover_float"), "helix": "\n".join(self.seen.get("hover_on_screen", [])), "vscode": "\n".join(self.seen.get("hover") or [])}[self.editor]
        self.see(f"hover on {wanted['at']}", within(wanted["shows"], drawn), around(wanted["shows"], drawn))

    def completion(self) -> None:
        wanted = self.wanted["completion"]
        # VS Code's list tells the kind after the label
        labels = [item.split(",")[0] for item in self.seen.get("completion") or []]
        self.see(f"completion at {wanted['at']}", wanted["offers"] in labels, f"{wanted['offers']} among {len(labels)}" if wanted["offers"] in labels else labels)
        if self.editor == "helix":
            menu, row = "\n".join(self.seen.get("completion_on_screen", [])), f"{wanted['offers']} {wanted['kind']}"
            self.see("it is in the menu", within(row, menu), around(row, menu))

    def symbols(self) -> None:
        # The drivers write the names of parents before a name, VS Code's list has detail behind it.
        names = self.seen.get("symbols") or []
        missing = [name for name in self.wanted["symbols"] if not any(name in path for path in names)]
        self.see("symbols", not missing, f"missing {missing} of {names}" if missing else ", ".join(names))
        if self.editor == "helix":
            rows = [line.split("│")[1] for line in self.seen.get("screens", {}).get("symbols", []) if line.count("│") >= 2]
            drawn = all(any(name in row for row in rows) for name in self.wanted["symbols"])
            self.see("they are in the picker of symbols", drawn, ", ".join(" ".join(row.strip(" >").split()) for row in rows[2:] if row.strip()))

    def hints(self) -> None:
        if "hint" not in self.wanted:
            return
        lines = {
            "nvim": [hint["label"] for hint in self.seen.get("inlay_hints") or []],
            "helix": self.seen.get("screens", {}).get("open", []),
            "vscode": self.seen.get("rendered_lines") or [],
        }[self.editor]
        found = [line.strip() for line in lines if self.wanted["hint"] in line]
        self.see("inlay hints", found, found)

    def tokens(self) -> None:
        if "token" not in self.wanted or self.editor == "helix":
            return
        wanted = self.wanted["token"]
        if self.editor == "vscode":
            kind = self.seen.get("semantic_token_type")
            self.see(f"the semantic token at {wanted['at']}", kind == wanted["type"], kind)
        else:
            self.see("semantic tokens", self.seen.get("semantic_tokens"), self.seen.get("semantic_tokens"))

    def definition(self) -> None:
        if self.editor != "nvim" or "definition" not in self.wanted:
            return
        found = json.dumps(self.seen.get("definition"))
        self.see("its definition is in the CRD's file", self.wanted["crd"] in found, found)

    def fix(self) -> None:
        if "fix" not in self.wanted:
            return
        wanted, text = self.wanted["fix"], "\n".join(self.seen.get("buffer") or [])
        offered = self.seen.get("actions") or []
        titles = [action["title"] if isinstance(action, dict) else action for action in offered]
        self.see("the menu of fixes", wanted["title"] in titles, titles)
        after, _, times = wanted["after"].partition("#")
        written = wanted["before"] not in text and text.count(after) == int(times or 1)
        self.see("the fix is in the text", written, f"{wanted['before']} is {after} now" if written else text[-300:])
        left = self.codes("_after_action" if self.editor != "helix" else "_after_apply")
        self.see(f"the fix mends {wanted['code']}", wanted["code"] in self.codes() and wanted["code"] not in left, f"left {left}")


def within(wanted: str, drawn: str | None) -> bool:
    """Whether a text is there, however the editor broke its lines."""
    return wanted in squeezed(drawn or "")


def around(wanted: str, drawn: str | None) -> str:
    text = squeezed(drawn or "")
    at = text.rfind(wanted)
    return text[max(0, at - 40): at + len(wanted) + 60] if at >= 0 else text[:150]


def squeezed(drawn: str) -> str:
    return " ".join("".join(c if c not in "│┌┐└┘─▐" else " " for c in drawn).split())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
