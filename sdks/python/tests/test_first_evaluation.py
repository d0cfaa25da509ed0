"""What a flag is compiled to at its first evaluation, not when it arrives."""

import gc
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from bunting_sdk.bundle import parse_sent
from bunting_sdk.engine.context import NOBODY, Context
from bunting_sdk.engine.graph.flag_graph import FlagGraph, compile_flags
from bunting_sdk.engine.types import EvaluationResult
from bunting_sdk.json_text import json_text
from bunting_sdk.live_bundle import LiveBundle


def _flag(*needs: str) -> dict[str, Any]:
    config = {
        "version": 1,
        "enabled": True,
        "defaultValue": False,
        "rules": [{"id": "r", "enabled": True, "conditionOperator": "AND", "conditions": [], "value": True}],
        "prerequisites": [{"flagKey": key, "values": [True]} for key in needs],
    }
    return {"id": "flag_1", "type": "boolean", "config": config}


def _sent(**bundle: Any) -> dict[str, Any]:
    return parse_sent(json_text(bundle))


@pytest.fixture
def switching_often() -> Iterator[None]:
    interval_s = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval_s)


def test_only_what_an_evaluation_needs_is_compiled() -> None:
    rendered: list[str] = []

    def render_of(key: str) -> Any:
        def render(result: EvaluationResult) -> EvaluationResult:
            rendered.append(key)
            return result

        return render

    graph, _ = FlagGraph().change({"a": _flag(), "b": _flag("a"), "c": _flag()}, {}, render_of)
    assert rendered == []
    assert graph.flags["b"].evaluate(NOBODY).value is True
    assert set(rendered) == {"a", "b"}


@pytest.mark.usefixtures("switching_often")
def test_threads_that_ask_first_at_once_agree_on_what_meets_a_prerequisite() -> None:
    for _ in range(50):
        flags = compile_flags({"parent": _flag(), "child": _flag("parent"), "grandchild": _flag("child")}, {})
        together = threading.Barrier(8)
        values: list[Any] = []

        def ask(at: int, flags: Any = flags, together: Any = together, values: Any = values) -> None:
            together.wait()
            values.append(flags[("parent", "child", "grandchild")[at % 3]].evaluate(NOBODY).value)

        threads = [threading.Thread(target=ask, args=(at,)) for at in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert values == [True] * 8


@pytest.mark.parametrize(("weight", "value"), [(1e303, True), (1e304, True), (1.7e308, None)])
def test_weights_near_the_largest_number_hold_up_nothing(weight: float, value: bool | None) -> None:
    flag = _flag()
    shares = [{"variant": variant, "weight": weight} for variant in ("true", "false")]
    flag["config"]["rules"] = [{**flag["config"]["rules"][0], "distribution": shares}]
    del flag["config"]["rules"][0]["value"]
    result = compile_flags({"a": flag}, {})["a"].evaluate(Context("ada"))
    assert (result.value, result.reason) == ((value, "ROLLOUT") if value is not None else (False, "DEFAULT"))


def test_a_flag_that_nobody_asks_for_keeps_no_earlier_bundle() -> None:
    gc.collect()
    before = sum(isinstance(each, FlagGraph) for each in gc.get_objects())
    live, _ = LiveBundle().replaced(_sent(revision=0, flags={f"flag-{at}": _flag() for at in range(5)}))
    for at in range(5):
        patched = live.patched(
            _sent(**{"from": at}, revision=at + 1, flags={f"flag-{at}": _flag(f"flag-{(at + 1) % 5}")})
        )
        assert patched is not None
        live, _ = patched
    gc.collect()
    # The live one, and the empty one that a bundle begins with is gone.
    assert sum(isinstance(each, FlagGraph) for each in gc.get_objects()) == before + 1
