"""Checks whether a config is one that this engine can evaluate.

A config with an unknown operator or field is refused, since its meaning is unknown.
"""

import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeGuard

from bunting_sdk.engine.config import config_limits as limits
from bunting_sdk.engine.config.conditions import GROUP_NAMES, SEGMENT_OPERATORS, SHARE_OPERATOR
from bunting_sdk.engine.hash.kinds import HASH_KINDS, SHARE_KINDS
from bunting_sdk.engine.operators import find_operator
from bunting_sdk.engine.operators.operator import Operator
from bunting_sdk.engine.types import FlagConfig, Segment
from bunting_sdk.engine.values.text import text_of, utf16_length

_Check: TypeAlias = Callable[[object], bool]

_ABSENT: Final = object()
_MAX_SAFE: Final = 2**53 - 1
_TEXTS: Final = frozenset({str})
# The types whose values are all scalars. A float may be infinite.
_PLAIN: Final = frozenset({str, bool, int})

_ATTRIBUTE_FIELDS: Final = frozenset({"attribute", "operator", "value", "ignoreCase"})
_SEGMENT_CONDITION_FIELDS: Final = frozenset({"operator", "value"})
_SHARE_CONDITION_FIELDS: Final = frozenset({"operator", "attribute", "value"})
_UNIT_SHARE_FIELDS: Final = frozenset({"from", "to", "salt", "kind"})
_HASH_FIELDS: Final = frozenset({"kind", "salt", "splitSalt"})
_SHARE_FIELDS: Final = frozenset({"variant", "weight"})
_PREREQUISITE_FIELDS: Final = frozenset({"flagKey", "values"})
_AUDIENCE_FIELDS: Final = frozenset({"id", "name", "enabled", "conditionOperator", "conditions"})
_PLAIN_RULE_FIELDS: Final = _AUDIENCE_FIELDS | {"value"}
_RULE_FIELDS: Final = _PLAIN_RULE_FIELDS | {"rolloutPercentage", "distribution", "bucketBy", "hash", "split"}
_CONFIG_FIELDS: Final = frozenset({"version", "enabled", "defaultValue", "rules", "variants", "prerequisites"})
_SEGMENT_FIELDS: Final = frozenset({"unit", "config"})
_LARGE_SEGMENT_FIELDS: Final = frozenset({"unit", "large"})
_LARGE_FIELDS: Final = frozenset({"list", "version", "size", "salt", "sha256"})
# A salt is 16 bytes as base64url.
_LARGE_TEXTS: Final = {
    "list": re.compile("[0-9A-Za-z_-]{1,64}"),
    "salt": re.compile("[0-9A-Za-z_-]{21}[AQgw]"),
    "sha256": re.compile("[0-9a-f]{64}"),
}
_SEGMENT_CONFIG_FIELDS: Final = frozenset({"version", "included", "excluded", "rules"})


def is_well_formed(config: object, flag_type: object) -> TypeGuard[FlagConfig]:
    """Returns whether the config of a flag of this type can be evaluated."""
    checks = _CHECKS.get(flag_type) if isinstance(flag_type, str) else None
    if checks is None or not _is_record(config, _CONFIG_FIELDS):
        return False
    is_value, is_of_variant = checks
    return (
        _is_whole(config.get("version"))
        and isinstance(config.get("enabled"), bool)
        and is_value(config.get("defaultValue"))
        and _are_rules(config.get("rules"), is_value)
        and (
            "variants" not in config
            or _is_list(config["variants"], limits.VARIANTS, lambda variant: _is_variant(variant, is_of_variant))
        )
        and ("prerequisites" not in config or _is_list(config["prerequisites"], limits.PREREQUISITES, _is_prerequisite))
    )


