import std/[strutils, tables]

type
  Cart* = ref object of RootObj ## A cart.
    items: seq[string]
  Color = enum
    red, green
  Pair[A, B] = tuple[a: A, b: B]

type Id = distinct int

const
  Limit* = 10
  text = """
proc fake() =
  discard
"""

var counter = 0

# Sums it.
proc total*(c: Cart,
            tax = 0.0): float {.inline.} =
  proc nested(): int = 1
  if c.items.len > 0:
    result = 1.0
  else:
    result = '"'.ord.float

func `+`*(a, b: Cart): Cart = a
iterator each(c: Cart): string =
  for i in c.items: yield i

template twice(body: untyped) =
  body
  body

when defined(js):
  proc platform*(): string = "js"
else:
  proc native*(): string = "c"
#[ proc commented() =
  #[ nested ]# discard ]#
