"""How the text of a bundle is parsed, item by item."""

import gc
import json

import pytest

from bunting_sdk.bundle import parse_bundle
from bunting_sdk.core.failure import FlagsError
from bunting_sdk.engine.context import NOBODY
from bunting_sdk.live_bundle import LiveBundle

_RULE = {"id": "r", "enabled": True, "conditionOperator": "AND", "conditions": [], "value": True}
_CONFIG = {"version": 1, "enabled": True, "defaultValue": False, "rules": [_RULE]}
_FLAG = {"id": "flag_1", "type": "boolean", "config": _CONFIG}
_TEXT = json.dumps(_FLAG)


def _live(text: str) -> LiveBundle:
    return LiveBundle().replaced(parse_bundle(text))[0]


@pytest.mark.parametrize(
    "text",
    [
        '{"revision":1,"flags":{"a":%s}}',
        ' \n{\t"flags" : {\r\n "a" : %s \n} , "revision" : 1 , "more" : [ { } , { "flags" : { } } ] } \n',
        '{"revision":1,"fl\\u0061gs":{"\\u0061":%s}}',
        '{"flags":{"b":null},"flags":{"a":null,"a":%s},"segments":null,"revision":1}',
    ],
)
def test_a_bundle_is_what_json_says(text: str) -> None:
    live = _live(text % _TEXT)
    read = json.loads(text % _TEXT)
    assert live.head == {name: read[name] for name in read if name not in ("flags", "segments")}
    assert list(live.flags) == ["a"]
    assert live.compiled["a"].evaluate(NOBODY).value is True
    assert _live(live.text()).text() == live.text()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "null",
        "[]",
        '"flags"',
        "{}",
        '{"flags":{}}',
        '{"revision":1}',
        '{"revision":1,"flags":[]}',
        '{"revision":1,"flags":null}',
        '{"revision":true,"flags":{}}',
        '{"revision":1,"flags":{}',
        '{"revision":1,"flags":{}}}',
        '{"revision":1,"flags":{}} {}',
        '{"revision":1,"flags":{},}',
        '{"revision":1,,"flags":{}}',
        '{"revision":1 "flags":{}}',
        '{"revision":1,"flags"{}}',
        '{"revision":1,"flags":{"a":}}',
        '{"revision":1,"flags":{"a":1,}}',
        '{"revision":1,"flags":{"a":1]}',
        '{"revision":1,"flags":{a:1}}',
        '{"revision":1,"flags":{1:1}}',
        '{"revision":1,"flags":{"a":NaN}}',
        '{"revision":1,"flags":{"a":{"b":01}}}',
        '\ufeff{"revision":1,"flags":{}}',
        f'{{"revision":1,"flags":{{"a":{_TEXT[:-1]}',
        f'{{"revision":1,"flags":{{}},"more":{"[" * 10_000}',
    ],
)
def test_what_is_no_bundle_is_refused_as_a_whole(text: str) -> None:
    with pytest.raises(FlagsError):
        parse_bundle(text)


@pytest.mark.parametrize("end", ["", ' "]}" ', "{}"])
def test_a_flag_that_is_nested_too_deeply_breaks_no_other(end: str) -> None:
    deep = f'{{"id":"flag_1","deep":{"[" * 10_000}{end}{"]" * 10_000}}}'
    text = f'{{"revision":1,"flags":{{"a":{deep},"b":{_TEXT}}},"segments":{{"c":{deep}}}}}'
    live = _live(text)
    assert live.compiled["a"].broken
    assert live.compiled["b"].evaluate(NOBODY).value is True
    assert live.text() == text


def test_flags_are_kept_as_texts() -> None:
    text = _TEXT.replace('"id": "r"', '"id": "rule-that-only-this-test-has"')
    live = _live(f'{{"revision":1,"flags":{{"a":{text},"b":{text}}}}}')
    assert live.compiled["b"].evaluate(NOBODY).value is True
    dicts = [each for each in gc.get_objects() if type(each) is dict]
    assert not any(each.get("id") == "rule-that-only-this-test-has" for each in dicts)


def test_the_same_flags_in_another_form_are_no_change() -> None:
    live = _live(f'{{"revision":1,"flags":{{"a":{_TEXT},"b":{_TEXT}}}}}')
    other = json.dumps(dict(reversed(_FLAG.items())), indent=1)
    changed = json.dumps({**_FLAG, "config": {**_CONFIG, "version": 2}})
    after, keys = live.replaced(parse_bundle(f'{{"revision":2,"flags":{{"a":{other},"b":{changed}}}}}'))
    assert keys == {"b"}
    assert after.compiled["a"] is live.compiled["a"]
