package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"holdfast/engine/operator"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"holdfast/engine"
	"holdfast/engine/events"
	"holdfast/engine/report"
	"holdfast/engine/stale"
)

// adopted is what `adopt --json` prints.
type adopted struct {
	Files      int           `json:"files"`
	Adopted    int           `json:"adopted"`
	Unchanged  int           `json:"unchanged"`
	Tombstoned []string      `json:"tombstoned"`
	Skipped    []skippedFile `json:"skipped"`
	Faulty     []faultyFile  `json:"faulty"`
	Gone       []string      `json:"gone,omitempty"` // deleted on the disk, and still in the State Map
	// Respelled are files that go by the disk's spelling of their path.
	Respelled []respelledFile `json:"respelled,omitempty"`
}

type respelledFile struct {
	Known string `json:"known"`
	Path  string `json:"path"`
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

func adoptCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "adopt PATH|ENTITY…",
		Short: "Make the files on disk the current code",
		Long: `Make the files on disk the current code. Takes every symbol of a file; symbols
that are no longer in it are removed, unless the file has syntax errors. A
folder is searched for source files. Symbols of a deleted file or folder that
you name are removed; if other files of a folder were deleted, you are asked.
--gone removes just the deleted ones, without asking. An ENTITY is path::symbol
or the end of it, as with holdfast show. No file is written.`,
		Example: `  holdfast adopt .             the whole workspace
  holdfast adopt store/pool.go
  holdfast adopt Pool.Acquire  the file's version of one STALE symbol
  holdfast adopt --gone        remove the symbols of deleted files`,
	}
	asJSON := jsonFlag(c)
	settingFlags(c, "session")
	all := c.Flags().BoolP("verbose", "v", false, "name every file that was skipped, or not read whole")
	gone := c.Flags().Bool("gone", false, "remove the symbols of deleted files, of PATHs or all")
	c.Args = func(c *cobra.Command, args []string) error {
		if *gone {
			return nil
		}
		return several("a PATH or an ENTITY")(c, args)
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if *gone && len(args) == 0 {
			args = []string{"."}
		}
		places, err := p.places(c, args)
		if err != nil {
			return err
		}
		open := p.beside
		if !*gone && slices.ContainsFunc(places, func(at place) bool { return at.exists }) {
			open = p.writing // this is how a code base enters a new workspace
		}
		return open(c, func(ctx context.Context, e Engine) error {
			ctx = operator.AsOne(ctx)
			found, err := targets(ctx, c, e, places)
			if err != nil {
				return err
			}
			if *gone {
				return adoptGone(p, ctx, c, e, found, *asJSON)
			}
			result, err := adoptFound(p, ctx, e, found)
			if err != nil {
				return adoptedSoFar(result, err)
			}
			left, err := offerGone(p, ctx, c, e, found, &result, !*asJSON)
			if err != nil {
				return err
			}
			if *asJSON {
				err = printJSON(c.OutOrStdout(), adoptedOf(result, left))
			} else {
				printAdoption(c.OutOrStdout(), result, *all)
				printGone(c.OutOrStdout(), left)
			}
			if err == nil && result.Adopted+result.Unchanged+len(result.Tombstoned) == 0 {
				err = &verdict{"nothing was adopted" + firstReason(result)}
			}
			return err
		})
	}
	return c
}

// adoptGone tombstones what vanished from the disk, of several targets.
func adoptGone(p *program, ctx context.Context, c *cobra.Command, e Engine, found []target, asJSON bool) error {
	keys, err := vanished(ctx, e, found)
	if err != nil {
		return err
	}
	taken, err := e.TakeGone(ctx, keys)
	if err != nil {
		return err
	}
	result := events.Adoption{Tombstoned: taken}
	switch {
	case asJSON:
		return printJSON(c.OutOrStdout(), adoptedOf(result, nil))
	case len(taken) == 0:
		fmt.Fprintln(c.OutOrStdout(), "No file was deleted: every known file is on the disk.")
	default:
		printTombstoned(c.OutOrStdout(), taken, "its file was deleted")
	}
	return nil
}

// vanished are the entities of several targets whose files were on the disk and are gone.
func vanished(ctx context.Context, e Engine, found []target) ([]string, error) {
	list, err := e.Divergences(ctx)
	if err != nil {
		return nil, err
	}
	meant := map[string]bool{}
	for _, key := range keysOf(found) {
		meant[key] = true
	}
	var keys []string
	for _, d := range list {
		if d.Reason == stale.Vanished && meant[d.Key] {
			keys = append(keys, d.Key)
		}
	}
	return keys, nil
}

