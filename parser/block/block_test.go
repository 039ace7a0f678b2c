package block

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/parser/source"
)

var update = flag.Bool("update", false, "rewrite the expected blocks in testdata/replies")

// reply is the JSON beside a reply: what the workspace knows, and the blocks.
type reply struct {
	Root   string   `json:"root,omitempty"`
	Files  []string `json:"files,omitempty"`
	Blocks []golden `json:"blocks"`
}

type golden struct {
	Path       string          `json:"path"`
	Language   source.Language `json:"language"`
	Tag        string          `json:"tag,omitempty"`
	Convention Convention      `json:"convention"`
	Confidence Confidence      `json:"confidence"`
	Kind       Kind            `json:"kind"`
	Full       bool            `json:"full"`
	Closed     bool            `json:"closed"`
	Fragment   bool            `json:"fragment,omitempty"`
	Reasons    []string        `json:"reasons,omitempty"`
	Comment    string          `json:"comment,omitempty"`
	Content    string          `json:"content"`
	First      string          `json:"first_line_of_span"`
	Last       string          `json:"last_line_of_span"`
	Edits      []goldenEdit    `json:"edits,omitempty"`
}

type goldenEdit struct {
	Op      string       `json:"op"`
	Path    string       `json:"path"`
	NewPath string       `json:"new_path,omitempty"`
	Content string       `json:"content,omitempty"`
	Hunks   []goldenHunk `json:"hunks,omitempty"`
}

type goldenHunk struct {
	Old     string   `json:"old"`
	New     string   `json:"new"`
	Anchors []string `json:"anchors,omitempty"`
	Line    int      `json:"line,omitempty"`
}

func goldenOf(b Block, text string) golden {
	g := golden{
		Path: b.Path, Language: b.Language, Tag: b.Tag, Convention: b.Convention, Confidence: b.Confidence, Kind: b.Kind,
		Full: b.Full, Closed: b.Closed, Fragment: b.Fragment, Reasons: b.Reasons,
		Comment: string(b.Comment), Content: string(b.Content),
	}
	span := strings.ReplaceAll(text[b.Span.Start:b.Span.End], "\r\n", "\n")
	g.First, _, _ = strings.Cut(span, "\n")
	g.Last = span[strings.LastIndexByte(span, '\n')+1:]
	for _, c := range b.Edits {
		e := goldenEdit{Op: string(c.Op), Path: c.Path, NewPath: c.NewPath, Content: string(c.Content)}
		for _, h := range c.Hunks {
			e.Hunks = append(e.Hunks, goldenHunk{h.Old, h.New, h.Anchors, h.Line})
		}
		g.Edits = append(g.Edits, e)
	}
	return g
}

// TestTSLP4_1RepliesYieldTheirBlocks reads each reply in testdata/replies and
// compares with the JSON beside it.
func TestTSLP4_1RepliesYieldTheirBlocks(t *testing.T) {
	files, err := filepath.Glob("../../testdata/replies/*.md")
	if err != nil || len(files) == 0 {
		t.Fatalf("no replies: %v", err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".md")
		t.Run(name, func(t *testing.T) {
			t.Parallel() // one parser serves all
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			expected := strings.TrimSuffix(file, ".md") + ".json"
			var want reply
			doc, err := os.ReadFile(expected)
			if err == nil {
				err = json.Unmarshal(doc, &want)
			}
			if err != nil && !*update {
				t.Fatal(err)
			}
			got := want
			got.Blocks = []golden{}
			for i, b := range Extract(string(text), Options{Roots: []string{want.Root}, Files: want.Files}) {
				if b.Index != i {
					t.Errorf("block %d has index %d", i, b.Index)
				}
				got.Blocks = append(got.Blocks, goldenOf(b, string(text)))
			}
			out := encode(t, got)
			if *update {
				if err := os.WriteFile(expected, out, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if string(out) != string(encode(t, want)) {
				t.Errorf("got\n%s\nwant\n%s", out, encode(t, want))
			}
		})
	}
}

func TestEveryConventionHasAReply(t *testing.T) {
	files, err := filepath.Glob("../../testdata/replies/*.json")
	if err != nil {
		t.Fatal(err)
	}
	missing := map[Convention]bool{
		SearchReplace: true, UnifiedDiff: true, V4APatch: true, FileTag: true, WriteToFile: true, InfoString: true, LineQuote: true,
		LineAbove: true, FilepathComment: true, FirstLineComment: true, ProseBackticks: true, Basename: true, OnlyFile: true, NoPath: true,
	}
	for _, file := range files {
		doc, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var r reply
		if err := json.Unmarshal(doc, &r); err != nil {
			t.Fatal(err)
		}
		for _, b := range r.Blocks {
			delete(missing, b.Convention)
		}
	}
	if len(missing) > 0 {
		t.Errorf("no reply for %v", missing)
	}
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return []byte(b.String())
}

func TestXMLToolCallsAreAppliedByTheClient(t *testing.T) {
	tests := map[string]bool{
		"<write_to_file>\n<path>a.go</path>\n<content>\npackage a\n</content>\n</write_to_file>\n":                                    true,
		"<replace_in_file>\n<path>a.go</path>\n<diff>\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n</diff>\n</replace_in_file>\n": true,
		"<file path=\"a.go\">\npackage a\n</file>\n":                                                                                  false,
		"a.go\n```go\npackage a\n```\n":                                    false,
		"a.go\n```\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n```\n": false,
	}
	for reply, want := range tests {
		got := Extract(reply, Options{})
		if len(got) != 1 || got[0].Path != "a.go" || got[0].Applied != want {
			t.Errorf("%q: %+v", reply, got)
		}
	}
}
