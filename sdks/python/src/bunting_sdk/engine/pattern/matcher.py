"""Runs a program as a bit-parallel NFA, with one bit for each position that reads a character.

The time is at most the length of the text times the size of the program: there is no exponential worst case.
"""

from collections.abc import Callable
from typing import TypeAlias

from bunting_sdk.engine.pattern.parse import BEGIN_TEXT, END_TEXT
from bunting_sdk.engine.pattern.program import ASSERT, Program
from bunting_sdk.engine.pattern.rune_classes import RuneClasses
from bunting_sdk.engine.pattern.sides import NONE, OTHER, SIDES, assertions_between
from bunting_sdk.engine.pattern.transitions import Transitions, Walk

Test: TypeAlias = Callable[[str], bool]


def make_test(program: Program) -> Test:
    walk = Walk(program)
    asked = 0
    for instruction in program.instructions:
        if instruction.kind == ASSERT:
            asked |= instruction.assertion
    known: dict[int, Transitions] = {}

    def between(before: int, after: int) -> Transitions:
        holds = assertions_between(before, after) & asked
        if holds not in known:
            known[holds] = walk.transitions(holds)
        return known[holds]

    masks = RuneClasses(program, walk.positions)
    if asked & ~(BEGIN_TEXT | END_TEXT):
        return _test_with_sides([[between(before, after) for after in range(4)] for before in range(4)], masks)
    ends = between(NONE, NONE), between(NONE, OTHER), between(OTHER, NONE)
    return _test_without_sides(*ends, between(OTHER, OTHER), masks)


def _test_without_sides(
    whole: Transitions, first: Transitions, last: Transitions, middle: Transitions, masks: RuneClasses
) -> Test:
    """Makes the test for patterns without assertions other than the ends of the text, as nearly all are."""
    start, following, alone, jumps = middle.start, middle.next, middle.self, middle.jumps
    matches, start_matches = middle.matches, middle.start_matches
    is_anchored = not start and not start_matches and not last.start_matches

    def test(text: str) -> bool:
        if text == "":
            return whole.start_matches
        if first.start_matches or last.start_matches:
            return True
        characters = iter(text)
        bits = first.start & masks[next(characters)]
        if start_matches and len(text) > 1:
            return True
        for character in characters:
            if bits & matches:
                return True
            if bits:
                reached = start | bits << 1 & following | bits & alone
                for sources, targets in jumps:
                    if bits & sources:
                        reached |= targets
                bits = reached & masks[character]
            elif is_anchored:
                return False
            else:
                bits = start & masks[character]
        return bits & last.matches != 0

    return test


def _test_with_sides(transitions: list[list[Transitions]], masks: RuneClasses) -> Test:
    def test(text: str) -> bool:
        bits = 0
        row = transitions[NONE]
        for character in text:
            side = SIDES.get(character, OTHER)
            between = row[side]
            if between.start_matches or bits & between.matches:
                return True
            reached = between.start
            if bits:
                reached |= bits << 1 & between.next | bits & between.self
                for sources, targets in between.jumps:
                    if bits & sources:
                        reached |= targets
            bits = reached & masks[character]
            row = transitions[side]
        last = row[NONE]
        return last.start_matches or bits & last.matches != 0

    return test
