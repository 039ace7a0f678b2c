package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
)

// printJSON writes one object; names and sentences stay readable in it.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// jsonFlag adds --json to a read view.
func jsonFlag(c *cobra.Command) *bool {
	return c.Flags().Bool("json", false, "print one JSON object")
}

// columns is the width that text is made for.
const columns = 80

// table prints rows in aligned columns. Names are never cut, since they go into
// the next command: a first cell wider than the column stands on its own line.
// A last cell that is a sentence is wrapped.
type table struct {
	rows [][]string
}

// widestFirst is the most room that the first column takes, in cells; the rest
// of the columns is for the others.
const widestFirst = 44

func (t *table) row(cells ...string) {
	for i := range cells {
		cells[i] = clean(cells[i])
	}
	t.rows = append(t.rows, cells)
}

// note adds text under the last row, indented.
func (t *table) note(text string) {
	for _, line := range wrap(clean(text), columns-4) {
		t.rows = append(t.rows, []string{"    " + line})
	}
}

func (t *table) print(w io.Writer) {
	widths := t.widths()
	var b strings.Builder
	for _, row := range t.rows {
		start := 0
		last := len(row) - 1
		for i, cell := range row[:last] {
			b.WriteString(cell)
			gap := widths[i] - ansi.StringWidth(cell)
			if gap < 0 {
				b.WriteString("\n" + strings.Repeat(" ", start))
				gap = widths[i]
			}
			b.WriteString(strings.Repeat(" ", gap+2))
			start += widths[i] + 2
		}
		lines := []string{row[last]}
		if last > 0 {
			lines = wrap(row[last], max(columns-start, 24))
		}
		b.WriteString(strings.Join(lines, "\n"+strings.Repeat(" ", start)) + "\n")
	}
	for line := range strings.Lines(b.String()) {
		io.WriteString(w, strings.TrimRight(line, " \n")+"\n") // the writer keeps the error
	}
}

// wrap breaks text between words; a word wider than the width stands alone.
func wrap(text string, width int) []string {
	lines := []string{""}
	for word := range strings.FieldsSeq(text) {
		switch line := &lines[len(lines)-1]; {
		case *line == "":
			*line = word
		case ansi.StringWidth(*line)+1+ansi.StringWidth(word) <= width:
			*line += " " + word
		default:
			lines = append(lines, word)
		}
	}
	return lines
}

// widths measures the columns; a row of one cell is text and measures nothing.
func (t *table) widths() []int {
	var widths []int
	for _, row := range t.rows {
		if len(row) == 1 {
			continue
		}
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			width := ansi.StringWidth(cell)
			if i > 0 || width <= widestFirst {
				widths[i] = max(widths[i], width)
			}
		}
	}
	return widths
}

// clean makes text of unknown making safe for a terminal: one line, and no
// control or direction character that could move the cursor or lie about order.
func clean(s string) string { return neutralise(s, "") }

// cleanCode is clean for text that keeps its lines and tabs.
func cleanCode(s string) string { return neutralise(s, "\n\t") }

func neutralise(s, keep string) string {
	harmful := func(r rune) bool {
		return (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029') && !strings.ContainsRune(keep, r)
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	if !strings.ContainsFunc(s, harmful) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !harmful(r):
			b.WriteRune(r)
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteByte(' ')
		default:
			fmt.Fprintf(&b, "\\u%04x", r)
		}
	}
	return b.String()
}

// age is how long ago t was, in the largest unit that fits.
func age(now, t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	d := max(now.Sub(t), 0)
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s ago", int(d/time.Second))
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d/time.Minute))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h ago", int(d/time.Hour))
	default:
		return fmt.Sprintf("%d d ago", int(d/(24*time.Hour)))
	}
}

// count is "1 symbol", "2 symbols".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// words turns a stable name such as user_verification into words.
func words(name string) string { return strings.ReplaceAll(name, "_", " ") }

// short is the beginning of a hash, enough to recognise it by.
func short(hash string) string {
	if digits, ok := strings.CutPrefix(hash, "sha256:"); ok && len(digits) > 12 {
		return "sha256:" + digits[:12]
	}
	return hash
}
