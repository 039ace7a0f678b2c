package app

// Glossary holds the terms that the screen, README and the commands use, each with what
// it means in the words of somebody who does not know it. The screen shows it beside the
// keys, the command line as holdfast help words.
var Glossary = [][2]string{
	{"State Map", "what is known of your code: the current version of every function, type or file that was accepted"},
	{"entity", "one of them, as path::symbol; path::* is a file without symbols, or what a file holds beside them"},
	{"AUTHORITATIVE", "current: this version is shown to the model"},
	{"PROPOSED", "waits in Pending for the file to hold it, or for your review"},
	{"SUPERSEDED", "was current before a newer version"},
	{"TOMBSTONED", "removed, or rejected; it can be restored for some turns"},
	{"forgotten", "tombstoned without an alert, with its file: adopting the file brings it back"},
	{"CONFIRMED", "it is certain where a block of code belongs; INFERRED: guessed; UNRESOLVED: unknown"},
	{"STALE", "the file and the State Map disagree: the code is not shown to the model until they agree again"},
	{"not saved yet", "STALE the other way round: an accepted answer that the file does not hold; save it, or let it be shown all the same"},
	{"kept", "STALE no more: you said that holdfast's version stays current although the file differs"},
	{"hydrated", "put before your words, so that the model sees the current code"},
	{"withheld", "named by you, and not shown: STALE, unreadable, or waiting for your review"},
	{"gate A", "is the block whole: its form, its size, its symbols"},
	{"gate B", "may it replace what is current: one grant is enough"},
	{"parity grant", "the model saw the current version in this turn, or the code is new"},
	{"disk grant", "the file holds exactly this"},
	{"user verification", "you asked to change what was shown the turn before"},
	{"write-head", "you wrote it yourself: a paste, fenced and with a path"},
	{"your paste", "in a chat without tools, the truth at once, even if the model wrote it first. In a client with tools it is the " +
		"truth at once only where it contradicts nothing; else it waits for one review, since clients put text of their own and of the model's there, too"},
	{"who wrote it", "of every request, under authors: you, your client, the model, an agent, or not proven"},
	{"turn, episode", "all requests for one message of yours; one of these requests"},
	{"Vault, Ledger", "the contents, and the log of every fact about them; both only ever grow, and holdfast verify proves them"},
	{"projections", "notes that are made from the log: goals, decisions, tasks, constraints"},
	{"CANON_STATE_DELTA", "one block of text from which a lost session is recovered: holdfast checkpoint prints it"},
}
