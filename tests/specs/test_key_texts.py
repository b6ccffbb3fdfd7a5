"""Every key of the spec language has a text with its unit and its default, and an example that it can have."""

import json
import re

import jsonschema
import msgspec

from specs.model.schema import Spec
from specs.read.key_texts import json_schema, parts, texts

RAW, WHOLE = msgspec.json.schema(Spec)["$defs"], json_schema()
KEYS = [(part, key) for part, shown in RAW.items() for key in shown.get("properties", {})]
UNIT = re.compile(r"\b(mm|degrees|ems?|how many|from -?[\d.]+|coordinates|numbers?|points)\b", re.I)


def test_every_key_says_its_default_and_ends_as_a_sentence() -> None:
    for part, key in KEYS:
        shown, raw = WHOLE["$defs"][part]["properties"][key], RAW[part]
        text = shown["description"]
        assert text[0].isupper() or text[0] in "[`", (part, key)
        assert text.endswith("."), (part, key)
        assert text.endswith("Required.") == (key in raw.get("required", ())), (part, key)
        assert ("Default: " in text) != text.endswith("Required."), (part, key)


def test_every_number_has_a_unit() -> None:
    for part, key in KEYS:
        kind = json.dumps({name: value for name, value in RAW[part]["properties"][key].items() if name != "default"})
        if re.search(r'"(?:number|integer)"', kind) and '"boolean"' not in kind:
            text = WHOLE["$defs"][part]["properties"][key]["description"]
            assert UNIT.search(text), f"{part}.{key}: {text}"


def test_every_example_is_valid() -> None:
    validator = jsonschema.Draft202012Validator(WHOLE)
    for part, key in KEYS:
        shown = WHOLE["$defs"][part]["properties"][key]
        for example in shown["examples"]:
            validator.evolve(schema={**shown, "$defs": WHOLE["$defs"]}).validate(example)
    for part, values in texts("parts").items():
        for value in values.values():
            assert msgspec.convert(value, parts()[part])


def test_every_text_is_of_a_key_that_there_is() -> None:
    known = {name: {*kind.__struct_encode_fields__, "draw"} for name, kind in parts().items()}
    assert [(part, key) for part, told in texts().items() for key in told if key not in known[part]] == []
