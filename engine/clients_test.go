package engine_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"holdfast/engine"
	"holdfast/engine/gateway/scripted"
	"holdfast/engine/gateway/wire"
	"holdfast/store/event"
)

// TestRealClientsWorkThroughHoldfast runs clients from npm's registry and from
// Python's index, as they are, against an engine and a scripted upstream. It is
// skipped unless HOLDFAST_CLIENTS is set, since it installs packages: in a folder
// that is removed again, or in the folder that it names, where they stay. Two run
// at a time, each in a workspace of its own: all of them with the base story, then
// with the scenarios that are chosen.
func TestRealClientsWorkThroughHoldfast(t *testing.T) {
	where := os.Getenv("HOLDFAST_CLIENTS")
	if where == "" {
		t.Skip("HOLDFAST_CLIENTS is not set: the clients from package registries are not run")
	}
	if info, err := os.Stat(where); err != nil || !info.IsDir() {
		where = t.TempDir()
	}
	shop := &shop{dir: where}
	queue := make(chan visit)
	var lanes sync.WaitGroup
	for range 2 {
		lanes.Go(func() {
			for v := range queue {
				t.Run(v.name(), func(t *testing.T) { shop.lead(t, v) })
			}
		})
	}
	shop.opened = time.Now()
	further, why := chosen(t)
	for _, v := range visits(further) {
		queue <- v
	}
	close(queue)
	lanes.Wait()
	t.Log(shop.tally(), "in ", time.Since(shop.opened).Round(time.Second))
	for _, sc := range further {
		t.Logf("beside its base run every client that can played: %s (%s)", sc.name, why)
	}
}

// clientTime bounds one start of a client, on a machine that does other things.
const clientTime = 4 * time.Minute

// stage is one client's workspace before a holdfast between two taps.
type stage struct {
	*house
	t      *testing.T
	client *realClient
	start  string   // what a shell starts it with
	quiet  []string // of its environment
	home   string
	path   string
	front  *tap // between the client and holdfast
	back   *tap // between holdfast and the upstream
	ran    int
	// took is how long the client's runs took, computed the time of a processor
	// in them.
	took, computed time.Duration
	sides          []string // the reasons why requests were no turns of the user's

	stops   bool   // the next run may end with an error
	foreign bool   // the next run is given other words than the user's
	below   string // the folder of the workspace in which the client is started
}

// at is where the client is started.
func (s *stage) at() string { return filepath.Join(s.dir, s.below) }

func playWith(t *testing.T, v visit, shop *shop) {
	c, play := v.client, (*stage).play
	s := &stage{t: t, client: c, home: t.TempDir()}
	s.path = shop.install(t, c, s.home)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	script := c.lines(dir)
	if v.scenario != nil {
		script, play, s.below = v.scenario.script(c, dir), v.scenario.play, v.scenario.below
	}
	upstream, err := scripted.Start(t.Context(), script)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { upstream.Close() })
	s.back = startTap(t, strings.TrimSuffix(upstream.URL().String(), "/"))
	s.back.own = "holdfast's own "
	s.house = &house{t: t, dir: dir, model: &model{Server: s.back.Server}, opts: engine.Options{Home: s.home}}
	s.open()
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	s.front = startTap(t, s.url(""))
	t.Cleanup(s.leaveNothing)
	if err := os.MkdirAll(s.at(), 0o755); err != nil {
		t.Fatal(err)
	}
	if v.scenario != nil && v.scenario.files != nil {
		for name, text := range v.scenario.files(c) {
			if file, home := strings.CutPrefix(name, "~/"); home {
				s.atHome(file, text)
			} else {
				s.save(name, text)
			}
		}
	}
	s.prepare()
	play(s)
	hydrated := compareWires(t, s.front, s.back)
	t.Logf("%d requests in %d runs, %d carried a block, %d were no turn of the user's; the runs took %s, %s of it a processor's time",
		len(s.front.list), s.ran, hydrated, len(s.sides), s.took.Round(time.Second), s.computed.Round(100*time.Millisecond))
}

