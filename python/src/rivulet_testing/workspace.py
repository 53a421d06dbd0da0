"""Workspaces in a few words."""

from __future__ import annotations

import json
import re
import secrets
from pathlib import Path
from typing import Any, Dict, List, Mapping, Union

from .errors import RivuletError

#: The manifest of an app, or the path of a file that holds it.
Manifest = Union[str, Path, Mapping[str, Any]]
#: An outline: ``people`` (names), ``channels`` (names, or members by name of the channel), ``apps`` (manifests).
#: Everybody is in every channel that names no members. Without ``people`` there are ``ana`` and ``ben``, without
#: ``channels`` there is ``general``.
Outline = Mapping[str, Any]
Workspace = Union[Outline, None]

_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789"
_KNOWN = ("people", "channels", "apps")


def to_source(outline: Workspace, base: Path) -> "tuple[str, Dict[str, Any]]":
    """The id of a new team, and a workspace file with it as the control API applies it."""
    given = dict(outline or {})
    unknown = [name for name in given if name not in _KNOWN]
    if unknown:
        raise RivuletError(f"A workspace has {', '.join(_KNOWN)}, and no {unknown[0]!r}.")
    mark = "".join(secrets.choice(_LETTERS) for _ in range(8))
    team = f"T0{mark}"
    users = [
        {"id": _id("U", name), "name": name, "admin": i == 0}
        for i, name in enumerate(_list(given.get("people"), ["ana", "ben"]))
    ]
    apps, files = _apps(given.get("apps"), base, team, mark)
    everybody = [one["id"] for one in [*users, *apps]]

    def member(name: str) -> str:
        person = next((user["id"] for user in users if user["name"] == name), None)
        return str(person or next((app["id"] for app in apps if app["id"] == _id("A", name) + mark), name))

    channels = given.get("channels")
    if isinstance(channels, Mapping):
        named = {name: [member(one) for one in members] for name, members in channels.items()}
    else:
        named = {name: everybody for name in _list(channels, ["general"])}
    rooms = [
        {"id": _id("C", name), "name": name, "general": name == "general", "members": members}
        for name, members in named.items()
    ]
    made = {"id": team, "name": "Test", "domain": f"test-{mark.lower()}", "users": users, "channels": rooms}
    document = {"version": 1, "teams": [made], "apps": apps}
    return team, {"name": "workspace.json", "text": json.dumps(document), "files": files, "dry_run": False}


def _apps(given: Any, base: Path, team: str, mark: str) -> "tuple[List[Dict[str, Any]], Dict[str, str]]":
    manifests = [given] if isinstance(given, (str, Path, Mapping)) else list(given or [])
    apps: List[Dict[str, Any]] = []
    files: Dict[str, str] = {}
    for i, manifest in enumerate(manifests):
        if not isinstance(manifest, Mapping):
            path = base / manifest
            try:
                text = path.read_text("utf-8")
            except OSError as error:
                raise RivuletError(f"The manifest {path} cannot be read: {error.strerror}.") from None
            try:
                manifest = json.loads(text)
            except ValueError:
                # YAML, which the server reads.
                files[str(path)] = text
                manifest = str(path)
        app = {"id": _app_id(manifest, i) + mark, "manifest": manifest, "installed_in": [team]}
        apps.append(app)
    return apps, files


def _app_id(manifest: Any, i: int) -> str:
    display = manifest.get("display_information") if isinstance(manifest, Mapping) else None
    name = display.get("name") if isinstance(display, Mapping) else None
    return _id("A", name) if isinstance(name, str) and re.search("[A-Za-z0-9]", name) else f"A0APP{i + 1}"


def _id(letter: str, name: str) -> str:
    """``U0ANA`` for ``ana``: an id that a person can read in the output of a test."""
    return f"{letter}0{re.sub('[^A-Z0-9]', '', name.upper())}"[:20]


def _list(given: Any, default: List[str]) -> List[str]:
    if given is None:
        return default
    return [given] if isinstance(given, str) else list(given)
