package replay

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"time"

	"holdfast/engine"
	"holdfast/engine/config"
)

// Script is a session that is played.
type Script struct {
	Client
	Turns int
	Edits Edits
	// Titles are the turns behind which the client asks for a title.
	Titles []int
	// Helpers are settings of holdfast's that have it ask the model something after each
	// turn, as variables of its environment.
	Helpers []string
}

// Played is what a session cost.
type Played struct {
	Counts  []Count
	Prompts []string
}

// Play plays the session in a workspace of its own: directly where placement is "",
// else through an engine with that hydrate.placement.
func Play(ctx context.Context, s Script, placement string) (p Played, err error) {
	slot := &Slot{helped: make(chan struct{}, 64), known: make(chan struct{})}
	server := httptest.NewServer(slot)
	defer server.Close()
	dir, err := os.MkdirTemp("", "holdfast-replay-")
	if err != nil {
		return p, fmt.Errorf("making the workspace of a session: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := Fill(dir); err != nil {
		return p, err
	}
	base, adopt := server.URL, func() error { return nil }
	if placement != "" {
		e, err := open(ctx, dir, base, append(s.Helpers, "HOLDFAST_HYDRATE_PLACEMENT="+placement))
		if err != nil {
			return p, err
		}
		defer func() { err = errors.Join(err, e.Close()) }()
		base = "http://" + e.Status().Listen
		select { // it knows what the server is
		case <-slot.known:
		case <-time.After(time.Minute):
			return p, errors.New("nobody asked the server what it is")
		}
		adopt = func() error {
			_, err := e.AdoptPaths(ctx, []string{"."}, nil)
			return err
		}
		if err := adopt(); err != nil {
			return p, err
		}
	}
	err = s.play(base, dir, slot, s.Turns, s.Edits, func(turn int) error {
		if placement != "" && len(s.Helpers) > 0 && s.Aloud == "" {
			if err := slot.helps(); err != nil {
				return err
			}
		}
		for _, n := range s.Titles {
			if n == turn {
				if err := s.title(base, slot); err != nil {
					return err
				}
			}
		}
		if s.Edits == OnDisk { // the user decides what is STALE before they go on
			return adopt()
		}
		return nil
	})
	p.Counts, p.Prompts = slot.counted()
	return p, err
}

func open(ctx context.Context, dir, upstream string, env []string) (*engine.Engine, error) {
	cfg, err := config.Load(config.LoadOptions{Workspace: dir, Env: env,
		Flags: map[string]string{"listen": "127.0.0.1:0", "upstream": upstream, "model": "m"}})
	if err != nil {
		return nil, err
	}
	e, err := engine.Open(ctx, cfg, engine.Options{})
	if err != nil {
		return nil, err
	}
	if err := e.Start(ctx); err != nil {
		return nil, errors.Join(err, e.Close())
	}
	return e, nil
}

// Processed is how many bytes the server processed.
func (p Played) Processed() (n int) {
	for _, c := range p.Counts {
		n += c.Processed
	}
	return n
}

var section = regexp.MustCompile(`(?s)\[(CURRENT STATE: AUTHORITATIVE|STATE NOTICE|RECENT CONTEXT)\]\n.*?\n\[END (CURRENT STATE|NOTICE|RECENT CONTEXT)\]\n\n`)

// Inserted is how many bytes were put in, each at one message once.
func (p Played) Inserted() int {
	seen, n := map[string]bool{}, 0
	for _, prompt := range p.Prompts {
		for i, message := range strings.Split(prompt, "\n<|") {
			for _, s := range section.FindAllString(message, -1) {
				if key := fmt.Sprint(i, s); !seen[key] {
					seen[key] = true
					n += len(s)
				}
			}
		}
	}
	return n
}
