package canon

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Plan is what a recovery would do, entity by entity, in the order of the
// document; what is dropped is in the order of the names. It is a decision: its
// caller previews it and, confirmed, carries it out in one commit.
type Plan struct {
	Restored  []Step // come back AUTHORITATIVE, from the Vault
	Healed    []Step // come back AUTHORITATIVE, from the disk
	Missing   []Step // become open conflicts; whatever version the State Map has leaves it
	Dropped   []Step // leave the State Map, which the document lacks
	Unchanged []Step // are in the State Map as the document has them
}

// Step is what happens to one entity.
type Step struct {
	Key          string // path::symbol, or a foreign document's own label
	Path, Symbol string // empty where the label names no entity
	Hash         string // of the content in the document; "" for what is dropped
	Current      string // of the content in the State Map now, "" for none
	Reason       string // in words
	// Line is for whoever plans to give: what is to be recognised of the content.
	Line string
}

// Disk gives the hashes of a file's entities by symbol, as artifacts are
// hashed. It is asked once for a file, with a canonical path. The error is
// fs.ErrNotExist where there is none.
type Disk func(path string) (map[string]string, error)

// NewPlan compares a SESSION_STATE with what is at hand. An entity comes back
// only with its own content: from the Vault, or from a disk that holds exactly
// it. vaultHas tells whether the Vault has a content hash; current is the State
// Map, content hashes by key.
func NewPlan(s State, vaultHas func(hash string) bool, disk Disk, current map[string]string) Plan {
	p := planner{vaultHas: vaultHas, disk: disk, current: current, files: map[string]file{}}
	named := map[string]string{} // key -> hash in the document
	twice := map[string]bool{}
	for _, a := range s.LastPersistentArtifacts {
		if hash, ok := named[a.PathOrLabel]; ok && hash != a.ArtifactID {
			twice[a.PathOrLabel] = true
		}
		named[a.PathOrLabel] = a.ArtifactID
	}
	done := map[string]bool{}
	for _, a := range s.LastPersistentArtifacts {
		if done[a.PathOrLabel] && a.PathOrLabel != "" {
			continue
		}
		done[a.PathOrLabel] = true
		p.entity(a, twice[a.PathOrLabel])
	}
	for _, l := range losses(s) { // what the document misses itself
		if _, ok := named[l.Key]; !ok {
			named[l.Key] = l.Hash
			l.Current = current[l.Key]
			p.plan.Missing = append(p.plan.Missing, l)
		}
	}
	for key, hash := range current {
		if _, ok := named[key]; !ok {
			step := stepOf(key, "")
			step.Current, step.Reason = hash, "the document does not hold it"
			p.plan.Dropped = append(p.plan.Dropped, step)
		}
	}
	slices.SortFunc(p.plan.Dropped, func(a, b Step) int { return strings.Compare(a.Key, b.Key) })
	return p.plan
}

// losses are the entities that a document tells as open conflicts, because a
// recovery before could not bring them back. What holdfast writes there it reads.
func losses(s State) []Step {
	var list []Step
	for _, c := range s.OpenConflicts {
		key, ours := strings.CutPrefix(c.ConflictID, missingPrefix)
		rest, says := strings.CutPrefix(c.Description, key+lostAt)
		hash, reason, whole := strings.Cut(rest, lostBecause)
		step := stepOf(key, hash)
		if !ours || !says || !whole || c.Status != statusOpen || step.Path == "" || !IsHash(hash) {
			continue
		}
		step.Reason = reason
		list = append(list, step)
	}
	return list
}

type planner struct {
	vaultHas func(string) bool
	disk     Disk
	current  map[string]string
	files    map[string]file
	plan     Plan
}

// file is what the disk says of one path.
type file struct {
	symbols map[string]string
	err     error
}

func stepOf(label, hash string) Step {
	step := Step{Key: label, Hash: hash}
	if path, symbol, ok := strings.Cut(label, separator); ok && path != "" && symbol != "" {
		step.Path, step.Symbol = path, symbol
	}
	return step
}

