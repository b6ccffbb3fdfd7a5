"""The studio writes what is changed on its page into the files, and takes it back to equal bytes."""

import csv
import errno
import json
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from studied import CARDS, SPEC, Asked, asked

from generator.studio.app import Studio

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da63fccfc0f01f00050001ff56c72f0d"
    "0000000049454e44ae426082"
)
BOX = ["components", "cards", "front", 1, "box"]


def change(*changes: dict[str, Any]) -> dict[str, Any]:
    return {"steps": [[{"kind": "set", **each} for each in changes]]}


async def faces(ask: Asked) -> dict[str, str]:
    tile = (await ask("/api/spec"))[1]["tiles"][0]
    return {"id": tile["id"], "key": tile["key"]}


def test_a_change_is_one_line_of_the_file_is_drawn_and_is_taken_back(port: Path) -> None:
    async def asking(_: Studio, ask: Asked) -> None:
        before, first = port.read_bytes(), await faces(ask)
        elements = (await ask("/api/elements", **first))[1]["elements"]
        assert [each["draw"] for each in elements] == ["circle", "use", "text"]
        assert (elements[0]["template"], elements[0]["places"]) == ("disc", 1)
        [text] = [each for each in elements if each["draw"] == "text"]
        assert (text["path"], text["keys"]["box"], text["line"]) == (BOX[:-1], [5, 40, 50, 30], 15)
        told = (await ask("/api/change", sends=change({"path": BOX, "value": [7, 40, 50, 30]})))[1]
        assert (told["undo"], told["redo"]) == (1, 0)
        assert port.read_bytes() == before.replace(b"box: [5,", b"box: [7,")
        assert (await faces(ask))["key"] != first["key"]
        told = (await ask("/api/undo", sends={}))[1]
        assert (port.read_bytes(), told["redo"]) == (before, 1)
        assert await faces(ask) == first
        await ask("/api/redo", sends={})
        assert b"box: [7," in port.read_bytes()

    asked(port, asking)


def test_what_another_program_saves_meanwhile_is_kept_or_told(port: Path) -> None:
    async def asking(_: Studio, ask: Asked) -> None:
        seen = {"path": BOX, "value": [7, 40, 50, 30], "was": [5, 40, 50, 30]}
        port.write_text(SPEC.replace("[5, 40, 50, 30]", "[6, 40, 50, 30]"), encoding="utf-8")
        status, told = await ask("/api/change", sends=change(seen))
        assert (status, told["message"]) == (409, "Line 15 is not what it was.")
        assert told["conflict"] == {"ours": "[7, 40, 50, 30]", "theirs": "[6, 40, 50, 30]"}
        assert (await ask("/api/change", sends=change(seen), over="yes"))[0] == 200
        port.write_text("# ours\n" + SPEC, encoding="utf-8")
        assert (await ask("/api/change", sends=change(seen)))[0] == 200
        port.write_text(port.read_text(encoding="utf-8") + "# and ours\n", encoding="utf-8")
        assert (await ask("/api/undo", sends={}))[0] == 200
        assert port.read_text(encoding="utf-8") == "# ours\n" + SPEC + "# and ours\n"
        await ask("/api/redo", sends={})
        port.write_text(SPEC.replace("[5, 40", "[9, 40"), encoding="utf-8")
        status, told = await ask("/api/undo", sends={})
        assert (status, "changed in the same lines" in told["message"]) == (409, True)
        typed = {"text": SPEC.replace("game: port", "game: quay"), "was": SPEC}
        assert (await ask("/api/text", sends=typed))[1]["text"] == typed["text"].replace("[5, 40", "[9, 40")

    asked(port, asking)


def test_what_may_not_be_written_stays_as_it_is(port: Path) -> None:
    async def asking(_: Studio, ask: Asked) -> None:
        outside = port.parent.parent / "other.png"
        for mode, said in ((0o444, "port.yaml is read-only."), (0o644, "")):
            port.chmod(mode)
            told = (await ask("/api/change", sends=change({"path": BOX, "value": [1, 2, 3, 4]})))[1]
            assert told.get("message", "") == said
        for path in (
            ["components", "cards", "front", 9],
            ["components", "cards", "front", 0, "template", "x"],
            ["title", 3],
        ):
            assert (await ask("/api/change", sends=change({"path": path, "value": 1})))[0] == 409
        for name, data in (("../other.png", b"x"), ("evil.html", b"x"), ("a.png", b"")):
            headers = {b"content-type": b"application/octet-stream", b"content-length": str(len(data)).encode()}
            await ask("/api/picture", headers, "POST", None, name=name)
        assert not outside.exists()
        assert not (port.parent / "evil.html").exists()

    asked(port, asking)


