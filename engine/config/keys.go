package config

import (
	"slices"
	"strings"
)

// key is one setting: adding one to holdfast is adding one row to keys.
type key struct {
	name string
	// initial is the built-in value, of the Go type that kind yields.
	initial any
	kind    kind
	// field is where the value goes: a *string, *bool, *int, *float64 or *[]string.
	field func(*Config) any
	// flag reports whether the setting is also a flag of that name.
	flag bool
	// secret is never shown.
	secret bool
	// own reports whether a workspace's file may not set it: whoever made the folder
	// would have a say in what runs on the machine of whoever opens it.
	own bool
	doc string
}

// keys is every setting, in the order in which it is shown.
var keys = []key{
	{name: "listen", initial: "127.0.0.1:4141", kind: text{"HOST:PORT, such as 127.0.0.1:4141", checkListen}, flag: true,
		field: func(c *Config) any { return &c.Listen },
		doc:   "address to listen on"},
	{name: "upstream", initial: "", kind: text{"a URL such as http://127.0.0.1:11434, demo, or nothing to look for a local server", checkUpstream}, flag: true,
		field: func(c *Config) any { return &c.Upstream },
		doc:   "model server; empty = first local one that answers"},
	{name: "model", initial: "", kind: text{"a model's name on one line", checkModel}, flag: true,
		field: func(c *Config) any { return &c.Model },
		doc:   "model to name on screen until a request names one"},
	{name: "session", initial: "", kind: text{"1 to 64 of A-Z a-z 0-9 . _ -", checkSession}, flag: true,
		field: func(c *Config) any { return &c.Session },
		doc:   "session to work in; empty = the one active last"},
	{name: "theme", initial: ThemeAuto, kind: choice{ThemeAuto, ThemeDark, ThemeLight}, flag: true,
		field: func(c *Config) any { return &c.Theme },
		doc:   "colours: auto, dark or light"},
	{name: "ascii", initial: false, kind: boolean{}, flag: true,
		field: func(c *Config) any { return &c.ASCII },
		doc:   "draw the screen in plain ASCII"},
	{name: "mouse", initial: true, kind: boolean{},
		field: func(c *Config) any { return &c.Mouse },
		doc:   "the screen hears the mouse; M turns it off and on"},
	{name: "debug", initial: false, kind: boolean{}, flag: true,
		field: func(c *Config) any { return &c.Debug },
		doc:   "serve /debug/last-prompt and log more"},
	{name: "token", initial: "", kind: text{"printable ASCII without spaces", checkToken}, flag: true, secret: true,
		field: func(c *Config) any { return &c.Token },
		doc:   "bearer token to ask for; needed beyond loopback"},

	{name: "limits.body_mib", initial: 32, kind: whole{1, 1024},
		field: func(c *Config) any { return &c.Limits.BodyMiB },
		doc:   "largest request body, in MiB"},
	{name: "limits.reply_mib", initial: 8, kind: whole{1, 256},
		field: func(c *Config) any { return &c.Limits.ReplyMiB },
		doc:   "how much of a reply is kept as evidence, in MiB"},

	{name: "hydrate.budget_kib", initial: 24, kind: whole{0, 1024},
		field: func(c *Config) any { return &c.Hydrate.BudgetKiB },
		doc:   "most code to add to a prompt, in KiB; 0 = none"},
	{name: "hydrate.reach_kib", initial: 24, kind: whole{0, 1024},
		field: func(c *Config) any { return &c.Hydrate.ReachKiB },
		doc:   "code this near the request's end is not put in again"},
	{name: "hydrate.placement", initial: PlacementSticky, kind: choice{PlacementSticky, PlacementNewest},
		field: func(c *Config) any { return &c.Hydrate.Placement },
		doc:   "sticky: what was put in stays; newest: it moves on"},
	{name: "hydrate.rewind_kib", initial: 8, kind: whole{0, 1024},
		field: func(c *Config) any { return &c.Hydrate.RewindKiB },
		doc:   "outdated code this near the end goes at once, in KiB"},
	{name: "hydrate.kept_kib", initial: 64, kind: whole{0, 4096},
		field: func(c *Config) any { return &c.Hydrate.KeptKiB },
		doc:   "most code that stays from earlier requests, in KiB"},
	{name: "hydrate.recent_pairs", initial: 4, kind: whole{0, 64},
		field: func(c *Config) any { return &c.Hydrate.RecentPairs },
		doc:   "pairs of messages in the recent context; 0 = none"},
	{name: "hydrate.recent_kib", initial: 4, kind: whole{1, 64},
		field: func(c *Config) any { return &c.Hydrate.RecentKiB },
		doc:   "where a message of recent context is cut, in KiB"},
	{name: "hydrate.history", initial: HistoryFull, kind: choice{HistoryFull, HistoryWindow},
		field: func(c *Config) any { return &c.Hydrate.History },
		doc:   "client's history: full, or window of recent_pairs"},
	{name: "hydrate.bare_names", initial: 4, kind: whole{1, 1000},
		field: func(c *Config) any { return &c.Hydrate.BareNames },
		doc:   "most symbols that one bare name may mean"},

	{name: "gates.node_ratio", initial: 0.5, kind: ratio{},
		field: func(c *Config) any { return &c.Gates.NodeRatio },
		doc:   "least share of AST nodes that an update must keep"},
	{name: "gates.token_ratio", initial: 0.5, kind: ratio{},
		field: func(c *Config) any { return &c.Gates.TokenRatio },
		doc:   "least share of tokens that an update must keep"},
	{name: "gates.min_tokens", initial: 40, kind: whole{0, 100_000},
		field: func(c *Config) any { return &c.Gates.MinTokens },
		doc:   "the two ratios count from this size on, in tokens"},
	{name: "gates.tombstone_episodes", initial: 10, kind: whole{1, 10_000},
		field: func(c *Config) any { return &c.Gates.TombstoneEpisodes },
		doc:   "requests for which a removed symbol can be restored"},

	{name: "etv.not_applied", initial: NotAppliedBlock, kind: choice{NotAppliedBlock, NotAppliedHydrate},
		field: func(c *Config) any { return &c.ETV.NotApplied },
		doc:   "answers not saved yet: block, or hydrate with notice"},

	{name: "notices.claims", initial: ClaimsBadge, kind: choice{ClaimsOff, ClaimsBadge, ClaimsNotice},
		field: func(c *Config) any { return &c.Notices.Claims },
		doc:   "changes a reply only claims: off, badge or notice"},

	{name: "guard.mode", initial: GuardDeny, kind: choice{GuardDeny, GuardAsk, GuardWarn},
		field: func(c *Config) any { return &c.Guard.Mode },
		doc:   "an unsafe write of a client: deny, ask you, or warn"},
	{name: "guard.loops", initial: false, kind: boolean{},
		field: func(c *Config) any { return &c.Guard.Loops },
		doc:   "deny a call that was made three times in a turn"},

	{name: "audit.enabled", initial: false, kind: boolean{},
		field: func(c *Config) any { return &c.Audit.Enabled },
		doc:   "ask the model after a reply if its code is whole"},
	{name: "audit.model", initial: "", kind: text{"a model's name on one line", checkModel},
		field: func(c *Config) any { return &c.Audit.Model },
		doc:   "model to ask; empty = the one that replied"},
	{name: "audit.timeout_s", initial: 60, kind: whole{1, 600},
		field: func(c *Config) any { return &c.Audit.TimeoutSeconds },
		doc:   "seconds that one question of the audit may take"},

	{name: "delta.reader", initial: ReaderRules, kind: choice{ReaderRules, ReaderModel},
		field: func(c *Config) any { return &c.Delta.Reader },
		doc:   "who reads turns for deltas: rules, or model as well"},
	{name: "delta.model", initial: "", kind: text{"a model's name on one line", checkModel},
		field: func(c *Config) any { return &c.Delta.Model },
		doc:   "model to ask for deltas; empty = that of the reply"},
	{name: "delta.timeout_s", initial: 60, kind: whole{1, 600},
		field: func(c *Config) any { return &c.Delta.TimeoutSeconds },
		doc:   "seconds that one question for deltas may take"},

	{name: "helpers.prefix", initial: HelpersConversation, kind: choice{HelpersConversation, HelpersOwn},
		field: func(c *Config) any { return &c.Helpers.Prefix },
		doc:   "audit and reader continue the conversation, or not"},

	{name: "bridge.mode", initial: BridgeOff, kind: choice{BridgeOff, BridgeAsk, BridgeAllow}, own: true,
		field: func(c *Config) any { return &c.Bridge.Mode },
		doc:   "commands in replies: off, ask, or allow the listed"},
	{name: "bridge.allow", initial: []string{}, kind: lines{}, own: true,
		field: func(c *Config) any { return &c.Bridge.Allow },
		doc:   "commands that run unasked, exactly as written"},
	{name: "bridge.shell_fences", initial: false, kind: boolean{}, own: true,
		field: func(c *Config) any { return &c.Bridge.ShellFences },
		doc:   "bash and sh fences are commands as well"},
	{name: "bridge.timeout_s", initial: 120, kind: whole{1, 3600},
		field: func(c *Config) any { return &c.Bridge.TimeoutSeconds },
		doc:   "seconds that a command may run"},
	{name: "bridge.output_kib", initial: 8, kind: whole{1, 64},
		field: func(c *Config) any { return &c.Bridge.OutputKiB },
		doc:   "how much of its output is kept, in KiB"},
}

