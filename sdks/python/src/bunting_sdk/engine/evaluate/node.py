from collections.abc import Callable, Container, Sequence
from typing import Any, Final, NamedTuple, Optional, Protocol, TypeAlias

from bunting_sdk.engine.context import Context

Memo: TypeAlias = dict["Node", Any] | None
"""The results of the nodes in one evaluation; None if nothing is memoized."""

Ask: TypeAlias = Callable[..., Any]
"""Takes a context and a memo, which may be omitted if nothing is memoized."""


class MakesAsk(Protocol):
    """Makes the function that evaluates a node: once per evaluation, for all that need it, or on every call."""

    def make(self, node: "Node", *, once: bool) -> Ask: ...

    @property
    def only_users(self) -> Container[str] | None: ...


class Naming(NamedTuple):
    # The nodes that a node references, in order; None for a flag that does not exist.
    needs: Sequence[Optional["Node"]]
    # Whether other nodes reference it.
    is_named: bool


# Deeper nodes are not evaluated by nested calls, since the stack is limited.
_MAX_DEPTH: Final = 50
_MAX_TREE: Final = 32
_NO_TREE: Final[frozenset["Node"]] = frozenset()


class Node:
    """A compiled flag or segment, whose result may depend on the nodes that it references.

    Its function is made by the first evaluation. Concurrent threads may make it twice, which is harmless.
    """

    __slots__ = ("_ask", "_ask_anew", "_asker", "_tree", "depth", "is_named", "needs")

    def __init__(self, naming: Naming, asker: MakesAsk) -> None:
        self.needs, self.is_named = naming
        self._asker = asker
        self._ask: Ask | None = None
        self._ask_anew: Ask | None = None
        self._tree: frozenset[Node] | None = None
        # The longest chain of references below; 0 if there are none.
        self.depth: int = 0
        for need in self.needs:
            if need is not None and need.depth >= self.depth:
                self.depth = need.depth + 1

    @property
    def only_users(self) -> Container[str] | None:
        """The users of a segment that is just a list of users; None for any other node."""
        return self._asker.only_users

    @property
    def tree(self) -> frozenset["Node"]:
        """This node and all below it, if there are few and none is needed twice; otherwise empty."""
        if self._tree is None:
            self._tree = _tree_of(self)
        return self._tree

    @property
    def ask(self) -> Ask:
        """The function that evaluates the node, with a memo if that can save anything."""
        if self._ask is None:
            # A node without references that no other references gains nothing from the memo.
            self._ask = self._asker.make(self, once=self.is_named or len(self.needs) > 0)
        return self._ask

    @property
    def ask_anew(self) -> Ask:
        if self._ask_anew is None:
            self._ask_anew = self._asker.make(self, once=False) if self.tree else self.ask
        return self._ask_anew

    def answer(self, context: Context, memo: Memo) -> Any:
        return self.ask_anew(context) if memo is None else self.ask(context, memo)

    def answer_in(self, context: Context, memo: Memo) -> Any:
        """Evaluates the node as one of several for the same context, which share the memo."""
        if self.depth > _MAX_DEPTH:
            _ask_what_lies_deep(self, context, memo)
        return self.ask(context, memo)

    def alone(self) -> Callable[[Context], Any]:
        """Returns a function that evaluates the node alone."""
        if self.tree:
            return self.ask_anew
        if self.depth > _MAX_DEPTH:
            return lambda context: self.answer_in(context, {})
        ask = self.ask
        return lambda context: ask(context, {})


def _tree_of(node: Node) -> frozenset[Node]:
    # A longer chain is no small tree, and calls must not nest deeply.
    if node.depth >= _MAX_TREE:
        return _NO_TREE
    size = 0
    tree: set[Node] = {node}
    for need in node.needs:
        if need is None:
            continue
        if not need.tree or size + len(need.tree) >= _MAX_TREE:
            return _NO_TREE
        size += len(need.tree)
        tree |= need.tree
    return frozenset(tree) if len(tree) == size + 1 else _NO_TREE


def _ask_what_lies_deep(node: Node, context: Context, memo: Memo) -> None:
    """Evaluates the nodes far below first, one after another, so that calls do not nest deeply."""
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
