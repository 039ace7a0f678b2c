package cli

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"holdfast/engine/config"
	"holdfast/parser"
	"holdfast/parser/block"
	"holdfast/parser/edit"
	"holdfast/parser/elide"
	"holdfast/parser/source"
)

// blockView is one block as `blocks --json` prints it.
type blockView struct {
	Path       string           `json:"path"`
	Language   source.Language  `json:"language"`
	Kind       block.Kind       `json:"kind"`
	Convention block.Convention `json:"convention"`
	Confidence block.Confidence `json:"confidence"`
	Full       bool             `json:"full_definition"`
	Reasons    []string         `json:"reasons"`
	Symbols    []string         `json:"symbols"`
}

func blocksCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "blocks FILE|-",
		Short: "Print the code that holdfast finds in a reply",
		Long: `Print the code, edits and commands that holdfast finds in a model's reply: the
file and symbols of each, how it knows them, and why one is no full definition.
Edits are tried against the files of the workspace.`,
		Args: exactly("a FILE, or - for standard input"),
	}
	asJSON := jsonFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		cfg, err := p.load(c)
		if err != nil {
			return err
		}
		reply, err := p.readArgument(c, args[0])
		if err != nil {
			return err
		}
		disk, err := os.OpenRoot(cfg.Workspace.Root)
		if err != nil {
			return unreadable(cfg.Workspace.Root, err)
		}
		defer disk.Close()
		views := viewBlocks(string(reply), cfg.Workspace, diskFiles{disk})
		if *asJSON {
			return printJSON(c.OutOrStdout(), map[string]any{"blocks": orEmpty(views)})
		}
		printBlocks(c.OutOrStdout(), views)
		return nil
	}
	return c
}

// diskFiles are the files of a workspace; nothing outside it is reached.
type diskFiles struct{ root *os.Root }

func (d diskFiles) has(path string) bool {
	info, err := d.root.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// read is a file's content and whether there is one that can be read.
func (d diskFiles) read(path string) ([]byte, bool) {
	if !d.has(path) {
		return nil, false
	}
	f, err := d.root.Open(path)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	data, err := readAll(f, path)
	return data, err == nil
}

func viewBlocks(reply string, w config.Workspace, disk diskFiles) []blockView {
	var views []blockView
	for _, b := range block.Extract(reply, block.Options{Roots: w.Roots(), Known: disk.has}) {
		views = append(views, viewBlock(b, disk))
	}
	return views
}

func viewBlock(b block.Block, disk diskFiles) blockView {
	v := blockView{
		Path: b.Path, Language: b.Language, Kind: b.Kind, Convention: b.Convention, Confidence: b.Confidence,
		Full: b.Full, Reasons: orEmpty(b.Reasons), Symbols: []string{},
	}
	switch b.Kind {
	case block.Code:
		v.define(parser.ParseSnippet(b.Path, b.Language, b.Content), disk)
	case block.Edit:
		for _, change := range b.Edits {
			v.compose(change, disk)
		}
	}
	return v
}

// define adds the symbols of a parsed text and what is wrong with it.
func (v *blockView) define(f *source.File, disk diskFiles) {
	if f.Refused != "" {
		v.lacks(f.Refused)
		return
	}
	if f.Errors > 0 {
		v.lacks(count(f.Errors, "syntax error", "syntax errors"))
	}
	base, _ := disk.read(f.Path)
	for _, m := range elide.FindIn(f.Path, f.Language, f.Src, base) {
		v.lacks(fmt.Sprintf("elided at line %d: %q", m.Line, m.Text))
	}
	for _, s := range f.Symbols {
		v.Symbols = append(v.Symbols, s.Name)
	}
}

// compose tries an edit against the file on disk and adds the symbols that it
// changes or makes.
func (v *blockView) compose(change edit.Change, disk diskFiles) {
	if change.Op == edit.Delete {
		return
	}
	base, exists := disk.read(change.Path)
	text, err := edit.Compose(base, exists, change)
	if err != nil {
		v.lacks(err.Error())
		return
	}
	path := change.Path
	if change.NewPath != "" {
		path = change.NewPath
	}
	before := map[string]string{}
	for _, s := range parser.Parse(change.Path, "", base).Symbols {
		before[s.Name] = s.Hash
	}
	after := parser.Parse(path, "", text)
	changed := after.Symbols[:0:0]
	for _, s := range after.Symbols {
		if before[s.Name] != s.Hash {
			changed = append(changed, s)
		}
	}
	after.Symbols = changed
	v.define(after, disk)
}

func (v *blockView) lacks(reason string) {
	v.Full = false
	v.Reasons = append(v.Reasons, reason)
}

func printBlocks(w io.Writer, views []blockView) {
	if len(views) == 0 {
		fmt.Fprintln(w, "The reply yields no code.")
		return
	}
	t := &table{}
	for i, v := range views {
		name := v.Path
		if name == "" {
			name = "(no path)"
		}
		full := "full"
		if !v.Full {
			full = "not full"
		}
		t.row(fmt.Sprintf("%d %s", i+1, name), string(v.Confidence), string(v.Kind), full, words(string(v.Convention)))
		for _, s := range v.Symbols {
			t.note(s)
		}
		for _, reason := range v.Reasons {
			t.note("- " + reason)
		}
	}
	t.print(w)
}
