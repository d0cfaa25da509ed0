from collections.abc import Callable, Container, Sequence
from typing import Any, Final, NamedTuple, Optional, Protocol, TypeAlias

from bunting_sdk.engine.context import Context

Memo: TypeAlias = dict["Node", Any] | None
"""What the nodes of one evaluation answered; None where each answers anew."""

Ask: TypeAlias = Callable[..., Any]
"""Takes a context and a memo, which may be left out where nothing is remembered."""


class MakesAsk(Protocol):
    """Makes what asks a node: once per evaluation, however many nodes ask, or each time anew."""

    def make(self, node: "Node", *, once: bool) -> Ask: ...


class Naming(NamedTuple):
    # The references of a node, in order; None for a flag that is not there.
    needs: Sequence[Optional["Node"]]
    # Whether others name it.
    is_named: bool


# Deeper ones are not asked through each other's calls: the stack has an end.
_MAX_DEPTH: Final = 50
_MAX_TREE: Final = 32


class Node:
    """A flag or a segment that is compiled. What it answers may need what those answer that it names.

    What asks it is made when it is asked for the first time. Threads that do so at once make it twice, which is all.
    """

    __slots__ = ("_ask", "_ask_anew", "_asker", "depth", "is_named", "needs", "only_users", "tree")

    def __init__(self, naming: Naming, asker: MakesAsk, only_users: Container[str] | None = None) -> None:
        self.needs, self.is_named = naming
        self._asker = asker
        # Whose answer is whether a user is one of these, and nothing else.
        self.only_users = only_users
        self._ask: Ask | None = None
        self._ask_anew: Ask | None = None
        there = [need for need in self.needs if need is not None]
        # How far down it goes: 0 where it names nothing.
        self.depth: int = max((need.depth + 1 for need in there), default=0)
        # All that it needs, itself too, where nothing of that is needed twice and it is not much.
        self.tree = _tree_of(self, there)

    @property
    def ask(self) -> Ask:
        """Once per evaluation, where it has anything to remember."""
        if self._ask is None:
            # A node that no other asks, or that asks no other, has nothing to remember.
            self._ask = self._asker.make(self, once=self.is_named or len(self.needs) > 0)
        return self._ask

    @property
    def ask_anew(self) -> Ask:
        if self._ask_anew is None:
            self._ask_anew = self._asker.make(self, once=False) if self.tree is not None else self.ask
        return self._ask_anew

    def answer(self, context: Context, memo: Memo) -> Any:
        return self.ask_anew(context) if memo is None else self.ask(context, memo)

    def answer_in(self, context: Context, memo: Memo) -> Any:
        """As one of several nodes of one evaluation."""
        if self.depth > _MAX_DEPTH:
            _ask_what_lies_deep(self, context, memo)
        return self.ask(context, memo)

    def alone(self) -> Callable[[Context], Any]:
        """What asks it by itself."""
        if self.tree is not None:
            return self.ask_anew
        if self.depth > _MAX_DEPTH:
            return lambda context: self.answer_in(context, {})
        ask = self.ask
        return lambda context: ask(context, {})


def _tree_of(node: Node, needs: Sequence[Node]) -> frozenset[Node] | None:
    size = 0
    tree: set[Node] = {node}
    for need in needs:
        if need.tree is None or size + len(need.tree) >= _MAX_TREE:
            return None
        size += len(need.tree)
        tree |= need.tree
    return frozenset(tree) if len(tree) == size + 1 else None


def _ask_what_lies_deep(node: Node, context: Context, memo: Memo) -> None:
    """Asks what lies far below first, one after the other, so that no call goes deep."""
    known: set[Node] = set()
    open_ones: list[tuple[Node, int]] = [(node, 0)]
    while open_ones:
        top, at = open_ones.pop()
        if at < len(top.needs):
            open_ones.append((top, at + 1))
            need = top.needs[at]
            if need is not None and need.depth >= _MAX_DEPTH and need not in known:
                open_ones.append((need, 0))
        elif top not in known:
            known.add(top)
            if top is not node:
                top.ask(context, memo)
