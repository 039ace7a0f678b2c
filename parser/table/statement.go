package table

import "holdfast/parser/source"

// statement is one declaration or other statement of a region.
type statement struct {
	source.Range          // decorations in, trailing blanks out
	core         int      // its start without decorations
	head         int      // end of its header
	body         *block   // what the header opens, nil if nothing
	next         int      // where to read on
	scan         *scanner // stands behind the header
}

// block is a body with its delimiters.
type block struct {
	inside source.Range
	end    int // behind the closing delimiter
}

// scanner reads on through one statement.
type scanner struct {
	*text
	start, limit int
	pos          int
	last         int  // end of the last significant token
	assigned     bool // a "=" stands in what was read
	pending      int  // a word in the header that opens the body, -1 if none
	indent       int  // column of the statement's line, -1 until it is asked for
}

// statementAt reads the header of the statement that begins at pos.
func (t *text) statementAt(pos, limit int) statement {
	pos = t.unlabel(pos, limit)
	s := statement{Range: source.Range{Start: pos}}
	s.core = t.undecorate(pos, limit)
	sc := &scanner{text: t, start: s.core, limit: limit, pos: s.core, last: s.core, pending: -1, indent: -1}
	s.body = sc.run(true)
	s.scan, s.head = sc, sc.pos
	s.End, s.next = sc.last, sc.pos
	return s
}

// finish reads from the header to where the statement ends. A statement of
// indented style has ended already.
func (s *statement) finish(ends string) {
	sc := s.scan
	if sc == nil {
		return
	}
	for b := s.body; b != nil; {
		s.body = b
		sc.pos, sc.last, sc.pending = b.end, b.end, -1
		if !sc.continues(ends) {
			break
		}
		b = sc.run(ends != "statement" && !sc.assigned)
	}
	s.End, s.next = sc.last, max(sc.pos, sc.last)
}

// run reads to the end of the statement, or to the block that opens the body
// if it is asked to stop there.
func (s *scanner) run(stopAtBlock bool) *block {
	if s.pos == s.start && s.isDirective(s.pos) {
		s.last = s.lineEnd(s.pos)
		s.pos = s.last
		for s.last > s.start && isBlank(s.mask[s.last-1]) {
			s.last--
		}
		return nil
	}
	for s.pos < s.headerEnd() {
		c := s.mask[s.pos]
		switch {
		case c == '\n':
			if b := s.hanging(stopAtBlock); b != nil {
				return b
			}
			if s.endsAtNewline() {
				return s.opened()
			}
		case isBlank(c):
			s.pos++
		case s.endsAt(c):
			if s.pending < 0 && c == ';' || c == '.' {
				s.last = s.pos + 1
			}
			s.pos++
			return s.opened()
		case s.isDirective(s.pos):
			s.pos = s.lineEnd(s.pos)
		case s.words.part[c]:
			if b := s.wordAt(stopAtBlock); b != nil {
				return b
			}
		case s.mate[s.pos] != 0:
			if c == '{' && stopAtBlock && s.pending < 0 && s.Style == "brace" && !s.isOperand() {
				return s.blockAt(s.pos, s.pos+1)
			}
			s.to(s.closedAt(s.pos, s.limit))
		default:
			s.assigned = s.assigned || c == '=' && s.isAssignment()
			s.to(s.pos + 1)
		}
	}
	return s.opened()
}

// headerEnd is where the header ends at the latest: with the block that one of
// its words opened.
func (s *scanner) headerEnd() int {
	if s.pending < 0 {
		return s.limit
	}
	return s.closedAt(s.pending, s.limit)
}

func (s *scanner) to(pos int) { s.pos, s.last = pos, pos }

// wordAt passes over a word, and over the block that it opens.
func (s *scanner) wordAt(stopAtBlock bool) *block {
	at := s.pos
	s.to(min(s.wordEnd(at), s.limit))
	switch {
	case s.mate[at] == 0:
	case !stopAtBlock || s.pending >= 0:
		s.to(s.closedAt(at, s.limit))
	case s.words.inline[string(s.mask[at:s.pos])]:
		end := s.pos
		s.pos = at
		return s.blockAt(at, end)
	default:
		s.pending = at
	}
	return nil
}

// opened is the block that a word of the header opened; it begins behind the
// header's line.
func (s *scanner) opened() *block {
	if s.pending < 0 {
		return nil
	}
	return s.blockAt(s.pending, s.pos)
}

