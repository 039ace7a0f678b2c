package config

import (
	"math"
	"net"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// kind is what values a key takes. Both methods yield the Go value to store, or
// false where it is not allowed.
type kind interface {
	// typed takes what a TOML document holds: a string, int64, float64, bool, list or
	// something that no key takes.
	typed(v any) (any, bool)
	// worded takes the text of an environment variable or a flag.
	worded(s string) (any, bool)
	// allowed completes the sentence "give …".
	allowed() string
}

// text is a string that ok accepts.
type text struct {
	want string
	ok   func(string) bool
}

func (k text) typed(v any) (any, bool) {
	s, isString := v.(string)
	return s, isString && k.ok(s)
}

func (k text) worded(s string) (any, bool) { return s, k.ok(s) }
func (k text) allowed() string             { return k.want }

// choice is one of a few words.
type choice []string

func (k choice) typed(v any) (any, bool) {
	s, isString := v.(string)
	if !isString {
		return nil, false
	}
	return k.worded(s)
}

func (k choice) worded(s string) (any, bool) {
	for _, c := range k {
		if s == c {
			return s, true
		}
	}
	return nil, false
}

func (k choice) allowed() string { return enumerate(k) }

// boolean is true or false.
type boolean struct{}

func (boolean) typed(v any) (any, bool) {
	b, ok := v.(bool)
	return b, ok
}

func (boolean) worded(s string) (any, bool) {
	b, err := strconv.ParseBool(strings.TrimSpace(s))
	return b, err == nil
}

func (boolean) allowed() string { return "true or false" }

// whole is a whole number within bounds, both included.
type whole struct{ least, most int }

func (k whole) typed(v any) (any, bool) {
	n, ok := v.(int64)
	return int(n), ok && n >= int64(k.least) && n <= int64(k.most)
}

func (k whole) worded(s string) (any, bool) {
	n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	if err != nil {
		return nil, false
	}
	return k.typed(n)
}

func (k whole) allowed() string {
	return "a whole number from " + strconv.Itoa(k.least) + " to " + strconv.Itoa(k.most)
}

// ratio is a number from 0 to 1.
type ratio struct{}

func (ratio) typed(v any) (any, bool) {
	var f float64
	switch n := v.(type) {
	case float64:
		f = n
	case int64:
		f = float64(n)
	default:
		return nil, false
	}
	return math.Abs(f), f >= 0 && f <= 1 // Abs turns -0 into 0; NaN fails
}

func (k ratio) worded(s string) (any, bool) {
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil {
		return nil, false
	}
	return k.typed(f)
}

func (ratio) allowed() string { return "a number from 0 to 1, such as 0.5" }

// lines is a list of texts of one line each.
type lines struct{}

func (lines) typed(v any) (any, bool) {
	given, ok := v.([]any)
	list := make([]string, 0, len(given))
	for _, one := range given {
		s, isString := one.(string)
		if !isString || strings.TrimSpace(s) == "" || !oneLine(s) {
			return nil, false
		}
		list = append(list, strings.TrimSpace(s))
	}
	return list, ok
}

// worded takes a list one to a line.
func (k lines) worded(s string) (any, bool) {
	var list []any
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return k.typed(append([]any{}, list...))
}

func (lines) allowed() string { return "a list of texts, such as [\"go test ./...\"]" }

// enumerate is "a, b or c".
func enumerate(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

func checkListen(s string) bool {
	host, port, err := net.SplitHostPort(s)
	if err != nil || strings.ContainsFunc(host, func(r rune) bool { return r <= ' ' || r == '/' }) {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

func checkUpstream(s string) bool {
	if s == "" || s == UpstreamDemo {
		return true
	}
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" &&
		u.RawQuery == "" && u.Fragment == "" && oneLine(s)
}

func checkModel(s string) bool { return len(s) <= 256 && oneLine(s) }

var sessionName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

func checkSession(s string) bool { return s == "" || sessionName.MatchString(s) }

func checkToken(s string) bool {
	return len(s) <= 4096 && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

func oneLine(s string) bool { return !strings.ContainsFunc(s, unicode.IsControl) }

// Loopback reports whether only this machine can reach the listen address. An
// empty host listens everywhere.
func (c *Config) Loopback() bool {
	host, _, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// CheckServing tells why holdfast may not listen with this configuration: an
// address that others can reach needs a token.
func (c *Config) CheckServing() error {
	if c.Loopback() || c.Token != "" {
		return nil
	}
	return &Error{
		Origin: c.origin("listen"), Key: "listen",
		Problem: c.Listen + " can be reached from other machines: set a token (--token or HOLDFAST_TOKEN), or listen on 127.0.0.1",
	}
}

func (c *Config) origin(name string) Origin {
	for _, v := range c.values {
		if v.Key == name {
			return v.Origin
		}
	}
	return Origin{}
}
