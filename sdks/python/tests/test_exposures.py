"""Checks exposures and tracked events against the conformance data."""

import json
from typing import Any

import pytest

from bunting_sdk import Flags, Telemetry, open_flags
from bunting_sdk.json_text import json_text
from tests import conformance
from tests.support.delivery import Delivery, bundle, flag
from tests.support.run import run

_NOWHERE = "http://127.0.0.1:9"


def _ask(flags: Flags, asked: dict[str, Any]) -> None:
    questions: dict[str, tuple[Any, Any]] = {"boolean": (flags.boolean, False), "number": (flags.number, 0)}
    question, fallback = questions.get(asked["type"], (flags.string_details, ""))
    context = conformance.context_of(asked["context"])
    question(asked["flagKey"], context, fallback, exposure=asked.get("exposure", True))


def _told(flags: Any) -> dict[str, Any]:
    """Returns the pending exposures and events, without times and ids."""
    batch = flags._telling.tracked.next_batch()
    body = {"exposures": [], "events": []} if batch is None else json.loads(batch.body())
    items = {name: body[name] for name in ("exposures", "events")}
    return {
        name: [{field: value for field, value in item.items() if field not in ("at", "id")} for item in items[name]]
        for name in items
    }


@pytest.mark.conformance
@pytest.mark.parametrize("case", conformance.read("exposures")["cases"], ids=lambda case: case["name"])
def test_exposures(case: dict[str, Any]) -> None:
    telemetry = Telemetry(_NOWHERE, 3_600)
    with open_flags(_NOWHERE, "sk_test", bootstrap=json_text(case["bundle"]), telemetry=telemetry) as flags:
        for asked in case["evaluations"]:
            _ask(flags, asked)
        for event in case["tracked"]:
            flags.track(event["name"], conformance.context_of(event["context"]), value=event.get("value"))
        assert _told(flags) == case["expect"]


def test_a_process_that_forked_leaves_what_waits_to_its_parent() -> None:
    code = """
import json, os, sys
from bunting_sdk import Telemetry, open_flags
flags = open_flags(sys.argv[1], "sk_1", telemetry=Telemetry(sys.argv[1], flush_s=3_600))
assert flags.ready(None)
flags.track("before", None)
child = os.fork()
if child == 0:
    flags.track("after", None)
names = [event["name"] for event in json.loads(flags._telling.tracked.next_batch().body())["events"]]
assert names == (["after"] if child == 0 else ["before"]), names
if child == 0:
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
"""
    with Delivery(bundle(flag=flag(True))) as delivery:
        run(code, delivery.url)
