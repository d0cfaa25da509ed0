"""Tests processes that fork, or that exit without closing the flags."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.support.delivery import Delivery, bundle, flag, patch
from tests.support.run import ENVIRONMENT, run

_OPEN = """
import sys
from bunting_sdk import Context, Telemetry, open_flags
url = sys.argv[1]
flags = open_flags(url, "sk_1", telemetry=Telemetry(url, flush_s=3_600))
assert flags.ready(60)
"""

_UNTIL_FALSE = """
import time
def until_false():
    while flags.boolean("a", Context("ada"), True):
        time.sleep(0.005)
"""


def test_a_process_that_ends_without_closing_tells_what_it_counted() -> None:
    with Delivery(bundle(a=flag(True))) as delivery:
        run(f'{_OPEN}\nfor _ in range(5): flags.boolean("a", Context("ada"), False)', delivery.url)
        assert delivery.counts() == {"a": 5}


def test_a_process_that_ends_before_its_flags_are_there_ends_at_once() -> None:
    run('from bunting_sdk import open_flags\nopen_flags("http://127.0.0.1:9", "sk_1")')


def test_a_child_answers_follows_and_counts_for_itself() -> None:
    code = f"""{_OPEN}{_UNTIL_FALSE}
import os, threading
flags.boolean("a", Context("ada"), False)
child = os.fork()
if child == 0:
    # Nothing runs in it before it asks for something.
    assert [each.name for each in threading.enumerate()] == ["MainThread"], threading.enumerate()
    assert flags.boolean("a", Context("ada"), False) is True
    print("child", len(threading.enumerate()), flush=True)
    until_false()
    flags.close()
    os._exit(0)
until_false()
assert os.waitpid(child, 0)[1] == 0
flags.close()
"""
    with Delivery(bundle(a=flag(True))) as delivery:
        program = subprocess.Popen(
            [sys.executable, "-c", code, delivery.url], env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
        )
        assert program.stdout is not None
        assert program.stdout.readline() == "child 3\n"
        delivery.send(patch(1, a=flag(False, version=2)))
        assert program.wait() == 0
        program.stdout.close()
        # The evaluation before the fork is reported once, by the parent.
        trues = [event for batch in delivery.batches for event in batch if event["value"] is True]
        falses = [event for batch in delivery.batches for event in batch if event["value"] is False]
        assert len(falses) == 2
        assert len(trues) == 2
        assert len([each for each in delivery.requests if each[0].startswith("/v1/stream")]) == 2


def test_a_fork_before_the_first_flags_gets_them_too() -> None:
    code = """
import os, sys
from bunting_sdk import Context, open_flags
flags = open_flags(sys.argv[1], "sk_1")
child = os.fork()
assert flags.ready(None)
assert flags.boolean("a", Context("ada"), False) is True
if child == 0:
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
"""
    with Delivery(bundle(a=flag(True))) as delivery:
        run(code, delivery.url)


def test_a_fork_in_the_midst_of_changes_keeps_whole_flags() -> None:
    code = """
import os, sys
from bunting_sdk import open_flags
flags = open_flags(sys.argv[1], "sk_1")
flags.on("changed", lambda _: None)
assert flags.ready(None)
for _ in range(20):
    child = os.fork()
    if child == 0:
        answers = flags.all(None)
        assert answers["a"].value == answers["b"].value
        assert flags.ready(0)
        flags.close()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
flags.close()
"""
    with Delivery(bundle(a=flag(0), b=flag(0))) as delivery:
        for revision in range(1, 300):
            delivery.send(patch(revision, a=flag(revision), b=flag(revision)))
        run(code, delivery.url)


def test_nothing_is_imported_once_threads_run() -> None:
    """A fork during an import leaves a lock in the child that is never released."""
    code = """
import sys
from bunting_sdk import Context, FileCache, Telemetry, open_flags
before = set(sys.modules)
url, file = sys.argv[1:]
flags = open_flags(url, "sk_1", cache=FileCache(file), telemetry=Telemetry(url, flush_s=3_600))
assert flags.ready(None)
flags.boolean("a", Context("\\ud83d", attributes={"name": "Ω"}), False)
flags.close()
assert set(sys.modules) == before, set(sys.modules) - before
"""
    rule = {
        "id": "r",
        "enabled": True,
        "conditionOperator": "AND",
        "conditions": [{"attribute": "name", "operator": "regex", "value": r"(?i)^\p{Greek}"}],
        "value": True,
        "rolloutPercentage": 50,
    }
    with Delivery(bundle(a=flag(False, rules=[rule]))) as delivery, TemporaryDirectory() as folder:
        run(code, delivery.url, f"{folder}/flags.json")


def test_processes_of_multiprocessing_have_flags() -> None:
    code = f"""{_OPEN}
import multiprocessing
def ask(_):
    answer = flags.boolean("a", Context("ada"), False)
    flags.flush()
    return answer
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(ask, range(8)) == [True] * 8
flags.close()
"""
    with Delivery(bundle(a=flag(True))) as delivery:
        run(code, delivery.url)
        assert delivery.counts() == {"a": 8}


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_a_child_of_multiprocessing_that_ends_tells_what_it_counted(method: str, tmp_path: Path) -> None:
    code = f"""
import multiprocessing
{_OPEN}
def ask():
    for _ in range(5):
        flags.boolean("a", Context("ada"), False)
if __name__ == "__main__":
    child = multiprocessing.get_context({method!r}).Process(target=ask)
    child.start()
    child.join()
    assert child.exitcode == 0
    flags.close()
"""
    # A child that is not forked reads the program again.
    program = tmp_path / "program.py"
    program.write_text(code)
    with Delivery(bundle(a=flag(True))) as delivery:
        run(program, delivery.url)
        assert delivery.counts() == {"a": 5}


def test_uwsgi_is_asked_once_to_tell_of_its_forks() -> None:
    code = """
import sys, types
hooks = []
sys.modules["uwsgi"] = types.ModuleType("uwsgi")
sys.modules["uwsgidecorators"] = types.ModuleType("uwsgidecorators")
sys.modules["uwsgidecorators"].postfork = hooks.append
from bunting_sdk import open_flags
flags, other = (open_flags(sys.argv[1], "sk_1") for _ in range(2))
assert len(hooks) == 1
assert flags.ready(None)
"""
    with Delivery(bundle(a=flag(True))) as delivery:
        run(code, delivery.url)


def test_rules_are_interpreted_where_no_code_may_be_made() -> None:
    code = """
import sys
from bunting_sdk import Context, open_flags
rule = {"id": "r", "enabled": True, "conditionOperator": "AND", "value": True,
        "conditions": [{"attribute": "plan", "operator": "equals", "value": "pro"}]}
config = {"version": 1, "enabled": True, "defaultValue": False, "rules": [rule]}
flag = {"id": "flag_1", "type": "boolean", "clientSafe": True, "config": config}
flags = open_flags("http://127.0.0.1:9", "sk_1", bootstrap={"environmentId": "e", "revision": 1, "flags": {"a": flag}})
def refuse(event, arguments):
    if event in ("compile", "exec"):
        raise RuntimeError("no code here")
sys.addaudithook(refuse)
assert flags.boolean("a", Context(attributes={"plan": "pro"}), False) is True
assert flags.boolean("a", Context(attributes={"plan": "free"}), True) is False
"""
    run(code)
