import operator
from typing import Final

from bunting_sdk.engine.operators.comparison import comparisons
from bunting_sdk.engine.values.version import read_version

_version_operator = comparisons(read_version)

SEMVER_EQ: Final = _version_operator("semver_eq", operator.eq)
SEMVER_GT: Final = _version_operator("semver_gt", operator.gt)
SEMVER_GTE: Final = _version_operator("semver_gte", operator.ge)
SEMVER_LT: Final = _version_operator("semver_lt", operator.lt)
SEMVER_LTE: Final = _version_operator("semver_lte", operator.le)
