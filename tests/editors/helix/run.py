#!/usr/bin/env python3
"""Helix in tmux, with editors/helix as shipped: plays ../story.json by keys, with a custom resource and its CRD
open at once, then servers in trouble, then ours beside yaml-language-server and gopls where these are installed
(../peer.py), and prints a line for each thing that was looked for.

    python3 tests/editors/helix/run.py --hx PROGRAM [--server PROGRAM] [--only PLAY]

The server is $CRDLS, else the `crdls` on PATH; ../shared.sh sets both. Exits 1 if something was not as the story says.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

from screen import Helix

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
STORY = pathlib.Path(os.environ.get("CRDLS_STORY", HERE.parent / "story.json"))
KNOWN = ("ansible-language-server", "grammar")  # a server that is not installed, and what Debian's package lacks
REST_S = 2  # long enough for whatever would start servers again and again
sys.path.insert(0, str(HERE.parent))

import peer  # noqa: E402
from checks import Checks  # noqa: E402
from commits import compare_with_head  # noqa: E402


class Stage:
    """A workspace, a home and a server that writes down each of its starts."""

    def __init__(self, folder: pathlib.Path, workspace: str, server: str, program: str):
        self.folder, self.workspace, self.pids = folder, folder / "workspace", folder / "pids"
        shutil.copytree(ROOT / workspace, self.workspace)
        (self.workspace / ".git").mkdir()
        (folder / "bin").mkdir()
        text = {
            "server": f'#!/bin/sh\necho $$ >> {self.pids}\nexec {shlex.quote(server)} "$@"\n',
            "crashing": f"#!/bin/sh\necho $$ >> {self.pids}\nexit 3\n",
        }.get(program)
        if text:
            (folder / "bin" / "crdls").write_text(text, encoding="utf-8")
            (folder / "bin" / "crdls").chmod(0o755)
        named = ("crdls", peer.NAME, "gopls")
        others = [place for place in os.environ["PATH"].split(os.pathsep) if not any((pathlib.Path(place) / name).exists() for name in named)]
        homes = {f"XDG_{kind}_HOME": str(folder / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
        self.environment = {**os.environ, **homes, "PATH": os.pathsep.join([str(folder / "bin"), *others])}

    def started(self) -> list[int]:
        return [int(line) for line in self.pids.read_text().split()] if self.pids.exists() else []

    def add_peer(self, program: pathlib.Path) -> None:
        """Puts yaml-language-server beside ours; it writes down its starts too."""
        peers = self.folder / "bin" / peer.NAME
        peers.write_text(f'#!/bin/sh\necho $$ >> {self.folder}/peers\nexec {shlex.quote(str(program))} "$@"\n', encoding="utf-8")
        peers.chmod(0o755)

    def peers(self) -> list[str]:
        written = self.folder / "peers"
        return written.read_text().split() if written.exists() else []


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hx", default="hx", help="the editor")
    parser.add_argument("--server", default=os.environ.get("CRDLS") or shutil.which("crdls"), help="the crdls program")
    parser.add_argument("--only", help="one play, by its name below, such as kustomized")
    options = parser.parse_args()
    server = str(pathlib.Path(options.server).resolve())
    story = json.loads(STORY.read_text(encoding="utf-8"))
    checks = Checks("helix")
    plays = [(the_crd, "server"), (the_rule, "server"), (evaluated, "server"), (the_instance, "server"), (edits, "server"), (closed, "server"), (kustomized, "server"), (since, "server"), (go, "server"), (killed, "server"), (crashing, "crashing"), (missing, "nothing")]
    if peer.program():
        plays += [(beside, "server"), (led, "server")]
    else:
        checks.skip(f"two servers in one document: {peer.HOW}")
    if peer.gopls():
        plays.append((go_beside, "server"))
    else:
        checks.skip(f"gopls in one document: {peer.HOW_GOPLS}")
    for play, program in plays:
        if options.only not in (None, play.__name__):
            continue
        with tempfile.TemporaryDirectory(prefix="crdls-hx-") as name:
            workspace = {beside: story["beside"], go: story["go"], go_beside: story["go"], kustomized: story["kustomized"]}.get(play, story)["workspace"]
            stage = Stage(pathlib.Path(name).resolve(), workspace, server, program)
            if play is since:
                (stage.workspace / ".git").rmdir()
                compare_with_head(stage.workspace)
            if play in (beside, led):
                stage.add_peer(peer.program())
            helix = Helix(options.hx, ROOT / "editors" / "helix" / "languages.toml", stage, checks)
            try:
                play(helix, story)
            finally:
                helix.close()
    checks.cannot("a message about a wrong path: Helix keeps it in its log and in hx --health")
    checks.cannot("values beside the parts of a rule: Helix asks for inlay hints again after an edit alone, with which they go")
    checks.cannot("semantic tokens: Helix has none; the nearest, its symbols and inlay hints, are above")
    return checks.close()


def the_crd(helix: Helix, story: dict) -> None:
    crd = story["crd"]
    helix.open(crd["file"])
    helix.see(f"the finding {crd['finding']['code']}", crd["finding"]["says"])
    helix.see("inlay hints", crd["hint"])
    hover(helix, crd["hover"])
    symbols(helix, crd["symbols"])
    completion(helix, crd["completion"])
    helix.gone(f"an edit mends {crd['finding']['code']}", crd["finding"]["says"], lambda: helix.replace(crd["mend"]["replace"], crd["mend"]["by"]))
    fix = crd["fix"]
    helix.find(fix["at"])
    helix.keys("Space", "a")
    helix.see(f"the menu of fixes at {fix['at']}", fix["title"].split("`")[0], fix["title"])
    helix.gone(f"the fix mends {fix['code']}", fix["says"], lambda: helix.keys("Enter"))
    helix.command("w")
    after, _, times = fix["after"].partition("#")
    text = helix.until(lambda: (text := helix.text(crd["file"])).count(after) == int(times or 1) and text)
    helix.check("the fix is in the text that is saved", text and fix["before"] not in text, f"{fix['before']} is {after} now")
    helix.quit()


def the_rule(helix: Helix, story: dict) -> None:
    rule = story["rule"]
    helix.open(rule["file"])
    helix.see("inlay hints", rule["hint"])
    hover(helix, rule["hover"])
    symbols(helix, rule["symbols"])
    completion(helix, rule["completion"])
    helix.quit()


def evaluated(helix: Helix, story: dict) -> None:
    """A rule evaluated by a code action: Helix shows no code lenses and opens no document for a server."""
    wanted = story["evaluated"]
    helix.open(wanted["file"])
    helix.see("inlay hints", story["rule"]["hint"])
    # Fixes come first in the menu: these are at its end.
    for from_end, made in ((2, wanted), (1, wanted["failing"])):
        helix.find(wanted["rule"])
        helix.keys("Space", "a")
        helix.see("the menu of actions at a rule", made["action"])
        helix.keys(*["Up"] * from_end, "Enter")
        helix.check(f"{made['action']}: Helix says where it is written", helix.until(lambda: made["page"] in helix.said()), helix.said())
    helix.quit()


def the_instance(helix: Helix, story: dict) -> None:
    wanted = story["instance"]
    resource, crd, finding = wanted["file"], wanted["crd"], wanted["finding"]["server"]
    helix.open(resource)
    helix.see(f"the finding {wanted['finding']['code']}", finding)
    hover(helix, wanted["hover"])
    symbols(helix, wanted["symbols"])
    completion(helix, wanted["completion"])
    helix.find(wanted["hover"]["at"])
    helix.type("gd")
    helix.check("the definition is in the CRD", helix.until(lambda: crd in helix.status()), helix.status())
    helix.replace(wanted["change"]["replace"], wanted["change"]["by"])
    helix.show(resource)
    helix.never("an edit of the CRD, not saved, judges anew", finding)
    helix.show(crd)
    helix.type("u")
    helix.show(resource)
    helix.see("its undo judges as before", finding)
    helix.gone(f"an edit mends {wanted['finding']['code']}", finding, lambda: helix.replace(wanted["mend"]["replace"], wanted["mend"]["by"]))
    helix.quit()


def hover(helix: Helix, wanted: dict) -> None:
    helix.find(wanted["at"])
    helix.keys("Space", "k")
    helix.see(f"hover on {wanted['at']}", wanted["shows"])
    helix.keys("Escape")


def symbols(helix: Helix, wanted: list[str]) -> None:
    helix.command("1")
    helix.keys("Space", "s")
    rows = helix.until(lambda: (rows := helix.picker()) and all(any(name in row for row in rows) for name in wanted) and rows)
    helix.check("the picker of symbols", rows, ", ".join(" ".join(row.split()) for row in rows or helix.picker()))
    helix.keys("Escape")


def completion(helix: Helix, wanted: dict) -> None:
    file, before = helix.file, helix.text(helix.file)
    helix.find(wanted.get("under") or wanted["behind"])
    helix.type("o" if "under" in wanted else "A")
    helix.type(wanted["typed"])
    helix.keys("C-x")
    helix.see(f"the menu behind {wanted['typed'].strip()}", f"{wanted['offers']} {wanted['kind']}")
    helix.keys("Tab", "Enter", "Escape")
    helix.command("w")
    text = helix.until(lambda: (text := helix.text(file)).count(wanted["writes"]) > before.count(wanted["writes"]) and text)
    lines = [line.strip() for line in (text or helix.text(file)).splitlines() if line not in before.splitlines()]
    helix.check("what was chosen of it is in the text", text, " / ".join(lines))
    helix.until(lambda: "written" in helix.said())
    (helix.stage.workspace / file).write_text(before, encoding="utf-8")
    helix.command("reload")


def edits(helix: Helix, story: dict) -> None:
    """In a custom resource: a fix, a completion inside quotes that are closed, one in JSON."""
    fix, quoted, json_ = (story["edits"][name] for name in ("fix", "quoted", "json"))
    helix.open(fix["file"])
    helix.see(f"the finding {fix['code']}", fix["server"])
    helix.find(fix["at"])
    helix.keys("Space", "a")
    helix.see("the fixes of a custom resource", fix["title"].split("`")[0], fix["title"])
    helix.gone(f"the fix mends {fix['code']}", fix["server"], lambda: helix.keys("Enter"))
    saved(helix, "the fix", fix["file"], fix["after"])
    helix.find(fix["after"].split()[-1])
    helix.replace(fix["after"].split()[-1], '""')
    helix.find('""')
    helix.type("a" + quoted["typed"])
    chosen(helix, "a completion inside quotes", quoted)
    helix.show(json_["file"])
    helix.find(json_["behind"])
    helix.type("A,")
    helix.keys("Enter")
    helix.type(json_["typed"])
    chosen(helix, "a completion in JSON", json_)
    # Helix shows no code lenses: their commands are in the prompt, and about the last document.
    helix.show(story["rule"]["file"])
    helix.command("lsp-workspace-command crdls.showCost")
    helix.check("a command writes the cost report", helix.until(lambda: "cost.txt" in helix.said()), helix.said())
    helix.quit()


def closed(helix: Helix, story: dict) -> None:
    """A custom resource that is not open: what an edit of its CRD makes of it, and a rename that reaches it."""
    wanted = story["closed"]
    file, code, change, new = wanted["file"], wanted["code"], wanted["change"], wanted["rename"]
    helix.open(wanted["crd"])
    helix.see("inlay hints", story["rule"]["hint"])
    listed(helix, f"{file}, not open: the finding {code}", code, True)
    helix.replace(change["replace"], change["by"])
    listed(helix, "an edit of its CRD mends it", code, False)
    helix.type("u")
    listed(helix, "its undo breaks it again", code, True)
    rename(helix, {"rename": {"at": new["at"], "from": new["at"].rstrip(":"), "to": new["to"], "after": f"{new['to']}:"}})
    helix.command("wa")
    text = helix.until(lambda: new["after"] in (text := helix.text(file)) and text)
    helix.check(f"a rename in the CRD reaches {file}", text, new["after"])
    helix.quit()


def kustomized(helix: Helix, story: dict) -> None:
    """A patch of an overlay: a finding in it, its base, what is built of it, another name for a field, and completion."""
    wanted = story["kustomized"]
    patch, base, change, renamed = wanted["patch"], wanted["base"], wanted["change"], wanted["rename"]
    helix.open(patch)
    helix.see(f"the finding {wanted['code']} in a patch", wanted["says"])
    helix.gone("an edit of the patch fixes it", wanted["says"], lambda: helix.replace(change["replace"], change["by"]))
    helix.command("lsp-workspace-command crdls.showBuilt")
    helix.check("the built objects are written", helix.until(lambda: wanted["page"] in helix.said()), helix.said())
    helix.find(wanted["name"])
    helix.type("gd")
    helix.check("the definition of its name is in the base", helix.until(lambda: base in helix.status()), helix.status())
    helix.file = base
    # The popup shows code without its quotes.
    hover(helix, {**wanted["hover"], "shows": wanted["hover"]["shows"].replace("`", "")})
    helix.show(patch)
    rename(helix, {"rename": renamed})
    helix.command("wa")
    for file in (patch, base, wanted["crd"]):
        text = helix.until(lambda: renamed["after"] in (text := helix.text(file)) and text)
        helix.check(f"a rename in the patch reaches {file}", text, renamed["after"])
    helix.find(wanted["completion"]["under"])
    helix.type("o")
    helix.type(wanted["completion"]["typed"])
    chosen(helix, "a completion in a patch", {**wanted["completion"], "file": patch})
    helix.quit()


def since(helix: Helix, story: dict) -> None:
    """A CRD that is changed after it was committed."""
    wanted = story["since"]
    helix.open(wanted["file"])
    helix.see("inlay hints", story["rule"]["hint"])
    helix.replace(wanted["change"]["replace"], wanted["change"]["by"])
    helix.see(f"the breaking change {wanted['finding']['code']}", wanted["finding"]["says"])
    hover(helix, wanted["hover"])
    helix.find(wanted["hover"]["at"])
    helix.keys("Space", "a")
    helix.see(f"the menu of fixes at {wanted['hover']['at']}", wanted["fix"].split("`")[0], wanted["fix"])
    helix.keys("Enter")
    helix.command("wa")
    text = helix.until(lambda: wanted["old"] in (text := helix.text(wanted["file"])) and text)
    helix.check(f"the fix {wanted['fix']}", text, wanted["old"])
    helix.quit()


def go(helix: Helix, story: dict) -> None:
    """Markers in Go types."""
    wanted = story["go"]
    helix.open(wanted["file"])
    go_findings(helix, wanted, [])
    hover(helix, wanted["hover"])
    completion = wanted["completion"]
    helix.find(completion["under"])
    helix.type("o")
    helix.keys("C-u")  # Helix goes on with the comment
    helix.type(completion["typed"])
    chosen(helix, "a completion in a marker", {**completion, "file": wanted["file"]})
    for fix in (wanted["marker"], wanted["rule"]):
        helix.find(fix["at"])
        helix.keys("Space", "a")
        helix.see(f"the fix of {fix['code']}", fix["title"].split("`")[0], fix["title"])
        helix.gone(f"it fixes {fix['code']}", fix["says"], lambda: helix.keys("Enter"))
        saved(helix, "the fix", wanted["file"], fix["after"])
    helix.quit()


def go_beside(helix: Helix, story: dict) -> None:
    """The same beside gopls: each says what is its own."""
    wanted = story["go"]
    (helix.stage.folder / "bin" / "gopls").symlink_to(peer.gopls())
    helix.open(wanted["file"])
    go_findings(helix, wanted, [wanted["peers"]["says"]])
    hover(helix, wanted["peers"]["hover"])
    helix.find(wanted["marker"]["at"])
    helix.keys("Space", "a")
    helix.see("our fix is in the menu, two servers", wanted["marker"]["title"].split("`")[0], wanted["marker"]["title"])
    helix.keys("Escape")
    helix.quit()


def go_findings(helix: Helix, wanted: dict, others: list[str]) -> None:
    for finding in (wanted["marker"], wanted["rule"]):
        helix.see(f"the finding {finding['code']}", finding["says"])
    for says in others:
        helix.see("the finding of gopls", says)
    helix.keys("Space", "d")
    count = 2 + len(others)

    def listed() -> list[str]:
        return [row for row in helix.picker() if not row.startswith("severity")]

    helix.until(lambda: len(listed()) >= count)
    helix.check("no finding is there twice", len(listed()) == count, " / ".join(" ".join(row.split()) for row in listed()))
    helix.keys("Escape")


def listed(helix: Helix, what: str, code: str, wanted: bool) -> None:
    """Looks into the diagnostics of the workspace until a finding is among them, or is not."""
    def rows() -> list[str]:
        helix.keys("Space", "D")
        time.sleep(1)
        found = [" ".join(row.split()) for row in helix.picker()]
        helix.keys("Escape")
        return found

    def as_wanted() -> str | None:
        found = [row for row in rows() if code in row]
        return (" / ".join(found) or "none") if bool(found) == wanted else None

    there = helix.until(as_wanted)
    helix.check(what, there, there or rows())


def chosen(helix: Helix, what: str, wanted: dict) -> None:
    helix.keys("C-x")
    helix.see(f"{what}, the menu", f"{wanted['offers']} ")
    helix.keys("Tab", "Enter", "Escape")
    saved(helix, what, wanted["file"], wanted["writes"])


def saved(helix: Helix, what: str, file: str, wanted: str) -> None:
    helix.command("w")
    text = helix.until(lambda: wanted in (text := helix.text(file)) and text)
    line = next((line.strip() for line in (text or "").splitlines() if wanted in line), helix.text(file)[-200:])
    helix.check(f"{what} is in the text that is saved", text, line)


def killed(helix: Helix, story: dict) -> None:
    crd, stage = story["crd"], helix.stage
    helix.open(crd["file"])
    helix.until(lambda: crd["finding"]["says"] in helix.screen())
    os.kill(stage.started()[0], 9)
    helix.see("a server that is killed: Helix says so", "exited")
    time.sleep(REST_S)
    helix.check("it is not started again by itself", len(stage.started()) == 1, f"{len(stage.started())} start")
    # :lsp-restart gives up at the first server of languages.toml that is not installed.
    helix.command("set-language yaml")
    helix.see(":set-language yaml starts it again, and the finding is there", crd["finding"]["says"])
    helix.check("it was started twice in all", len(stage.started()) == 2, f"{len(stage.started())} starts")
    helix.quit()


def crashing(helix: Helix, story: dict) -> None:
    helix.open(story["crd"]["file"])
    helix.until(helix.stage.started)
    time.sleep(REST_S)
    helix.check("a server that crashes at its start: one start, then rest", len(helix.stage.started()) == 1, f"{len(helix.stage.started())} start; {helix.said()}")
    helix.quit()


def missing(helix: Helix, story: dict) -> None:
    helix.open(story["crd"]["file"])
    time.sleep(REST_S)
    helix.check("no program: the file can be edited", story["crd"]["file"] in helix.status(), helix.status())
    helix.quit()
    health = subprocess.run([helix.hx, "--health", "yaml"], env=helix.stage.environment, capture_output=True, text=True).stdout
    line = re.sub(r"\x1b\[[0-9;]*m", "", next((line for line in health.splitlines() if "crdls" in line), ""))
    helix.check("hx --health yaml says it", "✘" in line or "not found" in line, line)


def beside(helix: Helix, story: dict) -> None:
    """yaml-language-server in the same documents: a CRD, then YAML that is no manifest."""
    crd, values = story["beside"]["crd"], story["beside"]["values"]
    helix.open(crd["file"])
    helix.see(f"the finding {crd['ours']['code']} is ours", crd["ours"]["says"])
    helix.see("the finding of the schema is its", crd["peers"]["says"])
    helix.check("each was started once", len(helix.stage.started()) == len(helix.stage.peers()) == 1, f"{len(helix.stage.started())} and {len(helix.stage.peers())}")
    rename(helix, crd)
    helix.command("format")
    helix.command("w")
    text = helix.until(lambda: crd["format"]["after"] in (text := helix.text(crd["file"])) and text)
    helix.check("it formats", text, crd["format"]["after"])
    helix.show(values["file"])
    for text in values["findings"]:
        helix.see("its finding", text)
    helix.keys("Space", "d")
    def listed() -> list[str]:
        return [row for row in helix.picker() if not row.startswith("severity")]

    helix.until(lambda: len(listed()) >= len(values["findings"]))
    rows = listed()
    helix.check("none is ours", len(rows) == len(values["findings"]) and not any(crd["ours"]["code"] in row for row in rows), " / ".join(" ".join(row.split()) for row in rows))
    helix.keys("Escape")
    # Before it ends: of servers that end it writes that their streams are closed.
    errors = [line for line in helix.log.read_text(encoding="utf-8").splitlines() if "[ERROR]" in line and not any(known in line for known in KNOWN)]
    helix.check("no error in Helix's log", helix.log.exists() and not errors, errors)
    helix.quit()


def rename(helix: Helix, crd: dict) -> None:
    wanted = crd["rename"]
    helix.find(wanted["at"])
    helix.keys("Space", "r")
    helix.until(lambda: "rename" in helix.said())
    helix.keys(*["BSpace"] * len(wanted["from"]))
    helix.type(wanted["to"])
    helix.keys("Enter")
    helix.see(f"a rename of {wanted['from']} is ours", wanted["after"])


def led(helix: Helix, story: dict) -> None:
    """Helix asks one server alone for a definition: the first that has some."""
    wanted = story["instance"]
    helix.open(wanted["file"])
    helix.see(f"the finding {wanted['finding']['code']}, two servers", wanted["finding"]["server"])
    helix.until(helix.stage.peers)
    helix.find(wanted["hover"]["at"])
    helix.type("gd")
    helix.check("the definition is in the CRD, two servers", helix.until(lambda: wanted["crd"] in helix.status()), helix.status())
    helix.quit()


if __name__ == "__main__":
    sys.exit(main())
