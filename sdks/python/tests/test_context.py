from collections.abc import Iterator, Mapping
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Any

import pytest

from bunting_sdk import Context
from bunting_sdk.engine.graph.flag_graph import compile_flags


class _Plan(StrEnum):
    PRO = "pro"


class _OldPlan(str, Enum):  # noqa: UP042
    PRO = "pro"


class _Real(float):
    """A subclass of ``float``, like numpy's numbers."""


class _Hostile(Mapping[str, Any]):
    def __getitem__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(("plan",))

    def __len__(self) -> int:
        return 1


def _holds(attributes: Any, operator: str, value: Any = None, **more: Any) -> bool:
    condition = {"attribute": "it", "operator": operator, **({} if value is None else {"value": value}), **more}
    rule = {"id": "r", "enabled": True, "conditionOperator": "AND", "conditions": [condition], "value": True}
    config = {"version": 1, "enabled": True, "defaultValue": False, "rules": [rule]}
    flag = compile_flags({"flag": {"type": "boolean", "config": config}}, {})["flag"]
    return flag.evaluate(Context(attributes=attributes)).value is True


@pytest.mark.parametrize("plan", ["pro", _Plan.PRO, _OldPlan.PRO])
def test_a_text_may_be_a_member_of_an_enumeration(plan: str) -> None:
    assert _holds({"it": plan}, "equals", "pro")


@pytest.mark.parametrize("number", [5, 5.0, Fraction(5), _Real(5)])
def test_every_real_number_is_one(number: Any) -> None:
    assert _holds({"it": number}, "equals", "5")
    assert _holds({"it": number}, "gt", 4)


def test_numbers_are_doubles() -> None:
    assert _holds({"it": 2**53 + 1}, "equals", "9007199254740992")
    assert _holds({"it": 10**21}, "equals", "1e+21")
    assert not _holds({"it": 10**400}, "is_set")
    assert not _holds({"it": float("nan")}, "is_set")


def test_a_boolean_is_no_number() -> None:
    assert not _holds({"it": True}, "gt", 0)
    assert not _holds({"it": True}, "equals", 1)
    assert _holds({"it": True}, "equals", "true")


@pytest.mark.parametrize("groups", [["a", "b"], ("a", "b"), {"a", "b"}, frozenset("ab")])
def test_lists_may_be_tuples_and_sets(groups: Any) -> None:
    assert _holds({"it": groups}, "equals", "b")
    assert not _holds({"it": groups}, "not_equals", "b")


@pytest.mark.parametrize("value", [object(), {"a": 1}, b"x", 1j, [None], [[1]], [], list(range(101))])
def test_what_no_attribute_can_be_is_missing(value: Any) -> None:
    assert _holds({"it": value}, "is_not_set")


def test_a_context_is_what_it_was_when_it_was_made() -> None:
    attributes: dict[str, Any] = {"plan": "pro"}
    context = Context("ada", attributes=attributes)
    attributes["plan"] = "free"
    assert context.attributes == {"plan": "pro"}
    assert repr(context) == "Context('ada', attributes={'plan': 'pro'})"


def test_attributes_that_cannot_be_read_fail_where_they_are_asked_for() -> None:
    with pytest.raises(ValueError, match="cannot be read"):
        _holds(_Hostile(), "is_set")
