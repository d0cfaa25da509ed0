"""The limits of a config, which every engine that reads a bundle relies on."""

from typing import Final

RULES: Final = 100
CONDITIONS: Final = 50
VARIANTS: Final = 50
# Nested groups.
GROUP_DEPTH: Final = 3
PREREQUISITES: Final = 10
# Values per prerequisite.
PREREQUISITE_VALUES: Final = 20
# Segments per condition.
SEGMENTS: Final = 20
SEGMENT_RULES: Final = 50
# Ids in each list of a segment.
SEGMENT_IDS: Final = 20_000
# Nesting levels of a `json` value.
JSON_DEPTH: Final = 32
# Characters in the salt of a hash.
SALT: Final = 512
# Elements of an attribute that is a list.
LIST_ITEMS: Final = 100
# Values in the list of a condition.
VALUES: Final = 1_000
