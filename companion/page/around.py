"""Who sits where around a served game: free and taken seats, their devices, and who asks to sit down."""

from collections.abc import Callable

from companion.contract.values import JSON
from companion.page.answer import Answer, Posted, unlike
from companion.page.seats import TABLE, Seats
from specs.base.languages import say
from specs.base.web.streams import Streams

MOST = 400  # devices that ask
Mark = Callable[[int, bool], Seats]


class Around:
    """The devices of each seat, by their ids: those with an open stream are present. `mark` saves that a seat is taken
    (false) or has a new link (true), and returns the current links."""

    def __init__(self, seats: Seats, mark: Mark) -> None:
        self.seats, self._mark = seats, mark
        self.streams = Streams()
        self.knocks: dict[str, int] = {}  # devices that ask for a taken seat
        self.granted: dict[str, int] = {}
        self.before: dict[str, int] = {}  # links of the previous game, with the same places

    def begin(self, seats: Seats, mark: Mark) -> None:
        """Start another game with the same seats: their players get the new links."""
        self.before = {self.seats.token(place): place for place in (TABLE, *range(len(seats.seats)))}
        self.seats, self._mark = seats, mark

    def sign(self, place: int) -> None:
        """Note that a seat's link was used."""
        if place not in self.seats.taken and place != TABLE:
            self.seats = self._mark(place, False)

    def devices(self, place: int) -> set[str]:
        """Return the devices that a seat is open on."""
        name = self.seats.stream(place)
        return {hearer.device for hearer in self.streams.open.values() if hearer.seat == name}

    def lobby(self, device: str) -> dict[str, JSON]:
        """Return for each seat whether it is free and whether a device is present; and the seat that was granted to a
        device."""
        seats = [
            {"free": seat not in self.seats.taken, "here": bool(self.devices(seat))}
            for seat in range(len(self.seats.seats))
        ]
        return {"seats": seats, "granted": self.granted.get(device)}

    def of(self, place: int, device: str) -> dict[str, JSON]:
        """Return, for a device of a seat, how many others have it open, and whether another device asks for
        the seat."""
        return {"others": len(self.devices(place) - {device}), "knocks": place in self.knocks.values()}

    def claim(self, seat: int, device: str) -> dict[str, JSON]:
        """Claim a free seat for a device in the lobby; for a taken one, ask its owner. Raises Answer."""
        if not 0 <= seat < len(self.seats.seats):
            raise Answer(404, say("There is no such seat."))
        if seat in self.seats.taken and self.granted.pop(device, None) != seat:
            if len(self.knocks) < MOST:
                self.knocks[device] = seat
            return {"token": "", "said": [say("The seat is taken: its player is asked on the other device.")]}
        self.sign(seat)
        return {"token": self.seats.seats[seat], "said": []}

    def answer(self, place: int, given: Posted) -> dict[str, JSON]:
        """A seat accepts the first device that asks for it, refuses all, or closes all others with a new link; the
        table's page gives any seat a new link. Raises Answer."""
        asking = [device for device, seat in self.knocks.items() if seat == place]
        match given.text:
            case "let" | "no":
                for device in asking:
                    del self.knocks[device]
                if asking and given.text == "let":  # a yes is for one device
                    self.granted[asking[0]] = place
                return {"token": "", "said": []}
            case "renew":
                seat = given.ply if place == TABLE else place
                if seat is None or not 0 <= seat < len(self.seats.seats):
                    raise Answer(404, say("There is no such seat."))
                self.seats = self._mark(seat, True)
                self.before = {link: each for link, each in self.before.items() if each != seat}
                said = say("The seat has a new link; the old one no longer works.")
                return {"token": "" if place == TABLE else self.seats.seats[seat], "said": [said]}
        raise unlike(say("There is no such answer."))
