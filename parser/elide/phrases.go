package elide

import (
	"strings"
	"unicode"

	"holdfast/parser/pattern"
)

// maxPhrase is the length of a comment beyond which it is an explanation.
const maxPhrase = 160

// stems are found in every phrase below that has no ellipsis.
var stems = []string{
	"rest", "remainder", "existing", "unchanged", "same", "remain", "omit", "truncat", "snip", "brevity", "previous", "other ", "else",
	"here", "keep", "leave", "original", "change", "repeat", "entire", "not shown", "pattern",
}

// parts are what models leave out.
const parts = `(?:code|files?|functions?|methods?|class(?:es)?|implementations?|logic|imports?|body|components?|handlers?|routes?|` +
	`tests?|test cases|definitions|declarations|script|module|page|program|styles?|config(?:uration)?|setup|statements|markup|template|jsx|html|css|` +
	`middlewares?|helpers?|helper functions|hooks|props|endpoints|everything(?: else)?|properties|constants|content|stuff)`

// masses are those of them that are no single thing that the next line could handle.
const masses = `(?:code|implementations?|logic|imports|methods|functions|content|stuff|setup|configuration|styles|markup|handlers|routes)`

var (
	// whole are phrases that are markers when they are a comment's whole text.
	whole = alternatives(
		`(?:(?:the|all) )?(?:rest|remainder) of (?:(?:the|your|this|my|its) )?(?:[\w.]+ ){0,2}`+parts+
			`(?: (?:is|are|remains?|stays?|goes|continues?))?(?: (?:the )?(?:same|unchanged|here|as before|as is|below))*`,
		`(?:the )?rest (?:(?:is|remains?|stays?) )?(?:the )?(?:same|unchanged|omitted)(?: as before)?`,
		`(?:(?:the|your|all|my|keep|keep the|keep all) )?existing (?:[\w.]+ )?(?:`+parts+
			`(?: (?:is|are|remains?|stays?|goes|continues?))?(?: (?:the )?(?:same|here|unchanged|above|below|omitted|as is))+|`+masses+`(?: for(?: [\w'-]+){1,4})?)`,
		`keep (?:(?:the|all|your) )?(?:rest|other|remaining)(?: \w+){0,6}`,
		`(?:(?:the|all|any|your|and) )?(?:previous|remaining|other|original|additional|more)(?: \w+)? `+parts+
			`(?: (?:is|are|remains?|stays?|goes?|continues?))?(?: (?:the )?(?:here|same|unchanged|omitted|above|below|as before))+`,
		`(?:the )?(?:previous|remaining|other|original) (?:existing )?(?:code|imports|methods|functions|implementation|logic)`,
		`(?:(?:the|all|this|your|other) )?(?:\w+ )?`+parts+` (?:remains?|stays?|is|are|left|unchanged)(?: (?:the )?(?:same|unchanged))?(?: as (?:before|above))?`,
		`(?:unchanged|no changes|not changed) (?:here|below|above|from (?:before|above|original)|`+parts+`)`,
		`same (?:`+parts+` )?(?:as|like) (?:before|previously|(?:in )?(?:the )?original)`,
		`(?:(?:the|some) )?(?:\w+ )?`+parts+` (?:(?:is|are) )?(?:omitted|truncated|shortened|elided|snipped)`+
			`(?: (?:here|for (?:brevity|clarity|space|simplicity|readability)))?`,
		`(?:[\w,]+ ){0,5}(?:omitted|shortened|truncated|left out)(?: here)? for (?:brevity|clarity|space|simplicity|readability)`,
		`for brevity\b.*`, `snip(?:ped)?(?:: .*)?`,
		`(?:(?:add|put|place|insert|and) )?(?:your|the actual|more|other|additional|the) (?:\w+ ){0,2}`+parts+` (?:goes )?here`,
		`(?:\w+ )?`+parts+` (?:goes?|omitted|unchanged) here`,
		`lines? \d+ ?(?:-|–|to|through) ?\d+(?: \w+){0,2} (?:same|identical|unchanged|unmodified|omitted|as (?:is|before))`,
	)

	// standing are phrases that are markers where nothing follows that they
	// could explain.
	standing = alternatives(
		`(?:(?:the|all) )*(?:rest|remainder) of (?:(?:the|your|this|my|its|our) )?\w+(?: [\w'-]+){0,6}`,
		`(?:keep|leave|retain|repeat|copy|include)(?: \w+){0,3} (?:rest|other|others|remaining|existing|everything|previous|original|same)(?: [\w'-]+){0,5}`,
		`(?:the )?(?:same|similar) (?:as|for|like|with|pattern|code|logic)(?: [\w'-]+){1,7}`,
		`(?:the )?(?:other|remaining|existing|previous)(?: [\w'-]+){1,3} here`,
		`existing (?:(?:[\w.]+ )?`+parts+`|\w+|\w+ \w+s)`,
		`(?:[\w'-]+ ){1,3}(?:unchanged|unmodified|as before)`,
		`(?:[\w'-]+ ){1,5}follows? (?:the|a) (?:same|similar) (?:pattern|structure)`,
		`unchanged`, `no changes(?: \w+){0,6}`, `(?:[\w'-]+ ){0,2}truncated`,
	)

	// data are what real code handles the rest of.
	data = pattern.New(`\bof (?:(?:the|this|that|an?|its|each) )?(?:\w+ )?` +
		`(?:lines?|strings?|input|buffers?|bytes|lists?|text|values?|arg(?:ument)?s|paths?|words?|names?|streams?|data|arrays?|slices?|packets?|messages?|bits)\b`)

	// ending are phrases that are markers before an ellipsis.
	ending = alternatives(
		`(?:(?:the|all|all the|any|your|and|include|keep|leave) )*(?:rest|remainder|remaining|existing|other|previous|original|entire|unchanged)\b.{0,60}`,
		`(?:the )?(?:same|similar)\b.{0,60} as (?:before|above)`)

	// carriesOn are words with which the rest of a sentence begins.
	carriesOn = pattern.New(`^(?:plus (?:an?|the|our|one|some)|with|in|on|at|by|of|from|into|than|followed by|combined with|but|so|or|because|if|when|while|` +
		`which|who|that|then|we|i|you|it|this|these|they|not|just|only|unless|until|after|before|to|is|are|was|will|would|can|in which|as (?:long|soon|well)|for (?:example|instance|now)|e\.?g|i\.?e|except|since|though|even|instead|otherwise|yet|nor)\b`)
	// listed is how more things follow on "and", other than how a sentence does.
	listed = pattern.New(`^and (?:the|all|any|other|others|more|so on|your|some|remaining|rest|similar|its|another)\b`)
	// unfinished is how a line ends whose sentence goes on in the next.
	unfinished = pattern.New(`(?:,|\b(?:or|and|if|the|an?|of|to|in|with|that|is|are|if|when|as|by))$`)
	// finite are words that make a sentence of what follows an ellipsis.
	finite = pattern.New(`\b(?:is|are|was|were|has|have|had|will|would|should|must|can|cannot|could|may|might|does|do|did|don't|doesn't|isn't|gets?|returns?)\b`)

	// broad words are markers between two ellipses in the midst of a comment.
	broad = pattern.New(`\b(?:rest|existing|unchanged|remain\w*|omitted|truncated|same|previous|others?|keep|elided|snip|original)\b`)
)

