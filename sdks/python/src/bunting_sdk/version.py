"""As pyproject.toml has it."""

from typing import Final

SDK_VERSION: Final = "0.5.0"
