package author

import (
	"slices"
	"strings"
)

// Bounds on what counts as a repetition.
const (
	fewLines     = 3 // below which a block must be the model's wholly
	proseLetters = 8 // of a line of prose that tells anything
	codeLetters  = 2 // of a line of code
	argWords     = 4 // of what is known as a call's argument alone
	promptWords  = 6 // of a line of it that makes a first message an agent's
)

// forAClient is the reason where the model wrote a text for the client.
const forAClient = "repeats what the model wrote into a call or a summary"

// tally counts lines and how many of them the model said.
type tally struct {
	lines, said int
	// arguments counts those of prose that stood in a call's argument, words
	// theirs.
	arguments, words int
	// longest is the most words that one of them has.
	longest int
}

func (t *tally) add(o tally) {
	t.lines, t.said = t.lines+o.lines, t.said+o.said
	t.arguments, t.words, t.longest = t.arguments+o.arguments, t.words+o.words, max(t.longest, o.longest)
}

// half reports whether so many lines are the model's that the block is.
func (t tally) half() bool { return t.lines >= fewLines && 2*t.said >= t.lines }

// argument reports whether all of it stood in a call's argument.
func (t tally) argument() bool { return t.lines > 0 && t.arguments == t.lines }

// count reads a text's lines.
func (d *decision) count(text string, letters int) tally {
	var t tally
	eachLine(text, func(l line) {
		if l.letters < letters {
			return
		}
		t.lines++
		words := d.argued(text, l, letters == proseLetters, nil)
		if words > 0 || d.heard(l.hash) {
			t.said++
		}
		if words > 0 {
			t.arguments++
			t.words += words
			t.longest = max(t.longest, words)
		}
	})
	if letters == proseLetters && t.lines > 1 && 2*t.said < t.lines {
		d.rewrapped(text, &t)
	}
	return t
}

// rewrapped counts a paragraph whose lines nobody said for what it is as one line.
func (d *decision) rewrapped(text string, t *tally) {
	eachParagraph(text, func(joined string) {
		eachLine(joined, func(l line) {
			words := d.argued(joined, l, true, nil)
			if words == 0 && !d.heard(l.hash) {
				return
			}
			if t.said = t.lines; words > 0 {
				t.arguments, t.words, t.longest = t.lines, words, max(t.longest, words)
			}
		})
	})
}

// argued returns how many words of a line stood in a call's argument, 0 where it is
// not for the most part of such: it may be the line itself or, of prose, phrases
// of it. do, which may be nil, is called for the hash of each.
func (d *decision) argued(text string, l line, prose bool, do func(h uint64)) (words int) {
	if h := l.hash ^ argument; d.heard(h) {
		if do != nil {
			do(h)
		}
		return l.words
	}
	if !prose || !d.heard(argument) {
		return 0
	}
	letters := 0
	phrases := func(do func(p line)) {
		eachPhrase(text[l.from:l.to], func(p line) {
			if d.heard(p.hash ^ argument) {
				do(p)
			}
		})
	}
	phrases(func(p line) { letters, words = letters+p.letters, words+p.words })
	if 2*letters < l.letters {
		return 0
	}
	if do != nil {
		phrases(func(p line) { do(p.hash ^ argument) })
	}
	return words
}

// heard reports whether the model said a line.
func (d *decision) heard(h uint64) bool { return d.said != nil && d.said.holds(h) || d.earlier[h] }

// own reports whether the request itself shows the calls whose arguments the
// message repeats: the conversation of another agent does not, and a user may take
// an option by its name.
func (d *decision) own() bool {
	d.look()
	own, all := 0, 0
	for i := range d.parts {
		p := &d.parts[i]
		p.users(func(from, to int) {
			eachLine(p.text[from:to], func(l line) {
				d.argued(p.text[from:to], l, true, func(h uint64) {
					if all++; d.earlier[h] {
						own++
					}
				})
			})
		})
	}
	return all > 0 && own == all
}

