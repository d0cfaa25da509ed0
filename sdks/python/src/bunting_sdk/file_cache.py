import contextlib
import os
import re
import uuid
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Final

_LIST_ID: Final = re.compile("[A-Za-z0-9_-]{1,100}")
_PART: Final = 256 * 1024


class FileCache:
    """Keeps the last bundle in a file, and large lists in files beside it. All of Bunting's SDKs share the format.

    Each file is written to a temporary file and renamed, so readers never see a partial one. Only the owner can read
    them, since the bundle contains all rules.

    >>> flags = open_flags(url, key, cache=FileCache("/var/cache/shop/flags.json"))  # doctest: +SKIP
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)

    def read(self) -> str | None:
        try:
            return self._path.read_text("utf-8")
        except FileNotFoundError:
            return None

    def write(self, text: str) -> None:
        _replace(self._path, [text.encode()])

    def read_list(self, list_id: str) -> Iterator[bytes] | None:
        try:
            file = self._list_path(list_id).open("rb")
        except FileNotFoundError:
            return None
        return _parts_of(file)

    def write_list(self, list_id: str, parts: Iterable[bytes]) -> None:
        _replace(self._list_path(list_id), parts)

    def remove_list(self, list_id: str) -> None:
        self._list_path(list_id).unlink(missing_ok=True)

    def _list_path(self, list_id: str) -> Path:
        """The file of a list, beside the bundle. Ids come from the service, so one that could be a path is refused."""
        if _LIST_ID.fullmatch(list_id) is None:
            raise ValueError("a list has an id that is none")
        return self._path.with_name(f"{self._path.name}.{list_id}")


def _parts_of(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while part := file.read(_PART):
            yield part


def _replace(path: Path, parts: Iterable[bytes]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Several processes may share the file, so each writes a temporary file of its own.
    aside = path.with_name(f"{path.name}.{uuid.uuid4()}")
    try:
        descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(parts)
        aside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            aside.unlink()
        raise
