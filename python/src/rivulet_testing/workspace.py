"""Workspaces in a few words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List, Mapping, Union

from .errors import RivuletError

#: The manifest of an app, or the path of a JSON file that holds it.
Manifest = Union[str, Path, Mapping[str, Any]]
#: An outline: ``people`` (names), ``channels`` (names, or members by name of the channel), ``apps`` (manifests).
#: Everybody is in every channel that names no members. Without ``people`` there are ``ana`` and ``ben``, without
#: ``channels`` there is ``general``.
Outline = Mapping[str, Any]
Workspace = Union[Outline, None]

_KNOWN = ("people", "channels", "apps")


def to_outline(outline: Workspace, base: Path) -> Dict[str, Any]:
    """The outline as the control API takes it. ``base``: the directory of the manifests that are files."""
    given = dict(outline or {})
    unknown = [name for name in given if name not in _KNOWN]
    if unknown:
        raise RivuletError(f"A workspace has {', '.join(_KNOWN)}, and no {unknown[0]!r}.")
    made: Dict[str, Any] = {"apps": [_manifest(one, base) for one in _list(given.get("apps"))]}
    if given.get("people") is not None:
        made["people"] = _list(given["people"])
    channels = given.get("channels")
    if isinstance(channels, Mapping):
        made["channels"] = {name: list(members) for name, members in channels.items()}
    elif channels is not None:
        made["channels"] = _list(channels)
    return made


def _manifest(given: Manifest, base: Path) -> Mapping[str, Any]:
    if isinstance(given, Mapping):
        return given
    path = base / given
    try:
        manifest = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise RivuletError(f"The manifest {path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise RivuletError(f"The manifest {path} is no JSON: {error}. Give what a YAML file says as a dict.") from None
    if not isinstance(manifest, dict):
        raise RivuletError(f"The manifest {path} is no JSON object.")
    return manifest


def _list(given: Any) -> List[Any]:
    if given is None:
        return []
    return [given] if isinstance(given, (str, Path, Mapping)) else list(given)
