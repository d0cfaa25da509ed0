import operator
from typing import Final

from bunting_sdk.engine.operators.comparison import comparisons
from bunting_sdk.engine.values.instant import read_iso_instant

# A number in an attribute is epoch milliseconds.
_instant_operator = comparisons(read_iso_instant, number_in_attribute=True)

BEFORE: Final = _instant_operator("before", operator.lt)
AFTER: Final = _instant_operator("after", operator.gt)
