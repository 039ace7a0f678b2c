package cli

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

// FuzzArrange proves that no word of a command line is lost or made up.
func FuzzArrange(f *testing.F) {
	for _, seed := range []string{"state --json", "--reason a reject x", "-n 5 recent", "-n", "--", "a -- --b -", "-jn5 --x=y", "-é --path"} {
		f.Add(seed)
	}
	root := Root(Deps{})
	f.Fuzz(func(t *testing.T, text string) {
		args := strings.Split(text, " ")
		got := arrange(root, args)
		slices.Sort(args)
		slices.Sort(got)
		if !slices.Equal(args, got) {
			t.Fatalf("%q became %q", args, got)
		}
	})
}

// FuzzTable proves that no text can break out of its line or steer a terminal.
func FuzzTable(f *testing.F) {
	for _, seed := range []string{"", "a\x1b[2Jb", "两个 宽 字", "\u202eevil", "a\r\nb\u2028c", "\xff\xfe", strings.Repeat("word ", 99)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var b strings.Builder
		table := &table{}
		table.row(text, "x", text)
		table.note(text)
		table.print(&b)
		for _, r := range b.String() {
			if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
				t.Fatalf("%q lets %U through", b.String(), r)
			}
		}
	})
}
