"""Programs of their own, for what ends or forks a process."""

import os
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]
ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{_ROOT / 'src'}{os.pathsep}{_ROOT}"}


def run(program: str | Path, *arguments: str) -> str:
    """What a program prints, of this code or in this file; it has to end well."""
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
