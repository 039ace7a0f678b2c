package thought

import (
	"strings"
	"testing"
)

func TestWhatAModelThinksIsNotSaid(t *testing.T) {
	const hm = "hm\n```go a.go\nfunc A() {}\n```\nno"
	for name, reply := range map[string]string{
		"an element":                        "<think>\n" + hm + "\n</think>\nyes",
		"another name":                      "<thinking>" + hm + "</thinking>yes",
		"an element with a prefix":          "<seed:think>" + hm + "</seed:think>\nyes",
		"an element with attributes":        "<reasoning effort=\"low\">" + hm + "</reasoning>\nyes",
		"in another case":                   "<Thought>" + hm + "</Thought>\nyes",
		"brackets":                          "[THINK]" + hm + "[/THINK]\nyes",
		"tokens":                            "<|begin_of_thought|>" + hm + "<|end_of_thought|>\nyes",
		"tokens in capitals":                "<|START_THINKING|>" + hm + "<|END_THINKING|>yes",
		"triangles":                         "◁think▷" + hm + "◁/think▷yes",
		"a channel":                         "<|channel|>analysis<|message|>" + hm + "<|end|><|start|>assistant<|channel|>final<|message|>yes",
		"a call in a channel":               "<|channel|>commentary to=run<|message|>" + hm + "<|call|><|start|>assistant<|channel|>final<|message|>yes<|return|>",
		"a channel without its end":         "<|channel|>analysis<|message|>" + hm + "<|channel|>final<|message|>yes",
		"a channel that the template began": hm + "<|end|><|start|>assistant<|channel|>final<|message|>yes",
		"a channel of another family":       "<|channel>thought\n" + hm + "<channel|>yes",
		"unused tokens":                     "<unused94>thought\n" + hm + "<unused95>yes",
		"a box to fold":                     "<details type=\"reasoning\" done=\"true\">\n<summary>x</summary>\n" + hm + "\n</details>\nyes",
		"marks that were taken away":        "analysisWe " + hm + "assistantfinalyes",
		"behind words":                      "<think>" + hm + "</think>\nyes",
		"an end without a beginning":        hm + "\n</think>\nyes",
		"an end at the end of a sentence":   hm + ". So no.</think>\nyes",
		"an end before the answer":          hm + ". So no.</think>yes",
		"an end after an open fence":        "hm\n```go a.go\nfunc A() {}\n</think>\nyes",
		"an end in brackets":                hm + "[/THINK]\nyes",
		"another end than the beginning":    "<think>" + hm + "</thinking>\nyes",
		"two thoughts":                      "<think>" + hm + "</think>\n<think>" + hm + "</think>\nyes",
		"a thought in a quotation":          "> <think>" + hm + "</think>\nyes",
	} {
		rest, spoken := Without(reply)
		if got := strings.Trim(rest, "> \n"); got != "yes" || !spoken {
			t.Errorf("%s: what is left is %q", name, got)
		}
		blanked := []byte(reply)
		Blank(blanked)
		if got := strings.Trim(string(blanked), "> \n"); got != "yes" || len(blanked) != len(reply) {
			t.Errorf("%s: blanked it is %q", name, got)
		}
	}
}

func TestAThoughtThatNeverEndsTakesAllThatFollows(t *testing.T) {
	for reply, want := range map[string]string{
		"<think>\nno":                             "",
		"Well. <think>\nno":                       "Well.",
		"Let me see: <think>no":                   "Let me see:",
		"so\n[THINK]\nno":                         "so",
		"<|channel|>analysis<|message|>no":        "",
		"<details type='reasoning'>\nno":          "",
		"<think>no</think>yes\n<think>and no":     "yes",
		"The <think> element holds what it says.": "The <think> element holds what it says.",
	} {
		rest, _ := Without(reply)
		if got := strings.TrimSpace(rest); got != want {
			t.Errorf("%q: %q, want %q", reply, got, want)
		}
	}
}

