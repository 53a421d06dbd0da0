"""A development server in a process of its own."""

from __future__ import annotations

import atexit
import json
import os
import queue
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import IO, Any, List, Mapping, Optional, Sequence, Union

from .control import Control
from .errors import RivuletError
from .rivulet import Rivulet
from .workspace import Workspace, to_outline

Command = Union[str, Sequence[str]]

# The shell ends the server when nobody holds its input any more, however this process has ended.
_GUARD = '"$@" </dev/null & exec >/dev/null; trap "" TERM INT HUP; cat >/dev/null; kill -TERM 0; wait'
_SETTINGS = "rivulet.config.yaml"
# Nothing is served before a workspace is asked for.
_EMPTY = {"version": 1, "teams": [{"id": "T0EMPTY", "name": "Empty", "domain": "empty", "users": []}]}


def find_command(command: Optional[Command] = None, directory: Optional[Path] = None) -> List[str]:
    """The command that starts the server: the one that is given, that of ``RIVULET_COMMAND``, ``rivulet`` of the PATH, or the
    one that npm has installed in a directory or above it."""
    given = command or os.environ.get("RIVULET_COMMAND")
    if given:
        words = shlex.split(given) if isinstance(given, str) else list(given)
        found = shutil.which(words[0])
        if found is None:
            raise RivuletError(f"There is no command {words[0]!r}, which is to start the server. {_HOW}")
        return [os.path.abspath(found), *words[1:]]
    found = shutil.which("rivulet")
    if found:
        return [os.path.abspath(found)]
    start = (directory or Path.cwd()).resolve()
    for folder in (start, *start.parents):
        found = shutil.which("rivulet", path=str(folder / "node_modules" / ".bin"))
        if found:
            return [found]
    raise RivuletError(f'The command "rivulet" was not found in the PATH, nor in node_modules at {start} or above. {_HOW}')


_HOW = (
    "Install it (`npm install --save-dev rivulet`); or say where it is with --rivulet-command, `rivulet_command` in the "
    "settings of pytest, or RIVULET_COMMAND; or name a development server that runs in RIVULET_URL."
)


class Server:
    """A development server, started here or running elsewhere. ``with`` ends one that was started here."""

    def __init__(self, url: str, process: "Optional[_Process]" = None) -> None:
        self._process = process
        self.control = Control(url, process.explain if process else None)
        #: The address of the server.
        self.url = self.control.url

    @classmethod
    def start(
        cls,
        command: Optional[Command] = None,
        *,
        directory: Optional[Path] = None,
        workspace_file: "Union[str, Path, None]" = None,
        start_timeout: float = 60.0,
    ) -> "Server":
        """Starts a server in memory, on a free port of this machine alone.

        It reads neither ``rivulet.config.yaml`` nor the environment. ``directory``: where to look for the command.
        """
        process = _Process(find_command(command, directory), directory or Path.cwd(), workspace_file)
        try:
            return cls(process.ready(start_timeout), process)
        except BaseException:
            process.stop()
            raise

    def workspace(self, outline: Workspace = None, *, timeout: float = 5.0, base: Optional[Path] = None) -> Rivulet:
        """Makes a workspace of its own in the server. ``base``: the directory of the files that it names."""
        made = self.control.post("/control/workspaces", to_outline(outline, base or Path.cwd()))
        directory = self.control.get("/control/team", team=made["team"]["id"])
        tokens = {one["id"]: one["token"] for one in made["people"]}
        for person in directory["people"]:
            person["token"] = tokens.get(person["id"], "")
        return Rivulet(self.control, directory, timeout=timeout, shared=self._shared)

    def open(self, team: Optional[str] = None, *, timeout: float = 5.0) -> Rivulet:
        """A workspace that the server has already; the only one if none is named."""
        return Rivulet(self.control, self.control.get("/control/team", team=team), timeout=timeout, shared=self._shared)

    @property
    def pid(self) -> Optional[int]:
        """The process of a server that was started here."""
        return self._process.pid if self._process else None

    @property
    def ended(self) -> bool:
        """Whether a server that was started here has ended."""
        return self._process is not None and self._process.ended

    def stop(self) -> None:
        """Ends a server that was started here. May be called more than once."""
        self.control.close()
        if self._process:
            self._process.stop()

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __repr__(self) -> str:
        return f"<Server {self.url}>"

    _shared = False

    def share(self) -> "Server":
        """Says that several tests use it, so that none turns its clock."""
        self._shared = True
        return self


