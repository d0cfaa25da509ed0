from collections.abc import Iterator
from typing import Any

from bunting_sdk.engine.compile.compiled_flag import CompiledFlag
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.evaluate.node import Node


def asked_by(flag: CompiledFlag, context: Context) -> Iterator[tuple[CompiledFlag, Any]]:
    """Yields the flags of an evaluation that may expose, with their outcomes, prerequisites first.

    It does not recurse, so chains may have any length.
    """
    memo: dict[Node, Any] = {}
    # Evaluates everything, so that the results below come from the memo without deep calls.
    flag.evaluate_in(context, memo)
    asked = {flag.key}
    # Flags, and how many of their prerequisites are met so far.
    open_ones: list[tuple[CompiledFlag, int]] = [(flag, 0)]
    while open_ones:
        top, at = open_ones.pop()
        if at == len(top.parents):
            yield top, top.node.ask(context, memo)
            continue
        parent = top.parents[at]
        # An evaluation stops at the first prerequisite that is not met.
        if parent is None:
            continue
        if parent.may_expose and parent.key not in asked:
            asked.add(parent.key)
            open_ones += [(top, at), (parent, 0)]
            continue
        answer = parent.node.ask(context, memo)
        if any(answer is each for each in top.prerequisites[at].met):
            open_ones.append((top, at + 1))
