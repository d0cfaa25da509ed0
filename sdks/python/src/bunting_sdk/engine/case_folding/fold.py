from typing import Final

from bunting_sdk.engine.case_folding.foldings import FOLDINGS

# The folding of each character that does not fold to itself.
FOLDED: Final[dict[int, int]] = {
    point: point + offset for first, last, step, offset in FOLDINGS for point in range(first, last + 1, step)
}


def fold(text: str) -> str:
    """Unicode's simple case folding: texts that differ in case alone fold to the same one, which is as long.

    The table is our own, because Python's knows as much of Unicode as it is old, and ``casefold`` is another folding.
    """
    return text.lower() if text.isascii() else text.translate(FOLDED)
