import asyncio
import json
import threading
from contextlib import closing
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from bunting_sdk import Changed, Context, FileCache, Flags, Ready, Telemetry, open_flags
from bunting_sdk.testing import FixedFlags
from tests.support.delivery import Delivery, Heard, bundle, flag, patch


def _until(holds: Any) -> None:
    """Waits for a condition. If it never holds, pytest's time limit for a test ends the run."""
    pause = threading.Event()
    while not holds():
        pause.wait(0.005)


def _threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("bunting")]


def test_flags_follow_a_stream() -> None:
    with Delivery(bundle(a=flag(False), b=flag("x"))) as delivery, open_flags(delivery.url, "sk_1") as flags:
        changed = Heard()
        flags.on("changed", changed.listen)
        assert flags.boolean("a", Context("ada"), True) is False
        delivery.send(patch(1, a=flag(True, version=2)))
        assert changed.next() == Changed(("a",))
        assert flags.boolean("a", Context("ada"), False) is True
        assert flags.string("b", Context("ada"), "y") == "x"
        assert (flags.status, flags.revision, flags.environment_id) == ("ready", 2, "env_1")


def test_requests_say_who_asks() -> None:
    with Delivery(bundle()) as delivery, open_flags(f"{delivery.url}/", "sk_1"):
        path, headers = delivery.requests[0]
        assert path == "/v1/stream?from="
        assert headers["Authorization"] == "Bearer sk_1"
        assert headers["User-Agent"].startswith("bunting-python/")


def test_without_flags_there_are_fallbacks() -> None:
    with Delivery(None) as delivery:
        delivery.status = 503
        flags = open_flags(delivery.url, "sk_1")
        assert flags.ready(0.05) is False
        details = flags.boolean_details("a", None, True)
        assert (details.value, details.reason, details.error) == (True, "ERROR", "NOT_READY")
        flags.close()


def test_a_refused_key_ends_the_waiting() -> None:
    with Delivery(None) as delivery:
        delivery.status = 401
        flags = open_flags(delivery.url, "sk_1")
        assert flags.ready(None) is False
        assert flags.error is not None
        assert flags.error.code == "KEY_REFUSED"
        flags.close()


@pytest.mark.parametrize("url", [None, "", "not an address", "ftp://flags.example"])
def test_what_is_no_address_is_told(url: Any) -> None:
    told = Heard()
    with closing(open_flags(url, "sk_1")) as flags:
        flags.on("error", told.listen)
        error = told.next().error
        assert error.code == "UNREACHABLE"
        assert error.message.endswith("is no address of a service")


def test_asyncio_waits_without_a_thread_of_its_own() -> None:
    async def use() -> bool:
        async with open_flags(delivery.url, "sk_1") as flags:
            return flags.boolean("a", Context("ada"), False)

    with Delivery(bundle(a=flag(True))) as delivery:
        assert asyncio.run(use()) is True

    async def give_up() -> bool:
        flags = open_flags("http://127.0.0.1:9", "sk_1")
        try:
            return await flags.ready_async(0.05)
        finally:
            flags.close()

    assert asyncio.run(give_up()) is False


def test_closing_leaves_no_thread_and_flags_answer_on() -> None:
    with Delivery(bundle(a=flag(True))) as delivery:
        flags = open_flags(delivery.url, "sk_1")
        assert flags.ready()
        assert sorted(_threads()) == ["bunting-stream", "bunting-work"]
        flags.close()
        flags.close()
        assert _threads() == []
        assert flags.status == "closed"
        assert flags.boolean("a", None, False) is True


def test_a_listener_may_close() -> None:
    with Delivery(bundle(a=flag(True))) as delivery:
        flags = open_flags(delivery.url, "sk_1")
        ready = Heard()

        def close(event: Changed) -> None:
            flags.close()
            ready.listen(event)

        flags.on("changed", close)
        assert flags.ready()
        delivery.send(patch(1, a=flag(False, version=2)))
        assert ready.next() == Changed(("a",))
        _until(lambda: _threads() == [])


def test_a_listener_that_raises_is_told_of_and_harms_nobody() -> None:
    flags = FixedFlags({"a": True})
    failed, changed = Heard(), Heard()
    flags.on("changed", lambda _: 1 / 0)
    flags.on("changed", changed.listen)
    flags.on("error", failed.listen)
    flags.set("a", False)
    assert changed.next() == Changed(("a",))
    assert failed.next().error.code == "LISTENER"


def test_what_happens_before_anybody_listens_is_told_to_the_first_who_does() -> None:
    with Delivery(bundle(a=flag(True))) as delivery, open_flags(delivery.url, "sk_1") as flags:
        _until(lambda: flags.status == "ready")
        first, second = Heard(), Heard()
        flags.on("ready", first.listen)
        flags.on("ready", second.listen)
        assert first.next() == Ready(1)
        assert second.is_empty


def test_the_cache_has_flags_where_the_service_has_none(tmp_path: Path) -> None:
    cache = FileCache(tmp_path / "deep" / "flags.json")
    with Delivery(bundle(a=flag(False))) as delivery, open_flags(delivery.url, "sk_1", cache=cache) as flags:
        changed = Heard()
        flags.on("changed", changed.listen)
        delivery.send(patch(1, a=flag(True, version=2)))
        changed.next()
    file = tmp_path / "deep" / "flags.json"
    assert file.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in file.parent.iterdir()] == ["flags.json"]
    with open_flags("http://127.0.0.1:9", "sk_1", cache=cache) as flags:
        assert flags.boolean("a", None, False) is True


