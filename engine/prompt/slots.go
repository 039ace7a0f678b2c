package prompt

import (
	"fmt"
	"sync"
)

// Slots is who asked a model server last, for each of its models, and what became of
// the prompts that it had processed before. A server with one slot loses a
// conversation's prompt with any other request. The zero value knows nothing. It is
// safe for concurrent use.
type Slots struct {
	mu    sync.Mutex
	last  map[string]slot // by model
	keeps int             // how many prompts the server says that it keeps, 0 for unknown
	kind  string          // what it is: "llama.cpp", "Ollama", "" for unknown
}

// slot is what is known of one model.
type slot struct {
	who, what string // see Asker
	// tells reports whether the server tells cached tokens from processed ones, seen
	// whether it did so once for a prompt between whose requests another came, and
	// loses whether it had lost that prompt.
	tells, seen, loses bool
}

// Asker is who asks a model: a conversation, or somebody who asks once.
type Asker struct {
	Conversation string // "" for none
	What         string // how others are told of it
}

// Asks notes who asks a model, and returns what was asked since their conversation did
// last, "" for nothing.
func (s *Slots) Asks(model string, now Asker) (between string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.last[model]
	if was.what != "" && (now.Conversation == "" || was.who != now.Conversation) {
		between = was.what
	}
	was.who, was.what = now.Conversation, now.What
	s.put(model, was)
	return between
}

// Keeps notes what the server is, "" for unknown, and how many prompts it says that it
// keeps at once, 0 where it does not say.
func (s *Slots) Keeps(kind string, prompts int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kind, s.keeps = kind, prompts
}

// Kind is what the server is, "" where that is not known.
func (s *Slots) Kind() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.kind
}

// Told says for the doctor's line how many prompts the server keeps, "" where that is
// not known.
func (s *Slots) Told() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch s.keeps {
	case 0:
		return ""
	case 1:
		return "; it keeps one prompt at a time, so that another in between has a conversation's processed again"
	}
	return fmt.Sprintf("; it keeps %d prompts at a time", s.keeps)
}

// Loses reports whether a model's prompt is gone when another was processed since: as
// the server's counts have shown, or where it sends none, as it says that it keeps one.
func (s *Slots) Loses(model string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.last[model]
	return was.seen && was.loses || !was.seen && !was.tells && s.keeps == 1
}

// Learn takes in what a server says of a prompt: end is where its prefix ended as the
// request shows it, between what was asked since the conversation did last.
func (s *Slots) Learn(model string, known bool, end End, read End, between string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !known {
		return
	}
	was := s.last[model]
	was.tells = true
	if between != "" && end.Who == ByNobody && end.Same >= lostFrom {
		was.seen, was.loses = true, read.Who == ByOther
	}
	s.put(model, was)
}

func (s *Slots) put(model string, now slot) {
	if _, known := s.last[model]; s.last == nil || !known && len(s.last) >= maxModels {
		s.last = map[string]slot{}
	}
	s.last[model] = now
}
