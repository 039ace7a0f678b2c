package request

import (
	"holdfast/engine/gateway/wire"
	"holdfast/engine/workplace"
	"holdfast/parser"
	"holdfast/parser/call"
	"holdfast/parser/source"
)

// Files are the files that crossed the proxy in tool results: what the model has
// read it knows, as it knows what was hydrated (TSLP 12).
type Files struct {
	// Whole are the files that were shown whole, the newest reading of each.
	Whole map[string][]byte
	// Seen are the content hashes of the symbols that were shown, by entity.
	Seen map[string][]string
}

// FilesIn reads the file reads of messages, whose client worked where before them.
// clean makes a path canonical that begins in a folder.
func FilesIn(messages []wire.Message, where *workplace.Place, clean func(folder, path string) (string, error)) Files {
	f := Files{Whole: map[string][]byte{}, Seen: map[string][]string{}}
	calls := map[string]shownCall{}
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			made := Call(c)
			shows := shownCall{actions: call.Read(made)}
			shows.folder, _ = where.Of(shows.actions)
			calls[c.ID] = shows
			where.Follow(made)
		}
		for _, r := range m.ToolResults {
			c, known := calls[r.CallID]
			if !known {
				continue
			}
			if _, failed := call.Failed(c.actions, r.Text, r.IsError); !failed {
				f.add(c, r, clean)
			}
		}
	}
	return f
}

// shownCall is a call and the folder in which its paths begin.
type shownCall struct {
	actions []call.Action
	folder  string
}

// add adds what one result shows.
func (f *Files) add(c shownCall, r wire.ToolResult, clean func(folder, path string) (string, error)) {
	reports := call.Results(r.Text)
	for i, a := range c.actions {
		if a.Kind != call.Show || len(c.actions) != len(reports) {
			continue
		}
		path, err := clean(c.folder, a.Path)
		if err != nil || reports[i].NoContent {
			continue
		}
		content := reports[i].Content
		if a.ShowsAll(reports[i]) {
			f.Whole[path] = content
		}
		for _, sym := range parser.ParseSnippet(path, source.ForPath(path), content).Symbols {
			key := path + "::" + sym.Name
			f.Seen[key] = append(f.Seen[key], sym.Hash)
		}
	}
}
