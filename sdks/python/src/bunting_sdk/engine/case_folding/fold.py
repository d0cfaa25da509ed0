from typing import Final

from bunting_sdk.engine.case_folding.foldings import FOLDINGS

# The folding of each character that does not fold to itself.
FOLDED: Final[dict[int, int]] = {
    point: point + offset for first, last, step, offset in FOLDINGS for point in range(first, last + 1, step)
}


def fold(text: str) -> str:
    """Applies Unicode's simple case folding: texts that differ only in case fold to the same text of the same length.

    The table is part of the SDK, because Python's depends on its Unicode version, and ``casefold`` is the full folding.
    """
    return text.lower() if text.isascii() else text.translate(FOLDED)
