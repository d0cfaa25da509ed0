"""Bunting's feature flags, evaluated in your own process.

>>> from bunting_sdk import Context, open_flags
>>> flags = open_flags("http://127.0.0.1:4001", "sk_…")  # doctest: +SKIP
>>> flags.boolean("new-checkout", Context("ada", attributes={"plan": "pro"}), False)  # doctest: +SKIP
True
"""

from bunting_sdk.core.failure import FailureCode, FlagsError
from bunting_sdk.core.types import Details, EvaluationError, FlagsStatus, Json, Reason
from bunting_sdk.engine.context import AttributeValue, Context, Scalar
from bunting_sdk.events import Changed, Failed, Ready, Stale
from bunting_sdk.file_cache import FileCache
from bunting_sdk.flags import Flags
from bunting_sdk.kept_bundle import BundleCache
from bunting_sdk.kept_lists import ListCache
from bunting_sdk.open_flags import Telemetry, open_flags
from bunting_sdk.version import SDK_VERSION

__version__ = SDK_VERSION

__all__ = [
    "AttributeValue",
    "BundleCache",
    "Changed",
    "Context",
    "Details",
    "EvaluationError",
    "Failed",
    "FailureCode",
    "FileCache",
    "Flags",
    "FlagsError",
    "FlagsStatus",
    "Json",
    "ListCache",
    "Ready",
    "Reason",
    "Scalar",
    "Stale",
    "Telemetry",
    "__version__",
    "open_flags",
]
