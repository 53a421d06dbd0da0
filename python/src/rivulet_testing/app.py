"""An app of the workspace."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Set

from .checks import Check, matches
from .context import Context
from .errors import RivuletError
from .journal import Entry, Journal
from .message import Message
from .place import Where, find_named, resolve


class Tokens(NamedTuple):
    """What an app connects with. They are not shown when printed."""

    bot: str
    #: Empty for an app that does not use Socket Mode.
    app: str

    def __repr__(self) -> str:
        return "Tokens(bot=…, app=…)"

    __str__ = __repr__


class App:
    """What the program of an app needs to connect, and what it does. The program itself is yours."""

    def __init__(self, context: Context, details: Mapping[str, Any]) -> None:
        self._context = context
        self._journal = Journal(context)
        #: Messages that ``replies`` has returned.
        self._returned: Set[str] = set()
        self.id: str = details["id"]
        self.name: str = details["name"]
        #: The user as whom it posts.
        self.bot_user: str = details.get("bot_user") or ""
        self.bot_name: str = details.get("bot_name") or self.name
        tokens = details.get("tokens") or {}
        self.tokens = Tokens(tokens.get("bot") or "", tokens.get("app") or "")
        self._secrets = {name: details.get(name) or "" for name in ("signing_secret", "client_id", "client_secret")}

    @property
    def bot_token(self) -> str:
        """``SLACK_BOT_TOKEN``: ``token`` of the SDKs."""
        return self.tokens.bot

    @property
    def app_token(self) -> str:
        """``SLACK_APP_TOKEN``, with which Socket Mode opens sockets. Empty for an app that does not use it."""
        return self.tokens.app

    @property
    def signing_secret(self) -> str:
        """``SLACK_SIGNING_SECRET``."""
        return self._secrets["signing_secret"]

    @property
    def client_id(self) -> str:
        """For OAuth."""
        return self._secrets["client_id"]

    @property
    def client_secret(self) -> str:
        """For OAuth."""
        return self._secrets["client_secret"]

    @property
    def env(self) -> Dict[str, str]:
        """Environment variables for a program: tokens, signing secret, and the address of the Web API."""
        found = {
            "SLACK_BOT_TOKEN": self.bot_token,
            "SLACK_APP_TOKEN": self.app_token,
            "SLACK_SIGNING_SECRET": self.signing_secret,
            "SLACK_API_URL": f"{self._context.control.url}/api/",
        }
        return {name: value for name, value in found.items() if value}

    def __str__(self) -> str:
        """A mention of it, to be used in a text."""
        return f"<@{self.bot_user}>"

    def __repr__(self) -> str:
        return f"<App {self.name} {self.id}>"

    def receives_at(self, url: str) -> None:
        """From now on, events, interactions and commands are posted to this address, in place of a socket."""
        self._context.control.post("/control/receive", {"team": self._context.team, "app": self.id, "url": url})

    def replies(self, to: Optional[Where] = None, timeout: Optional[float] = None) -> Message:
        """Waits for the next message of the app that no earlier call returned: posted for everybody or one person, or a stream
        that has ended.

        Without ``to``, the first since the last act of a person, wherever it is. With a message: the first after that message
        in its conversation. With a channel, or a person for the direct message: the first that is there, since the last act
        of a person.
        """
        found = self._await(to, "ended", "has not replied", timeout)
        self._returned.add(f"{found.channel} {found.ts}")
        return found

    def streams(self, to: Optional[Where] = None, timeout: Optional[float] = None) -> Message:
        """Waits until the app streams, and returns the message as it is so far. ``to`` means what it means for ``replies``."""
        return self._await(to, "streaming", "streams nothing", timeout)

    def calls(self, method: Optional[str] = None) -> List[Entry]:
        """The calls that the app has made so far, of one method or of all."""
        return self._journal.calls(app=self.id, method=method)

    def deliveries(self, event: Optional[str] = None) -> List[Entry]:
        """What became of the events for the app, of one type or of all: one entry for each change of an attempt."""
        return self._journal.deliveries(app=self.id, event=event)

    def interactions(self, type: Optional[str] = None) -> List[Entry]:  # noqa: A002
        """What the app was asked because people used what it shows, and what it answered."""
        return self._journal.interactions(app=self.id, type=type)

    def called(self, method: str, args: Optional[Mapping[str, Any]] = None) -> Check:
        """Whether the app has made a call of a method, successful or not, with these arguments among others."""
        calls = self.calls()
        passed = any(call["method"] == method and matches(call["args"], args or {}) for call in calls)
        made = [f"{call['method']} {_short(call['args'])} → {'ok' if call['ok'] else call['error']}" for call in calls]
        actual = "its calls are " + "; ".join(made) if made else "it has called nothing"
        expectation = f"have called {method}" + (f" with {json.dumps(dict(args), default=repr)}" if args else "")
        return Check(passed, self.name, expectation, actual)

    def _await(self, to: Optional[Where], state: str, missing: str, timeout: Optional[float]) -> Message:
        wanted: Dict[str, Any] = {"team": self._context.team, "app": self.id, "state": state}
        wanted["after"] = self._context.position
        place = None if to is None else self._place(to)
        if place is not None:
            wanted["to"] = place

        def find() -> Optional[Message]:
            found = self._context.control.post("/control/reply", {**wanted, "except": sorted(self._returned)})["message"]
            return Message.read(found) if found else None

        where = "" if place is None else f" in {place['channel']}"
        return self._context.until(find, f"{self.name} {missing}{where}", timeout)

    def _place(self, to: Where) -> Dict[str, str]:
        """What is answered: a message, or something in a channel."""
        place = resolve(self._context, to)
        if isinstance(to, Message):
            return {"channel": to.channel, "ts": to.ts, **({"thread_ts": place.thread_ts} if place.thread_ts else {})}
        person = find_named(self._context, "people", place.channel)
        if person is not None:
            # A person stands for the direct message in which the app answers them.
            asked = {"team": self._context.team, "user": person["id"], "with": self.id}
            return {"channel": self._context.control.post("/control/direct", asked)["channel"]}
        if any(place.channel == app["id"] for app in self._context.directory["apps"]):
            raise RivuletError(f"Name the person to whom {self.name} replies.")
        return {"channel": place.channel}


def _short(args: Mapping[str, Any]) -> str:
    text = json.dumps(args, ensure_ascii=False)
    return text if len(text) <= 160 else f"{text[:160]}…"
