# Imported by the first text that needs it otherwise, on whatever thread: see `connection/service.py`.
import encodings.utf_16_le  # noqa: F401
import re
from typing import Final

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def utf8(text: str) -> bytes:
    """A text in UTF-8; half a surrogate pair is U+FFFD, as everywhere else."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        # Halves that belong together become a character first.
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return _SURROGATE.sub("\ufffd", joined).encode()
