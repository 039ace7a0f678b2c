package prompt

import (
	"fmt"
	"testing"
)

func TestARequestBetweenIsTold(t *testing.T) {
	var s Slots
	one, two, side := Asker{"1", "another conversation"}, Asker{"2", "another conversation"}, Asker{What: "a title"}
	for i, c := range []struct {
		model string
		who   Asker
		want  string
	}{
		{"m", one, ""}, {"m", one, ""}, {"m", side, "another conversation"}, {"m", side, "a title"}, {"m", one, "a title"}, {"m", one, ""},
		{"other", side, ""}, {"m", one, ""}, {"m", two, "another conversation"}, {"m", one, "another conversation"},
	} {
		if got := s.Asks(c.model, c.who); got != c.want {
			t.Errorf("request %d comes behind %q, want %q", i+1, got, c.want)
		}
	}
}

// What the server's counts have shown goes before what is said of its slots.
func TestWhetherAPromptIsLostIsLearned(t *testing.T) {
	whole, lost := End{Who: ByNobody, Same: lostFrom}, End{Who: ByOther, Same: lostFrom}
	for name, c := range map[string]struct {
		learn      func(*Slots)
		alone, any bool // what is asked with one slot, and with an unknown number
	}{
		"nothing is known":              {func(*Slots) {}, true, false},
		"it sends no counts":            {func(s *Slots) { s.Learn("m", false, whole, lost, "a title") }, true, false},
		"it sends counts":               {func(s *Slots) { s.Learn("m", true, whole, whole, "") }, false, false},
		"it had lost it":                {func(s *Slots) { s.Learn("m", true, whole, lost, "a title") }, true, true},
		"it had it":                     {func(s *Slots) { s.Learn("m", true, whole, whole, "a title") }, false, false},
		"the latest counts":             {func(s *Slots) { s.Learn("m", true, whole, whole, "t"); s.Learn("m", true, whole, lost, "t") }, true, true},
		"the client had changed it":     {func(s *Slots) { s.Learn("m", true, End{Who: ByClient}, End{Who: ByClient}, "t") }, false, false},
		"too little to tell it by":      {func(s *Slots) { s.Learn("m", true, End{Who: ByNobody, Same: 9}, End{Who: ByNobody, Same: 9}, "t") }, false, false},
		"another model says nothing":    {func(s *Slots) { s.Learn("other", true, whole, lost, "t") }, true, false},
		"more models than can be known": {func(s *Slots) { s.Learn("m", true, whole, lost, "t"); many(s) }, true, false},
	} {
		var s Slots
		c.learn(&s)
		any := s.Loses("m")
		s.Keeps("llama.cpp", 1)
		if alone := s.Loses("m"); alone != c.alone || any != c.any {
			t.Errorf("%s: %v with one slot, %v else", name, s.Loses("m"), any)
		}
	}
}

func many(s *Slots) {
	for i := range maxModels {
		s.Asks(fmt.Sprint(i), Asker{What: "t"})
	}
}

func TestTheDoctorIsToldHowManyPromptsAreKept(t *testing.T) {
	for keeps, want := range map[int]string{0: "", 1: "; it keeps one prompt at a time, so that another in between has a conversation's processed again", 4: "; it keeps 4 prompts at a time"} {
		var s Slots
		s.Keeps("llama.cpp", keeps)
		if got := s.Told(); got != want {
			t.Errorf("%d: %q", keeps, got)
		}
	}
}
