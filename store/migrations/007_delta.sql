-- What conversations changed (typed deltas) has no projection: the items of a
-- session are folded from its rows, and these find them.
CREATE INDEX ledger_delta ON ledger (session, seq)
WHERE type IN ('delta_accepted', 'delta_rejected', 'delta_checkpoint', 'delta_restored');

-- The episodes that ended after a row are those whose words are still to be read.
CREATE INDEX episode_ended ON episode (session, closed_seq);