class _Process:
    """The process, and what it says."""

    def __init__(self, command: List[str], directory: Path, workspace_file: "Union[str, Path, None]") -> None:
        # A program such as npx looks for the server where it is started; the server itself would read its settings there.
        runs_server = len(command) == 1
        if not runs_server and (directory / _SETTINGS).exists():
            raise RivuletError(
                f"{shlex.join(command)} would start the server with the settings of {directory / _SETTINGS}, and tests need their "
                "own. Name one program, which is started elsewhere: --rivulet-command node_modules/.bin/rivulet, or a script of yours"
            )
        self._home = tempfile.mkdtemp(prefix="rivulet-")
        self._errors: IO[bytes] = open(os.path.join(self._home, "errors"), "w+b")
        self._lines: "queue.Queue[Optional[bytes]]" = queue.Queue()
        self.ended = False
        #: Of the server itself.
        self.pid: Optional[int] = None
        file = Path(workspace_file).resolve() if workspace_file else Path(self._home, "workspace.json")
        if not workspace_file:
            file.write_text(json.dumps(_EMPTY), "utf-8")
        flags = ["dev", "--json", "--host", "127.0.0.1", "--port", "0", "--data", ":memory:", "--workspace", str(file)]
        self._command = [*command, *flags]
        guarded = os.name == "posix"
        try:
            self._child = subprocess.Popen(
                ["/bin/sh", "-c", _GUARD, "sh", *self._command] if guarded else self._command,
                cwd=self._home if runs_server else directory,
                env={name: value for name, value in os.environ.items() if not name.startswith("RIVULET_")},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                # Ctrl+C is for the tests: they end the server when they have ended.
                start_new_session=guarded,
            )
        except OSError as error:
            raise RivuletError(f"The server cannot be started with {self._command[0]}: {error}. {_HOW}") from error
        threading.Thread(target=self._read, daemon=True).start()
        atexit.register(self.stop)

    def ready(self, timeout: float) -> str:
        """Waits until it serves, and returns its address."""
        try:
            line = self._lines.get(timeout=timeout)
        except queue.Empty:
            raise RivuletError(f"The server was not ready within {timeout:g} s: {self._shown()}\n{self.explain()}") from None
        try:
            ready: Mapping[str, Any] = json.loads(line or b"")
            self.pid = ready.get("pid")
            return str(ready["url"])
        except (ValueError, KeyError, TypeError):
            said = "" if line is None else f" It said {line.decode(errors='replace').strip()!r}."
            raise RivuletError(f"The server did not start: {self._shown()}{said}\n{self.explain()}") from None

    def explain(self) -> str:
        """What became of it, and its last words."""
        self._errors.seek(0)
        words = self._errors.read()[-4000:].decode(errors="replace").strip()
        state = "It has ended." if self.ended else "Its process runs."
        return f"{state} It said last:\n{words}" if words else f"{state} It has said nothing."

    def stop(self) -> None:
        """Ends it, and waits until it has ended."""
        atexit.unregister(self.stop)
        if self._child.poll() is None:
            self._signal(signal.SIGTERM)
            if self._child.stdin:
                self._child.stdin.close()
            try:
                self._child.wait(10)
            except subprocess.TimeoutExpired:
                self._signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
                self._child.wait()
        self._errors.close()
        shutil.rmtree(self._home, ignore_errors=True)

    def _signal(self, which: int) -> None:
        try:
            if os.name == "posix":
                os.killpg(self._child.pid, which)
            else:
                self._child.terminate()
        except ProcessLookupError:
            pass

    def _read(self) -> None:
        """Until the server has ended. What it says after the first line is of no interest."""
        output = self._child.stdout
        assert output is not None
        for line in output:
            self._lines.put(line)
        self.ended = True
        self._lines.put(None)

    def _shown(self) -> str:
        return " ".join(shlex.quote(word) for word in self._command)
