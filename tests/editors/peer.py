"""Servers that the editors run beside ours: yaml-language-server, where npm installed it, and gopls. Knows no editor."""
import os
import pathlib
import shutil

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME = "yaml-language-server"
HOW_GOPLS = "gopls and Go on PATH, or its program in CRDLS_GOPLS"
HOW = f"`npm install --prefix target/peers {NAME}`, or name its folder in CRDLS_PEER"


def program() -> pathlib.Path | None:
    """What is started, from the folder that CRDLS_PEER names, or target/peers."""
    folder = pathlib.Path(os.environ.get("CRDLS_PEER") or ROOT / "target" / "peers").resolve()
    found = folder / "node_modules" / ".bin" / NAME
    return found if found.is_file() else None


def gopls() -> str | None:
    """The program that CRDLS_GOPLS names, or the one on PATH. Its own findings need Go as well."""
    return shutil.which(os.environ.get("CRDLS_GOPLS") or "gopls") if shutil.which("go") else None
