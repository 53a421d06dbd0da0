"""Calls of the control API of a development server."""

from __future__ import annotations

import http.client
import json
import select
import threading
from typing import Any, Callable, Dict, Mapping, Optional, Tuple
from urllib.parse import urlencode, urlsplit

from .errors import Refusal, RivuletError, ServerGone

Json = Dict[str, Any]

# Longer than the server lets any call wait.
_ANSWER_SECONDS = 90.0


class Control:
    """A client of the control API. Each thread has a connection of its own, which is kept open."""

    def __init__(self, url: str, explain: Optional[Callable[[], str]] = None) -> None:
        """``explain`` says what became of the server, if it does not answer."""
        parts = urlsplit(url if "//" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise RivuletError(f"{url!r} is no address of a server. Write it like http://127.0.0.1:7070.")
        if parts.username or parts.password:
            raise RivuletError("An address of a development server has no user and no password.")
        self.url = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self._scheme = parts.scheme
        self._host = parts.hostname
        self._port = parts.port
        self._path = parts.path.rstrip("/")
        self._explain = explain
        self._connections: Dict[int, http.client.HTTPConnection] = {}
        self._lock = threading.Lock()

    def get(self, path: str, **query: Any) -> Json:
        """A call that reads."""
        given = {name: _text(value) for name, value in query.items() if value is not None}
        return self._call("GET", f"{path}?{urlencode(given)}" if given else path, None)

    def post(self, path: str, body: Optional[Mapping[str, Any]] = None) -> Json:
        """A call that does something."""
        return self._call("POST", path, body or {})

    def delete(self, path: str) -> Json:
        """A call that takes something away."""
        return self._call("DELETE", path, None)

    def close(self) -> None:
        """Closes all connections."""
        with self._lock:
            connections, self._connections = self._connections, {}
        for connection in connections.values():
            connection.close()

    def _call(self, method: str, path: str, body: Optional[Mapping[str, Any]]) -> Json:
        data = None if body is None else json.dumps(body).encode()
        headers = {} if data is None else {"content-type": "application/json"}
        status, content = self._exchange(method, self._path + path, data, headers)
        try:
            answer = json.loads(content) if content else {}
        except ValueError:
            raise RivuletError(f"{self.url} is no Rivulet server: {path} answers no JSON ({status}).") from None
        if 200 <= status < 300 and isinstance(answer, dict):
            return answer
        raise self._refused(path, status, answer if isinstance(answer, dict) else {})

    def _exchange(self, method: str, path: str, data: Optional[bytes], headers: Dict[str, str]) -> Tuple[int, bytes]:
        connection = self._connection()
        try:
            connection.request(method, path, data, headers)
            response = connection.getresponse()
            return response.status, response.read()
        except (OSError, http.client.HTTPException) as error:
            self._forget(connection)
            raise self._gone(error) from error
        except BaseException:
            # The rest of an answer must not be taken for the next one.
            self._forget(connection)
            raise

    def _connection(self) -> http.client.HTTPConnection:
        me = threading.get_ident()
        with self._lock:
            known = self._connections.get(me)
        # What is to be read before a request is the end: the server closes connections that nobody uses.
        if known is not None and known.sock is not None and not select.select([known.sock], [], [], 0)[0]:
            return known
        if known is not None:
            self._forget(known)
        kind = http.client.HTTPSConnection if self._scheme == "https" else http.client.HTTPConnection
        made = kind(self._host, self._port, timeout=_ANSWER_SECONDS)
        with self._lock:
            self._connections[me] = made
        return made

    def _forget(self, connection: http.client.HTTPConnection) -> None:
        connection.close()
        with self._lock:
            for thread, known in list(self._connections.items()):
                if known is connection:
                    del self._connections[thread]

    def _gone(self, error: Exception) -> ServerGone:
        became = self._explain() if self._explain else ""
        reason = str(error) or type(error).__name__
        return ServerGone(f"The server at {self.url} does not answer: {reason}." + (f"\n{became}" if became else ""))

    def _refused(self, path: str, status: int, answer: Json) -> RivuletError:
        code, detail = str(answer.get("error", "")), str(answer.get("detail", ""))
        if status == 404 and code in ("", "not_found") and path.startswith("/control/"):
            asked = path.split("?")[0]
            return RivuletError(
                f"The server at {self.url} has no {asked}. It has to be a development server (`rivulet dev`) of the "
                "same version as rivulet_testing or a newer one."
            )
        if status == 503:
            return ServerGone(f"The server at {self.url} is going down. {detail}")
        return Refusal(code or f"http_{status}", detail)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
