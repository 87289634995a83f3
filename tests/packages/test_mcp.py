"""`crdls mcp` with the clients of the protocol's own package for Python: mcp 1 begins with `initialize`, mcp 2 asks
`server/discover`.

    pip install mcp
    CRDLS=PROGRAM python3 -m unittest tests/packages/test_mcp.py
"""
import asyncio
import importlib.metadata
import importlib.util
import os
import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("CRDLS")
TOOLS = ["explain_kind", "sample", "check", "fix", "diff", "cost"]


async def asked(server: object) -> tuple[list[str], str, str, bool]:
    """The names of the tools, a sample, its check, and whether a kind that does not exist is an error."""
    call = server.call_tool
    names = [tool.name for tool in (await server.list_tools()).tools]
    sample = (await call("sample", {"kind": "Pizza", "minimal": True})).content[0].text
    checked = (await call("check", {"text": sample})).content[0].text
    nothing = await call("sample", {"kind": "nothing"})
    return names, sample, checked, nothing.isError if hasattr(nothing, "isError") else nothing.is_error


async def with_handshake(parameters: object) -> tuple[str, tuple]:
    from mcp import ClientSession
    from mcp.client.stdio import stdio_client

    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        begun = await session.initialize()
        version = begun.protocolVersion if hasattr(begun, "protocolVersion") else begun.protocol_version
        return version, await asked(session)


async def without(parameters: object) -> tuple[str, tuple]:
    from mcp import Client

    async with Client(parameters) as client:
        return client.protocol_version, await asked(client)


@unittest.skipUnless(PROGRAM and importlib.util.find_spec("mcp"), "no CRDLS, or no package mcp")
class Clients(unittest.TestCase):
    def parameters(self) -> object:
        from mcp import StdioServerParameters

        return StdioServerParameters(command=os.path.abspath(PROGRAM), args=["mcp"], cwd=ROOT / "examples")

    def answers(self, asking: object, version: str) -> None:
        negotiated, (names, sample, checked, is_error) = asyncio.run(asking(self.parameters()))
        self.assertEqual((negotiated, names, is_error), (version, TOOLS, True))
        self.assertIn("kind: Pizza", sample)
        self.assertIn("1 custom resource", checked)

    def test_a_client_with_a_handshake(self):
        self.answers(with_handshake, "2025-11-25")

    @unittest.skipIf(importlib.util.find_spec("mcp") and importlib.metadata.version("mcp").startswith("1."), "mcp 1 has a handshake only")
    def test_a_client_without_a_handshake(self):
        self.answers(without, "2026-07-28")


if __name__ == "__main__":
    unittest.main()
