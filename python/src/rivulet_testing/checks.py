"""What a test expects, with a sentence that says what is the case in place of it."""

from __future__ import annotations

import json
import re
from typing import Any, Mapping, Pattern, Sequence, Union

Expected = Union[str, Pattern[str]]


class Check:
    """True or false, and the reason. ``assert reply.streamed("42")`` prints the reason if it is false."""

    def __init__(self, passed: bool, about: str, expectation: str, actual: str) -> None:
        self.passed = passed
        self.about = about
        self.expectation = expectation
        self.actual = actual

    def __bool__(self) -> bool:
        return self.passed

    def __repr__(self) -> str:
        if self.passed:
            return f"{self.about} does {self.expectation}: {self.actual}"
        return f"expected {self.about} to {self.expectation}, but {self.actual}"

    def require(self) -> None:
        """Raises an ``AssertionError`` with the whole reason, if it is false."""
        __tracebackhide__ = True
        if not self.passed:
            sentence = repr(self)
            raise AssertionError(sentence[0].upper() + sentence[1:])


def includes(text: str, expected: Expected) -> bool:
    """Whether a text contains another, or fits a regular expression somewhere."""
    return expected in text if isinstance(expected, str) else expected.search(text) is not None


def show(expected: Expected) -> str:
    """An expected text as a person reads it."""
    return quoted(expected) if isinstance(expected, str) else f"/{expected.pattern}/"


def quoted(text: str) -> str:
    """A text in quotation marks."""
    return json.dumps(text, ensure_ascii=False)


def has_blocks(blocks: Sequence[Mapping[str, Any]], expected: Sequence[Mapping[str, Any]], about: str) -> Check:
    """Whether there are blocks like these in this order. Fields that are not given may be anything."""
    at = 0
    passed = True
    for wanted in expected:
        found = next((i for i in range(at, len(blocks)) if matches(blocks[i], wanted)), None)
        if found is None:
            passed = False
            break
        at = found + 1
    wanted_json = json.dumps(list(expected), ensure_ascii=False, default=_plain)
    return Check(passed, about, f"have the blocks {wanted_json}", f"its blocks are {json.dumps(list(blocks), ensure_ascii=False)}")


def matches(actual: Any, expected: Any) -> bool:
    """Whether ``actual`` has everything that ``expected`` has. Lists have the same length; a regular expression fits a text."""
    if isinstance(expected, re.Pattern):
        return isinstance(actual, str) and expected.search(actual) is not None
    if isinstance(expected, Mapping):
        return isinstance(actual, Mapping) and all(
            name in actual and matches(actual[name], value) for name, value in expected.items()
        )
    if isinstance(expected, (list, tuple)):
        return (
            isinstance(actual, (list, tuple))
            and len(actual) == len(expected)
            and all(matches(one, wanted) for one, wanted in zip(actual, expected))
        )
    # An `ANY` of unittest.mock says itself what it is equal to.
    return bool(expected == actual)


def _plain(value: Any) -> str:
    return show(value) if isinstance(value, re.Pattern) else repr(value)
