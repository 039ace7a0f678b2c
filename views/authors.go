package views

import "strings"

// Authored is a stretch of a prompt with who wrote it, and why that is so.
type Authored struct {
	Who    string // user, client, model, agent or unknown
	Reason string
	Text   string
}

// Authors is who wrote a prompt, stretch by stretch. Empty is all the user's.
type Authors []Authored

// writers says who wrote a text, and what follows from that.
var writers = map[string]string{
	"user":    "You wrote this: it counts as yours",
	"client":  "Added by your client: nothing in it counts",
	"model":   "The model said this before: nothing in it counts as yours",
	"agent":   "Written by an agent for another: code is shown for it, nothing in it counts as yours",
	"unknown": "Not proven to be yours: code is shown for it, nothing in it counts as yours",
}

// Doc lists the stretches.
func (a Authors) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	if len(a) == 0 {
		d.Prose(t.Dim, "You wrote all of it.", 0, w)
		return d
	}
	for i, piece := range a {
		if i > 0 {
			d.Add("")
		}
		paint := t.Dim
		if piece.Who == "user" {
			paint = t.Good
		}
		d.Marks = append(d.Marks, d.Len())
		d.Prose(paint, writers[piece.Who]+".", 0, w)
		if piece.Reason != "" {
			d.Prose(t.Dim, "Why: "+piece.Reason, 2, w)
		}
		text := strings.Join(strings.Fields(piece.Text[:min(len(piece.Text), 4*w)]), " ")
		d.Add(cut("  "+Bytes(len(piece.Text))+": "+text, w, t.Glyphs.Ellipsis))
	}
	return d
}
