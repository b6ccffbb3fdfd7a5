"""Editors that save in ways of their own, folders that keep time badly, files that mean harm: the studio goes on."""

import asyncio
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from cases import cases
from studied import CARDS, SPEC, Asked, asked

from generator.studio.app import Studio

WAVE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#123456"/></svg>'
ARTWORK = "      - {draw: image, image: NAME, box: [5, 60, 9, 9]}\n"
NOON = 1_700_000_000  # a whole second


def at_noon(file: Path, text: str) -> None:
    """Written on a disk whose clock stands for a while: of a network, or a stick."""
    file.write_text(text, encoding="utf-8")
    os.utime(file, (NOON, NOON))


@cases
def test_a_save_within_the_second_of_the_last_is_seen_and_drawn(
    port: Path, name: str, saves: list[str], told: list[str]
) -> None:
    file = port.parent / name
    (port.parent / "wave.svg").write_text(WAVE, encoding="utf-8")
    port.write_text(SPEC + ARTWORK.replace("NAME", "wave.svg"), encoding="utf-8")
    good = file.read_text(encoding="utf-8")

    async def questions(studio: Studio, ask: Asked) -> None:
        keys = set()
        for save, words in zip(saves, told, strict=True):  # as long as each other
            at_noon(file, good.replace(saves[0], save))
            changed = studio.shown.eye.look()
            assert changed == {file}, save
            await studio.shown.saved(changed)
            tile = (await ask("/api/spec"))[1]["tiles"][0]
            keys.add(tile["key"])
            assert words in json.dumps((await ask("/api/face", id=tile["id"], key=tile["key"]))[1])
        assert len(keys) == 3
        assert studio.shown.eye.look() == set()

    asked(port, questions)


@pytest.mark.parametrize("name", ["port.yaml", "cards.csv", "wave.svg"])
@pytest.mark.parametrize("gone", [False, True], ids=["emptied", "taken away"])
def test_a_file_that_is_emptied_or_taken_away_and_then_written_is_told_once(port: Path, name: str, gone: bool) -> None:
    wave, file = port.parent / "wave.svg", port.parent / name
    wave.write_text(WAVE, encoding="utf-8")
    port.write_text(SPEC + ARTWORK.replace("NAME", "wave.svg"), encoding="utf-8")
    new = {
        "port.yaml": port.read_text().replace("r: 9", "r: 8"),
        "cards.csv": CARDS.replace("first", "another"),
        "wave.svg": WAVE.replace("#123456", "#654321"),
    }[name]

    async def questions(studio: Studio, ask: Asked) -> None:
        told: list[int] = []
        show = studio.shown.show
        studio.shown.show = lambda: (
            show(),
            told.append(len(studio.shown.tile_set.tiles if studio.shown.tile_set else ())),
        )[0]  # type: ignore[method-assign]
        if gone:
            file.unlink()
        else:
            file.write_text("", encoding="utf-8")
        saving = asyncio.create_task(studio.shown.saved(studio.shown.eye.look()))
        await asyncio.sleep(0.05)
        file.write_text(new, encoding="utf-8")
        await saving
        assert (told, studio.shown.unread) == ([3], ())
        assert studio.shown.eye.look() == set(), "what was written then is what is told"
        tile = (await ask("/api/spec"))[1]["tiles"][0]
        face = (await ask("/api/face", id=tile["id"], key=tile["key"]))[1]
        assert face["faults"] == []

    asked(port, questions)


def test_a_spec_that_is_away_for_a_while_is_told_and_is_itself_again_once_it_is_back(port: Path) -> None:
    async def questions(studio: Studio, ask: Asked) -> None:
        away = port.rename(port.with_name("elsewhere"))
        await studio.shown.saved({port})
        told = (await ask("/api/spec"))[1]
        assert (told["stale"], len(told["order"])) == (True, 3)
        assert told["flaws"][0]["found"].endswith("no such spec")
        away.rename(port)
        await studio.shown.saved({port})
        assert (await ask("/api/spec"))[1]["stale"] is False

    asked(port, questions)