// look reads what the model said in the request itself, once: before holdfast was
// there, perhaps.
func (d *decision) look() {
	if d.earlier != nil || d.Earlier == nil {
		return
	}
	d.earlier = map[uint64]bool{}
	for _, r := range d.Earlier() {
		if len(r.Arguments) > 0 {
			d.earlier[argument] = true
		}
		r.each(func(h uint64) { d.earlier[h] = true })
	}
}

// repeated takes from the user what the model said: the arguments of a call, with
// which a conversation of another agent begins; where the request has tools,
// also a part of which half repeats replies, and each paragraph that does. Code
// stays where it is and is in doubt: see Report.Doubt.
func (d *decision) repeated() {
	if d.said != nil {
		d.said.mu.RLock()
		defer d.said.mu.RUnlock()
	}
	if d.echoes() {
		d.all(Model, "is word for word what the model replied")
		return
	}
	if !d.Tools && (d.said == nil || !d.said.holds(argument)) {
		return // nobody called a tool in this workspace: a plain chat is the user's
	}
	var whole tally
	for i := range d.parts {
		d.weigh(&d.parts[i], &whole)
	}
	d.asked = d.First && whole.arguments > 0
	if d.briefs(whole) && !d.own() {
		d.all(Agent, forAClient)
	}
}

// weigh adds a part to what the whole message repeats, and takes from the user what
// of it is the model's.
func (d *decision) weigh(p *part, whole *tally) {
	var prose tally
	var units []unit // that may be somebody else's
	p.users(func(from, to int) {
		d.units(p.text, from, to, func(u unit) {
			switch {
			case u.quoted:
				whole.add(u.tally)
			case !u.code:
				prose.add(u.tally)
			}
			if !u.code && u.said+u.arguments > 0 {
				units = append(units, u)
			}
		})
	})
	whole.add(prose)
	visible := d.Tools && d.visible(p)
	switch {
	case d.Tools && prose.half() && prose.said >= 2 && !visible:
		p.give(span{0, len(p.text), Model, forHalf})
	case d.Tools && prose.half() && prose.said >= 2:
		d.copied(p)
	default:
		d.paragraphs(p, units, visible)
	}
}

// briefs reports whether a message that repeats so much is the one with which a
// conversation of another agent begins.
func (d *decision) briefs(whole tally) bool {
	if whole.argument() && (d.First || whole.words >= argWords) {
		return true
	}
	// Else the arguments stand between a client's labels.
	return d.Tools && d.First && whole.longest >= promptWords && 3*whole.arguments >= whole.lines
}

// mostEcho is the size in bytes above which no message is held against whole
// replies.
const mostEcho = 64 << 10

// echoes reports whether the message is a whole reply, prose and all: clients hand
// the plan of one model to another. A block alone is pasted back by people.
func (d *decision) echoes() bool {
	if d.said == nil || len(d.Text) > mostEcho {
		return false
	}
	own := d.words(func(w Who) bool { return w == User })
	known := true // how it begins
	eachLine(own[:lineEnd(own, 0)], func(l line) { known = known && d.said.holds(l.hash) })
	if !known {
		return false
	}
	if lines, whole := summed(own, func(uint64) {}); lines < fewLines || !d.said.holds(whole) {
		return false
	}
	var prose tally
	d.units(own, 0, len(own), func(u unit) {
		if !u.code {
			prose.add(u.tally)
		}
	})
	return prose.said >= 2
}

// forHalf is the reason where half of a text is the model's.
const forHalf = "half of its lines repeat what the model said"

// paragraphs takes from the user the paragraphs that are the model's.
func (d *decision) paragraphs(p *part, units []unit, visible bool) {
	for _, u := range units {
		switch {
		case u.argument() && u.words >= argWords && !d.own():
			p.give(span{u.from, u.to, Agent, forAClient})
		case d.Tools && u.half() && visible:
			d.lines(p, u.from, u.to)
			p.order()
		case d.Tools && u.half():
			p.give(span{u.from, u.to, Model, forHalf})
		}
	}
}

