"""What goes wrong in a test, in words."""

from __future__ import annotations


class RivuletError(Exception):
    """Something that the kit cannot do, and what to do about it."""


class Refusal(RivuletError):
    """The server refuses what somebody does, as it would refuse it in the web client or the Web API.

    ``code`` is the error of the API, for example ``not_in_channel``.
    """

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail


class RivuletTimeout(RivuletError, TimeoutError):
    """Nobody did what a test waits for. The text says what happened in place of it, in order."""


class ServerGone(RivuletError):
    """The server has ended, or nobody listens at its address."""