// Key describes a setting to those who offer it: help texts and flags.
type Key struct {
	Name    string
	Default any
	// Allowed says which values are taken.
	Allowed string
	Doc     string
	// Env is the environment variable that sets it.
	Env string
	// Flag reports whether --Name sets it too; Switch, that the flag needs no value.
	Flag, Switch bool
}

// Keys lists every setting.
func Keys() []Key {
	list := make([]Key, len(keys))
	for i, k := range keys {
		_, isSwitch := k.kind.(boolean)
		list[i] = Key{
			Name: k.name, Default: k.initial, Allowed: k.kind.allowed(), Doc: k.doc,
			Env: k.env(), Flag: k.flag, Switch: isSwitch,
		}
	}
	return list
}

const envPrefix = "HOLDFAST_"

func (k key) inFile() string { return k.name }

func (k key) env() string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(k.name, ".", "_"))
}

// named is the key of that exact name in a file.
func named(name string) (key, bool) {
	return find(func(k key) bool { return k.name == name })
}

func find(match func(key) bool) (key, bool) {
	if i := slices.IndexFunc(keys, match); i >= 0 {
		return keys[i], true
	}
	return key{}, false
}

// closest is the key that a wrong name most likely means: a slip of a letter or
// two, or a table left out. Dots and underscores are alike to it, so that it
// serves environment variables too.
func closest(name string) (key, bool) {
	name = plain(name)
	if k, ok := find(func(k key) bool { return strings.HasSuffix(plain(k.name), "_"+name) }); ok {
		return k, true
	}
	var best key
	least := 3
	for _, k := range keys {
		if d := distance(name, plain(k.name)); d < least {
			best, least = k, d
		}
	}
	return best, least < 3
}

// unknown says that a name means nothing here and which one was meant, spelled
// as the layer spells it.
func unknown(what, name string, spell func(key) string) string {
	problem := "there is no such " + what
	if k, ok := closest(name); ok {
		return problem + "; did you mean " + spell(k) + "?"
	}
	return problem + "; holdfast config --help lists them all"
}

func plain(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, ".", "_"))
}

// distance counts the letters to insert, drop or change (Levenshtein).
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
