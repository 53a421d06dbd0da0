"""What people are shown: messages, streams, views."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional

from .checks import Check, Expected, has_blocks, includes, quoted, show


@dataclass(frozen=True)
class Append:
    """What one call added to a stream."""

    text: str
    #: As the call sent them. Tasks, plans and blocks are chunks without text.
    chunks: List[Dict[str, Any]] = field(default_factory=list, repr=False)


@dataclass(frozen=True)
class Stream:
    """How an app streamed a message."""

    #: As the Web API says it: ``in_progress``, ``completed``, ``errored``.
    state: str
    #: Who has ended it: ``app``, ``reader`` (who pressed Stop), or time: ``idle``, ``lifetime``.
    ended_by: Optional[str]
    #: Everything that was streamed as text, Markdown.
    markdown: str
    #: What each call added, in order, the text that came with the end included.
    appends: List[Append] = field(default_factory=list)


@dataclass(frozen=True)
class Message:
    """A message as it was when it was read."""

    channel: str
    ts: str
    #: The root of its thread, unless it is in none.
    thread_ts: Optional[str]
    #: The user who wrote it; for an app its bot user.
    user: str
    #: In mrkdwn, as the Web API returns it.
    text: str
    blocks: List[Dict[str, Any]] = field(default_factory=list, repr=False)
    #: Of a message that was streamed.
    stream: Optional[Stream] = None
    #: The only person who sees it.
    ephemeral_for: Optional[str] = None
    reactions: List[Dict[str, Any]] = field(default_factory=list, repr=False)
    files: List[Dict[str, Any]] = field(default_factory=list, repr=False)
    #: The message object of the Web API.
    object: Dict[str, Any] = field(default_factory=dict, repr=False)

    def streamed(self, text: Expected = "") -> Check:
        """Whether an app streamed this text, in Markdown, and ended the stream itself."""
        stream = self.stream
        if stream is None:
            actual = f"it was not streamed; it says {quoted(self.text)}"
        else:
            actual = f"it has streamed {quoted(stream.markdown)}"
            if stream.ended_by != "app":
                actual += f" and was ended by {stream.ended_by or 'nobody yet'}"
        passed = stream is not None and stream.ended_by == "app" and includes(stream.markdown, text)
        return Check(passed, "the message", f"have streamed {show(text)}", actual)

    def has_text(self, text: Expected) -> Check:
        """Whether its text, as the Web API returns it, contains this."""
        return Check(includes(self.text, text), "the message", f"say {show(text)}", f"it says {quoted(self.text)}")

    def has_blocks(self, blocks: "list[Mapping[str, Any]]") -> Check:
        """Whether it has blocks like these, in this order, perhaps among others. Fields that are not given may be anything."""
        return has_blocks(self.blocks, blocks, "the message")

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> "Message":
        """A message of the control API."""
        stream = answer.get("stream")
        return cls(
            channel=answer["channel"],
            ts=answer["ts"],
            thread_ts=answer.get("thread_ts"),
            user=answer.get("user", ""),
            text=answer.get("text", ""),
            blocks=answer.get("blocks", []),
            stream=None if stream is None else _read_stream(stream),
            ephemeral_for=answer.get("ephemeral_for"),
            reactions=answer.get("reactions", []),
            files=answer.get("files", []),
            object=answer.get("object", {}),
        )


def _read_stream(answer: Mapping[str, Any]) -> Stream:
    appends = [Append(one["text"], one["chunks"]) for one in answer["appends"]]
    return Stream(answer["state"], answer.get("ended_by"), answer["markdown"], appends)


@dataclass(frozen=True)
class View:
    """A modal, or what an app shows in its Home tab."""

    id: str
    app_id: str
    type: str
    title: str = ""
    blocks: List[Dict[str, Any]] = field(default_factory=list, repr=False)

    def has_blocks(self, blocks: "list[Mapping[str, Any]]") -> Check:
        """Whether it has blocks like these, in this order, perhaps among others."""
        return has_blocks(self.blocks, blocks, f"the {self.type}")

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> "View":
        """A view of the control API."""
        return cls(answer["id"], answer["app_id"], answer["type"], answer.get("title", ""), answer.get("blocks", []))


@dataclass(frozen=True)
class Seen:
    """What a person is shown of a channel or thread."""

    #: One line for each message and for the status, as one would read it aloud.
    text: str
    messages: List[Message] = field(default_factory=list, repr=False)
    #: The line "Scout is thinking…".
    status: Optional[str] = None
    #: The title of the thread.
    title: Optional[str] = None
    #: The prompts that an app suggests there: ``title`` and ``message``.
    suggestions: List[Dict[str, str]] = field(default_factory=list)
    #: The state of agents in the thread, by the id of their app.
    agents: Dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> "Seen":
        """What the control API says that somebody sees."""
        return cls(
            text=answer["text"],
            messages=[Message.read(one) for one in answer["messages"]],
            status=answer.get("status"),
            title=answer.get("title"),
            suggestions=answer.get("suggestions", []),
            agents=answer.get("agents", {}),
        )
