package connect

import (
	"net"
	"net/url"
	"strings"
)

// Target is what the settings of a client are made for.
type Target struct {
	// Listen is the engine's listen address, HOST:PORT.
	Listen string
	// Session fixes the client to a session; empty follows the active one.
	Session string
	// Model is the model's name; empty leaves YourModel to be replaced.
	Model string
	// Token reports whether the engine asks for one, which stands in settings as
	// YourToken: a secret is never printed.
	Token bool
}

// What a person replaces in settings.
const (
	YourModel = "your-model"
	YourToken = "your-token"
)

// anyKey is sent as the key where none is asked for: most clients refuse to
// start without one, and model servers on the same machine take any.
const anyKey = "holdfast"

// Root is the base URL of clients that add the API's version themselves. An
// engine that listens everywhere is reached on this machine by loopback.
func (t Target) Root() string {
	listen := t.Listen
	host, port, err := net.SplitHostPort(listen)
	if err == nil && (host == "" || net.ParseIP(host).IsUnspecified()) {
		listen = net.JoinHostPort("127.0.0.1", port)
	}
	root := "http://" + listen
	if t.Session != "" {
		root += "/s/" + url.PathEscape(t.Session)
	}
	return root
}

// Base is the base URL of clients that want the version in it.
func (t Target) Base() string { return t.Root() + "/v1" }

// In is the target with the client fixed to a session.
func (t Target) In(session string) Target {
	t.Session = session
	return t
}

func (t Target) key() string {
	if t.Token {
		return YourToken
	}
	return anyKey
}

func (t Target) model() string {
	if t.Model == "" {
		return YourModel
	}
	return t.Model
}

// Client is a program, or a library, that can be pointed at holdfast.
type Client struct {
	// ID is what `holdfast connect ID` takes; Name is what people call it.
	ID, Name string
	// Speaks is the path that it posts to, which the model server behind
	// holdfast must understand: nothing is translated.
	Speaks string
	// Steps are what to do, in this order.
	Steps []Step
	// Note is what else there is to know; may be empty.
	Note string

	// versioned reports whether its base URL ends in /v1.
	versioned bool
}

// Step is one thing to do: text to put into a file, or to run in a shell.
type Step struct {
	// Where is the file, or where else the text goes.
	Where string
	// Syntax is the language of the text: json, toml, yaml, javascript, shell.
	Syntax string
	// Text is exact: it can be copied as it is.
	Text string
}

// BaseURL is what the client's base URL is set to.
func (c Client) BaseURL(t Target) string {
	if c.versioned {
		return t.Base()
	}
	return t.Root()
}

// For is the client with its settings made for a target.
func (c Client) For(t Target) Client {
	steps := make([]Step, len(c.Steps))
	for i, s := range c.Steps {
		s.Text = fill(s.Syntax, s.Text, t)
		steps[i] = s
	}
	c.Steps = steps
	return c
}

// Settings is all that is to be copied: the texts of the steps.
func (c Client) Settings() string {
	texts := make([]string, len(c.Steps))
	for i, s := range c.Steps {
		texts[i] = s.Text
	}
	return strings.Join(texts, "\n")
}

// Replace names what a person must replace in the settings of a target.
func (t Target) Replace() []string {
	var list []string
	if t.Model == "" {
		list = append(list, YourModel+" by the name of your model")
	}
	if t.Token {
		list = append(list, YourToken+" by the token that holdfast was started with")
	}
	return list
}

// Clients lists the known clients, those of the terminal first.
func Clients() []Client { return clients }

// Find returns the client that a word names, whatever its case.
func Find(word string) (Client, bool) {
	word = strings.ToLower(word)
	for _, c := range clients {
		if word == c.ID || word == strings.ToLower(c.Name) {
			return c, true
		}
	}
	return Client{}, false
}

// IDs are the words by which clients are named.
func IDs() []string {
	ids := make([]string, len(clients))
	for i, c := range clients {
		ids[i] = c.ID
	}
	return ids
}
