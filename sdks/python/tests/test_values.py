"""Checks how operators parse and format values, by the conformance data."""

import struct

import pytest

from bunting_sdk.core.telemetry.counted_value import counted_value
from bunting_sdk.core.telemetry.tally import Counted
from bunting_sdk.engine.operators.regex import REGEX
from bunting_sdk.engine.types import EvaluationResult
from bunting_sdk.engine.values.instant import read_iso_instant
from bunting_sdk.engine.values.number import number_of, number_text, read_number
from bunting_sdk.engine.values.same_value import same_value
from bunting_sdk.json_text import parse_json
from tests import conformance

pytestmark = pytest.mark.conformance


def _double(bits: str) -> float:
    (double,) = struct.unpack(">d", bytes.fromhex(bits))
    return float(double)


def test_patterns_are_accepted_and_match_as_the_data_says() -> None:
    failing = []
    for case in conformance.read("patterns")["cases"]:
        pattern = case["pattern"]
        if REGEX.is_readable(pattern) != case["accepted"]:
            failing.append(pattern)
        elif case["accepted"]:
            test = REGEX.prepare(pattern)
            if not all(map(test, case["matches"])) or any(map(test, case["misses"])):
                failing.append(pattern)
    assert failing == []


def test_numbers_have_the_texts_of_the_data() -> None:
    for case in conformance.read("numbers")["cases"]:
        assert number_text(number_of(_double(case["bits"]))) == case["text"]


def test_numbers_are_read_as_the_data_says() -> None:
    for each in conformance.read("numbers")["readings"]:
        expected = None if each["bits"] is None else number_of(_double(each["bits"]))
        assert same_value(read_number(each["text"]), expected), each


def test_instants_are_read_as_the_data_says() -> None:
    data = conformance.read("instants")["cases"]
    assert [each for each in data if read_iso_instant(each["text"]) != each["epochMs"]] == []


def test_values_are_counted_under_what_the_data_says() -> None:
    for case in conformance.read("telemetry-values")["cases"]:
        result = EvaluationResult(parse_json(case["json"]), "DEFAULT", variant=case.get("variant"))
        assert same_value(counted_value(Counted("flag", None, result)), case["expect"]), case["name"]


@pytest.mark.parametrize("number", [True, False])
def test_a_boolean_is_no_number(number: bool) -> None:
    assert not same_value(number, int(number))
