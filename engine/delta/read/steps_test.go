package read

import (
	"slices"
	"testing"
)

func TestThePlanThatTheAssistantCommitsToOpensATaskForEachStep(t *testing.T) {
	for said, want := range map[string][]string{
		"Plan: 1) lexer 2) symbol table 3) printer.":                      {"Lexer", "Symbol table", "Printer"},
		"My plan: the tide table, the alarm, and the widget.":             {"The tide table", "The alarm", "The widget"},
		"I'll write the importer first, then the reminder mail.":          {"Write the importer", "Write the reminder mail"},
		"I'll start with the lexer and then the printer.":                 {"The lexer", "The printer"},
		"I will go room by room: kitchen, cellar, attic.":                 {"Kitchen", "Cellar", "Attic"},
		"I'll build:\n\n- the tide table\n- the alarm":                    {"The tide table", "The alarm"},
		"Here's the plan: 1) lexer 2) printer.":                           {"Lexer", "Printer"},
		"To do: 1) lexer 2) printer.":                                     {"Lexer", "Printer"},
		"I'll take these in turn: tide table, alarm, widget.":             {"Tide table", "Alarm", "Widget"},
		"Your plan: the tide table, the alarm.":                           nil,
		"I'll add three columns: name, size, colour.":                     nil,
		"I would write the importer first, then the reminder mail.":       nil,
		"Plan: the tide table, the alarm. Does that make sense?":          nil,
		"If you like I'll do the lexer first, then the printer.":          nil,
		"I'll check the log first, then the config.":                      nil,
		"I will do it in one of two ways: with a lexer or with a pattern": nil,
	} {
		if got := opened("U: I want a tide clock.", "A: "+said); !slices.Equal(got, want) {
			t.Errorf("%s\n got %q\nwant %q", said, got, want)
		}
	}
}
