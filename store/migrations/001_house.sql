-- The truth: vault and ledger. Everything below them is a projection that can
-- be rebuilt from the two (TSLP 3.3).

CREATE TABLE vault (
  hash  TEXT    NOT NULL PRIMARY KEY CHECK (length(hash) = 71 AND hash GLOB 'sha256:*'),
  size  INTEGER NOT NULL CHECK (size >= 0),
  codec TEXT    NOT NULL CHECK (codec IN ('raw', 'deflate')),
  bytes BLOB    NOT NULL
) STRICT;

CREATE TRIGGER vault_never_updated BEFORE UPDATE ON vault
BEGIN SELECT RAISE(ABORT, 'the Vault is immutable: a blob cannot be changed'); END;

CREATE TRIGGER vault_never_deleted BEFORE DELETE ON vault
BEGIN SELECT RAISE(ABORT, 'the Vault is immutable: a blob cannot be deleted'); END;

CREATE TABLE ledger (
  seq     INTEGER NOT NULL PRIMARY KEY,
  session TEXT    NOT NULL,
  type    TEXT    NOT NULL,
  prev    TEXT    NOT NULL,
  hash    TEXT    NOT NULL CHECK (length(hash) = 71 AND hash GLOB 'sha256:*'),
  body    TEXT    NOT NULL
) STRICT;

CREATE TRIGGER ledger_chained BEFORE INSERT ON ledger
WHEN NEW.seq IS NOT (SELECT ifnull(max(seq), 0) + 1 FROM ledger)
  OR NEW.prev IS NOT ifnull((SELECT hash FROM ledger WHERE seq = NEW.seq - 1), '')
BEGIN SELECT RAISE(ABORT, 'the Ledger is a chain: a row must follow the last one'); END;

CREATE TRIGGER ledger_never_updated BEFORE UPDATE ON ledger
BEGIN SELECT RAISE(ABORT, 'the Ledger is append-only: a row cannot be changed'); END;

CREATE TRIGGER ledger_never_deleted BEFORE DELETE ON ledger
BEGIN SELECT RAISE(ABORT, 'the Ledger is append-only: a row cannot be deleted'); END;

-- Projections. The key of a row is the seq of the ledger row that introduced
-- it, so that nothing can stand here before its evidence does.

CREATE TABLE session (
  seq     INTEGER NOT NULL PRIMARY KEY REFERENCES ledger (seq),
  id      TEXT    NOT NULL UNIQUE,
  name    TEXT    NOT NULL UNIQUE,
  parent  TEXT    REFERENCES session (id),
  created INTEGER NOT NULL
) STRICT;

CREATE TRIGGER session_never_deleted BEFORE DELETE ON session
BEGIN SELECT RAISE(ABORT, 'a session cannot be deleted'); END;

CREATE TABLE episode (
  seq          INTEGER NOT NULL PRIMARY KEY REFERENCES ledger (seq),
  session      TEXT    NOT NULL REFERENCES session (id),
  id           TEXT    NOT NULL,
  conversation TEXT    NOT NULL,
  turn         INTEGER NOT NULL,
  kind         TEXT    NOT NULL,
  opened       INTEGER NOT NULL,
  status       TEXT    NOT NULL CHECK (status IN ('open', 'closed', 'aborted')),
  closed_seq   INTEGER REFERENCES ledger (seq),
  closed       INTEGER,
  UNIQUE (session, id),
  CHECK ((status = 'open') = (closed_seq IS NULL)),
  CHECK ((status = 'open') = (closed IS NULL))
) STRICT;

CREATE INDEX episode_by_conversation ON episode (session, conversation);

CREATE TRIGGER episode_opens_open BEFORE INSERT ON episode
WHEN NEW.status IS NOT 'open'
BEGIN SELECT RAISE(ABORT, 'an episode begins open'); END;

CREATE TRIGGER episode_closes_once BEFORE UPDATE OF status, closed_seq, closed ON episode
WHEN OLD.status IS NOT 'open' OR NEW.status IS 'open' OR NEW.closed_seq <= OLD.seq
BEGIN SELECT RAISE(ABORT, 'an episode closes once'); END;

CREATE TRIGGER episode_frozen
BEFORE UPDATE OF seq, session, id, conversation, turn, kind, opened ON episode
BEGIN SELECT RAISE(ABORT, 'what an episode opened with cannot be changed'); END;

CREATE TRIGGER episode_never_deleted BEFORE DELETE ON episode
BEGIN SELECT RAISE(ABORT, 'an episode cannot be deleted'); END;

