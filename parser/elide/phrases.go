package elide

import (
	"regexp"
	"strings"
)

// maxPhrase is the length of a comment beyond which it is an explanation.
const maxPhrase = 120

// stems are found in every phrase below that has no ellipsis.
var stems = []string{
	"rest", "remainder", "existing", "unchanged", "same", "remain", "omit", "truncat", "snip", "brevity", "previous", "other ",
	"here", "keep", "original", "change", "不变", "省略", "略", "其余", "其他", "其它", "现有", "原有", "原来", "剩余", "之前", "既存", "変更なし", "残り",
	"resto", "existente", "reste", "existant", "restlicher", "bestehender", "остальн", "существующ", "без изменений",
}

// parts are what models leave out.
const parts = `(?:code|files?|functions?|methods?|class(?:es)?|implementations?|logic|imports?|body|components?|handlers?|routes?|` +
	`tests?|test cases|definitions|declarations|script|module|page|program|styles?|config(?:uration)?|setup|statements|markup|template|jsx|html|css|` +
	`middlewares?|helpers?|helper functions|hooks|props|endpoints|everything(?: else)?|properties|constants|content|stuff)`

var (
	// whole are phrases that are markers when they are a comment's whole text.
	whole = regexp.MustCompile(`^(?:` + strings.Join([]string{
		`(?:(?:the|all) )?(?:rest|remainder) of (?:(?:the|your|this|my|its) )?(?:[\w.]+ ){0,2}` + parts +
			`(?: (?:is|are|remains?|stays?|goes|continues?))?(?: (?:the )?(?:same|unchanged|here|as before|as is|below))*`,
		`(?:the )?rest (?:(?:is|remains?|stays?) )?(?:the )?(?:same|unchanged|omitted)(?: as before)?`,
		`(?:(?:the|your|all|my|keep|keep the|keep all) )?existing (?:[\w.]+ )?` + parts +
			`(?: (?:is|are|remains?|stays?|goes|continues?))?(?: (?:the )?(?:same|here|unchanged|above|below|omitted|as is))*`,
		`keep (?:(?:the|all|your) )?(?:rest|other|remaining)(?: \w+){0,6}`,
		`(?:(?:the|all|any|your|and) )?(?:previous|remaining|other|original|additional|more)(?: \w+)? ` + parts +
			`(?: (?:is|are|remains?|stays?|goes?|continues?))?(?: (?:the )?(?:here|same|unchanged|omitted|above|below|as before))+`,
		`(?:the )?(?:previous|remaining|other|original) (?:existing )?(?:code|imports|methods|functions|implementation|logic)`,
		`(?:(?:the|all|this|your|other) )?(?:\w+ )?` + parts + ` (?:remains?|stays?|is|are|left|unchanged)(?: (?:the )?(?:same|unchanged))?(?: as (?:before|above))?`,
		`(?:unchanged|no changes|not changed)(?: (?:here|below|above|from (?:before|above|original)|` + parts + `))?`,
		`same (?:` + parts + ` )?(?:as|like) (?:before|previously|(?:in )?(?:the )?original)`,
		`(?:(?:the|some) )?(?:\w+ )?` + parts + ` (?:(?:is|are) )?(?:omitted|truncated|shortened|elided|snipped)(?: (?:here|for (?:brevity|clarity|space|simplicity)))?`,
		`(?:\w+ ){0,4}(?:omitted|shortened|truncated) for (?:brevity|clarity|space|simplicity)`,
		`for brevity`, `snip(?:ped)?`,
		`(?:(?:add|put|place|insert|and) )?(?:your|the actual|more|other|additional|the) (?:\w+ ){0,2}` + parts + ` (?:goes )?here`,
		`(?:\w+ )?` + parts + ` (?:goes?|omitted|unchanged) here`,
	}, "|") + `)$`)

	// strong words are markers after an ellipsis.
	strong = regexp.MustCompile(`\b(?:rest|existing|unchanged|remaining|omitted|truncated|previous|other|same|keep|original)\b`)

	// broad words are markers between two.
	broad = regexp.MustCompile(`\b(?:rest|existing|unchanged|remain\w*|omitted|truncated|same|previous|others?|keep|continue[sd]?|elided|snip|original|` +
		`as before|here|similar(?:ly)?|more|etc|and so on|` + parts + `)\b`)

	// foreign are phrases in other languages, found anywhere in a short comment.
	foreign = regexp.MustCompile(`(?:代码|内容|部分|逻辑|方法|函数|实现|其余|其他|其它|保持)[^。]{0,8}不变|省略|其余的?(?:代码|部分|内容|方法|函数|逻辑)|` +
		`其[他它]的?(?:代码|方法|函数|逻辑)|(?:现有|原有|原来|剩余|之前)的?(?:代码|逻辑|方法|函数|实现|内容)|` +
		`既存の(?:コード|実装|処理)|残りの(?:コード|実装)|変更なし|以下略|中略|` +
		`(?i:resto del? (?:código|codigo|archivo)|código existente|reste du (?:code|fichier)|code existant|restlicher code|bestehender code|` +
		`остальн\S+ код|существующ\S+ код|без изменений)`)
)

// trimmings stand around a phrase: dots, brackets, dashes, stars.
const trimmings = " \t.…-–—=*~#/[](){}<>:;!,_"

// place is where a comment stands, which decides how plain it must be.
type place int

const (
	alone  place = iota // a comment of one line, on its own
	beside              // behind code: more often a remark on it
	among               // one of several lines: more often the middle of a sentence or example
)

// says tells whether a comment's text says that code was left out.
func says(text string, at place) bool {
	if len(text) > maxPhrase {
		return false
	}
	core := strings.ToLower(strings.Trim(text, trimmings))
	if core == "" {
		return at == alone && dots(text)
	}
	first, last := ellipses(text)
	plain := whole.MatchString(core) || foreign.MatchString(core)
	if i := strings.IndexAny(core, "(["); i > 0 && !plain { // "rest of the code (unchanged)"
		plain = whole.MatchString(strings.TrimRight(core[:i], trimmings))
	}
	switch {
	case first && last:
		return plain || len(core) <= 60 && broad.MatchString(core)
	case at != alone:
		return plain && (first || last)
	case first:
		return plain || len(core) <= 50 && strong.MatchString(core)
	}
	return plain
}

// ellipses tells whether an ellipsis begins and ends the text.
func ellipses(text string) (first, last bool) {
	t := strings.Trim(text, " \t-–—=*~#/[](){}<>:;!,_")
	first = strings.HasPrefix(t, "...") || strings.HasPrefix(t, "…")
	last = strings.HasSuffix(t, "...") || strings.HasSuffix(t, "…")
	return first, last
}

// dots tells whether a text is nothing but an ellipsis.
func dots(text string) bool {
	t := strings.Trim(text, " \t-=*~#/[](){}<>")
	return strings.HasPrefix(t, "...") && strings.Trim(t, ". \t") == "" || t != "" && strings.Trim(t, "…") == ""
}
