from typing import Literal, TypeAlias

FailureCode: TypeAlias = Literal["KEY_REFUSED", "UNREACHABLE", "BAD_ANSWER", "CACHE", "TELEMETRY", "LISTENER"]
"""The kind of failure. All may be temporary except for ``KEY_REFUSED``, which needs another key."""


class FlagsError(Exception):
    """The error of an ``error`` event. Evaluations never raise it."""

    def __init__(self, code: FailureCode, message: str, cause: BaseException | None = None) -> None:
        super().__init__(message)
        self.code: FailureCode = code
        self.message = message
        self.__cause__ = cause


def as_flags_error(code: FailureCode, message: str, raised: BaseException) -> FlagsError:
    if isinstance(raised, FlagsError):
        return raised
    why = str(raised) or type(raised).__name__
    return FlagsError(code, f"{message}: {why}", raised)
