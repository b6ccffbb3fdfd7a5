"""SVG drawings by a grammar, for the fuzzer: most of what they say makes sense, so that most of it is reached."""

from random import Random

INSIDE = {
    "g": ("g", "rect", "path", "text", "circle", "rect", "path", "circle", "use", "image"),
    "defs": ("linearGradient", "radialGradient", "clipPath", "linearGradient", "radialGradient", "style"),
    "linearGradient": ("stop",),
    "radialGradient": ("stop", "stop", "title"),
    "clipPath": ("rect", "circle", "path", "text"),
    "mask": ("rect", "g"),
    "pattern": ("rect",),
    "filter": ("feGaussianBlur", "feTurbulence", "feImage"),
    "text": ("tspan", "tspan", "title", "textPath", "a"),
    "tspan": ("tspan",),
}
TOP = ("g", "g", "defs", "defs", "text", "rect", "path", "linearGradient", "mask", "pattern", "filter")
_PLACE = ("0", "1", "-1", "50%", "10", "99.5", "1e-9", "1e6", "1e99", "nan", "3mm", "-0")
_PLACES = (*_PLACE, "1 2 3", "1,2", "2em", "")
_PART = ("0", "1", "0.5", "50%", "-3", "9", "1e-300")
_PAINT = ("red", "#fff", "none", "currentColor", "url(#a)", "url(#b)", "url(#c) red", "inherit", "blurple")
_TURN = ("scale(0)", "scale(1e-6)", "rotate(30)", "matrix(1 2 2 4 0 0)", "skewX(89.99)", "translate(9e6)", "scale(2 3)",
         "translate(5)", "rotate(9 5 5) scale(.5)")  # fmt: skip
_HREF = ("#a", "#b", "#c", "x.png", "data:image/png;base64,AAAA")
VALUES = {
    **dict.fromkeys(("x1", "y1", "x2", "y2", "cx", "cy", "r", "fx", "fy", "fr", "width", "height", "rx", "ry"), _PLACE),
    **dict.fromkeys(("x", "y", "dx", "dy"), _PLACES),
    **dict.fromkeys(("offset", "stop-opacity", "opacity", "fill-opacity"), _PART),
    **dict.fromkeys(("fill", "stroke", "stop-color", "color"), _PAINT),
    **dict.fromkeys(("transform", "gradientTransform"), _TURN),
    **dict.fromkeys(("gradientUnits", "clipPathUnits"), ("userSpaceOnUse", "objectBoundingBox")),
    **dict.fromkeys(("clip-path", "mask", "filter"), ("none", "url(#a)", "url(#b)", "url(#c)")),
    "spreadMethod": ("pad", "reflect", "repeat"),
    "href": _HREF,
    "d": ("M0 0H9V9Z", "M1 1C2 2 3 3 4 4", "M0 0H9", "M5 5A3 3 0 1 1 9 9", "M0 0"),
    "style": ("fill:url(#a);stroke:url(#b)", "stop-color:red", "font-size:200%"),
    "class": ("main", "line", "a"),
    "stroke-width": ("1", "0", "1e-9", "1e6"),
    "stroke-dasharray": ("1 2", "0", "1e-9", "3"),
    "paint-order": ("stroke", "normal"),
    "font-size": ("5", "0", "1e6", "2em", "50%", "large"),
    "font-family": ("Cinzel, serif", "'Alegreya Sans'", "Inter", ""),
    "font-weight": ("bold", "300"),
    "text-anchor": ("middle", "end", "start"),
    "letter-spacing": ("1", "-1em", "normal"),
    "dominant-baseline": ("middle", "hanging", "auto"),
    "display": ("none", "inline"),
    "visibility": ("hidden", "visible"),
    "xml:space": ("preserve", "default"),
    "rotate": ("0", "30"),
}
_PAINTED = ("fill", "stroke", "stroke-width", "opacity", "transform", "class", "style", "stroke-dasharray",
            "paint-order", "clip-path", "visibility", "fill-opacity")  # fmt: skip
KEYS = {
    "linearGradient": ("x1", "y1", "x2", "y2", "gradientUnits", "gradientTransform", "spreadMethod", "href", "color"),
    "radialGradient": ("cx", "cy", "r", "fx", "fy", "fr", "gradientUnits", "gradientTransform", "spreadMethod", "href"),
    "stop": ("offset", "offset", "stop-color", "stop-opacity", "style"),
    "text": (*_PAINTED, "x", "y", "dx", "font-size", "font-family", "text-anchor", "letter-spacing"),
    "tspan": ("x", "y", "dx", "dy", "font-size", "font-weight", "dominant-baseline", "fill", "display", "xml:space"),
    "clipPath": ("clipPathUnits", "transform"),
    "use": ("href",),
    "image": ("href", "width", "height"),
    "g": (*_PAINTED, "mask", "filter"),
    "rect": (*_PAINTED, "rx", "ry"),
    "circle": (*_PAINTED, "cx", "cy"),
    "path": _PAINTED,
}
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
    return values[0] if chance.random() < 0.4 else chance.choice(values)
