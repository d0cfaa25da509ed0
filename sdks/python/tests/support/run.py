"""Runs Python code in a process of its own, for tests that exit or fork."""

import os
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{_ROOT / 'src'}{os.pathsep}{_ROOT}"}


def run(code: str, *arguments: str) -> str:
    """Runs a program, which must exit with 0, and returns its output."""
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "ignore::DeprecationWarning", "-c", code, *arguments],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
