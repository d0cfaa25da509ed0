"""The version in pyproject.toml."""

from typing import Final

SDK_VERSION: Final = "0.5.0"
