import contextlib
import os
import uuid
from pathlib import Path


class FileCache:
    """Keeps the last bundle in a file. Every SDK that Bunting has can read it.

    Who reads it never sees half a bundle: it is written aside and renamed. Rules are in it, so it is readable for its owner
    alone.

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
        self._path.parent.mkdir(parents=True, exist_ok=True)
        # Several processes may share the file: each writes its own beside it.
        aside = self._path.with_name(f"{self._path.name}.{uuid.uuid4()}")
        try:
            descriptor = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(text)
            aside.replace(self._path)
        except BaseException:
            with contextlib.suppress(OSError):
                aside.unlink()
            raise
