from collections.abc import Iterator
from typing import Any

from bunting_sdk.engine.compile.compiled_flag import CompiledFlag
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.evaluate.node import Node


def asked_by(flag: CompiledFlag, context: Context) -> Iterator[tuple[CompiledFlag, Any]]:
    """The flags that an evaluation asks and that may expose, with what each answers: what is needed comes first.

    Without going deep, however long a chain is.
    """
    memo: dict[Node, Any] = {}
    # All that lies deep is known from then on.
    flag.evaluate_in(context, memo)
    asked = {flag.key}
    # Flags, and how many of those that they need are known to hold.
    open_ones: list[tuple[CompiledFlag, int]] = [(flag, 0)]
    while open_ones:
        top, at = open_ones.pop()
        if at == len(top.parents):
            yield top, top.node.ask(context, memo)
            continue
        parent, met = top.parents[at]
        # No flag is asked after one that does not hold.
        if parent is None:
            continue
        if parent.may_expose and parent.key not in asked:
            asked.add(parent.key)
            open_ones += [(top, at), (parent, 0)]
            continue
        answer = parent.node.ask(context, memo)
        if any(answer is each for each in met):
            open_ones.append((top, at + 1))
