package table

// pairer matches brackets and words in one pass.
type pairer struct {
	*text
	stack    []opening
	count    [256]int // open brackets by kind; words under 'w'
	flat     int      // open brackets inside which words do not count
	head     bool     // at the head of a statement or of an operand
	last     string   // the word just before, "" if something else
	branches []branch
}

type opening struct {
	at   int
	kind byte // the bracket, or 'w'
	do   bool // a loop that waits for its "do"
}

// branch is an open #if: the depth at its start, and whether its further
// branches are passed over since the first one changed the depth.
type branch struct {
	depth int
	skip  bool
}

const wordKind = 'w'

func (p *pairer) run() {
	for i := 0; i < len(p.mask); {
		c := p.mask[i]
		switch {
		case c == '\n':
			p.newline()
			i++
		case isBlank(c):
			i++
		case p.lexis.directive != 0 && c == p.lexis.directive:
			i = p.directive(i)
		case p.words.part[c]:
			i = p.wordAt(i)
		default:
			p.punctuation(i, c)
			i++
		}
	}
	for _, o := range p.stack {
		p.unclosed(o.at)
	}
}

func (p *pairer) newline() {
	p.head, p.last = true, ""
	if n := len(p.stack); n > 0 {
		p.stack[n-1].do = false
	}
}

func (p *pairer) skipping() bool { return len(p.branches) > 0 && p.branches[len(p.branches)-1].skip }

func (p *pairer) punctuation(i int, c byte) {
	p.last = ""
	// A quote or a closing bracket ends an operand: what follows is a modifier.
	p.head = c != ')' && c != ']' && c != '}' && c != '"' && c != '\'' && c != '`' && c != filler
	if p.skipping() {
		return
	}
	if p.closer[c] != 0 {
		p.open(i, c)
	} else if o := p.opener[c]; o != 0 {
		p.close(i, i+1, o)
	}
}

func (p *pairer) open(i int, kind byte) {
	p.stack = append(p.stack, opening{at: i, kind: kind})
	p.count[kind]++
	if p.words.flat[kind] {
		p.flat++
	}
}

// close pairs the innermost opening of a kind; those within it stay open.
func (p *pairer) close(i, end int, kind byte) {
	if p.count[kind] == 0 {
		p.faults = append(p.faults, i)
		return
	}
	for {
		top := p.stack[len(p.stack)-1]
		p.stack = p.stack[:len(p.stack)-1]
		p.count[top.kind]--
		if p.words.flat[top.kind] {
			p.flat--
		}
		if top.kind == kind {
			p.mate[top.at] = int32(end)
			return
		}
		p.unclosed(top.at)
	}
}

func (p *pairer) unclosed(at int) {
	p.mate[at] = -1
	p.faults = append(p.faults, at)
}

// wordAt reads the word at i and returns its end.
func (p *pairer) wordAt(i int) int {
	end := i
	for end < len(p.mask) && p.words.part[p.mask[end]] {
		end++
	}
	if !p.words.any {
		return end
	}
	w := string(p.mask[i:end])
	head, last := p.head, p.last
	p.head, p.last = p.words.headAfter[w] || w[0] == '@', w
	if p.flat > 0 || p.skipping() || p.isName(i, end, last) {
		return end
	}
	switch {
	case p.words.close[w] && (head || !p.Words.HeadClose):
		p.close(i, end, wordKind)
		p.head = false
	case p.words.open[w] || p.words.head[w] && (head || p.words.headAfter[last]):
		p.openWord(i, w)
	}
	return end
}

// isName reports whether the word only looks like a keyword: x.end, end: 1, :end.
func (p *pairer) isName(i, end int, last string) bool {
	if i > 0 && p.words.member[p.mask[i-1]] && (i < 2 || p.mask[i-1] != '.' || p.mask[i-2] != '.') {
		return true
	}
	if p.words.notAfter[last] || last != "" && p.words.notAfter[last+" "+string(p.mask[i:end])] {
		return true
	}
	label := p.words.member[':'] && end < len(p.mask) && p.mask[end] == ':'
	return label && (end+1 == len(p.mask) || p.mask[end+1] != ':')
}

func (p *pairer) openWord(i int, w string) {
	if n := len(p.stack); w == "do" && n > 0 && p.stack[n-1].do {
		p.stack[n-1].do = false
		return
	}
	if matches(p.words.not, p.mask, i, 256) {
		return
	}
	p.open(i, wordKind)
	p.stack[len(p.stack)-1].do = p.words.loop[w]
}

// directive passes over a preprocessor line. Where the first branch of an #if
// opens more than it closes, the other branches open and close nothing.
func (p *pairer) directive(i int) int {
	end := i
	for end < len(p.mask) && p.mask[end] != '\n' {
		end++
	}
	w := string(firstWord(p.mask[i+1 : end]))
	n := len(p.branches)
	switch {
	case w == "if" || w == "ifdef" || w == "ifndef":
		p.branches = append(p.branches, branch{depth: len(p.stack), skip: p.skipping()})
	case n > 0 && (w == "else" || w == "elif"):
		b := &p.branches[n-1]
		b.skip = b.skip || len(p.stack) != b.depth
	case n > 0 && w == "endif":
		p.branches = p.branches[:n-1]
	}
	return end
}
