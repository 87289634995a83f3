"""yaml-language-server, which the editors run beside ours: where npm installed it. Knows no editor."""
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME = "yaml-language-server"
HOW = f"`npm install --prefix target/peers {NAME}`, or name its folder in CRDLS_PEER"


def program() -> pathlib.Path | None:
    """What is started, from the folder that CRDLS_PEER names, or target/peers."""
    folder = pathlib.Path(os.environ.get("CRDLS_PEER") or ROOT / "target" / "peers").resolve()
    found = folder / "node_modules" / ".bin" / NAME
    return found if found.is_file() else None
