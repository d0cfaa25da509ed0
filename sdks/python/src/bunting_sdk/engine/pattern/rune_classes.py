from bisect import bisect_right
from collections import defaultdict
from typing import Final

from bunting_sdk.engine.pattern.char_class import Ranges
from bunting_sdk.engine.pattern.program import Program

_MAX_KNOWN: Final = 2_048


class RuneClasses(dict[str, int]):
    """Which positions read a character, as bits. Characters are looked up once, as far as there is room."""

    def __init__(self, program: Program, positions: list[int]) -> None:
        super().__init__()
        readers: defaultdict[Ranges, int] = defaultdict(int)
        for position, at in enumerate(positions):
            readers[program.instructions[at].ranges] |= 1 << position
        # Where some positions begin or cease to read. Each is in one class, so its bit changes each time.
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
