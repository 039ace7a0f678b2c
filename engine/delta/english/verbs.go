package english

import "strings"

// VerbClass is what a verb means for the state of work. A verb may be in
// several.
type VerbClass uint8

// The classes of verbs.
const (
	// Work makes or changes a deliverable: an imperative of it opens a task.
	Work VerbClass = 1 << iota
	// Ask wants information, an opinion or a passing action: it opens nothing.
	Ask
	// Choose settles between options: an imperative of it is a decision.
	Choose
	// Drop takes something out of force.
	Drop
	// Saying reports what somebody said.
	Saying
	// Mind is an attitude: what follows is no plain fact.
	Mind
	// State describes how things are.
	State
	// Wait puts off.
	Wait
)

// Form is the inflection of a verb's form; one spelling may be several.
type Form uint8

// The forms.
const (
	Base   Form = 1 << iota // write
	Third                   // writes
	Past                    // wrote
	Part                    // written
	Gerund                  // writing
)

// Verb is what is known of a verb's form.
type Verb struct {
	Lemma string
	Class VerbClass
	Form  Form
}

// classes lists the verbs of each class by their base form.
var classes = []struct {
	class VerbClass
	verbs string
}{
	{Work, `add write implement build create fix make scaffold refactor port migrate rename extract split update upgrade document test
wire hook draft generate convert replace clean translate deploy publish ship release configure install integrate render parse handle
validate extend improve optimise optimize speed cache log expose register schedule seed import export sync backfill benchmark profile
design sketch prepare sort order buy book print email set code define include insert attach append embed enable disable merge rebase
restructure reorganise reorganize rewrite redo rework polish tidy format lint type annotate cover mock stub containerise containerize
dockerise dockerize package bundle compress encrypt sign hash index partition shard archive rotate back restore monitor alert instrument
trace measure record collect gather aggregate group filter paginate search highlight label tag mark style theme animate draw paint
layout align resize crop upload download fetch pull load store save persist serialise serialize encode decode normalise normalize
sanitise sanitize escape quote wrap inject mount connect link join bind map route redirect proxy forward relay retry throttle debounce
limit cap authenticate authorise authorize protect secure harden audit review proofread edit shorten summarise summarize outline plan
list number collapse expand hide lock pin bump downgrade patch hotfix debug reproduce isolate bisect investigate
research organise organize arrange invite contact call assign hire order print rent solder calibrate flash mill drill glue sew cook bake
plant pack send notify announce post deliver automate script template localise localize internationalise internationalize provision
set_up hook_up wire_up clean_up follow_up write_up look_into sort_out figure_out work_out come_up put_together finish complete
turn simplify unify consolidate dedupe deduplicate trim strip move copy duplicate clone fork vendor swap change adjust tweak
tune calculate compute count sum rank rate crawl scrape ingest transform pivot plot chart graph visualise visualize model train fit
evaluate detect classify predict simulate emulate virtualise provision replicate balance scale stream buffer batch queue enqueue
dispatch broadcast publish subscribe poll ping push introduce provide supply produce compile assemble ask bring rewire rebuild reindex
support allow guard warn reject accept verify check confirm ensure delete remove get tackle address resolve do start begin continue
book reserve schedule invoice file submit apply negotiate gather interview survey compare colour color name decorate furnish clear spell
weld dig lay carve sand screw bolt tape wash iron feed water harvest prune mow knit stitch weave film shoot mix rehearse photograph scan
digitise digitize catalogue transcribe phone text fax inform brief hand refill fill empty drain insulate seal grease oil tighten loosen
unscrew disconnect reconnect reconfigure reinstall uninstall recover reimport recalculate recompute redraw redesign rearrange reroute
retrain retest reprint repaint relabel regenerate reword rephrase paraphrase condense enlarge widen narrow shrink reshape flip mirror
invert blur sharpen mask pad center centre indent prepend concatenate interpolate average smooth derive tabulate reconcile chain
nest flatten unpack unzip zip transcode subtitle caption dub narrate rig texture quantise quantize distill curate anonymise anonymize
pseudonymise pseudonymize redact quarantine sandbox unplug plug peel repair clip hang shut close transplant refactor rehost
port preload prefetch launch post put place lazyload memoise memoize paginate throttle stub propose rough raise lower increase decrease reduce double halve
knock whip rustle jot cobble spruce flesh track hunt nail rip dig chase round freshen mend overhaul modernise modernize revise amend correct refresh renumber reorder`},
	{Ask, `run look show tell explain paste see try watch read open give remind say think describe wait ignore note remember help
take treat hold stop go come let listen imagine guess consider mind worry bother feel suppose know understand care hear find
check verify confirm compare ping push send keep stay relax enjoy forget trust believe excuse forgive bear bring ask call
summarise summarize list review walk point elaborate clarify compute count recall repeat quote rerun retry refresh restart reboot
click press type scroll search google share ensure dump cat grep curl execute report answer reply pick choose happen do double
get start begin evaluate`},
	{Choose, `use adopt retain go take pick choose keep stick stay settle default adopt switch opt select call name set leave make prefer let
limit cap stay put have do target pin standardise standardize`},
	{Drop, `drop scrap forget ditch kill remove delete abandon cancel discard axe nix junk skip lose dump toss bin cut trash shelve
retire eliminate revert undo withdraw retract scratch omit`},
	{Saying, `say tell claim mention write report insist argue announce state suggest recommend ask explain promise swear
complain joke read hear confirm admit reply answer note`},
	{Mind, `think believe feel guess suppose suspect assume hope wish want like love hate prefer wonder doubt fear expect imagine
reckon know understand remember forget mean worry care mind enjoy appreciate agree disagree see hear find need bet figure regret
notice consider plan intend try decide learn realise realize`},
	{State, `be have contain lack hold cost weigh own belong live sit reside stand lie take run come go store keep expose return serve
use support speak talk accept reject send receive read write need require depend rely consist include exclude exceed equal measure
match differ share host handle produce generate emit consume listen point refer map follow lead carry cover span count number
total start end begin finish open close fail break crash hang leak die expire refuse return arrive leave grow shrink rise fall
rotate happen occur appear disappear exist remain stay become turn get give show display print hide offer provide allow forbid deny block
permit prevent limit cap restrict cause trigger mean explain sound smell look seem charge pay bill earn sell buy rent lend borrow
ship deliver pick drop order visit join attend meet work teach manage maintain administer wear eat drink sleep drive fly sail walk
mount boot load parse compile deploy install wake poll sample transmit draw consume lose gain reach miss skip ignore overwrite
duplicate mark disable enable reset restart resend retry time double wrap throw catch raise swallow expect assume compare
differ sign verify encrypt hash fit weigh measure smell taste feel touch break wear ring buzz blink glow heat cool freeze melt
rent lease insure tax fund sponsor donate publish print edit approve review know remember use speak live want prefer like dislike love
hate think belong suit serve face back support behave perform operate`},
	{Wait, `wait postpone defer delay park pause hold shelve revisit table leave`},
}

