package author_test

import (
	"strings"
	"testing"
	"time"

	"holdfast/engine/author"
)

// review is the file of a command, as it lies on disk.
const review = "---\ndescription: look at the storage\n---\n\n# Look at the storage\n\nWe will use LMDB for storage. Never edit the changelog.\n\n" +
	"```python\n# geo/area.py\ndef area(w, h):\n    return w + h\n```\n\nThe user asks: $ARGUMENTS\n\nBegin with $1, and say what is odd.\n"

func TestTheTextOfACommandsFileIsNoUsers_Product13(t *testing.T) {
	body := review[strings.Index(review, "# Look"):]
	filled := strings.NewReplacer("$ARGUMENTS", "keep the table in memory", "$1", "keep").Replace(body)
	for name, tc := range map[string]struct{ file, message, written string }{
		"as it is":                      {review, body, "$ARGUMENTS $1"},
		"with what was typed":           {review, filled, "keep the table in memory keep"},
		"with more behind it":           {"Look at what is new.\nName what is odd.", "Look at what is new.\nName what is odd.\n\nand take LMDB", "and take LMDB"},
		"with settings of its own":      {review, review[:strings.Index(review, "The user")] + "The user asks: no LMDB\n", "no LMDB"},
		"behind a head of the client's": {"Look at what is new.\nName what is odd.", "/rev\n\nLook at what is new.\nName what is odd.", "/rev"},
		"with more right behind it":     {"Look at what is new.\nName what is odd.", "Look at what is new.\nName what is odd. and take LMDB", "and take LMDB"},
		"with words between":            {"Look at what is new.\n{{args}}\nName what is odd.", "Look at what is new.\ntake LMDB\nand be quick\nName what is odd.", "take LMDB\nand be quick"},
		"with what the client put in":   {"Look at what is new:\n!`git diff`\nName what is odd.", "Look at what is new:\n+ We use LMDB.\n- We use files.\nName what is odd.\nand be quick", "and be quick"},
		"with a file at its end":        {"Look at what is new, and name it:\n@{notes.md}", "Look at what is new, and name it:\nWe will use LMDB.\n", ""},
		"in another dress":              {"- Look at what is new.\n- Name what is \"odd\".", "Look at what is new.\n  Name what is odd.", ""},
		"of one line":                   {"Look at what is new, and name what is odd.\n", "Look at what is new, and name what is odd.", ""},
		"a part of it":                  {review, "We will use LMDB for storage.", "We will use LMDB for storage."},
		"words like it":                 {"Look at what is new.\nName what is odd.", "Look at what is new.\nThen name what is bad.", "Look at what is new.\nThen name what is bad."},
		"too little to tell":            {"Go on.\n", "Go on.", "Go on."},
	} {
		t.Run(name, func(t *testing.T) {
			var texts []*author.Text
			if text := author.NewText(".a/commands/rev.md", tc.file); text != nil {
				texts = append(texts, text)
			}
			r := of(nil, func(r *author.Request) { r.Texts = func() []*author.Text { return texts } }, tc.message)
			if got := strings.Join(strings.Fields(r.Written), " "); got != strings.Join(strings.Fields(tc.written), " ") {
				t.Errorf("the user is said to have written %q", r.Written)
			}
			if !strings.Contains(r.Asked, strings.Fields(tc.message)[0]) {
				t.Errorf("what it names is not looked for: %q", r.Asked)
			}
		})
	}
	plain := author.Of(author.Request{Parts: []string{body}, Text: body, Texts: func() []*author.Text { return []*author.Text{author.NewText("x", review)} }}, nil)
	if plain.Written != body {
		t.Errorf("in a plain chat the user is said to have written %q", plain.Written)
	}
}

func TestManyTextsAreLookedThroughInTime(t *testing.T) {
	var texts []*author.Text
	for n := range 60 { // 2 MiB
		texts = append(texts, author.NewText("x", strings.Repeat("Look at "+strings.Repeat("x", n%7)+" $1\nName what is odd\n", 1000)))
	}
	message := strings.Repeat("Name what is odd\nLook at it\n", 20_000)
	began := time.Now()
	of(nil, func(r *author.Request) { r.Texts = func() []*author.Text { return texts } }, message)
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}

func FuzzTexts(f *testing.F) {
	f.Add(review, "The user asks: x\nBegin with y, and say what is odd.")
	f.Add("a line of words $1 b\n!`c`\nmore of such words", "a line of words x b\ny\nmore of such words")
	f.Fuzz(func(t *testing.T, file, message string) {
		var texts []*author.Text
		if text := author.NewText("f", file); text != nil {
			texts = append(texts, text)
		}
		r := of(nil, func(r *author.Request) { r.Texts = func() []*author.Text { return texts } }, message)
		at := 0
		for _, p := range r.Pieces {
			if p.From < at || p.To <= p.From || p.To > len(message) {
				t.Fatalf("%+v", r.Pieces)
			}
			at = p.To
		}
	})
}
