"""Names of places: a channel, a direct message, a thread."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, List, Mapping, Optional, Union

from .context import Context
from .errors import RivuletError
from .message import Message

if TYPE_CHECKING:
    from .app import App
    from .person import Person

#: A channel (``"general"``, ``"#general"``), an app or a person for the direct message with them (``"@scout"``, or the
#: object), a message for its thread, or an id.
Where = Union[str, "App", "Person", Message]


@dataclass(frozen=True)
class Place:
    """Where something is: a channel, with a thread if it is in one. The id of an app or a person stands for the direct message."""

    channel: str
    thread_ts: Optional[str] = None


def resolve(context: Context, where: Where) -> Place:
    """The place that is named."""
    if isinstance(where, Message):
        return Place(where.channel, where.thread_ts or where.ts)
    if not isinstance(where, str):
        identifier = getattr(where, "id", None)
        if not isinstance(identifier, str):
            raise RivuletError(f"{where!r} is no place. Name a channel, a person or an app, or give a message.")
        return Place(identifier)
    found = _find(context, where)
    if found is None:
        # It may have been made since.
        context.refresh()
        found = _find(context, where)
    if found is None and re.fullmatch(r"[A-Z][A-Z0-9]{2,}", where):
        found = where
    if found is None:
        everything = [*_all(context, "channels"), *_all(context, "people"), *_all(context, "apps")]
        names = ", ".join(str(one["name"]) for one in everything)
        raise RivuletError(f'There is no "{where}" in {context.name}. There are: {names}.')
    return Place(found)


def find_app(context: Context, name: str) -> Optional[Mapping[str, Any]]:
    """An app by its name, that of its bot user, or its id, ignoring case."""
    wanted = name.lower()
    for app in _all(context, "apps"):
        if wanted in (str(app[key]).lower() for key in ("id", "name", "bot_name")):
            return app
    return None


def find_named(context: Context, kind: str, name: str) -> Optional[Mapping[str, Any]]:
    """A person or channel by name or id."""
    return next((one for one in _all(context, kind) if name in (one["name"], one["id"])), None)


def _find(context: Context, where: str) -> Optional[str]:
    name = where[1:] if where[:1] in ("#", "@") else where
    found = None if where.startswith("@") else find_named(context, "channels", name)
    if found is None and not where.startswith("#"):
        found = find_app(context, name) or find_named(context, "people", name)
    return None if found is None else str(found["id"])


def _all(context: Context, kind: str) -> List[Mapping[str, Any]]:
    return list(context.directory[kind])