// irregular are past and participle of the verbs that do not take -ed.
var irregular = map[string]string{
	"be": "was been", "have": "had had", "do": "did done", "go": "went gone", "make": "made made", "take": "took taken", "write": "wrote written",
	"build": "built built", "set": "set set", "get": "got got", "give": "gave given", "keep": "kept kept", "choose": "chose chosen",
	"stick": "stuck stuck", "say": "said said", "tell": "told told", "think": "thought thought", "feel": "felt felt", "know": "knew known",
	"see": "saw seen", "hear": "heard heard", "find": "found found", "mean": "meant meant", "come": "came come", "run": "ran run",
	"begin": "began begun", "break": "broke broken", "bring": "brought brought", "buy": "bought bought", "catch": "caught caught",
	"cost": "cost cost", "cut": "cut cut", "draw": "drew drawn", "drive": "drove driven", "eat": "ate eaten", "fall": "fell fallen",
	"fit": "fit fit", "fly": "flew flown", "forget": "forgot forgotten", "freeze": "froze frozen", "grow": "grew grown", "hang": "hung hung",
	"hide": "hid hidden", "hold": "held held", "lead": "led led", "leave": "left left", "lend": "lent lent", "let": "let let", "lie": "lay lain",
	"lose": "lost lost", "meet": "met met", "pay": "paid paid", "put": "put put", "read": "read read", "redo": "redid redone",
	"rewrite": "rewrote rewritten", "ring": "rang rung", "rise": "rose risen", "sell": "sold sold", "send": "sent sent", "shrink": "shrank shrunk",
	"sit": "sat sat", "sleep": "slept slept", "speak": "spoke spoken", "split": "split split", "stand": "stood stood", "swear": "swore sworn",
	"teach": "taught taught", "throw": "threw thrown", "understand": "understood understood", "undo": "undid undone", "wake": "woke woken",
	"wear": "wore worn", "bet": "bet bet", "become": "became become", "rebuild": "rebuilt rebuilt", "resend": "resent resent",
	"overwrite": "overwrote overwritten", "show": "showed shown", "withdraw": "withdrew withdrawn", "swing": "swung swung", "spend": "spent spent",
	"bind": "bound bound", "forbid": "forbade forbidden", "forgive": "forgave forgiven", "bear": "bore borne", "sew": "sewed sewn",
	"spell": "spelt spelt", "dig": "dug dug", "lay": "laid laid", "shoot": "shot shot", "feed": "fed fed", "shut": "shut shut", "weave": "wove woven",
	"win": "won won", "redraw": "redrew redrawn", "light": "lit lit", "tear": "tore torn", "deal": "dealt dealt", "wire": "wired wired",
}

