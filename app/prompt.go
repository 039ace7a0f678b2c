package app

import (
	"context"
	"strings"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"holdfast/views"
)

// maxTyped bounds what a text field takes, in runes.
const maxTyped = 500

// promptOptions is what a prompt asks for and what becomes of the answer.
type promptOptions struct {
	name, label, text, hint string
	// suggested: text is not the operator's own, and what is typed first takes its
	// place. Text of their own is edited.
	suggested bool
	completes completer                        // what Tab goes on with, nil for nothing
	looks     looker                           // asked beside the screen whether text can be taken, nil for nothing to look at
	check     func(text string) (fault string) // why text cannot be taken; it then stays
	most      int                              // runes that it takes, 0 for maxTyped
	each      func(text string)                // told of each change, may be nil
	done      func(m *Model, text string) tea.Cmd
	cancel    func(*Model) tea.Cmd
}

// prompt is a text field on the last line.
type prompt struct {
	promptOptions
	field textinput.Model
}

func newPrompt(o promptOptions) *prompt {
	p := &prompt{promptOptions: o, field: newField(o.text)}
	if o.most > 0 {
		p.field.CharLimit = o.most
		p.field.SetValue(o.text)
	}
	return p
}

// newField is a text field of one line.
func newField(text string) textinput.Model {
	f := textinput.New()
	f.Prompt = ""
	f.CharLimit = maxTyped
	f.SetValue(text)
	f.Focus()
	// A blinking cursor would be a clock that never stops.
	f.Cursor.SetMode(cursor.CursorStatic)
	return f
}

func (p *prompt) covers() bool { return false }

func (p *prompt) scope() scope {
	var tab []binding
	if p.completes != nil {
		tab = []binding{{keys: []string{"tab"}, verb: "complete", help: "complete what is typed", bar: 3, do: p.complete}}
	}
	return scope{p.name, append(tab, []binding{
		{keys: []string{"enter"}, verb: "done", help: "take what was typed", bar: 1, do: p.finish},
		{keys: []string{"esc"}, verb: "back", help: "drop what was typed", bar: 2, do: p.drop},
	}...)}
}

func (p *prompt) finish(m *Model) tea.Cmd {
	if p.check != nil {
		if fault := p.check(strings.TrimSpace(p.field.Value())); fault != "" {
			p.hint, p.suggested = fault, false
			return nil
		}
	}
	text := strings.TrimSpace(p.field.Value())
	if p.looks == nil {
		return tea.Batch(m.pop(), p.done(m, text))
	}
	root := m.status.Workspace
	return m.engine.ask(func(ctx context.Context, e Engine) tea.Msg {
		return lookedMsg{p, text, p.looks(ctx, e, root, text)}
	})
}

// looker tells why text cannot be taken, "" where it can. It may read the disk or the
// engine.
type looker func(ctx context.Context, e Engine, root, text string) (fault string)

// lookedMsg is what a look at what was typed came to.
type lookedMsg struct {
	of          *prompt
	text, fault string
}

// arrive takes what was typed, or leaves it there and says why it cannot be taken.
func (msg lookedMsg) arrive(m *Model) tea.Cmd {
	p := msg.of
	if m.overlays.top() != overlay(p) || strings.TrimSpace(p.field.Value()) != msg.text {
		return nil
	}
	if msg.fault != "" {
		p.hint, p.suggested = msg.fault, false
		return nil
	}
	return tea.Batch(m.pop(), p.done(m, msg.text))
}

func (p *prompt) drop(m *Model) tea.Cmd { return tea.Batch(m.pop(), p.cancel(m)) }

func (p *prompt) typed(m *Model, k tea.KeyMsg) (tea.Cmd, bool) {
	switch k.Type {
	case tea.KeyEnter, tea.KeyEsc, tea.KeyCtrlC:
		return nil, false
	case tea.KeyTab:
		if p.completes != nil {
			return nil, false
		}
	}
	if p.suggested {
		p.suggested = false
		if k.Type == tea.KeyRunes || k.Type == tea.KeySpace || k.Type == tea.KeyBackspace {
			p.field.SetValue("")
		}
	}
	p.field, _ = p.field.Update(k)
	p.tell()
	return nil, true
}

func (p *prompt) paste(_ *Model, text string) tea.Cmd {
	if p.suggested {
		p.suggested = false
		p.field.SetValue("")
	}
	clean := []rune(views.Clean(text))
	p.field, _ = p.field.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: clean[:min(len(clean), p.field.CharLimit)]})
	p.tell()
	return nil
}

func (p *prompt) tell() {
	if p.each != nil {
		p.each(p.field.Value())
	}
}

func (p *prompt) draw(m *Model, screen []string, _ views.Layout) []string {
	if len(screen) == 0 {
		return screen
	}
	// The hint gives way to what is typed.
	hint := "  " + p.hint
	if p.suggested {
		hint = "  " + p.hint + "; typing replaces it"
	}
	room := m.w - len(p.label) - 3
	need := max(20, ansi.StringWidth(p.field.Value())*4/3+2)
	if brief, _, more := strings.Cut(hint, "; "); more && room-len(hint) < need {
		hint = brief
	}
	if room-len(hint) >= need {
		room -= len(hint)
	} else {
		hint = ""
	}
	screen[len(screen)-1] = views.Field(p.label, p.field.Value(), p.field.Position(), hint, room, m.theme, m.w)
	return screen
}
