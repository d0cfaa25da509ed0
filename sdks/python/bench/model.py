"""The eight cases of ``bench/engine``, with its users and its flags."""

from typing import Any, Final

COUNTRIES: Final = ["US", "NL", "BE", "DE", "FR", "JP", "BR"]
PLANS: Final = ["free", "pro", "enterprise"]
KINDS: Final = ("plain", "rules", "rollout", "segment", "nested", "chain", "groups")
BASIC_KINDS: Final = ("plain", "rules", "rollout")


def user_id_of(at: int) -> str:
    return f"user-{at * 7_919}"


def users_of(count: int) -> list[tuple[str, dict[str, Any]]]:
    """Returns users of whom each rule matches some, and no rule matches others."""
    return [
        (
            user_id_of(at),
            {
                "country": COUNTRIES[at % 7],
                "plan": PLANS[(at * 5 + at // 7) % 3],
                "age": at * 37 % 90,
                "beta": at % 2 == 0,
                "email": f"person-{at}@example.com",
            },
        )
        for at in range(count)
    ]


def _equals(attribute: str, value: str) -> dict[str, Any]:
    return {"attribute": attribute, "operator": "equals", "value": value}


def _in(attribute: str, *values: str) -> dict[str, Any]:
    return {"attribute": attribute, "operator": "in", "value": list(values)}


def _gt(attribute: str, value: int) -> dict[str, Any]:
    return {"attribute": attribute, "operator": "gt", "value": value}


RULES: Final = [
    [_in("plan", "pro", "enterprise"), _equals("country", "US")],
    [_in("country", "NL", "BE", "DE"), _gt("age", 65)],
    [_equals("plan", "pro"), _gt("age", 18)],
]
AUDIENCE: Final = [user_id_of(2 * at) for at in range(20_000)]
CHAIN: Final = [
    _equals("plan", "enterprise"),
    _in("country", "US", "NL", "BE", "DE", "JP"),
    _gt("age", 25),
    _in("country", "US", "NL", "BE", "DE", "FR"),
    _in("plan", "pro", "enterprise"),
    _gt("age", 10),
]
GROUPED: Final = {
    "any": [
        {"all": [_in("plan", "pro", "enterprise"), {"none": [_equals("country", "JP"), _gt("age", 65)]}]},
        {"all": [_in("country", "NL", "BE", "DE"), _gt("age", 65)]},
    ]
}


def _rule(at: int, *conditions: Any, **fields: Any) -> dict[str, Any]:
    rule = {"id": f"rule-{at + 1}", "name": "", "enabled": True, "conditionOperator": "AND", "value": True}
    return {**rule, "conditions": list(conditions), **fields}


def _in_segment(key: str) -> dict[str, Any]:
    return {"operator": "in_segment", "value": key}


_RULES_OF: Final[dict[str, list[dict[str, Any]]]] = {
    "plain": [],
    "rules": [_rule(at, *conditions) for at, conditions in enumerate(RULES)],
    "rollout": [_rule(0, rolloutPercentage=25)],
    "segment": [_rule(0, _in_segment("audience"))],
    "nested": [_rule(0, _in_segment("outer"))],
    "chain": [_rule(0, CHAIN[0])],
    "groups": [_rule(0, GROUPED)],
}


def _needs(link: int) -> dict[str, Any]:
    return {"prerequisites": [{"flagKey": f"link-{link}", "values": [True]}]} if link < len(CHAIN) else {}


def _flag(default: bool, rules: list[dict[str, Any]], **config: Any) -> dict[str, Any]:
    whole = {"version": 1, "enabled": True, "defaultValue": default, "rules": rules, **config}
    return {"id": "flag_1", "type": "boolean", "clientSafe": True, "config": whole}


def flags_of(keys: dict[str, str]) -> dict[str, Any]:
    """Returns flags by their keys and kinds, with all flags that they need."""
    flags = {
        key: _flag(kind == "plain", _RULES_OF[kind], **(_needs(1) if kind == "chain" else {}))
        for key, kind in keys.items()
    }
    if "chain" in keys.values():
        for link, condition in enumerate(CHAIN[1:], 1):
            flags[f"link-{link}"] = _flag(False, [_rule(0, condition)], **_needs(link + 1))
    return flags


def _segment(included: list[str], *conditions: Any) -> dict[str, Any]:
    rule = {"id": "rule-1", "name": "", "enabled": True, "conditionOperator": "AND", "conditions": list(conditions)}
    return {
        "unit": None,
        "config": {"version": 1, "included": included, "excluded": [], "rules": [rule] if conditions else []},
    }


def segments() -> dict[str, Any]:
    return {
        "audience": _segment(AUDIENCE),
        "outer": _segment([], _in_segment("middle"), _in("plan", "pro", "enterprise")),
        "middle": _segment([], _in_segment("inner"), _gt("age", 18)),
        "inner": _segment([], _in("country", "US", "NL", "BE", "DE")),
    }


def keys_of_kind(kind: str, count: int = 16) -> dict[str, str]:
    return {f"{kind}-{at}": kind for at in range(count)}


def many_keys(count: int = 200) -> dict[str, str]:
    return {f"flag-{at}": BASIC_KINDS[at % 3] for at in range(count)}
