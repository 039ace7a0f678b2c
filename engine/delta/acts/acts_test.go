package acts

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"holdfast/engine/delta"
)

// talk makes turns of what the user and the assistant say in turn, the user first.
func talk(said ...string) []Turn {
	var out []Turn
	for i, s := range said {
		role := User
		if i%2 == 1 {
			role = Assistant
		}
		out = append(out, Turn{ID: fmt.Sprint("t", i), Role: role, Content: s})
	}
	return out
}

func deltasOf(t *testing.T, said ...string) []delta.Delta {
	t.Helper()
	return Conversation(talk(said...), nil, time.Unix(0, 0)).Accepted
}

func saying(d delta.Delta) string {
	if b, ok := d.(*delta.BranchCreated); ok {
		return strings.Join(b.Alternatives, " | ")
	}
	return delta.Says(d)
}

func lines(all []delta.Delta) string {
	var out []string
	for _, d := range all {
		out = append(out, fmt.Sprintf("%s %q", d.Kind(), saying(d)))
	}
	return strings.Join(out, "\n")
}

func TestNothingComesOfWhatNobodySaid(t *testing.T) {
	for name, said := range map[string][]string{
		"a test run":               {"tests/test_stock.py F\n============ test session starts ============\nplatform linux -- Python 3.12.1, pytest-8.0.0\nrootdir: /srv/stock\ncollected 9 items\n\n    def test_count():\n>       assert count() == 3\nE       assert 4 == 3\n============ 1 failed in 0.21s ============"},
		"lines of code":            {"MAX_ROWS = 40\nTIMEOUT_S = 2.5\nreturn render(rows)\nfrom shop.models import Order"},
		"a client's question":      {"Allow edits to file that has not been added to the chat? (Y)es/(N)o [Yes]: y"},
		"courtesy":                 {"what does cart.js do?", "I'd need to see cart.js first. Please add it to the chat, and I can explain:\n- how it sums\n- where it stores\n\nWould you like me to proceed?", "and the styles?"},
		"steps of an explanation":  {"why is it slow", "The importer will:\n1. Read the rows\n2. Sort them\n3. Write the file\n\nIf it is still slow, it could be because:\n1. the disk is full\n2. the cache is cold", "thanks"},
		"Spanish":                  {"Quiero una página para los pedidos. Utiliza Vue y no uses jQuery, por favor."},
		"German":                   {"Die Rechnungen müssen immer auf zwei Stellen gerundet werden, und bitte kein Redis."},
		"Turkish":                  {"Çizgiler sadece siyah olmalı. Renkli çizim kesinlikle yasak."},
		"Chinese":                  {"请把按钮移到右边，不要改颜色。"},
		"words without content":    {"let somebody look at it", strings.Repeat("and so on ", 20), "and so on and on"},
		"a bare introduction":      {"Write the page.", "Done.", "It must include:\n\n- `page.html`\n- `page.css`"},
		"a label":                  {"Write the page.", "Done.", "new lantern theme"},
		"an order with an or":      {"fix the error", "I cannot see your settings. Please send me the settings file or the output of the linter.", "fix the error"},
		"a change explained":       {"fix the list", "The list is read anew each time. There are two options:\n\n1. Update `list.go`\n2. Update `page.go`\n\n```go\nfunc list() {}\n```", "fix the error in list.go"},
		"an idea nobody speaks of": {"fix the typo in README", "Done. A cache in front of the list might help as well.", "rename the folder docs to manual"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, d := range deltasOf(t, said...) {
				switch d.Kind() {
				case delta.DecisionMadeKind, delta.FactLearnedKind, delta.ConstraintAddedKind, delta.HypothesisIntroducedKind, delta.BranchCreatedKind:
					t.Errorf("%s %q", d.Kind(), saying(d))
				}
			}
		})
	}
}

