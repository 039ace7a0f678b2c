package app

// Glossary holds the terms that the screen, README and the commands use, each with what
// it means in the words of somebody who does not know it. The screen shows it beside the
// keys, the command line as holdfast help words.
var Glossary = [][2]string{
	{"State Map", "the known code: the current version of each symbol"},
	{"entity", "a symbol, as path::symbol; path::* is the rest of a file"},
	{"hydrated", "put before your prompt, so the model sees current code"},
	{"withheld", "named by you, but not safe to show to the model"},
	{"AUTHORITATIVE", "current: this version is shown to the model"},
	{"PROPOSED", "waits in Pending for your review, or for the file"},
	{"SUPERSEDED", "was current, and a newer version replaced it"},
	{"TOMBSTONED", "removed; or a proposal that was rejected"},
	{"forgotten", "removed with its file, without an alert"},
	{"CONFIRMED", "it is certain which symbol the code is"},
	{"INFERRED", "the symbol is guessed: you say which one it is"},
	{"UNRESOLVED", "the symbol is unknown: the code is only logged"},
	{"STALE", "the file differs, so the model does not see the symbol"},
	{"not saved yet", "STALE: you accepted code that its file does not hold"},
	{"kept", "holdfast's version stays although the file differs"},
	{"gate A", "is the code whole: its form, its size, its symbols"},
	{"gate B", "may it change the current code: one grant is enough"},
	{"parity grant", "the model saw the current code, or the code is new"},
	{"disk grant", "the file contains exactly this code"},
	{"user verification", "you asked to change what was shown the turn before"},
	{"write-head", "you wrote it: a paste, fenced and with a path"},
	{"turn, episode", "all requests for one message of yours; one of them"},
	{"Vault, Ledger", "the pieces of code; the log of every decision"},
	{"projections", "notes made from the log: goals, decisions, tasks"},
	{"CANON_STATE_DELTA", "a block of text that restores a lost session"},
	{"authors", "who wrote a prompt: you, your client, the model, an agent"},
}
