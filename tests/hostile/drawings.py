"""SVG drawings by a grammar, for the fuzzer: most of what they say makes sense, so that most of it is reached."""

from pathlib import Path
from random import Random

import yaml

DATA = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_bytes())
INSIDE, VALUES, KEYS = DATA["INSIDE"], DATA["VALUES"], DATA["KEYS"]
TOP = ("g", "g", "defs", "defs", "text", "rect", "path", "linearGradient", "mask", "pattern", "filter")
_NEEDED = {"rect": ("width", "height", "x"), "circle": ("r",), "path": ("d",), "stop": ("offset", "stop-color")}


def drawing(chance: Random) -> str:
    """A whole file."""
    parts = "".join(_element(chance, chance.choice(TOP), 3) for _ in range(chance.choice((1, 2, 3))))
    return f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 50'>{parts}</svg>"


def _element(chance: Random, name: str, deeper: int) -> str:
    keys = KEYS.get(name, ())
    wanted = (*_NEEDED.get(name, ()), *chance.sample(keys, min(len(keys), chance.choice((0, 0, 1, 2, 3)))))
    own = {key: _value(chance, key) for key in wanted}
    own["id"] = chance.choice("abc")
    inside = INSIDE.get(name, ())
    count = chance.choice((0, 1, 2, 3)) if inside and deeper else 0
    body = "".join(_element(chance, chance.choice(inside), deeper - 1) for _ in range(count))
    if name in ("text", "tspan", "textPath", "a"):
        body = chance.choice((" ab c", "\n", "Łódź", "")) + body + chance.choice((" d", ""))
    elif name == "style":
        body = chance.choice((".a{fill:url(#a)}", "stop{stop-color:red}", "#a{x:1}", "@import 'x'", "g>g{fill:red}"))
    return f"<{name}" + "".join(f' {key}="{value}"' for key, value in own.items()) + f">{body}</{name}>"


def _value(chance: Random, key: str) -> str:
    values = VALUES[key]  # the first is what says least
    return str(values[0] if chance.random() < 0.4 else chance.choice(values))