// offerGone asks whether what vanished below the folders that were adopted is to be
// tombstoned too, where there is somebody to ask. It gives what is left.
func offerGone(p *program, ctx context.Context, c *cobra.Command, e Engine, found []target, result *events.Adoption, ask bool) ([]string, error) {
	folders := slices.DeleteFunc(slices.Clone(found), func(t target) bool { return t.entity != nil || !t.exists })
	if len(folders) == 0 {
		return nil, nil
	}
	left, err := vanished(ctx, e, folders)
	if err != nil || len(left) == 0 || !ask || !p.asks(c, fmt.Sprintf("%s to deleted files (%s). Remove them from the State Map?",
		count(len(left), "symbol belongs", "symbols belong"), clean(filesOf(left)))) {
		return left, err
	}
	taken, err := e.TakeGone(ctx, left)
	result.Tombstoned = append(result.Tombstoned, taken...)
	return nil, err
}

// filesOf names the first files of entities.
func filesOf(keys []string) string {
	const most = 3
	var files []string
	for _, key := range keys {
		if path, _, _ := strings.Cut(key, "::"); !slices.Contains(files, path) {
			files = append(files, path)
		}
	}
	if len(files) > most {
		return strings.Join(files[:most], ", ") + fmt.Sprintf(" and %d more", len(files)-most)
	}
	return strings.Join(files, ", ")
}

// adoptFound adopts entities one by one and then the paths together. What could not
// be adopted is skipped with its reason, so that the rest still is.
func adoptFound(p *program, ctx context.Context, e Engine, found []target) (events.Adoption, error) {
	var sum events.Adoption
	var paths, gone []string
	for _, t := range found {
		switch {
		case t.entity == nil && t.exists:
			paths = append(paths, t.path)
			continue
		case t.entity == nil:
			gone = append(gone, t.keys...)
			if len(t.keys) == 0 {
				sum.Skipped = append(sum.Skipped, events.SkippedFile{Path: t.path, Why: "it is neither on the disk nor in the State Map any more"})
			}
			continue
		}
		err := adoptEntity(ctx, e, *t.entity, &sum)
		if ctx.Err() != nil {
			return sum, ctx.Err()
		}
		if err != nil {
			sum.Skipped = append(sum.Skipped, events.SkippedFile{Path: t.entity.Key, Why: err.Error()})
		}
	}
	if err := takeGone(ctx, e, gone, &sum); err != nil || len(paths) == 0 {
		return sum, err
	}
	progress, end := adoptProgress(p)
	stopped, release := untilSignal(ctx) // what is adopted by then is told
	context.AfterFunc(stopped, release)
	more, err := e.AdoptPaths(stopped, paths, progress)
	release()
	end()
	if errors.Is(err, context.Canceled) && ctx.Err() == nil {
		err = errStopped
	}
	sum.Files += more.Files
	sum.Adopted += more.Adopted
	sum.Unchanged += more.Unchanged
	sum.Tombstoned = append(sum.Tombstoned, more.Tombstoned...)
	sum.Respelled = more.Respelled
	sum.Skipped = append(sum.Skipped, more.Skipped...)
	sum.Faulty = more.Faulty
	return sum, err
}

// takeGone adopts that files which were named are gone. What was never saved is not
// gone.
func takeGone(ctx context.Context, e Engine, keys []string, sum *events.Adoption) error {
	if len(keys) == 0 {
		return nil
	}
	taken, err := e.TakeGone(ctx, keys)
	sum.Tombstoned = append(sum.Tombstoned, taken...)
	for _, key := range keys {
		if err == nil && !slices.Contains(taken, key) {
			sum.Skipped = append(sum.Skipped, events.SkippedFile{Path: key, Why: "it was never saved in a file; holdfast tombstone takes it out"})
		}
	}
	return err
}

