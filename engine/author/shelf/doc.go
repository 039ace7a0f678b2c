// Package shelf knows the texts that lie in the files of clients: commands,
// workflows, prompts and skills, in the hidden folders of a workspace and in the
// folders of known clients at home. Clients send them as if somebody had typed
// them (product 13). Nothing outside of these folders is read, no link is
// followed out of them, and what was read once is read again only where it has
// changed.
//
// It owns what those files said when they were last read. A turn asks it where a text of
// the user's could be one of theirs.
package shelf
