"""Hand-written code for exactly these flags, with correct results for every context."""

from collections.abc import Callable
from typing import Any

from bench.model import AUDIENCE
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.hash.murmur3 import murmur3
from bunting_sdk.engine.types import EvaluationResult
from bunting_sdk.engine.values.number import read_number

_ON = EvaluationResult(True, "RULE_MATCH", "rule-1")
_SECOND = EvaluationResult(True, "RULE_MATCH", "rule-2")
_THIRD = EvaluationResult(True, "RULE_MATCH", "rule-3")
_OFF = EvaluationResult(False, "DEFAULT")
_PLAIN = EvaluationResult(True, "DEFAULT")
_ROLLED = EvaluationResult(True, "ROLLOUT", "rule-1")
_UNMET = [EvaluationResult(False, "DISABLED", prerequisite=f"link-{link}") for link in range(6)]
_IDS = frozenset(AUDIENCE)


def _is_above(value: Any, least: int) -> bool:
    """Compares a value that is not an ``int``."""
    if type(value) is str:
        value = read_number(value)
    return type(value) in (int, float) and value > least


def _any_is(value: Any, *texts: str) -> bool:
    return any(each in texts for each in value) if type(value) is list else value in texts


def _any_above(value: Any, least: int) -> bool:
    return any(_is_above(each, least) for each in value) if type(value) is list else _is_above(value, least)


def _plain(_context: Context) -> EvaluationResult:
    return _PLAIN


def _rules(context: Context) -> EvaluationResult:
    attributes = context.attributes
    plan, country, age = attributes.get("plan"), attributes.get("country"), attributes.get("age")
    if context.lists is not None:
        return _rules_of_lists(plan, country, age)
    if (plan == "pro" or plan == "enterprise") and country == "US":
        return _ON
    if (country == "NL" or country == "BE" or country == "DE") and (
        age > 65 if type(age) is int else _is_above(age, 65)
    ):
        return _SECOND
    if plan == "pro" and (age > 18 if type(age) is int else _is_above(age, 18)):
        return _THIRD
    return _OFF


def _rules_of_lists(plan: Any, country: Any, age: Any) -> EvaluationResult:
    if _any_is(plan, "pro", "enterprise") and _any_is(country, "US"):
        return _ON
    if _any_is(country, "NL", "BE", "DE") and _any_above(age, 65):
        return _SECOND
    return _THIRD if _any_is(plan, "pro") and _any_above(age, 18) else _OFF


def _rollout(key: str) -> Callable[[Context], EvaluationResult]:
    seed = murmur3(f"{key}:rule-1")

    def evaluate(context: Context) -> EvaluationResult:
        unit = context.user_id or context.anonymous_id
        # A quarter of all hashes.
        return _ROLLED if type(unit) is str and murmur3(unit, seed) < 2**30 else _OFF

    return evaluate


def _segment(context: Context) -> EvaluationResult:
    unit = context.user_id or context.anonymous_id
    return _ON if type(unit) is str and unit in _IDS else _OFF


def _in_inner(context: Context) -> bool:
    country = context.attributes.get("country")
    if type(country) is list:
        return _any_is(country, "US", "NL", "BE", "DE")
    return country == "US" or country == "NL" or country == "BE" or country == "DE"


def _in_middle(context: Context) -> bool:
    if not _in_inner(context):
        return False
    age = context.attributes.get("age")
    return age > 18 if type(age) is int else _any_above(age, 18)


def _nested(context: Context) -> EvaluationResult:
    if not _in_middle(context):
        return _OFF
    plan = context.attributes.get("plan")
    return _ON if plan == "pro" or plan == "enterprise" or _any_is(plan, "pro", "enterprise") else _OFF


def _link_five(context: Context) -> EvaluationResult:
    age = context.attributes.get("age")
    return _ON if (age > 10 if type(age) is int else _any_above(age, 10)) else _OFF


def _link_four(context: Context) -> EvaluationResult:
    if _link_five(context) is not _ON:
        return _UNMET[5]
    plan = context.attributes.get("plan")
    return _ON if plan == "pro" or plan == "enterprise" or _any_is(plan, "pro", "enterprise") else _OFF


def _link_three(context: Context) -> EvaluationResult:
    if _link_four(context) is not _ON:
        return _UNMET[4]
    return _ON if _any_is(context.attributes.get("country"), "US", "NL", "BE", "DE", "FR") else _OFF


def _link_two(context: Context) -> EvaluationResult:
    if _link_three(context) is not _ON:
        return _UNMET[3]
    age = context.attributes.get("age")
    return _ON if (age > 25 if type(age) is int else _any_above(age, 25)) else _OFF


def _link_one(context: Context) -> EvaluationResult:
    if _link_two(context) is not _ON:
        return _UNMET[2]
    return _ON if _any_is(context.attributes.get("country"), "US", "NL", "BE", "DE", "JP") else _OFF


def _chain(context: Context) -> EvaluationResult:
    if _link_one(context) is not _ON:
        return _UNMET[1]
    plan = context.attributes.get("plan")
    return _ON if plan == "enterprise" or _any_is(plan, "enterprise") else _OFF


def _groups(context: Context) -> EvaluationResult:
    attributes = context.attributes
    plan, country, age = attributes.get("plan"), attributes.get("country"), attributes.get("age")
    if context.lists is not None:
        pro = _any_is(plan, "pro", "enterprise") and not (_any_is(country, "JP") or _any_above(age, 65))
        return _ON if pro or (_any_is(country, "NL", "BE", "DE") and _any_above(age, 65)) else _OFF
    is_old = age > 65 if type(age) is int else _is_above(age, 65)
    if (plan == "pro" or plan == "enterprise") and not (country == "JP" or is_old):
        return _ON
    return _ON if (country == "NL" or country == "BE" or country == "DE") and is_old else _OFF


_WRITTEN: dict[str, Callable[[Context], EvaluationResult]] = {
    "plain": _plain,
    "rules": _rules,
    "segment": _segment,
    "nested": _nested,
    "chain": _chain,
    "groups": _groups,
}


def write_by_hand(key: str, kind: str) -> Callable[[Context], EvaluationResult]:
    return _rollout(key) if kind == "rollout" else _WRITTEN[kind]
