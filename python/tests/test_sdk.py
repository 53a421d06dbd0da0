"""The official SDK, where it is installed."""

import pytest

slack_sdk = pytest.importorskip("slack_sdk", reason="slack_sdk is not installed")


def test_the_official_client_streams_and_is_seen(rivulet):
    ana, scout = rivulet.person("ana"), rivulet.app()
    client = slack_sdk.WebClient(token=scout.bot_token, base_url=rivulet.api_url)
    question = ana.says("@scout", "What is the answer?")
    at = {"channel": question.channel, "thread_ts": question.ts}
    stream = client.api_call("chat.startStream", json={**at, "markdown_text": "**forty-"})
    client.api_call("chat.stopStream", json={"channel": question.channel, "ts": stream["ts"], "markdown_text": "two**"})
    assert scout.replies(question).streamed("**forty-two**")
