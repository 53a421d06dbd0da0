"""A workspace of a running server: people, apps and channels by name."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, NoReturn, Optional, TypeVar, Union

from .app import App
from .clock import Clock
from .context import Context
from .control import Control, Json
from .errors import RivuletError
from .journal import Entry, Journal
from .message import Message, Seen
from .person import Person
from .place import find_app, find_named

T = TypeVar("T")


class Rivulet:
    """People, apps and channels of one workspace, and the server that they are on."""

    def __init__(self, control: Control, directory: Json, *, timeout: float = 5.0, shared: bool = False) -> None:
        """``shared``: other tests use the server too, so that its clock stays as it is."""
        self._control = control
        self._context = Context(control, directory, timeout)
        self._people: Dict[str, Person] = {}
        self._apps: Dict[str, App] = {}
        #: The address of the server, also of the web client.
        self.url = control.url
        #: Where the Web API is: ``base_url`` of the SDKs.
        self.api_url = f"{control.url}/api/"
        #: The id of the team.
        self.team = self._context.team
        self.clock = Clock(control, shared)
        self.journal = Journal(self._context)

    def __repr__(self) -> str:
        return f"<Rivulet {self.team} at {self.url}>"

    def person(self, name: str) -> Person:
        """A person by their name or id."""
        found = self._find(lambda: find_named(self._context, "people", name)) or self._unknown("person", name, "people")
        return self._people.setdefault(str(found["id"]), Person(self._context, found))

    def app(self, name: Optional[str] = None) -> App:
        """An app by its name, that of its bot user, or its id. The name may be left out if there is one app only."""
        apps = self._context.directory["apps"]
        if name is None:
            found = apps[0] if len(apps) == 1 else self._unknown("app", "", "apps")
        else:
            found = self._find(lambda: find_app(self._context, name)) or self._unknown("app", name, "apps")
        return self._apps.setdefault(str(found["id"]), App(self._context, found))

    def channel(self, name: str) -> str:
        """The id of a channel by its name, with or without ``#``."""
        plain = name[1:] if name.startswith("#") else name
        found = self._find(lambda: find_named(self._context, "channels", plain))
        return str((found or self._unknown("channel", name, "channels"))["id"])

    def drop(self) -> None:
        """Drops the workspace with everything in it, if a test made it. Its tokens are refused from then on."""
        self._control.delete(f"/control/workspaces/{self.team}")

    def until(self, find: Callable[[], Union[T, None, bool]], timeout: Optional[float] = None) -> T:
        """Waits until ``find`` returns something that is true, and returns that.

        It is asked whenever something has happened in the server: ``rivulet.until(lambda: ana.sees(question).status)``.
        """
        return self._context.until(find, "What the test waits for has not come", timeout)

    def settled(self, quiet: float = 0.05, timeout: Optional[float] = None) -> None:
        """Waits until nobody has anything left to do: every event is acknowledged, no stream is open, no status is shown, no
        call is under way, and for ``quiet`` seconds nothing has happened.

        An app that thinks for longer without a status or a stream looks settled meanwhile: use ``app.replies``.
        """
        self._context.settled(quiet, timeout)

    def inject(
        self,
        method: Optional[str] = None,
        *,
        error: Optional[str] = None,
        status: Optional[int] = None,
        retry_after: Optional[int] = None,
        delay: Optional[str] = None,
        fault: Optional[str] = None,
        how: Optional[str] = None,
        app: Optional[App] = None,
        times: Optional[int] = None,
        after: Optional[int] = None,
        probability: Optional[float] = None,
        seed: Optional[int] = None,
        **more: Any,
    ) -> None:
        """Lets the next calls of a method, or of all with ``"*"``, meet a fault: ``inject("chat.appendStream", status=503)``,
        ``inject("chat.postMessage", fault="lost")``, ``inject(fault="socket", how="refresh_requested")``.

        Faults belong to the server: apps of other workspaces meet them too. The fixtures remove them after the test.
        """
        given: Dict[str, Any] = {
            "method": method,
            "error": error,
            "status": status,
            "retry_after": retry_after,
            "delay": delay,
            "fault": fault,
            "how": how,
            "app": app.id if app is not None else None,
            "times": times,
            "after": after,
            "probability": probability,
            "seed": seed,
            **more,
        }
        self._control.post("/control/faults", {name: value for name, value in given.items() if value is not None})

    def clear_faults(self) -> None:
        """Removes all faults."""
        self._control.delete("/control/faults")

    def snapshot(self, what: Union[Message, Seen, List[Entry]]) -> str:
        """Text that is the same in every run: of a message, of what a person sees, or of entries of the journal.

        ``<ana>`` stands for an id, ``<ts 1>`` for the first ``ts`` that appears in it.
        """
        body: Dict[str, Any]
        if isinstance(what, Message):
            appends = {} if what.stream is None else {"appends": [one.text for one in what.stream.appends]}
            body = {"value": {**what.object, **appends}}
        elif isinstance(what, Seen):
            seen = {"text": what.text.split("\n"), "status": what.status, "title": what.title}
            seen.update(suggestions=what.suggestions, agents=what.agents)  # type: ignore[arg-type]
            body = {"value": {name: value for name, value in seen.items() if value is not None}}
        elif isinstance(what, list):
            body = {"entries": what}
        else:
            raise RivuletError(f"A snapshot is of a message, of what a person sees, or of entries of the journal, not of {what!r}.")
        return str(self._control.post("/control/snapshot", {"team": self.team, **body})["text"])

    def story(self) -> str:
        """What happened so far, in order, for people to read."""
        return self._context.story("")

    def _find(self, find: Callable[[], Optional[Mapping[str, Any]]]) -> Optional[Mapping[str, Any]]:
        found = find()
        if found is None:
            # They may have come since.
            self._context.refresh()
            found = find()
        return found

    def _unknown(self, what: str, name: str, kind: str) -> NoReturn:
        known = ", ".join(str(one["name"]) for one in self._context.directory[kind])
        there = f"There are: {known}." if known else "There is none."
        raise RivuletError(f'There is no {what} "{name}". {there}' if name else f"Say which {what}. {there}")
