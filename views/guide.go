package views

// Guide is what a newcomer reads while there is nothing to show yet: what is
// missing, and what to do next.
type Guide struct {
	Listen string   // host:port, "" while not serving
	Tried  []string // places where no model server answered; none where one does
	Demo   bool
	// ReadOnly is why nothing is recorded until the operator has decided, "" where
	// all is well.
	ReadOnly string
	// Fresh reports whether the State Map is empty and no request was made yet.
	Fresh bool
}

// starts are ways to start a model server, by their names.
var starts = []struct{ name, command string }{
	{"Ollama", "ollama serve"},
	{"LM Studio", "lms server start"},
	{"llama.cpp", "llama-server -m MODEL.gguf"},
	{"vLLM", "vllm serve MODEL"},
}

// Empty reports whether there is nothing to say.
func (g Guide) Empty() bool {
	return g.ReadOnly == "" && len(g.Tried) == 0 && !(g.Fresh && (g.Demo || g.Listen != ""))
}

// Doc is the guide.
func (g Guide) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	if g.ReadOnly != "" {
		d.section(t, "Read-only mode")
		leaveReadOnly(d, g.ReadOnly, t, w)
	}
	if len(g.Tried) > 0 {
		g.noUpstream(d, t, w)
	}
	switch {
	case g.ReadOnly != "":
	case !g.Fresh:
	case g.Demo:
		d.section(t, "The demo begins")
		d.Prose(Paint{}, "A scripted client asks a scripted model for code. What passes the gates enters the State Map, what does not waits in Pending.", 2, w)
	case g.Listen != "":
		g.firstSteps(d, t, w)
	}
	return d
}

// section begins a part of the guide, behind a blank line where it is not the
// first.
func (d *Doc) section(t *Theme, title string) {
	if d.Len() > 0 {
		d.Add("")
	}
	d.Add(t.Title.On(title))
}

// noUpstream says what to do in its first lines: a small screen shows no more.
func (g Guide) noUpstream(d *Doc, t *Theme, w int) {
	d.section(t, "No model server answers")
	d.Prose(Paint{}, "Start one, and holdfast finds it by itself. Or name one: holdfast --upstream URL. Without a model, holdfast demo works.", 2, w)
	d.section(t, "What was tried")
	for _, tried := range g.Tried {
		d.Prose(t.Dim, t.Glyphs.Fail+" "+tried, 2, w)
	}
	d.section(t, "How to start one")
	for _, s := range starts {
		var l Line
		l.Put(t.Dim, "  "+s.name).To(14).Put(t.Strong, s.command)
		d.Add(cut(l.String(), w, t.Glyphs.Ellipsis))
	}
}

func (g Guide) firstSteps(d *Doc, t *Theme, w int) {
	d.section(t, "What to do next")
	d.steps(t, w, []step{
		{"1", "Point your client at http://" + g.Listen + "/v1. C shows how, client by client, ready to copy."},
		{"2", "Ask it for code. What passes the checks is known code, in the State Map; what does not waits in Pending and says why."},
		{"3", "Have code already? a in the State Map adopts files from disk, so that the model is shown them as they are."},
	})
}

// step is something to do, by its number or its key.
type step struct{ key, say string }

// steps lists things to do, their texts in a column.
func (d *Doc) steps(t *Theme, w int, list []step) {
	for _, step := range list {
		for i, part := range Wrap(step.say, w-4) {
			head := "    "
			if i == 0 {
				head = "  " + t.Accent.On(step.key) + " "
			}
			d.Add(head + part)
		}
	}
}
