from bunting_sdk.engine.values.text import text_of


def is_missing(value: object) -> bool:
    """Returns whether an attribute counts as missing.

    ``Context`` has already replaced lists that count as missing.
    """
    return type(value) is not list and text_of(value) is None
