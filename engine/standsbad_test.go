package engine_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/tidwall/gjson"
)

// userTexts are the texts of the user's messages in a body, as a model reads them.
func userTexts(body string) (list []string) {
	for _, name := range []string{"messages", "input"} {
		for _, m := range gjson.Get(body, name).Array() {
			if m.Get("role").String() == "user" {
				list = append(list, contentText(m.Get("content")))
			}
		}
	}
	return list
}

// standing lists the functions whose blocks stand in a body, and fails for one that
// stands before words which do not ask for it.
func standing(t *testing.T, body string) string {
	t.Helper()
	var list []string
	for _, text := range userTexts(body) {
		words := text[strings.LastIndex(text, "]\n")+1:]
		for _, name := range []string{"One", "Two", "Three"} {
			if strings.Contains(text, "Entity: a.go::"+name+"\n") {
				list = append(list, name)
				if !strings.Contains(words, "`"+name+"()`") {
					t.Errorf("%s stands before %q", name, words)
				}
			}
		}
	}
	return strings.Join(list, " ")
}

// Whatever a client makes of its history, in whatever format: what stood before a message
// stands before that one or nowhere.
func TestAHistoryThatIsNotTheOneOfBeforeKeepsNothingInAnyFormat(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		change func(chat []message) []message
		stands string // with what the newest message asks for
	}{
		"nothing":     {func(c []message) []message { return c }, "One Two Three"},
		"white space": {func(c []message) []message { c[0].Content = "\t" + c[0].Content + "\n\n"; return c }, "One Two Three"},
		"line ends":   {func(c []message) []message { c[0].Content = strings.ReplaceAll(c[0].Content, " ", "\r\n"); return c }, "One Two Three"},
		"an edited message": {func(c []message) []message {
			c[0].Content = strings.Replace(c[0].Content, "explain `One()`", "explain nothing", 1)
			return c
		}, "Two Three"},
		"a summary of all of it": {func([]message) []message {
			return []message{{"user", "This is what was said before, in short: nothing."}, {"assistant", "Fine."}}
		}, "Three"},
		"the beginning dropped":        {func(c []message) []message { return c[2:] }, "Three"},
		"the middle dropped":           {func(c []message) []message { return c[:2] }, "One Three"},
		"messages in another order":    {func(c []message) []message { c[0], c[2] = c[2], c[0]; return c }, "Three"},
		"a message twice":              {func(c []message) []message { return append(c[:2:2], c...) }, "One Three"},
		"the assistant's words edited": {func(c []message) []message { c[1].Content = "Something else."; return c }, "One Two Three"},
	}
	eachFormat(t, func(t *testing.T, path, list string, render func(role, text string) object) {
		h, model := keptHouse(t)
		model.long = true
		ask := func(chat []message) {
			t.Helper()
			var all []any
			for _, m := range chat {
				all = append(all, render(m.Role, m.Content))
			}
			postTo(t, h.Engine, path, object{"model": "m", "max_tokens": 99, "stream": false, list: all})
		}
		for name, c := range cases {
			chat := []message{{"user", "About " + name + ": explain `One()`"}}
			ask(chat)
			chat = append(chat, message{"assistant", model.said()}, message{"user", "In " + name + ": explain `Two()`"})
			ask(chat)
			chat = append(c.change(append(chat, message{"assistant", model.said()})), message{"user", "Of " + name + ": explain `Three()`"})
			ask(chat)
			if got := standing(t, model.last()); got != c.stands {
				t.Errorf("%s: %q stands, want %q", name, got, c.stands)
			}
		}
	})
}