CREATE TABLE artifact (
  seq            INTEGER NOT NULL PRIMARY KEY REFERENCES ledger (seq),
  session        TEXT    NOT NULL REFERENCES session (id),
  id             TEXT    NOT NULL,
  episode        TEXT,
  turn           INTEGER NOT NULL,
  entity         TEXT    NOT NULL,
  path           TEXT    NOT NULL,
  symbol         TEXT    NOT NULL,
  language       TEXT    NOT NULL,
  kind           TEXT    NOT NULL,
  container      TEXT    NOT NULL,
  hash           TEXT    REFERENCES vault (hash),
  structure      TEXT    NOT NULL,
  text           TEXT    REFERENCES vault (hash),
  block          TEXT    REFERENCES vault (hash),
  position       INTEGER NOT NULL,
  method         TEXT    NOT NULL,
  nodes          INTEGER NOT NULL,
  tokens         INTEGER NOT NULL,
  errors         INTEGER NOT NULL,
  count          INTEGER NOT NULL,
  top            INTEGER NOT NULL CHECK (top IN (0, 1)),
  confidence     TEXT    NOT NULL CHECK (confidence IN ('CONFIRMED', 'INFERRED', 'UNRESOLVED')),
  convention     TEXT    NOT NULL,
  origin         TEXT    NOT NULL,
  waits_for_disk INTEGER NOT NULL CHECK (waits_for_disk IN (0, 1)),
  removes        INTEGER NOT NULL CHECK (removes IN (0, 1)),
  created        INTEGER NOT NULL,
  state          TEXT    NOT NULL CHECK (state IN ('PROPOSED', 'AUTHORITATIVE', 'SUPERSEDED', 'TOMBSTONED')),
  state_seq      INTEGER NOT NULL REFERENCES ledger (seq),
  changed        INTEGER NOT NULL,
  version        INTEGER NOT NULL,
  granted        TEXT    NOT NULL,
  disk           TEXT    NOT NULL,
  ended_by       TEXT    NOT NULL,
  reason         TEXT    NOT NULL,
  gates          TEXT    NOT NULL,
  UNIQUE (session, id),
  FOREIGN KEY (session, episode) REFERENCES episode (session, id),
  CHECK (removes OR hash IS NOT NULL)
) STRICT;

-- Exactly one authoritative artifact per entity (TSLP 3.3).
CREATE UNIQUE INDEX artifact_authoritative ON artifact (session, entity) WHERE state = 'AUTHORITATIVE';
CREATE INDEX artifact_by_entity ON artifact (session, entity, version);
CREATE INDEX artifact_by_episode ON artifact (session, episode);
CREATE INDEX artifact_proposed ON artifact (session) WHERE state = 'PROPOSED';

-- PROPOSED is the default for all new artifacts (TSLP 5).
CREATE TRIGGER artifact_begins_proposed BEFORE INSERT ON artifact
WHEN NEW.state IS NOT 'PROPOSED' OR NEW.state_seq IS NOT NEW.seq OR NEW.version IS NOT 0
BEGIN SELECT RAISE(ABORT, 'an artifact begins PROPOSED'); END;

-- The artifact state machine (TSLP 5), each step with newer evidence.
CREATE TRIGGER artifact_transition BEFORE UPDATE OF state, state_seq ON artifact
WHEN NOT (OLD.state = 'PROPOSED' AND NEW.state IN ('AUTHORITATIVE', 'TOMBSTONED')
       OR OLD.state = 'AUTHORITATIVE' AND NEW.state IN ('SUPERSEDED', 'TOMBSTONED'))
  OR NEW.state_seq <= OLD.state_seq
BEGIN SELECT RAISE(ABORT, 'the artifact state machine has no such transition'); END;

CREATE TRIGGER artifact_without_content BEFORE UPDATE OF state ON artifact
WHEN NEW.state = 'AUTHORITATIVE' AND (OLD.removes OR OLD.hash IS NULL)
BEGIN SELECT RAISE(ABORT, 'a proposal to remove holds no content and cannot become AUTHORITATIVE'); END;

CREATE TRIGGER artifact_frozen
BEFORE UPDATE OF seq, session, id, episode, turn, entity, path, symbol, language, kind, container, hash,
  structure, text, block, position, method, nodes, tokens, errors, count, top, confidence, convention,
  origin, waits_for_disk, removes, created ON artifact
BEGIN SELECT RAISE(ABORT, 'the content of an artifact cannot be changed'); END;

CREATE TRIGGER artifact_never_deleted BEFORE DELETE ON artifact
BEGIN SELECT RAISE(ABORT, 'an artifact cannot be deleted'); END;

-- The State Map: filepath::symbol → authoritative artifact hash (TSLP 3.3).
CREATE TABLE state_map (
  session     TEXT    NOT NULL REFERENCES session (id),
  entity      TEXT    NOT NULL,
  path        TEXT    NOT NULL,
  position    INTEGER NOT NULL,
  artifact    INTEGER NOT NULL REFERENCES artifact (seq),
  hash        TEXT    NOT NULL REFERENCES vault (hash),
  updated_seq INTEGER NOT NULL REFERENCES ledger (seq),
  PRIMARY KEY (session, entity)
) STRICT, WITHOUT ROWID;

CREATE INDEX state_map_order ON state_map (session, path, position, entity);

CREATE TRIGGER state_map_insert_proven BEFORE INSERT ON state_map
WHEN NOT EXISTS (SELECT 1 FROM artifact WHERE seq = NEW.artifact AND session = NEW.session
  AND entity = NEW.entity AND hash = NEW.hash AND state = 'AUTHORITATIVE' AND state_seq = NEW.updated_seq)
BEGIN SELECT RAISE(ABORT, 'the State Map holds AUTHORITATIVE artifacts only'); END;

CREATE TRIGGER state_map_update_proven BEFORE UPDATE ON state_map
WHEN NOT EXISTS (SELECT 1 FROM artifact WHERE seq = NEW.artifact AND session = NEW.session
  AND entity = NEW.entity AND hash = NEW.hash AND state = 'AUTHORITATIVE' AND state_seq = NEW.updated_seq)
BEGIN SELECT RAISE(ABORT, 'the State Map holds AUTHORITATIVE artifacts only'); END;

CREATE TRIGGER state_map_keeps_truth BEFORE DELETE ON state_map
WHEN EXISTS (SELECT 1 FROM artifact WHERE seq = OLD.artifact AND state = 'AUTHORITATIVE')
BEGIN SELECT RAISE(ABORT, 'an AUTHORITATIVE artifact cannot leave the State Map'); END;
