# Imported here, since the first text that needs it would import it on any thread: see `connection/service.py`.
import encodings.utf_16_le  # noqa: F401
import re
from typing import Final

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def utf8(text: str) -> bytes:
    """Encodes a text as UTF-8. A lone surrogate becomes U+FFFD, as in the other SDKs."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        # First joins surrogates that form a pair.
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        return _SURROGATE.sub("\ufffd", joined).encode()
