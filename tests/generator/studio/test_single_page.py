"""Every face as one file to send: it asks for nothing, is searched, and shows what would be printed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from browsing import accessible
from cases import data
from command import generator

from generator.studio.assets import STATIC
from specs.base.web.pages import one_script

EVIL = "<b>]]></script><img src=x onerror=alert(1)>"
SPEC = data(__file__)["SPEC"]


def written(folder: Path) -> Path:
    (folder / "port.yaml").write_text(SPEC, encoding="utf-8")
    (folder / "book.md").write_text("# One\n\n" + ("word " * 900 + "\n\n") * 3, encoding="utf-8")
    done = generator("preview", "port.yaml", "--html", "--out", ".", "--json", cwd=folder)
    assert (done.status, done.err) == (0, "")
    assert json.loads(done.out) == {"file": "port-preview.html"}
    return folder / "port-preview.html"


def test_its_modules_put_together_have_every_name_once() -> None:
    script = one_script(STATIC, "sent")
    names = re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", script, re.MULTILINE)
    assert len(names) == len(set(names)), sorted({name for name in names if names.count(name) > 1})


def test_every_face_is_in_it_once_and_in_words_too(tmp_path: Path) -> None:
    text = written(tmp_path).read_text(encoding="utf-8")
    plain = text[text.index("<noscript>") : text.index("</noscript>")]
    assert "ada-1: first light" in plain
    assert EVIL not in text


@pytest.mark.deep
def test_it_asks_for_nothing_and_is_searched(tmp_path: Path, chromium: Any) -> None:
    file = written(tmp_path)
    page = chromium.new_context(viewport={"width": 390, "height": 844}).new_page()
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(file.as_uri())
    page.locator(".tile image").first.wait_for()
    assert [url for url in asked if not url.startswith(("data:", "blob:"))] == [file.as_uri()]
    names = page.locator(".tile .name span").all_inner_texts()
    assert names[:3] == ["ada-1", "bob-1", "ada-1 back"]
    assert len(names) > 4, "and the pages of the book"
    accessible(page)
    page.keyboard.press("/")
    page.keyboard.type("FIRST light")
    assert page.locator(".tile:visible .name span").all_inner_texts() == ["ada-1"]
    page.locator(".tile:visible .face").click()
    assert "first light" in page.locator("dialog").inner_text()
    assert wrong == []