def test_a_folder_that_is_deleted_is_told_in_a_line_and_used_again_once_it_is_back(
    port: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = port.parent / "home"
    shutil.copytree(port.parent, home)
    monkeypatch.chdir(home)

    async def questions(studio: Studio, ask: Asked) -> None:
        shutil.rmtree(home)
        await studio.shown.saved(studio.shown.look()[0])
        wanted = {"steps": [[{"kind": "set", "path": ["title"], "value": "Quay"}]]}
        for answer in (ask("/api/spec"), ask("/api/change", sends=wanted), ask("/api/build", sends={"words": {}})):
            status, said = await answer
            assert (status, said["message"][:43]) == (409, "The folder where the studio was started is ")
        shutil.copytree(port.parent, home)
        await studio.shown.saved(studio.shown.look()[0])
        assert (await ask("/api/change", sends=wanted))[0] == 200
        assert "Quay" in (home / port.name).read_text(encoding="utf-8")

    asked(Path(port.name), questions)


def test_a_link_to_a_spec_is_followed_to_what_it_is_now(port: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    kept, other = tmp_path / "kept" / "one.txt", tmp_path / "kept" / "two.txt"
    kept.write_text(SPEC, encoding="utf-8")
    other.write_text(SPEC.replace("r: 9", "r: 7"), encoding="utf-8")
    port.unlink()
    port.symlink_to(kept)

    async def questions(studio: Studio, ask: Asked) -> None:
        async def key() -> Any:
            return (await ask("/api/spec"))[1]["tiles"][0]["key"]

        found = [await key()]
        kept.write_text(SPEC.replace("r: 9", "r: 12"), encoding="utf-8")
        await studio.shown.saved(studio.shown.eye.look())
        found.append(await key())
        (tmp_path / "beside").symlink_to(other)
        (tmp_path / "beside").replace(port)
        await studio.shown.saved(studio.shown.eye.look())
        found.append(await key())
        assert len(set(found)) == 3

    asked(port, questions)


# ---- what means harm -----------------------------------------------------------------------------


@cases
def test_a_file_that_means_harm_is_told_and_mended_in_its_place(port: Path, name: str, old: str, text: str) -> None:
    file = port.parent / name
    good = file.read_text(encoding="utf-8")

    async def questions(studio: Studio, ask: Asked) -> None:
        file.write_bytes((good.replace(old, text) if old else text).encode("latin-1"))
        await studio.shown.saved(studio.shown.eye.look())
        told = (await ask("/api/spec"))[1]
        faces = [await ask("/api/face", id=tile["id"], key=tile["key"]) for tile in told["tiles"][:1]]
        assert told["stale"] or faces[0][1]["faults"]
        assert len(json.dumps(told["flaws"])) < 100_000
        file.write_text(good, encoding="utf-8")
        await studio.shown.saved(studio.shown.eye.look())
        mended = (await ask("/api/spec"))[1]
        assert (mended["stale"], len(mended["order"])) == (False, 3)

    asked(port, questions)


# ---- a page of another site ----------------------------------------------------------------------


def test_no_answer_may_be_read_framed_or_loaded_by_a_page_of_another_site(port: Path) -> None:
    evil = {b"origin": b"https://evil.example", b"sec-fetch-site": b"cross-site", b"x-seat": b""}

    async def questions(studio: Studio, ask: Asked) -> None:
        for path in ("/", "/main.mjs", "/studio.css", "/nothing"):
            headers = (await ask(path, evil))[1]["headers"]
            assert not [name for name in headers if name.startswith(b"access-control")]
            assert headers[b"x-frame-options"] == b"DENY"
            assert headers[b"cross-origin-resource-policy"] == b"same-origin"
            assert b"frame-ancestors 'none'" in headers[b"content-security-policy"]

    asked(port, questions)