def test_half_a_cache_file_is_told(tmp_path: Path) -> None:
    file = tmp_path / "flags.json"
    file.write_text('{"revision": 1, "fla')
    flags = open_flags("http://127.0.0.1:9", "sk_1", cache=FileCache(file))
    _until(lambda: flags.error is not None)
    assert flags.ready(0) is False
    flags.close()


def test_a_flag_that_goes_too_deep_is_the_only_one_that_cannot_be_read() -> None:
    deep = '{"id":"f","type":"json","clientSafe":true,"config":' + "[" * 100_000 + "]" * 100_000 + "}"
    text = json.dumps(bundle(a=flag("x"), b=0)).replace('"b": 0', f'"b": {deep}')
    flags = open_flags("http://127.0.0.1:9", "sk_1", bootstrap=text)
    assert flags.string("a", None, "y") == "x"
    assert flags.json_details("b", None, {}).error == "GENERAL"
    flags.close()


@pytest.mark.parametrize("bootstrap", ["half of", {"error": "INVALID_API_KEY"}, {"flags": object()}])
def test_a_bootstrap_that_cannot_be_read_is_told(bootstrap: Any, caplog: pytest.LogCaptureFixture) -> None:
    flags = open_flags("http://127.0.0.1:9", "sk_1", bootstrap=bootstrap)
    assert flags.ready(0) is False
    assert "BAD_ANSWER: The bootstrap cannot be read: " in caplog.text
    flags.close()


def test_evaluations_are_told_once_and_exactly() -> None:
    with Delivery(bundle(a=flag(True), j=flag({"x": [1, 2.5]}))) as delivery:
        flags = open_flags(delivery.url, "sk_1", telemetry=Telemetry(delivery.url, flush_s=3_600))
        assert flags.ready()

        def ask() -> None:
            for _ in range(1_000):
                flags.boolean("a", Context("ada"), False)

        threads = [threading.Thread(target=ask) for _ in range(8)]
        for thread in threads:
            thread.start()
        flags.flush()
        for thread in threads:
            thread.join()
        flags.json("j", None, {})
        flags.boolean("nobody-knows", None, False)
        flags.close()
        assert delivery.counts() == {"a": 8_000, "j": 1, "nobody-knows": 1}
        events = {event["flagKey"]: event for batch in delivery.batches for event in batch}
        assert events["j"]["value"] == '{"x":[1,2.5]}'
        assert events["a"]["sdkVersion"].startswith("python-")
        assert events["nobody-knows"]["reason"] == "FLAG_NOT_FOUND"


def test_counts_of_a_flag_that_changed_are_not_lost() -> None:
    with Delivery(bundle(a=flag(True))) as delivery:
        flags = open_flags(delivery.url, "sk_1", telemetry=Telemetry(delivery.url, flush_s=3_600))
        changed = Heard()
        flags.on("changed", changed.listen)
        assert flags.ready()
        flags.boolean("a", None, False)
        delivery.send(patch(1, a=flag(False, version=2)))
        changed.next()
        flags.boolean("a", None, True)
        flags.close()
        assert delivery.counts() == {"a": 2}


@pytest.fixture
def fixed() -> Flags:
    return FixedFlags({"on": True, "text": "x", "whole": 3, "half": 0.5, "limits": {"perMinute": [60]}})


def test_a_value_of_another_type_gives_the_fallback(fixed: Flags) -> None:
    assert fixed.boolean_details("text", None, False).error == "TYPE_MISMATCH"
    assert fixed.number("on", None, 7) == 7
    assert fixed.string_details("nothing", None, "f").error == "FLAG_NOT_FOUND"
    assert (fixed.number("whole", None, 0), fixed.number("half", None, 0)) == (3, 0.5)


def test_a_json_value_cannot_be_changed_for_the_others(fixed: Flags) -> None:
    limits: dict[str, Any] = fixed.json("limits", None, {})
    for change in (lambda: limits.update(x=1), lambda: limits["perMinute"].append(1), lambda: limits.pop("perMinute")):
        with pytest.raises(TypeError, match="copy it first"):
            change()
    assert json.dumps(limits) == '{"perMinute": [60]}'
    own = deepcopy(limits)
    own["perMinute"].append(1)
    assert fixed.json("limits", None, {}) == {"perMinute": [60]}


def test_a_check_decides_whether_a_json_value_will_do(fixed: Flags) -> None:
    fallback: dict[str, Any] = {"f": 1}
    assert fixed.json("limits", None, fallback, lambda value: "perMinute" in value) == {"perMinute": [60]}
    assert fixed.json("limits", None, fallback, lambda value: "perHour" in value) == {"f": 1}
    assert fixed.json("limits", None, fallback, lambda value: value < 1 / 0) == {"f": 1}


class _Unhashable:
    def __hash__(self) -> int:
        raise RuntimeError


@pytest.mark.parametrize("key", [None, 1, [], {}, "x" * 100_000, _Unhashable()])
@pytest.mark.parametrize("context", [None, 1, "ada", {"userId": "ada"}, Context(attributes=5)])  # type: ignore[arg-type]
def test_callers_may_pass_anything(fixed: Flags, key: Any, context: Any) -> None:
    assert fixed.boolean(key, context, True) is True
    assert fixed.boolean_details("on", context, True).value is True
    assert isinstance(fixed.all(context), dict)
