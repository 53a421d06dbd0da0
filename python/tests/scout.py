"""An app as a developer writes it, over HTTP and with the standard library alone: it knows nothing of tests."""

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs
from urllib.request import Request, urlopen

MANIFEST = {
    "display_information": {"name": "Scout"},
    "features": {
        "bot_user": {"display_name": "scout"},
        "app_home": {"home_tab_enabled": True, "messages_tab_read_only_enabled": False},
        "slash_commands": [{"command": "/deploy", "description": "Deploys"}],
        "shortcuts": [{"name": "Count", "type": "message", "callback_id": "count", "description": "Counts words"}],
    },
    "oauth_config": {
        "scopes": {"bot": ["chat:write", "im:history", "commands", "app_mentions:read", "channels:history", "reactions:read", "files:read"]}
    },
    "settings": {
        "interactivity": {"is_enabled": True, "request_url": "http://127.0.0.1:9/"},
        "event_subscriptions": {
            "request_url": "http://127.0.0.1:9/",
            "bot_events": ["message.im", "app_mention", "reaction_added", "file_shared", "app_home_opened"],
        },
    },
}


@contextlib.contextmanager
def running(scout, api_url):
    """Runs the program of the app while a test goes on."""
    program = _Program(("127.0.0.1", 0), _Requests)
    program.token, program.api_url = scout.bot_token, api_url
    threading.Thread(target=program.serve_forever, args=(0.01,), daemon=True).start()
    try:
        scout.receives_at(f"http://127.0.0.1:{program.server_port}/slack")
        yield program
    finally:
        program.shutdown()
        program.server_close()


class _Program(ThreadingHTTPServer):
    daemon_threads = True

    def call(self, method, **args):
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json; charset=utf-8"}
        with urlopen(Request(f"{self.api_url}{method}", json.dumps(args).encode(), headers)) as answer:
            return json.load(answer)

    def on_event(self, event):
        kind, text = event["type"], event.get("text", "")
        if kind == "app_mention":
            self.call("chat.postMessage", channel=event["channel"], text="Here I am", thread_ts=event["ts"])
        elif kind == "reaction_added":
            self.call("chat.postMessage", channel=event["item"]["channel"], text=f":{event['reaction']}: seen")
        elif kind == "app_home_opened" and event["tab"] == "home":
            blocks = [{"type": "section", "text": {"type": "mrkdwn", "text": "Welcome home"}}]
            self.call("views.publish", user_id=event["user"], view={"type": "home", "blocks": blocks})
        elif kind == "message" and "bot_id" not in event and "subtype" not in event:
            self.answer(event["channel"], event["ts"], event["user"], text)

    def answer(self, channel, ts, user, text):
        thread = {"channel": channel, "thread_ts": ts}
        if "answer" in text:
            stream = self.call("chat.startStream", **thread, markdown_text="The answer is ")
            at = {"channel": channel, "ts": stream["ts"]}
            self.call("chat.appendStream", **at, markdown_text="**forty")
            self.call("chat.appendStream", **at, markdown_text="-two**")
            self.call("chat.stopStream", **at)
        elif "wait" in text:
            self.call("chat.startStream", **thread, markdown_text="Let me see")
        elif "approve" in text:
            button = {"type": "button", "action_id": "yes", "text": {"type": "plain_text", "text": "Approve"}}
            options = [{"text": {"type": "plain_text", "text": word}, "value": word[0]} for word in ("Test", "Live")]
            select = {"type": "static_select", "action_id": "where", "placeholder": {"type": "plain_text", "text": "Where to"}, "options": options}
            self.call("chat.postMessage", channel=channel, text="Deploy?", blocks=[{"type": "actions", "elements": [button, select]}])
        else:
            self.call("chat.postMessage", channel=channel, text="Hello *you*")

    def on_interaction(self, payload):
        """What to answer, if there is something."""
        if payload["type"] == "view_submission":
            reason = payload["view"]["state"]["values"]["why"]["reason"]["value"] or ""
            if len(reason) < 3:
                return {"response_action": "errors", "errors": {"why": "Say more"}}
            self.call("chat.postMessage", channel=payload["user"]["id"], text=f"Deploying: {reason}")
        elif payload["type"] == "message_action":
            words = len(payload["message"]["text"].split())
            self.call("chat.postMessage", channel=payload["channel"]["id"], text=f"{words} words")
        elif payload["type"] == "block_actions":
            action = payload["actions"][0]
            chosen = action.get("selected_option", {}).get("value")
            self.call("chat.postMessage", channel=payload["channel"]["id"], text=f"To {chosen}" if chosen else "Approved")
        return None

    def on_command(self, form):
        reason = {"type": "plain_text_input", "action_id": "reason"}
        why = {"type": "input", "block_id": "why", "label": {"type": "plain_text", "text": "Why"}, "element": reason}
        title = {"type": "plain_text", "text": f"Deploy {form['text'][0]}"}
        submit = {"type": "plain_text", "text": "Go"}
        view = {"type": "modal", "callback_id": "deploy", "title": title, "submit": submit, "blocks": [why]}
        self.call("views.open", trigger_id=form["trigger_id"][0], view=view)


class _Requests(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        if self.headers["content-type"].startswith("application/json"):
            sent = json.loads(body)
            self._reply({"challenge": sent["challenge"]} if "challenge" in sent else None)
            if "event" in sent:
                self.server.on_event(sent["event"])
            return
        form = parse_qs(body, keep_blank_values=True)
        if "payload" in form:
            self._reply(self.server.on_interaction(json.loads(form["payload"][0])))
        else:
            self.server.on_command(form)
            self._reply(None)

    def _reply(self, answer):
        data = b"" if answer is None else json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()

    def log_message(self, *_):
        pass
