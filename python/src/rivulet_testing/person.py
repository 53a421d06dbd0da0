"""A person of the workspace."""

from __future__ import annotations

import base64
import json
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Union

from .checks import quoted
from .context import Context
from .message import Message, Seen, View
from .place import Place, Where, resolve

if TYPE_CHECKING:
    from .app import App

#: What a person chooses or types: the text or value of an option, a date, text, a person; or several of them.
Choice = Union[str, int, float, None, List[str], "Person"]
Values = Mapping[str, Choice]
#: Where somebody uses an element: in a message, or in a modal or home.
Surface = Union[Message, View]


class Person:
    """Somebody who does what they would do in the web client, under the same rules.

    What these refuse is refused here too: the call raises a ``Refusal`` with its ``code``.
    """

    def __init__(self, context: Context, details: Mapping[str, Any]) -> None:
        self._context = context
        self.id: str = details["id"]
        self.name: str = details["name"]
        self.display_name: str = details.get("display_name") or self.name
        self._token: str = details.get("token") or ""

    @property
    def token(self) -> str:
        """Their token of the Web API, if they have one."""
        return self._token

    def __str__(self) -> str:
        """A mention of them, to be used in a text."""
        return f"<@{self.id}>"

    def __repr__(self) -> str:
        return f"<Person {self.name} {self.id}>"

    def says(self, where: Where, text: str, thread: Optional[Where] = None) -> Message:
        """Writes Markdown into a channel, to an app or person, or into the thread of a message. Returns the message."""
        place = self._place(where, thread)
        said = {"channel": place.channel, "text": text, "thread_ts": place.thread_ts, "to_assistant": True}
        return self._message(self._act(f"says {quoted(text)}", "/control/say", said))

    def uploads(self, where: Where, name: str, content: "str | bytes", text: str = "", alt: Optional[str] = None) -> Message:
        """Uploads a file and shares it. Returns the message that shares it. ``alt`` describes a picture."""
        place = self._place(where)
        data = content.encode() if isinstance(content, str) else content
        file = {"name": name, "content": base64.b64encode(data).decode(), "alt": alt}
        sent = {name: value for name, value in file.items() if value is not None}
        body = {"channel": place.channel, "thread_ts": place.thread_ts, "text": text, "file": sent}
        return self._message(self._act(f"uploads {name}", "/control/share", body))

    def reacts(self, message: Message, emoji: str, wanted: bool = True) -> None:
        """Adds an emoji to a message; with ``False``, takes it away."""
        name = emoji.strip(":")
        body = {"channel": message.channel, "ts": message.ts, "name": name, "wanted": wanted}
        self._act(f"{'reacts with' if wanted else 'takes back'} :{name}:", "/control/react", body)

    def stops(self, message: Message) -> None:
        """Presses Stop at a stream, or at the root of a thread for the work of all agents in it."""
        self._act("presses Stop", "/control/stop", {"channel": message.channel, "ts": message.ts})

    def presses(self, surface: Surface, button: str, values: Optional[Values] = None) -> None:
        """Presses a button, named by its ``action_id`` or its text. ``values`` are those of the fields next to it."""
        self._use(surface, button, f"presses {quoted(button)}", {"values": _plain(values or {})})

    def chooses(self, surface: Surface, element: str, choice: Choice) -> None:
        """Chooses an option, a date or text at an element, named by its ``action_id``, its label or its placeholder."""
        chosen = _value(choice)
        words = f"chooses {json.dumps(chosen, ensure_ascii=False)} at {element}"
        self._use(surface, element, words, {"choice": chosen})

    def submits(self, view: View, values: Optional[Values] = None) -> Optional[Dict[str, str]]:
        """Submits a modal with values by ``action_id`` or label. Returns the errors that the app answers, by ``block_id``."""
        body = {"view_id": view.id, "values": _plain(values or {})}
        errors = self._act(f"submits {quoted(view.title)}", "/control/fill", body).get("errors")
        return dict(errors) if errors else None

    def closes(self, view: View) -> None:
        """Closes a modal."""
        self._act(f"closes {quoted(view.title)}", "/control/close", {"view_id": view.id})

    def runs(self, command: str, where: Optional[Where] = None) -> None:
        """Sends a slash command with its text: ``/deploy api``. Without a place, in the first channel of the workspace."""
        channels = self._context.directory["channels"]
        place = self._place(where if where is not None else channels[0]["id"] if channels else "")
        name, _, text = command.partition(" ")
        body = {"command": name, "text": text.lstrip(), "channel": self._channel(place), "thread_ts": place.thread_ts}
        self._act(f"runs {command}", "/control/command", body)

    def uses(self, app: "App", callback_id: str, on: Optional[Message] = None) -> None:
        """Uses a shortcut of an app, on a message if it is one of messages."""
        target = {} if on is None else {"channel": on.channel, "ts": on.ts}
        body = {"app_id": app.id, "callback_id": callback_id, **target}
        self._act(f"uses the shortcut {callback_id}", "/control/shortcut", body)

    def opens(self, app: "App", tab: str = "home") -> Optional[View]:
        """Opens an app: its Home tab, or its ``messages``. Returns what Home showed at once; ``home`` waits for what it shows."""
        view = self._act(f"opens {app.name}", "/control/home", {"app_id": app.id, "tab": tab}).get("view")
        return View.read(view) if view else None

    def modal(self, title: Optional[str] = None, timeout: Optional[float] = None) -> View:
        """Waits until a modal is open, and returns the one on top. ``title`` waits for the modal with that title."""

        def find() -> Optional[View]:
            view = self._context.control.get("/control/view", **self._me)["view"]
            return View.read(view) if view and title in (None, view.get("title")) else None

        named = "" if title is None else f" {quoted(title)}"
        return self._context.until(find, f"{self.name} sees no modal{named}", timeout)

    def home(self, app: "App", timeout: Optional[float] = None) -> View:
        """Waits until an app shows something in its Home tab to this person."""

        def find() -> Optional[View]:
            view = self._context.control.get("/control/view", **self._me, app=app.id)["view"]
            return View.read(view) if view else None

        return self._context.until(find, f"{app.name} shows {self.name} no Home", timeout)

    def sees(self, where: Where) -> Seen:
        """What they are shown at this moment: the thread of a message, or a channel."""
        place = self._place(where)
        query = {**self._me, "channel": place.channel, "thread_ts": place.thread_ts}
        return Seen.read(self._context.control.get("/control/sees", **query))

    @property
    def _me(self) -> Dict[str, str]:
        return {"team": self._context.team, "user": self.id}

    def _act(self, words: str, path: str, body: Mapping[str, Any]) -> Dict[str, Any]:
        # Nothing can be chosen too.
        given = {name: value for name, value in body.items() if value is not None or name == "choice"}
        return self._context.act(f"{self.name} {words}", lambda: self._context.control.post(path, {**self._me, **given}))

    def _use(self, surface: Surface, name: str, words: str, body: Mapping[str, Any]) -> None:
        target = {"channel": surface.channel, "ts": surface.ts} if isinstance(surface, Message) else {"view_id": surface.id}
        self._act(words, "/control/use", {**target, "element": name, **body})

    def _place(self, where: Where, thread: Optional[Where] = None) -> Place:
        place = resolve(self._context, where)
        return place if thread is None else Place(place.channel, resolve(self._context, thread).thread_ts)

    def _channel(self, place: Place) -> str:
        """The id of a channel, also of a direct message."""
        if place.channel[:1] in ("C", "D", "G"):
            return place.channel
        opened = self._context.control.post("/control/direct", {**self._me, "with": place.channel})
        return str(opened["channel"])

    def _message(self, said: Mapping[str, Any]) -> Message:
        query = {**self._me, "channel": said["channel"], "ts": said["ts"]}
        return Message.read(self._context.control.get("/control/message", **query))


def _value(choice: Choice) -> Any:
    if isinstance(choice, Person):
        return choice.id
    if isinstance(choice, (list, tuple)):
        return [_value(one) for one in choice]
    return choice


def _plain(values: Values) -> Dict[str, Any]:
    return {name: _value(value) for name, value in values.items()}
