"""The modules that every page shares, one by one, in a browser that serves them from the disk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
MODULES = [file for room in ("companion", "generator", "specs") for file in (ROOT / room).rglob("*.mjs")]
FOLDERS = sorted({file.parent for file in MODULES})

POLISH = {
    "forms": {"one": 0, "few": 1, "many": 2, "other": 1},
    "words": {"{n} card": ["{n} karta", "{n} karty", "{n} kart"]},
}
SHELL = f"""<!doctype html><html lang="pl"><title>modules</title><div id="notice"></div>
<script type="application/json" id="words">{json.dumps(POLISH)}</script>"""
TRIED = """async () => {
  const { listed, number, say, sayMany, sayParts } = await import("./say.mjs");
  const { drawn, h, put, signed, within } = await import("./dom.mjs");
  const { Refusal, deed, unsettled } = await import("./net.mjs");
  const found = {};
  found.counted = [1, 2, 5, 22].map((n) => sayMany("{n} card", "{n} cards", n));
  const who = "<b>";
  found.english = [say("{who} laughs", { who }), sayMany("{n} tile", "{n} tiles", 2), number(-3),
    listed(["A", "B", "C"])];
  found.parts = sayParts("a {x} b", { x: h("i", {}, "<u>") }).map((part) => part.outerHTML ?? part);
  const onclick = () => { found.clicked = true; };
  const said = h("p", { title: "\\"<x>", hidden: false, lang: null, inert: true, onclick }, [["a<b", [null, "&"]], 0]);
  said.click();
  found.element = said.outerHTML;
  put(said, undefined, "anew", null);
  found.put = said.textContent;
  found.signed = [signed(2), signed(0), signed(-2)];
  found.drawn = drawn("<circle r='1'/>", { viewBox: "0 0 2 2" }).firstElementChild.namespaceURI;
  found.within = [within({ target: document }, "p"), within({ target: said }, "p"), within({ target: said }, "dialog")];
  const waits = [];
  found.deed = await deed("/api/enter", { line: "x" }, (values) => waits.push(values));
  found.left = unsettled(() => {});
  const told = (error) => [error instanceof Refusal, error.status, error.message];
  found.refused = await deed("/api/refuse", {}, () => {}).catch(told);
  return found;
}"""


def test_what_the_modules_of_every_page_do(chromium: Any) -> None:
    asked: list[Any] = []

    def answer(route: Any) -> None:
        name = route.request.url.rpartition("/")[2]
        if route.request.method == "POST":
            asked.append(route.request.post_data_json)
            if name == "refuse":
                return route.fulfill(status=409, json={"message": "not so"})
            # the first answer is lost on the way, as between a phone and a router
            return route.abort() if len(asked) == 1 else route.fulfill(json={"done": True})
        files = [folder / name for folder in FOLDERS if name and (folder / name).is_file()]
        return (
            route.fulfill(path=files[0], content_type="text/javascript")
            if files
            else route.fulfill(body=SHELL, content_type="text/html")
        )

    context = chromium.new_context()
    try:
        context.route("**/*", answer)
        page = context.new_page()
        page.goto("http://localhost:1/")
        found = page.evaluate(TRIED)
    finally:
        context.close()
    assert found["counted"] == ["1 karta", "2 karty", "5 kart", "22 karty"]
    assert found["english"] == ["<b> laughs", "2 tiles", "−3", "A, B i C"]
    assert found["parts"] == ["a ", "<i>&lt;u&gt;</i>", " b"]
    assert found["element"] == '<p title="&quot;&lt;x&gt;" inert="">a&lt;b&amp;0</p>'
    assert found["clicked"] is True
    assert found["put"] == "anew"
    assert found["signed"] == ["+2", "0", "−2"]
    assert found["drawn"] == "http://www.w3.org/2000/svg"
    assert found["within"] == [False, True, False], "keys may reach a page where no element has them"
    assert found["deed"] == {"done": True, "late": True}
    assert [one.get("again", False) for one in asked] == [False, True, False]
    assert asked[0]["id"] == asked[1]["id"] != asked[2]["id"], "what is asked again is the same deed"
    assert found["left"] is None
    assert found["refused"] == [True, 409, "not so"]
