from bunting_sdk.engine.values.number import number_text


def text_of(value: object) -> str | None:
    """The text an attribute or a condition's value compares by; ``None`` for everything that has none."""
    kind = type(value)
    if kind is str:
        return value  # type: ignore[return-value]
    if value is True:
        return "true"
    if value is False:
        return "false"
    if kind is int or kind is float:
        return number_text(value)  # type: ignore[arg-type]
    return None


def has_text(actual: object, expected: str) -> bool:
    """Most attributes are texts, and need no conversion."""
    return actual == expected if type(actual) is str else text_of(actual) == expected


def utf16_length(text: str) -> int:
    """What JavaScript takes for a text's length: limits are given in it."""
    length = len(text)
    return length if text.isascii() else length + sum(character > "\uffff" for character in text)
