"""What Read the Docs builds this site by: its configuration."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from check_jsonschema import main as check_jsonschema
from support.paths import ROOT

CONFIGURATION = ROOT / ".readthedocs.yaml"


def test_the_configuration_is_what_read_the_docs_accepts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["--builtin-schema", "vendor.readthedocs", str(CONFIGURATION)]
    assert check_jsonschema(arguments, standalone_mode=False) == 0, capsys.readouterr().out


def test_the_configuration_says_what_the_schema_does_not_ask() -> None:
    found: dict[str, Any] = yaml.safe_load(CONFIGURATION.read_text("utf-8"))
    assert found["sphinx"] == {
        "configuration": "conf.py", "builder": "html", "fail_on_warning": True,
    }  # fmt: skip
    assert isinstance(found["build"]["tools"]["python"], str), "3.10 without quotes is 3.1"
    # It installs the project and its extras: what builds the site is one of them.
    assert found["python"] == {"install": [{"method": "uv", "command": "sync", "extras": "all"}]}
    # To set this list replaces what Read the Docs leaves out itself.
    assert {"search.html", "404.html"} <= set(found["search"]["ignore"])