// Parts of a message that change places are another message.
func TestPartsInAnotherOrderKeepNothing(t *testing.T) {
	t.Parallel()
	for path, c := range map[string]struct{ list, kind string }{
		"/v1/chat/completions": {"messages", "text"}, "/v1/messages": {"messages", "text"}, "/v1/responses": {"input", "input_text"},
	} {
		t.Run(path, func(t *testing.T) {
			h, model := keptHouse(t)
			said := func(texts ...string) object {
				var parts []any
				for _, text := range texts {
					parts = append(parts, object{"type": c.kind, "text": text})
				}
				return object{"role": "user", "content": parts}
			}
			model.long = true
			ask := func(messages ...any) {
				postTo(t, h.Engine, path, object{"model": "m", "max_tokens": 99, "stream": false, c.list: messages})
			}
			ask(said("explain `One()`", "in a few words"))
			answer := object{"role": "assistant", "content": model.said()}
			ask(said("explain `One()`", "in a few words"), answer, said("and `Two()`"))
			if got := standing(t, model.last()); got != "One Two" {
				t.Errorf("%q stands", got)
			}
			ask(said("in a few words", "explain `One()`"), answer, said("and `Two()`"), object{"role": "assistant", "content": model.said()}, said("and `Three()`"))
			if got := standing(t, model.last()); got != "Two Three" {
				t.Errorf("with the parts in another order %q stands", got)
			}
		})
	}
}

// The marks of Anthropic's cache stay where the client put them, and none is added: four
// are allowed.
func TestMarksOfTheCacheStayAsTheyAre(t *testing.T) {
	t.Parallel()
	h, model := keptHouse(t)
	mark := object{"type": "ephemeral"}
	part := func(text string) object { return object{"type": "text", "text": text, "cache_control": mark} }
	var chat []any
	for i, prompt := range []string{"explain `One()`", "and `Two()`?", "and `Three()`?", "thanks"} {
		chat = append(chat, object{"role": "user", "content": []any{part(prompt)}})
		if i > 1 { // the client moves its marks on
			chat[2*(i-2)] = object{"role": "user", "content": []any{object{"type": "text", "text": []string{"explain `One()`", "and `Two()`?"}[i-2]}}}
		}
		postTo(t, h.Engine, "/v1/messages", object{"model": "m", "max_tokens": 99, "stream": false, "messages": chat,
			"system": []any{part("be brief")}, "tools": []any{object{"name": "look", "input_schema": object{"type": "object"}, "cache_control": mark}}})
		body := model.last()
		if got, want := strings.Count(body, `"cache_control"`), 2+min(i+1, 2); got != want || want > 4 {
			t.Errorf("request %d has %d marks, want %d: %s", i+1, got, want, body)
		}
		gjson.Get(body, "messages").ForEach(func(_, m gjson.Result) bool {
			for _, p := range m.Get("content").Array() {
				if p.Get("cache_control").Exists() && strings.Contains(p.Get("text").String(), "CURRENT STATE") {
					t.Errorf("request %d: a mark stands on %s", i+1, p.Raw)
				}
			}
			return true
		})
		if got, want := standing(t, body), strings.Join([]string{"One", "Two", "Three"}[:min(i+1, 3)], " "); got != want {
			t.Errorf("request %d: %q stands, want %q", i+1, got, want)
		}
		chat = append(chat, object{"role": "assistant", "content": "Fine."})
	}
}

// Conversations that go on side by side, and that begin alike, keep what stands apart.
func TestConversationsSideBySideStandApart(t *testing.T) {
	t.Parallel()
	eachFormat(t, func(t *testing.T, path, list string, render func(role, text string) object) {
		h, model := keptHouse(t)
		chats := map[string][]any{}
		var wait sync.WaitGroup
		ask := func(who, prompt string) {
			chats[who] = append(chats[who], render("user", prompt))
			body := object{"model": "m", "max_tokens": 99, "stream": false, list: append([]any(nil), chats[who]...)}
			chats[who] = append(chats[who], render("assistant", "Of "+prompt+" there is nothing more to be said by me."))
			wait.Go(func() { postTo(t, h.Engine, path, body) })
		}
		names := map[string]string{"a": "One", "b": "Two", "c": "Three"}
		for turn := range 3 {
			for who, name := range names {
				prompt := "Begin, please."
				if turn > 0 {
					prompt = fmt.Sprintf("%s, turn %d: explain `%s()`", who, turn, name)
				}
				ask(who, prompt)
			}
			wait.Wait()
		}
		model.mu.Lock()
		defer model.mu.Unlock()
		for _, body := range model.bodies[len(model.bodies)-3:] {
			texts := userTexts(body)
			who := texts[len(texts)-1]
			who = who[strings.LastIndex(who, "\n")+1:][:1]
			if got := standing(t, body); got != names[who] {
				t.Errorf("in %s %q stands, want %q:\n%s", who, got, names[who], body)
			}
		}
	})
}
