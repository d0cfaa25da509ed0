"""Processes that end without closing: what they counted, tracked and would have kept is not lost."""

import atexit
import contextlib
import sys
import weakref
from typing import Any, Final, Protocol


class Ending(Protocol):
    def at_exit(self) -> None:
        """Called once the process ends. No thread can be started any more."""


_open: Final[weakref.WeakSet[Ending]] = weakref.WeakSet()
_is_multiprocessing_told = False
_finalizer: Any = None


def tell_at_exit(ending: Ending) -> None:
    _open.add(ending)
    tell_multiprocessing()


def tell_multiprocessing() -> None:
    """Its children end without Python's own hooks. It has hooks of its own, and a child forgets those of before it began."""
    global _is_multiprocessing_told
    util = sys.modules.get("multiprocessing.util")
    if util is None:
        return
    if not _is_multiprocessing_told:
        _is_multiprocessing_told = True
        util.register_after_fork(_at_exit, lambda _: _finalize(util))
    _finalize(util)


def _finalize(util: Any) -> None:
    global _finalizer
    is_child = sys.modules["multiprocessing.process"].parent_process() is not None
    if is_child and (_finalizer is None or not _finalizer.still_active()):
        _finalizer = util.Finalize(None, _at_exit, exitpriority=0)


def _at_exit() -> None:
    for ending in list(_open):
        with contextlib.suppress(Exception):
            ending.at_exit()


atexit.register(_at_exit)
