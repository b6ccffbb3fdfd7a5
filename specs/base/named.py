"""Named tuples that start fast: `NamedTuple` is used as typing's is, and its classes do what those do.

Typing compiles the text of a function for each class and looks at each type: 0.7 million instructions, and a process
that plays one move has fifty such classes. Here one function is compiled for each number of fields, and a class takes
a copy of it with its own names.

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
        """What all of them share."""

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

    @cache
    def _maker(count):
        """Return the code of a `__new__` of so many fields."""
        names = ", ".join(f"_{at}" for at in range(count))
        return eval(f"lambda _cls, {names}: _new(_cls, ({names},))" if count else "lambda _cls: _new(_cls)").__code__

    class _Making(type):
        """Makes a plain class of a body: a tuple without a dict."""

        def __new__(cls, name, bases, body):
            made = type(name, tuple(_Named if base is NamedTuple else base for base in bases), body | {"__slots__": ()})
            fields = tuple(made.__annotations__)
            defaults = {field: body[field] for field in fields if field in body}
            code = _maker(len(fields)).replace(co_qualname=f"{name}.__new__", co_varnames=("_cls", *fields))
            made.__new__ = FunctionType(code, {"_new": tuple.__new__}, None, tuple(defaults.values()))
            made._fields, made._field_defaults, made.__match_args__ = fields, defaults, fields
            for at, field in enumerate(fields):
                setattr(made, field, _tuplegetter(at, None))
            return made

    NamedTuple = type.__new__(_Making, "NamedTuple", (), {})
