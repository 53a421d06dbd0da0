"""The plugin of pytest: the fixtures ``rivulet`` and ``rivulet_server``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Dict, Generator, Iterator, Optional

import pytest

from .errors import RivuletError, ServerGone
from .rivulet import Rivulet
from .server import Server
from .workspace import Workspace

_MARKED = ("people", "channels", "apps", "timeout")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Where the server is, or what starts it."""
    group = parser.getgroup("rivulet", "tests of apps against a Rivulet server")
    group.addoption("--rivulet-command", help="what starts the server, in place of the installed `rivulet`")
    group.addoption("--rivulet-url", help="a development server that runs already, in place of one that is started")
    parser.addini("rivulet_command", "what starts the server, in place of the installed `rivulet`", default="")
    parser.addini("rivulet_url", "a development server that runs already, in place of one that is started", default="")
    parser.addini("rivulet_timeout", "how many seconds is waited for something (5)", default="5")


def pytest_configure(config: pytest.Config) -> None:
    """Makes the mark known."""
    config.addinivalue_line(
        "markers",
        "rivulet(people=None, channels=None, apps=None, timeout=None): the workspace of a test, "
        "and how many seconds it waits for something.",
    )


@pytest.fixture
def rivulet_workspace() -> Workspace:
    """The workspace that tests start with: override it for a file or a folder. The mark ``rivulet`` adds to it."""
    return None


class _Shared:
    """The server of this process of pytest. With pytest-xdist, each worker has one."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._server: Optional[Server] = None

    def get(self) -> Server:
        """The server, started at first use. One that has ended is not used again."""
        if self._server is not None and self._server.ended:
            self.stop()
        if self._server is None:
            url = _setting(self._config, "url")
            server = Server(url) if url else _start(self._config)
            self._server = server.share()
        return self._server

    def stop(self) -> None:
        """Ends it."""
        server, self._server = self._server, None
        if server is not None:
            server.stop()


@pytest.fixture(scope="session")
def _rivulet_shared(pytestconfig: pytest.Config) -> Iterator[_Shared]:
    shared = _Shared(pytestconfig)
    yield shared
    shared.stop()


@pytest.fixture
def rivulet(
    request: pytest.FixtureRequest, _rivulet_shared: _Shared, rivulet_workspace: Workspace
) -> Iterator[Rivulet]:
    """People, apps and channels of a workspace of this test alone. The server is shared with other tests."""
    server = _rivulet_shared.get()
    made = _make(request, server, rivulet_workspace)
    _remember(request, made)
    yield made
    try:
        made.clear_faults()
        made.drop()
    except ServerGone:
        # The test has said so, or is about something else.
        _rivulet_shared.stop()


@pytest.fixture
def rivulet_server(request: pytest.FixtureRequest, rivulet_workspace: Workspace) -> Iterator[Rivulet]:
    """The same as ``rivulet``, on a server of this test alone: its clock may be turned."""
    with _start(request.config) as server:
        made = _make(request, server, rivulet_workspace)
        _remember(request, made)
        yield made


def _make(request: pytest.FixtureRequest, server: Server, workspace: Workspace) -> Rivulet:
    given: Dict[str, Any] = dict(workspace or {})
    # The nearest mark last, so that it wins.
    for mark in reversed(list(request.node.iter_markers("rivulet"))):
        unknown = [name for name in mark.kwargs if name not in _MARKED]
        if mark.args or unknown:
            wrong = unknown[0] if unknown else mark.args[0]
            raise RivuletError(f"The mark `rivulet` takes {', '.join(_MARKED)} by name, and not {wrong!r}.")
        given.update({name: value for name, value in mark.kwargs.items() if value is not None})
    timeout = given.pop("timeout", None)
    seconds = float(timeout if timeout is not None else request.config.getini("rivulet_timeout") or 5)
    return server.workspace(given, timeout=seconds, base=Path(str(request.path)).parent)


def _start(config: pytest.Config) -> Server:
    return Server.start(_setting(config, "command"), directory=config.rootpath)


def _setting(config: pytest.Config, name: str) -> Optional[str]:
    """Options win over the environment, the environment over the settings of pytest."""
    option = config.getoption(f"rivulet_{name}", None)
    return option or os.environ.get(f"RIVULET_{name.upper()}") or config.getini(f"rivulet_{name}") or None


_key = "_rivulet_workspaces"


def _remember(request: pytest.FixtureRequest, made: Rivulet) -> None:
    request.node.__dict__.setdefault(_key, []).append(made)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: "pytest.CallInfo[None]") -> Generator[None, Any, None]:
    """A test that fails says what happened in its workspaces."""
    outcome = yield
    report = outcome.get_result()
    if report.when != "call" or not report.failed:
        return
    for made in item.__dict__.get(_key, []):
        try:
            story = made.story()
        except RivuletError as error:
            story = str(error)
        # A time-out has said it already.
        if story.strip() and "What happened:" not in str(report.longrepr):
            report.sections.append((f"Rivulet {made.team}", story.strip()))
