"""The verbs of the kit, with a real server and an app over HTTP."""

import re

import pytest

from rivulet_testing import Refusal, RivuletError, RivuletTimeout
from scout import running


@pytest.fixture
def ana(rivulet):
    return rivulet.person("ana")


@pytest.fixture
def scout(rivulet):
    app = rivulet.app("scout")
    with running(app, rivulet.api_url):
        yield app


def test_an_app_streams_an_answer_to_a_direct_message(rivulet, ana, scout):
    question = ana.says(scout, "What is the answer?")
    reply = scout.replies()

    assert reply.streamed("**forty-two**")
    assert reply.thread_ts == question.ts
    assert [one.text for one in reply.stream.appends] == ["The answer is ", "**forty", "-two**"]
    assert scout.called("chat.appendStream", {"markdown_text": re.compile("^-two")})
    assert scout.calls("chat.startStream")[0]["answer"]["ts"] == reply.ts
    assert ana.sees(question).text == "ana: What is the answer?\nscout: The answer is forty-two"
    rivulet.settled()
    assert {one["outcome"] for one in scout.deliveries("message")} == {"sent", "acknowledged"}


def test_people_press_choose_submit_and_run(rivulet, ana, scout):
    ana.says("@scout", "approve this")
    asked = scout.replies()
    assert asked.has_blocks([{"type": "actions"}])
    ana.chooses(asked, "Where to", "Live")
    assert scout.replies().has_text("To L")
    ana.presses(asked, "Approve")
    assert scout.replies().has_text("Approved")

    ana.runs("/deploy api")
    modal = ana.modal("Deploy api")
    assert ana.submits(modal, {"Why": "no"}) == {"why": "Say more"}
    assert ana.submits(modal, {"reason": "a good one"}) is None
    assert scout.replies(ana).has_text("Deploying: a good one")
    types = [one["type"] for one in scout.interactions()]
    assert types == ["block_actions", "block_actions", "slash_commands", "view_submission", "view_submission"]
    ana.runs("/deploy web", "general")
    ana.closes(ana.modal("Deploy web"))


def test_people_mention_react_upload_use_shortcuts_and_open_a_home(rivulet, ana, scout):
    ben = rivulet.person("ben")
    mention = ana.says("#general", f"{scout} are you there?")
    reply = scout.replies(mention)
    assert (reply.text, reply.thread_ts) == ("Here I am", mention.ts)
    assert ben.sees(mention).text == "ana: @scout are you there?\nscout: Here I am"

    ben.reacts(mention, ":tada:")
    assert scout.replies("general").has_text(":tada: seen")
    shared = ben.uploads("general", "notes.txt", "Hi", text="My notes")
    assert [one["name"] for one in shared.files] == ["notes.txt"]
    assert "ben: My notes [notes.txt]" in ana.sees("general").text

    ana.uses(scout, "count", mention)
    assert scout.replies("#general").has_text("4 words")
    ana.opens(scout)
    assert ana.home(scout).has_blocks([{"type": "section", "text": {"text": "Welcome home"}}])


def test_a_reader_stops_a_stream(ana, scout):
    question = ana.says(scout, "wait")
    assert ana.sees(question).text.startswith("ana: wait")
    ana.stops(scout.streams())

    reply = scout.replies()
    assert (reply.stream.ended_by, reply.stream.markdown) == ("reader", "Let me see")
    assert not reply.streamed("Let me see")
    assert repr(reply.streamed()) == (
        'expected the message to have streamed "", but it has streamed "Let me see" and was ended by reader'
    )


def test_a_fault_meets_the_next_call(rivulet, ana, scout):
    rivulet.inject("chat.postMessage", error="fatal_error")
    ana.says(scout, "hello")
    failed = rivulet.until(lambda: rivulet.journal.calls(method="chat.postMessage"))
    assert failed[0]["error"] == "fatal_error"
    ana.says(scout, "hello")
    assert scout.replies().has_text("Hello")
    assert [one["ok"] for one in rivulet.journal.calls(method="chat.postMessage")] == [False, True]


def test_a_timeout_says_what_happened_in_place_of_the_reply(rivulet, ana, scout):
    rivulet.inject("chat.postMessage", error="no_text", times=9)
    ana.says(scout, "hello")
    with pytest.raises(RivuletTimeout) as failure:
        scout.replies(timeout=1)

    lines = str(failure.value).splitlines()
    assert lines[0] == "Scout has not replied within 1 s."
    assert re.match(r' +\+0 ms  ana says "hello"', lines[3])
    assert "Scout is sent message: acknowledged" in str(failure.value)
    assert re.search(r"calls chat.postMessage .* → no_text", str(failure.value))


def test_a_refusal_is_that_of_the_web_client(rivulet, ana, scout):
    with pytest.raises(Refusal) as refused:
        rivulet.person("ben").runs("/nothing here")
    assert refused.value.code == "command_not_found"
    with pytest.raises(Refusal, match='no element "Deny"'):
        ana.says(scout, "approve")
        ana.presses(scout.replies(), "Deny")
    with pytest.raises(RivuletError, match='no person "eve". There are: ana, ben'):
        rivulet.person("eve")
    with pytest.raises(RivuletError, match="Name the person to whom Scout replies"):
        scout.replies(scout)


def test_a_snapshot_is_the_same_in_every_run(rivulet, ana, scout):
    question = ana.says(scout, "What is the answer?")
    reply = scout.replies()
    text = rivulet.snapshot(reply)
    assert '"user": "<scout>"' in text and '"appends"' in text
    assert reply.ts not in text and rivulet.team not in text
    assert '"ana: What is the answer?"' in rivulet.snapshot(ana.sees(question))
    assert '"method": "chat.startStream"' in rivulet.snapshot(rivulet.journal.entries())


def test_tokens_are_in_no_text_that_is_printed(rivulet, ana, scout):
    printed = f"{scout!r} {scout} {scout.tokens} {scout.tokens!r} {rivulet!r} {ana!r} {rivulet.journal.entries()}"
    assert scout.bot_token and scout.bot_token not in printed
    assert scout.env["SLACK_BOT_TOKEN"] == scout.bot_token and scout.signing_secret not in printed


def test_the_clock_of_a_shared_server_stays_as_it_is(rivulet):
    assert rivulet.clock.now() > 1_600_000_000
    with pytest.raises(RivuletError, match="rivulet_server"):
        rivulet.clock.advance("1h")


def test_the_clock_of_a_server_of_its_own_is_the_tests(rivulet_server):
    ana, scout = rivulet_server.person("ana"), rivulet_server.app()
    with running(scout, rivulet_server.api_url):
        rivulet_server.clock.stand()
        began = rivulet_server.clock.now()
        ana.says(scout, "wait")
        scout.streams()
        rivulet_server.clock.advance("1h")
        assert scout.replies().stream.ended_by in ("idle", "lifetime")
        assert rivulet_server.clock.now() == began + 3600


@pytest.mark.rivulet(people=["eve", "joe"], channels={"launch": ["eve"]})
def test_a_mark_says_what_the_workspace_is(rivulet):
    eve, joe = rivulet.person("eve"), rivulet.person("joe")
    eve.says("launch", "Is **everything** in?")
    assert eve.sees("#launch").text == "eve: Is everything in?"
    with pytest.raises(Refusal, match="not_in_channel"):
        joe.says("launch", "Hi")
