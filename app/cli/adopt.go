package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"holdfast/engine"
	"holdfast/engine/config"
)

// adopted is what `adopt --json` prints.
type adopted struct {
	Files      int           `json:"files"`
	Adopted    int           `json:"adopted"`
	Unchanged  int           `json:"unchanged"`
	Tombstoned []string      `json:"tombstoned"`
	Skipped    []skippedFile `json:"skipped"`
	Faulty     []faultyFile  `json:"faulty"`
}

// faultyFile is an adopted file that could not be read whole.
type faultyFile struct {
	Path   string   `json:"path"`
	Unread string   `json:"unread"`
	With   []string `json:"with_errors"`
	Kept   []string `json:"kept"`
}

type skippedFile struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

func (p *program) adoptCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "adopt PATH|ENTITY…",
		Short: "Make what the disk holds AUTHORITATIVE",
		Long: `Make what the disk holds AUTHORITATIVE, by your word. Of a file every symbol is
taken in, and what it does not define any more is tombstoned, unless a part of
the file cannot be read; a folder is searched for source files. An ENTITY is
path::symbol or the end of it, as with holdfast show. No file is written.`,
		Example: `  holdfast adopt .             the whole workspace
  holdfast adopt store/pool.go
  holdfast adopt Pool.Acquire  the disk's version of one STALE entity`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage(c, "%s needs a PATH or an ENTITY", c.CommandPath())
			}
			return nil
		},
	}
	asJSON := jsonFlag(c)
	settingFlags(c, "session")
	all := c.Flags().BoolP("verbose", "v", false, "name every file that was skipped, or not read whole")
	c.RunE = func(c *cobra.Command, args []string) error {
		what, err := p.places(c, args)
		if err != nil {
			return err
		}
		open := p.beside
		if what.anyPath() {
			open = p.writing // this is how a code base enters a new workspace
		}
		return open(c, func(ctx context.Context, e Engine) error {
			if err := what.tellApart(ctx, c, e); err != nil {
				return err
			}
			result, err := p.adopt(ctx, e, *what)
			if err != nil {
				return adoptedSoFar(result, err)
			}
			if *asJSON {
				err = printJSON(c.OutOrStdout(), adoptedOf(result))
			} else {
				printAdoption(c.OutOrStdout(), result, *all)
			}
			if err == nil && result.Adopted+result.Unchanged+len(result.Tombstoned) == 0 {
				err = &verdict{"nothing was adopted" + firstReason(result)}
			}
			return err
		})
	}
	return c
}

// adoptees are the arguments of adopt.
type adoptees struct {
	args []place
	root string // of the workspace

	// What the arguments mean, once they are told apart.
	entities []engine.Entity
	paths    []string // from the workspace's root
}

// place is what an argument is as a path.
type place struct {
	arg, path      string
	inside, exists bool
}

// places finds what the arguments are as paths, without an engine.
func (p *program) places(c *cobra.Command, args []string) (*adoptees, error) {
	cfg, err := p.load(c)
	if err != nil {
		return nil, err
	}
	current, err := p.current()
	if err != nil {
		return nil, err
	}
	what := &adoptees{root: cfg.Workspace.Root}
	for _, arg := range args {
		at := place{arg: arg}
		if at.path, at.inside = placeIn(cfg.Workspace, current, arg); at.inside && !qualified(arg) {
			_, err := os.Lstat(filepath.Join(what.root, filepath.FromSlash(at.path)))
			at.exists = err == nil
		}
		what.args = append(what.args, at)
	}
	return what, nil
}

// qualified tells that an argument is an entity's name whatever files there are.
func qualified(arg string) bool { return strings.Contains(arg, "::") }

func (w *adoptees) anyPath() bool {
	return slices.ContainsFunc(w.args, func(at place) bool { return at.exists })
}

