"""What the program opens, by strace: the claims of SECURITY.md.

    CRDLS=PROGRAM python3 -m unittest tests/packages/test_security.py
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("CRDLS")
# Of the system: libraries, processors and memory, time zones, and git's patterns of ignored files.
SYSTEM = re.compile(r"/(lib|usr/lib|etc/ld\.so|proc/|sys/|dev/(null|urandom)|etc/gitconfig|usr/share/zoneinfo)")
# Looked for above the repository as well.
ABOVE = {f"{name}.{end}" for name in ("kustomization", "chainsaw-test", "kyverno-test") for end in ("yaml", "yml")} | {"Kustomization", ".gitignore", ".ignore"}

# By the folder that each writes to.
WRITING = {
    "broken": ["check", "--fix", "broken"], "good": ["test", "--generate", "good/pizzas.yaml"], "schemas": ["schema", "--output-dir", "schemas", "good"],
    "witnesses.yaml": ["diff", "upgrade/before", "upgrade/after", "--witness", "witnesses.yaml"],
}  # fmt: skip
NOTHING_WRITTEN = (["build", "."], ["check", "--fix", "--diff", "broken"], ["openapi", "good"], ["sample", "Pizza"], ["new", "Oven", "--group", "example.org"], ["versions", "good"])


def message(method: str, params: object, number: int | None = None) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **({"id": number} if number else {})}).encode()
    return f"Content-Length: {len(body)}\r\n\r\n".encode() + body


@unittest.skipUnless(PROGRAM and shutil.which("strace") and shutil.which("git"), "no CRDLS, strace or git")
class Opened(unittest.TestCase):
    def setUp(self):
        temp = tempfile.TemporaryDirectory(prefix="crdls-security-")
        self.addCleanup(temp.cleanup)
        self.folder = pathlib.Path(temp.name).resolve()
        self.home, self.work = self.folder / "home", self.folder / "work"
        self.home.mkdir()
        shutil.copytree(ROOT / "examples", self.work)
        # What a repository could ask a program to run.
        (self.work / "kustomization.yaml").write_text("resources: [good/pizzas.yaml, https://example.org/crds.yaml]\ngenerators: [exec.yaml]\n")
        git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
        for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "first"]):
            subprocess.run([*git, *command], cwd=self.work, check=True)
        with (self.work / ".git/config").open("a") as config:
            config.write("[core]\n\tfsmonitor = /bin/false\n\tpager = /bin/false\n")

    def traced(self, *command: str, stdin: bytes = b"") -> str:
        log = self.folder / "strace"
        calls = "trace=network,process,open,openat,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat"
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.home), "TMPDIR": str(self.folder)}
        ran = subprocess.run(["strace", "-f", "-qq", "-o", log, "-e", calls, os.path.abspath(PROGRAM), *command], input=stdin, capture_output=True, cwd=self.work, env=environment)
        text = log.read_text(errors="replace")
        if ran.returncode != 0 and "execve" not in text:
            self.skipTest("strace is not allowed here")
        self.assertIn(ran.returncode, (0, 1), ran.stderr)
        self.assertEqual(text.count("execve("), 1, "runs a program")
        self.assertIsNone(re.search(r"\b(socket|connect|bind)\(", text), "opens a connection")
        for path in re.findall(r'open(?:at)?\((?:AT_FDCWD, )?"([^"]*)"', text):
            whole = (self.work / path).resolve()
            is_own = whole.is_relative_to(self.work) or whole.is_relative_to(self.home)
            is_own = is_own or whole.parent in self.work.parents and whole.name in ABOVE
            self.assertTrue(is_own or whole in self.work.parents or SYSTEM.match(path), f"opens {path}")
        return text

    def test_commands_write_nothing(self):
        for command in (["check", "--no-cache"], ["check", "--no-cache", "--output-format", "sarif"], ["diff", "HEAD"], ["cost", "good"], ["effective", "good/pizza-margherita.yaml"], ["explain", "pizzas.spec"], *NOTHING_WRITTEN):
            with self.subTest(command):
                text = self.traced(*command)
                self.assertEqual(re.findall(r".*(?:O_WRONLY|O_RDWR|O_CREAT|unlink|rename|mkdir).*", text), [])

    def test_results_are_kept_in_the_cache_alone(self):
        # Files that changed just now could change again without another time.
        time.sleep(0.3)
        text = self.traced("check")
        named = [re.findall(r'"([^"]*)"', line) for line in text.splitlines() if re.search("O_WRONLY|O_RDWR|O_CREAT|unlink|rename|mkdir", line)]
        self.assertTrue(named)
        for path in sum(named, []):
            self.assertIn(self.home / ".cache", [(self.work / path).resolve(), *(self.work / path).resolve().parents])
        self.assertEqual([path.parent.name for path in (self.home / ".cache/crdls").glob("*.crdls")], ["crdls"] * len(list((self.home / ".cache/crdls").iterdir())))

    def test_others_write_what_they_name(self):
        for folder, command in WRITING.items():
            with self.subTest(command):
                written = re.findall(r'"([^"]*)", O_\w+.*O_CREAT', self.traced(*command))
                self.assertTrue(written)
                for path in written:
                    self.assertTrue((self.work / path).resolve().is_relative_to(self.work / folder), path)

    def test_the_tools_for_agents_write_what_a_call_names(self):
        def session(*calls: tuple[str, dict]) -> bytes:
            requests = [{"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": tool, "arguments": arguments}} for number, (tool, arguments) in enumerate(calls, 1)]
            return "".join(json.dumps(request) + "\n" for request in requests).encode()

        broken = self.work / "broken/menus.yaml"
        reads = session(("check", {}), ("fix", {"text": broken.read_text()}), ("fix", {}), ("diff", {"old": "HEAD"}), ("cost", {"paths": ["good"]}), ("sample", {"kind": "Pizza"}))
        text = self.traced("mcp", stdin=reads)
        self.assertEqual(re.findall(r".*(?:O_WRONLY|O_RDWR|O_CREAT|unlink|rename|mkdir).*", text), [])
        text = self.traced("mcp", stdin=session(("fix", {"paths": ["broken"]})))
        written = re.findall(r'"([^"]*)", O_\w+.*O_CREAT', text)
        self.assertEqual({pathlib.Path(path).parent.name for path in written}, {"broken"})

    def test_the_language_server_opens_nothing_else(self):
        document = self.work / "broken/menus.yaml"
        root = {"uri": self.work.as_uri(), "name": "work"}
        opened = {"uri": document.as_uri(), "languageId": "yaml", "version": 1, "text": document.read_text()}
        session = message("initialize", {"processId": None, "capabilities": {}, "rootUri": root["uri"], "workspaceFolders": [root]}, 1) + message("initialized", {})
        session += message("textDocument/didOpen", {"textDocument": opened}) + message("textDocument/hover", {"textDocument": {"uri": opened["uri"]}, "position": {"line": 32, "character": 24}}, 2)
        text = self.traced("lsp", stdin=session + message("shutdown", None, 3) + message("exit", None))
        self.assertEqual(re.findall(r".*(?:O_WRONLY|O_RDWR|O_CREAT|unlink|rename|mkdir).*", text), [])


if __name__ == "__main__":
    unittest.main()