func (p *planner) entity(a PersistentArtifact, twice bool) {
	step := stepOf(a.PathOrLabel, a.ArtifactID)
	step.Current = p.current[step.Key]
	to := func(list *[]Step, format string, args ...any) {
		step.Reason = fmt.Sprintf(format, args...)
		*list = append(*list, step)
	}
	switch {
	case step.Key == "":
		step.Key = a.ArtifactID
		to(&p.plan.Missing, "the document does not say what it is: it has no path_or_label")
	case step.Path == "":
		to(&p.plan.Missing, "it names no entity of code as path::symbol")
	case !canonicalPath(step.Path):
		to(&p.plan.Missing, "its path is not one inside the workspace, so it is not read")
	case !IsHash(step.Hash):
		to(&p.plan.Missing, "its artifact_id is not the hash of a content")
	case twice:
		to(&p.plan.Missing, "the document holds it twice, with different contents")
	case step.Current == step.Hash:
		to(&p.plan.Unchanged, "the State Map has this version")
	case p.vaultHas(step.Hash):
		to(&p.plan.Restored, "the Vault has this version%s", replaces(step.Current))
	default:
		p.fromDisk(step, to)
	}
}

func replaces(current string) string {
	if current == "" {
		return ""
	}
	return "; it replaces " + short(current)
}

// fromDisk heals what the Vault lacks, or says why it cannot.
func (p *planner) fromDisk(step Step, to func(list *[]Step, format string, args ...any)) {
	f, asked := p.files[step.Path]
	if !asked {
		f.symbols, f.err = p.disk(step.Path)
		p.files[step.Path] = f
	}
	found, defined := f.symbols[step.Symbol]
	switch {
	case errors.Is(f.err, fs.ErrNotExist):
		to(&p.plan.Missing, "the Vault does not have this version, and there is no such file")
	case f.err != nil:
		to(&p.plan.Missing, "the Vault does not have this version, and the file cannot be read: %v", f.err)
	case !defined:
		to(&p.plan.Missing, "the Vault does not have this version, and the file does not define it")
	case found != step.Hash:
		to(&p.plan.Missing, "the Vault does not have this version, and the disk holds another one, %s", short(found))
	default:
		to(&p.plan.Healed, "the disk has this version%s", replaces(step.Current))
	}
}

// canonicalPath reports whether a path is slash-separated, clean and below the
// workspace's root: nothing else is ever read.
func canonicalPath(p string) bool {
	return fs.ValidPath(p) && p != "." && path.Clean(p) == p && !strings.ContainsAny(p, "\\\x00") && !drive(p)
}

// drive reports whether a path begins with the letter of a Windows drive.
func drive(p string) bool {
	return len(p) >= 2 && p[1] == ':' && (p[0]|0x20) >= 'a' && (p[0]|0x20) <= 'z'
}

// short is the beginning of a hash, enough to recognise it by.
func short(hash string) string {
	if digits, ok := strings.CutPrefix(hash, hashPrefix); ok && len(digits) > 12 {
		return hashPrefix + digits[:12]
	}
	return hash
}

// Changes are what carrying out the plan does, for Decide.
func (p Plan) Changes() []Change {
	var changes []Change
	for _, c := range []struct {
		steps []Step
		verb  Verb
		grant string
	}{{p.Restored, Recovered, "recovery"}, {p.Healed, Recovered, "recovery"}, {p.Missing, Missing, ""}, {p.Dropped, Dropped, ""}} {
		for _, s := range c.steps {
			changes = append(changes, Change{Verb: c.verb, Target: s.Key, Grant: c.grant})
		}
	}
	return changes
}

// Empty reports whether a recovery would change nothing.
func (p Plan) Empty() bool {
	return len(p.Restored)+len(p.Healed)+len(p.Missing)+len(p.Dropped) == 0
}
