"""Tells installed libraries from the code of a project."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sysconfig
from collections.abc import Iterable
from importlib.machinery import SourceFileLoader
from typing import Any

_paths = sysconfig.get_paths()
_installed = tuple(
    os.path.realpath(_paths[name]) + os.sep for name in ("purelib", "platlib", "stdlib", "platstdlib")
)


def import_libraries(modules: Iterable[str]) -> None:
    """Imports those that are installed, so that they are there when the project's own code is loaded. What cannot
    be imported is left to that code."""
    for name in modules:
        try:
            if _is_installed(name.split(".")[0]):
                importlib.import_module(name)
        except BaseException:
            continue


def read_sources_only() -> None:
    """From now on code of the project is compiled from its files. What Python keeps of a compiled file counts for
    one that was changed within the same second and is as long."""
    plain = SourceFileLoader.path_stats

    def path_stats(loader: SourceFileLoader, path: str) -> Any:
        if _is_library(path):
            return plain(loader, path)
        raise OSError("bytecode of the project is not used")

    SourceFileLoader.path_stats = path_stats  # type: ignore[method-assign]


def _is_installed(name: str) -> bool:
    spec = importlib.util.find_spec(name)
    if spec is None:
        return False
    places = [spec.origin, *(spec.submodule_search_locations or [])]
    return any(place is not None and _is_library(place) for place in places)


def _is_library(place: str) -> bool:
    real = os.path.realpath(place)
    return f"{os.sep}site-packages{os.sep}" in real or real.startswith(_installed)
