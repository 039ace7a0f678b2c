package app

import (
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/events"
	"holdfast/engine/stale"
	"holdfast/store/event"
	"holdfast/views"
)

// messageTime is how long a message stands where the keys are.
const messageTime = 6 * time.Second

// message is the one line that is said to the operator.
type message struct {
	text   string
	tone   views.Tone
	serial int  // of the latest; only its own expiry ends it
	answer bool // it answers a key, and the next key ends it
}

type expireMsg struct{ serial int }

// saidMsg has a command say something.
type saidMsg struct {
	tone views.Tone
	text string
}

// notices are what the operator is told at the moment.
type notices struct {
	after func(time.Duration, tea.Msg) tea.Cmd

	message message
}

// say shows a message for a while. It takes no key: the next thing said, or its
// time, ends it.
func (n *notices) say(tone views.Tone, text string) tea.Cmd {
	n.message = message{text: text, tone: tone, serial: n.message.serial + 1}
	return n.after(messageTime, expireMsg{n.message.serial})
}

// answer says something about the key that was pressed; the next key ends it.
func (n *notices) answer(tone views.Tone, text string) tea.Cmd {
	cmd := n.say(tone, text)
	n.message.answer = true
	return cmd
}

// answered ends a message that answers the key before.
func (n *notices) answered() {
	if n.message.answer {
		n.message = message{serial: n.message.serial}
	}
}

func (n *notices) expire(serial int) {
	if serial == n.message.serial {
		n.message.text = ""
	}
}

// alert says the last of some alerts; the inbox has all of them.
func (n *notices) alert(list []events.Event) tea.Cmd {
	if len(list) == 0 {
		return nil
	}
	e := list[len(list)-1]
	text := e.Alert
	if path, _, _ := strings.Cut(e.Entity, "::"); path != "" && !strings.Contains(text, path) {
		text = e.Entity + ": " + text
	}
	if more := len(list) - 1; more > 0 {
		text += " (and " + count(more) + " more, see !)"
	}
	return n.say(views.Warning, text)
}

// withheld says which entities a prompt named that the model was not shown.
func (n *notices) withheld(refs []event.EntityRef) tea.Cmd {
	switch len(refs) {
	case 0:
		return nil
	case 1:
		say := "Withheld from the model: " + refs[0].Entity + ", " + views.Withheld(refs[0].Reason)
		if refs[0].Reason == string(stale.NotApplied) {
			say += ". Save it: in Stale (3) c copies it."
		}
		return n.say(views.Warning, say)
	}
	return n.say(views.Warning, "Withheld from the model: "+refs[0].Entity+" and "+count(len(refs)-1)+" more, see Activity (5)")
}

// arrive says what a command has to say.
func (msg saidMsg) arrive(m *Model) tea.Cmd { return m.notices.say(msg.tone, msg.text) }

func (msg expireMsg) arrive(m *Model) tea.Cmd {
	m.notices.expire(msg.serial)
	return nil
}

func count(n int) string { return strconv.Itoa(n) }
