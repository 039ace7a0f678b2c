package block

import (
	"bytes"
	"strings"
)

// thoughtTags are the elements in which models think aloud. What stands in
// them was not said to the user.
var thoughtTags = []string{"think", "thinking", "thought"}

// blankThoughts overwrites thoughts with blanks, so that offsets stay. A
// thought begins where its tag begins a line outside code, and ends at its end
// tag, or with the text. An end tag alone also ends one: many chat templates
// put the opening tag into the prompt.
func blankThoughts(src []byte) {
	from := 0
	if end, ok := loneEnd(src); ok {
		blank(src[:end])
		from = end
	}
	for {
		start, tag, ok := nextThought(src, from)
		if !ok {
			return
		}
		closing := "</" + tag + ">"
		end := len(src)
		if i := bytes.Index(src[start:], []byte(closing)); i >= 0 {
			end = start + i + len(closing)
		}
		blank(src[start:end])
		from = end
	}
}

// blank writes spaces, and a newline last: what follows begins a line.
func blank(b []byte) {
	for i := range b {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
	if len(b) > 0 {
		b[len(b)-1] = '\n'
	}
}

// loneEnd finds a line that begins with an end tag which no opening tag
// precedes.
func loneEnd(src []byte) (end int, ok bool) {
	for _, tag := range thoughtTags {
		closing := []byte("</" + tag + ">")
		i := bytes.Index(src, closing)
		if i < 0 || bytes.Contains(src[:i], []byte("<"+tag+">")) {
			continue
		}
		before := src[bytes.LastIndexByte(src[:i], '\n')+1 : i]
		if len(bytes.TrimSpace(before)) == 0 {
			return i + len(closing), true
		}
	}
	return 0, false
}

// nextThought finds the next line at or after from that begins with a thought
// tag and stands in no fence and no file element.
func nextThought(src []byte, from int) (at int, tag string, ok bool) {
	if !bytes.Contains(src[from:], []byte("<th")) {
		return 0, "", false
	}
	var fence, closing string
	for from < len(src) {
		line, next := src[from:], len(src)
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line, next = line[:i], from+i+1
		}
		body := strings.TrimLeft(string(line), " \t>")
		switch {
		case closing != "":
			if strings.Contains(body, closing) {
				closing = ""
			}
		case fence != "":
			if rest, has := strings.CutPrefix(body, fence); has && strings.Trim(rest, fence[:1]+" \t") == "" {
				fence = ""
			}
		case strings.HasPrefix(body, "```"), strings.HasPrefix(body, "~~~"):
			fence = body[:len(body)-len(strings.TrimLeft(body, body[:1]))]
		case strings.HasPrefix(body, "<"):
			for _, t := range thoughtTags {
				if strings.HasPrefix(body, "<"+t+">") {
					return from + bytes.IndexByte(line, '<'), t, true
				}
			}
			if name, open := elementOpens(body); open && !strings.Contains(body, "</"+name+">") {
				closing = "</" + name + ">"
			}
		}
		from = next
	}
	return 0, "", false
}
