"""Tests of apps against a real Rivulet server.

The app is yours and unmodified: it uses the official SDKs, and is given only its tokens and the address. The kit plays the
people, waits, and knows what was said. With pytest, use the fixture ``rivulet``.
"""

from __future__ import annotations

from .app import App, Tokens
from .checks import Check
from .clock import Clock
from .errors import Refusal, RivuletError, RivuletTimeout, ServerGone
from .journal import Entry, Journal
from .message import Append, Message, Seen, Stream, View
from .person import Choice, Person
from .place import Where
from .rivulet import Rivulet
from .server import Server

__all__ = [
    "App",
    "Append",
    "Check",
    "Choice",
    "Clock",
    "Entry",
    "Journal",
    "Message",
    "Person",
    "Refusal",
    "Rivulet",
    "RivuletError",
    "RivuletTimeout",
    "Seen",
    "Server",
    "ServerGone",
    "Stream",
    "Tokens",
    "View",
    "Where",
]
