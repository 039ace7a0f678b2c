package config

// Config is what one run of holdfast goes by. Load fills it; a Config that was
// returned has passed every check of its keys.
type Config struct {
	// Workspace is where the code and the database are.
	Workspace Workspace

	// Listen is the host:port that the proxy listens on; port 0 picks a free one.
	Listen string
	// Upstream is the model server's URL, "demo" for the embedded scripted model,
	// or empty to take the first well-known local server that answers.
	Upstream string
	// Model is named on screen until a request names another; it rewrites nothing.
	Model string
	// Session is the session to work in; empty is the one that was active last.
	Session string
	// Theme is ThemeAuto, ThemeDark or ThemeLight.
	Theme string
	// ASCII draws the screen without glyphs beyond ASCII.
	ASCII bool
	// Mouse has the screen hear the mouse, which then selects no text.
	Mouse bool
	// Debug serves GET /debug/last-prompt (TSLP 14.3) and logs more.
	Debug bool
	// Token is the bearer token that requests must carry; empty asks for none.
	Token string

	Limits  Limits
	Hydrate Hydrate
	Gates   Gates
	ETV     ETV
	Notices Notices
	Guard   Guard
	Audit   Audit
	Delta   Delta
	Helpers Helpers
	Bridge  Bridge

	values []Value
}

// Themes of the screen.
const (
	ThemeAuto  = "auto"
	ThemeDark  = "dark"
	ThemeLight = "light"
)

// UpstreamDemo as Config.Upstream asks for the embedded scripted model.
const UpstreamDemo = "demo"

// Where what is put in stands on later requests.
const (
	// PlacementSticky is where it was put, so that the server's prompt cache holds.
	PlacementSticky = "sticky"
	// PlacementNewest is the newest message alone.
	PlacementNewest = "newest"
)

// What goes upstream of the history that a client sends.
const (
	// HistoryFull is all of it, as the client sent it.
	HistoryFull = "full"
	// HistoryWindow is the last RecentPairs pairs, never of a request that
	// carries tools.
	HistoryWindow = "window"
)

// Limits bound what is read into memory.
type Limits struct {
	// BodyMiB is the largest request body, in MiB; a larger one is answered 413.
	BodyMiB int
	// ReplyMiB is how much of a reply is kept as evidence, in MiB. More than
	// that still reaches the client but promotes nothing.
	ReplyMiB int
}

// Hydrate sizes what is put in front of the model (TSLP 8).
type Hydrate struct {
	// BudgetKiB is the most that authoritative code may add to a prompt, in
	// KiB; 0 adds none.
	BudgetKiB int
	// ReachKiB is how far from the end of a request code counts as shown by the
	// request itself, in KiB of its text: it is not put in again.
	ReachKiB int
	// Placement is PlacementSticky or PlacementNewest.
	Placement string
	// RewindKiB is how near the end of a request an outdated block is taken away at
	// once, in KiB; farther back it stays, with a notice, until the prefix breaks.
	RewindKiB int
	// KeptKiB is the most that stays of what was put in by earlier requests, in KiB.
	KeptKiB int
	// RecentPairs is how many user and assistant pairs the recent context
	// holds (TSLP 8.4); 0 leaves it out.
	RecentPairs int
	// RecentKiB is where each message of the recent context is cut, in KiB.
	RecentKiB int
	// BareNames is the most entities that one bare name may mean: a name that
	// more share brings none of them until it is qualified.
	BareNames int
	// History is HistoryFull or HistoryWindow.
	History string
}

// ETV is External Truth Verification (TSLP 15).
type ETV struct {
	// NotApplied is what happens to an entity whose last accepted version was
	// not saved yet: NotAppliedBlock or NotAppliedHydrate.
	NotApplied string
}

// Notices are what the model is told beside code.
type Notices struct {
	// Claims is what becomes of a change that a reply claims and that nobody received:
	// ClaimsOff, ClaimsBadge or ClaimsNotice.
	Claims string
}

// What becomes of a claim.
const (
	// ClaimsOff looks for none.
	ClaimsOff = "off"
	// ClaimsBadge shows it at its request.
	ClaimsBadge = "badge"
	// ClaimsNotice also tells the model with the next prompt.
	ClaimsNotice = "notice"
)

