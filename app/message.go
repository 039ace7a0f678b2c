package app

import (
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"holdfast/engine/events"
	"holdfast/store/event"
	"holdfast/views"
)

// messageTime is how long a message stands where the keys are.
const messageTime = 6 * time.Second

// maxAlerts bounds the alerts that can be read again.
const maxAlerts = 200

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

// alert is something that the operator should know of.
type alert struct {
	at   time.Time
	what events.Event
}

// say shows a message for a while. It takes no key: the next thing said, or its
// time, ends it.
func (m *Model) say(tone views.Tone, text string) tea.Cmd {
	m.message = message{text: text, tone: tone, serial: m.message.serial + 1}
	return m.opts.After(messageTime, expireMsg{m.message.serial})
}

// answer says something about the key that was pressed; the next key ends it.
func (m *Model) answer(tone views.Tone, text string) tea.Cmd {
	cmd := m.say(tone, text)
	m.message.answer = true
	return cmd
}

func (m *Model) expire(msg expireMsg) {
	if msg.serial == m.message.serial {
		m.message.text = ""
	}
}

// alerted counts alerts in the badge and says the last of them, once.
func (m *Model) alerted(events []events.Event) tea.Cmd {
	if len(events) == 0 {
		return nil
	}
	for _, e := range events {
		m.alerts = append(m.alerts, alert{m.now(), e})
	}
	if len(m.alerts) > maxAlerts {
		m.alerts = m.alerts[len(m.alerts)-maxAlerts:]
	}
	m.unseen += len(events)
	e := events[len(events)-1]
	text := e.Alert
	if e.Entity != "" && !strings.Contains(text, e.Entity) {
		text = e.Entity + ": " + text
	}
	if more := len(events) - 1; more > 0 {
		text += " (and " + count(more) + " more, see !)"
	}
	return m.say(views.Warning, text)
}

// withheld says which entities a prompt named that the model was not shown.
func (m *Model) withheld(refs []event.EntityRef) tea.Cmd {
	switch len(refs) {
	case 0:
		return nil
	case 1:
		return m.say(views.Warning, "Withheld from the model: "+refs[0].Entity+", "+views.Withheld(refs[0].Reason))
	}
	return m.say(views.Warning, "Withheld from the model: "+refs[0].Entity+" and "+count(len(refs)-1)+" more, see Activity (5)")
}

func count(n int) string { return strconv.Itoa(n) }