def is_well_formed_segment(segment: object) -> TypeGuard[Segment]:
    """Returns whether a segment can be evaluated."""
    if not isinstance(segment, dict):
        return False
    unit = segment.get("unit", _ABSENT)
    if unit is not None and not isinstance(unit, str):
        return False
    if "large" in segment:
        return _is_record(segment, _LARGE_SEGMENT_FIELDS) and _is_large_list(segment["large"])
    config = segment.get("config")
    return (
        _is_record(segment, _SEGMENT_FIELDS)
        and _is_record(config, _SEGMENT_CONFIG_FIELDS)
        and _is_whole(config.get("version"))
        and _is_list_of_texts(config.get("included"), limits.SEGMENT_IDS)
        and _is_list_of_texts(config.get("excluded"), limits.SEGMENT_IDS)
        and _is_list(config.get("rules"), limits.SEGMENT_RULES, _is_segment_rule)
    )


def _is_large_list(large: object) -> bool:
    return (
        _is_record(large, _LARGE_FIELDS)
        and all(_is_whole(large.get(name)) and large[name] >= 0 for name in ("version", "size"))
        and all(isinstance(large.get(name), str) and form.fullmatch(large[name]) for name, form in _LARGE_TEXTS.items())
    )


def _is_record(value: object, fields: frozenset[str]) -> TypeGuard[dict[str, Any]]:
    """Returns whether a value is an object with no other fields than these."""
    return isinstance(value, dict) and fields.issuperset(value)


def _is_list(value: object, at_most: int, check: _Check) -> bool:
    return isinstance(value, list) and len(value) <= at_most and all(map(check, value))


def _is_list_of_texts(value: object, at_most: int) -> bool:
    """Checks the types in C, without a call per element: segments have thousands."""
    return isinstance(value, list) and len(value) <= at_most and _TEXTS.issuperset(map(type, value))


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_boolean(value: object) -> bool:
    return isinstance(value, bool)


def _is_number(value: object) -> TypeGuard[float]:
    return type(value) is int or (type(value) is float and text_of(value) is not None and abs(value) < float("inf"))


def _is_whole(value: object) -> bool:
    return type(value) is int and -_MAX_SAFE <= value <= _MAX_SAFE


def _is_scalar(value: object) -> bool:
    return isinstance(value, (str, bool)) or _is_number(value)


def _is_text_or_number(value: object) -> bool:
    return isinstance(value, str) or _is_number(value)


def _is_json(value: object, levels: int) -> bool:
    return value is None or _is_scalar(value) or (levels > 0 and _is_document(value, levels))


def _is_document(value: object, levels: int = limits.JSON_DEPTH) -> bool:
    """Returns whether a value is an object or array that is not nested too deeply."""
    if isinstance(value, dict):
        return all(_is_json(each, levels - 1) for each in value.values())
    return isinstance(value, list) and all(_is_json(each, levels - 1) for each in value)


def _is_flag_value(value: object) -> bool:
    return _is_scalar(value) or _is_document(value)


def _is_condition_value(value: object) -> bool:
    if type(value) is list and _PLAIN.issuperset(map(type, value)):
        return len(value) <= limits.VALUES
    return value is _ABSENT or _is_scalar(value) or _is_list(value, limits.VALUES, _is_scalar)


def _are_conditions(value: object, levels: int = limits.GROUP_DEPTH) -> bool:
    if not isinstance(value, list) or len(value) > limits.CONDITIONS:
        return False
    # A start checks thousands of these, and `all` would add a call for each.
    for condition in value:  # noqa: SIM110
        if not _is_condition(condition, levels):
            return False
    return True


def _is_condition(condition: object, levels: int) -> bool:
    if not isinstance(condition, dict):
        return False
    operator = condition.get("operator")
    known = find_operator(operator)
    if known is not None:
        return _is_attribute_condition(condition, known)
    if operator is None:
        return _is_group(condition, levels)
    if operator in SEGMENT_OPERATORS:
        return _SEGMENT_CONDITION_FIELDS.issuperset(condition) and _is_condition_value(condition.get("value", _ABSENT))
    return (
        operator == SHARE_OPERATOR
        and _SHARE_CONDITION_FIELDS.issuperset(condition)
        and isinstance(condition.get("attribute", ""), str)
        and _is_unit_share(condition.get("value"))
    )


