"""The examples of the pages, run as a user would run them, and what the plugin says in their tests."""

import json
import pathlib
import re

import pytest

from scout import MANIFEST

ROOT = pathlib.Path(__file__).parents[2]
PAGES = ["python/README.md", "docs/testing-python.md"]
#: What the pages call `my_app`: the program of an app over HTTP.
MY_APP = "from scout import running\n"


@pytest.fixture
def user(pytester, monkeypatch, rivulet):
    """A folder of a user with their app, whose tests use a server that runs."""
    pytester.makepyfile(my_app=MY_APP)
    pytester.path.joinpath("manifest.json").write_text(json.dumps(MANIFEST))
    monkeypatch.syspath_prepend(str(pathlib.Path(__file__).parent))
    monkeypatch.setenv("RIVULET_URL", rivulet.url)
    return pytester


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run(user, page):
    blocks = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.S | re.M)
    assert blocks
    user.makepyfile(test_page="\n\n".join(blocks))
    result = user.runpytest_inprocess("-p", "no:cacheprovider", "-p", "rivulet_testing.plugin")
    tests = sum(block.count("def test_") for block in blocks)
    result.assert_outcomes(passed=tests)


def test_a_failed_test_says_what_happened(user):
    user.makepyfile(
        """
        import pytest

        @pytest.mark.rivulet(apps="manifest.json")
        def test_it(rivulet):
            message = rivulet.person("ana").says("general", "Hi")
            assert message.has_text("Ho")

        @pytest.mark.rivulet(app="manifest.json")
        def test_mark(rivulet):
            pass

        @pytest.mark.rivulet(apps="nothing.json")
        def test_manifest(rivulet):
            pass
        """
    )
    result = user.runpytest_inprocess("-p", "no:cacheprovider", "-p", "rivulet_testing.plugin")
    result.assert_outcomes(failed=1, errors=2)
    result.stdout.fnmatch_lines(
        ['*expected the message to say "Ho", but it says "Hi"*', "What happened:", '*ana says "Hi"']
    )
    result.stdout.fnmatch_lines(["*takes people, channels, apps, timeout by name, and not 'app'*"])
    result.stdout.fnmatch_lines(["*nothing.json cannot be read: No such file*"])