// adoptEntity adopts the disk's version of one entity, the one that it has just
// read where the two diverge. An entity that was kept does not diverge, and is
// adopted all the same.
func adoptEntity(ctx context.Context, e Engine, entity report.Entity, sum *events.Adoption) error {
	shown := report.ShownDisk{Entity: entity.Key}
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
func adoptProgress(p *program) (progress func(events.AdoptProgress), end func()) {
	if !isTerminal(p.Stderr) {
		return nil, func() {}
	}
	return func(a events.AdoptProgress) { fmt.Fprint(p.Stderr, progressLine(a)) }, func() { fmt.Fprint(p.Stderr, "\r\x1b[K") }
}

// progressLine is one line that overwrites the one before.
func progressLine(a events.AdoptProgress) string {
	line := fmt.Sprintf("%s, %s", count(a.Files, "file", "files"), count(a.Entities, "symbol", "symbols"))
	if a.Skipped > 0 {
		line += fmt.Sprintf(", %d skipped", a.Skipped)
	}
	line += "  "
	return "\r" + line + ansi.TruncateLeft(clean(a.Path), max(0, ansi.StringWidth(clean(a.Path))-(columns-3-len(line))), "…") + "\x1b[K"
}

// errStopped is an adoption that a signal ended.
var errStopped = errors.New("the adoption was stopped")

// adoptedSoFar says of an adoption that broke off what had been done.
func adoptedSoFar(a events.Adoption, err error) error {
	if a.Adopted+len(a.Tombstoned) == 0 {
		return err
	}
	return fmt.Errorf("%w; %s had been adopted by then, and holdfast adopt goes on from there", err, count(a.Adopted, "symbol", "symbols"))
}

func adoptedOf(a events.Adoption, gone []string) adopted {
	out := adopted{a.Files, a.Adopted, a.Unchanged, orEmpty(a.Tombstoned), []skippedFile{}, []faultyFile{}, gone, nil}
	for _, s := range a.Skipped {
		out.Skipped = append(out.Skipped, skippedFile{s.Path, s.Why})
	}
	for _, f := range a.Respelled {
		out.Respelled = append(out.Respelled, respelledFile(f))
	}
	for _, f := range a.Faulty {
		out.Faulty = append(out.Faulty, faultyFile{f.Path, f.Unread, orEmpty(f.With), orEmpty(f.Kept)})
	}
	return out
}

// fewFiles is how many skipped or faulty files are named without being asked for.
const fewFiles = 5

func printAdoption(w io.Writer, a events.Adoption, all bool) {
	if a.Files+a.Adopted+a.Unchanged > 0 || len(a.Tombstoned) == 0 {
		printAdopted(w, a)
	}
	printTombstoned(w, a.Tombstoned, "its file does not contain it any more")
	for _, f := range a.Respelled {
		fmt.Fprintf(w, "%s is %s by now: its symbols go by that name.\n", clean(f.Known), clean(f.Path))
	}
	printFaulty(w, a.Faulty, all)
	printSkipped(w, a.Skipped, all)
}

// printAdopted says how many entities were taken in, and how many were so already.
func printAdopted(w io.Writer, a events.Adoption) {
	in := ""
	if a.Files > 0 {
		in = " in " + count(a.Files, "file", "files")
	}
	switch {
	case a.Adopted == 0 && a.Unchanged == 0:
		fmt.Fprintf(w, "Nothing to adopt%s: no symbol was found.\n", in)
	case a.Adopted == 0 && a.Unchanged == 1:
		fmt.Fprintf(w, "Nothing new: the 1 symbol%s was already up to date.\n", in)
	case a.Adopted == 0:
		fmt.Fprintf(w, "Nothing new: all %d symbols%s were already up to date.\n", a.Unchanged, in)
	case a.Unchanged > 0:
		fmt.Fprintf(w, "Adopted %s%s; %d already up to date.\n", count(a.Adopted, "symbol", "symbols"), in, a.Unchanged)
	default:
		fmt.Fprintf(w, "Adopted %s%s.\n", count(a.Adopted, "symbol", "symbols"), in)
	}
}

// printSkipped names the files that were not taken, if they are few.
func printSkipped(w io.Writer, skipped []events.SkippedFile, all bool) {
	if !all { // that these are no code goes without saying
		skipped = slices.DeleteFunc(slices.Clone(skipped), func(s events.SkippedFile) bool {
			name := path.Base(s.Path)
			return name == ".git" || name == ".holdfast"
		})
	}
	switch n := len(skipped); {
	case n == 0:
	case n > fewFiles && !all:
		fmt.Fprintf(w, "%d files were skipped; holdfast adopt -v names them.\n", n)
	default:
		fmt.Fprintln(w, "Skipped:")
		t := &table{}
		for _, s := range skipped {
			t.row("  "+s.Path, s.Why)
		}
		t.print(w)
	}
}

// fewTombstones is how many are named one by one.
const fewTombstones = 20

func printTombstoned(w io.Writer, keys []string, why string) {
	for _, key := range keys[:min(len(keys), fewTombstones)] {
		fmt.Fprintf(w, "Removed %s: %s.\n", clean(key), why)
	}
	if more := len(keys) - fewTombstones; more > 0 {
		fmt.Fprintf(w, "Removed %d more; holdfast undo brings all of them back.\n", more)
	}
}

// printGone says what was deleted on the disk, and is left.
func printGone(w io.Writer, keys []string) {
	if len(keys) > 0 {
		fmt.Fprintf(w, "%s to deleted files: holdfast adopt --gone\n", count(len(keys), "symbol belongs", "symbols belong"))
	}
}

// printFaulty says of each file that could not be read whole which part was
// adopted and which was not.
func printFaulty(w io.Writer, faulty []events.FaultyFile, all bool) {
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
func firstReason(a events.Adoption) string {
	if len(a.Skipped) == 0 {
		return ": no source file was found"
	}
	first := a.Skipped[0]
	return fmt.Sprintf(": %s: %s", first.Path, first.Why)
}
