"""Converts rules to the shape of the function that evaluates them, and the values that fill it.

A shape consists of tuples, so that it can be a dictionary key: rules that differ only in values have the same shape and
share its compiled code. The only user-defined parts of a shape are names of attributes.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from bunting_sdk.engine.compile.condition import Comparison, CompiledCondition, CompiledGroup, Membership
from bunting_sdk.engine.compile.prerequisite import CompiledPrerequisite
from bunting_sdk.engine.compile.rule import CompiledRule, CompiledRules
from bunting_sdk.engine.evaluate.node import Node
from bunting_sdk.engine.hash.share import CompiledShare
from bunting_sdk.engine.values.number import number_text, read_number

Shape: TypeAlias = tuple[Hashable, ...]

# A longer list of values is searched faster as a set.
_FEW: Final = 3
_SIGNS: Final = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}
_FALSE: Final[Shape] = ("false",)


@dataclass(slots=True)
class Source:
    """The shape of a function, its values, the nodes that it evaluates, and the attributes that it reads."""

    shape: Shape = ()
    values: list[Any] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    names: set[str] = field(default_factory=set)


def source_of(rules: CompiledRules) -> Source:
    return _Writer().write(rules)


class _Writer:
    def __init__(self) -> None:
        self._source = Source()
        # A value that occurs twice is one parameter. Compared by identity, since 1 equals True.
        self._values: dict[int, int] = {}
        self._nodes: dict[Node, int] = {}
        # Each attribute is read once, before the first rule that needs it.
        self._reads: dict[Hashable, int] = {}
        self._statements: list[Shape] = []
        # Whether the local variable `unit` holds the user.
        self._has_unit = False

    def write(self, rules: CompiledRules) -> Source:
        for prerequisite in rules.prerequisites:
            self._statements.append(self._prerequisite(prerequisite))
        if rules.id_lists:
            self._has_unit = rules.unit is None
            self._statements.append(("unit", None if rules.unit is None else self._use(rules.unit)))
            for ids, outcome in rules.id_lists:
                self._statements.append(("listed", self._use(ids), self._use(outcome)))
        for rule in rules.rules:
            statement = self._rule(rule)
            if statement is not None:
                self._statements.append(statement)
        self._statements.append(("return", self._use(rules.by_default)))
        self._source.shape = tuple(self._statements)
        return self._source

    def _use(self, value: Any) -> int:
        at = self._values.get(id(value))
        if at is None:
            at = self._values[id(value)] = len(self._source.values)
            self._source.values.append(value)
        return at

    def _node(self, node: Node) -> int:
        at = self._nodes.get(node)
        if at is None:
            at = self._nodes[node] = len(self._source.nodes)
            self._source.nodes.append(node)
        return at

    def _read(self, comparison: Comparison) -> int:
        """Returns the index of the local variable that holds the attribute."""
        self._source.names.add(comparison.attribute)
        name: Hashable = comparison.attribute if comparison.is_plain else id(comparison.read)
        at = self._reads.get(name)
        if at is None:
            at = self._reads[name] = len(self._reads)
            read = ("read", at, name) if comparison.is_plain else ("call", at, self._use(comparison.read))
            self._statements.append(read)
        return at

    def _prerequisite(self, prerequisite: CompiledPrerequisite) -> Shape:
        unmet = self._use(prerequisite.unmet)
        if prerequisite.parent is None or not prerequisite.met:
            return ("return", unmet)
        node = self._node(prerequisite.parent)
        if len(prerequisite.met) > _FEW:
            # By id: the parent keeps the outcomes alive, so no other object can get the same id.
            return ("needs one of", node, self._use(frozenset(map(id, prerequisite.met))), unmet)
        return ("needs", node, tuple(self._use(each) for each in prerequisite.met), unmet)

    def _rule(self, rule: CompiledRule) -> Shape | None:
        when = self._all_or_any(rule.is_any, rule.conditions)
        if rule.hashed is not None:
            return ("hashed", when, self._use(rule.hashed))
        if rule.rollout is not None:
            return ("rollout", when, self._use(rule.rollout))
        return None if rule.outcome is None else ("if", when, self._use(rule.outcome))

    def _all_or_any(self, is_any: bool, conditions: Sequence[CompiledCondition]) -> Shape:
        if not conditions:
            return ("true",)
        return ("any" if is_any else "all", *map(self._condition, conditions))

    def _condition(self, condition: CompiledCondition) -> Shape:
        match condition:
            case Comparison():
                return self._comparison(condition)
            case Membership(segments, is_negated):
                if not segments:
                    return _FALSE
                inside = ("any", *map(self._segment, segments))
                return ("not", inside) if is_negated else inside
            case CompiledShare():
                return ("share", self._use(condition))
            case CompiledGroup(name, members):
                # An empty group holds for `all` and `none`, but not for `any`.
                if not members:
                    return _FALSE if name == "any" else ("true",)
                parts = tuple(map(self._condition, members))
                if name == "all":
                    return ("all", *parts)
                return ("any", *parts) if name == "any" else ("not", ("any", *parts))

    def _segment(self, segment: Node) -> Shape:
        """Inlines a segment that is just a list of users; others are evaluated as nodes."""
        ids = segment.only_users
        if ids is None:
            return ("ask", self._node(segment))
        if not self._has_unit:
            self._has_unit = True
            self._statements.append(("unit", None))
        return ("unit in", self._use(ids))

    def _comparison(self, comparison: Comparison) -> Shape:
        actual, operator, expected = self._read(comparison), comparison.operator, comparison.expected
        if comparison.ignores_case:
            return ("folded", self._use(operator.holds), actual, self._use(expected))
        texts: list[str] = []
        if operator.name == "equals":
            texts = [expected]
        elif operator.name == "in":
            texts = sorted(expected)
        if texts and all(map(_is_only_text, texts)):
            if len(texts) > _FEW:
                return ("in", actual, self._use(expected))
            return ("any", *(("equals", actual, self._use(text)) for text in texts))
        if operator.name in _SIGNS:
            return ("compare", _SIGNS[operator.name], actual, self._use(expected), self._use(operator.holds))
        return ("holds", self._use(operator.holds), actual, self._use(expected))


def _is_only_text(text: str) -> bool:
    """Returns whether no number or boolean has this text, so that only the text itself can equal it."""
    if text in ("true", "false"):
        return False
    number = read_number(text) if len(text) <= 400 and text[:1] in "-0123456789" and text else None
    return number is None or number_text(number) != text
