package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"

	"github.com/spf13/cobra"

	"holdfast/parser"
	"holdfast/parser/source"
)

// symbolFile is one file as `symbols --json` prints it.
type symbolFile struct {
	Path     string           `json:"path"`
	Language source.Language  `json:"language"`
	Errors   int              `json:"errors"`
	Refused  string           `json:"refused,omitempty"`
	Symbols  []symbolPosition `json:"symbols"`
}

// symbolPosition is one definition; a name that is defined several times has
// one for each.
type symbolPosition struct {
	Name      string `json:"name"`
	Kind      string `json:"kind"`
	StartByte int    `json:"start_byte"`
	EndByte   int    `json:"end_byte"` // exclusive
	StartLine int    `json:"start_line"`
	EndLine   int    `json:"end_line"` // inclusive, both count from 1
}

func symbolsCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "symbols PATH…",
		Short: "Print the symbols that the parser sees in files and folders",
		Long: `Print the symbols that the parser sees in files and folders. In a folder it
reads files of known languages, and skips hidden folders and node_modules.`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage(c, "%s needs at least one PATH", c.CommandPath())
			}
			return nil
		},
	}
	asJSON := jsonFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		var files []symbolFile
		failed := p.eachSource(c.Context(), args, func(name string, src []byte) {
			files = append(files, symbolsOf(parser.Parse(name, "", src)))
		})
		if *asJSON {
			return errors.Join(printJSON(c.OutOrStdout(), map[string]any{"files": orEmpty(files)}), failed)
		}
		for _, f := range files {
			printSymbols(c.OutOrStdout(), f)
		}
		return failed
	}
	return c
}

func symbolsOf(f *source.File) symbolFile {
	s := symbolFile{Path: f.Path, Language: f.Language, Errors: f.Errors, Refused: f.Refused, Symbols: []symbolPosition{}}
	at := lineStarts(f.Src)
	for _, sym := range f.Symbols {
		for _, r := range sym.Extents {
			s.Symbols = append(s.Symbols, symbolPosition{sym.Name, sym.Kind, r.Start, r.End, at.line(r.Start), at.line(max(r.Start, r.End-1))})
		}
	}
	slices.SortStableFunc(s.Symbols, func(a, b symbolPosition) int { return a.StartByte - b.StartByte })
	return s
}

// lines are the offsets at which the lines of a text start.
type lines []int

func lineStarts(src []byte) lines {
	starts := lines{0}
	for i, b := range src {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// line is the number, from 1, of the line that holds an offset.
func (l lines) line(offset int) int {
	return sort.Search(len(l), func(i int) bool { return l[i] > offset })
}

func printSymbols(w io.Writer, f symbolFile) {
	note := string(f.Language)
	if note == "" {
		note = "unknown language"
	}
	if f.Errors > 0 {
		note += ", " + count(f.Errors, "error", "errors")
	}
	if f.Refused != "" {
		note = f.Refused
	}
	fmt.Fprintf(w, "%s (%s)\n", clean(f.Path), clean(note))
	t := &table{}
	for _, s := range f.Symbols {
		t.row("  "+s.Name, s.Kind, fmt.Sprintf("%d-%d", s.StartLine, s.EndLine))
	}
	t.print(w)
}