// tellApart finds what is meant by each argument before anything is adopted.
func (w *adoptees) tellApart(ctx context.Context, c *cobra.Command, e Engine) error {
	for _, at := range w.args {
		entity, err := findEntity(ctx, e, at.arg, namedBySymbol(at.arg))
		var none *noneError
		switch {
		case err != nil && !errors.As(err, &none) && !at.exists:
			return err
		case err == nil && at.exists:
			return usage(c, "%q is a file or folder and names %s as well; say ./%s or %s", at.arg, entity.Key, at.arg, entity.Key)
		case err == nil:
			w.entities = append(w.entities, entity)
		case at.exists:
			w.paths = append(w.paths, at.path)
		case qualified(at.arg):
			return err
		case !at.inside:
			return usage(c, "%s is not in the workspace %s", at.arg, w.root)
		default:
			return usage(c, "%q is no file or folder here, and no entity of the State Map", at.arg)
		}
	}
	return nil
}

// namedBySymbol accepts living entities that an argument names by more than
// their file's path: a path means the file with all that it defines.
func namedBySymbol(arg string) func(engine.Entity) bool {
	return func(n engine.Entity) bool {
		byPath := !qualified(arg) && (n.Path == arg || strings.HasSuffix(n.Path, "/"+arg))
		return !n.Tombstoned && !byPath
	}
}

// placeIn is a file or folder of the workspace, "." for its root, named from
// there with slashes.
func placeIn(w config.Workspace, current, name string) (string, bool) {
	if !filepath.IsAbs(name) {
		if _, inside := below(w, current); !inside {
			current = w.Root
		}
		name = filepath.Join(current, name)
	}
	return below(w, filepath.Clean(name))
}

// adopt adopts entities one by one and then the paths together. What could not
// be adopted is skipped with its reason, so that the rest still is.
func (p *program) adopt(ctx context.Context, e Engine, what adoptees) (engine.Adoption, error) {
	var sum engine.Adoption
	for _, entity := range what.entities {
		err := adoptEntity(ctx, e, entity, &sum)
		if ctx.Err() != nil {
			return sum, ctx.Err()
		}
		if err != nil {
			sum.Skipped = append(sum.Skipped, engine.SkippedFile{Path: entity.Key, Why: err.Error()})
		}
	}
	if len(what.paths) == 0 {
		return sum, nil
	}
	progress, end := p.adoptProgress()
	more, err := e.AdoptPaths(ctx, what.paths, progress)
	end()
	sum.Files += more.Files
	sum.Adopted += more.Adopted
	sum.Unchanged += more.Unchanged
	sum.Tombstoned = append(sum.Tombstoned, more.Tombstoned...)
	sum.Skipped = append(sum.Skipped, more.Skipped...)
	sum.Faulty = more.Faulty
	return sum, err
}

// adoptEntity adopts the disk's version of one entity, the one that it has just
// read where the two diverge. An entity that was kept does not diverge, and is
// adopted all the same.
func adoptEntity(ctx context.Context, e Engine, entity engine.Entity, sum *engine.Adoption) error {
	shown := engine.ShownDisk{Entity: entity.Key}
	s, err := e.Settlement(ctx, entity.Key)
	switch {
	case err == nil:
		shown = s.Shown
	case !errors.Is(err, engine.ErrChanged):
		return err
	}
	if err := e.Adopt(ctx, shown); err != nil {
		return err
	}
	after, err := e.Detail(ctx, entity.Key)
	switch {
	case err != nil:
		return err
	case after.Entity.Tombstoned:
		sum.Tombstoned = append(sum.Tombstoned, entity.Key)
	case after.Entity.Artifact != entity.Artifact:
		sum.Adopted++
	default:
		sum.Unchanged++
	}
	return nil
}

// adoptProgress tells on a terminal how far a long adoption is; elsewhere it is
// silent. end removes the line.
func (p *program) adoptProgress() (progress func(engine.AdoptProgress), end func()) {
	if !isTerminal(p.Stderr) {
		return nil, func() {}
	}
	return func(a engine.AdoptProgress) { fmt.Fprint(p.Stderr, progressLine(a)) }, func() { fmt.Fprint(p.Stderr, "\r\x1b[K") }
}

