"""A `NamedTuple` whose classes are defined faster than typing's. It is used in the same way.

A process that plays one move defines fifty such classes. For each, typing compiles a `__new__` and checks the type of
every field, which takes 0.7 million instructions. Here a `__new__` is compiled once for each number of fields, and each
class gets a copy with the names of its own fields; types are left to mypy.

>>> class Point(NamedTuple):
...     x: int
...     y: int = 0
>>> Point(3), Point(y=1, x=2)._replace(x=5), [*Point(1)], Point._fields
(Point(x=3, y=0), Point(x=5, y=1), [1, 0], ('x', 'y'))
>>> Point()
Traceback (most recent call last):
...
TypeError: Point.__new__() missing 1 required positional argument: 'x'
"""

from typing import TYPE_CHECKING

__all__ = ["NamedTuple"]

if TYPE_CHECKING:
    from typing import NamedTuple
else:
    from _collections import _tuplegetter
    from functools import cache
    from types import FunctionType

    class _Named(tuple):
        """The methods of all named tuples."""

        __slots__ = ()

        @classmethod
        def _make(cls, values):
            return cls(*values)

        def _replace(self, /, **changes):
            made = tuple.__new__(self.__class__, map(changes.pop, self._fields, self))
            if changes:
                raise TypeError(f"{self.__class__.__name__} has no {', '.join(changes)}")
            return made

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __repr__(self):
            said = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{self.__class__.__name__}({said})"

        def __getnewargs__(self):
            return tuple(self)

    _new = tuple.__new__

    @cache
    def _maker(count):
        """Return the code of a `__new__` for so many fields."""
        names = "".join(f"_{at}, " for at in range(count))
        return eval(f"lambda _cls, {names}: _new(_cls, ({names}))").__code__

    class _Making(type):
        """Makes an ordinary class, a tuple without a `__dict__`, from the body of a class."""

        def __new__(cls, name, bases, body):
            made = type(name, tuple(_Named if base is NamedTuple else base for base in bases), body | {"__slots__": ()})
            fields = tuple(made.__annotations__)
            defaults = {field: body[field] for field in fields if field in body}
            code = _maker(len(fields)).replace(co_qualname=f"{name}.__new__", co_varnames=("_cls", *fields))
            made.__new__ = FunctionType(code, {"_new": _new}, None, tuple(defaults.values()))
            made._fields, made._field_defaults, made.__match_args__ = fields, defaults, fields
            for at, field in enumerate(fields):
                setattr(made, field, _tuplegetter(at, None))
            return made

    NamedTuple = type.__new__(_Making, "NamedTuple", (), {})
