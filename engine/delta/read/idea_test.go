package read

import "testing"

func TestAnIdeaIsFloatedInManyWords(t *testing.T) {
	tellsApart(t, "hypothesis_introduced", func(says string) []string {
		before := "A: What else?"
		if says[0] == 'A' {
			before = "U: the mails arrive an hour late"
		}
		return []string{aim, before, says}
	}, []string{
		"A: That points to the DNS cache.", "A: My money's on the DNS cache.", "A: A stale DNS cache comes to mind.", "A: Isn't it the DNS cache?", "A: Working theory: stale DNS cache.", "A: Typical of a stale DNS cache.", "A: One possibility is a stale DNS cache.",
		"A: I think the DNS cache is to blame.", "A: It looks as if the DNS cache were stale.", "A: I took it for granted that the resolver caches for an hour.",
		"A: Let me suggest a row lock.", "A: Consider a row lock.", "A: Suggestion: lock the row while they book.", "A: I'm leaning towards a row lock.", "A: Have you considered a row lock?", "A: Unless you object, I'd lock the row.", "A: A row lock would be safer.", "A: I'd leave the index out.", "A: I can imagine a row lock here.",
		"U: crazy idea: a row lock", "U: I have a feeling the row lock is too slow", "U: is it the row lock maybe?", "U: wouldn't a row lock be better?", "U: not sure but I think the row lock is too slow", "U: thinking about a row lock", "U: is it because of the row lock?",
	}, []string{
		"A: Sounds like fun.", "A: That sounds like a lovely data set.", "A: A log would help.", "A: Three things would help me: the size, the date and the name.", "A: Perhaps you could send the log.", "A: Could your brother look into it?", "A: It could be worse.", "A: It might take a while.",
		"A: Maybe later.", "A: They said that about the fax as well, I suppose.", "A: I could write the letter, just say so.", "A: What about the sponsor?", "A: An adult size would have been a bucket.", "A: Here's a draft of the week view:\n\n```\nx\n```",
		"A: That's the nicest bug report I could wish for.", "A: I'd take that figure with a grain of salt.", "A: That's only my best guess.", "A: I'd leave the old index alone.", "A: I'd measure before changing it.", "A: My advice is to wait for the invoice.",
		"A: I'd open it if I could reach it.", "A: Converting the old rows would be quite easy.", "A: A second server would be needed.", "A: The town hall would be the place to ask.",
		"U: May I ask whether the mails could be late because of you?", "U: As to the third, I don't know.", "U: The other way sounds like trouble.", "U: A mail comes back every now and then, maybe 1 in 40.", "U: Maybe you recognise the number.", "U: Perhaps you know what it is called.",
		"U: could be worse", "U: sounds like fun", "U: who knows", "U: couldn't care less, surprise me", "U: why not walkdir?",
	})
}

// What is supposed is the reason or the condition as much as what follows from
// it.
func TestASupposedReasonIsPartOfTheIdea(t *testing.T) {
	for said, want := range map[string]string{
		"U: Maybe the numbering breaks because two windows are open?":          "Maybe the numbering breaks because two windows are open",
		"U: it could be slow because the index is missing.":                    "It could be slow because the index is missing",
		"U: I guess it fails if the file is empty":                             "It fails if the file is empty",
		"U: maybe use sqlite since the data is small":                          "Maybe use sqlite since the data is small",
		"A: The numbering might break because two windows write at once.":      "The numbering might break because two windows write at once",
		"A: The numbering might break, which would explain the double ticket.": "The numbering might break",
	} {
		if got := lastDeltas(aim, "A: ok", said); len(got) != 1 || got[0] != "hypothesis_introduced: "+want {
			t.Errorf("%s yields %q", said, got)
		}
	}
}
