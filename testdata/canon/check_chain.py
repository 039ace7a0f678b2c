"""Recomputes a chain of CANON_STATE_DELTAs, one a line on standard input.

It shares no code with holdfast: the standard library's JSON and SHA-256 only.
The keys of the documents are ASCII, so that sorting them by code point is the
order of RFC 8785, and their numbers are integers.
"""

import hashlib
import json
import sys


def state_hash(state):
    text = json.dumps(state, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest()


def faults(delta, prior):
    state, basis = delta["current_state"], delta["basis"]
    if delta["seq"] != state["state_seq"]:
        yield "seq is not state_seq"
    if basis.get("previous_hash") != state.get("last_state_hash"):
        yield "previous_hash is not last_state_hash"
    if prior is None:
        return
    if basis["previous_seq"] != prior["seq"] or delta["seq"] <= prior["seq"]:
        yield "seq does not follow"
    if basis.get("previous_hash") != state_hash(prior["current_state"]):
        yield "previous_hash is not the hash of the state before"


def main():
    prior, deltas, wrong = None, 0, 0
    for line in sys.stdin.buffer:
        delta = json.loads(line)
        for fault in faults(delta, prior):
            wrong += 1
            print(f"delta {delta['seq']}: {fault}")
        prior, deltas = delta, deltas + 1
    print(f"{deltas} deltas, {wrong} faults, the last state is {state_hash(prior['current_state']) if prior else 'none'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
