"""Servers that are missing, old, dying, or left behind."""

import os
import signal
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from rivulet_testing import RivuletError, Server, ServerGone
from rivulet_testing.server import find_command


def test_a_missing_command_is_an_error_that_says_what_to_do(tmp_path, monkeypatch):
    with pytest.raises(RivuletError, match="no command 'no-such-server'.*npm install.*RIVULET_URL"):
        find_command("no-such-server dev")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("RIVULET_COMMAND", raising=False)
    with pytest.raises(RivuletError, match="not found in the PATH, nor in node_modules"):
        find_command(directory=tmp_path)


def test_the_command_that_npm_has_installed_is_found_from_below(tmp_path, monkeypatch):
    command = tmp_path / "node_modules" / ".bin" / "rivulet"
    command.parent.mkdir(parents=True)
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    below = tmp_path / "tests" / "unit"
    below.mkdir(parents=True)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("RIVULET_COMMAND", raising=False)
    assert find_command(directory=below) == [str(command)]


@pytest.mark.parametrize("says", ["print('listening')", "raise SystemExit('Install Node 26.')"])
def test_a_command_that_does_not_serve_is_shown_with_its_last_words(says):
    with pytest.raises(RivuletError, match="The server did not start.*(said 'listening'|Install Node 26)") as failure:
        Server.start([sys.executable, "-c", says])
    assert "--port 0" in str(failure.value)


def test_a_command_that_would_read_the_settings_of_the_project_is_refused(tmp_path):
    (tmp_path / "rivulet.config.yaml").write_text("port: 7070\n")
    with pytest.raises(RivuletError, match="would start the server with the settings of .*rivulet.config.yaml.*bin/rivulet"):
        Server.start([sys.executable, "-m", "npx", "rivulet"], directory=tmp_path)


def test_an_old_server_is_told_by_what_it_lacks():
    class Old(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(404)
            self.end_headers()
            self.wfile.write(b'{"error": "not_found"}')

        def log_message(self, *_):
            pass

    old = HTTPServer(("127.0.0.1", 0), Old)
    threading.Thread(target=old.serve_forever, args=(0.01,), daemon=True).start()
    with pytest.raises(RivuletError, match="has no /control/team.*same version"):
        Server(f"http://127.0.0.1:{old.server_port}").open()
    old.shutdown()
    old.server_close()
    with pytest.raises(ServerGone, match="does not answer"):
        Server(f"http://127.0.0.1:{old.server_port}").open()
    with pytest.raises(RivuletError, match="no address"):
        Server("ftp://127.0.0.1")


def test_a_server_that_dies_in_a_test_is_told(pytestconfig):
    command = pytestconfig.getoption("rivulet_command") or os.environ.get("RIVULET_COMMAND")
    if not command:
        pytest.skip("no command starts a server: set RIVULET_COMMAND")
    with Server.start(command) as server:
        made = server.workspace()
        os.kill(server.pid, signal.SIGKILL)
        with pytest.raises(ServerGone, match="does not answer"):
            while True:
                made.settled(timeout=0)


@pytest.mark.skipif(os.name != "posix", reason="the guard is a shell")
def test_tests_that_are_killed_leave_no_server(tmp_path):
    pipe = tmp_path / "alive"
    os.mkfifo(pipe)
    # It holds the pipe for as long as it lives.
    serve = f"import time\nheld = open({str(pipe)!r}, 'w')\nprint('{{\"url\": \"http://127.0.0.1:9\"}}', flush=True)\ntime.sleep(600)"
    program = (
        "import sys, time\nfrom rivulet_testing import Server\n"
        f"server = Server.start([sys.executable, '-c', {serve!r}])\nprint('started', flush=True)\ntime.sleep(600)"
    )
    tests = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    with open(pipe) as alive:
        assert tests.stdout.readline() == b"started\n"
        tests.kill()
        tests.wait()
        # Ends when nobody holds it any more.
        assert alive.read() == ""
    tests.stdout.close()
