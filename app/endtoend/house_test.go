package endtoend

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// room is a package of the module, or one that the module needs, as go list
// tells of it.
type room struct {
	ImportPath, Name, Dir, Export      string
	Standard                           bool
	GoFiles                            []string
	Imports, TestImports, XTestImports []string
}

const module = "holdfast/"

// own returns the room's path in the module, "main" for the program itself and ""
// for a package of others.
func (r room) own() string {
	if r.ImportPath+"/" == module {
		return "main"
	}
	p, ok := strings.CutPrefix(r.ImportPath, module)
	if !ok {
		return ""
	}
	return p
}

// house lists every package of the module and all that they need.
var house = sync.OnceValues(func() (map[string]room, error) {
	cmd := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Name,Dir,Export,Standard,GoFiles,Imports,TestImports,XTestImports", module+"...")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, stderr.String())
	}
	rooms := map[string]room{}
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var r room
		if err := d.Decode(&r); errors.Is(err, io.EOF) {
			return rooms, nil
		} else if err != nil {
			return nil, err
		}
		rooms[r.ImportPath] = r
	}
})

func rooms(t *testing.T) map[string]room {
	t.Helper()
	all, err := house()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// within reports whether a path is one of some, where "x/..." stands for x and
// all below it.
func within(p string, some ...string) bool {
	return slices.ContainsFunc(some, func(s string) bool {
		below, ok := strings.CutSuffix(s, "/...")
		return p == s || ok && (p == below || strings.HasPrefix(p, below+"/"))
	})
}

// TestImportsGoOneWay holds each storey of the house to what it may import of the
// others, tests included.
func TestImportsGoOneWay(t *testing.T) {
	t.Parallel()
	type storey struct {
		of  string
		may []string
	}
	storeys := []storey{
		{"main", []string{"app/..."}},
		{"app/cli", []string{"app/...", "engine/...", "views", "store/event", "parser/..."}}, // symbols and blocks show what the parser sees
		{"app/internal/eval", []string{"parser/..."}},                                        // measures the parser
		{"app/...", []string{"app/...", "engine/...", "views", "store/event"}},
		{"views/...", nil},
		{"engine/...", []string{"engine/...", "store", "store/event", "parser/...", "schemas"}},
		{"store", []string{"store/event"}},
		{"store/event", nil},
		{"parser/...", []string{"parser/..."}},
		{"schemas", nil},
	}
	for _, r := range rooms(t) {
		if r.own() == "" || within(r.own(), "testdata/...") {
			continue
		}
		i := slices.IndexFunc(storeys, func(s storey) bool { return within(r.own(), s.of) })
		if i < 0 {
			t.Errorf("%s stands on no storey of the house", r.own())
			continue
		}
		for _, imported := range slices.Concat(r.Imports, r.TestImports, r.XTestImports) {
			to, ours := strings.CutPrefix(imported, module)
			if !ours || to == r.own() || within(to, storeys[i].may...) {
				continue
			}
			// The settings that connect gives to clients are tried on the engine itself.
			if r.own() == "engine" && to == "app/connect" && !slices.Contains(r.Imports, imported) {
				continue
			}
			t.Errorf("%s imports %s; it may import %v", r.own(), to, storeys[i].may)
		}
	}
}

// TestRoomsReachOnlyWhatTheyNeed holds packages, with all that they import in turn,
// off what is none of their business.
func TestRoomsReachOnlyWhatTheyNeed(t *testing.T) {
	t.Parallel()
	database := []string{module + "store", "database/sql", "modernc.org/sqlite/..."}
	network := []string{"net", "net/http/..."}
	for _, rule := range []struct {
		why   string
		rooms []string
		never []string
	}{
		{"the pure rooms of the engine know no database", []string{
			"engine/aside", "engine/audit", "engine/author/...", "engine/bridge", "engine/canon/...", "engine/config", "engine/delta/...",
			"engine/diag", "engine/etv", "engine/events", "engine/gates", "engine/gateway/...", "engine/hydrate", "engine/internal/...", "engine/prompt", "engine/request", "engine/resolve",
			"engine/toolbox", "engine/undo", "engine/workplace",
		}, database},
		{"the vocabulary of the store needs no database", []string{"store/event"}, database},
		{"the store knows no network", []string{"store/..."}, network},
		{"gates judge what they are given", []string{"engine/gates"}, slices.Concat(network, []string{"os/exec"})},
		{"views take data and give text", []string{"views"}, slices.Concat(network, database, []string{"github.com/charmbracelet/bubbletea"})},
		{"the parser takes bytes", []string{"parser", "parser/ast", "parser/block", "parser/call", "parser/edit", "parser/table"},
			slices.Concat(network, database, []string{"os/exec"})},
	} {
		for _, name := range rule.rooms {
			if !slices.ContainsFunc(values(rooms(t)), func(r room) bool { return within(r.own(), name) }) {
				t.Errorf("%s: there is no package %s", rule.why, name)
			}
		}
		for _, r := range rooms(t) {
			if r.own() == "" || !within(r.own(), rule.rooms...) {
				continue
			}
			if way := reaches(rooms(t), r.ImportPath, rule.never, map[string]bool{}); way != nil {
				t.Errorf("%s: %s", rule.why, strings.Join(way, " imports "))
			}
		}
	}
}

func values(m map[string]room) (all []room) {
	for _, r := range m {
		all = append(all, r)
	}
	return all
}

// reaches returns a chain of imports of the module that leads from a package to one
// that must not be imported, nil where none does. What libraries import is theirs.
func reaches(all map[string]room, from string, never []string, seen map[string]bool) []string {
	if seen[from] {
		return nil
	}
	seen[from] = true
	for _, to := range all[from].Imports {
		if within(to, never...) {
			return []string{from, to}
		}
		if all[to].own() == "" {
			continue
		}
		if way := reaches(all, to, never, seen); way != nil {
			return append([]string{from}, way...)
		}
	}
	return nil
}

// TestWhatOneRoomAloneDoes holds the sentences "only … does …" of the house: values
// of some types are made, and some functions are called, in the named rooms only.
func TestWhatOneRoomAloneDoes(t *testing.T) {
	t.Parallel()
	sentences := []struct {
		sentence string
		things   []string // types that are made, functions that are called: package.Name or package.Type.Name
		alone    []string
	}{
		{"only decide makes the facts of an artifact's life", []string{
			"store/event.ArtifactRecorded", "store/event.ArtifactPromoted", "store/event.ArtifactClosed", "store/event.EntityTombstoned",
			"store/event.EntityPersisted", "store/event.EntityAcknowledged",
		}, []string{"engine/decide"}},
		{"only the items' room makes the facts of what was said", []string{
			"store/event.DeltaAccepted", "store/event.DeltaRejected", "store/event.DeltaCheckpoint", "store/event.DeltaRestored",
		}, []string{"engine/items"}},
		{"only the toolbox tells what a command has done", []string{"store/event.ToolRan"}, []string{"engine/toolbox"}},
		{"only the report makes what a view shows", []string{
			"engine/report.Detail", "engine/report.DoctorReport", "engine/report.Entity", "engine/report.Exchange", "engine/report.LedgerEntry", "engine/report.LedgerRow",
			"engine/report.Loss", "engine/report.Proposal", "engine/report.Review", "engine/report.Status",
			"engine/report.RecentEpisode", "engine/report.SessionInfo", "engine/report.SessionStateView", "engine/report.Settlement",
			"engine/report.Version",
		}, []string{"engine/report"}},
		{"only the operator's desk records that the operator decided about code", []string{"store/event.OperatorDecided", "store/event.SessionForked"}, []string{"engine/operator"}},
		{"only the sessions call the store's commit", []string{"store.DB.Commit"}, []string{"engine/sessions"}},
		{"what is committed comes from the engine's rooms", []string{
			"engine/sessions.Sessions.Commit", "engine/sessions.Session.Commit", "engine/sessions.Session.Record", "engine/sessions.Session.Declare",
		}, []string{"engine/items", "engine/operator", "engine/recovery", "engine/sessions", "engine/turn", "engine/watch"}},
		{"only a turn decides what there is room for, and who wrote what the model is asked", []string{
			"engine/hydrate.RoomIn", "engine/author.Of", "engine/request.Gather",
		}, []string{"engine/turn"}},
		{"only the gates report what a gate has found", []string{"store/event.Check"}, []string{"engine/gates", "engine/decide", "engine/operator"}},
	}
	all := rooms(t)
	found := map[string]bool{}
	for _, r := range all {
		if !within(r.own(), "app/...", "engine/...", "views", "store") {
			continue
		}
		done, err := doneIn(all, r)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range sentences {
			for _, thing := range s.things {
				at, does := done[thing]
				found[thing] = found[thing] || does
				if does && !within(r.own(), s.alone...) && path.Dir(thing) != r.own() {
					t.Errorf("%s, not %s: %s at %s", s.sentence, r.own(), thing, at)
				}
			}
		}
	}
	for _, s := range sentences {
		for _, thing := range s.things {
			if !found[thing] {
				t.Errorf("%s: nobody does %s, or it is called otherwise", s.sentence, thing)
			}
		}
	}
}

// doneIn returns what the files of a room, but no tests, make and call of the
// module's types and functions, each with a place.
func doneIn(all map[string]room, r room) (map[string]token.Position, error) {
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range r.GoFiles {
		f, err := parser.ParseFile(files, filepath.Join(r.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		parsed = append(parsed, f)
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(all[path].Export)
	})}
	if _, err := conf.Check(r.ImportPath, files, parsed, info); err != nil {
		return nil, err
	}
	done := map[string]token.Position{}
	for _, f := range parsed {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				// A zero value stands for nothing that is, as where an error is returned.
				if named, ok := info.TypeOf(n).(*types.Named); ok && len(n.Elts) > 0 {
					done[nameOf(named.Obj(), "")] = files.Position(n.Pos())
				}
			case *ast.Ident:
				if f, ok := info.Uses[n].(*types.Func); ok {
					done[nameOf(f, receiver(f))] = files.Position(n.Pos())
				}
			}
			return true
		})
	}
	return done, nil
}

// receiver returns the name of the type whose method f is, with a dot, "" for a
// function.
func receiver(f *types.Func) string {
	recv := f.Signature().Recv()
	if recv == nil {
		return ""
	}
	t := recv.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name() + "."
	}
	return ""
}

func nameOf(o types.Object, receiver string) string {
	if o.Pkg() == nil {
		return o.Name()
	}
	return strings.TrimPrefix(o.Pkg().Path(), module) + "." + receiver + o.Name()
}
