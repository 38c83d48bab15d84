"""Who a project's own authorization says somebody is."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

_studio = "StudioUser"


class User(dict):  # type: ignore[type-arg]
    """A user in full, read by attribute and by item (published as `BaseUser`)."""

    @property
    def identity(self) -> str:
        return self["identity"]

    @property
    def display_name(self) -> str:
        return self["display_name"]

    @property
    def is_authenticated(self) -> bool:
        return self["is_authenticated"]

    @property
    def permissions(self) -> list[str]:
        return self["permissions"]

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"The user has no “{name}”.") from None


def user_of(told: Any) -> User:
    """A user in full, whichever way the authenticate handler told it."""
    fields = {"identity": told} if isinstance(told, str) else _fields_of(told)
    identity = fields.get("identity")
    if not isinstance(identity, str) or identity == "":
        raise TypeError("The authenticate handler must return an identity, or what has one.")
    permissions = fields.get("permissions")
    name = fields.get("display_name")
    return User(
        {
            **fields,
            "identity": identity,
            "display_name": name if isinstance(name, str) else identity,
            "is_authenticated": fields.get("is_authenticated") is not False,
            "permissions": _texts_of(permissions),
        }
    )


def handler_user(user: User) -> Any:
    """As handlers are given it: the operators are the published studio user."""
    if user.get("kind") != _studio:
        return user
    from langgraph_sdk.auth.types import StudioUser

    return StudioUser(user.identity, is_authenticated=True)


def user_in(config: Any) -> User | None:
    """The user of a run's config; None where no authorization was asked."""
    told = ((config or {}).get("configurable") or {}).get("langgraph_auth_user")
    return User(told) if isinstance(told, dict) and "identity" in told else None


def with_user(config: Any) -> Any:
    """A run's config whose user can be read as graphs find it (published)."""
    user = user_in(config)
    if user is None:
        return config
    return {**config, "configurable": {**config["configurable"], "langgraph_auth_user": user}}


def _texts_of(permissions: Any) -> list[str]:
    return [str(one) for one in permissions] if isinstance(permissions, (list, tuple, set)) else []


def _fields_of(told: Any) -> dict[str, Any]:
    """Nobody becomes an operator by a field that came from elsewhere."""
    if isinstance(told, Mapping):
        return {name: value for name, value in told.items() if (name, value) != ("kind", _studio)}
    if callable(dump := getattr(told, "model_dump", None)):
        more = dump()
    elif dataclasses.is_dataclass(told) and not isinstance(told, type):
        more = {field.name: getattr(told, field.name) for field in dataclasses.fields(told)}
    else:
        more = {name: value for name, value in _attributes(told) if not name.startswith("_")}
    for name in ("identity", "display_name", "is_authenticated", "permissions"):
        if hasattr(told, name):
            more[name] = getattr(told, name)
    more.pop("kind", None)
    return {**more, "kind": _studio} if type(told).__name__ == _studio else more


def _attributes(told: Any) -> list[tuple[str, Any]]:
    return list(getattr(told, "__dict__", {}).items())