def test_a_cell_is_typed_into_the_table_of_a_face(port: Path) -> None:
    async def asking(_: Studio, ask: Asked) -> None:
        table = (await ask("/api/rows", **await faces(ask)))[1]
        assert (table["file"], table["line"], table["rows"][1]["cells"]) == ("cards.csv", 2, ["ada", "first"])
        cell = {"component": "cards", "line": 2, "column": 1, "value": "a, b", "was": "first"}
        assert (await ask("/api/cell", sends=cell))[0] == 200
        assert (port.parent / "cards.csv").read_text(encoding="utf-8") == CARDS.replace("first", '"a, b"')
        assert (await ask("/api/cell", sends=cell))[0] == 409
        await ask("/api/undo", sends={})
        assert (port.parent / "cards.csv").read_text(encoding="utf-8") == CARDS

    asked(port, asking)


def test_a_bundled_game_is_not_changed() -> None:
    async def asking(_: Studio, ask: Asked) -> None:
        status, told = await ask("/api/change", sends=change({"path": ["title"], "value": "Mine"}))
        assert (status, "“generator new” makes a copy" in told["message"]) == (409, True)

    asked(Path("circles"), asking)


def test_what_goes_wrong_with_a_file_is_told_and_changes_nothing(port: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def asking(_: Studio, ask: Asked) -> None:
        moved = change({"path": BOX, "value": [7, 40, 50, 30]})
        with monkeypatch.context() as full:
            full.setattr("pathlib.Path.write_text", no_space)
            assert (await ask("/api/change", sends=moved)) == (409, {"message": "port.yaml: No space left on device"})
        assert sorted(file.name for file in port.parent.iterdir()) == ["cards.csv", "port.yaml"]
        assert port.read_text(encoding="utf-8") == SPEC
        port.rename(port.parent / "kept.yaml")
        port.mkdir()
        assert (await ask("/api/change", sends=moved))[0] == 409
        port.rmdir()
        assert (await ask("/api/change", sends=moved))[0] == 409
        (port.parent / "kept.yaml").rename(port)
        assert (await ask("/api/change", sends=moved))[0] == 200
        assert (await ask("/api/undo", sends={}))[0] == 200
        assert port.read_text(encoding="utf-8") == SPEC

    asked(port, asking)


def no_space(self: Path, *_: object, **__: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_two_editors_that_change_one_text_keep_both_changes_or_are_asked(port: Path) -> None:
    async def asking(_: Studio, ask: Asked) -> None:
        one = {"text": SPEC.replace("game: port", "game: quay"), "was": SPEC}
        other = {"text": SPEC.replace("[5, 40", "[9, 40"), "was": SPEC}
        assert [(await ask("/api/text", sends=each))[0] for each in (one, other)] == [200, 200]
        both = one["text"].replace("[5, 40", "[9, 40")
        assert port.read_text(encoding="utf-8") == both
        same = {"text": SPEC.replace("game: port", "game: pier"), "was": SPEC}
        status, told = await ask("/api/text", sends=same)
        assert (status, told["conflict"]) == (409, {"ours": "game: pier\n", "theirs": "game: quay\n"})
        assert (await ask("/api/text", sends=same, over="yes"))[1]["text"] == both.replace("quay", "pier")

    asked(port, asking)


def test_a_dropped_picture_and_a_dropped_table_are_taken_back_with_their_files(port: Path) -> None:
    async def asking(studio: Studio, ask: Asked) -> None:
        picture = {"name": "../a b.png", "at": json.dumps(BOX[:3]), "box": "[1, 2, 30, 20]"}
        for path, body, query, name in (
            ("/api/picture", PNG, picture, "a-b.png"),
            ("/api/deck", b"Name,Cost\nada,1\nbob,2\n", {"name": "heroes.csv"}, "heroes.csv"),
        ):
            headers = {b"content-type": b"application/octet-stream", b"content-length": str(len(body)).encode()}
            assert (await ask(path, headers, "POST", None, body=body, **query))[0] == 200
            assert ((port.parent / name).read_bytes(), studio.shown.unread) == (body, ())
            assert name in port.read_text(encoding="utf-8")
            if name == "heroes.csv":
                assert "\n    rows: heroes.csv\n    front:\n      - {draw: text," in port.read_text(encoding="utf-8")
                assert [each.id for each in studio.changes.whole().pieces["heroes"]] == ["heroes-01", "heroes-02"]
            await ask("/api/undo", sends={})
            port.chmod(0o444)
            assert "read-only" in (await ask("/api/redo", sends={}))[1]["message"]
            assert (port.read_text(encoding="utf-8"), (port.parent / name).exists()) == (SPEC, False)
            port.chmod(0o644)
            await ask("/api/redo", sends={})
            assert (port.parent / name).read_bytes() == body
            await ask("/api/undo", sends={})

    asked(port, asking)


def test_the_history_has_the_lines_and_the_face_of_before_and_after(port: Path) -> None:
    async def asking(_: Studio, ask: Asked) -> None:
        first = await faces(ask)
        await ask("/api/elements", **first)
        moved = change({"path": BOX, "value": [7, 40, 50, 30]})
        told = (await ask("/api/change", sends=moved, face=first["id"]))[1]
        assert (told["key"] != first["key"], "<svg" in told["face"]["svg"]) == (True, True)
        assert next(each for each in told["elements"] if each["draw"] == "text")["keys"]["box"][0] == 7
        await ask("/api/undo", sends={})
        [edit] = (await ask("/api/history"))[1]["edits"]
        assert (edit["line"], len(edit["old"]), len(edit["new"]), edit["undone"], edit["drawn"]) == (
            15,
            1,
            1,
            True,
            True,
        )
        was = (await ask("/api/was", number=0))[1]
        assert was["before"]["svg"] != was["after"]["svg"] == told["face"]["svg"]
        assert (await ask("/api/was", number=7))[0] == 410

    asked(port, asking)


def test_rows_of_the_spec_are_a_table_with_the_place_of_each_cell(port: Path) -> None:
    rows = "\n    - {name: ada, words: a, more: 1}\n    - {name: bob, words: b} # ours"
    listed = SPEC.replace(" cards.csv", rows)
    port.write_text(listed, encoding="utf-8")

    async def asking(_: Studio, ask: Asked) -> None:
        table = (await ask("/api/rows", **await faces(ask)))[1]
        assert [each["cells"] for each in table["rows"]] == [
            ["name", "words", "more"],
            ["ada", "a", 1],
            ["bob", "b", None],
        ]
        path = [*table["path"], 1, "name"]
        assert (await ask("/api/change", sends=change({"path": path, "value": "cy", "was": "bob"})))[0] == 200
        assert port.read_text(encoding="utf-8") == listed.replace("bob", "cy")

    asked(port, asking)


def test_what_is_not_drawn_on_a_piece_is_listed_too(port: Path) -> None:
    async def asking(_: Studio, ask: Asked) -> None:
        hidden = change({"path": [*BOX[:-1], "when"], "value": "false"})
        told = (await ask("/api/change", sends=hidden, face=(await faces(ask))["id"]))[1]
        [text] = [each for each in told["elements"] if each["draw"] == "text"]
        assert (text["box"], text["keys"]["when"]) == (None, "false")
        assert [each["used"] for each in told["elements"] if each["draw"] == "circle"] == [[[*BOX[:3], 0]]]

    asked(port, asking)


def test_what_a_turned_repeat_holds_is_where_it_is_drawn(port: Path) -> None:
    items = "[{draw: rect, box: [0, 0, 4, 2], fill: sand}]"
    turned = f"      - {{draw: repeat, over: [1, 2], at: [30, 40], step: [8, 0], rotate: 90, items: {items}}}\n"
    port.write_text(SPEC + turned, encoding="utf-8")

    async def asking(_: Studio, ask: Asked) -> None:
        found = (await ask("/api/elements", **await faces(ask)))[1]["elements"]
        boxes = [each["box"] for each in found if each["draw"] in ("rect", "repeat")]
        assert boxes == [[28, 40, 2, 4], [28, 48, 2, 4], [28, 40, 2, 12]]

    asked(port, asking)


def test_a_table_that_is_too_large_to_be_shown_says_so(port: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.studio.saving.MAX_BYTES", 9)

    async def asking(_: Studio, ask: Asked) -> None:
        told = (await ask("/api/rows", **await faces(ask)))[1]
        assert told == {"message": "cards.csv is too large to be shown and changed here."}

    asked(port, asking)


def test_the_rows_of_a_spreadsheet_are_shown_and_changed_in_its_own_program(port: Path) -> None:
    book = Workbook()
    for row in csv.reader(CARDS.splitlines()):
        book.active.append(row)
    book.save(port.parent / "cards.xlsx")
    port.write_text(SPEC.replace("cards.csv", "cards.xlsx"), encoding="utf-8")

    async def asking(_: Studio, ask: Asked) -> None:
        table = (await ask("/api/rows", **await faces(ask)))[1]
        assert [each["cells"] for each in table["rows"]][:2] == [["name", "words"], ["ada", "first"]]
        assert (table["line"], table["message"]) == (2, "The rows stand in cards.xlsx: change them there, and save.")
        cell = {"component": "cards", "line": 2, "column": 1, "value": "a", "was": "first"}
        status, told = await ask("/api/cell", sends=cell)
        assert (status, "stand in cards.xlsx, tab Sheet: change them there" in told["message"]) == (409, True)

    asked(port, asking)