func TestThePlanThatComesBackIsNotTheUser(t *testing.T) {
	plan := "I looked at the code. We should use Memcached for the list and never cache errors.\n\n1. Create `src/list.ts`\n2. Add a limit of 90 seconds\n3. The tests must pass before the merge"
	turns := []Turn{{ID: "a", Role: User, Content: "speed the list up"}, {ID: "b", Role: Assistant, Content: plan}, {ID: "c", Role: User, Content: plan}}
	for _, d := range Conversation(turns, nil, time.Unix(0, 0)).Accepted {
		if d.From().SourceTurns[0].TurnID == "c" {
			t.Errorf("%s %q", d.Kind(), saying(d))
		}
	}
}

func TestATextInSeveralMessagesIsOneText(t *testing.T) {
	part := "# Orders\n\nThe shop must never sell out of stock goods. Orders live in Postgres. We use port 4100.\n\n# Stock\n\nThe stock is counted at night."
	turns := []Turn{{ID: "a", Role: User, Content: part}, {ID: "b", Role: User, Content: "Refunds must never take longer than 4 days. We use Stripe."}}
	for _, d := range Conversation(turns, nil, time.Unix(0, 0)).Accepted {
		if d.From().SourceTurns[0].TurnID == "b" {
			t.Errorf("%s %q", d.Kind(), saying(d))
		}
	}
	turns = []Turn{{ID: "a", Role: User, Content: "Build a shop."}, {ID: "b", Role: User, Content: "Refunds must never take longer than 4 days."}}
	if got := lines(Conversation(turns, nil, time.Unix(0, 0)).Accepted); !strings.Contains(got, "Refunds") {
		t.Errorf("two short messages are read as a document:\n%s", got)
	}
}

func TestOnlyWhatCanBeChosenIsAccepted(t *testing.T) {
	for text, can := range map[string]bool{
		"a table with a cell for each seat": true, "We could cache the list": true,
		"Should the tool send reminders?": false, "Perhaps the grid is the problem": false, "": false,
	} {
		if eligible(text) != can {
			t.Errorf("%q can be chosen: %v", text, !can)
		}
	}
}

func TestSecretsNeverBecomeItems(t *testing.T) {
	for _, secret := range []string{
		"AIzaSyB7-made-up-made-up-made-up-0000", "sk-proj-Ab3dEf6hIj9kLmNoPqRs", "ghp_0123456789abcdefABCDEF0123456789abcd", "AKIAIOSFODNN7EXAMPLE",
		"xoxb-1234567890-abcdefghij", "postgres://app:hunter22@db.example.com/shop", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "password: tr0ub4dor&3",
	} {
		for _, says := range []string{"use %s for the deploy", "The token of the bot is %s and it must never change", "we decided on %s"} {
			for _, d := range deltasOf(t, fmt.Sprintf("Build the bot. "+says, secret)) {
				if strings.Contains(saying(d), secret[:8]) {
					t.Errorf("%q: %s %q", secret, d.Kind(), saying(d))
				}
			}
		}
	}
	for _, secret := range []string{
		"DB_PASSWORD=made2up4tests", "my pass: made2up4!", "Authorization: Bearer madeUpForTests1234", "curl -u admin:made-up https://x.example", "redis://:made-up@10.0.0.1:6379",
		"MAIL_SECRET_KEY=madeUp/ForTests", "whsec_madeup0for1tests2here3", "npm_madeup0for1tests2here3only4", "dckr_pat_madeupfortestshereonly1", "xapp-1-A012-345-madeup",
		"ya29.madeUpForTestsHere", "-----BEGIN OPENSSH PRIVATE KEY-----", "the api key is 0f14e45fceea167a5a36dedd4bea2540", "client_secret: GOCSPX-madeupfortests",
		"pypi-madeUpForTestsHere", "hvs.madeUpForTestsHere", "lin_api_madeupfortestshereonly01", "shpat_0123456789abcdef0123456789abcdef", "passphrase: correct horse 42",
		"login: root / made1234", "use the key AbCdEf123456GhIjKl7890MnOpQr", "123456789:AAmadeUpForTestsOnlyNothingElse00", "https://x.example/?api_key=made1234up", "sshpass -p 'made-up' ssh root@h",
		"the token made123up456tests", "glpat-madeupfortests", "JWT_SECRET=n/Made2Up4Tests6Only8NothingElse0=", "wifi password is Linde2024",
	} {
		if !Secret(secret) {
			t.Errorf("%q counts as no secret", secret)
		}
	}
	for _, plain := range []string{
		"commit 3f786850e387550fdab836ed7e6dc881de23001b", "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "the password field must be masked",
		"passwords have at least 12 characters", "max_tokens: 2048", "token limit is 4096", "the API key must come from the environment", "uuid 123e4567-e89b-12d3-a456-426614174000",
		"see engine/delta/acts/reader.go:120", "version 2024.10.01-rc1", "run TestTheWeightsAreThoseOfThisCode", "the token bucket holds 20 requests", "store passwords hashed with argon2", "rename getUserByAuthenticationProvider to byProvider", "commit 3f2a9c1 broke it"} {
		if Secret(plain) {
			t.Errorf("%q counts as a secret", plain)
		}
	}
}

