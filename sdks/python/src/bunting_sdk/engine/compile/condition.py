from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

from bunting_sdk.engine.case_folding.fold import fold
from bunting_sdk.engine.compile.attribute import is_plain, read_attribute
from bunting_sdk.engine.compile.unit import Read
from bunting_sdk.engine.config.conditions import group_name_of, is_of_segments, is_of_share, keys_of
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.evaluate.node import Memo, Node
from bunting_sdk.engine.hash.draws import Draws
from bunting_sdk.engine.hash.share import CompiledShare, compile_share, share_holds
from bunting_sdk.engine.operators import find_operator
from bunting_sdk.engine.operators.operator import NEVER, Operator
from bunting_sdk.engine.types import Condition
from bunting_sdk.engine.values.list import is_missing
from bunting_sdk.engine.values.memoize import memoize
from bunting_sdk.engine.values.text import text_of


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Compares an attribute with a value."""

    attribute: str
    read: Read
    # Whether `read` is just `context.attributes.get(attribute)`.
    is_plain: bool
    operator: Operator
    expected: Any
    ignores_case: bool


@dataclass(frozen=True, slots=True, eq=False)
class Membership:
    segments: Sequence[Node]
    is_negated: bool


@dataclass(frozen=True, slots=True, eq=False)
class CompiledGroup:
    name: str
    members: "Sequence[CompiledCondition]"


CompiledCondition: TypeAlias = Comparison | Membership | CompiledShare | CompiledGroup
FindSegment: TypeAlias = Callable[[str], Node]


def compile_condition(condition: Condition, find: FindSegment, draws: Draws) -> CompiledCondition:
    name = group_name_of(condition)
    if name is not None:
        return CompiledGroup(name, [compile_condition(member, find, draws) for member in condition[name]])
    if is_of_share(condition):
        return compile_share(condition, draws)
    if is_of_segments(condition):
        segments = [find(key) for key in keys_of(condition)]
        # A condition that names no segment never holds, negated or not.
        return Membership(segments, condition["operator"] == "not_in_segment" and len(segments) > 0)
    return _compile_comparison(condition)


def _compile_comparison(condition: Condition) -> Comparison:
    attribute, value = condition["attribute"], condition.get("value")
    known = find_operator(condition["operator"]) or NEVER
    operator = known if known.is_readable(value) else NEVER
    ignores_case = condition.get("ignoreCase", False)
    return Comparison(
        attribute,
        _compile_read(attribute, known),
        is_plain(attribute) and not known.reads_proxy_country,
        operator,
        operator.prepare(_folded(value) if ignores_case else value),
        ignores_case,
    )


def _compile_read(attribute: str, operator: Operator) -> Read:
    read = read_attribute(attribute)
    if not operator.reads_proxy_country:
        return read

    def read_country(context: Context) -> object:
        value = read(context)
        return context.proxy_country if is_missing(value) else value

    return read_country


def _folded(value: Any) -> Any:
    return [_folded(item) for item in value] if isinstance(value, list) else fold(text_of(value) or "")


_fold_long: Final = memoize(fold)
# Looking up a folded text takes as long as folding this many characters.
_SHORT: Final = 64


def fold_actual(actual: object) -> str | None:
    """Returns the text that an attribute is compared by if case is ignored."""
    text = text_of(actual)
    if text is None:
        return None
    return fold(text) if len(text) <= _SHORT else _fold_long(text)


def comparison_holds(comparison: Comparison, actual: object) -> bool:
    """Returns whether a condition holds. For a list any element must match, and with a negated operator all."""
    operator, expected = comparison.operator, comparison.expected

    def holds(value: object) -> bool:
        return operator.holds(fold_actual(value) if comparison.ignores_case else value, expected)

    if not isinstance(actual, list):
        return holds(actual)
    return all(map(holds, actual)) if operator.name.startswith("not_") else any(map(holds, actual))


Member = TypeVar("Member")


def group_holds(name: str, members: Iterable[Member], holds: Callable[[Member], bool]) -> bool:
    """Returns whether a group of conditions holds."""
    if name == "all":
        return all(map(holds, members))
    return any(map(holds, members)) == (name == "any")


def condition_holds(condition: CompiledCondition, context: Context, memo: Memo) -> bool:
    match condition:
        case Comparison():
            return comparison_holds(condition, condition.read(context))
        case Membership(segments, is_negated):
            return any(segment.answer(context, memo) for segment in segments) != is_negated
        case CompiledShare():
            return share_holds(condition, context)
        case CompiledGroup(name, members):
            return group_holds(name, members, lambda member: condition_holds(member, context, memo))
