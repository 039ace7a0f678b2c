package block

import (
	"fmt"
	"strings"

	"holdfast/parser/source"
)

// claim is one place in a reply that says which file a block is.
type claim struct {
	by       Convention
	path     string // as written
	fragment bool   // it also says that the block is a part of the file
	labelled bool   // with "File:" or the like
	stray    string // a word before it that may belong to it, "" for none
}

// verdict is what the claims on a block prove together.
type verdict struct {
	path       string
	by         Convention
	confidence Confidence
	fragment   bool
	weak       bool // the path rests on a hint: never a full definition
	rooted     bool // the path was written as an absolute one
	reasons    []string
}

func (v *verdict) because(format string, args ...any) {
	v.reasons = append(v.reasons, fmt.Sprintf(format, args...))
}

// doubt lowers a confirmed verdict.
func (v *verdict) doubt(format string, args ...any) {
	if v.confidence == Confirmed {
		v.confidence = Inferred
	}
	v.because(format, args...)
}

// judge weighs explicit claims, the strongest first. A strongest claim that is
// no admissible path settles the matter: nothing weaker may stand in for it.
func (n *names) judge(claims []claim, l tagged) verdict {
	if len(claims) == 0 {
		return verdict{by: NoPath, confidence: Unresolved}
	}
	first := claims[0]
	v := verdict{by: first.by, confidence: Confirmed, fragment: first.fragment, rooted: rooted(first.path)}
	clean, err := n.clean(first.path)
	if err != nil {
		v.confidence = Unresolved
		v.because("%s", err)
		return v
	}
	v.path = clean
	if first.stray != "" && !n.known(clean) {
		v.doubt("%q stands before it, which may be a part of its path", first.stray)
	}
	for _, c := range claims[1:] {
		v.fragment = v.fragment || c.fragment
		n.compare(&v, c)
	}
	n.locate(&v)
	n.checkLanguage(&v, l)
	n.place(&v)
	return v
}

// compare holds a further claim against the verdict so far.
func (n *names) compare(v *verdict, c claim) {
	other, err := n.clean(c.path)
	switch {
	case err != nil:
		v.weak = true
		v.doubt("its %s names %q, where %s", c.by.words(), c.path, err)
	case other == v.path:
	case endOf(v.path, other) && !n.known(v.path) && (!strings.Contains(v.path, "/") || n.known(other)):
		v.path, v.rooted = other, rooted(c.path) // the end of a path, and the full path of the same file
	case endOf(v.path, other) && strings.Contains(v.path, "/"): // told from another folder: the stronger claim holds
	case endOf(other, v.path) && !n.known(other):
	default:
		v.weak = true
		v.doubt("its %s says %s, its %s says %s", v.by.words(), v.path, c.by.words(), other)
	}
}

// endOf reports whether a path is the end of a longer one: the bare name of the
// file, or its path from a folder further down.
func endOf(end, long string) bool { return strings.HasSuffix(long, "/"+end) }

// locate replaces a bare name that is no known file by the only file of that
// name, which is a hint and no proof.
func (n *names) locate(v *verdict) {
	if strings.Contains(v.path, "/") || n.known(v.path) {
		return
	}
	switch same := n.based(v.path); len(same) {
	case 0:
	case 1:
		v.weak = true
		v.doubt("%s is no file of the workspace; %s is the only tracked one of that name", v.path, same[0])
		v.path, v.by = same[0], Basename
	default:
		v.weak = true
		v.doubt("%d tracked files are called %s", len(same), v.path)
	}
}

// checkLanguage holds the path's extension against the fence's tag.
func (n *names) checkLanguage(v *verdict, l tagged) {
	tag, file := l.tag, source.ForPath(v.path)
	if !agree(tag, file) && !l.wrong(v.path, file) {
		v.doubt("%s is a %s file, but the block says %s", v.path, file, tag)
	}
	if v.by != FirstLineComment || v.confidence != Confirmed || n.known(v.path) {
		return
	}
	// A bare comment may be about another file: it needs more to be believed.
	switch {
	case !strings.Contains(v.path, "/"):
		v.doubt("the comment names %s without a folder, and no such file is known", v.path)
	case tag != "" && file == "":
		v.doubt("nothing tells that %s is a %s file", v.path, tag)
	}
}

// hint is the verdict of a claim that proves nothing by itself.
func (n *names) hint(c claim, tag source.Language, reason string) (verdict, bool) {
	clean, err := n.clean(c.path)
	if err != nil || !agree(tag, source.ForPath(clean)) {
		return verdict{}, false
	}
	v := verdict{path: clean, by: c.by, confidence: Inferred, fragment: c.fragment, weak: true, rooted: rooted(c.path)}
	v.because("%s", reason)
	n.locate(&v)
	n.place(&v)
	return v, true
}

// words says a convention in a sentence.
func (c Convention) words() string {
	switch c {
	case InfoString, LineQuote:
		return "info string"
	case LineAbove:
		return "line above"
	case FilepathComment, FirstLineComment:
		return "first line"
	case SearchReplace, UnifiedDiff, V4APatch:
		return "header"
	}
	return "element"
}
