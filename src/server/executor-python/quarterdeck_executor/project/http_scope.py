"""A request, as ASGI describes it."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote, urlsplit

_kept = "/%:@!$&'()*+,;=~"
_usual_ports = {"http": 80, "https": 443}


def http_scope(url: str, method: str, headers: list[list[str]]) -> dict[str, Any]:
    parts = urlsplit(url)
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": parts.scheme,
        "path": unquote(parts.path),
        "raw_path": quote(parts.path, safe=_kept).encode(),
        "query_string": quote(parts.query, safe=_kept + "?[]").encode(),
        "root_path": "",
        "headers": [(_bytes(name.lower()), _bytes(value)) for name, value in headers],
        "client": None,
        "server": (parts.hostname, parts.port or _usual_ports.get(parts.scheme)),
    }


def _bytes(text: str) -> bytes:
    return text.encode("latin-1", "replace")
