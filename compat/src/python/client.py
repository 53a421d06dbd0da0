"""Calls the methods that a program with slack_sdk calls first, and prints what it has read as JSON."""

import json
import os

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError

client = WebClient(token=os.environ["SLACK_BOT_TOKEN"], base_url=os.environ["SLACK_API_URL"])
posted = client.chat_postMessage(channel="C0GENERAL", text="From Python", metadata={"event_type": "a", "event_payload": {"n": 1}})
client.chat_update(channel=posted["channel"], ts=posted["ts"], text="From Python 3")
client.reactions_add(channel=posted["channel"], timestamp=posted["ts"], name="snake")
uploaded = client.files_upload_v2(channel="C0GENERAL", content="one,two", filename="table.csv")

names = [member["name"] for page in client.users_list(limit=1) for member in page["members"]]
pages = client.conversations_history(channel="C0GENERAL", limit=50)
texts = [message["text"] for message in pages["messages"]]
try:
    client.conversations_info(channel="C0NOBODY")
    error = None
except SlackApiError as refusal:
    error = refusal.response["error"]
print(json.dumps({"names": names, "texts": texts, "file": uploaded["file"]["name"], "error": error}))
