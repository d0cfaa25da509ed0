"""What a config may have: every engine that reads a bundle relies on it."""

from typing import Final

RULES: Final = 100
CONDITIONS: Final = 50
VARIANTS: Final = 50
# Groups within groups.
GROUP_DEPTH: Final = 3
PREREQUISITES: Final = 10
# Of one prerequisite.
PREREQUISITE_VALUES: Final = 20
# In one condition.
SEGMENTS: Final = 20
SEGMENT_RULES: Final = 50
# In each of a segment's lists.
SEGMENT_IDS: Final = 20_000
# Levels of a `json` value.
JSON_DEPTH: Final = 32
# Characters of a hash's salt.
SALT: Final = 512
# In an attribute that is a list.
LIST_ITEMS: Final = 100
# In a condition's list.
VALUES: Final = 1_000
