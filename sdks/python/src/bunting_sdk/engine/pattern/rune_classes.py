from bisect import bisect_right
from collections import defaultdict
from typing import Final

from bunting_sdk.engine.pattern.char_class import Ranges
from bunting_sdk.engine.pattern.program import Program

_MAX_KNOWN: Final = 2_048


class RuneClasses(dict[str, int]):
    """Maps a character to the positions that accept it, as bits. Caches a limited number of characters."""

    def __init__(self, program: Program, positions: list[int]) -> None:
        super().__init__()
        readers: defaultdict[Ranges, int] = defaultdict(int)
        for position, at in enumerate(positions):
            readers[program.instructions[at].ranges] |= 1 << position
        # The characters at which positions start or stop accepting. A position's ranges are disjoint, so XOR toggles its bit.
        changes: defaultdict[int, int] = defaultdict(int)
        for ranges, bits in readers.items():
            for low, high in ranges:
                changes[low] ^= bits
                changes[high + 1] ^= bits
        self._bounds = sorted(changes)
        self._masks = [0]
        for bound in self._bounds:
            self._masks.append(self._masks[-1] ^ changes[bound])

    def __missing__(self, character: str) -> int:
        mask = self._masks[bisect_right(self._bounds, ord(character))]
        if len(self) < _MAX_KNOWN:
            self[character] = mask
        return mask
