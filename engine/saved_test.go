package engine_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"holdfast/store/event"
)

const (
	shelf = "import os\n\n\nclass Shelf:\n    def put(self, book):\n        self.books.append(book)\n\n    def count(self):\n        return len(self.books)\n"
	pager = "def first(pages):\n    return pages[0]\n\n\ndef last(pages):\n    return pages[-1]\n"
)

// saving is a workspace with two tracked files, whose client shows both and applies
// what the model says.
func saving(t *testing.T, said string) *house {
	h := openHouse(t, func(string) reply { return say(said) })
	h.write("shelf.py", shelf)
	h.write("pager.py", pager)
	if _, err := h.AdoptPaths(context.Background(), []string{"shelf.py", "pager.py"}, nil); err != nil {
		t.Fatal(err)
	}
	h.ask("Please change it.\n\nshelf.py\n```\n" + shelf + "```\n")
	return h
}

// left is what waits and what is STALE, once the disk was looked at.
func (h *house) left() (list []string) {
	h.t.Helper()
	must(h.t, h.Reverify(context.Background(), nil))
	waiting, err := h.Pending(context.Background())
	must(h.t, err)
	for _, p := range waiting {
		list = append(list, p.Entity+" waits: "+strings.Join(p.Reasons, "; "))
	}
	for key, reason := range h.stale() {
		list = append(list, key+" is STALE: "+string(reason))
	}
	return list
}

// TestNothingIsLeftOfAReplyThatItsClientSaved holds product.md 10: the disk outranks
// every gate, and what a client has made of a reply is settled, however it did so.
func TestNothingIsLeftOfAReplyThatItsClientSaved(t *testing.T) {
	for _, c := range []struct {
		name, said  string
		path, saved string
		entity      string // that the file now holds otherwise, or
		ended       string // that it does not hold any more
	}{
		{
			name:  "an edit with another indentation than the file's",
			said:  "shelf.py\n```python\n<<<<<<< SEARCH\ndef count(self):\n    return len(self.books)\n=======\ndef count(self):\n    return len(self.books or [])\n>>>>>>> REPLACE\n```\n",
			path:  "shelf.py",
			saved: strings.Replace(shelf, "(self.books)\n", "(self.books or [])\n", 2), entity: "shelf.py::Shelf.count",
		},
		{
			name:  "a diff whose unchanged lines lost their first space",
			said:  "```diff\n--- shelf.py\n+++ shelf.py\n@@ ... @@\ndef put(self, book):\n-        self.books.append(book)\n+        self.books.insert(0, book)\n```\n",
			path:  "shelf.py",
			saved: strings.Replace(shelf, "append(book)", "insert(0, book)", 1), entity: "shelf.py::Shelf.put",
		},
		{
			name:  "a file as a whole that drops a function",
			said:  "pager.py\n```python\ndef only(pages):\n    return pages[0]\n```\n",
			path:  "pager.py",
			saved: "def only(pages):\n    return pages[0]\n", ended: "pager.py::last",
		},
		{
			name:  "a fence that names no file, laid over the one that the client shows",
			said:  "Here it is:\n\n```python\nprint(\"moved\")\n```\n",
			path:  "shelf.py",
			saved: "print(\"moved\")\n", ended: "shelf.py::Shelf.put",
		},
		{
			name:  "a new file that is named twice, from two folders",
			said:  "cards/index.py\n```python\n# src/cards/index.py\ndef index(cards):\n    return sorted(cards)\n```\n",
			path:  "cards/index.py",
			saved: "# src/cards/index.py\ndef index(cards):\n    return sorted(cards)\n", entity: "cards/index.py::index",
		},
		{
			name: "an edit, beside advice for another file",
			said: "shelf.py\n```python\n<<<<<<< SEARCH\n        return len(self.books)\n=======\n        return len(set(self.books))\n>>>>>>> REPLACE\n```\n\n" +
				"You may also want this in `setup.cfg`:\n\n```ini\n[metadata]\nname = shelf\n```\n",
			path:  "shelf.py",
			saved: strings.Replace(shelf, "len(self.books)", "len(set(self.books))", 1), entity: "shelf.py::Shelf.count",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := saving(t, c.said)
			h.write(c.path, c.saved)
			for _, l := range h.left() {
				t.Error(l)
			}
			if c.entity != "" {
				v := h.newest(c.entity)
				if v.State != event.Authoritative || h.state()[c.entity] == "" {
					t.Errorf("%s is %s by %q: %s", c.entity, v.State, v.Grant, v.Reason)
				}
			}
			if _, stands := h.state()[c.ended]; stands {
				t.Errorf("%s still stands", c.ended)
			}
			h.verified()
		})
	}
}

