-- What the disk is known to hold of an AUTHORITATIVE artifact (TSLP 15).

-- The disk version that the operator acknowledged to differ, '' for none.
ALTER TABLE artifact ADD COLUMN acknowledged TEXT NOT NULL DEFAULT '';
-- The ledger row by which the disk was seen to hold it.
ALTER TABLE artifact ADD COLUMN persisted INTEGER REFERENCES ledger (seq);

CREATE TRIGGER artifact_disk BEFORE UPDATE OF acknowledged, persisted ON artifact
WHEN NEW.state IS NOT 'AUTHORITATIVE' OR OLD.persisted IS NOT NULL AND NEW.persisted IS NOT OLD.persisted
BEGIN SELECT RAISE(ABORT, 'the disk is compared with AUTHORITATIVE artifacts only, and seen to hold one once'); END;
