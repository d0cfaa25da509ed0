"""Runs the examples, and the code in the documentation."""

import re
from pathlib import Path

import pytest

from tests.support.delivery import Delivery, bundle, flag
from tests.support.run import run

_PYTHON = Path(__file__).parents[1]
_PAGES = [_PYTHON / "README.md", _PYTHON.parents[1] / "docs" / "sdk-python.md"]

_FLAGS = {"new-checkout": flag(True), "limits": flag({"perMinute": 60})}
_BUNDLE = {**bundle(), "flags": _FLAGS}


def test_the_django_example() -> None:
    code = """
import os, sys
sys.path.insert(0, sys.argv[1])
os.environ.update(DJANGO_SETTINGS_MODULE="shop.settings", BUNTING_DELIVERY_URL=sys.argv[2], BUNTING_KEY="sk_1")
import django
from django.test import Client
django.setup()
assert Client().get("/checkout?user=ada").json() == {"checkout": "new"}
"""
    with Delivery(_BUNDLE) as delivery:
        run(code, str(_PYTHON / "examples" / "django"), delivery.url)


def test_the_fastapi_example() -> None:
    code = """
import os, sys, warnings
warnings.simplefilter("ignore")
sys.path.insert(0, sys.argv[1])
os.environ.update(BUNTING_DELIVERY_URL=sys.argv[2], BUNTING_KEY="sk_1")
from fastapi.testclient import TestClient
from bunting_sdk.testing import FixedFlags
from main import app, get_flags
with TestClient(app) as client:
    assert client.get("/checkout?user=ada").json() == {"checkout": "new"}
    app.dependency_overrides[get_flags] = lambda: FixedFlags({"new-checkout": False})
    assert client.get("/checkout").json() == {"checkout": "old"}
"""
    with Delivery(_BUNDLE) as delivery:
        run(code, str(_PYTHON / "examples" / "fastapi"), delivery.url)


@pytest.mark.parametrize("page", _PAGES, ids=lambda page: page.name)
def test_the_code_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.DOTALL | re.MULTILINE)
    assert blocks
    with Delivery(_BUNDLE) as delivery:
        code = "\n".join(blocks).replace("sk_…", "sk_1").replace("/var/cache/shop", str(tmp_path))
        run(code.replace("http://127.0.0.1:4001", delivery.url).replace("http://127.0.0.1:4000", delivery.url))