// TestLooksSideBySideLeaveNothingOfASavedReply holds that a look at the disk that finds
// another one settling a file does not return before it is settled.
func TestLooksSideBySideLeaveNothingOfASavedReply(t *testing.T) {
	h := saving(t, "Here it is:\n\n```python\nprint(\"moved\")\n```\n")
	h.write("shelf.py", "print(\"moved\")\n")
	var looks sync.WaitGroup
	for range 4 {
		looks.Go(func() {
			for _, l := range h.left() {
				t.Error(l)
			}
		})
	}
	looks.Wait()
	h.verified()
}

// TestWhatTheReplyDoesNotExplainStaysStale is the other half: a line of somebody
// else's in the file, and the disk was edited (product.md 5).
func TestWhatTheReplyDoesNotExplainStaysStale(t *testing.T) {
	const said = "shelf.py\n```python\n<<<<<<< SEARCH\ndef count(self):\n    return len(self.books)\n=======\ndef count(self):\n    return len(self.books or [])\n>>>>>>> REPLACE\n```\n"
	h := saving(t, said)
	h.write("shelf.py", strings.Replace(shelf, "return len(self.books)", "return len(self.books or [])  # by hand", 1))
	if got := h.left(); len(got) != 1 || got[0] != "shelf.py::Shelf.count is STALE: edited" {
		t.Errorf("left is %q", got)
	}
	h.write("pager.py", "def first(pages):\n    return pages[0]\n")
	if got := h.stale()["pager.py::last"]; got != "edited" {
		t.Errorf("a function that the user deleted is %q", got)
	}
	h.verified()
}

// TestAdviceThatIsAppliedLateIsSettled holds that what was closed as not applied is
// believed once the disk holds it.
func TestAdviceThatIsAppliedLateIsSettled(t *testing.T) {
	h := saving(t, "pager.py\n```python\n<<<<<<< SEARCH\n    return pages[0]\n=======\n    return pages[:1]\n>>>>>>> REPLACE\n```\n\n"+
		"And `rules.py` might become:\n\n```python\ndef rule(page):\n    return page > 0\n```\n")
	h.write("pager.py", strings.Replace(pager, "pages[0]", "pages[:1]", 1))
	if got := h.left(); len(got) > 0 {
		t.Errorf("left is %q", got)
	}
	if v := h.newest("rules.py::rule"); v.State == event.Proposed || !strings.Contains(v.Reason, "not this") {
		t.Errorf("the advice is %s: %s", v.State, v.Reason)
	}
	h.write("rules.py", "def rule(page):\n    return page > 0\n")
	if got := h.left(); len(got) > 0 || h.state()["rules.py::rule"] == "" {
		t.Errorf("after it was applied late, left is %q, the State Map %v", got, h.state())
	}
	h.verified()
}

func TestShowingWhatIsNotSavedHoldsAtOnce(t *testing.T) {
	t.Parallel()
	h := savedHouse(t)
	h.ask("a better greeting, please: Greet") // it is not saved
	h.ask("explain Greet")
	if p := h.prompt(); !strings.Contains(p, "is withheld") || h.Status().ShowsUnsaved {
		t.Fatalf("what is not saved is not withheld:\n%s", p)
	}
	if _, err := h.ShowUnsaved(context.Background()); err != nil {
		t.Fatal(err)
	}
	h.ask("what does Greet say, and Part?")
	if p := h.prompt(); strings.Contains(p, "is withheld") || !h.Status().ShowsUnsaved {
		t.Errorf("what is not saved is withheld still:\n%s", p)
	}
	h.reopen()
	if !h.Status().ShowsUnsaved {
		t.Error("the setting does not hold after a restart")
	}
	h.verified()
}
