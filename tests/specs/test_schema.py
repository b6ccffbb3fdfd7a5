"""The JSON Schema that editors use says the same as the loader."""

import json
from typing import Any

import jsonschema
import pytest
from cases import cases
from command import generator
from msgspec.structs import replace
from often import tiers

from specs.load import BUNDLED, load
from specs.model.colours import CSS, colour, players_colour
from specs.read.yaml_nodes import read_text


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return json.loads(generator("schema", cwd=tmp_path_factory.mktemp("schema")).out)


@pytest.mark.parametrize("name", tiers(["atlantis"], ["circles", "escape", "gods"]))
def test_bundled_specs_are_valid_by_the_schema(name: str, schema: Any) -> None:
    tree = read_text((BUNDLED / f"{name}.yaml").read_bytes(), name)
    jsonschema.Draft202012Validator(schema).validate(tree.value)


@cases
def test_the_schema_refuses_what_the_loader_refuses(wrong: dict[str, object], schema: Any) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(schema).validate(wrong)


def test_colours_by_palette_hex_and_css_name() -> None:
    palette = {"sea": "#2a6a9a", "water": "sea", "loop": "loop"}
    assert colour(palette, "water") == (0x2A / 255, 0x6A / 255, 0x9A / 255)
    assert colour({}, "#f00") == colour({}, "red") == colour({}, "RED") == (1, 0, 0)
    assert len(CSS) == 148
    for unknown in ("loop", "#12", "reddish", ""):
        with pytest.raises(KeyError):
            colour(palette, unknown)


def test_a_players_colour_looks_as_its_row_says_or_as_its_name() -> None:
    spec = load("atlantis").spec
    assert players_colour(spec, "red") == colour({}, "#b23a2e")
    assert players_colour(replace(spec, data={}, palette={"red": "#010203"}), "red") == colour({}, "#010203")
    assert players_colour(replace(spec, data={}, palette={}), "red") == colour({}, "red")
    with pytest.raises(KeyError):
        players_colour(replace(spec, data={}, palette={}), "sand of the sea")