// What the user asks for, and what the scripted model then does.
const (
	askGreeter = "please write the greeter"
	askReturns = "what does Hello return?"
	askWork    = "now write b.go with your tool, let it return two, then write c.go and d.go at once"
	askMiss    = "break b.go, with text that it lacks"
	askDenied  = "write e.go although you may not"
	askFill    = "remember what follows"

	greeterText = "package src\n\nfunc Hello() string {\n\treturn \"hi\"\n}\n"
	askLouder   = "let Hello shout"
	askLost     = "mend Hello, with text that it lacks"
	greeterFile = "src/greet.go"
	louder      = "package src\n\nfunc Hello() string {\n\treturn \"HI\"\n}\n"

	bText   = "package b\n\nfunc B() int {\n\treturn 1\n}\n"
	bEdited = "package b\n\nfunc B() int {\n\treturn 2\n}\n"
	cText   = "package b\n\nfunc C() int {\n\treturn 3\n}\n"
	dText   = "package b\n\nfunc D() int {\n\treturn 4\n}\n"
	eText   = "package b\n\nfunc E() int {\n\treturn 5\n}\n"
)

// filling follows askFill: about as much as the window of a small model holds.
// filled is what the upstream then says that it took, which is more than the
// windows of the clients hold that go by that.
var filling = ":" + strings.Repeat(" all work and no play", 1500)

// longFile is read by clients that only look at the length of what they have.
const longFile = "long.txt"

const filled = 230_000 // tokens

// lines are what the upstream says to a client whose workspace is dir.
func (c *realClient) lines(dir string) scripted.Script {
	at := func(name string) string { return filepath.Join(dir, name) }
	calls := func(list ...wire.ToolCall) scripted.Turn { return scripted.Turn{ToolCalls: list} }
	turn := func(prompt string, steps ...scripted.Turn) scripted.Turn {
		first := steps[0]
		first.Match, first.Next = []string{prompt}, steps[1:]
		return first
	}
	greeter := scripted.Turn{Reply: "Here it is.\n\n```go src/greet.go\n" + greeterText + "```\n"}
	// Code in an answer to a side request is nobody's truth.
	side := scripted.Turn{Reply: "<summary>\n```go src/side.go\npackage src\n\nfunc Side() {}\n```\n</summary>\n"}
	script := scripted.Script{
		Model: clientsModel, Default: scripted.Turn{Reply: "It says hi."}, Side: &side,
		Turns: []scripted.Turn{turn(askGreeter, greeter)},
	}
	if c.reply != nil {
		script.Turns = []scripted.Turn{
			turn(askGreeter, scripted.Turn{Reply: "Here it is.\n\n" + c.reply(greeterFile, "", greeterText, greeterText)}),
			turn(askLouder, scripted.Turn{Reply: "It shouts now:\n\n" + c.reply(greeterFile, "\treturn \"hi\"\n", "\treturn \"HI\"\n", louder)}),
			turn(askLost, scripted.Turn{Reply: "Mended:\n\n" + c.reply(greeterFile, "\treturn \"lo\"\n", "\treturn \"LO\"\n", louder)}),
		}
	}
	if c.write == nil {
		return script
	}
	atOnce := []scripted.Turn{calls(c.write(at("c.go"), cText), c.write(at("d.go"), dText))}
	if c.single {
		atOnce = []scripted.Turn{calls(c.write(at("c.go"), cText)), calls(c.write(at("d.go"), dText))}
	}
	script.Turns = append(script.Turns,
		turn(askWork, append([]scripted.Turn{
			calls(c.write(at("b.go"), bText)),
			calls(c.read(at("b.go"))),
			calls(c.edit(at("b.go"), "\treturn 1", "\treturn 2")),
		}, atOnce...)...),
		turn(askMiss, calls(c.read(at("b.go"))), calls(c.edit(at("b.go"), "\treturn 77", "\treturn 78"))),
		turn(askDenied, calls(c.write(at("e.go"), eText))),
		turn(askFill, c.fill(at(longFile))...),
	)
	return script
}

// fill is what the upstream says to askFill, for a client to find that its
// conversation has grown too long.
func (c *realClient) fill(file string) []scripted.Turn {
	much := scripted.Turn{Reply: "That is much.", Asked: filled}
	if !c.loops {
		return []scripted.Turn{much}
	}
	look := scripted.Turn{ToolCalls: []wire.ToolCall{c.read(file)}, Asked: filled}
	return []scripted.Turn{look, look, much}
}

