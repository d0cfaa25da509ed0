"""Runs Python code in a process of its own, for tests that exit or fork."""

import os
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{_ROOT / 'src'}{os.pathsep}{_ROOT}"}


def run(program: str | Path, *arguments: str) -> str:
    """Runs this code or file as a program, which must exit with 0, and returns its output."""
    code = [str(program)] if isinstance(program, Path) else ["-c", program]
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-W", "ignore::DeprecationWarning", *code, *arguments],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
