import operator
from typing import Final

from bunting_sdk.engine.operators.comparison import comparisons
from bunting_sdk.engine.values.number import read_number

_number_operator = comparisons(read_number, number_in_attribute=True, number_in_condition=True)

GT: Final = _number_operator("gt", operator.gt)
GTE: Final = _number_operator("gte", operator.ge)
LT: Final = _number_operator("lt", operator.lt)
LTE: Final = _number_operator("lte", operator.le)
