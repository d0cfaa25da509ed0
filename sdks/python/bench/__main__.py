"""Measures the nanoseconds per evaluation, compared with hand-written code and other SDKs: ``python -m bench``."""

import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench import model
from bench.hand_written import write_by_hand
from bench.peers import installed
from bunting_sdk import Context
from bunting_sdk.bundle import parse_bundle
from bunting_sdk.engine.graph.flag_graph import compile_flags
from bunting_sdk.live_bundle import LiveBundle

_BUNDLE = Path("dist/bundle.json")
_ROUNDS = 41
_ROUND_NS = 4_000_000
_NAMES = {
    "plain": "plain flag",
    "rules": "three rules of two conditions",
    "rollout": "25 % rollout",
    "all": "all of 200 flags",
    "segment": "segment of 20,000",
    "nested": "three segments nested",
    "chain": "chain of five prerequisites",
    "groups": "groups three deep",
}

Run = Callable[[int], None]


def _loop(ask: Callable[[str, Any], Any], keys: list[str], contexts: list[Any]) -> Run:
    pairs = [(keys[at % len(keys)], context) for at, context in enumerate(contexts)]

    def run(times: int) -> None:
        for _ in range(times):
            for key, context in pairs:
                ask(key, context)

    return run


def _measure(runs: dict[str, Run], evaluations: int) -> dict[str, float]:
    """Runs all in turn, in alternating order, so that disturbances of the machine affect all of them alike."""
    taken: dict[str, list[float]] = {name: [] for name in runs}
    fills: dict[str, int] = {}
    for name, run in runs.items():
        began = time.thread_time_ns()
        run(1)
        fills[name] = max(1, _ROUND_NS // max(1, time.thread_time_ns() - began))
    for round_at in range(_ROUNDS):
        for name in list(runs) if round_at % 2 else list(runs)[::-1]:
            began = time.thread_time_ns()
            runs[name](fills[name])
            taken[name].append((time.thread_time_ns() - began) / fills[name] / evaluations)
    return {name: statistics.median(each) for name, each in taken.items()}


def _check(ask: Callable[[str, Context], Any], by_hand: Callable[[str, Context], Any], keys: list[str]) -> None:
    odd = [Context(), Context("ada", attributes={"plan": ["free", "pro"], "age": "70", "country": ["NL"]})]
    for key in keys:
        for context in [*odd, *(Context(user, attributes=attributes) for user, attributes in model.users_of(200))]:
            assert ask(key, context) == by_hand(key, context), (key, context)


def _case(kind: str) -> dict[str, float]:
    keys = model.keys_of_kind(kind)
    compiled = compile_flags(model.flags_of(keys), model.segments())
    written = {key: write_by_hand(key, kind) for key in keys}

    def ask(key: str, context: Context) -> Any:
        return compiled[key].evaluate(context)

    def ask_by_hand(key: str, context: Context) -> Any:
        return written[key](context)

    _check(ask, ask_by_hand, list(keys))
    contexts = [Context(user, attributes=attributes) for user, attributes in model.users_of(1_024)]
    runs = {"Bunting": _loop(ask, list(keys), contexts), "by hand": _loop(ask_by_hand, list(keys), contexts)}
    if kind in model.BASIC_KINDS:
        for name, own, peer in installed(keys):
            runs[name] = _loop(peer, list(keys), own)
    return _measure(runs, len(contexts))


def _all() -> dict[str, float]:
    keys = model.many_keys()
    flags = list(compile_flags(model.flags_of(keys), {}).values())
    written = [write_by_hand(key, kind) for key, kind in keys.items()]
    contexts = [Context(user, attributes=attributes) for user, attributes in model.users_of(64)]

    def ask(_key: str, context: Context) -> Any:
        memo: dict[Any, Any] = {}
        return [flag.evaluate_in(context, memo) for flag in flags]

    def ask_by_hand(_key: str, context: Context) -> Any:
        return [each(context) for each in written]

    runs = {"Bunting": _loop(ask, ["all"], contexts), "by hand": _loop(ask_by_hand, ["all"], contexts)}
    return _measure(runs, len(contexts))


def _start() -> None:
    """Compiles the bundle that ``node ../../bench/bundle/write.ts dist/bundle.json`` writes.

    It has 2,000 flags and 200 segments of 100.
    """
    if not _BUNDLE.exists():
        print(f"{_BUNDLE} is not there: what a start takes is not measured.")
        return
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    text = _BUNDLE.read_text()
    began = time.thread_time_ns()
    live, _ = LiveBundle().replaced(parse_bundle(text))
    ms = (time.thread_time_ns() - began) / 1e6
    kept = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1_024
    print(
        f"{len(live.flags):,} flags, 200 segments of 100 ({len(text) / 1e6:.1f} MB of text): "
        f"{ms:.0f} ms (at most 100: {_verdict(ms <= 100)}), {kept:.0f} MB at most (60: {_verdict(kept <= 60)})"
    )


def _verdict(is_kept: bool) -> str:
    return "yes" if is_kept else "NO"


def main() -> None:
    _start()
    wanted = sys.argv[1:] or list(_NAMES)
    for kind, name in _NAMES.items():
        if kind not in wanted:
            continue
        measured = _all() if kind == "all" else _case(kind)
        share = measured["by hand"] / measured["Bunting"]
        others = ", ".join(f"{each} {ns:,.0f} ns" for each, ns in measured.items())
        print(f"{name}: {share:.0%} of by hand ({others})")


if __name__ == "__main__":
    main()
