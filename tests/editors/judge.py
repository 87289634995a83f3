"""Runs a driver of shared.sh on the story, prints its JSON, and says what is not as the story has it.

Knows the names that the drivers give to what they saw; knows no editor.
"""
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
STORY = pathlib.Path(os.environ.get("CRDLS_STORY", HERE / "story.json"))


def main(driver: list[str]) -> int:
    story = json.loads(STORY.read_text(encoding="utf-8"))
    run = subprocess.run([*driver, *arguments(story)], stdout=subprocess.PIPE, text=True)
    try:
        seen = json.loads(run.stdout)
    except ValueError:
        return run.returncode or 1
    seen["failures"] = seen["errors"] + failures(seen, story)
    print(json.dumps(seen, indent=1, ensure_ascii=False))
    for failure in seen["failures"]:
        print(f"failed: {failure}", file=sys.stderr)
    return 1 if seen["failures"] else 0


def arguments(story: dict) -> list[str]:
    mend = story["mend"]
    return [
        "--file", story["file"],
        "--hover", story["hover"]["at"],
        "--complete", story["completion"]["at"],
        "--edit", f"{mend['replace']}->{mend['replace']}+end={mend['by']}",
    ]


def failures(seen: dict, story: dict) -> list[str]:
    code = story["diagnostic"]["code"]
    before, after = (codes(seen, suffix) for suffix in ("", "_after_edit"))
    expected = {
        f"{code} is not shown": code in before,
        f"{code} is still shown after it was mended": code not in after,
        f"the hover does not show {story['hover']['shows']}": story["hover"]["shows"] in json.dumps(seen.get("hover"), ensure_ascii=False),
        f"the completion does not offer {story['completion']['offers']}": offered(seen, story["completion"]["offers"]),
    }
    return [what for what, holds in expected.items() if not holds]


def codes(seen: dict, suffix: str) -> set[str]:
    rows = seen.get("diagnostics" + suffix) or seen.get("problems" + suffix) or []
    return {row["code"] for row in rows}


def offered(seen: dict, label: str) -> bool:
    # VS Code's list tells the kind after the label
    return any(item.split(",")[0] == label for item in seen.get("completion") or [])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
