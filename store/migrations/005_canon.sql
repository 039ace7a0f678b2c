-- The chain of states of each session: one row for each CANON_STATE_DELTA, and
-- for each document that a recovery has the chain go on from.

CREATE TABLE canon (
  seq     INTEGER NOT NULL PRIMARY KEY REFERENCES ledger (seq),
  session TEXT    NOT NULL REFERENCES session (id),
  number  INTEGER NOT NULL CHECK (number >= 0),
  hash    TEXT    NOT NULL CHECK (length(hash) = 71 AND hash GLOB 'sha256:*'),
  -- The last row of the Ledger that the state tells of.
  upto    INTEGER NOT NULL CHECK (upto < seq),
  -- Whether it was emitted here.
  emitted INTEGER NOT NULL CHECK (emitted IN (0, 1)),
  UNIQUE (session, number)
) STRICT;

CREATE TRIGGER canon_chained BEFORE INSERT ON canon
WHEN NEW.number <= (SELECT max(number) FROM canon WHERE session = NEW.session)
  OR NEW.emitted AND NEW.number IS NOT ifnull((SELECT max(number) FROM canon WHERE session = NEW.session), 0) + 1
  OR NEW.upto < (SELECT max(upto) FROM canon WHERE session = NEW.session)
BEGIN SELECT RAISE(ABORT, 'the states of a session are a chain: one must follow the last'); END;

CREATE TRIGGER canon_never_updated BEFORE UPDATE ON canon
BEGIN SELECT RAISE(ABORT, 'a state that was emitted cannot be changed'); END;

CREATE TRIGGER canon_never_deleted BEFORE DELETE ON canon
BEGIN SELECT RAISE(ABORT, 'a state that was emitted cannot be deleted'); END;
