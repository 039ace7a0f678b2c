package pattern

import (
	"os"
	"regexp"
	"strings"
	"sync"
)

// Regexp is a regular expression that is compiled once, by the first of its methods that
// is called. It is safe for use by many at once, as regexp.Regexp is, whose methods it has.
type Regexp struct {
	expr string
	once sync.Once
	re   *regexp.Regexp
}

// testing reports whether a test runs: it is told at once of an expression that does not
// compile, whether or not it comes to need it.
var testing = len(os.Args) > 0 && strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test")

// New returns the expression expr, which must be a valid one: its first use panics
// otherwise, and New itself in a test.
func New(expr string) *Regexp {
	p := &Regexp{expr: expr}
	if testing {
		p.compiled()
	}
	return p
}

func (p *Regexp) compiled() *regexp.Regexp {
	p.once.Do(func() { p.re = regexp.MustCompile(p.expr) })
	return p.re
}

// The methods of regexp.Regexp that somebody needs, each under its own name.

// String is regexp.Regexp.String.
func (p *Regexp) String() string { return p.expr }

// Match is regexp.Regexp.Match.
func (p *Regexp) Match(b []byte) bool { return p.compiled().Match(b) }

// MatchString is regexp.Regexp.MatchString.
func (p *Regexp) MatchString(s string) bool { return p.compiled().MatchString(s) }

// FindIndex is regexp.Regexp.FindIndex.
func (p *Regexp) FindIndex(b []byte) []int { return p.compiled().FindIndex(b) }

// FindAllIndex is regexp.Regexp.FindAllIndex.
func (p *Regexp) FindAllIndex(b []byte, n int) [][]int { return p.compiled().FindAllIndex(b, n) }

// FindSubmatch is regexp.Regexp.FindSubmatch.
func (p *Regexp) FindSubmatch(b []byte) [][]byte { return p.compiled().FindSubmatch(b) }

// FindAllSubmatchIndex is regexp.Regexp.FindAllSubmatchIndex.
func (p *Regexp) FindAllSubmatchIndex(b []byte, n int) [][]int {
	return p.compiled().FindAllSubmatchIndex(b, n)
}

// FindString is regexp.Regexp.FindString.
func (p *Regexp) FindString(s string) string { return p.compiled().FindString(s) }

// FindStringIndex is regexp.Regexp.FindStringIndex.
func (p *Regexp) FindStringIndex(s string) []int { return p.compiled().FindStringIndex(s) }

// FindStringSubmatch is regexp.Regexp.FindStringSubmatch.
func (p *Regexp) FindStringSubmatch(s string) []string { return p.compiled().FindStringSubmatch(s) }

// FindStringSubmatchIndex is regexp.Regexp.FindStringSubmatchIndex.
func (p *Regexp) FindStringSubmatchIndex(s string) []int {
	return p.compiled().FindStringSubmatchIndex(s)
}

// FindAllString is regexp.Regexp.FindAllString.
func (p *Regexp) FindAllString(s string, n int) []string { return p.compiled().FindAllString(s, n) }

// FindAllStringIndex is regexp.Regexp.FindAllStringIndex.
func (p *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch is regexp.Regexp.FindAllStringSubmatch.
func (p *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return p.compiled().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is regexp.Regexp.FindAllStringSubmatchIndex.
func (p *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.compiled().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString is regexp.Regexp.ReplaceAllString.
func (p *Regexp) ReplaceAllString(src, repl string) string {
	return p.compiled().ReplaceAllString(src, repl)
}

// ReplaceAllStringFunc is regexp.Regexp.ReplaceAllStringFunc.
func (p *Regexp) ReplaceAllStringFunc(src string, repl func(string) string) string {
	return p.compiled().ReplaceAllStringFunc(src, repl)
}