func TestEnglishIsToldFromOtherLanguages(t *testing.T) {
	for _, said := range []string{"add a dark theme", "ok", "fix app.py", "The café opens at nine, says José.", "Use Vue.", "2", "npm run build fails with EACCES"} {
		if Foreign(said) {
			t.Errorf("%q counts as foreign", said)
		}
	}
	for _, said := range []string{"Agrega un botón para borrar los pedidos", "Ajoute un bouton pour supprimer la commande", "добавь кнопку в меню", "ボタンを右に動かしてください", "Füge einen Knopf für das Menü hinzu"} {
		if !Foreign(said) {
			t.Errorf("%q counts as English", said)
		}
	}
}

// Formulas, data and "either … or" stay whole, and list numbers are no figures.
func TestWordsStayTheSpeakers(t *testing.T) {
	for said, whole := range map[string]string{
		"Write wave.py. The height is h * (1 - t/8)**2 and must stay positive.":                                "h * (1 - t/8)**2",
		"The reply is { \"ok\": true, \"rows\": [1, 2] }, so read rows from that.":                             `{ "ok": true, "rows": [1, 2] }`,
		"In sum.py skip empty rows: either leave them out of the mean and print 0, or start the sum at row 2.": "either leave them out of the mean and print 0, or start the sum at row 2",
	} {
		for _, d := range deltasOf(t, said, "Done.") {
			for _, part := range strings.FieldsFunc(whole, func(r rune) bool { return strings.ContainsRune(" {}()[],", r) }) {
				if len(part) > 3 && strings.Contains(saying(d), part) && !strings.Contains(saying(d), whole) {
					t.Errorf("%q is cut: %s %q", whole, d.Kind(), saying(d))
				}
			}
		}
	}
	for _, d := range deltasOf(t, "- It must use a lock, so we never sell more than 30 seats.", "Noted.", "2. SEATS: in Hall.jsx write 'book' with a lock.\n4. AFTERWARDS: clear the basket and show the seat.") {
		if strings.Contains(saying(d), "more than") && !strings.Contains(saying(d), "30") {
			t.Errorf("a number of the list became a figure: %q", saying(d))
		}
	}
}

func TestEveryTaskOfTheFirstMessageIsKept(t *testing.T) {
	got := lines(deltasOf(t, "Add a dark theme. Create print.css. Write a test for the logout.", "Done."))
	for _, want := range []string{"dark theme", "print.css", "logout"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, got)
		}
	}
}

func TestAnAnswerPicksTheOption(t *testing.T) {
	for _, answer := range []string{"the second one", "the table please", "B"} {
		got := Conversation(talk("Build an app for the seating plan.", "There are two options:\n\nA. a canvas that is drawn anew\nB. a table with a cell for each seat\n\nWhich do you prefer?", answer), nil, time.Unix(0, 0))
		found := slices.ContainsFunc(got.Accepted, func(d delta.Delta) bool {
			return d.Kind() == delta.DecisionMadeKind && strings.Contains(saying(d), "table")
		})
		if !found {
			t.Errorf("%q decides nothing:\n%s", answer, lines(got.Accepted))
		}
	}
}

