"""Headers that code of the project gives an answer."""

from __future__ import annotations

import re

_name = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)
_not_in_values = re.compile(r"[\0\r\n]|[^\0-\xff]")


def sendable_header(name: str, value: str) -> list[str]:
    """Name and value. Raises a ValueError for what no server can send."""
    if not _name.fullmatch(name) or _not_in_values.search(value):
        raise ValueError(f"An answer has a header that cannot be sent: {name}.")
    return [name, value]
