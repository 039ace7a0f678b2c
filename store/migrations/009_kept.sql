-- A model server may keep what came before under a name of its own: that of a reply, or
-- of a conversation. A request that goes on with it is found by that name. A damaged
-- row is no JSON.
CREATE INDEX ledger_by_reply ON ledger (iif(json_valid(body), json_extract(body, '$.data.reply_id'), NULL))
WHERE type = 'episode_closed' AND iif(json_valid(body), json_extract(body, '$.data.reply_id'), NULL) IS NOT NULL;

CREATE INDEX ledger_by_thread ON ledger (iif(json_valid(body), json_extract(body, '$.data.thread'), NULL))
WHERE type = 'episode_closed' AND iif(json_valid(body), json_extract(body, '$.data.thread'), NULL) IS NOT NULL;
