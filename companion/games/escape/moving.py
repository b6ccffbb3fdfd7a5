"""The move of a turn: its steps judged one after the other (rules "Atlantean movement", "Boats", "Swimmers")."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.contract import IllegalMove
from companion.games.escape.shores import barred, bits_of, full, shores_of, taken
from companion.games.escape.state import (
    COLOURS,
    CORAL,
    DIVE,
    REEF,
    REGIONS,
    ROOM,
    SAIL,
    SEA,
    STEPS,
    SWIM,
    WALK,
    State,
    Step,
    eaters,
    hexes_of,
    letters,
    of,
    refusal,
    total,
)
from specs.base.languages import Said, either, say, word

ENTERED, SWUM = 0, 1


@cache
def controls(crew: int, colour: int) -> bool:
    """Whether a colour may move a boat with that crew: nobody aboard, or none has more aboard."""
    mine = of(crew, colour)
    return not crew or (mine > 0 and mine == max(of(crew, other) for other in range(4)))


class Waters:
    """The board in the middle of a move. Cheap to copy; `judge` asks, `make` does. `own` are the hexes where Atlanteans
    of the player stand (but ashore) and where they swim, once that was asked; `free` the pieces and boats that take one
    more; `clear` the sea where no creature stops a boat."""

    __slots__ = (
        "around", "beasts", "boats", "clear", "colour", "free", "ground", "own", "shift", "shores", "stand", "start",
        "swim", "taken", "tired",
    )  # fmt: skip

    def __init__(self, state: State, like: Waters | None = None) -> None:
        self.start = state
        if like is None:
            self.around, self.ground = state.board.around, state.ground
            self.stand, self.swim, self.beasts = list(state.stand), list(state.swim), list(state.beasts)
            self.boats = state.boats
            self.shores = shores_of(state.board, state.ground)
            self.free = (self.shores.land | self.boats) & ~full(state.stand)
            self.clear = self.shores.sea & ~barred(state.beasts)
            self.colour = state.table.colours[state.turn]
            self.shift = 4 * self.colour
            self.own: tuple[int, int] | None = None
            self.taken = state.steps
            # by hex: who entered the water, who swam in this move
            self.tired = {h: counts for h, *counts in state.tired}
        else:
            self.around, self.ground, self.shores = like.around, like.ground, like.shores
            self.own, self.free, self.clear = like.own, like.free, like.clear
            self.stand, self.swim, self.beasts = like.stand[:], like.swim[:], like.beasts[:]
            self.boats, self.colour, self.shift, self.taken = like.boats, like.colour, like.shift, like.taken
            self.tired = {h: list(counts) for h, counts in like.tired.items()}

    def copy(self) -> Waters:
        return Waters(self.start, self)

    def after(self) -> State:
        """The position with what this move changed; the move may go on as long as it has steps left."""
        open_ = self.taken < STEPS
        return self.start._replace(
            stand=tuple(self.stand),
            swim=tuple(self.swim),
            beasts=tuple(self.beasts),
            boats=self.boats,
            steps=self.taken if open_ else 0,
            tired=tuple((h, entered, swum) for h, (entered, swum) in sorted(self.tired.items())) if open_ else (),
        )

    # ---- what a step means -----------------------------------------------------------------------

    def resolve(self, step: Step) -> Step:
        """A step as typed, with what may be left out: that it dives, or that a swimmer or an empty boat is meant where
        there is nobody else."""
        how, source, target = step
        if how == SAIL:
            return step
        ground = self.ground
        if how & SWIM or (not self.stand[source] >> self.shift & 15 and self.swim[source] >> self.shift & 15):
            return Step(SWIM, source, target)
        if how == WALK and self.boats >> source & 1 and not self.stand[source] and source != target:
            return Step(SAIL, source, target)
        if how == DIVE:
            return Step(WALK, source, target) if ground[target] != SEA else step
        dives = SEA < ground[source] < CORAL and ground[target] == SEA and not self.boats >> target & 1
        return Step(DIVE, source, target) if dives else step

    def rescues(self, step: Step) -> bool:
        """Whether a resolved step is a dolphin's rescue: a swimmer to a coral that is out of a step's reach."""
        how, source, target = step
        return how == SWIM and self.ground[target] == CORAL and target not in self.around[source]

    def judge(self, step: Step, alone: bool) -> IllegalMove | None:
        """Why a resolved step is refused, None for one that is listed; `alone` says that it is the move's only one."""
        rescue = self.rescues(step)
        if (alone or not rescue) and self.allows(step):
            return None
        if self.taken >= STEPS:
            told, number = step_text(self.start.board.names, step), self.taken + 1
            message = say("{step} would be step {number}; a move has {most}.", step=told, number=number, most=STEPS)
            return refusal("step.limit", message)
        if step.how == SAIL:
            return self._judge_boat(step)
        if rescue:
            return self._judge_rescue(step)
        how, source, target = step
        ground, stand = self.ground, self.stand
        at, to = ground[source], ground[target]
        near = target in self.around[source]
        boat = self.boats >> target & 1
        if to == CORAL and (not near or at != SEA):
            return refusal("step.coral", self._no_landing(source, target))
        if not near and not (source == target and at == SEA and how in (SWIM, DIVE)):
            return self._far(source, target)
        there = self.swim if how == SWIM else stand
        mine = there[source] >> self.shift & 15
        if mine and how != SWIM and at == SEA and to == SEA and source != target and (how == DIVE or not boat):
            message = say("From the boat on {hex} one goes into the water of {hex} only.", hex=self._name(source))
            return refusal("step.far", message)
        if not mine or at == CORAL:
            return refusal("step.none", self._nobody(how, source))
        if SEA < to < CORAL and total(stand[target]) >= ROOM:
            return refusal("step.full", full_said(self._name(target), stand[target]))
        if boat and total(stand[target]) >= ROOM and (how == WALK or (source == target and how == SWIM)):
            crew = letters(stand[target])
            return refusal("step.full", say("The boat on {hex} is full: {crew}.", hex=self._name(target), crew=crew))
        if SEA < to < CORAL and at == SEA:
            name = self._name(target)
            message = say("Who is in a boat never goes back onto Atlantis, and {hex} is part of it.", hex=name)
            if how == SWIM:
                message = say("A swimmer never goes back onto Atlantis, and {hex} is part of it.", hex=name)
            return refusal("step.land", message)
        if to == REEF:
            return self._reef(target)
        if source == target:
            return refusal("boat.none", say("There is no boat on {hex} to climb into.", hex=self._name(source)))
        return self._judge_swim(source)

    def _judge_swim(self, source: int) -> IllegalMove:
        if self.tired.get(source, (0, 0))[1]:
            return refusal("swim.once", say("The swimmer on {hex} has swum this turn.", hex=self._name(source)))
        return refusal(
            "swim.entered",
            say("The swimmer on {hex} entered the water this turn and swims from the next on.", hex=self._name(source)),
        )

    def _judge_boat(self, step: Step) -> IllegalMove:
        _, source, target = step
        name, to = self._name, self.ground[target]
        if target not in self.around[source]:
            return self._far(source, target)
        if to == REEF:
            return self._reef(target)
        if not self.boats >> source & 1:
            return refusal("boat.none", say("There is no boat on {hex}.", hex=name(source)))
        crew = self.stand[source]
        if not controls(crew, self.colour):
            masters = [word(colour, "in") for n, colour in enumerate(COLOURS) if of(crew, n) and controls(crew, n)]
            message = say(
                "The boat on {hex} ({crew}) is {masters}'s to move, not {colour}'s.",
                hex=name(source), crew=letters(crew), masters=either(masters), colour=word(COLOURS[self.colour], "in"),
            )  # fmt: skip
            return refusal("boat.control", message)
        return refusal("boat.blocked", self._blocked(name(source), target))

    def _blocked(self, here: str, target: int) -> Said:
        """What keeps a boat from a hex."""
        there = self._name(target)
        if self.ground[target] != SEA:
            return say("The boat on {here} cannot go to {there}: land is there.", here=here, there=there)
        if self.boats >> target & 1:
            return say("The boat on {here} cannot go to {there}: another boat is there.", here=here, there=there)
        if self.beasts[target] & 15:
            return say("The boat on {here} cannot go to {there}: a sea monster is there.", here=here, there=there)
        return say("The boat on {here} cannot go to {there}: an octopus is there.", here=here, there=there)

    def _judge_rescue(self, step: Step) -> IllegalMove:
        _, source, target = step
        if not self.swim[source] >> self.shift & 15:
            return refusal("step.none", self._nobody(SWIM, source))
        if not self.beasts[source] >> 12:
            here, coral = self._name(source), self._name(target)
            message = say("No dolphin is on {hex} to carry the swimmer to {coral}.", hex=here, coral=coral)
            return refusal("rescue.dolphin", message)
        message = say("A rescue takes all 3 steps, from the turn's start; it goes with no other step.")
        return refusal("rescue.steps", message)

    # ---- doing it --------------------------------------------------------------------------------

    def make(self, step: Step) -> None:
        """Make a resolved step, legal or not, as far as the pieces it names are there."""
        self._make(step)
        can_take, stands, swims = self.shores.land | self.boats, *(self.own or (0, 0))
        mask = 15 << self.shift
        for h in step[1:]:
            bit = 1 << h
            people = self.stand[h]
            self.free = self.free & ~bit | (can_take & bit if total(people) < ROOM else 0)
            stands = stands | bit if people & mask and self.ground[h] != CORAL else stands & ~bit
            swims = swims | bit if self.swim[h] & mask else swims & ~bit
        self.own = self.own and (stands, swims)

    def _make(self, step: Step) -> None:
        how, source, target = step
        unit = 1 << self.shift
        self.taken += 1
        if how == SAIL:
            self.boats ^= 1 << source | 1 << target
            self.stand[target], self.stand[source] = self.stand[source], 0
            return
        if how == SWIM:
            self._leave_water(source, unit, swims=self.ground[target] == SEA and source != target)
            if self.rescues(step):
                self._carry(source, target)
        else:
            self.stand[source] -= unit
        if how == DIVE or (how == SWIM and source != target and self.ground[target] == SEA):
            if eaters(self.start.table, self.beasts[target]):
                return  # devoured
            self.swim[target] += unit
            self.tired.setdefault(target, [0, 0])[SWUM if how == SWIM else ENTERED] += 1
        else:
            self.stand[target] += unit

    def _leave_water(self, source: int, unit: int, *, swims: bool) -> None:
        """Of several swimmers the one goes with whom the step is legal, and who can do the least afterwards."""
        counts = self.tired.get(source)
        if counts and (not swims or (self.swim[source] >> self.shift & 15) <= sum(counts)):
            counts[SWUM if counts[SWUM] else ENTERED] -= 1
            if not any(counts):
                del self.tired[source]
        self.swim[source] -= unit

    def _carry(self, source: int, coral: int) -> None:
        self.taken = STEPS
        landing = self.start.board.landing[coral]
        if self.beasts[source] >> 12 and landing >= 0:
            self.beasts[source] -= 1 << 12
            self.beasts[landing] += 1 << 12

    # ---- what can be done ------------------------------------------------------------------------

    def steps(self) -> list[Step]:
        """Every legal step from here, by the hex it begins on; a boat's last."""
        return [step for how, h in self.sources() for step in self._steps_of(how, h)]

    def sources(self, within: int = -1) -> list[tuple[int, int]]:
        """Where steps may begin, of a set of hexes or of all: WALK from a hex where one stands, SWIM where one swims,
        SAIL with a boat there."""
        if self.taken >= STEPS:
            return []
        if self.own is None:
            mask, ground, stand, swim = 15 << self.shift, self.ground, self.stand, self.swim
            here = [h for h in taken(stand) if stand[h] & mask and ground[h] != CORAL]
            self.own = bits_of(here), bits_of([h for h in taken(swim) if swim[h] & mask])
        stands, swims = self.own
        found = [(WALK, h) for h in hexes_of(stands & within)] + [(SWIM, h) for h in hexes_of(swims & within)]
        return found + [(SAIL, h) for h in hexes_of(self.boats & within) if controls(self.stand[h], self.colour)]

    def allows(self, step: Step) -> bool:
        """Whether a resolved step is among `steps`."""
        return step in self.steps_from(WALK if step.how == DIVE else step.how, step.source)

    def steps_from(self, how: int, h: int) -> Sequence[Step]:
        """Every legal step of a hex: of a WALK, a SWIM or its boat."""
        if self.taken >= STEPS:
            return ()
        if how == SAIL:
            there = self.boats >> h & 1 and controls(self.stand[h], self.colour)
        else:
            people = self.swim if how == SWIM else self.stand
            there = people[h] >> self.shift & 15 and self.ground[h] != CORAL
        return self._steps_of(how, h) if there else ()

    def _steps_of(self, how: int, h: int) -> Sequence[Step]:
        shores = self.shores
        near = shores.near[h]
        if how == SAIL:
            return shores.steps(SAIL, h, near & self.clear & ~self.boats)
        if how == SWIM:
            return self._from_water(h, near)
        if self.ground[h]:
            return shores.steps(WALK, h, near & self.free)
        return shores.steps(WALK, h, near & (self.free & self.boats | shores.coral))

    def _from_water(self, h: int, near: int) -> Sequence[Step]:
        shores = self.shores
        swims = (self.swim[h] >> self.shift & 15) > sum(self.tired.get(h, ()))
        found = shores.steps(SWIM, h, near & (shores.coral | shores.sea if swims else shores.coral))
        if self.free >> h & 1:
            found = (Step(SWIM, h, h), *found)
        if not self.taken and self.beasts[h] >> 12:
            found = (*found, *[Step(SWIM, h, coral) for coral in self.start.board.corals if not near >> coral & 1])
        return found

    # ---- words -----------------------------------------------------------------------------------

    def _name(self, h: int) -> str:
        return self.start.board.names[h]

    def _far(self, source: int, target: int) -> IllegalMove:
        here, there = self._name(source), self._name(target)
        return refusal("step.far", say("{there} does not touch {here}.", there=there, here=here))

    def _reef(self, target: int) -> IllegalMove:
        return refusal("step.reef", say("{hex} is a reef, closed to all.", hex=self._name(target)))

    def _nobody(self, how: int, source: int) -> Said:
        colour, name = word(COLOURS[self.colour], "in"), self._name(source)
        if self.ground[source] == CORAL:
            return say("Who is ashore on {hex} stays there.", hex=name)
        if how == SWIM:
            return say("No {colour} swimmer is on {hex}.", colour=colour, hex=name)
        return say("No {colour} Atlantean is on {hex}.", colour=colour, hex=name)

    def _no_landing(self, source: int, coral: int) -> Said:
        landing, to, here = self.start.board.landing[coral], self._name(coral), self._name(source)
        kind = word(REGIONS[self.ground[source]])
        if landing < 0:
            return say(
                "{coral} is reached from a landing space, not from {hex} ({ground}).", coral=to, hex=here, ground=kind
            )
        return say(
            "{coral} is reached from {landing} by boat or swimming, not from {hex} ({ground}).",
            coral=to, landing=self._name(landing), hex=here, ground=kind,
        )  # fmt: skip


