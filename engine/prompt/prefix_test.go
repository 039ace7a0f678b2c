package prompt

import (
	"strings"
	"testing"

	"holdfast/engine/gateway/wire"
)

// shapeOf is the shape of a chat with a text put before each of its messages that one
// is given for.
func shapeOf(t *testing.T, body string, put ...string) *Shape {
	t.Helper()
	r, err := wire.Parse(wire.ChatCompletions, []byte(body), nil)
	if err != nil {
		t.Fatal(err)
	}
	s := ShapeOf(r)
	var places []wire.Place
	for _, m := range r.History {
		if m.Place.At > 0 {
			places = append(places, m.Place)
		}
	}
	var all []wire.Insertion
	for i, p := range append(places, r.Newest()) {
		if i < len(put) && put[i] != "" {
			in := wire.Insertion{Place: p}
			for _, text := range strings.SplitAfter(put[i], ".") {
				in.Parts = append(in.Parts, []byte(text))
			}
			all = append(all, in)
		}
	}
	s.Put(all)
	return s
}

func TestThePrefixEndsWhereSomethingDiffers(t *testing.T) {
	const (
		system = `{"role":"system","content":"be brief"}`
		first  = `,{"role":"user","content":"one"}`
		second = `,{"role":"assistant","content":"1"},{"role":"user","content":"two"}`
		third  = `,{"role":"assistant","content":"2"},{"role":"user","content":"three"}`
	)
	chat := func(messages ...string) string {
		return `{"model":"m","messages":[` + strings.Join(messages, "") + `]}`
	}
	for name, c := range map[string]struct {
		before, now *Shape
		want        End
	}{
		"the first request": {nil, shapeOf(t, chat(system, first)), End{Who: ByNew}},
		"it goes on": {shapeOf(t, chat(system, first), "put."), shapeOf(t, chat(system, first, second), "put.", "more."),
			End{Who: ByNobody, Same: 8 + 4 + 3 + 8 + 4}},
		"the same again": {shapeOf(t, chat(system, first)), shapeOf(t, chat(system, first)), End{Who: ByNobody, Same: 8 + 6 + 4 + 3}},
		"another system prompt": {shapeOf(t, chat(system, first)), shapeOf(t, chat(strings.Replace(system, "brief", "long", 1), first)),
			End{Who: ByClient, What: "its system prompt"}},
		"other tools": {shapeOf(t, chat(system, first)), shapeOf(t, strings.Replace(chat(system, first), "{", `{"tools":[{"type":"function"}],`, 1)),
			End{Who: ByClient, What: "its tools"}},
		"the client edits": {shapeOf(t, chat(system, first, second)), shapeOf(t, chat(system, strings.Replace(first, "one", "eleven", 1), second, third)),
			End{Who: ByClient, What: "what it had sent before", Message: 2, Same: 14}},
		"the client drops": {shapeOf(t, chat(system, first, second)), shapeOf(t, chat(system, first)),
			End{Who: ByClient, What: "messages that it sends no more", Message: 3, Same: 21}},
		"what was put in is taken away": {shapeOf(t, chat(system, first, second), "a.b.", "c."), shapeOf(t, chat(system, first, second, third), "a.", "c."),
			End{Who: ByUs, Message: 2, Same: 14 + 2}},
		"what is put in is new there": {shapeOf(t, chat(system, first, second)), shapeOf(t, chat(system, first, second, third), "a."),
			End{Who: ByUs, Message: 2, Same: 14}},
	} {
		t.Run(name, func(t *testing.T) {
			got := c.now.EndOf(c.before)
			if got.Who != c.want.Who || got.What != c.want.What || got.Message != c.want.Message {
				t.Errorf("%+v, want %+v", got, c.want)
			}
			if c.want.Message > 0 && (got.Same != c.want.Same || got.Same+got.Again != c.before.Bytes()) {
				t.Errorf("%d bytes are the same and %d count no more of %d, want %d", got.Same, got.Again, c.before.Bytes(), c.want.Same)
			}
			if got.Who == ByNobody && got.Same != c.before.Bytes() {
				t.Errorf("%d of %d bytes are the same", got.Same, c.before.Bytes())
			}
		})
	}
}

func TestTheServersCountsTellWhoDroppedThePrefix(t *testing.T) {
	whole := End{Who: ByNobody, Same: 8000}
	for name, c := range map[string]struct {
		end     End
		read    wire.Prompt
		between string
		want    string
	}{
		"all of it was cached":                   {whole, wire.Prompt{Cached: 1900, Processed: 600}, "", ByNobody},
		"cached in spite of another":             {whole, wire.Prompt{Cached: 1900, Processed: 600}, "another conversation", ByNobody},
		"another took the slot":                  {whole, wire.Prompt{Cached: 20, Processed: 2480}, "another conversation", ByOther},
		"another, of a server that says nothing": {whole, wire.Prompt{}, "another conversation", ByOther},
		"nobody, of a server that says nothing":  {whole, wire.Prompt{}, "", ByNobody},
		"the server had nothing":                 {whole, wire.Prompt{Processed: 2500}, "", ByServer},
		"five pictures are new":                  {whole, wire.Prompt{Cached: 1900, Processed: 5600}, "", ByNobody},
		"what is new has many more tokens":       {whole, wire.Prompt{Cached: 1400, Processed: 9000}, "", ByNobody},
		"little is due":                          {End{Who: ByNobody, Same: 900}, wire.Prompt{Processed: 2500}, "", ByNobody},
		"the client had changed it":              {End{Who: ByClient, Same: 8000}, wire.Prompt{Processed: 2500}, "another conversation", ByClient},
	} {
		if got := c.end.Read(10_000, c.read, c.between); got.Who != c.want {
			t.Errorf("%s: %+v, want %s", name, got, c.want)
		}
	}
}