// progressLine is one line that overwrites the one before.
func progressLine(a engine.AdoptProgress) string {
	line := fmt.Sprintf("%s, %s", count(a.Files, "file", "files"), count(a.Entities, "entity", "entities"))
	if a.Skipped > 0 {
		line += fmt.Sprintf(", %d skipped", a.Skipped)
	}
	line += "  "
	return "\r" + line + ansi.TruncateLeft(clean(a.Path), max(0, ansi.StringWidth(clean(a.Path))-(columns-2-len(line))), "…") + "\x1b[K"
}

// adoptedSoFar says of an adoption that broke off what had been done.
func adoptedSoFar(a engine.Adoption, err error) error {
	if a.Adopted+len(a.Tombstoned) == 0 {
		return err
	}
	return fmt.Errorf("%w; %s had been adopted by then, and holdfast adopt goes on from there", err, count(a.Adopted, "entity", "entities"))
}

func adoptedOf(a engine.Adoption) adopted {
	out := adopted{a.Files, a.Adopted, a.Unchanged, orEmpty(a.Tombstoned), []skippedFile{}, []faultyFile{}}
	for _, s := range a.Skipped {
		out.Skipped = append(out.Skipped, skippedFile{s.Path, s.Why})
	}
	for _, f := range a.Faulty {
		out.Faulty = append(out.Faulty, faultyFile{f.Path, f.Unread, orEmpty(f.With), orEmpty(f.Kept)})
	}
	return out
}

// fewFiles is how many skipped or faulty files are named without being asked for.
const fewFiles = 5

func printAdoption(w io.Writer, a engine.Adoption, all bool) {
	line := count(a.Adopted, "entity is", "entities are") + " AUTHORITATIVE as the disk holds them"
	if a.Adopted == 1 {
		line = "1 entity is AUTHORITATIVE as the disk holds it"
	}
	if a.Files > 0 {
		line += ", of " + count(a.Files, "file", "files")
	}
	if a.Unchanged > 0 {
		were := "were"
		if a.Unchanged == 1 {
			were = "was"
		}
		line += fmt.Sprintf("; %d %s so already", a.Unchanged, were)
	}
	fmt.Fprintln(w, line+".")
	for _, key := range a.Tombstoned {
		fmt.Fprintf(w, "%s is TOMBSTONED: the disk does not hold it any more.\n", clean(key))
	}
	printFaulty(w, a.Faulty, all)
	switch n := len(a.Skipped); {
	case n == 0:
	case n > fewFiles && !all:
		fmt.Fprintf(w, "%d files were skipped; holdfast adopt -v names them.\n", n)
	default:
		fmt.Fprintln(w, "Skipped:")
		t := &table{}
		for _, s := range a.Skipped {
			t.row("  "+s.Path, s.Why)
		}
		t.print(w)
	}
}

// printFaulty says of each file that could not be read whole which part was
// adopted and which was not.
func printFaulty(w io.Writer, faulty []engine.FaultyFile, all bool) {
	if len(faulty) > fewFiles && !all {
		fmt.Fprintf(w, "%d files have a syntax error and were not adopted whole; holdfast adopt -v names them.\n", len(faulty))
		return
	}
	for _, f := range faulty {
		fmt.Fprintf(w, "%s has a syntax error, or syntax that its grammar does not know:\n", clean(f.Path))
		for _, name := range f.With {
			fmt.Fprintf(w, "  %s is adopted as it stands, with the error in it.\n", clean(name))
		}
		if f.Unread != "" {
			fmt.Fprintf(w, "  %s could not be read, and nothing more of it is adopted.\n", f.Unread)
		}
		for _, key := range f.Kept {
			fmt.Fprintf(w, "  %s stays as it was: it may stand in what could not be read.\n", clean(key))
		}
	}
}

// firstReason tells why nothing was adopted, where something stood in the way.
func firstReason(a engine.Adoption) string {
	if len(a.Skipped) == 0 {
		return ": no source file was found"
	}
	first := a.Skipped[0]
	return fmt.Sprintf(": %s: %s", first.Path, first.Why)
}