def full_said(name: str, people: int) -> Said:
    """That a piece takes nobody more."""
    return say("{hex} is full: {people} stand there.", hex=name, people=letters(people))


def step_text(names: Sequence[str], step: Step) -> str:
    """One step as notation."""
    how, source, target = step
    match how:
        case 4:
            return f"={names[source]}>{names[target]}"
        case 1:
            return f"{names[source]}~>{names[target]}"
        case 2:
            return f"{names[source]}>{names[target]}~"
    return f"{names[source]}>{names[target]}"


def moved(state: State, steps: Sequence[Step]) -> Waters:
    """The waters after the steps of a move. Raises IllegalMove at the first that is refused."""
    waters = Waters(state)
    alone = len(steps) == 1
    for step in steps:
        resolved = waters.resolve(step)
        why = waters.judge(resolved, alone)
        if why is not None:
            raise why
        waters.make(resolved)
    return waters


def stood(state: State, steps: Sequence[Step]) -> tuple[Waters, Waters, tuple[IllegalMove, ...]]:
    """The waters as the table moved, those of the legal steps alone, and what was refused.

    Raises IllegalMove for what cannot be: nobody there, no boat, a hex that takes nobody.
    """
    real, honest, broken = Waters(state), Waters(state), list[IllegalMove]()
    alone = len(steps) == 1
    for step in steps:
        step = real.resolve(step)
        why = real.judge(step, alone)
        if why is not None:
            # a step beside a rescue is told with the rescue: it goes with no other
            if why.rule != "step.limit" or not any(other.rule == "rescue.steps" for other in broken):
                broken.append(why)
            if not _can_be(real, step):
                raise why
        elif honest.judge(step, alone) is None:
            honest.make(step)
        real.make(step)
    return real, honest, tuple(broken)


def _can_be(waters: Waters, step: Step) -> bool:
    how, source, target = step
    to = waters.ground[target]
    if how == SAIL:
        return bool(waters.boats >> source & 1) and to == SEA and not waters.boats >> target & 1
    there = waters.swim if how == SWIM else waters.stand
    if not there[source] >> waters.shift & 15 or waters.ground[source] == CORAL or to == REEF:
        return False
    if how == DIVE or to != SEA:
        return True
    if how == WALK:  # into a boat, over any distance
        return bool(waters.boats >> target & 1) and source != target
    return source != target or bool(waters.boats >> target & 1)
