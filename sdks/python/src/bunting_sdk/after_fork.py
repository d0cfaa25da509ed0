"""Detects forks by hooks: comparing process ids would slow down every evaluation."""

import contextlib
import logging
import os
import sys
import weakref
from typing import Final, Protocol


class Forked(Protocol):
    def after_fork(self) -> None:
        """Called in the child, which has a single thread. It must not block."""


_log: Final = logging.getLogger("bunting")
_open: Final[weakref.WeakSet[Forked]] = weakref.WeakSet()
_is_uwsgi_told = False


def tell_after_fork(forked: Forked) -> None:
    _open.add(forked)
    _tell_uwsgi()


def _in_child() -> None:
    for forked in list(_open):
        forked.after_fork()


def _tell_uwsgi() -> None:
    """Registers uWSGI's own hook: it forks in C, and calls Python's hooks only if configured to."""
    global _is_uwsgi_told
    if _is_uwsgi_told or "uwsgi" not in sys.modules:
        return
    _is_uwsgi_told = True
    if {"enable-threads", "threads"}.isdisjoint(getattr(sys.modules["uwsgi"], "opt", {})):
        _log.warning("uWSGI runs threads only with enable-threads = true: without it, flags may not become current.")
    with contextlib.suppress(ImportError):
        import uwsgidecorators  # noqa: PLC0415

        uwsgidecorators.postfork(_in_child)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_child)
