"""The clock of a server."""

from __future__ import annotations

from .control import Control
from .errors import RivuletError


class Clock:
    """Every timeout and every ``ts`` of the server follows it. The app under test has its own.

    It belongs to the server, and so to every workspace there. Only a test with a server of its own turns it: with the
    fixture ``rivulet_server``.
    """

    def __init__(self, control: Control, shared: bool) -> None:
        self._control = control
        self._shared = shared

    def now(self) -> float:
        """Unix seconds."""
        return float(self._control.get("/control/clock")["now"]) / 1000

    def advance(self, duration: str) -> None:
        """Lets time pass: ``"90s"``, ``"5m"``, ``"2h"``, ``"1d"``.

        What falls due on the way is done when this returns: streams that idle have ended, scheduled messages are sent. Retries
        of events set out then; ``settled`` waits for them.
        """
        self._turn({"advance": duration})

    def stand(self) -> None:
        """Time stands still until ``run``, and passes only by ``advance``."""
        self._turn({"stands": True})

    def run(self) -> None:
        """Time passes by itself again, from where it stood."""
        self._turn({"stands": False})

    def _turn(self, how: "dict[str, object]") -> None:
        if self._shared:
            raise RivuletError(
                "Other tests use this server too, and its clock is theirs as well. "
                "Take the fixture `rivulet_server` in place of `rivulet`: it has a server and a clock of its own."
            )
        self._control.post("/control/clock", how)
