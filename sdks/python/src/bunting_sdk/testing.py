"""Flags for the tests of an application."""

from collections.abc import Mapping
from typing import Any

from bunting_sdk.bundle import parse_bundle
from bunting_sdk.engine.context import Scalar
from bunting_sdk.flags import Flags
from bunting_sdk.json_text import json_text, parse_json


class FixedFlags(Flags):
    """Flags with fixed values, the same for every user, without a network.

    >>> flags = FixedFlags({"new-checkout": True, "button-colour": "green"})
    >>> flags.boolean("new-checkout", None, False)
    True
    >>> flags.set("new-checkout", False)
    >>> flags.boolean("new-checkout", None, True)
    False
    """

    def __init__(self, values: Mapping[str, Scalar | dict[str, Any] | list[Any]]) -> None:
        super().__init__()
        self._fixed = dict(values)
        self._held.begin(self._bundle())

    def set(self, key: str, value: Scalar | dict[str, Any] | list[Any]) -> None:
        """Sets the value of a flag, and emits ``changed``."""
        self._fixed[key] = value
        self._held.replace(self._bundle())

    def _bundle(self) -> dict[str, Any]:
        flags = {key: _flag_of(key, value) for key, value in self._fixed.items()}
        return parse_bundle(json_text({"environmentId": "env_fixed", "revision": 1, "flags": flags}))


def _flag_of(key: str, value: Any) -> dict[str, Any]:
    # A copy, with numbers normalized as in bundles.
    copied = parse_json(json_text(value))
    return {
        "id": f"flag_{key}",
        "type": _type_of(copied),
        "clientSafe": True,
        "config": {"version": 1, "enabled": True, "defaultValue": copied, "rules": []},
    }


def _type_of(value: Any) -> str:
    match value:
        case bool():
            return "boolean"
        case str():
            return "string"
        case int() | float():
            return "number"
        case _:
            return "json"