// visible reports whether what a part repeats stands in the request itself, for
// the most part. Then somebody has copied what is before their eyes, and what
// stands between the copied lines is their answer; a client repeats what the model
// sees no more.
func (d *decision) visible(p *part) bool {
	d.look()
	if len(d.earlier) == 0 {
		return false
	}
	said, earlier := 0, 0
	p.users(func(from, to int) {
		eachLine(p.text[from:to], func(l line) {
			if l.letters < proseLetters || !d.heard(l.hash) {
				return
			}
			if said++; d.earlier[l.hash] {
				earlier++
			}
		})
	})
	return 2*earlier > said
}

// copied takes from the user the lines of a part that are the model's. Code stays
// and is in doubt, and a quotation stands for itself.
func (d *decision) copied(p *part) {
	var units []unit
	p.users(func(from, to int) {
		d.units(p.text, from, to, func(u unit) {
			if !u.code && !u.quoted {
				units = append(units, u)
			}
		})
	})
	for _, u := range units {
		d.lines(p, u.from, u.to)
	}
	p.order()
}

// lines takes from the user the lines of a stretch, all of it theirs, that are the
// model's; order puts what was taken where it belongs.
func (d *decision) lines(p *part, from, to int) {
	eachLine(p.text[from:to], func(l line) {
		if l.letters >= proseLetters && d.heard(l.hash) {
			end := from + l.to
			if end < to && p.text[end] == '\n' {
				end++
			}
			p.spans = append(p.spans, span{from + l.from, end, Model, "repeats what the model said"})
		}
	})
}

func (p *part) order() {
	slices.SortFunc(p.spans, func(a, b span) int { return a.from - b.from })
}

// doubt is Report.Doubt of a request with tools.
func (d *decision) doubt(code string) string {
	if d.said != nil {
		d.said.mu.RLock()
		defer d.said.mu.RUnlock()
		if d.said.lost || d.said.holds(missing) {
			return "not all that the model said before is known, so that nothing proves that you wrote it"
		}
	}
	d.look()
	t := d.count(code, codeLetters)
	if t.half() || t.lines > 0 && t.lines < fewLines && t.said == t.lines {
		return "the model said it before, so that nothing proves that you wrote it"
	}
	return ""
}

// called is Report.Doubt of a conversation without tools that begins: an agent may
// be asked in one, and all that it is asked may be code.
func (d *decision) called(code string) string {
	if d.said == nil {
		return ""
	}
	d.said.mu.RLock()
	defer d.said.mu.RUnlock()
	t := d.count(code, codeLetters)
	t.said = t.arguments
	if t.half() || t.argument() {
		return "the model wrote it into a call before, so that nothing proves that you wrote it"
	}
	return ""
}

// unit is a paragraph of prose, a quotation, or a block of fenced code.
type unit struct {
	tally
	from, to int
	code     bool
	quoted   bool // "> …": what stands around it is somebody's answer
}

// units divides a stretch of text, and calls do for each unit with its count.
func (d *decision) units(text string, from, to int, do func(unit)) {
	open := unit{from: from}
	var fence string
	end := func(at int) {
		if letters := proseLetters; at > open.from {
			if open.code {
				letters = codeLetters
			}
			open.to = at
			open.tally = d.count(text[open.from:at], letters)
			if open.lines > 0 {
				do(open)
			}
		}
		open = unit{from: at}
	}
	for i := from; i < to; {
		next := min(lineEnd(text, i), to)
		trimmed := strings.TrimSpace(text[i:next])
		switch {
		case fence == "" && (strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~")):
			end(i)
			fence, open.code = trimmed[:3], true
		case fence != "" && strings.HasPrefix(trimmed, fence) && strings.Trim(trimmed, fence[:1]) == "":
			end(next)
			fence = ""
		case fence == "" && trimmed == "":
			end(next)
		case fence == "" && strings.HasPrefix(trimmed, ">") != open.quoted:
			quoted := !open.quoted
			end(i)
			open.quoted = quoted
		}
		i = next
	}
	end(to)
}