func alternatives(phrases ...string) *pattern.Regexp {
	return pattern.New(`^(?:` + strings.Join(phrases, "|") + `)$`)
}

// trimmings stand around a phrase: dots, brackets, dashes, stars.
const trimmings = " \t.…-–—=*~#/[](){}<>:;!,_"

// place is where a comment stands, which decides how plain it must be.
type place int

const (
	alone  place = iota // a comment of one line, on its own
	free                // the same, and no code follows that it could explain
	beside              // behind code: more often a remark on it
	among               // one of several lines: more often the middle of a sentence or example
)

// says reports whether a comment's text says that code was left out.
//
// Form decides first: an ellipsis before or on both sides of a few words stands
// for what they name, in any language. Without one the words must say that
// something else stays as it is.
func says(text string, at place) bool {
	if len(text) > maxPhrase {
		return false
	}
	core := strings.ToLower(strings.Trim(text, trimmings))
	sentence := strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "..")
	if core == "" {
		return at <= free && dots(text)
	}
	first, last := ellipses(text)
	plain := whole.MatchString(core) || restStays(core) || foreign(core, at == free)
	if i := strings.IndexAny(core, "(["); i > 0 && !plain { // "rest of the code (unchanged)"
		plain = whole.MatchString(strings.TrimRight(core[:i], trimmings))
	}
	switch {
	case at > free && first && last:
		return plain || len(core) <= 60 && broad.MatchString(core)
	case at > free:
		return plain && (first || last)
	case plain, at == free && !sentence && standing.MatchString(core) && !data.MatchString(core):
		return true
	case first:
		return names(text, core, last)
	case last:
		return ending.MatchString(core)
	}
	// "[rest of class]", "(existing fields)"
	return bracketed(text) && !sentence && ending.MatchString(core)
}

// maxNamed is how many words can name what was left out.
const maxNamed = 18

// names reports whether the words behind an ellipsis name something, and do not go
// on with a sentence that began above.
func names(text, core string, closed bool) bool {
	after := strings.TrimLeft(strings.Trim(text, " \t-–—*~#/:!,_"), ".…[(")
	switch {
	case len(strings.Fields(core)) > maxNamed || !strings.ContainsFunc(core, unicode.IsLetter):
		return false
	case strings.ContainsAny(after, "=;?") || strings.Contains(core, ". ") || strings.HasPrefix(after, "]") || strings.HasPrefix(after, ")"):
		return false
	case bracketed(text):
		return !strings.ContainsRune("([<", rune(text[0])) || strings.Contains(core, " ") || ending.MatchString(core)
	case core == "etc":
		return true
	case carriesOn.MatchString(core), strings.HasPrefix(core, "and ") && !listed.MatchString(core):
		return false
	case closed:
		return true
	case !strings.HasPrefix(after, " ") && !strings.ContainsAny(text, "(["): // "...Elem"
		return ending.MatchString(core)
	}
	return ending.MatchString(core) || !finite.MatchString(core) && !unfinished.MatchString(core) && !strings.HasSuffix(text, ".")
}

// bracketed reports whether a text, its dots and dashes aside, stands in brackets.
func bracketed(text string) bool {
	t := strings.Trim(text, " \t.…-–—=*~#/:;!,_")
	if len(t) < 2 {
		return false
	}
	closing := map[byte]byte{'(': ')', '[': ']', '<': '>'}[t[0]]
	return closing != 0 && t[len(t)-1] == closing
}

// ellipses reports whether an ellipsis begins and ends the text.
func ellipses(text string) (first, last bool) {
	t := strings.Trim(text, " \t-–—=*~#/[](){}<>:;!,_")
	first = strings.HasPrefix(t, "...") || strings.HasPrefix(t, "…")
	last = strings.HasSuffix(t, "...") || strings.HasSuffix(t, "…")
	return first, last
}

// dots reports whether a text is nothing but an ellipsis.
func dots(text string) bool {
	t := strings.Trim(text, " \t-=*~#/[](){}<>")
	return strings.HasPrefix(t, "...") && strings.Trim(t, ". \t") == "" || t != "" && strings.Trim(t, "…") == ""
}
