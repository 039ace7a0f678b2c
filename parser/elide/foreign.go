package elide

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tongue is how one language says that the rest stays as it is: by a word for what
// was there and one for staying, or one for a piece of code. Words are given by how
// they begin; a blank ends one.
type tongue struct {
	rest   []string // the rest, what exists
	others []string // others, which head a section of real files, too
	stays  []string // that it is the same, or to be repeated
	parts  []string
}

func words(s string) []string { return strings.Split(s, "|") }

var tongues = []tongue{
	{ // German
		words("restlich|der rest |den rest |vom rest |rest der |rest des |bestehend|vorhanden|bisherig|alles andere"), words("übrige|ander"),
		words("unverändert|bleib|gleich |wie gehabt|wie bisher|wie zuvor|wie vorher|wie oben|weggelassen|ausgelassen|gekürzt|hier |folg|wiederhol"),
		words("code|datei|funktion|methode|klasse|import|modul|inhalt")},
	{ // Spanish and Portuguese
		words("resto |restante|existente|código anterior|código original|demás|demais"), words("otros|otras|outros|outras|anterior"),
		words("igual|iguais|no cambia|no se cambia|não muda|não se altera|sin cambios|sem alterações|sem mudanças|permanece|mantiene|mantém|mantid|" +
			"inalterad|omitid|repit|repet|aquí |aqui |mismo|misma|mesmo|mesma"),
		words("código|codigo|archivo|arquivo|fichero|ficheiro|funci|funç|funçõ|método|metodo|clase|classe|import|componente|módulo|contenid|conteúdo")},
	{ // French
		words("reste |existant|restant"), words("autre |autres |précédent"),
		words("inchangé|change pas|changent pas|identique|même|omis|ici |répét|répèt|sans changement|comme avant"),
		words("code|fichier|fonction|méthode|classe|import|composant|module|contenu")},
	{ // Italian
		words("resto |rimanent|restant|esistent"), words("altro |altra |altri |altre |precedent"),
		words("invariat|ugual|rimane|rimangono|resta |restano|omess|qui |stess|ripet|non cambia"),
		words("codice|file|funzion|metod|classe|import|component|modulo|contenut")},
	{ // Turkish
		words("kalan|mevcut|geri kalan"), words("diğer|önceki"),
		words("aynı|değişm|değiştirilm|korun|bura|tekrar|olduğu gibi"), words("kod|dosya|fonksiyon|metot|metod|sınıf|bileşen|içeri")},
	{ // Russian
		words("остальн|остаток|существующ|прежн"), words("друг|проч"),
		words("здесь |без изменений|не измен|не меня|такой же|таким же|опущен|остаётся|остается|как было|как раньше|повтор"), words("код|файл|функци|метод|класс|импорт")},
}

// scripts are those that put no blank between words.
var scripts = []tongue{
	{ // Korean
		words("나머지|기존|원래"), words("다른|이전"), words("동일|유지|그대로|생략|변경 없|변경없|같음|변경되지|반복"), words("코드|함수|메서드|메소드|파일|클래스|구현|내용")},
	{ // Chinese
		words("其余|其他|其它|剩余|剩下|现有|原有|原来|之前|已有|保持"), nil, words("不变|相同|省略|一致|同上|如前|原样|重复"), words("代码|部分|内容|逻辑|方法|函数|实现|导入|文件")},
	{ // Japanese
		words("残り|既存|その他|元の|他の"), nil, words("変更なし|変更しない|同じ|省略|そのまま|略|繰り返"), words("コード|実装|処理|メソッド|関数|クラス|ファイル")},
}

// aloneSaid are words that need no other: "omitted", "no change".
var aloneSaid = words("省略|以下略|以下同|中略|変更なし|이하 생략|이하 동일|без изменений")

// maxForeign is the number of words of such a phrase.
const maxForeign = 12

// foreign reports whether a lower-case phrase in one of these languages says that
// the rest stays; free tells that nothing follows that it could explain.
func foreign(core string, free bool) bool {
	if !maybeForeign(core) || strings.ContainsAny(core, "。;=") || len(strings.Fields(core)) > maxForeign {
		return false
	}
	if holds(core, "", aloneSaid) {
		return true
	}
	for _, t := range scripts {
		if t.says(core, "", free) {
			return true
		}
	}
	spaced := " " + strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return ' '
	}, core) + " "
	for _, t := range tongues {
		if t.says(spaced, " ", free) {
			return true
		}
	}
	return false
}

// says reports whether a text says so in this language, before the words of which
// stands what before is.
func (t *tongue) says(text, before string, free bool) bool {
	rest := holds(text, before, t.rest)
	if !rest && !holds(text, before, t.others) {
		return false
	}
	return holds(text, before, t.stays) || (rest || free) && holds(text, before, t.parts) && t.nothingElse(text, before)
}

// mostLinking is how many letters an article or a preposition has.
const mostLinking = 4

// nothingElse reports whether a text only names what was there. One that also says what
// is done with it, as "clear the existing content" does, explains the code below.
func (t *tongue) nothingElse(text, before string) bool {
	if before == "" {
		return t.leaves(text) < 2
	}
	words := strings.Fields(text)
	for i, w := range words {
		linking := i < len(words)-1 && utf8.RuneCountInString(w) <= mostLinking
		if !linking && !begins(w, t.rest) && !begins(w, t.others) && !begins(w, t.parts) {
			return false
		}
	}
	return true
}

// begins reports whether a word is one of those that the phrases of a list are made of.
func begins(word string, phrases []string) bool {
	for _, p := range phrases {
		for w := range strings.FieldsSeq(p) {
			if strings.HasPrefix(word, w) {
				return true
			}
		}
	}
	return false
}

// leaves is how many Chinese characters are left of a text without the words for what
// was there: one links words, two make one.
func (t *tongue) leaves(text string) (n int) {
	for _, list := range [][]string{t.rest, t.others, t.parts} {
		for _, w := range list {
			text = strings.ReplaceAll(text, w, " ")
		}
	}
	for _, r := range text {
		if unicode.Is(unicode.Han, r) {
			n++
		}
	}
	return n
}

// holds reports whether one of the words begins in the text behind what before is.
func holds(text, before string, any []string) bool {
	for _, w := range any {
		for at := 0; ; {
			i := strings.Index(text[at:], w)
			if i < 0 {
				break
			}
			if strings.HasSuffix(text[:at+i], before) {
				return true
			}
			at += i + len(w)
		}
	}
	return false
}

// abroad are found in every foreign phrase that is written in Latin letters, which
// has none beyond them.
var abroad = []string{"rest", "existent", "existant", "esistent", "bestehend", "vorhanden", "bisherig", "demás", "demais", "autre", "altr", "otros", "otras",
	"outros", "outras", "übrige", "kalan", "mevcut", "diğer", "anterior", "anderen", "alles andere"}

// maybeForeign is a cheap test that every foreign phrase passes.
func maybeForeign(lower string) bool {
	for _, r := range lower {
		if r >= 0x400 {
			return true
		}
	}
	for _, stem := range abroad {
		if strings.Contains(lower, stem) {
			return true
		}
	}
	return false
}
