from typing import Any

import pytest

from bunting_sdk.engine.compile.bucket import bucket_of, rollout_seed, variant_seed
from bunting_sdk.engine.evaluate import codegen
from bunting_sdk.engine.hash.murmur3 import murmur3
from bunting_sdk.engine.hash.utf8 import utf8
from bunting_sdk.engine.values.same_value import same_value
from tests import conformance

pytestmark = pytest.mark.conformance


def _failing(cases: list[dict[str, Any]]) -> list[str]:
    return [
        case["name"]
        for case in cases
        if not all(same_value(answer, case["expect"]) for answer in conformance.answers_to(case))
    ]


@pytest.mark.parametrize("name", conformance.files_of_cases())
def test_every_case_is_answered_as_the_data_says(name: str) -> None:
    assert _failing(conformance.read(name)["cases"]) == []


@pytest.mark.parametrize("name", conformance.files_of_cases())
def test_rules_that_are_interpreted_answer_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codegen, "_is_allowed", False)
    monkeypatch.setattr(codegen, "_known", {})
    assert _failing(conformance.read(name)["cases"]) == []


def test_texts_hash_as_the_data_says() -> None:
    hashes = conformance.read("bucketing")["hashes"]
    assert [each for each in hashes if utf8(each["text"]).hex() != each["utf8"]] == []
    assert [each for each in hashes if murmur3(each["text"], each["seed"]) != each["hash"]] == []


def test_units_fall_into_the_buckets_of_the_data() -> None:
    for each in conformance.read("bucketing")["buckets"]:
        key, rule, unit = each["flagKey"], each["ruleId"], each["unit"]
        seed, other = rollout_seed(key, rule), variant_seed(key, rule)
        assert (seed, bucket_of(seed, unit)) == (each["seed"], each["bucket"]), each
        assert (other, bucket_of(other, unit)) == (each["variantSeed"], each["variantBucket"]), each