def _is_attribute_condition(condition: dict[str, Any], operator: Operator) -> bool:
    value, ignore_case = condition.get("value", _ABSENT), condition.get("ignoreCase", False)
    return (
        _ATTRIBUTE_FIELDS.issuperset(condition)
        and isinstance(condition.get("attribute"), str)
        and (type(value) in _PLAIN or _is_condition_value(value))
        and (ignore_case is False or (ignore_case is True and operator.is_foldable))
    )


def _is_group(condition: dict[str, Any], levels: int) -> bool:
    if levels == 0 or len(condition) != 1:
        return False
    ((name, members),) = condition.items()
    return name in GROUP_NAMES and _are_conditions(members, levels - 1)


def _is_salt(value: object) -> bool:
    return isinstance(value, str) and utf16_length(value) <= limits.SALT


def _is_percentage(value: object) -> bool:
    return _is_number(value) and 0 <= value <= 100


def _is_unit_share(value: object) -> bool:
    return (
        _is_record(value, _UNIT_SHARE_FIELDS)
        and _is_percentage(value.get("from"))
        and _is_percentage(value.get("to"))
        and _is_salt(value.get("salt"))
        and value.get("kind", "bunting") in SHARE_KINDS
    )


def _is_hash(value: object) -> bool:
    return (
        _is_record(value, _HASH_FIELDS)
        and value.get("kind") in HASH_KINDS
        and _is_salt(value.get("salt"))
        and _is_salt(value.get("splitSalt", ""))
    )


def _is_share(value: object) -> bool:
    return (
        _is_record(value, _SHARE_FIELDS)
        and isinstance(value.get("variant"), str)
        and _is_number(weight := value.get("weight"))
        and weight > 0
    )


def _is_audience(rule: dict[str, Any]) -> bool:
    return (
        isinstance(rule.get("id"), str)
        and isinstance(rule.get("name", ""), str)
        and isinstance(rule.get("enabled"), bool)
        and rule.get("conditionOperator") in ("AND", "OR")
        and _are_conditions(rule.get("conditions"))
    )


def _is_segment_rule(rule: object) -> bool:
    return _is_record(rule, _AUDIENCE_FIELDS) and _is_audience(rule)


def _are_rules(value: object, is_value: _Check) -> bool:
    if not isinstance(value, list) or len(value) > limits.RULES:
        return False
    for rule in value:  # noqa: SIM110
        if not _is_rule(rule, is_value):
            return False
    return True


def _is_rule(rule: object, is_value: _Check) -> bool:
    if not isinstance(rule, dict) or not _is_audience(rule):
        return False
    if "value" in rule and not is_value(rule["value"]):
        return False
    # Most rules have nothing else.
    return _PLAIN_RULE_FIELDS.issuperset(rule) or (_RULE_FIELDS.issuperset(rule) and _is_drawn(rule))


def _is_drawn(rule: dict[str, Any]) -> bool:
    """Checks the fields by which a rule selects among the units that meet its conditions."""
    return (
        _is_percentage(rule.get("rolloutPercentage", 0))
        and ("distribution" not in rule or _is_list(rule["distribution"], limits.VARIANTS, _is_share))
        and isinstance(rule.get("bucketBy", ""), str)
        and ("hash" not in rule or _is_hash(rule["hash"]))
        and rule.get("split", "boolean") == "boolean"
    )


def _is_variant(variant: object, is_value: _Check) -> bool:
    return isinstance(variant, dict) and isinstance(variant.get("key"), str) and is_value(variant.get("value"))


def _is_prerequisite(value: object) -> bool:
    return (
        _is_record(value, _PREREQUISITE_FIELDS)
        and isinstance(value.get("flagKey"), str)
        and _is_list(value.get("values"), limits.PREREQUISITE_VALUES, _is_flag_value)
    )


# The checks for a flag's value and for the values of its variants, by the type of the flag.
_CHECKS: Final[dict[str, tuple[_Check, _Check]]] = {
    "boolean": (_is_boolean, _is_text_or_number),
    "string": (_is_text, _is_text_or_number),
    "number": (_is_number, _is_text_or_number),
    "json": (_is_document, _is_document),
}
