import pathlib

import pytest

from scout import MANIFEST

pytest_plugins = ["pytester"]

#: The command of this repository, unless another is named.
COMMAND = pathlib.Path(__file__).parents[2] / "packages" / "server" / "bin" / "rivulet"


@pytest.fixture
def rivulet_workspace():
    return {"apps": [MANIFEST]}
