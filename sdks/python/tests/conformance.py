"""Reads the conformance data that every engine must agree with."""

from pathlib import Path
from typing import Any, Final

import pytest

from bunting_sdk.engine.compile.large_list import LargeList
from bunting_sdk.engine.context import Context
from bunting_sdk.engine.graph.flag_graph import compile_flags
from bunting_sdk.engine.lists.hash_list import HashList, make_hash_list
from bunting_sdk.engine.types import FLAG_NOT_FOUND, EvaluationResult
from bunting_sdk.json_text import parse_json

FOLDER: Final = Path(__file__).parents[3] / "conformance"


def read(name: str) -> Any:
    file = FOLDER / f"{name}.json"
    if not file.exists():
        pytest.skip(f"There is no conformance/{file.name}.")
    return parse_json(file.read_text())


def files_of_cases() -> list[str]:
    """Returns the files whose cases are evaluations."""
    names = (path.stem for path in sorted(FOLDER.glob("*.json")) if path.stem != "explain")
    return [name for name in names if "flagKey" in read(name)["cases"][0]]


def context_of(context: dict[str, Any]) -> Context:
    return Context(
        context.get("userId"),
        context.get("anonymousId"),
        context.get("attributes"),
        proxy_country=context.get("proxyCountry"),
    )


def result_of(result: EvaluationResult) -> dict[str, Any]:
    """Converts a result to the form of the data, which omits absent fields."""
    fields = {"ruleId": result.rule_id, "variant": result.variant, "prerequisite": result.prerequisite}
    there = {name: value for name, value in fields.items() if value is not None}
    return {"value": result.value, "reason": result.reason, **there}


def flags_of(case: dict[str, Any]) -> dict[str, Any]:
    flags = dict(case.get("flags", {}))
    if case["config"] is not None:
        flags[case["flagKey"]] = case
    return {key: {"type": _type_of(flag), "config": flag["config"]} for key, flag in flags.items()}


def answers_to(case: dict[str, Any]) -> list[dict[str, Any]]:
    """Returns the results of evaluating the flag alone and as one of several."""
    known = {(each["list"], each["version"]): each["hashes"] for each in case.get("lists", ())}
    compiled = compile_flags(
        flags_of(case), case.get("segments", {}), case.get("format", 2), lambda named: hashes_in(known, named)
    )
    flag = compiled.get(case["flagKey"])
    if flag is None:
        return [result_of(FLAG_NOT_FOUND)]
    context = context_of(case["context"])
    return [result_of(flag.evaluate(context)), result_of(flag.evaluate_in(context, {}))]


def hashes_in(known: dict[tuple[str, int], list[str]], named: LargeList) -> HashList | None:
    hashes = known.get((named.list, named.version))
    return None if hashes is None else hash_list_of(hashes)


def hash_list_of(hashes: list[str]) -> HashList:
    """Converts hashes in hexadecimal."""
    return make_hash_list(bytes.fromhex("".join(hashes)))


def _type_of(flag: dict[str, Any]) -> Any:
    if "type" in flag:
        return flag["type"]
    match (flag["config"] or {}).get("defaultValue"):
        case bool():
            return "boolean"
        case str():
            return "string"
        case int() | float():
            return "number"
        case _:
            return "json"
