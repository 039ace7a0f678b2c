package views

// Field draws a text field on one line of w columns: its label, what was typed
// with a cursor before rune at, and a hint. room bounds the text's columns; of a
// longer text the part around the cursor is seen.
func Field(label, text string, at int, hint string, room int, t *Theme, w int) string {
	runes := []rune(text)
	at = max(0, min(at, len(runes)))
	before, under, after := string(runes[:at]), " ", ""
	if at < len(runes) {
		under, after = string(runes[at]), string(runes[at+1:])
	}
	room = max(room, 4)
	before = cutHead(Clean(before), room*3/4, t.Glyphs.Ellipsis)
	var l Line
	l.Put(Paint{}, " ").Put(t.Accent, label).Put(Paint{}, before).Put(t.Caret, under)
	l.Put(Paint{}, cut(Clean(after), max(room-width(before)-width(Clean(under)), 0), t.Glyphs.Ellipsis))
	return l.Put(t.Dim, hint).Fit(w, t)
}
