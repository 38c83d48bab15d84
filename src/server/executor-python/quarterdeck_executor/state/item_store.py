"""What graphs remember over all threads, kept by the agent server: the store that steps are given."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from langgraph.store.base import (
    BaseStore,
    GetOp,
    Item,
    ListNamespacesOp,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
)

from ..channel import Store, answered
from ..wire_json import wire_json


class ItemStore(BaseStore):
    """Can be asked from the loop and from threads."""

    supports_ttl = True

    def __init__(self, store: Store) -> None:
        self._store = store

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        operations = list(ops)
        return _results(operations, self._store.ask(_call(operations)).result())

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        operations = list(ops)
        return _results(operations, await answered(self._store.ask(_call(operations))))


def _call(operations: list[Op]) -> dict[str, Any]:
    return {"call": "items", "operations": [_asked(operation) for operation in operations]}


def _asked(operation: Op) -> dict[str, Any]:
    if isinstance(operation, GetOp):
        return {
            "op": "get",
            "namespace": list(operation.namespace),
            "key": operation.key,
            "refresh_ttl": operation.refresh_ttl,
        }
    if isinstance(operation, PutOp):
        return {
            "op": "put",
            "namespace": list(operation.namespace),
            "key": operation.key,
            "value": None if operation.value is None else wire_json(operation.value),
            "index": operation.index,
            "ttl_minutes": operation.ttl,
        }
    if isinstance(operation, SearchOp):
        return {
            "op": "search",
            "prefix": list(operation.namespace_prefix),
            "filter": wire_json(operation.filter) if operation.filter else None,
            "query": operation.query,
            "limit": operation.limit,
            "offset": operation.offset,
            "refresh_ttl": operation.refresh_ttl,
        }
    return _asked_namespaces(operation)


def _asked_namespaces(operation: ListNamespacesOp) -> dict[str, Any]:
    paths = {"prefix": [], "suffix": []}
    for condition in operation.match_conditions or ():
        paths[condition.match_type] = list(condition.path)
    return {
        "op": "namespaces",
        **paths,
        "max_depth": operation.max_depth,
        "limit": operation.limit,
        "offset": operation.offset,
    }


def _results(operations: list[Op], results: list[Any]) -> list[Result]:
    return [_result(*pair) for pair in zip(operations, results)]


def _result(operation: Op, result: Any) -> Result:
    if isinstance(operation, GetOp):
        return result and Item(**_fields(result))
    if isinstance(operation, SearchOp):
        return [SearchItem(**_fields(item), score=item["score"]) for item in result]
    if isinstance(operation, ListNamespacesOp):
        return [tuple(namespace) for namespace in result]
    return None


def _fields(item: dict[str, Any]) -> dict[str, Any]:
    return {
        "namespace": tuple(item["namespace"]),
        "key": item["key"],
        "value": json.loads(item["value"]),
        "created_at": item["created_at"].replace("Z", "+00:00"),
        "updated_at": item["updated_at"].replace("Z", "+00:00"),
    }