func TestTheFileOfWeightsIsRead(t *testing.T) {
	again, err := ParseModel(string(learned().Format()))
	if err != nil {
		t.Fatal(err)
	}
	if string(again.Format()) != string(learned().Format()) {
		t.Error("weights that were read and written are others")
	}
	for _, bad := range []string{"", "w:x\t1:2", "=\tmany", "=\t15\nw:x\t99:1\n=\t1", "=\t15\nw:x\t1:one\n=\t1", "=\t15"} {
		if _, err := ParseModel(bad); err == nil {
			t.Errorf("%q is taken for weights", bad)
		}
	}
}

func TestFeaturesTellWhySomethingWasRead(t *testing.T) {
	turns := talk("Build a shop.", "Which database?", "We must never use an ORM.")
	got := Evident(&delta.State{}, turns[:2], turns[2], &delta.ConstraintAdded{Creation: delta.Creation{Summary: "We must never use an ORM"}})
	if len(got) != mostEvident || !strings.Contains(strings.Join(got, " "), "+") {
		t.Errorf("%q", got)
	}
}

func TestHostileTextsAreReadOnce(t *testing.T) {
	for _, sign := range []string{"<", "`", ".", "```\n", "or ", "(", "a, ", "1. ", "- [ ] ", "\"", "**", "[x](", "no. "} {
		text := strings.Repeat(sign, (100<<10)/len(sign))
		Read(&delta.State{}, talk("Build it.", text), Turn{ID: "x", Role: User, Content: text})
	}
}

func FuzzRead(f *testing.F) {
	f.Add("use tabs", "Should I use tabs or spaces?", "the first")
	f.Add("1. a\n2. b", "| a | b |\n|---|---|\n| 1 | 2 |", "- [x] done")
	f.Add("k * (1 + r)**2", "```\ncode", "no!! 🙃")
	f.Add("The token is ghp_0123456789abcdefABCDEF0123456789abcd. Never log it.", "Option A: keep it.\nOption B: drop it.", "B, but with password=made2up4")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		said := talk(a, b, c)
		res := Conversation(said, nil, time.Unix(0, 0))
		for _, e := range res.Rejected {
			if e.Reason == "" {
				t.Errorf("rejected without a reason: %+v", e)
			}
		}
		valid := utf8.ValidString(a) && utf8.ValidString(b) && utf8.ValidString(c)
		for _, d := range res.Accepted {
			text := saying(d)
			if Secret(text) || valid && !utf8.ValidString(text) {
				t.Errorf("%s %q", d.Kind(), text)
			}
			for _, from := range d.From().SourceTurns {
				if !slices.ContainsFunc(said, func(turn Turn) bool { return turn.ID == from.TurnID }) {
					t.Errorf("%s %q comes from %q", d.Kind(), text, from.TurnID)
				}
			}
		}
		if again := Conversation(said, nil, time.Unix(0, 0)); lines(again.Accepted) != lines(res.Accepted) {
			t.Errorf("the second time it reads\n%s\nfirst\n%s", lines(again.Accepted), lines(res.Accepted))
		}
	})
}

func TestAnOrderToDropAnItemTakesItOutOfForce(t *testing.T) {
	for order, item := range map[string]string{
		"Drop Redis, we go with SQLite instead.": "Let's use Redis for the cache.",
		"Scrap the nightly job.":                 "We will use a nightly job for the backups.",
		"Forget the Redis cache.":                "Let's use Redis for the cache.",
	} {
		got := lines(deltasOf(t, item, "Understood.", order))
		if !strings.Contains(got, "item_superseded") {
			t.Errorf("%q after %q: %s", order, item, got)
		}
	}
	if got := lines(deltasOf(t, "Let's use Redis for the cache.", "Understood.", "Drop the table rows of last year.")); strings.Contains(got, "item_superseded") {
		t.Errorf("another subject: %s", got)
	}
}

