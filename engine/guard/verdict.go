package guard

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"holdfast/engine/config"
	"holdfast/engine/decide"
	"holdfast/engine/resolve"
	"holdfast/parser/block"
	"holdfast/parser/call"
	"holdfast/parser/edit"
	"holdfast/parser/elide"
	"holdfast/parser/source"
	"holdfast/store/event"
)

// Decision is what the guard says of a call.
type Decision string

// The decisions, the mildest first.
const (
	Allow Decision = "allow"
	// Warn lets the call run, and tells of what is wrong with it.
	Warn Decision = "warn"
	// Ask leaves it to the user, where the client can ask.
	Ask  Decision = "ask"
	Deny Decision = "deny"
)

// Kind is what is wrong with a write.
type Kind string

// The kinds of faults.
const (
	Incomplete Kind = "incomplete" // code is left out, a placeholder takes its place, or its end is missing
	Lost       Kind = "lost"       // symbols of the file are missing from it
	Collapsed  Kind = "collapsed"  // a definition shrinks below the limits
	Broken     Kind = "broken"     // it does not parse, where the file did
	Unseen     Kind = "unseen"     // the model does not know what it replaces
	Repeated   Kind = "repeated"   // the same call was made over and over
)

// Fault is one thing that is wrong with a write.
type Fault struct {
	Kind Kind
	Path string
	// Symbols are those of which the same is to be said, none for the file.
	Symbols []string
	// Guts reports whether a file would lose half of its symbols or more: nobody needs to
	// be asked about that.
	Guts bool
	// Detail says it in the words of the gates, with the numbers.
	Detail string
}

// Verdict is what the guard says of a call, and why.
type Verdict struct {
	// Decision is Allow, Ask or Deny: what is to be asked about is refused where
	// nobody can be asked.
	Decision Decision
	// Paths are the files that are at fault, in the order of the call.
	Paths  []string
	Faults []Fault
	// Summary is for the operator: the file and what is wrong, in a few words.
	Summary string
	// Reason is for the model: what is wrong, and what it should do instead.
	Reason string
	// Unjudged says why nothing was judged, as a sentence without full stop; "" where
	// the call was.
	Unjudged string
	// Subject is the hash of what would be written and is at fault. The same write,
	// made again, has the same.
	Subject string
}

// kinds gives each check of a gate that refuses a write the kind of its fault.
var kinds = map[string]Kind{
	"full_definition": Incomplete, "parity_nodes": Collapsed, "parity_tokens": Collapsed, "parity_count": Collapsed,
	"parity_errors": Broken,
}

// verdict collects what the gates found.
func (j *judging) verdict(plan *decide.Plan) Verdict {
	v := Verdict{Decision: Allow}
	var subject []string
	for _, path := range j.paths {
		faults := j.faults(path, plan)
		if len(faults) == 0 {
			continue
		}
		v.Paths = append(v.Paths, path)
		v.Faults = append(v.Faults, faults...)
		for i := range j.found.Artifacts {
			if a := &j.found.Artifacts[i]; a.Path == path {
				subject = append(subject, a.Entity+" "+decide.ContentHash(a))
			}
		}
	}
	if len(v.Faults) == 0 {
		return v
	}
	v.Decision = Deny
	if !slices.ContainsFunc(v.Faults, func(f Fault) bool { return f.Kind != Lost || f.Guts }) {
		v.Decision = Ask
	}
	v.Subject = SubjectOf(subject)
	v.Summary, v.Reason = summary(v), reason(v)
	return v
}

// SubjectOf returns the Subject of what would be written.
func SubjectOf(parts []string) string {
	parts = slices.Sorted(slices.Values(parts))
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return hex.EncodeToString(sum[:16])
}

// faults are what is wrong with one file of the call.
func (j *judging) faults(path string, plan *decide.Plan) (faults []Fault) {
	w, fresh := j.ways[path], j.Disk.File(path) == nil
	for _, judged := range plan.Judged {
		a := judged.Artifact
		if a.Path != path || a.Removes { // what an edit removes its old text names
			continue
		}
		for _, check := range judged.Report.Checks {
			kind, refuses := kinds[check.Name]
			switch {
			case check.Pass || !refuses || kind == Collapsed && !w.whole && !w.part:
				continue
			case kind == Collapsed && j.meant(a, check):
				continue
			case fresh && len(elide.FindIn(path, a.Language, a.Text, nil)) == 0: // nothing was there before that it could spoil
				continue
			}
			faults = with(faults, Fault{Kind: kind, Path: path, Detail: check.Detail}, a.Symbol)
		}
		if j.unseen(a) {
			faults = with(faults, Fault{Kind: Unseen, Path: path, Detail: "you have not seen the version that is on the disk now"}, a.Symbol)
		}
	}
	if file := j.Disk.File(path); file != nil && file.Refused == "" {
		if w.whole {
			for _, f := range j.emptied(path, file) {
				faults = with(faults, f, f.Symbols[0])
			}
			faults = append(faults, cut(path, file.Src, w.content)...)
			faults = append(slices.Concat(j.lost(path, file), blank(path, file.Src, w.content)), faults...)
		}
		faults = append(faults, j.beside(path, file, faults)...)
	}
	slices.SortStableFunc(faults, func(a, b Fault) int { return first(a) - first(b) })
	return faults
}

// first orders faults: what was left out explains the others.
func first(f Fault) int {
	if f.Kind == Incomplete {
		return 0
	}
	return 1
}

