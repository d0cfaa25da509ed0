from dataclasses import dataclass

from bunting_sdk.engine.pattern.program import ASSERT, MATCH, READ, Program


@dataclass(frozen=True, slots=True)
class Transitions:
    """The transitions between two characters where certain assertions hold: sets of positions, as bits."""

    # Positions at which a match may begin.
    start: int
    start_matches: bool
    # Positions after which the pattern has matched.
    matches: int
    # Positions that the preceding one leads to.
    next: int
    # Positions that lead to themselves.
    self: int
    # All other transitions, as pairs of sources and targets.
    jumps: tuple[tuple[int, int], ...]


class Walk:
    """Follows instructions that do not read a character."""

    def __init__(self, program: Program) -> None:
        self._program = program
        reads = [at for at, each in enumerate(program.instructions) if each.kind == READ]
        # The program was compiled from its end; reversed, the characters of a literal have adjacent positions.
        self.positions = reads[::-1]
        self._position_of = {at: position for position, at in enumerate(self.positions)}

    def transitions(self, holds: int) -> Transitions:
        known: dict[int, tuple[int, bool]] = {}
        start, start_matches = self._reach(self._program.start, holds, known)
        matches = following = alone = 0
        jumps: dict[int, int] = {}
        for position, at in enumerate(self.positions):
            bit = 1 << position
            reached, is_match = self._reach(self._program.instructions[at].out, holds, known)
            if is_match:
                matches |= bit
            alone |= reached & bit
            following |= reached & bit << 1
            further = reached & ~(bit | bit << 1)
            if further:
                jumps[further] = jumps.get(further, 0) | bit
        written = tuple((sources, targets) for targets, sources in jumps.items())
        return Transitions(start, start_matches, matches, following, alone, written)

    def _reach(self, begin: int, holds: int, known: dict[int, tuple[int, bool]]) -> tuple[int, bool]:
        """Returns the positions that can be reached from an instruction, and whether a match can be."""
        if begin in known:
            return known[begin]
        instructions = self._program.instructions
        seen: set[int] = set()
        open_ones = [begin]
        reached = 0
        is_match = False
        while open_ones:
            at = open_ones.pop()
            if at in seen:
                continue
            seen.add(at)
            instruction = instructions[at]
            if instruction.kind == READ:
                reached |= 1 << self._position_of[at]
            elif instruction.kind == MATCH:
                is_match = True
            elif instruction.kind == ASSERT:
                if instruction.assertion & holds:
                    open_ones.append(instruction.out)
            else:
                open_ones.append(instruction.out)
                open_ones.append(instruction.other)
        known[begin] = (reached, is_match)
        return known[begin]
