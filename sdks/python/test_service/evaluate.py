from collections.abc import Iterator, Mapping
from typing import Any

from bunting_sdk import Context, Details, Flags


class _Throwing(Mapping[str, Any]):
    """Attributes that cannot be read."""

    def __getitem__(self, name: str) -> Any:
        raise RuntimeError("an attribute that cannot be read")

    def __iter__(self) -> Iterator[str]:
        return iter(("plan",))

    def __len__(self) -> int:
        return 1


def context_of(said: Any) -> Any:
    """Converts a context; anything that is not an object is passed on unchanged."""
    if not isinstance(said, dict):
        return said
    return Context(
        said.get("userId"), said.get("anonymousId"), said.get("attributes"), proxy_country=said.get("proxyCountry")
    )


def details_of(flags: Flags, asked: dict[str, Any]) -> Details[Any]:
    context = context_of(asked.get("context"))
    if asked.get("hostile") == "throws":
        context = Context(attributes=_Throwing())
    question: Any = {
        "boolean": flags.boolean_details,
        "number": flags.number_details,
        "json": flags.json_details,
    }.get(asked.get("type", "string"), flags.string_details)
    exposure = asked.get("exposure", True)
    details: Details[Any] = question(asked.get("flagKey"), context, asked.get("fallback"), exposure=exposure)
    return details


def track(flags: Flags, asked: dict[str, Any]) -> None:
    """Calls ``track`` with the arguments unchanged, of whatever type they are."""
    context = context_of(asked.get("context"))
    if asked.get("hostile") == "throws":
        context = Context(attributes=_Throwing())
    name: Any = asked.get("name")
    flags.track(name, context, value=asked.get("value"))


def shown(details: Details[Any]) -> dict[str, Any]:
    fields = {
        "reason": details.reason,
        "variant": details.variant,
        "ruleId": details.rule_id,
        "prerequisite": details.prerequisite,
        "errorCode": details.error,
    }
    return {"value": details.value, **{name: text for name, text in fields.items() if text is not None}}
