package read

import (
	"slices"
	"testing"
)

func TestTheWorkThatAUserLaysOutOpensATaskForEachStep(t *testing.T) {
	for says, want := range map[string][]string{
		"Next: 1) lexer 2) symbol table 3) printer":                    {"Lexer", "Symbol table", "Printer"},
		"plan: a) clean the data b) draw the maps c) write the intro":  {"Clean the data", "Draw the maps", "Write the intro"},
		"next steps: write the manual, tag a release, tell the club":   {"Write the manual", "Tag a release", "Tell the club"},
		"todo for today: call the printer, order paper":                {"Call the printer", "Order paper"},
		"still missing: alarms, docs":                                  {"Alarms", "Docs"},
		"first the lexer, then the printer, then the docs":             {"The lexer", "The printer", "The docs"},
		"first pack the books, then the lamps":                         {"Pack the books", "Pack the lamps"},
		"ok so first we do the lexer, then the printer":                {"The lexer", "The printer"},
		"get it to link, then fix the sound, then package it":          {"Get it to link", "Fix the sound", "Package it"},
		"book the hall, order flowers, find a singer":                  {"Book the hall", "Order flowers", "Find a singer"},
		"remove the old oars, update prices, and delete the archive":   {"Remove the old oars", "Update prices", "Delete the archive"},
		"read the manual, think twice, then ask":                       nil,
		"first it links, then it crashes":                              nil,
		"first the lexer, then the printer?":                           nil,
		"first i tried the lexer, then the printer":                    nil,
		"first name, then last name":                                   nil,
		"maybe first the lexer, then the printer":                      nil,
		"the plan was: lexer, printer":                                 nil,
		"plan: no beta, max 3 seats":                                   nil,
		"your plan: lexer, printer":                                    nil,
		"the visitor first picks a seat, then the meal, then the wine": nil,
	} {
		if got := opened("U: I want a tide clock.", "A: Sure.", "U: "+says); !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", says, got, want)
		}
	}
}

func TestAListBehindWordsThatBreakOffOpensATaskForEachItem(t *testing.T) {
	for says, want := range map[string][]string{
		"i need help with\n- the sign-in form\n- dark mode":                                {"The sign-in form", "Dark mode"},
		"help me with these:\n1. fix the pump\n2. paint the door":                          {"Fix the pump", "Paint the door"},
		"here's my list for today:\n- write to ida\n- fix the pump":                        {"Write to ida", "Fix the pump"},
		"Our club has a boat. things to do:\n- fix the pump\n- paint the door":             {"Fix the pump", "Paint the door"},
		"todo\n- fix the pump\n- sails":                                                    {"Fix the pump", "Sails"},
		"what i did today:\n- fixed the pump\n- painted the door":                          nil,
		"What we want:\n- replace the old boathouse by a new one, door by door\n- no glue": nil,
	} {
		if got := opened("U: " + says); !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", says, got, want)
		}
	}
}
