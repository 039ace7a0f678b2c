-- Sessions that are named, forked, put aside and taken up again.

-- The ledger row from which on it can be used; NULL while the State Map of its
-- parent is being copied into it.
ALTER TABLE session ADD COLUMN opened INTEGER REFERENCES ledger (seq);
-- The ledger row that made it the active one last: the greatest is active.
ALTER TABLE session ADD COLUMN activated INTEGER REFERENCES ledger (seq);
-- The ledger row that archived it, NULL for one that is not archived.
ALTER TABLE session ADD COLUMN archived INTEGER REFERENCES ledger (seq);

UPDATE session SET opened = seq;
UPDATE session SET activated = seq WHERE seq = (SELECT min(seq) FROM session);

-- A copy names what it is a copy of.
ALTER TABLE artifact ADD COLUMN from_session TEXT REFERENCES session (id);
ALTER TABLE artifact ADD COLUMN from_artifact TEXT;
-- Further versions that the disk may hold because it was never saved,
-- with spaces between.
ALTER TABLE artifact ADD COLUMN bases TEXT NOT NULL DEFAULT '';

CREATE INDEX ledger_by_session ON ledger (session);

CREATE TRIGGER ledger_not_archived BEFORE INSERT ON ledger
WHEN NEW.type IS NOT 'session_unarchived'
  AND EXISTS (SELECT 1 FROM session WHERE id = NEW.session AND archived IS NOT NULL)
BEGIN SELECT RAISE(ABORT, 'an archived session cannot be written to'); END;

CREATE TRIGGER session_begins_named BEFORE INSERT ON session
WHEN NEW.name GLOB '*[^A-Za-z0-9._-]*' OR length(NEW.name) NOT BETWEEN 1 AND 64 OR NEW.name IN ('.', '..')
BEGIN SELECT RAISE(ABORT, 'a session needs a name that can stand in a path'); END;

CREATE TRIGGER session_stays_named BEFORE UPDATE OF name ON session
WHEN NEW.name GLOB '*[^A-Za-z0-9._-]*' OR length(NEW.name) NOT BETWEEN 1 AND 64 OR NEW.name IN ('.', '..')
BEGIN SELECT RAISE(ABORT, 'a session needs a name that can stand in a path'); END;

CREATE TRIGGER session_frozen BEFORE UPDATE OF seq, id, parent, created ON session
BEGIN SELECT RAISE(ABORT, 'what a session began with cannot be changed'); END;

CREATE TRIGGER session_opens_once BEFORE UPDATE OF opened ON session
WHEN OLD.opened IS NOT NULL OR NEW.opened <= OLD.seq
BEGIN SELECT RAISE(ABORT, 'a session is opened once'); END;

CREATE TRIGGER session_active BEFORE UPDATE OF activated ON session
WHEN NEW.activated IS NULL OR NEW.opened IS NULL OR NEW.archived IS NOT NULL
  OR NEW.activated <= (SELECT max(activated) FROM session)
BEGIN SELECT RAISE(ABORT, 'only an open session becomes the active one, with newer evidence'); END;

CREATE TRIGGER session_archived BEFORE UPDATE OF archived ON session
WHEN NEW.archived IS NOT NULL
  AND (NEW.opened IS NULL OR OLD.archived IS NOT NULL OR NEW.activated IS (SELECT max(activated) FROM session))
BEGIN SELECT RAISE(ABORT, 'the active session cannot be archived'); END;

CREATE TRIGGER artifact_copy BEFORE INSERT ON artifact
WHEN (NEW.from_session IS NULL) <> (NEW.from_artifact IS NULL) OR NEW.from_session IS NOT NULL AND NOT EXISTS
  (SELECT 1 FROM artifact WHERE session = NEW.from_session AND id = NEW.from_artifact
   AND entity = NEW.entity AND hash = NEW.hash AND version > 0)
BEGIN SELECT RAISE(ABORT, 'a copy is of an artifact that was AUTHORITATIVE'); END;

CREATE TRIGGER artifact_copy_frozen BEFORE UPDATE OF from_session, from_artifact ON artifact
BEGIN SELECT RAISE(ABORT, 'the content of an artifact cannot be changed'); END;

CREATE TRIGGER artifact_bases_frozen BEFORE UPDATE OF bases ON artifact
WHEN OLD.state IS NOT 'PROPOSED'
BEGIN SELECT RAISE(ABORT, 'what a promotion has found on disk cannot be changed'); END;