// play is the story that each client is led through.
func (s *stage) play() {
	if s.client.reply != nil {
		s.applied()
	} else {
		s.talk()
	}
	if s.client.write != nil {
		s.change()
		s.miss()
		if s.client.deny != nil {
			s.denied()
		}
	}
	if s.client.compacts {
		s.compact()
	}
	if s.client.titles && !s.sent("title") {
		s.t.Errorf("no request was taken for that of a title: %v", s.sides)
	}
	s.equalsDisk()
	s.verified()
}

// talk has code in a reply promoted, and hydrated in the conversation's next
// turn; then the user saves it.
func (s *stage) talk() {
	if out := s.run(s.client.ask(askGreeter)); !strings.Contains(strings.ReplaceAll(out, `\"`, `"`), `return "hi"`) { // some print JSON
		s.t.Errorf("the client did not show the reply: %s", out)
	}
	hash := s.state()["src/greet.go::Hello"]
	if hash == "" {
		s.t.Fatalf("the reply's function is not AUTHORITATIVE: %v", s.state())
	}
	s.returns(hash)
	s.save("src/greet.go", greeterText)
}

// returns demands that the next turn shows the model Hello in the version with this
// hash, once: as an artifact, unless the client's own request holds that text.
func (s *stage) returns(hash string) {
	s.t.Helper()
	s.more(askReturns)
	artifact := `Entity: src/greet.go::Hello\nArtifact: ` + hash
	const text = `func Hello() string {\n\treturn \"hi\"\n}`
	shows := func(body string) bool {
		if strings.Contains(body, artifact) {
			return strings.Count(body, text) == 1
		}
		return strings.Contains(body, text)
	}
	if !slices.ContainsFunc(s.back.turns(askReturns), shows) {
		s.t.Errorf("the further turn does not show it: %.3000q", s.back.turns(askReturns))
	}
}

// applied is the story of a client that applies the edits of a reply: a new file,
// an edit of a file that it shows, and one that fits nowhere, which it complains
// of to the model by itself. What it has saved is the truth, and nothing waits.
func (s *stage) applied() {
	s.run(s.client.ask(askGreeter))
	s.holds(greeterFile, greeterText)
	s.nothingWaits()
	s.returns(s.state()["src/greet.go::Hello"])

	s.run(s.client.about(greeterFile, askLouder))
	s.holds(greeterFile, louder)
	s.nothingWaits()
	if d, err := s.Detail(context.Background(), "src/greet.go::Hello"); err != nil || !strings.Contains(string(d.Content), `"HI"`) {
		s.t.Errorf("after the edit Hello is %q, %v", d.Content, err)
	}
	before := s.state()
	s.unjudged(s.client.about(greeterFile, askLost))
	s.holds(greeterFile, louder)
	s.nothingWaits()
	if after := s.state(); fmt.Sprint(after) != fmt.Sprint(before) {
		s.t.Errorf("an edit that fits nowhere made %v of %v", after, before)
	}
	if !s.sent("commit message") {
		s.t.Errorf("no request was taken for that of a commit message: %v", s.sides)
	}
}

// change writes, reads, edits, and writes twice in one reply, all in one turn of
// the user's: what the disk holds is the truth by the disk's grant, request by
// request.
func (s *stage) change() {
	s.run(s.client.ask(askWork))
	s.holds("b.go", bEdited)
	s.holds("c.go", cText)
	s.holds("d.go", dText)
	s.nothingWaits()
	s.byDisk("b.go::B", 2)
	s.byDisk("c.go::C", 1)
	s.byDisk("d.go::D", 1)
}

// miss is an edit whose old text the file lacks: it is told, and changes
// nothing.
func (s *stage) miss() {
	before := s.state()
	s.more(askMiss)
	s.holds("b.go", bEdited)
	s.nothingWaits()
	if after := s.state(); fmt.Sprint(after) != fmt.Sprint(before) {
		s.t.Errorf("an edit that failed made %v of %v", after, before)
	}
	for _, a := range s.Activities() {
		for _, o := range a.Outcomes {
			if o.Confidence == event.Unresolved && o.Reason != "" {
				return
			}
		}
	}
	s.t.Error("nothing says why the edit came to nothing")
}

