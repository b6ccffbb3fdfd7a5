"""The studio writes what is changed on its page into the files, and takes it back to equal bytes."""

from pathlib import Path
from typing import Any

from studied import CARDS, SPEC, Asked, asked

from generator.studio.app import Studio

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
