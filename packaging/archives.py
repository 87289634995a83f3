"""Archives whose bytes depend on nothing but their content: zip, tar.gz and ar, with one time and no owner.

    python3 packaging/archives.py FOLDER PROGRAM

Packs a folder as FOLDER.tar.gz; PROGRAM is the name of the file in it that can be run.
"""
import gzip
import io
import pathlib
import sys
import tarfile
import zipfile

TIME = 315532800  # 1980-01-01, the first day that a zip can name


def tar_gz(files: list[tuple[str, bytes, int]], level: int = 9) -> bytes:
    """Of files as (name, content, mode); folders are made for those above them."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.GNU_FORMAT) as tar:
        made: set[str] = set()
        for name, content, mode in sorted(files):
            parts = name.split("/")[:-1]
            for depth in range(1, len(parts) + 1):
                folder = "/".join(parts[:depth])
                if folder not in made and folder != ".":
                    made.add(folder)
                    tar.addfile(_member(folder, 0o755, tarfile.DIRTYPE))
            member = _member(name, mode, tarfile.REGTYPE)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return gzip.compress(raw.getvalue(), level, mtime=0)


def _member(name: str, mode: int, kind: bytes) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.mode, member.type, member.mtime = mode, kind, TIME
    member.uname = member.gname = "root"
    return member


def zipped(files: list[tuple[str, bytes, int]]) -> bytes:
    """In the order given: a wheel has its RECORD last."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content, mode in files:
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type, info.create_system = zipfile.ZIP_DEFLATED, 3
            info.external_attr = (0o100000 | mode) << 16
            archive.writestr(info, content)
    return raw.getvalue()


def ar(files: list[tuple[str, bytes]]) -> bytes:
    out = b"!<arch>\n"
    for name, content in files:
        out += f"{name:<16}{TIME:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n".encode() + content
        out += b"\n" * (len(content) % 2)
    return out


def is_static(program: bytes) -> bool:
    """Whether a program for Linux needs nothing of its system: its ELF file names no interpreter."""
    if program[:4] != b"\x7fELF" or program[4] != 2:
        return False
    start, size, count = (int.from_bytes(program[at : at + width], "little") for at, width in ((32, 8), (54, 2), (56, 2)))
    kinds = [int.from_bytes(program[start + n * size : start + n * size + 4], "little") for n in range(count)]
    return 3 not in kinds


def pack(folder: pathlib.Path, program: str) -> bytes:
    """A folder with all below it, as tar.gz."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return tar_gz([(path.relative_to(folder.parent).as_posix(), path.read_bytes(), 0o755 if path == folder / program else 0o644) for path in files])


if __name__ == "__main__":
    at = pathlib.Path(sys.argv[1]).absolute()
    at.with_name(f"{at.name}.tar.gz").write_bytes(pack(at, sys.argv[2]))