// What somebody goes on with, tells or asks is no decision; what they settle on is one.
func TestToGoOnIsNoDecision(t *testing.T) {
	for said, decides := range map[string]bool{
		"let's go with sqlite": true, "let's use 3 workers": true, "let's keep the old index as it is": true,
		"ok let's move on to step 4": false, "yep, let's get started": false, "let's fix the errors in the console": false,
		"I clicked on Save and then I closed the page": false, "where in the project do i find it": false,
	} {
		got := slices.ContainsFunc(deltasOf(t, "build a page for the stock", "The page is built.", said), func(d delta.Delta) bool { return d.Kind() == delta.DecisionMadeKind })
		if got != decides {
			t.Errorf("%q decides: %v", said, got)
		}
	}
}

// Of what a terminal or a server printed nothing is read, nor of what stands among it.
func TestOutputIsNobodysWord(t *testing.T) {
	for name, said := range map[string]string{
		"a shell of a database": "shop=> use shop_copy\nswitched to db shop_copy\nshop=> show tables;\nERROR: unrecognized parameter",
		"an error with a place": "i get this\nno function clause matching in Shop.Cart.total/1\n    (shop 0.1.0) lib/shop/cart.ex:30: Shop.Cart.total(%{value: nil})",
		"an inspector":          "move this up\n\nPosition: top=304px, left=258px, width=657px\nComponent: StockTable\nElement: <a href=\"/x\" class=\"y\">",
		"a server":              "it fails\n\n ✓ Compiled /error in 461ms\n GET / 500 in 2164ms\nAll exports of the module are known before it runs.",
		"ssh":                   "The authenticity of host '10.0.0.9' can't be established.\nAre you sure you want to continue connecting (yes/no/[fingerprint])?",
		"a client's command":    "/exit\n ⎿  See you later!",
	} {
		for _, d := range deltasOf(t, "build a shop", "The shop is built.", said) {
			switch d.Kind() {
			case delta.DecisionMadeKind, delta.FactLearnedKind, delta.ConstraintAddedKind, delta.HypothesisIntroducedKind:
				t.Errorf("%s: %s %q", name, d.Kind(), saying(d))
			}
		}
	}
}

// A short turn is in the language in which its speaker wrote before.
func TestAShortTurnIsInTheLanguageOfThoseBefore(t *testing.T) {
	spanish := talk("Quiero una página para los pedidos con una tabla y un botón para borrar cada uno.", "Hecho.", "No funciona la búsqueda")
	if !foreignAfter(spanish[:2], open(spanish[2])) {
		t.Error("a short Spanish turn counts as English")
	}
	if english := talk("Quiero una página para los pedidos con una tabla y un botón.", "Hecho.", "please add a test for the page"); foreignAfter(english[:2], open(english[2])) {
		t.Error("an English turn counts as Spanish")
	}
}

// A choice that the assistant lays out becomes an item when an option of it is picked.
func TestAChoiceIsReportedWhenAnOptionIsPicked(t *testing.T) {
	choice := "There are two ways to keep the sessions:\n\n1. A table in Postgres\n2. A hash in Redis\n\nWhich one do you want?"
	if got := lines(deltasOf(t, "we need sessions", choice, "the second one")); !strings.Contains(got, "Redis") || !strings.Contains(got, "branch_created") {
		t.Errorf("a picked option:\n%s", got)
	}
	if got := lines(deltasOf(t, "we need sessions", choice, "wait, how long does a session live now?")); strings.Contains(got, "branch_created") {
		t.Errorf("a choice nobody made:\n%s", got)
	}
}

// A task closes when the assistant says that it did it, and not when it begins to.
func TestToBeginIsNotToHaveDone(t *testing.T) {
	closes := func(said ...string) bool {
		return slices.ContainsFunc(deltasOf(t, said...), func(d delta.Delta) bool { return d.Kind() == delta.TaskClosedKind })
	}
	if !closes("we build a shop", "Fine.", "add a button to print the order", "I've added a button to print the order; it works.") {
		t.Error("a task that is reported as done stays open")
	}
	if closes("we build a shop", "Fine.", "add a button to print the order", "To print an order the browser opens a dialog. Which pages need it?") {
		t.Error("an explanation closes a task")
	}
	if closes("we build a shop", "Fine.", "remove all the comments in the styles", "Where are they?", "remove all the comments in the styles") {
		t.Error("to ask once more closes a task")
	}
}