// Guard is what becomes of a client's tool call that would write what is unsafe,
// before it runs.
type Guard struct {
	// Mode is GuardDeny, GuardAsk or GuardWarn.
	Mode string
	// Loops reports whether a call is denied that was made three times in a turn.
	Loops bool
}

// What the guard does about an unsafe write.
const (
	// GuardDeny refuses it, and asks only about a whole file that leaves a few symbols
	// out, where the client can ask.
	GuardDeny = "deny"
	// GuardAsk leaves it to the user, and refuses it where the client cannot ask.
	GuardAsk = "ask"
	// GuardWarn lets it run, and tells.
	GuardWarn = "warn"
)

// Audit is the shadow audit (TSLP 10). It is off unless asked for: each question
// takes the time of the GPU.
type Audit struct {
	Enabled bool
	// Model is asked; empty is the one that gave the reply.
	Model string
	// TimeoutSeconds bounds one question.
	TimeoutSeconds int
}

// Delta is how turns are read for typed deltas (DeltaMind).
type Delta struct {
	// Reader is ReaderRules or ReaderModel.
	Reader string
	// Model is asked by the second reader; empty is the one that gave the reply.
	Model string
	// TimeoutSeconds bounds one question of it.
	TimeoutSeconds int
}

// Who reads turns for deltas.
const (
	// ReaderRules needs no model.
	ReaderRules = "rules"
	// ReaderModel asks the model server after the rules. It is off unless asked
	// for, for the same reasons as the audit.
	ReaderModel = "model"
)

// Helpers are the shadow audit and the second reader.
type Helpers struct {
	// Prefix is HelpersConversation or HelpersOwn.
	Prefix string
}

// How helpers ask.
const (
	// HelpersConversation is at the end of the conversation, where the server keeps one
	// prompt, so that it need not be processed again.
	HelpersConversation = "conversation"
	// HelpersOwn is by a prompt of their own.
	HelpersOwn = "own"
)

// Bridge is the tool bridge (TSLP 8.5), for clients that have no tools.
type Bridge struct {
	// Mode is BridgeOff, BridgeAsk or BridgeAllow.
	Mode string
	// Allow lists the commands that run unasked in BridgeAllow, character for
	// character.
	Allow []string
	// ShellFences reports whether bare bash and sh fences are calls too.
	ShellFences bool
	// TimeoutSeconds bounds a run, OutputKiB what is kept of its output.
	TimeoutSeconds int
	OutputKiB      int
}

// What becomes of a command that a reply asks for.
const (
	// BridgeOff hears no command.
	BridgeOff = "off"
	// BridgeAsk asks the operator about each.
	BridgeAsk = "ask"
	// BridgeAllow runs what the list permits and asks about the rest.
	BridgeAllow = "allow"
)

// What becomes of an answer that the disk does not hold yet.
const (
	// NotAppliedBlock withholds it from the model until it is saved, and
	// promotes nothing over it.
	NotAppliedBlock = "block"
	// NotAppliedHydrate shows it with a notice and lets the model go on from
	// it, for people who iterate in a chat before they save.
	NotAppliedHydrate = "hydrate"
)

// Gates are the thresholds of promotion (TSLP 7) and deletion (TSLP 9.2).
type Gates struct {
	// NodeRatio is the least share of the base's AST nodes that an update must
	// keep, from 0 (anything goes) to 1.
	NodeRatio float64
	// TokenRatio is the same for leaf tokens.
	TokenRatio float64
	// MinTokens is the size of a base, in tokens, from which both ratios count.
	MinTokens int
	// TombstoneEpisodes is for how many episodes a tombstone stays listed for
	// restore.
	TombstoneEpisodes int
}

// Value is one setting as it is in force.
type Value struct {
	// Key is the setting's name in config.toml: "limits.body_mib".
	Key string
	// Value is a string, bool, int, float64 or []string; a secret is "(set)" or "".
	Value any
	// Origin says where it came from.
	Origin Origin
	// Doc says in one line what the setting does.
	Doc string
}

// Origins lists every setting in force, in the order of the documentation.
// Secrets are masked.
func (c *Config) Origins() []Value { return append([]Value(nil), c.values...) }

// Origin is the place that a value came from; the zero Origin is the default.
type Origin struct {
	// File and Line name the place in a configuration file.
	File string
	Line int
	// Env is the name of an environment variable.
	Env string
	// Flag is the name of a flag, without its dashes.
	Flag string
}
