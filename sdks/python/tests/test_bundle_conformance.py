"""Applies patches to bundles and parses event streams, by the conformance data."""

from typing import Any

import pytest

from bunting_sdk.bundle import parse_sent
from bunting_sdk.core.event_stream import EventParser
from bunting_sdk.core.types import Details
from bunting_sdk.engine.values.same_value import same_value
from bunting_sdk.json_text import json_text
from bunting_sdk.live_bundle import LiveBundle
from tests import conformance

pytestmark = pytest.mark.conformance

_FIELDS = {"rule_id": "ruleId", "variant": "variant", "prerequisite": "prerequisite"}


def _answer(live: LiveBundle, asked: dict[str, Any]) -> dict[str, Any]:
    flag = live.compiled.get(asked["flagKey"])
    if flag is None:
        return {"value": None, "reason": "FLAG_NOT_FOUND"}
    details: Details[Any] = flag.evaluate(conformance.context_of(asked["context"])).details
    there = {name: getattr(details, field) for field, name in _FIELDS.items() if getattr(details, field) is not None}
    return {"value": details.value, "reason": details.reason, **there}


def _check(live: LiveBundle, expected: list[dict[str, Any]]) -> None:
    for asked in expected:
        assert same_value(_answer(live, asked), asked["result"]), asked


@pytest.mark.parametrize("case", conformance.read("patches")["cases"], ids=lambda case: case["name"])
def test_patches(case: dict[str, Any]) -> None:
    live, _ = LiveBundle().replaced(parse_sent(json_text(case["bundle"])))
    _check(live, case["expect"])
    for each in case["patches"]:
        before = live.text()
        patched = live.patched(parse_sent(json_text(each["patch"])))
        assert (patched is not None) == each["applies"]
        live = live if patched is None else patched[0]
        _check(live, each["expect"])
        # A bundle that arrives as a whole has the same results.
        _check(LiveBundle().replaced(parse_sent(live.text()))[0], each["expect"])
        assert patched is not None or live.text() == before


def _chunks_of(case: dict[str, Any]) -> list[bytes]:
    return (
        [bytes.fromhex(each) for each in case["hex"]] if "hex" in case else [each.encode() for each in case["chunks"]]
    )


@pytest.mark.parametrize("case", conformance.read("event-stream")["cases"], ids=lambda case: case["name"])
def test_event_streams(case: dict[str, Any]) -> None:
    chunks = _chunks_of(case)
    whole = b"".join(chunks)
    for parts in (chunks, [whole], [whole[at : at + 1] for at in range(len(whole))]):
        parser = EventParser()
        events = [event._asdict() for part in parts for event in parser.read(part)]
        assert events == case["expect"]
