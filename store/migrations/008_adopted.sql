-- Files whose symbols were adopted together, by one row of the Ledger. Until
-- something happens to one of them there is no row of artifact or state_map for
-- it: this row, with that of the Ledger, says how it stands. What happens first
-- gives it rows like any other's.

CREATE TABLE adopted (
  seq     INTEGER NOT NULL PRIMARY KEY REFERENCES ledger (seq),
  session TEXT    NOT NULL REFERENCES session (id),
  -- The beginning of the artifacts' ids.
  id      TEXT    NOT NULL CHECK (length(id) = 12),
  episode TEXT    NOT NULL,
  path    TEXT    NOT NULL,
  block   TEXT    NOT NULL REFERENCES vault (hash),
  symbols INTEGER NOT NULL CHECK (symbols > 0),
  -- The symbols that nothing has happened to, between line ends.
  names   TEXT    NOT NULL CHECK (names GLOB char(10) || '*' AND names GLOB '*' || char(10)),
  UNIQUE (session, id),
  FOREIGN KEY (session, episode) REFERENCES episode (session, id)
) STRICT;

CREATE INDEX adopted_by_path ON adopted (session, path);

CREATE TRIGGER adopted_anew BEFORE INSERT ON adopted
WHEN EXISTS (SELECT 1 FROM state_map WHERE session = NEW.session AND path = NEW.path
  AND instr(NEW.names, char(10) || substr(entity, length(path) + 3) || char(10)))
BEGIN SELECT RAISE(ABORT, 'the State Map holds the entity already'); END;

CREATE TRIGGER adopted_frozen BEFORE UPDATE OF seq, session, id, episode, path, block, symbols ON adopted
BEGIN SELECT RAISE(ABORT, 'an adoption cannot be changed'); END;

CREATE TRIGGER adopted_names BEFORE UPDATE OF names ON adopted
WHEN length(NEW.names) >= length(OLD.names)
BEGIN SELECT RAISE(ABORT, 'an adoption only ever loses symbols to rows of their own'); END;

CREATE TRIGGER adopted_never_deleted BEFORE DELETE ON adopted
BEGIN SELECT RAISE(ABORT, 'an adoption cannot be deleted'); END;

-- The adoption that an artifact was a part of: seq is then the row of the Ledger
-- by which something happened to it first.
ALTER TABLE artifact ADD COLUMN adopted INTEGER REFERENCES adopted (seq);

CREATE INDEX artifact_by_adoption ON artifact (adopted) WHERE adopted IS NOT NULL;

DROP TRIGGER artifact_begins_proposed;

-- PROPOSED is the default for all new artifacts (TSLP 5); what was adopted is
-- AUTHORITATIVE by the row that adopted it.
CREATE TRIGGER artifact_begins BEFORE INSERT ON artifact
WHEN NOT iif(NEW.adopted IS NULL,
  NEW.state IS 'PROPOSED' AND NEW.state_seq IS NEW.seq AND NEW.version IS 0,
  NEW.state IS 'AUTHORITATIVE' AND NEW.state_seq IS NEW.adopted AND NEW.persisted IS NEW.adopted AND NEW.version IS 1
    AND NEW.seq > NEW.adopted AND EXISTS (SELECT 1 FROM adopted WHERE seq = NEW.adopted AND session = NEW.session
      AND path = NEW.path AND substr(NEW.id, 1, 12) = id AND instr(names, char(10) || NEW.symbol || char(10))))
BEGIN SELECT RAISE(ABORT, 'an artifact begins PROPOSED, or as it was adopted'); END;

CREATE TRIGGER artifact_adopted_frozen BEFORE UPDATE OF adopted ON artifact
BEGIN SELECT RAISE(ABORT, 'the content of an artifact cannot be changed'); END;

CREATE TRIGGER artifact_not_beside_adopted BEFORE UPDATE OF state ON artifact
WHEN NEW.state = 'AUTHORITATIVE' AND EXISTS (SELECT 1 FROM adopted WHERE session = NEW.session AND path = NEW.path
  AND instr(names, char(10) || NEW.symbol || char(10)))
BEGIN SELECT RAISE(ABORT, 'an entity has exactly one authoritative artifact, and it was adopted'); END;

DROP TRIGGER artifact_copy;

CREATE TRIGGER artifact_copy BEFORE INSERT ON artifact
WHEN (NEW.from_session IS NULL) <> (NEW.from_artifact IS NULL) OR NEW.from_session IS NOT NULL AND NOT EXISTS
  (SELECT 1 FROM artifact WHERE session = NEW.from_session AND id = NEW.from_artifact
   AND entity = NEW.entity AND hash = NEW.hash AND version > 0) AND NOT EXISTS
  (SELECT 1 FROM adopted WHERE session = NEW.from_session AND id = substr(NEW.from_artifact, 1, 12)
   AND path = NEW.path AND instr(names, char(10) || NEW.symbol || char(10)))
BEGIN SELECT RAISE(ABORT, 'a copy is of an artifact that was AUTHORITATIVE'); END;
