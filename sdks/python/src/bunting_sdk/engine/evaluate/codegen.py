"""Compiles rules to Python functions, about twice as fast as interpreting them.

Code is generated as syntax trees, never as text: user-defined names are constants in them. If an audit hook forbids
generating code, rules are interpreted.
"""

import ast
from collections.abc import Callable, Container
from typing import Any, Final

from bunting_sdk.engine.compile.condition import fold_actual
from bunting_sdk.engine.compile.rollout import roll_out
from bunting_sdk.engine.compile.rule import CompiledRules
from bunting_sdk.engine.compile.unit import unit_of
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.evaluate.codegen_ast import function_of
from bunting_sdk.engine.evaluate.codegen_source import Shape, Source, source_of
from bunting_sdk.engine.evaluate.interpret import interpret
from bunting_sdk.engine.evaluate.node import Ask, Memo, Node
from bunting_sdk.engine.hash.hashed_rollout import roll_out_hashed
from bunting_sdk.engine.hash.share import share_holds

_Make = Callable[..., Ask]

_MAX_KNOWN: Final = 1_000
_MAX_VALUES: Final = 1_000

_FUNCTIONS: Final[dict[str, Any]] = {
    "fold_actual": fold_actual,
    "roll_out": roll_out,
    "roll_out_hashed": roll_out_hashed,
    "share_holds": share_holds,
    "unit_of": unit_of,
}

_known: dict[tuple[Shape, int, int, bool], _Make] = {}
_is_allowed = True


class Asker:
    """Has the rules of a node, and makes the function that evaluates it."""

    __slots__ = ("_source",)

    def __init__(self) -> None:
        self._source: Source | None = None

    @property
    def rules(self) -> CompiledRules:
        raise NotImplementedError

    @property
    def only_users(self) -> Container[str] | None:
        return self.rules.only_users

    def make(self, node: Node, *, once: bool) -> Ask:
        rules = self.rules
        if rules.are_constant:
            answer = rules.by_default
            return lambda _context, _memo=None: answer
        ask = self._generated(once=once) or self._interpreted
        return _remembering(node, ask) if once else ask

    def _interpreted(self, context: Context, memo: Memo = None) -> Any:
        return interpret(self.rules, context, memo)

    def _generated(self, *, once: bool) -> Ask | None:
        if self._source is None:
            self._source = source_of(self.rules)
        source = self._source
        if len(source.values) + len(source.nodes) > _MAX_VALUES:
            return None
        make = _maker_of(source)
        if make is None:
            return None
        asks = [need.ask if once else need.ask_anew for need in source.nodes]
        return make(*source.values, *asks, frozenset(source.names), self._interpreted)


def _remembering(node: Node, work: Ask) -> Ask:
    def ask(context: Context, memo: dict[Node, Any]) -> Any:
        answer = memo.get(node)
        if answer is None:
            answer = memo[node] = work(context, memo)
        return answer

    return ask


def _maker_of(source: Source) -> _Make | None:
    global _known, _is_allowed
    key = (source.shape, len(source.values), len(source.nodes), bool(source.names))
    made = _known.get(key)
    if made is not None or not _is_allowed:
        return made
    tree = function_of(*key)
    space: dict[str, Any] = dict(_FUNCTIONS)
    try:
        exec(compile(ast.fix_missing_locations(tree), "<flag>", "exec"), space)
    except Exception:
        # An audit hook may raise any exception to forbid this.
        _is_allowed = False
        return None
    make: _Make = space["make"]
    if len(_known) >= _MAX_KNOWN:
        _known = {}
    _known[key] = make
    return make