// What the user says in so many words to be settled is a decision, whatever else the
// turn holds; what only sounds like that is none (delta types, decision_made).
func TestWhatIsSaidInSoManyWordsIsDecided(t *testing.T) {
	const beside = " The service must run on Debian 12."
	for said, decided := range map[string]bool{
		"We decided to use PostgreSQL for the job queue.":          true,
		"I decided to keep the old API.":                           true,
		"Let's use SQLite instead of Postgres.":                    true,
		"let's go with the file cache":                             true,
		"Use Redis for the cache.":                                 true,
		"Go to the settings page.":                                 false,
		"Keep going.":                                              false,
		"We'll keep the config in TOML.":                           true,
		"let's take a look at the parser":                          false,
		"Should we use PostgreSQL for the job queue?":              false,
		"If we decided to use PostgreSQL, the queue would be slow": false,
		"Maybe let's use SQLite instead of Postgres.":              false,
		"He said we decided to use PostgreSQL for the job queue.":  false,
	} {
		for _, words := range []string{said, said + beside} {
			found := false
			for _, d := range Read(&delta.State{}, nil, Turn{ID: "t1", Role: User, Content: words}) {
				found = found || d.Kind() == delta.DecisionMadeKind
			}
			if found != decided {
				t.Errorf("%q: decided %v, want %v", words, found, decided)
			}
		}
	}
}

// Of each pair the first sentence has the form of its kind and the second, of the same
// words more or less, has not.
func TestAnItemHasTheFormOfItsKind(t *testing.T) {
	const done = "Done, the list is sorted now."
	for name, c := range map[string]struct {
		kind     delta.Kind
		has, not string
	}{
		"a fact is a sentence with a subject":  {delta.FactLearnedKind, "The scanner sends its codes to port 7070.", "crosscheck which codes the scanner sends to port 7070"},
		"a fact lasts":                         {delta.FactLearnedKind, "The gateway has two network cards, 10.0.0.2 and 10.0.0.3.", "It has stopped at line 1088 of the gateway"},
		"to want to do is no choice":           {delta.DecisionMadeKind, "let's go with SQLite for the archive", "i want to challenge your numbers for the archive"},
		"the one in the midst is no choice":    {delta.DecisionMadeKind, "I'll go with the smaller one", "The smaller button is one pixel too far from the one beside it"},
		"a look is no choice":                  {delta.DecisionMadeKind, "use Caddy for the proxy", "take a look at the proxy"},
		"what seems is no rule":                {delta.ConstraintAddedKind, "The export must not be the last step.", "the export seems not to be the last step"},
		"a question's second verb is no order": {delta.TaskOpenedKind, "run the setup and create the first page in this folder", "should I run the setup and create the first page in this folder?"},
		"a wish's second verb is no order":     {delta.TaskOpenedKind, "Add the sprites to the sheet and edit their colors", "I would love to find the sprites and edit their colors"},
		"a noun is no order":                   {delta.TaskOpenedKind, "fix the list of latest events on the front page", "the fix allows me to fetch the latest events on the front page"},
		"what only points is no task":          {delta.TaskOpenedKind, "Add a test for the report", "please do the following"},
		"a path is no task":                    {delta.TaskOpenedKind, "Look at these:\n\n1. Port apps/docs/List.tsx to the new client", "Look at these:\n\n1. /home/mia/apps/docs/List.tsx"},
	} {
		t.Run(name, func(t *testing.T) {
			made := func(said string) bool {
				return slices.ContainsFunc(deltasOf(t, "sort the list by name", done, said), func(d delta.Delta) bool {
					return d.Kind() == c.kind && d.From().SourceTurns[0].TurnID == "t2"
				})
			}
			if !made(c.has) {
				t.Errorf("%q makes no %s", c.has, c.kind)
			}
			if made(c.not) {
				t.Errorf("%q makes a %s", c.not, c.kind)
			}
		})
	}
}
