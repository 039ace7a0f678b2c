package edit

import "strings"

// placeAmidCR places a hunk in a text of which some lines end in CRLF, which neither
// clients nor models see: it fits where it fits but for those. The lines that it
// only repeats keep their ends.
func placeAmidCR(text string, h Hunk) ([]splice, *MismatchError) {
	plain := strings.ReplaceAll(text, "\r\n", "\n")
	places, miss := place(plain, h)
	if miss != nil {
		return nil, miss
	}
	at := offsets{text: text}
	for i := range places {
		p := &places[i]
		before, after := commonLines(plain[p.start:p.end], p.with)
		p.with = p.with[before : len(p.with)-after]
		p.start, p.end = at.original(p.start+before), at.original(p.end-after)
	}
	return places, nil
}

// offsets finds where an offset of the text without the CRs of its line ends lies
// in the text. It is asked in rising order.
type offsets struct {
	text        string
	plain, here int
}

func (o *offsets) original(plain int) int {
	for o.plain < plain {
		if strings.HasPrefix(o.text[o.here:], "\r\n") {
			o.here++
		}
		o.here++
		o.plain++
	}
	return o.here
}

// commonLines are how many bytes of whole lines two texts begin and end with alike.
func commonLines(a, b string) (before, after int) {
	for {
		i := strings.IndexByte(a[before:], '\n') + 1
		if i == 0 || !strings.HasPrefix(b[before:], a[before:before+i]) {
			break
		}
		before += i
	}
	for {
		rest := strings.TrimSuffix(a[before:len(a)-after], "\n")
		i := before + strings.LastIndexByte(rest, '\n') + 1
		line := a[i : len(a)-after]
		if line == "" || !strings.HasSuffix(line, "\n") || !strings.HasSuffix(b[before:len(b)-after], line) {
			break
		}
		if left := len(b) - after - len(line); left > before && b[left-1] != '\n' {
			break // the line of b is longer
		}
		after += len(line)
	}
	return before, after
}