// denied is a call that the client does not carry out.
func (s *stage) denied() {
	s.stops = s.client.stops
	s.run(s.client.deny(askDenied))
	s.stops = false
	if _, err := os.Stat(filepath.Join(s.dir, "e.go")); !errors.Is(err, fs.ErrNotExist) {
		s.t.Fatalf("the client wrote what it was told to deny: %v", err)
	}
	if s.client.stops {
		s.more(askReturns)
	}
	s.nothingWaits()
	d, err := s.Detail(context.Background(), "e.go::E")
	if err != nil || len(d.Versions) == 0 || d.Versions[0].State == event.Authoritative || !strings.Contains(d.Versions[0].Reason, "did not apply it") {
		s.t.Errorf("the denied call was not closed with its reason: %+v, %v; the client said %q", d.Versions, err, s.results())
	}
}

// compact has the client sum up a conversation that has grown too long: that is
// no turn of the user's, and the next one is hydrated as any other.
func (s *stage) compact() {
	before, seen := s.state(), len(s.back.turns(askReturns))
	s.fillUp()
	s.more(askReturns)
	if !s.sent("compaction") {
		s.t.Errorf("no request was taken for that of a compaction: %v", s.sides)
	}
	if after := s.state(); fmt.Sprint(after) != fmt.Sprint(before) {
		s.t.Errorf("the compaction made %v of %v", after, before)
	}
	turns := s.back.turns(askReturns)[seen:]
	if !slices.ContainsFunc(turns, func(body string) bool { return strings.Contains(body, "Entity: src/greet.go::Hello") }) {
		s.t.Errorf("the turn after the compaction was not hydrated: %.3000q", turns)
	}
}

// fillUp has a conversation grow so long that the client sums it up, with its next
// prompt at the latest.
func (s *stage) fillUp() {
	if s.client.small != nil {
		s.client.small(s)
	}
	much := filling
	if s.client.loops { // it counts what it has read, too, and sums up what stands before that
		much += filling
		s.save(longFile, strings.Repeat("all work and no play\n", 1800))
	}
	s.run(s.client.ask(askFill + much))
	if s.client.sumUp != "" {
		s.more(s.client.sumUp)
	}
}

// sent reports whether the client made a side request of this kind.
func (s *stage) sent(kind string) bool {
	return slices.ContainsFunc(s.sides, func(reason string) bool { return strings.HasPrefix(reason, kind) })
}

// ownTurns are the prompts with which clients go on by themselves.
var ownTurns = []string{"", "continue"}

// judge looks at the requests of one run: what holdfast took for a turn of the
// user's holds the prompt that they gave, and every side request is kept.
func (s *stage) judge(prompt string, list []string) {
	s.t.Helper()
	for _, n := range list {
		x := s.front.seen[n]
		format, understood := wire.FormatOf(x.path())
		if !understood || x.method != http.MethodPost {
			continue
		}
		req, err := wire.Parse(format, x.body, nil)
		if err != nil {
			s.t.Errorf("request %s: %v", n, err)
			continue
		}
		if req.Side {
			s.sides = append(s.sides, req.SideReason)
			if x.replyHeader.Get("X-Holdfast-Episode") != "" {
				s.t.Errorf("request %s is a side request (%s), and yet an episode", n, req.SideReason)
			}
		} else if !s.foreign && !holdsPrompt(req.Written, prompt) && !slices.Contains(ownTurns, req.Written) {
			s.t.Errorf("request %s was taken for a turn of the user's, who wrote %.100q, not %.1000q; the system prompt begins %.300q", n, prompt, req.Written, req.System)
		}
	}
}

// holdsPrompt reports whether words hold a prompt, around which some clients put
// quotes.
func holdsPrompt(words, prompt string) bool {
	return strings.Contains(strings.ReplaceAll(words, `\"`, `"`), strings.TrimSpace(prompt))
}

// results are those of tools in the client's newest requests, as it reports
// them.
func (s *stage) results() []string {
	var texts []string
	for _, n := range s.front.list[max(0, len(s.front.list)-2):] {
		x := s.front.seen[n]
		format, _ := wire.FormatOf(x.path())
		req, err := wire.Parse(format, x.body, nil)
		if err != nil {
			continue
		}
		for _, m := range append(req.History, req.Since...) {
			for _, r := range m.ToolResults {
				texts = append(texts, fmt.Sprintf("%s error=%v %s", r.CallID, r.IsError, r.Text))
			}
		}
	}
	return texts
}

