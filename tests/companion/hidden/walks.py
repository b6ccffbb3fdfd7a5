"""A walk through two games at once that somebody cannot tell apart: everything asked of both is answered alike.

What is entered counts for both. Once the log that all read, or what the seat may lawfully see, is another in the two,
the walk ends: from there they may be told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from companion.games import Game

from .lines import COMMANDS, SOUGHT, hand, line
from .surfaces import TABLE, Answer, Pages, Served, typed, view
from .worlds import KINDS, Truth, lawful, started, state_of, stored, swapped, truth


class Told(AssertionError):
    """Two games that a seat cannot tell apart were told apart."""


class Walk:
    """Two games of a kind for the eyes of `who` (a player, or "" for anybody at the table)."""

    def __init__(self, folder: Path, pages: Pages, kind: str, who: str, seed: int) -> None:
        self.kind, self.who, self.chance = kind, who, Random(f"{kind} {who} {seed}")
        self.game, _, self.players = KINDS[kind]
        self.seat = self.players.index(who) if who else None
        plies = self.chance.choice((0, 1, 3, 7, 24, 27, 33, 50))
        position = started(kind, seed % 5, plies)
        near = self.chance.random() < 0.3
        other = swapped(position, self.seat, self.chance, near=near)
        self.differ = other != position
        # where nothing is hidden, the seed is no secret: it stands in the record
        seeds = (seed, seed + self.differ)
        self.stores = [
            stored(folder / f"{n}.db", kind, text, own)
            for n, (text, own) in enumerate(zip((position, other), seeds, strict=True))
        ]
        self.served: list[Served] = [pages.serve(store, tuple(self.players)) for store in self.stores]
        self.asked: Counter[str] = Counter()
        self.said: list[str] = []

    def truths(self) -> list[Truth]:
        return [truth(store) for store in self.stores]

    def worlds(self) -> list[Any]:
        return [state_of(self.kind, each.position) for each in self.truths()]

    def alike(self) -> bool:
        """Whether the two may still not be told apart."""
        one, two = self.truths()
        seen = [lawful(each.position, self.seat) for each in (one, two)]
        if Game(self.game).turn(state_of(self.kind, one.position)) is None:
            return False  # the end shows everything to everybody
        return one.log == two.log and one.following == two.following and seen[0] == seen[1]

    # ---- what is asked -----------------------------------------------------------------------------

    def go(self, steps: int) -> Counter[str]:
        """Ask up to so many things of both. Raises Told."""
        looks = [self.looks, self.branches, self.follows, self.seeks, self.commands] * 5 + [
            self.draws,
            self.faces_of_others,
        ]
        deeds = [self.enters, self.enters, self.enters_typed, self.plays, self.goes_back, self.amends, self.others_turn]
        deeds.append(self.passes_on)
        for _ in range(steps):
            deed = self.chance.choice(looks if self.chance.random() < 0.62 else deeds)
            before = self.truths()
            told = deed()
            self.said += [what for what, _, _ in told]
            if not self.alike():
                self._lawfully(before)
                self.asked["ended in what all may read"] += 1
                break
            for what, one, two in told:
                self.asked[what.partition(" ")[0]] += 1
                if one != two:
                    raise Told("\n".join([f"{self.kind}, seen by {self.who or 'anybody'}: {what}", str(one), str(two)]))
        return self.asked

    def _lawfully(self, before: Sequence[Truth]) -> None:
        """Where one game took what the other refused, the log of each says that something was tried."""
        for old, now, other in zip(before, self.truths(), self.truths()[::-1], strict=True):
            if len(other.log) > len(old.log) and now.log == old.log:
                raise Told(
                    f"{self.kind}: {self.said[-1:]} told {self.who} something that no log holds: {other.log[-1]}"
                )

    def page(
        self, who: str, path: str, body: dict[str, Any] | bytes | None = None, **headers: str
    ) -> list[tuple[str, Answer, Answer]]:
        one, two = (served.ask(who, path, body, headers) for served in self.served)
        return [(f"page {who or 'watching'} {path} {body or ''} {headers or ''}", one, two)]

    def command(self, *words: str, lines: tuple[str, ...] = ()) -> list[tuple[str, Answer, Answer]]:
        one, two = (typed(store, *words, lines=lines) for store in self.stores)
        for served in self.served:  # a page looks at the store before it refuses what is out of date
            served.ask(TABLE, "/api/undo", {"last": -1})
        return [(f"command {' '.join(words)} {lines or ''}", one, two)]

    def eyes(self) -> str:
        """A page that sees no more than `who` does."""
        return self.chance.choice((self.who, self.who, self.who, "", TABLE))

    def a_line(self) -> str:
        return line(self.game, self.worlds(), self.chance)

    def as_who(self) -> list[str]:
        return ["--as", self.who] if self.who and self.chance.random() < 0.7 else []

    def looks(self) -> list[tuple[str, Answer, Answer]]:
        ply = self.chance.choice((None, None, 0, len(self.truths()[0].log)))
        told = self.page(self.eyes(), view(ply=ply))
        names = [
            name for _, one, _ in told if one.status == 200 for name in (one.facts["picture"] or {}).get("faces", ())
        ]
        hands = {"x-hand": hand(self.game, self.chance)} if self.chance.random() < 0.4 else {}
        return [*told, *self.page(self.eyes(), "/api/faces?" + "&".join(f"name={n}" for n in names[:40])),
                *self.page(self.who, view(), **hands)]  # fmt: skip

    def faces_of_others(self) -> list[tuple[str, Answer, Answer]]:
        """What others look at is drawn once for all: whoever knows how a face is called learns not that it was."""
        names = set[str]()
        paths = (view(), view((self.a_line(),)))
        for name in self.players:
            if name != self.who:
                for served in self.served:
                    for path in paths:
                        seen = served.ask(name, path)
                        names |= set((seen.facts["picture"] or {}).get("faces", ()) if seen.status == 200 else ())
        return self.page(self.who, "/api/faces?" + "&".join(f"name={name}" for name in sorted(names)))

    def branches(self) -> list[tuple[str, Answer, Answer]]:
        lines = tuple(self.a_line() for _ in range(self.chance.choice((1, 1, 2, 3))))
        return self.page(self.eyes(), view(lines))

    def follows(self) -> list[tuple[str, Answer, Answer]]:
        text = self.a_line()
        body: dict[str, Any] = {
            "typed": text[: self.chance.randint(0, len(text))] if self.chance.random() < 0.5 else text
        }
        if self.chance.random() < 0.2:
            body["typed"] = ""  # all that is lit on the board, also several plies on
        body |= {"tapped": self.chance.random() < 0.5, "wide": self.chance.choice((0, 390))}
        if self.chance.random() < 0.3:
            body["hand"] = hand(self.game, self.chance)
        if self.chance.random() < 0.3:
            body["then"] = [self.a_line()]
        return self.page(self.eyes(), "/api/choices", body)

    def seeks(self) -> list[tuple[str, Answer, Answer]]:
        then = f"&then={self.a_line()}" if self.chance.random() < 0.2 else ""
        return self.page(self.eyes(), f"/api/where?words={self.chance.choice(SOUGHT)}{then}".replace(" ", "%20"))

    def commands(self) -> list[tuple[str, Answer, Answer]]:
        asked = self.chance.choice(COMMANDS).replace("HAND", hand(self.game, self.chance))
        words = asked.split()
        seen = [] if words[0] == "list" else self.as_who()
        told = ["--json"] if words[0] != "export" and self.chance.random() < 0.5 else []
        return self.command(*words, *seen, *told)

    def draws(self) -> list[tuple[str, Answer, Answer]]:
        seen = self.as_who()
        files = [store.with_suffix(".svg") for store in self.stores]
        for store, file in zip(self.stores, files, strict=True):
            typed(store, "show", "--svg", str(file), "--force", *seen)
        one, two = (Answer(0, file.read_bytes() if file.exists() else b"") for file in files)
        return [("picture", one, two)]

    # ---- what is done --------------------------------------------------------------------------------

    def body(self, **more: Any) -> dict[str, Any]:
        return {"last": len(self.truths()[0].log)} | more

    def enters(self) -> list[tuple[str, Answer, Answer]]:
        return self.page(self.eyes(), "/api/enter", self.body(text=self.a_line(), stood=self.chance.random() < 0.1))

    def enters_typed(self) -> list[tuple[str, Answer, Answer]]:
        json = ["--json"] if self.chance.random() < 0.3 else []
        return self.command("move", *json, *self.as_who(), "--", *self.a_line().split())

    def plays(self) -> list[tuple[str, Answer, Answer]]:
        asked = ("help", "show", "moves", "log", "score", "settle", "?", "help cards", "export")
        lines = [self.a_line() for _ in range(2)] + [self.chance.choice(asked)]
        self.chance.shuffle(lines)
        return self.command("play", *self.as_who(), lines=tuple(lines))

    def passes_on(self) -> list[tuple[str, Answer, Answer]]:
        """The keyboard goes to who is to move, and on after a turn: whoever has it next reads of no other hand."""
        if Game(self.game).turn(self.worlds()[0]) != self.seat:
            return self.command("play", lines=("hand", "hint", "moves", "show"))
        own = ["hand", "moves", "log", self.a_line(), self.a_line()]
        self.chance.shuffle(own)
        return self.command("play", lines=("", *own, "hand", "hint", "show", "log"))

    def goes_back(self) -> list[tuple[str, Answer, Answer]]:
        word = self.chance.choice(("undo", "redo"))
        if self.chance.random() < 0.2:  # a wish, and what every page is told of it
            asked = self.page(self.who, "/api/wish", self.body())
            return [*asked, *self.page(self.eyes(), "/api/around"), *self.page(self.eyes(), view())]
        if self.chance.random() < 0.5:
            return self.page(self.chance.choice((self.who, TABLE)), f"/api/{word}", self.body())
        return self.command(word, *(["--json"] if self.chance.random() < 0.5 else []))

    def amends(self) -> list[tuple[str, Answer, Answer]]:
        ply = self.chance.randint(1, max(1, len(self.truths()[0].log)))
        later = {str(ply + self.chance.randint(1, 3)): self.chance.choice((self.a_line(), "-"))}
        if self.chance.random() < 0.5:
            agree, drop = (self.chance.random() < 0.5 for _ in range(2))
            body = self.body(text=self.a_line(), ply=ply, agree=agree, drop=drop)
            replace = {"replace": later} if self.chance.random() < 0.5 else {}
            if self.chance.random() < 0.4:  # with the others' yes
                told = self.page(self.who, "/api/wish", self.body(ply=ply))
                for served in self.served:
                    for name in self.players:
                        served.ask(name, "/api/wish", self.body(text="yes"))
                return [*told, *self.page(self.eyes(), "/api/around"), *self.page(self.who, "/api/amend", body)]
            return self.page(self.chance.choice((self.who, TABLE)), "/api/amend", body | replace)
        replaced = [f"{number} {line}" for number, line in later.items()]
        ways = ([], ["--yes"], ["--json"], ["--drop-rest"], ["--replace", *replaced])
        return self.command(
            "amend",
            str(ply),
            *self.as_who(),
            *self.chance.choice(ways),
            "--",
            *self.a_line().split(),
        )

    def others_turn(self) -> list[tuple[str, Answer, Answer]]:
        """Whoever is to move makes a turn that is legal in both games; what they are told is theirs."""
        found, worlds = Game(self.game), self.worlds()
        player = found.turn(worlds[0])
        if player is None:
            return []
        both = [{found.format(w, m) for m in islice(found.moves(w), 400)} for w in worlds]
        if not (common := sorted(both[0] & both[1])):
            return []
        name, body = self.players[player], self.body(text=self.chance.choice(common))
        for served in self.served:
            with suppress(KeyError):
                served.ask(name, view())
            served.ask(name, "/api/enter", body)
        return self.page(self.who, view())
