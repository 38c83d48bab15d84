"""Finds what a langgraph.json names."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable
from importlib import metadata
from types import ModuleType
from typing import Any

from ..failures import cause_of, line_within, sentence_of

_names_folder = os.path.join(".quarterdeck", "names")


class LoadError(Exception):
    """What langgraph.json names cannot be loaded; `__cause__` is what user code raised."""

    def __init__(self, what: str, problem: str) -> None:
        super().__init__(f"{what} cannot be loaded: {problem}")


class GraphLoadError(LoadError):
    def __init__(self, graph_id: str, problem: str) -> None:
        super().__init__(_graph(graph_id), problem)


def _graph(graph_id: str) -> str:
    return f"The graph “{graph_id}”"


def check_library() -> None:
    """Graphs of the library before 1.0 keep their state in another form."""
    try:
        version = metadata.version("langgraph")
    except metadata.PackageNotFoundError:
        raise RuntimeError("The environment of the project has no langgraph. Install it there.") from None
    if int(version.split(".")[0]) < 1:
        raise RuntimeError(
            f"The project uses langgraph {version}; this server runs 1.0 and later. Raise its version in the project's dependencies."
        )


def find_modules_in(folders: list[str]) -> None:
    for folder in folders:
        if folder not in sys.path:
            sys.path.append(folder)


def load_graphs(directory: str, graphs: dict[str, str]) -> dict[str, Any]:
    """By graph's id, what its address names. Raises a LoadError for the first that fails."""
    return {
        graph_id: load_export(directory, _graph(graph_id), address)
        for graph_id, address in graphs.items()
    }


def load_export(directory: str, what: str, address: str) -> Any:
    """What an address names: `./file.py:name` or `package.module:name`. `what` it is begins the sentence of the
    LoadError where there is none, or its code fails. Runs the code of the project."""
    place, _, name = address.rpartition(":")
    if place.endswith(".py") or "/" in place:
        module = _module_of_file(directory, what, place)
    else:
        module = _imported(what, place, place, lambda: importlib.import_module(place), directory)
    try:
        return getattr(module, name)
    except AttributeError:
        raise LoadError(what, f"{place} has no export named “{name}”.") from None


def _module_of_file(directory: str, what: str, place: str) -> ModuleType:
    file = os.path.realpath(os.path.join(directory, place))
    if not os.path.isfile(file):
        raise LoadError(what, f"there is no file {place}.")
    name = _dotted_name(file)
    if name:
        return _imported(what, place, file, lambda: importlib.import_module(name), directory)
    return _imported(what, place, file, lambda: _from_file(directory, file), directory)


def _dotted_name(file: str) -> str | None:
    """The name that the project's own imports would use for a file. Values of its classes are stored with the
    module's name, and it must not be loaded twice."""
    roots = _roots()
    for root in sorted(roots, key=len, reverse=True):
        if not file.startswith(root + os.sep):
            continue
        parts = [*roots[root], *file[len(root) + 1 : -len(".py")].split(os.sep)]
        if parts[-1] == "__init__":
            parts.pop()
        if not parts or not all(re.fullmatch(r"[^\W\d]\w*", part) for part in parts):
            continue
        name = ".".join(parts)
        if _is_module(name, file):
            return name
    return None


def _roots() -> dict[str, list[str]]:
    """The folders that modules are found in, and what their names begin with there."""
    roots: dict[str, list[str]] = {}
    for entry in sys.path:
        roots.setdefault(os.path.realpath(entry or os.getcwd()), [])
        # The build puts links there, to folders of the project that are modules by their own names.
        if entry.endswith(_names_folder) and os.path.isdir(entry):
            for name in os.listdir(entry):
                roots[os.path.realpath(os.path.join(entry, name))] = [name]
    return roots


def _is_module(name: str, file: str) -> bool:
    known = sys.modules.get(name)
    if known is not None:
        origin = getattr(known, "__file__", None)
    else:
        # A package around it may fail when it is run: that is told when the file itself is loaded.
        if "." in name and name.rpartition(".")[0] not in sys.modules and not _has_plain_parents(name):
            return False
        try:
            spec = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            return False
        origin = spec.origin if spec else None
    return origin is not None and os.path.realpath(origin) == file


def _has_plain_parents(name: str) -> bool:
    """`find_spec` imports the packages around a module; only that of the first name is found without."""
    return importlib.util.find_spec(name.split(".")[0]) is not None


def _from_file(directory: str, file: str) -> ModuleType:
    """Under a name that is the same after each deployment, so that its classes are found again."""
    shown = os.path.relpath(file, os.path.realpath(directory))
    digest = hashlib.sha256(shown.encode()).hexdigest()[:8]
    name = re.sub(r"\W", "_", shown.removesuffix(".py")) + f"_{digest}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{shown} is no module")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _imported(
    what: str, place: str, file: str, load: Callable[[], ModuleType], directory: str
) -> ModuleType:
    try:
        return load()
    except BaseException as error:
        cause = cause_of(error)
        # Where the project lies on this machine is nobody's business.
        sentence = sentence_of(cause).replace(file, place).replace(directory + os.sep, "")
        line = line_within(directory, cause)
        at = "" if line is None else f" at {line}"
        raise LoadError(what, f"{place} failed with “{sentence}”{at}") from error
