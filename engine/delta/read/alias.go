package read

import (
	"slices"
	"strings"

	"holdfast/engine/delta/english"
)

// aliases are words that stand for each other, in the pairs of each line.
var aliases = aliasesOf(`
km kilometres, kms kilometres, mi miles, kg kilograms, kilo kilograms, cm centimetres, mm millimetres, m metres, hrs hours, secs seconds, mins minutes,
everyone everybody, anyone anybody, someone somebody, pics pictures, photos pictures, docs documentation, docs documents, repo repository, db database, config configuration,
js javascript, ts typescript, py python, rb ruby, cpp c++, k8s kubernetes, pg postgres, pg postgresql, postgres postgresql, psql postgres, psql postgresql, mongo mongodb, mat materialized, raspi pi, raspi raspberry,
md markdown, pw password, pwd password, passwords password, env environment, prod production, cert certificate, lang language, app application, msg message, fn function, auth authentication, admin administrator,
vm virtual, vps server, gh github, gl gitlab, tf terraform, es elasticsearch, es elastic, ff firefox, mac macos, osx macos, win windows, gray grey, tel telephone, phone telephone, temp temperature, humid humidity,
cron crontab, ws websocket, ws websockets, sse events, rest http, bw black, bnw black, mono monospace, sans sans-serif, vid video, vids videos, ref reference, stats statistics, admins administrators, info information,
biweekly fortnightly, monthly month, weekly week, daily day, yearly year, hourly hour, nightly night, annually year`)

func aliasesOf(pairs string) map[string][]string {
	out := map[string][]string{}
	for pair := range strings.SplitSeq(pairs, ",") {
		if a := english.Content(pair); len(a) == 2 {
			out[a[0]] = append(out[a[0]], a[1])
			out[a[1]] = append(out[a[1]], a[0])
		}
	}
	return out
}

// meansAlso tells that stems hold one or what it is also called.
func meansAlso(stems []string, w string) bool {
	if english.Holds(stems, w) {
		return true
	}
	for _, other := range aliases[w] {
		if english.Holds(stems, other) {
			return true
		}
	}
	return false
}

// everyone and noOne are words for whom something is for that say nothing else.
var (
	everyone = english.WordsOf("everyone everybody all anyone anybody")
	noOne    = english.WordsOf("nobody none")
)

// forWhom is the option that alone is for everyone or no one, which is all that an answer
// says: "everyone, otherwise it's the same five".
func forWhom(u unit, b *entry) int {
	first := firstPhrase(u.Clause)
	if len(first) != 1 && !(len(first) == 3 && first[1].Word == "of" && (first[2].Word == "them" || first[2].Word == "us")) {
		return -1
	}
	set := everyone
	if first[0].Is(noOne) {
		set = noOne
	} else if !first[0].Is(everyone) {
		return -1
	}
	n := -1
	for i, a := range b.alternatives {
		if !slices.ContainsFunc(strings.Fields(strings.ToLower(a)), set.Holds) {
			continue
		}
		if n >= 0 {
			return -1
		}
		n = i
	}
	return n
}
