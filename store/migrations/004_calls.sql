-- The tool call that brought an artifact, '' for none: its result may say that
-- the client did not apply it.
ALTER TABLE artifact ADD COLUMN call TEXT NOT NULL DEFAULT '';

CREATE TRIGGER artifact_call_frozen BEFORE UPDATE OF call ON artifact
BEGIN SELECT RAISE(ABORT, 'the content of an artifact cannot be changed'); END;
