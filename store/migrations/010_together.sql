-- What happens to many symbols of a file at once is one row of the Ledger, as their
-- adoption is, and no row of artifact or state_map: they become the truth together in the
-- place of what was, or end together. An adoption then has versions that are not the
-- first, and it keeps what of it has ended by which row.

-- The version of each symbol in the order of the adoption, with spaces between, '' where
-- each is the first.
ALTER TABLE adopted ADD COLUMN versions TEXT NOT NULL DEFAULT '';

CREATE TABLE adopted_end (
  adopted  INTEGER NOT NULL REFERENCES adopted (seq),
  -- By which they ended: that of an adoption supersedes them, any other is their tombstone.
  seq      INTEGER NOT NULL REFERENCES ledger (seq),
  -- The symbols, between line ends, and the version of each as in adopted.
  names    TEXT    NOT NULL CHECK (names GLOB char(10) || '?*' || char(10)),
  versions TEXT    NOT NULL,
  PRIMARY KEY (adopted, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER adopted_end_newer BEFORE INSERT ON adopted_end
WHEN NEW.seq <= NEW.adopted
BEGIN SELECT RAISE(ABORT, 'what ends was adopted before'); END;

CREATE TRIGGER adopted_end_never_updated BEFORE UPDATE ON adopted_end
BEGIN SELECT RAISE(ABORT, 'what has ended cannot be changed'); END;

CREATE TRIGGER adopted_end_never_deleted BEFORE DELETE ON adopted_end
BEGIN SELECT RAISE(ABORT, 'what has ended cannot be deleted'); END;

CREATE TRIGGER adopted_versions_frozen BEFORE UPDATE OF versions ON adopted
BEGIN SELECT RAISE(ABORT, 'an adoption cannot be changed'); END;

DROP TRIGGER artifact_begins;

-- PROPOSED is the default for all new artifacts (TSLP 5); what was adopted is
-- AUTHORITATIVE by the row that adopted it.
CREATE TRIGGER artifact_begins BEFORE INSERT ON artifact
WHEN NOT iif(NEW.adopted IS NULL,
  NEW.state IS 'PROPOSED' AND NEW.state_seq IS NEW.seq AND NEW.version IS 0,
  NEW.state IS 'AUTHORITATIVE' AND NEW.state_seq IS NEW.adopted AND NEW.persisted IS NEW.adopted AND NEW.version > 0
    AND NEW.seq > NEW.adopted AND EXISTS (SELECT 1 FROM adopted WHERE seq = NEW.adopted AND session = NEW.session
      AND path = NEW.path AND substr(NEW.id, 1, 12) = id AND instr(names, char(10) || NEW.symbol || char(10))))
BEGIN SELECT RAISE(ABORT, 'an artifact begins PROPOSED, or as it was adopted'); END;

DROP TRIGGER artifact_copy;

CREATE TRIGGER artifact_copy BEFORE INSERT ON artifact
WHEN (NEW.from_session IS NULL) <> (NEW.from_artifact IS NULL) OR NEW.from_session IS NOT NULL AND NOT EXISTS
  (SELECT 1 FROM artifact WHERE session = NEW.from_session AND id = NEW.from_artifact
   AND entity = NEW.entity AND hash = NEW.hash AND version > 0) AND NOT EXISTS
  (SELECT 1 FROM adopted WHERE session = NEW.from_session AND id = substr(NEW.from_artifact, 1, 12)
   AND path = NEW.path)
BEGIN SELECT RAISE(ABORT, 'a copy is of an artifact that was AUTHORITATIVE'); END;
