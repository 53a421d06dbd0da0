"""Posts with the asynchronous client, which sends its arguments in another way, and prints the answer as JSON."""

import asyncio
import json
import os

from slack_sdk.web.async_client import AsyncWebClient


async def main():
    client = AsyncWebClient(token=os.environ["SLACK_BOT_TOKEN"], base_url=os.environ["SLACK_API_URL"])
    posted = await client.chat_postMessage(channel="C0GENERAL", text="From asyncio")
    history = await client.conversations_history(channel="C0GENERAL", limit=1)
    print(json.dumps({"ok": posted["ok"], "newest": history["messages"][0]["text"]}))


asyncio.run(main())
