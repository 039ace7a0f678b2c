"""Recomputes chains of CANON_STATE_DELTAs.

Each line of standard input is an object: the name of a session, and a delta of
it; or a delta alone, where there is one session only. The deltas of a session stand in their order; those of a session that others
were forked from come before theirs.

It shares no code with holdfast: the standard library's JSON and SHA-256 only.
The keys of the documents are ASCII, so that sorting them by code point is the
order of RFC 8785, and their numbers are integers.
"""

import hashlib
import json
import re
import sys

FORKED = re.compile(r"^Copied from state (\d+) of session (\S+) \((sha256:[0-9a-f]{64})\): ")


def state_hash(state):
    text = json.dumps(state, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8")).hexdigest()


def faults(delta, prior):
    state, basis = delta["current_state"], delta["basis"]
    if delta["seq"] != state["state_seq"]:
        yield "seq is not state_seq"
    if basis.get("previous_hash") != state.get("last_state_hash"):
        yield "previous_hash is not last_state_hash"
    if delta["decision"]["mode"] not in ("B", "C"):
        yield "a mode that emits none"
    if prior is None:
        return
    if basis["previous_seq"] != prior["seq"] or delta["seq"] <= prior["seq"]:
        yield "seq does not follow"
    if basis.get("previous_hash") != state_hash(prior["current_state"]):
        yield "previous_hash is not the hash of the state before"


def contents(state):
    return {a["path_or_label"]: a["artifact_id"] for a in state["last_persistent_artifacts"]}


def fork_faults(delta, chains):
    """What a fork says of its parent, None where the delta begins no fork."""
    copied = FORKED.match(delta["decision"]["summary"])
    if not copied:
        return None
    number, parent, named = int(copied[1]), copied[2], copied[3]
    states = [d["current_state"] for d in chains.get(parent, []) if d["seq"] == number]
    if not states or state_hash(states[0]) != named:
        return ["it is a copy of a state that its parent never had"]
    if contents(states[0]) != contents(delta["current_state"]):
        return ["it does not hold what the state holds that it is a copy of"]
    if delta["decision"]["mode"] != "B":
        return ["a copy is no new content"]
    return []


def main():
    chains, deltas, forks, wrong, last = {}, 0, 0, 0, "none"
    for line in sys.stdin.buffer:
        entry = json.loads(line)
        session, delta = entry.get("session", ""), entry.get("delta", entry)
        chain = chains.setdefault(session, [])
        found = list(faults(delta, chain[-1] if chain else None))
        if not chain:
            forked = fork_faults(delta, chains)
            if forked is not None:
                forks, found = forks + 1, found + forked
        for fault in found:
            wrong += 1
            print(f"delta {delta['seq']} of {session}: {fault}")
        chain.append(delta)
        deltas, last = deltas + 1, state_hash(delta["current_state"])
    print(f"{deltas} deltas of {len(chains)} sessions, {forks} of them forks, {wrong} faults, the last state is {last}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
