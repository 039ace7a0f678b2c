package guard

import (
	"bytes"
	"fmt"
	"sync"

	"holdfast/engine/guard/excerpt"
	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/call"
	"holdfast/parser/edit"
	"holdfast/parser/source"
)

// What may be parsed of the two versions of a file, in bytes: a client waits for the
// answer 50 ms at most (guard.md). It is counted, not timed: on a machine whose cores are
// busy with a model the same call has the same answer.
const (
	// mostRead is either version of a file, as of a client's input.
	mostRead = 4 << 20
	// mostWhole is either version of a file: each is parsed on a core of its own.
	mostWhole = 80 << 10
	// mostPart is what is judged of a larger file, of both versions together.
	mostPart = 96 << 10
	// mostSigns is what is judged by its words and brackets, of both versions together;
	// mostScanned is a text in which remarks in the place of code are looked for.
	mostSigns, mostScanned = 800 << 10, 1 << 20
	// mostGone and mostShrunk are what is parsed of a file that changes all over.
	mostGone, mostShrunk = 24 << 10, 32 << 10
)

// tooLarge is the verdict where there is no time for more.
func tooLarge(path string, size int) Verdict {
	return Verdict{Decision: Allow, Unjudged: fmt.Sprintf("%s is too large to be judged in time, with %d KiB before and after it", path, (size+1023)>>10)}
}

// overlarge is that verdict on a call, where it is due.
func overlarge(actions []call.Action, g Ground) (v Verdict, ok bool) {
	size, seen := 0, map[string]int{}
	for _, a := range actions {
		path, err := block.CleanPathIn(g.Folder, a.Change.Path, g.Roots...)
		if a.Kind != call.Change || err != nil {
			continue
		}
		before, known := seen[path]
		if !known {
			_, before = g.Disk.Source(path, source.MaxSize)
			seen[path] = before
			size += before
		}
		after := before
		if a.Change.Op == edit.Write || a.Change.Op == edit.Create {
			after = len(a.Change.Content)
		}
		if size += after; max(before, after) > source.MaxSize || size > 2*mostWhole && parser.Defines(source.ForPath(path)) {
			return tooLarge(path, size), true
		}
	}
	return v, false
}

// oneChange is a call that changes the text of one file.
type oneChange struct {
	edit.Change
	path          string // canonical
	lang          source.Language
	before, after []byte
}

// oneChangeOf is the change that a call makes, where there is one, and no doubt about what
// it makes of its file.
func oneChangeOf(actions []call.Action, g Ground) (c oneChange, ok bool) {
	for _, a := range actions {
		switch {
		case a.Kind == call.Show:
		case a.Kind != call.Change || ok:
			return c, false
		default:
			c.Change, ok = a.Change, true
		}
	}
	if !ok || c.Op != edit.Write && c.Op != edit.Replace {
		return c, false
	}
	path, err := block.CleanPathIn(g.Folder, c.Path, g.Roots...)
	if err != nil {
		return c, false
	}
	c.path, c.lang = path, source.ForPath(path)
	c.before, _ = g.Disk.Source(path, mostRead)
	c.after, ok = composed(c.before, c.Change)
	return c, ok && len(c.after) <= mostRead
}

// composed is what a change makes of a text, where there is no doubt about it.
func composed(base []byte, change edit.Change) (text []byte, ok bool) {
	if len(base) == 0 {
		return nil, false
	}
	text, err := edit.Compose(base, true, change)
	if err == nil && len(change.Hunks) > 1 && !change.AtOnce {
		change.AtOnce = true
		atOnce, other := edit.Compose(base, true, change)
		return text, other != nil || bytes.Equal(text, atOnce)
	}
	return text, err == nil
}

// judge judges the change by as much of its file as there is time for: all of a file
// that is small; of another where it changes, and a little around that; and what changes
// all over by the signs of what is wrong with it for certain.
func (c oneChange) judge(actions []call.Action, g Ground) Verdict {
	if source.NoText(c.before) != "" || source.NoText(c.after) != "" {
		return whole(actions, g, nil)
	}
	larger, both := max(len(c.before), len(c.after)), len(c.before)+len(c.after)
	fits := larger <= mostWhole || larger <= source.MaxSize && !parser.Defines(c.lang)
	most := mostPart
	if fits {
		most = min(most, both/2) // more than that saves nothing
	}
	versions := excerpt.New(c.lang, c.before, c.after)
	if pair, ok := versions.Excerpt(most); ok {
		if v, proven := c.part(pair, g); proven || !fits && v.sound {
			return v.Verdict
		}
	}
	if fits {
		return whole(actions, g, c.ahead(c.after))
	}
	return c.bySigns(versions, g)
}

// ahead parses what the change makes of the file beside what it changes.
func (c oneChange) ahead(after []byte) parsing {
	made := make(chan *source.File, 1)
	go func() { made <- parser.Parse(c.path, c.lang, after) }()
	file := sync.OnceValue(func() *source.File { return <-made })
	return func(path string, lang source.Language, text []byte) *source.File {
		if path == c.path && lang == c.lang && bytes.Equal(text, after) {
			return file()
		}
		return parser.Parse(path, lang, text)
	}
}

// partVerdict is a verdict on an excerpt.
type partVerdict struct {
	Verdict
	// sound reports whether the first version of it parses, so that what is wrong with
	// the second is so by the change.
	sound bool
}

// part judges an excerpt of both versions as if it were the file. proven reports whether
// the verdict on the file can be no other.
func (c oneChange) part(pair excerpt.Pair, g Ground) (v partVerdict, proven bool) {
	change := c.Change
	if change.Op == edit.Write {
		change.Content = pair.After
	} else if made, ok := composed(pair.Before, change); !ok || !bytes.Equal(made, pair.After) {
		return v, false
	}
	parse := c.ahead(pair.After)
	was := parser.Parse(c.path, c.lang, pair.Before)
	if was.Refused != "" {
		return v, false
	}
	g.Disk = g.Disk.With(was)
	j := judging{Ground: g, part: &c}
	v.Verdict = j.judge([]call.Action{{Kind: call.Change, Path: change.Path, Change: change}}, parse)
	v.sound = was.Errors == 0 && was.Method == source.AST
	return v, v.Decision == Allow && pair.Proves(was, parse(c.path, c.lang, pair.After), g.Limits.NodePercent, g.Limits.TokenPercent)
}
