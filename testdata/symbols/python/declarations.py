#!/usr/bin/env python3
"""Every form of a Python definition."""
from __future__ import annotations

import os
from dataclasses import dataclass

LIMIT = 10


# Leading comment of load,
# in two lines.
def load(path: str, *, strict: bool = False) -> dict:
    """Docstrings are part of the function."""

    def parse(line):
        return line.split("=")

    return dict(parse(line) for line in open(path))


@dataclass(frozen=True)
@register("point")
class Point(Base, metaclass=Meta):
    """A point."""

    x: int = 0
    y: int = 0

    # Doc of the first method.
    def __init__(self, x, y):
        self.x, self.y = x, y

    @property
    def norm(self):
        return abs(self.x)

    @norm.setter
    def norm(self, value):
        self.x = value

    @staticmethod
    def origin(): return Point(0, 0)

    class Meta:
        ordering = ["x"]

        async def inner(self):
            pass

    if os.name == "nt":
        def windows(self):
            pass
    else:
        def windows(self): return None


async def main(args):
    async with args as a:
        pass


if os.environ.get("X"):
    def conditional():
        return 1
elif LIMIT:
    def conditional():
        return 2
else:
    class Fallback:
        pass

try:
    import fast
except ImportError:
    def fast_fallback():
        pass
finally:
    def cleanup(): ...

with open("x") as f:
    def inside_with():
        pass

for name in ("a", "b"):
    def looped(): pass

match LIMIT:
    case 1:
        def matched(): pass

handler = lambda x: x


def load(path):
    return {}


class Empty: pass
