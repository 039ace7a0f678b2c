package hydrate

import (
	"strings"
	"unicode"

	"holdfast/engine/bridge"
)

// The delimiters of what is put in front of the model. Each stands on a line of
// its own. The first four are those of TSLP 8.2 and 8.3.
const (
	stateOpen   = "[CURRENT STATE: AUTHORITATIVE]"
	stateClose  = "[END CURRENT STATE]"
	noticeOpen  = "[STATE NOTICE]"
	noticeClose = "[END NOTICE]"
	recentOpen  = "[RECENT CONTEXT]"
	recentClose = "[END RECENT CONTEXT]"
	recentUser  = "[USER]"
	recentModel = "[ASSISTANT]"
	toolOpen    = bridge.SectionOpen
	toolClose   = bridge.SectionClose
)

// sections are the kinds of section that an insertion consists of, by their
// first and last lines.
var sections = [...]struct{ open, close string }{
	{stateOpen, stateClose}, {noticeOpen, noticeClose}, {recentOpen, recentClose}, {toolOpen, toolClose},
}

// delimiters are all lines that give the text its structure.
var delimiters = [...]string{
	stateOpen, stateClose, noticeOpen, noticeClose, recentOpen, recentClose, recentUser, recentModel, toolOpen, toolClose,
}

// gap stands between two sections, and between the last one and the user's own
// words.
const gap = "\n\n"

// The Source lines of TSLP 8.2.
const (
	sourceAST  = "Source: Confirmed via AST"
	sourceUser = "Source: Confirmed by user"
)

// render is the block of TSLP 8.2 for one entity.
//
// The content stands in it byte for byte, even where a line of it reads like a
// delimiter: code that is altered on its way to the model comes back altered,
// and would be promoted so. Nothing is lost by that. A forged delimiter can
// mislead a model as any comment in the same code can, but it grants nothing:
// what was hydrated is known from the selection and never read out of a prompt,
// and state advances by structural proof alone (TSLP 2).
func render(e Entity, content string) string {
	origin := sourceAST
	if e.ByUser {
		origin = sourceUser
	}
	end := ""
	if content != "" && !strings.HasSuffix(content, "\n") {
		end = "\n"
	}
	return stateOpen + "\nEntity: " + oneLine(e.Key()) + "\nArtifact: " + oneLine(e.Hash) + "\n" + origin + gap +
		content + end + stateClose
}

// oneLine replaces what could break a line, so that a name cannot forge the
// lines that follow it.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
}
