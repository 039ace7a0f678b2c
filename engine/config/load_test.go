package config

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// world is a home and a workspace on disk, with what they are given.
type world struct {
	home, root string
	user, file string // content of the two configuration files, "" for none
	env        []string
	flags      map[string]string
}

func (w world) load(t *testing.T) (*Config, error) {
	t.Helper()
	w.home, w.root = t.TempDir(), t.TempDir()
	write(t, filepath.Join(w.home, ".config", "holdfast", FileName), w.user)
	write(t, filepath.Join(w.root, Folder, FileName), w.file)
	return Load(LoadOptions{
		Workspace: w.root,
		Env:       append([]string{"HOME=" + w.home}, w.env...),
		Flags:     w.flags,
		Current:   w.home,
	})
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if content == "" {
		return
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestTheLaterLayerWins(t *testing.T) {
	const user, file = `model = "user"`, `model = "file"`
	env, flags := []string{"HOLDFAST_MODEL=env"}, map[string]string{"model": "flag"}
	tests := []struct {
		name   string
		world  world
		want   string
		origin string
	}{
		{"nothing said", world{}, "", "default"},
		{"user file over default", world{user: user}, "user", "HOME/.config/holdfast/config.toml:1"},
		{"workspace file over user file", world{user: user, file: file}, "file", "ROOT/.holdfast/config.toml:1"},
		{"environment over files", world{user: user, file: file, env: env}, "env", "env HOLDFAST_MODEL"},
		{"flag over everything", world{user: user, file: file, env: env, flags: flags}, "flag", "flag --model"},
		{"flag over user file alone", world{user: user, flags: flags}, "flag", "flag --model"},
		{"an empty variable says nothing", world{file: file, env: []string{"HOLDFAST_MODEL="}}, "file", "ROOT/.holdfast/config.toml:1"},
		{"an empty flag says empty", world{file: file, flags: map[string]string{"model": ""}}, "", "flag --model"},
		{"the last of two equal variables", world{env: append(env, "HOLDFAST_MODEL=again")}, "again", "env HOLDFAST_MODEL"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := test.world.load(t)
			if err != nil {
				t.Fatal(err)
			}
			if c.Model != test.want {
				t.Errorf("model = %q, want %q", c.Model, test.want)
			}
			if got := anonymous(c, c.origin("model").String()); got != test.origin {
				t.Errorf("origin = %q, want %q", got, test.origin)
			}
		})
	}
}

func TestAWorkspaceHasNoSayInWhatRuns_8_5(t *testing.T) {
	for _, line := range []string{`mode = "allow"`, `allow = ["make"]`, `shell_fences = true`} {
		_, err := world{file: "[bridge]\n" + line}.load(t)
		if err == nil || !strings.Contains(err.Error(), "config.toml:2: bridge.") || !strings.Contains(err.Error(), "a workspace cannot set this") {
			t.Errorf("%s in the workspace's file: %v", line, err)
		}
	}
}

// anonymous replaces the folders of a test in s.
func anonymous(c *Config, s string) string {
	if i := strings.Index(s, "/.config/"); i >= 0 {
		s = "HOME" + s[i:]
	}
	return strings.ReplaceAll(s, c.Workspace.Root, "ROOT")
}

func TestEveryFieldIsReadFromAFile(t *testing.T) {
	c, err := world{file: `
listen = "localhost:0"
upstream = "http://box:8080/v1/"
model = "qwen2.5-coder:7b"
session = "api-refactor"
theme = "light"
ascii = true
mouse = false
debug = true
token = "s3cret"

[limits]
body_mib = 1
reply_mib = 2

[hydrate]
budget_kib = 3
recent_pairs = 0
recent_kib = 5
reach_kib = 7
placement = "newest"
rewind_kib = 9
kept_kib = 10
bare_names = 6
history = "window"

[gates]
node_ratio = 0.25
token_ratio = 1
min_tokens = 7
tombstone_episodes = 8

[etv]
not_applied = "hydrate"

[notices]
claims = "notice"

[guard]
mode = "warn"
loops = true

[audit]
enabled = true
model = "auditor"
timeout_s = 9

[delta]
reader = "model"
model = "reader"
timeout_s = 12

[helpers]
prefix = "own"

[bridge]
timeout_s = 10
output_kib = 11
`, user: `
[bridge]
mode = "allow"
allow = ["go test ./...", " go vet ./... "]
shell_fences = true
`}.load(t)
	if err != nil {
		t.Fatal(err)
	}
	got := *c
	got.Workspace, got.values = Workspace{}, nil
	want := Config{
		Listen: "localhost:0", Upstream: "http://box:8080/v1/", Model: "qwen2.5-coder:7b", Session: "api-refactor",
		Theme: "light", ASCII: true, Debug: true, Token: "s3cret",
		Limits:  Limits{BodyMiB: 1, ReplyMiB: 2},
		Hydrate: Hydrate{BudgetKiB: 3, ReachKiB: 7, Placement: "newest", RewindKiB: 9, KeptKiB: 10, RecentPairs: 0, RecentKiB: 5, BareNames: 6, History: "window"},
		Gates:   Gates{NodeRatio: 0.25, TokenRatio: 1, MinTokens: 7, TombstoneEpisodes: 8},
		ETV:     ETV{NotApplied: "hydrate"},
		Notices: Notices{Claims: ClaimsNotice},
		Guard:   Guard{Mode: GuardWarn, Loops: true},
		Audit:   Audit{Enabled: true, Model: "auditor", TimeoutSeconds: 9},
		Delta:   Delta{Reader: ReaderModel, Model: "reader", TimeoutSeconds: 12},
		Helpers: Helpers{Prefix: HelpersOwn},
		Bridge:  Bridge{Mode: BridgeAllow, Allow: []string{"go test ./...", "go vet ./..."}, ShellFences: true, TimeoutSeconds: 10, OutputKiB: 11},
	}
	if !equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	for _, v := range c.Origins() {
		if v.Origin.Line == 0 {
			t.Errorf("%s was not read from the file: the document above lacks it", v.Key)
		}
	}
}

// equal compares what keys set.
func equal(a, b Config) bool {
	for _, k := range keys {
		switch field := k.field(&a).(type) {
		case *string:
			if *field != *k.field(&b).(*string) {
				return false
			}
		case *bool:
			if *field != *k.field(&b).(*bool) {
				return false
			}
		case *[]string:
			if !slices.Equal(*field, *k.field(&b).(*[]string)) {
				return false
			}
		case *int:
			if *field != *k.field(&b).(*int) {
				return false
			}
		case *float64:
			if *field != *k.field(&b).(*float64) {
				return false
			}
		}
	}
	return true
}

func TestAByteOrderMarkIsNoPartOfAConfiguration(t *testing.T) {
	c, err := world{file: "\uFEFFmodel = \"file\"\n"}.load(t)
	if err != nil || c.Model != "file" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestTOMLMayBeWrittenInAnyOfItsForms(t *testing.T) {
	for _, file := range []string{
		"limits.body_mib = 5",
		"limits = { body_mib = 5 }",
		"limits = { \"body_mib\" = 0x5 }",
		"[ limits ] # the limits\r\nbody_mib = +5\r\n",
		"[hydrate]\n[limits]\n'body_mib'=5",
	} {
		c, err := world{file: file}.load(t)
		if err != nil {
			t.Errorf("%q: %v", file, err)
		} else if c.Limits.BodyMiB != 5 {
			t.Errorf("%q: body_mib = %d", file, c.Limits.BodyMiB)
		}
	}
}

func TestAFaultNamesItsPlaceItsKeyAndWhatIsAllowed(t *testing.T) {
	tests := []struct {
		name  string
		world world
		want  string
	}{
		{"unknown key", world{file: "\n\ncolour = 1"}, `ROOT/.holdfast/config.toml:3: colour: there is no such key; holdfast config --help lists them all`},
		{"slip of a letter", world{file: `lisen = ":1"`}, `ROOT/.holdfast/config.toml:1: lisen: there is no such key; did you mean listen?`},
		{"key without its table", world{file: "debug=true\nbody_mib = 5"}, `ROOT/.holdfast/config.toml:2: body_mib: there is no such key; did you mean limits.body_mib?`},
		{"key in a wrong table", world{file: "[gates]\nbody_mib = 5"}, `ROOT/.holdfast/config.toml:2: gates.body_mib: there is no such key; holdfast config --help lists them all`},
		{"unknown table", world{file: "[nets]\na=1"}, `ROOT/.holdfast/config.toml:1: nets: there is no such table; the tables are limits, hydrate, gates, etv, notices, guard, audit, delta, helpers or bridge`},
		{"unknown table inline", world{file: "debug = true\nnets = {}"}, `ROOT/.holdfast/config.toml:2: nets: there is no such table; the tables are limits, hydrate, gates, etv, notices, guard, audit, delta, helpers or bridge`},
		{"table where a key is", world{file: "[listen]"}, `ROOT/.holdfast/config.toml:1: listen: there is no such table; the tables are limits, hydrate, gates, etv, notices, guard, audit, delta, helpers or bridge`},
		{"key where a table is", world{file: "limits = 3"}, `ROOT/.holdfast/config.toml:1: limits: there is no such key; holdfast config --help lists them all`},
		{"list of tables", world{file: "[[limits]]\nbody_mib = 5"}, `ROOT/.holdfast/config.toml:2: limits.body_mib: stands in a list of tables; write its table once, as [limits]`},
		{"wrong type", world{file: "[limits]\nbody_mib = \"5\""}, `ROOT/.holdfast/config.toml:2: limits.body_mib: "5" is not allowed; give a whole number from 1 to 1024`},
		{"out of range", world{file: "[limits]\nbody_mib = 0"}, `ROOT/.holdfast/config.toml:2: limits.body_mib: 0 is not allowed; give a whole number from 1 to 1024`},
		{"fraction for a whole number", world{file: "limits.body_mib = 1.5"}, `ROOT/.holdfast/config.toml:1: limits.body_mib: 1.5 is not allowed; give a whole number from 1 to 1024`},
		{"ratio above one", world{file: "gates.node_ratio = 1.1"}, `ROOT/.holdfast/config.toml:1: gates.node_ratio: 1.1 is not allowed; give a number from 0 to 1, such as 0.5`},
		{"ratio that is no number", world{file: "gates.node_ratio = nan"}, `ROOT/.holdfast/config.toml:1: gates.node_ratio: NaN is not allowed; give a number from 0 to 1, such as 0.5`},
		{"ratio of infinity", world{env: []string{"HOLDFAST_GATES_TOKEN_RATIO=Inf"}}, `env HOLDFAST_GATES_TOKEN_RATIO: gates.token_ratio: "Inf" is not allowed; give a number from 0 to 1, such as 0.5`},
		{"choice", world{file: "theme = 'blue'"}, `ROOT/.holdfast/config.toml:1: theme: "blue" is not allowed; give auto, dark or light`},
		{"boolean as text", world{file: "debug = 'yes'"}, `ROOT/.holdfast/config.toml:1: debug: "yes" is not allowed; give true or false`},
		{"list for a text", world{file: "model = ['a']"}, `ROOT/.holdfast/config.toml:1: model: [a] is not allowed; give a model's name on one line`},
		{"date for a text", world{file: "model = 1979-05-27"}, `ROOT/.holdfast/config.toml:1: model: 1979-05-27 is not allowed; give a model's name on one line`},
		{"user file", world{user: "ascii = 3"}, `HOME/.config/holdfast/config.toml:1: ascii: 3 is not allowed; give true or false`},
		{"the same key twice", world{file: "debug = true\ndebug = false"}, `ROOT/.holdfast/config.toml:2: is not valid TOML: key debug is already defined`},
		{"no TOML", world{file: "debug = true\nlisten: here"}, `ROOT/.holdfast/config.toml:2: is not valid TOML: expected '=' after key`},
		{"too large", world{file: strings.Repeat("#", largest+1)}, `ROOT/.holdfast/config.toml: is larger than 1 MiB, which no configuration is; look at what it holds`},
		{"unknown variable", world{env: []string{"HOLDFAST_COLOUR=1"}}, `env HOLDFAST_COLOUR: there is no such setting; holdfast config --help lists them all`},
		{"variable with a slip", world{env: []string{"HOLDFAST_UPSTREM=x"}}, `env HOLDFAST_UPSTREM: there is no such setting; did you mean HOLDFAST_UPSTREAM?`},
		{"variable without its table", world{env: []string{"HOLDFAST_BODY_MIB=3"}}, `env HOLDFAST_BODY_MIB: there is no such setting; did you mean HOLDFAST_LIMITS_BODY_MIB?`},
		{"bad variable", world{env: []string{"HOLDFAST_LIMITS_BODY_MIB=many"}}, `env HOLDFAST_LIMITS_BODY_MIB: limits.body_mib: "many" is not allowed; give a whole number from 1 to 1024`},
		{"bad flag", world{flags: map[string]string{"listen": "4141"}}, `flag --listen: listen: "4141" is not allowed; give HOST:PORT, such as 127.0.0.1:4141`},
		{"unknown flag", world{flags: map[string]string{"color": "4141"}}, `flag --color: there is no such setting; holdfast config --help lists them all`},
		{"a secret is not repeated", world{file: "token = 'hush hush'"}, `ROOT/.holdfast/config.toml:1: token: the value is not allowed; give printable ASCII without spaces`},
		{"long values are cut", world{file: "theme = '" + strings.Repeat("x", 99) + "'"}, `ROOT/.holdfast/config.toml:1: theme: "` + strings.Repeat("x", 59) + `…" is not allowed; give auto, dark or light`},
		{"overruled but wrong all the same", world{file: "theme = 'blue'", flags: map[string]string{"theme": "dark"}}, `ROOT/.holdfast/config.toml:1: theme: "blue" is not allowed; give auto, dark or light`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := test.world.load(t)
			var fault *Error
			if !errors.As(err, &fault) {
				t.Fatalf("error = %v, want an *Error", err)
			}
			got := err.Error()
			if i := strings.Index(got, "/.config/"); i >= 0 {
				got = "HOME" + got[i:]
			} else if i := strings.Index(got, "/.holdfast/"); i >= 0 {
				got = "ROOT" + got[i:]
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestAConfigurationThatCannotBeReadIsAnError(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, Folder, FileName)
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := Load(LoadOptions{Workspace: root, Env: []string{}, Current: root})
	if err == nil || err.Error() != path+": cannot be read: is a directory" {
		t.Errorf("error = %v", err)
	}
}

func TestSecretsAreMasked(t *testing.T) {
	c, err := world{env: []string{"HOLDFAST_TOKEN=hush"}}.load(t)
	if err != nil {
		t.Fatal(err)
	}
	if c.Token != "hush" {
		t.Errorf("token = %q", c.Token)
	}
	for _, v := range c.Origins() {
		if v.Value == "hush" {
			t.Errorf("%s shows the secret", v.Key)
		}
		if v.Key == "token" && v.Value != "(set)" {
			t.Errorf("token is shown as %v", v.Value)
		}
	}
}

func TestTheUserFileIsFoundByTheXDGRules(t *testing.T) {
	tests := []struct {
		name string
		env  []string
		want string
	}{
		{"XDG_CONFIG_HOME", []string{"HOME=/h", "XDG_CONFIG_HOME=/x"}, "/x/holdfast/config.toml"},
		{"home", []string{"HOME=/h"}, "/h/.config/holdfast/config.toml"},
		{"a relative XDG_CONFIG_HOME is ignored", []string{"HOME=/h", "XDG_CONFIG_HOME=x"}, "/h/.config/holdfast/config.toml"},
		{"no home", nil, ""},
	}
	for _, test := range tests {
		if got := UserFile(test.env); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestListeningBeyondLoopbackNeedsAToken(t *testing.T) {
	tests := []struct {
		listen, token string
		refused       bool
	}{
		{"127.0.0.1:4141", "", false},
		{"127.9.9.9:1", "", false},
		{"localhost:0", "", false},
		{"[::1]:4141", "", false},
		{"0.0.0.0:4141", "", true},
		{":4141", "", true},
		{"[::]:4141", "", true},
		{"box.example:4141", "", true},
		{"0.0.0.0:4141", "x", false},
	}
	for _, test := range tests {
		c, err := world{flags: map[string]string{"listen": test.listen, "token": test.token}}.load(t)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.CheckServing(); (err != nil) != test.refused {
			t.Errorf("%s token %q: %v", test.listen, test.token, err)
		}
	}
}

func TestUpstreamIsAURLOrDemo(t *testing.T) {
	for upstream, ok := range map[string]bool{
		"": true, "demo": true, "http://127.0.0.1:11434": true, "https://x.example/v1/": true, "http://[::1]:8080": true,
		"localhost:11434": false, "ftp://x": false, "http://": false, "http://x/?a=b": false, "http://x\n": false, "demo2": false, "://": false,
	} {
		if _, got := (text{"", checkUpstream}).worded(upstream); got != ok {
			t.Errorf("%q accepted = %v", upstream, got)
		}
	}
}

func TestEveryKeyIsWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range keys {
		if seen[k.name] || seen[k.env()] {
			t.Errorf("%s stands twice", k.name)
		}
		seen[k.name], seen[k.env()] = true, true
		if k.doc == "" || len(k.doc) > 52 {
			t.Errorf("%s: its doc has %d letters; say it in 1 to 52", k.name, len(k.doc))
		}
		var c Config
		c.store(k, k.initial)
		if k.secret && !k.flag && k.initial != "" {
			t.Errorf("%s: a secret has no default", k.name)
		}
	}
	for _, k := range Keys() {
		if k.Allowed == "" {
			t.Errorf("%s does not say what it takes", k.Name)
		}
	}
	// The defaults pass the checks of their own keys.
	for _, k := range keys {
		value := k.initial
		if n, isInt := value.(int); isInt {
			value = int64(n)
		}
		if list, isList := value.([]string); isList && len(list) == 0 {
			value = []any{}
		}
		if _, ok := k.kind.typed(value); !ok {
			t.Errorf("%s: its default %v is not allowed", k.name, k.initial)
		}
	}
}

func TestAListIsReadFromTOMLOrLineByLine(t *testing.T) {
	for _, c := range []struct {
		given any // TOML's value, or the text of a variable
		want  []string
		ok    bool
	}{
		{[]any{"go test ./...", " ls "}, []string{"go test ./...", "ls"}, true},
		{[]any{}, []string{}, true},
		{"go test ./...\n\n ls\n", []string{"go test ./...", "ls"}, true},
		{"", []string{}, true},
		{[]any{"ls", int64(1)}, nil, false},
		{[]any{""}, nil, false},
		{[]any{"ls\nrm"}, nil, false},
		{int64(1), nil, false},
	} {
		read := lines{}.typed
		if text, isText := c.given.(string); isText {
			read = func(any) (any, bool) { return lines{}.worded(text) }
		}
		got, ok := read(c.given)
		if list, _ := got.([]string); ok != c.ok || ok && !slices.Equal(list, c.want) {
			t.Errorf("%q: %q, %v", c.given, got, ok)
		}
	}
}
