"""What passed between the server and apps."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from .context import Context

#: An entry of the journal, as the control API describes it.
Entry = Dict[str, Any]


class Journal:
    """The calls, deliveries and interactions of one workspace, in order. Tokens are masked, long texts are cut."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def entries(self) -> List[Entry]:
        """All entries since the test began. A call that an injected fault refuses is nobody's: it has no app."""
        entries = self._context.control.get("/control/journal", after=self._context.began)["entries"]
        return [entry for entry in entries if entry.get("team") in (None, self._context.team)]

    def calls(self, app: Optional[str] = None, method: Optional[str] = None, ok: Optional[bool] = None) -> List[Entry]:
        """Calls of the Web API. ``answer`` is what the app was answered."""
        return self._of_kind("call", app=app, method=method, ok=ok)

    def deliveries(
        self, app: Optional[str] = None, event: Optional[str] = None, outcome: Optional[str] = None
    ) -> List[Entry]:
        """Events for apps. One entry for each change of an attempt: ``sent``, then ``acknowledged`` or the failure."""
        found = self._of_kind("delivery", app=app, outcome=outcome)
        return [entry for entry in found if event in (None, entry["event"].get("type"))]

    def interactions(self, app: Optional[str] = None, type: Optional[str] = None) -> List[Entry]:  # noqa: A002
        """What apps were asked because people used what they show."""
        return self._of_kind("interaction", app=app, type=type)

    def _of_kind(self, kind: str, **wanted: Any) -> List[Entry]:
        return [
            entry
            for entry in self.entries()
            if entry["kind"] == kind and all(value in (None, entry.get(name)) for name, value in wanted.items())
        ]
