"""A guided first game on the page: the same script as at the prompt, for each reader at their own pace.

Nothing is kept here: a reader's progress is the lines they entered, which their browser has.
"""

from typing import NamedTuple

from companion.contract.values import JSON
from companion.games import Game
from companion.learn.learning import LEARNER, Guide, another_way, first
from companion.page.answer import Answer, Posted, said, unlike
from companion.page.drawing import Drawings
from companion.page.live import Live, Spot, laid_out, refusal
from companion.page.shown import in_sentences
from companion.table import Untaken
from specs.base.languages import mark, say, word

KEPT = 400  # lesson positions kept
OTHER = mark("That works too.")


class Come(NamedTuple):
    """How far a lesson has come, and what it said since the last line: texts of the script and turns of others."""

    guide: Guide
    story: tuple[tuple[str, bool], ...]  # each with whether it is a turn


class Lessons:
    """A game's lesson, on pictures that are drawn already."""

    def __init__(self, game: Game, drawings: Drawings) -> None:
        guide = first(game)
        self.live = Live(guide.table)
        self.live.drawings = drawings
        self.come: dict[tuple[str, ...], Come] = {(): _onward(guide, [(guide.lesson.opening, False)])}

    def step(self, given: Posted) -> dict[str, JSON]:
        """Return the page after `lines` and, if given, one more line `text`. Raises Answer: 409 if the lines do not fit
        this lesson, 422 for one that the rules or the lesson refuse."""
        lines = tuple(map(said, given.lines))
        come = self._after(lines)
        if given.text is not None:
            come, lines = self._heard(come, given.line), (*lines, given.line)
            self._keep(lines, come)
        live = self._at(come)
        view, words = live.view(LEARNER, Spot(), width=laid_out(given.wide)), in_sentences(live.at(LEARNER, Spot()))
        return {"lines": list(lines), "card": _card(come), "view": view | {"sentences": words}}

    def follow(self, given: Posted) -> dict[str, JSON]:
        """Return what can follow a turn typed or tapped so far. Raises Answer."""
        live = self._at(self._after(tuple(map(said, given.lines))))
        return live.follow(LEARNER, Spot(), given.typed or "", "", tapped=given.tapped, width=laid_out(given.wide))

    def _at(self, come: Come) -> Live:
        self.live.table = come.guide.table
        return self.live

    def _after(self, lines: tuple[str, ...]) -> Come:
        """Return the lesson after the lines. Raises Answer."""
        for end in range(1, len(lines) + 1):
            if lines[:end] not in self.come:
                try:
                    self._keep(lines[:end], self._heard(self.come[lines[: end - 1]], lines[end - 1]))
                except Answer:
                    raise Answer(409, say("This is another lesson now; it begins again.")) from None
        return self.come[lines]

    def _keep(self, lines: tuple[str, ...], come: Come) -> None:
        if len(self.come) >= KEPT:
            self.come = {at: kept for at, kept in self.come.items() if at == lines[: len(at)]}
        self.come[lines] = come

    def _heard(self, come: Come, line: str) -> Come:
        """Return the lesson after a line. Raises Answer for one that is refused, or that the lesson cannot continue
        from."""
        guide, number = come.guide, come.guide.number
        if not guide.asked:
            raise unlike(say("The lesson is over."))
        try:
            after, heard = guide.hear(line)
        except Untaken as refused:
            explained = guide.lesson.explained.get(refused.rule, "")
            answer = refusal(refused)
            answer.facts["nearest"] = ""  # the lesson asks for another one
            answer.facts["explained"] = word(explained) if explained else ""
            raise answer from None
        if not heard.fits:
            raise unlike(another_way(guide), nearest=guide.left[0])
        then = guide.lesson.parts[number].then if after.number > number else ""
        other = OTHER if heard.other else ""
        return _onward(after, [(text, False) for text in (other, then) if text])


def _onward(guide: Guide, story: list[tuple[str, bool]]) -> Come:
    """Return the lesson where the learner is asked, or at its end; what others do on the way is part of the story."""
    while (part := guide.part) is not None and not guide.asked:
        guide, changes = guide.make()
        steps = [(change.table, step) for change in changes for step in change.steps]
        turns = [(f"{table.ply}. {table.names[step.player or 0]}: {step.text}", True) for table, step in steps]
        story += [(part.tell, False), *turns, *([(part.then, False)] if part.then else [])]
    return Come(guide, tuple(story))


def _card(come: Come) -> dict[str, JSON]:
    """Return what is said and asked for: paragraphs, turns among them; at the end `turn` is empty, else what
    it `says`."""
    guide, part = come.guide, come.guide.part
    asks = part.tell if part is not None else guide.lesson.closing
    begun = part is not None and guide.left != guide.ways[0].plies and len(guide.left) < len(guide.ways[0].plies)
    lines = [(text if made else word(text), made) for text, made in (*come.story, (asks, False))]
    turn = guide.left[0] if guide.left else ""
    return {
        "lines": [{"text": line, "turn": made} for text, made in lines for line in text.strip().split("\n") if line],
        "turn": turn,
        "says": "; ".join(map(guide.table.game.in_words, guide.table.judged(turn, LEARNER))) if turn else "",
        "slip": part.slip if part is not None and not begun else "",
        "step": min(guide.number + 1, len(guide.lesson.parts)),
        "of": len(guide.lesson.parts),
    }