// inflected makes the table of all forms. A verb of two words ("set up"), which
// the table writes with an underscore, has none.
func inflected() map[string]Verb {
	out := map[string]Verb{}
	note := func(form, lemma string, c VerbClass, f Form) {
		v := out[form]
		if v.Lemma == "" || f == Base {
			v.Lemma = lemma
		}
		v.Class |= c
		v.Form |= f
		out[form] = v
	}
	for _, group := range classes {
		for _, base := range strings.Fields(group.verbs) {
			if strings.ContainsRune(base, '_') {
				continue
			}
			note(base, base, group.class, Base)
			note(third(base), base, group.class, Third)
			note(gerund(base), base, group.class, Gerund)
			past, part, known := strings.Cut(irregular[base], " ")
			if !known {
				past = regularPast(base)
				part = past
			}
			note(past, base, group.class, Past)
			note(part, base, group.class, Part)
		}
	}
	return out
}

func third(w string) string {
	switch {
	case w == "be":
		return "is"
	case w == "have":
		return "has"
	case strings.HasSuffix(w, "s"), strings.HasSuffix(w, "sh"), strings.HasSuffix(w, "ch"), strings.HasSuffix(w, "x"), strings.HasSuffix(w, "o"), strings.HasSuffix(w, "z"):
		return w + "es"
	case endsInConsonantY(w):
		return w[:len(w)-1] + "ies"
	}
	return w + "s"
}

func regularPast(w string) string {
	switch {
	case strings.HasSuffix(w, "e"):
		return w + "d"
	case endsInConsonantY(w):
		return w[:len(w)-1] + "ied"
	case doubles(w):
		return w + w[len(w)-1:] + "ed"
	}
	return w + "ed"
}

func gerund(w string) string {
	switch {
	case strings.HasSuffix(w, "ie"):
		return w[:len(w)-2] + "ying"
	case strings.HasSuffix(w, "e") && !strings.HasSuffix(w, "ee") && w != "be":
		return w[:len(w)-1] + "ing"
	case doubles(w):
		return w + w[len(w)-1:] + "ing"
	}
	return w + "ing"
}

func endsInConsonantY(w string) bool {
	n := len(w)
	return n > 2 && w[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(w[n-2]))
}

// doubles tells that a short verb doubles its last consonant: drop, dropped.
func doubles(w string) bool {
	n := len(w)
	if n < 3 || strings.ContainsRune("aeiouwxyh", rune(w[n-1])) || !strings.ContainsRune("aeiou", rune(w[n-2])) {
		return false
	}
	if strings.ContainsRune("aeiou", rune(w[n-3])) {
		return false
	}
	vowels := 0
	for _, r := range w {
		if strings.ContainsRune("aeiou", r) {
			vowels++
		}
	}
	return vowels == 1 || w == "debug" || w == "refer" || w == "forget" || w == "begin" || w == "prefer" || w == "format" && false
}

// VerbOf looks a form up.
func VerbOf(word string) (Verb, bool) {
	l := lexemeOf(word)
	return l.verb, l.isVerb()
}

// IsBe tells the forms of "be".
func IsBe(w string) bool {
	switch w {
	case "is", "are", "am", "was", "were", "be", "been", "being":
		return true
	}
	return false
}

// IsModal tells the modal verbs.
func IsModal(w string) bool {
	switch w {
	case "can", "could", "may", "might", "must", "shall", "should", "will", "would", "ought":
		return true
	}
	return false
}

// IsFinite tells the auxiliaries and modals that make a clause finite.
func IsFinite(w string) bool {
	switch w {
	case "is", "are", "am", "was", "were", "has", "have", "had", "does", "do", "did":
		return true
	}
	return IsModal(w)
}
