#!/usr/bin/env python3
"""A module's docstring: def fake(): is no function."""
import os
from typing import (
    Dict,
)

# A comment above.
def plain(a, b={"x": "}"}):
    '''def inner_fake():'''
    def nested():
        return 1
    return """
def not_a_function():
    pass
"""


@decorator(
    arg="def no(): pass",
)
@other
async def decorated(
    x: Dict[str, int],
) -> None:
    x = 1; y = 2
  # deeper than the header, yet in no statement
# not part of it

class Outer(Base):
    """Doc."""

    field: int = 3

    class Inner:
        def run(self): return "class Fake:"

    @property
    def value(self):
        return self._value  # trailing

    @value.setter
    def value(self, v):
        self._value = v

    def \
            joined(self):
        pass

def one_liner(): pass

class Error(Exception): pass  # noqa

try:
    import json
except ImportError:
    def loads(s):
        return s