func TestAMarkThatIsOnlyShownIsNone(t *testing.T) {
	for name, reply := range map[string]string{
		"in backticks":             "It writes `<think>` first.\nThen `</think>`.",
		"in quotes":                "It looks for \"<think>\" and ends at '</think>' later.",
		"in a fence":               "```html\n<think>\nx\n</think>\n```\nThat is it.",
		"an end in a fence":        "```py\nEND = \"</think>\"\n```\nThat is it.",
		"in a file":                "<file path=\"a.md\">\n<think>\nx\n</think>\n</file>\nDone.",
		"an end that is spoken of": "```go a.go\nx\n```\nStrip the </think> tag after that.",
		"another box to fold":      "<details>\n<summary>more</summary>\nx\n</details>",
		"a word in brackets":       "[think about it](a.md)\n[rethink] the plan",
		"analysis as a word":       "analysis of the log shows nothing",
		"a component":              "<ThinkingDots />",
		"less than":                "a <b and c> d [e] <<think>>",
	} {
		if rest, spoken := Without(reply); rest != reply || !spoken {
			t.Errorf("%s: what is left is %q", name, rest)
		}
	}
}

// hostileUnits are repeated to texts in which marks lead nowhere.
var hostileUnits = []string{"<", "[", "◁", "<think>", "<think>\n", "x <think> y\n", "x <think> y ", "<think></thinking>\n", "</think>", "a </think> b\n", "<|channel|>a",
	"<|channel|>final", "`<think>`\n", "```\n<think>\n", "<details type=\"reasoning\">\n", "<think ", "<unused1>thought\n", "<file path=\"a\">\n", "<|", "<a<think"}

func TestOfHostileTextsNothingIsAdded(t *testing.T) {
	for _, unit := range hostileUnits {
		text := strings.Repeat(unit, (100<<10)/len(unit))
		if rest, _ := Without(text); len(rest) > len(text) {
			t.Errorf("%q grows", unit)
		}
	}
}

func BenchmarkHostileTexts(b *testing.B) {
	for _, unit := range hostileUnits {
		text := strings.Repeat(unit, (100<<10)/len(unit))
		b.Run(unit, func(b *testing.B) {
			for b.Loop() {
				Without(text)
			}
		})
	}
}

func FuzzSpans(f *testing.F) {
	for _, s := range []string{"<think>a</think>b", "[THINK]x", "a</think>", "<|channel|>analysis<|message|>x<|end|>", "analysisWe x assistantfinal y", "```\n<think>\n```\n</think>", "`<think\na>`\n</think>",
		"<details type=\"reasoning\">\nx\n</details>\ny"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		blanked := []byte(text)
		Blank(blanked)
		if len(blanked) != len(text) {
			t.Fatal("the length changed")
		}
		last := 0
		for _, s := range append(Spans([]byte(text)), Span{len(text), len(text) + 1}) {
			if s.Start < last || s.End <= s.Start || s.End > len(text)+1 {
				t.Fatalf("%v after %d in %d bytes", s, last, len(text))
			}
			if text[last:s.Start] != string(blanked[last:s.Start]) {
				t.Fatalf("%q was changed to %q", text[last:s.Start], blanked[last:s.Start])
			}
			if left := strings.TrimSpace(string(blanked[s.Start:min(s.End, len(text))])); left != "" {
				t.Fatalf("%q was left of a thought", left)
			}
			last = s.End
		}
		if strings.Contains(text, "\r") {
			return
		}
		rest, spoken := Without(text)
		if crlf, alike := Without(strings.ReplaceAll(text, "\n", "\r\n")); strings.ReplaceAll(crlf, "\r\n", "\n") != rest || alike != spoken {
			t.Fatalf("in CRLF %q is left, not %q", crlf, rest)
		}
	})
}

func BenchmarkHostile(b *testing.B) {
	for _, unit := range []string{"<", "[", "x <think> y ", "x <think> y\n", "<think></thinking>\n", "a </think> b\n", "`<think>`\n", "<|", "<a<think", "<details "} {
		text := []byte(strings.Repeat(unit, (100<<10)/len(unit)))
		b.Run(unit, func(b *testing.B) {
			for b.Loop() {
				Spans(text)
			}
		})
	}
}