// byDisk demands that an entity has so many versions, and that each came by a
// tool call and became the truth because the disk held it.
func (s *stage) byDisk(key string, versions int) {
	s.t.Helper()
	d, err := s.Detail(context.Background(), key)
	if err != nil || len(d.Versions) != versions {
		s.t.Errorf("%s has %d versions, not %d: %v", key, len(d.Versions), versions, err)
	}
	for i, v := range d.Versions {
		if newest := v.State == event.Authoritative; v.Grant != "disk" || v.Origin != event.ByTool || newest != (i == 0) {
			s.t.Errorf("%s is %s by %q grant, written by %s: %s", key, v.State, v.Grant, v.Origin, v.Reason)
		}
	}
}

func (s *stage) nothingWaits() {
	s.t.Helper()
	list, err := s.Pending(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	for _, p := range list {
		s.t.Errorf("%s still waits: %v", p.Entity, p.Reasons)
	}
}

func (s *stage) holds(name, want string) {
	s.t.Helper()
	if got, err := os.ReadFile(filepath.Join(s.dir, name)); err != nil || string(got) != want {
		s.t.Fatalf("after the tool call %s holds %q, %v", name, got, err)
	}
}

func (s *stage) save(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

var goFunction = regexp.MustCompile(`(?m)^func (\w+)`)

// equalsDisk demands that the State Map holds exactly the functions that stand
// in the workspace's Go files, with their text.
func (s *stage) equalsDisk() {
	s.t.Helper()
	ctx := context.Background()
	list, err := s.Divergences(ctx)
	if err != nil || len(list) > 0 {
		s.t.Errorf("disk and State Map diverge: %+v, %v", list, err)
	}
	disk := map[string]string{} // entity → file
	err = fs.WalkDir(os.DirFS(s.dir), ".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(filepath.Join(s.dir, path))
		for _, m := range goFunction.FindAllStringSubmatch(string(text), -1) {
			disk[path+"::"+m[1]] = string(text)
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	state := s.state()
	for key, text := range disk {
		if d, err := s.Detail(ctx, key); state[key] == "" || err != nil || !strings.Contains(text, strings.TrimSpace(string(d.Content))) {
			s.t.Errorf("%s: the State Map holds %q, %v; the disk %q", key, d.Content, err, text)
		}
	}
	if len(state) != len(disk) {
		s.t.Errorf("the State Map holds %v, the disk %d functions", state, len(disk))
	}
}

// run starts the client and returns what it printed. Its environment is its
// own: nothing of the machine's settings for such clients reaches it.
func (s *stage) run(args []string) string {
	s.t.Helper()
	s.ran++
	started, before := time.Now(), s.front.count()
	out, computed, err := s.shell(s.start, args...)
	if ended := new(exec.ExitError); err != nil && !(s.stops && errors.As(err, &ended)) {
		s.t.Fatalf("%s %.300q: %v\n%.4000s", s.client.name, args, err, out)
	}
	took := time.Since(started)
	s.took, s.computed = s.took+took, s.computed+computed
	if os.Getenv("HOLDFAST_CLIENTS_VERBOSE") != "" {
		s.t.Logf("%s %.300q: %s\n%s", s.client.name, args, took, out)
	}
	s.front.mu.Lock()
	defer s.front.mu.Unlock()
	s.judge(args[len(args)-1], s.front.list[before:])
	return out
}

// more goes on with the client's last conversation.
func (s *stage) more(prompt string) string {
	s.t.Helper()
	if s.client.more == nil {
		return s.run(s.client.ask(prompt))
	}
	return s.run(s.client.more(prompt))
}

// command runs a program to its end, with nothing to read, and returns what it
// printed and the processor's time that it and its children took.
func command(limit time.Duration, dir string, env []string, name string, args ...string) (string, time.Duration, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, env
	cmd.WaitDelay = 5 * time.Second // what it left behind may hold its output open
	out, err := cmd.CombinedOutput()
	if errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	computed := time.Duration(0)
	if p := cmd.ProcessState; p != nil {
		computed = p.UserTime() + p.SystemTime()
	}
	return string(out), computed, err
}