// with adds a fault of a symbol: to those of which the same was said, unless one of its
// kind was told of the symbol before. Nodes and tokens say the same.
func with(faults []Fault, f Fault, symbol string) []Fault {
	at := -1
	for i, told := range faults {
		switch {
		case told.Kind != f.Kind:
		case slices.Contains(told.Symbols, symbol):
			return faults
		case told.Detail == f.Detail:
			at = i
		}
	}
	if at >= 0 {
		faults[at].Symbols = append(faults[at].Symbols, symbol)
		return faults
	}
	f.Symbols = []string{symbol}
	return append(faults, f)
}

// meant reports whether a definition is smaller by intention: most of what it lost
// stands elsewhere in the file now, or most of its lines are new and it keeps half of
// what it must. What is left of a reply that was lazy or cut are the old lines.
func (j *judging) meant(a *resolve.Artifact, check event.Check) bool {
	base, file := j.state.Get(a.Entity), j.Disk.File(a.Path)
	if base == nil || file == nil {
		return false
	}
	text, err := j.text(base.TextHash())
	if err != nil {
		return false
	}
	was, now := resolve.LinesOf(text), resolve.LinesOf(a.Text)
	lost := was.Without(now)
	if w := j.ways[a.Path]; w.whole {
		before, after := file.Src, w.content
		if j.part != nil {
			before, after = j.part.before, j.part.after
		}
		gone := resolve.LinesOf(before).Without(resolve.LinesOf(after))
		if moved := lost.Without(gone); 2*len(moved) > len(lost) {
			return true
		}
	}
	percent := max(j.Limits.NodePercent, j.Limits.TokenPercent)
	return 2*len(now.Without(was)) >= len(now) && 2*100*check.Now >= check.Was*percent
}

// lost are the symbols that a whole file leaves out.
func (j *judging) lost(path string, file *source.File) (faults []Fault) {
	at := slices.IndexFunc(j.found.Artifacts, func(a resolve.Artifact) bool { return a.Path == path && len(a.Lost) > 0 })
	if at < 0 {
		return nil
	}
	names := slices.DeleteFunc(slices.Clone(j.found.Artifacts[at].Lost), func(name string) bool { return name == source.Whole })
	if len(names) == 0 { // a file of no symbols gets some: it is changed, and loses none
		return nil
	}
	if j.part != nil { // how many the file has in all is not known
		return []Fault{{Kind: Lost, Path: path, Detail: "your version leaves out " + few(names)}}
	}
	all := symbols(file)
	return []Fault{{
		Kind: Lost, Path: path, Guts: all > 2 && 2*len(names) >= all,
		Detail: fmt.Sprintf("it has %s, and your version leaves out %s", counted(all, "symbol"), few(names)),
	}}
}

// beside is what is wrong with a file beside its definitions, told of which were some
// faults: a remark in the place of code, or what cannot be parsed where all of the file
// could. A definition may have become that.
func (j *judging) beside(path string, file *source.File, told []Fault) (faults []Fault) {
	after, ok := j.made(path, file.Src)
	if !ok {
		return nil
	}
	has := func(k Kind, detail string) bool {
		return slices.ContainsFunc(told, func(f Fault) bool { return f.Kind == k && strings.Contains(f.Detail, detail) })
	}
	if remark := elided(path, file.Language, after, file.Src); len(remark) > 0 {
		if _, said, _ := strings.Cut(remark[0].Detail, ": "); has(Incomplete, said) {
			return nil // told where it stands in its definition
		}
		return remark
	}
	if file.Method != source.AST || file.Errors > 0 || has(Broken, "") || has(Incomplete, "") {
		return nil
	}
	now := j.parse(path, file.Language, after)
	if now.Refused != "" || now.Method != source.AST || now.Errors == 0 {
		return nil
	}
	detail := "does not parse cleanly: " + counted(now.Errors, "parse error")
	if len(now.Faults) > 0 {
		detail += fmt.Sprintf(", the first at line %d", 1+bytes.Count(after[:now.Faults[0].Start], []byte("\n")))
	}
	return []Fault{{Kind: Broken, Path: path, Detail: detail}}
}

// made is what the call makes of a file, where there is no doubt about it.
func (j *judging) made(path string, before []byte) (after []byte, ok bool) {
	after = before
	for _, a := range j.actions {
		at, err := block.CleanPathIn(j.Folder, a.Change.Path, j.Roots...)
		switch {
		case a.Kind == call.Show || err != nil || at != path:
		case a.Kind != call.Change || a.Change.Op != edit.Write && a.Change.Op != edit.Replace:
			return nil, false
		default:
			if after, ok = composed(after, a.Change); !ok {
				return nil, false
			}
		}
	}
	return after, ok
}

// Touches reports whether a call changes any file that could be judged.
func Touches(actions []call.Action) bool {
	return slices.ContainsFunc(actions, func(a call.Action) bool { return a.Kind == call.Change })
}

// Apply returns what is done about a verdict in a mode, which is one of the
// configuration's; asks reports whether the client can ask its user.
func Apply(v Verdict, mode string, asks bool) Decision {
	switch {
	case v.Decision == Allow:
		return Allow
	case mode == config.GuardWarn:
		return Warn
	case asks && (mode == config.GuardAsk || v.Decision == Ask):
		return Ask
	}
	return Deny
}

// Repeats is the verdict on a call that was made over and over, as detail says; key is
// the same for the same call.
func Repeats(detail, key string) Verdict {
	v := Verdict{Decision: Deny, Faults: []Fault{{Kind: Repeated, Detail: detail}}, Subject: "loop " + key}
	v.Summary, v.Reason = summary(v), reason(v)
	return v
}
