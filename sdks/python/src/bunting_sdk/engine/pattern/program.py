from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from bunting_sdk.engine.pattern.char_class import Ranges
from bunting_sdk.engine.pattern.parse import Assertion, Character, Choice, Node, Repetition, Sequence

# Kinds of instructions.
MATCH: Final = 0
ASSERT: Final = 1
SPLIT: Final = 2
READ: Final = 3


@dataclass(slots=True)
class Instruction:
    kind: int
    # The next instruction.
    out: int = -1
    # The alternative next instruction of a `SPLIT`.
    other: int = -1
    # The assertion of an `ASSERT`.
    assertion: int = 0
    # The characters that a `READ` accepts.
    ranges: Ranges = ()


@dataclass(slots=True)
class Program:
    """The instructions of a pattern."""

    instructions: list[Instruction] = field(default_factory=lambda: [Instruction(MATCH)])
    start: int = 0


_Steps: TypeAlias = Generator[tuple[Node, int], int, int]


def program_of(node: Node) -> Program:
    """Compiles a pattern from its end, so that each part knows the instruction that follows it.

    Nested parts are compiled by generators instead of recursion, since Python's stack is limited.
    """
    program = Program()
    open_parts = [_make(program, node, 0)]
    entry: int | None = None
    while open_parts:
        try:
            part = open_parts[-1].send(entry) if entry is not None else next(open_parts[-1])
            open_parts.append(_make(program, *part))
            entry = None
        except StopIteration as ended:
            open_parts.pop()
            entry = ended.value
    program.start = entry if entry is not None else 0
    return program


def _make(program: Program, node: Node, following: int) -> _Steps:
    """Yields each nested part with the instruction that follows it; returns the first instruction of the node."""
    match node:
        case Character(ranges):
            return _add(program, Instruction(READ, following, ranges=ranges))
        case Assertion(kind):
            return _add(program, Instruction(ASSERT, following, assertion=kind))
        case Sequence(parts):
            for part in reversed(parts):
                following = yield part, following
            return following
        case Choice(parts):
            entry = yield parts[-1], following
            for part in reversed(parts[:-1]):
                one = yield part, following
                entry = _add(program, Instruction(SPLIT, one, entry))
            return entry
        case Repetition(part, least, most):
            if most is None:
                loop = _add(program, Instruction(SPLIT, other=following))
                program.instructions[loop].out = yield part, loop
                following = loop
            else:
                end = following
                for _ in range(most - least):
                    one = yield part, following
                    following = _add(program, Instruction(SPLIT, one, end))
            for _ in range(least):
                following = yield part, following
            return following


def _add(program: Program, instruction: Instruction) -> int:
    program.instructions.append(instruction)
    return len(program.instructions) - 1