// blockAt is the block that opens at an offset and whose inside begins at
// another.
func (s *scanner) blockAt(at, inside int) *block {
	end := s.closedAt(at, s.limit)
	stop := end
	switch {
	case s.mate[at] < 0:
	case s.words.part[s.mask[at]]:
		for stop > at && s.words.part[s.mask[stop-1]] {
			stop--
		}
	default:
		stop--
	}
	return &block{inside: source.Range{Start: min(inside, stop), End: stop}, end: end}
}

// hanging is the block of the lines below that are indented deeper, behind a
// colon: Scala's "class C:". It is nil where there is none.
func (s *scanner) hanging(stopAtBlock bool) *block {
	if !stopAtBlock || !s.Layout.Hang || s.last <= s.start || s.mask[s.last-1] != ':' {
		return nil
	}
	b := &block{inside: source.Range{Start: s.pos, End: s.pos}}
	for i := s.pos; i < s.limit; {
		switch {
		case s.mask[i] == '\n':
			if i = s.skipSpace(i, s.limit); i < s.limit && !s.hangs(i) {
				i = s.limit
			}
		case s.mate[i] != 0:
			i = s.closedAt(i, s.limit)
			b.inside.End = i
		default:
			if i++; !isBlank(s.mask[i-1]) {
				b.inside.End = i
			}
		}
	}
	if b.end = b.inside.End; b.inside.Len() == 0 {
		return nil
	}
	return b
}

// endsAtNewline reports whether the newline at pos ends the statement; if not,
// it moves on to the next token.
func (s *scanner) endsAtNewline() bool {
	next := s.skipSpace(s.pos, s.limit)
	if (s.Layout.Newline || s.pending >= 0) && s.last > s.start && !s.joined(next) {
		return true
	}
	s.pos = next
	return false
}

// joined reports whether the token at next still belongs to the statement though
// a newline stands before it.
func (s *scanner) joined(next int) bool {
	if next >= s.limit {
		return false
	}
	tail := s.mask[max(s.start, s.last-16):s.last]
	return s.joinAfter != nil && s.joinAfter.Match(tail) ||
		matches(s.joinBefore, s.mask, next, 32) ||
		s.Layout.Hang && s.hangs(next)
}

// hangs reports whether the line that begins at i is indented deeper than the
// statement's.
func (s *scanner) hangs(i int) bool {
	if s.indent < 0 {
		s.indent = s.column(s.start)
	}
	return s.column(i) > s.indent
}

// continues reports whether the statement goes on behind a block that ended at
// pos.
func (s *scanner) continues(ends string) bool {
	next := s.pos
	for next < s.limit && isBlank(s.mask[next]) {
		next++
	}
	if next >= s.limit {
		return false
	}
	c := s.mask[next]
	switch {
	case ends == "block" && s.Layout.Chain:
		next = s.skipSpace(next, s.limit)
		return next < s.limit && (s.mask[next] == ',' || s.mask[next] == '{')
	case ends == "block":
		return false
	case ends == "statement" || s.assigned:
		return true
	case c == '\n':
		return s.Layout.Newline && s.joined(s.skipSpace(next, s.limit))
	}
	return !s.words.part[c] && s.opener[c] == 0 && c != '@' && c != '#' && c != '{'
}

// endsAt reports whether the byte at pos is one that ends statements; a "." ends
// one only before a blank.
func (s *scanner) endsAt(c byte) bool {
	return s.ends[c] && (c != '.' || s.pos+1 >= len(s.mask) || s.mask[s.pos+1] == '\n' || isBlank(s.mask[s.pos+1]))
}

// isOperand reports whether the "{" at pos opens a type or a literal, not a body.
func (s *scanner) isOperand() bool {
	return s.operand != nil && s.operand.Match(s.mask[max(s.start, s.last-16):s.last])
}

// isAssignment tells a "=" from the comparisons that contain one.
func (s *scanner) isAssignment() bool {
	before, after := byte(0), byte(0)
	if s.pos > s.start {
		before = s.mask[s.pos-1]
	}
	if s.pos+1 < len(s.mask) {
		after = s.mask[s.pos+1]
	}
	return after != '=' && before != '=' && before != '!' && before != '<' && before != '>'
}
