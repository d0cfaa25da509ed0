"""All operators of conditions on attributes."""

from typing import Final

from bunting_sdk.engine.operators.geo_country import GEO_COUNTRY
from bunting_sdk.engine.operators.instant import AFTER, BEFORE
from bunting_sdk.engine.operators.list import IN, NOT_IN
from bunting_sdk.engine.operators.none import IS_NOT_SET, IS_SET
from bunting_sdk.engine.operators.number import GT, GTE, LT, LTE
from bunting_sdk.engine.operators.one import EQUALS, NOT_EQUALS
from bunting_sdk.engine.operators.operator import Operator
from bunting_sdk.engine.operators.regex import REGEX
from bunting_sdk.engine.operators.texts import CONTAINS, ENDS_WITH, NOT_CONTAINS, STARTS_WITH
from bunting_sdk.engine.operators.version import SEMVER_EQ, SEMVER_GT, SEMVER_GTE, SEMVER_LT, SEMVER_LTE

_OPERATORS: Final[dict[str, Operator]] = {
    operator.name: operator
    for operator in (
        EQUALS,
        NOT_EQUALS,
        IN,
        NOT_IN,
        CONTAINS,
        NOT_CONTAINS,
        STARTS_WITH,
        ENDS_WITH,
        GT,
        GTE,
        LT,
        LTE,
        BEFORE,
        AFTER,
        SEMVER_EQ,
        SEMVER_GT,
        SEMVER_GTE,
        SEMVER_LT,
        SEMVER_LTE,
        IS_SET,
        IS_NOT_SET,
        REGEX,
        GEO_COUNTRY,
    )
}


def find_operator(name: object) -> Operator | None:
    return _OPERATORS.get(name) if isinstance(name, str) else None
