"""What people, apps and the server of one test share: the team, what people have done, and how one waits."""

from __future__ import annotations

import time
from typing import Any, Callable, Dict, List, Optional, TypeVar, Union

from .control import Control, Json
from .errors import RivuletError, RivuletTimeout

T = TypeVar("T")

# The server lets nobody wait for longer than a minute.
_LONGEST_WAIT = 50.0


class Context:
    """One workspace of a running server."""

    def __init__(self, control: Control, directory: Json, timeout: float) -> None:
        self.control = control
        self.timeout = timeout
        self.team: str = directory["team"]["id"]
        self.name: str = directory["team"].get("name", "")
        self.directory = directory
        self.acts: List[Json] = []
        # From here on is followed what happens.
        self._begin = self.now()
        #: The newest entry of the journal at that time.
        self.began: int = self._begin["journal"]

    def now(self, after: Optional[int] = None, wait: float = 0) -> Json:
        """How far the server is: at once, or when something has happened after that turn."""
        timeout = None if after is None else milliseconds(min(wait, _LONGEST_WAIT))
        return self.control.get("/control/changes", team=self.team, after=after, timeout=timeout)

    def act(self, words: str, run: Callable[[], T]) -> T:
        """Lets a person do something, and remembers that they did."""
        now = self.now()
        self.acts.append({"words": words, "at": now["now"], "journal": now["journal"], "position": now["position"]})
        return run()

    @property
    def position(self) -> int:
        """Where the log was at the last act of a person."""
        last: Dict[str, Any] = self.acts[-1] if self.acts else self._begin
        return int(last["position"])

    def until(self, find: Callable[[], Union[T, None, bool]], missing: str, timeout: Optional[float] = None) -> T:
        """Waits until ``find`` finds something. It looks whenever something has happened in the server, and at no other time."""
        seconds = self._seconds(timeout)
        deadline = time.monotonic() + seconds
        turn = self.now()["turn"]
        while True:
            found = find()
            if found:
                return found  # type: ignore[return-value]
            left = deadline - time.monotonic()
            if left <= 0:
                raise RivuletTimeout(self.story(f"{missing} within {seconds:g} s."))
            turn = self.now(turn, left)["turn"]

    def settled(self, quiet: float, timeout: Optional[float]) -> None:
        """Waits until nobody has anything left to do, and nothing has happened for ``quiet`` seconds."""
        seconds = self._seconds(timeout)
        deadline = time.monotonic() + seconds
        while True:
            left = max(deadline - time.monotonic(), 0)
            wait = milliseconds(min(left, _LONGEST_WAIT))
            query = {"team": self.team, "quiet": milliseconds(quiet), "timeout": wait}
            if self.control.get("/control/settled", **query)["settled"]:
                return
            if time.monotonic() >= deadline:
                raise RivuletTimeout(self.story(f"The server has not settled within {seconds:g} s."))

    def story(self, missing: str) -> str:
        """What a test misses, and what happened in place of it."""
        acts = [{name: act[name] for name in ("words", "at", "journal")} for act in self.acts[-500:]]
        body = {"team": self.team, "missing": missing, "acts": acts, "since": self.began}
        return str(self.control.post("/control/story", body)["text"])

    def refresh(self) -> None:
        """Reads anew who and what is in the workspace."""
        tokens = {one["id"]: one.get("token") for one in self.directory["people"]}
        self.directory = self.control.get("/control/team", team=self.team)
        for person in self.directory["people"]:
            person["token"] = tokens.get(person["id"])

    def _seconds(self, timeout: Optional[float]) -> float:
        seconds = self.timeout if timeout is None else timeout
        if seconds < 0 or seconds != seconds:
            raise RivuletError(f"A timeout of {seconds!r} seconds is none.")
        return seconds


def milliseconds(seconds: float) -> str:
    """A duration of the control API."""
    return f"{max(round(seconds * 1000), 0)}ms"
