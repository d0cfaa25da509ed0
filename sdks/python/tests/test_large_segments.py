import base64
from typing import Any

import pytest

from bunting_sdk.engine.compile.large_list import unit_hash
from bunting_sdk.engine.graph.flag_graph import FlagGraph
from bunting_sdk.engine.graph.recompile import GONE
from bunting_sdk.engine.lists.hash_list import HashIndex, HashList, sha256_of
from bunting_sdk.engine.lists.list_reader import ListContent, ListReader, list_bytes
from bunting_sdk.engine.lists.merge_list import merge_list
from bunting_sdk.engine.types import FLAG_NOT_FOUND
from tests import conformance

pytestmark = pytest.mark.conformance


def _data() -> Any:
    return conformance.read("large-segments")


def _hexes(hashes: HashList) -> list[str]:
    return [f"{each:016x}" for each in hashes]


def test_units_hash_as_the_data_says() -> None:
    for each in _data()["hashes"]:
        salt = base64.urlsafe_b64decode(each["salt"] + "==")
        assert f"{unit_hash(salt, each['unit']):016x}" == each["hash"], each


def test_lists_have_what_the_data_says() -> None:
    for each in _data()["lists"]:
        hashes = conformance.hash_list_of(each["hashes"])
        index = HashIndex(hashes)
        assert [one for one in each["has"] if not index.has(int(one, 16))] == []
        assert [one for one in each["hasNot"] if index.has(int(one, 16))] == []
        assert sha256_of(hashes) == each["sha256"]


def _read(data: bytes, at_once: int) -> ListContent:
    reader = ListReader(100)
    for at in range(0, len(data), at_once):
        reader.take(data[at : at + at_once])
    return reader.end()


@pytest.mark.parametrize("at_once", [1, 3, 8, 41, 1_000])
def test_bytes_say_what_the_data_says(at_once: int) -> None:
    for each in _data()["bytes"]:
        data = bytes.fromhex(each["bytes"])
        if each["expect"] is None:
            with pytest.raises(ValueError, match=r"bytes|hashes"):
                _read(data, at_once)
            continue
        content = _read(data, at_once)
        assert {
            "from": content.start,
            "version": content.version,
            "added": _hexes(content.added),
            "removed": _hexes(content.removed),
        } == each["expect"], each["name"]
        if "list" not in each:
            continue
        merged = merge_list(conformance.hash_list_of(each["list"]), content)
        assert (None if merged is None else _hexes(merged)) == each["becomes"], each["name"]
        if merged is not None:
            assert sha256_of(merged) == each["sha256"]
        if content.start == 0:
            assert b"".join(list_bytes(content.version, content.added)) == data


def _said(items: dict[str, Any]) -> dict[str, Any]:
    return {key: GONE if item is None else item for key, item in items.items()}


def test_flags_wait_for_lists_as_the_data_says() -> None:
    for case in _data()["changes"]:
        known = {(each["list"], each["version"]): each["hashes"] for each in case["lists"]}

        def change(graph: FlagGraph, flags: Any, segments: Any, known: Any = known) -> FlagGraph:
            find = lambda named: conformance.hashes_in(known, named)  # noqa: E731
            return graph.change(_said(flags), _said(segments), lambda _key: lambda result: result, find)[0]

        def check(graph: FlagGraph, answers: Any, name: str = case["name"]) -> None:
            for each in answers:
                flag = graph.flags.get(each["flagKey"])
                result = FLAG_NOT_FOUND if flag is None else flag.evaluate(conformance.context_of(each["context"]))
                assert conformance.result_of(result) == each["result"], name

        segments = dict(case["bundle"]["segments"])
        graph = change(FlagGraph(), case["bundle"]["flags"], segments)
        check(graph, case["expect"])
        for step in case["steps"]:
            if "patch" in step:
                segments.update(step["patch"]["segments"])
                graph = change(graph, step["patch"]["flags"], step["patch"]["segments"])
            known.update({(each["list"], each["version"]): each["hashes"] for each in step.get("lists", ())})
            graph = change(graph, {}, {key: segments[key] for key in graph.waiting()})
            check(graph, step["expect"])
