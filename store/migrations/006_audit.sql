-- What the shadow audit said last of an artifact (TSLP 10), '' for nothing.
ALTER TABLE artifact ADD COLUMN audit TEXT NOT NULL DEFAULT ''
  CHECK (audit IN ('', 'completed', 'partial', 'discussion'));

CREATE TRIGGER artifact_audited BEFORE UPDATE OF audit ON artifact
WHEN NEW.audit IS '' OR OLD.state NOT IN ('PROPOSED', 'AUTHORITATIVE')
BEGIN SELECT RAISE(ABORT, 'the audit speaks of artifacts that have not ended'); END;
