"""What is drawn as lines of text: a node a line, what is in it further in; mm rounded to a hundredth."""

from collections.abc import Iterable

from generator.draw.geometry import geometry as geo
from generator.draw.scene import IDENTITY, Gradient, Group, Image, Node, Paint, Path, Shaded, Text, Use


def numbers(given: Iterable[float]) -> str:
    return " ".join(f"{round(number, 2) + 0.0:g}" for number in given)


def colour(given: tuple[float, ...] | None) -> str:
    return "none" if given is None else "#" + "".join(f"{round(255 * part):02x}" for part in given)


def painted(paint: Paint) -> str:
    words = [f"fill {colour(paint.fill)}"] * (paint.fill is not None)
    if paint.stroke is not None:
        words += [f"line {colour(paint.stroke)} {numbers([paint.width])}"]
        words += [f"dashes {numbers(paint.dash)}"] * bool(paint.dash)
    return " ".join(words + [f"opacity {paint.opacity:g}"] * (paint.opacity != 1))


def faded(gradient: Gradient | None) -> str:
    if gradient is None:
        return ""
    stops = [f"{stop.at:g} {colour(stop.colour)} {stop.opacity:g}".removesuffix(" 1") for stop in gradient.stops]
    return f" from {numbers(gradient.ends)}: {', '.join(stops)}"


def shape(segments: tuple[geo.Segment, ...]) -> str:
    return f"{''.join(str(segment[0]) for segment in segments)} in {numbers(geo.bounds(segments) or ())}"


def described(nodes: Iterable[Node], inside: str = "") -> Iterable[str]:
    for node in nodes:
        match node:
            case Path():
                yield f"{inside}{shape(node.segments)} {painted(node.paint)}"
            case Shaded():
                yield f"{inside}{shape(node.segments)} {painted(node.paint)}{faded(node.gradient)}"
            case Text():
                ink = f"{colour(node.fill)}{faded(node.gradient)}" + f" rim {colour(node.outline)}" * bool(node.outline)
                ink += f" opacity {node.opacity:g}" * (node.opacity != 1)
                at = numbers((node.size, node.x, node.y))
                yield f"{inside}{node.text!r} {node.font.name} {at} {ink}"
            case Image():
                fading = f" opacity {node.opacity:g}" * (node.opacity != 1)
                yield f"{inside}image {numbers((node.x, node.y, node.width, node.height))}{fading}"
            case Group() | Use():
                clip = f" cut to {shape(node.clip)}" if isinstance(node, Group) and node.clip else ""
                clip += f" {node.blend}" if isinstance(node, Group) and node.blend else ""
                moved = f" by {numbers(node.matrix)}" * (node.matrix != IDENTITY)
                yield f"{inside}{type(node).__name__.lower()}{moved}{clip}"
                yield from described(node.children if isinstance(node, Group) else node.scene.nodes, inside + "  ")
