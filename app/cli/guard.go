package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"holdfast/engine/config"
	"holdfast/engine/guard"
	"holdfast/engine/guard/hook"
	"holdfast/engine/guard/sentry"
	"holdfast/store/event"
)

func guardCommand(p *program) *cobra.Command {
	var names []string
	for _, client := range hook.Clients() {
		names = append(names, string(client))
	}
	c := &cobra.Command{
		Use:   "guard [allow ID]",
		Short: "Judge a client's tool call before it runs",
		Long: `Judge a client's tool call before it runs. A client's hook calls this with the
call on standard input and gets the answer in the client's own form: the call
may run, or it is refused with a reason that tells the model what to do.
holdfast connect CLIENT --guard prints the settings. It works with and without
a running holdfast. You see refusals in Activity and in the Ledger. If the
guard itself fails, or a file is too large to be judged in time, the call runs,
and .holdfast/holdfast.log says why.

holdfast guard allow ID lets a refused write pass when the client makes it
again.

Clients: ` + strings.Join(wrap(strings.Join(names, ", ")+".", columns-9), "\n         "),
		Example: "  holdfast guard allow g3f1c",
		Args:    cobra.ArbitraryArgs,
	}
	settingFlags(c, "session")
	client := c.Flags().String("client", "", "`NAME` of the client, where its input does not tell")
	h := &hooked{p: p, c: c, client: client}
	c.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return h.pass(err) })
	c.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case len(args) == 0:
			return h.answer()
		case args[0] != "allow":
			return h.pass(fmt.Errorf("holdfast guard takes no %q", args[0]))
		case len(args) != 2:
			return usage(c, "holdfast guard allow takes the ID of a decision, as Activity shows it")
		}
		return guardAllow(p, c, args[1])
	}
	return c
}

func guardAllow(p *program, c *cobra.Command, id string) error {
	cfg, err := p.load(c)
	if err != nil {
		return err
	}
	said, err := sentry.Overrule(c.Context(), cfg, id, p.Now)
	switch {
	case errors.Is(err, event.ErrNotFound) && strings.Contains(err.Error(), "of the guard"):
		return &verdict{fmt.Sprintf("the guard has refused nothing as %q; Activity shows what it refused", id)}
	case err != nil:
		return newcomer(cfg, err)
	}
	fmt.Fprintf(c.OutOrStdout(), "This write may run when the client makes it again:\n%s\n", clean(said.Summary))
	return nil
}

// hooked is one run as a client's hook. It always answers, and never ends with an
// error: clients take that for a refusal.
type hooked struct {
	p      *program
	c      *cobra.Command
	client *string
	folder string // of the workspace, "" before that is known
}

// inputTime is how long a client may take to hand its call over.
const inputTime = 5 * time.Second

// answer judges the call on standard input.
func (h *hooked) answer() (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = h.pass(fmt.Errorf("the guard broke: %v", broken))
		}
	}()
	named := hook.Client(*h.client)
	if named != "" && !hook.Known(*h.client) {
		h.tell(fmt.Errorf("no client is called %q: its answer is in the plain form", *h.client))
	}
	raw, err := h.input()
	if err != nil {
		return h.pass(err)
	}
	call, err := hook.Read(raw, named)
	if errors.Is(err, hook.ErrNoCall) {
		return h.say(call.Client.Answer(guard.Allow, ""))
	}
	if err != nil {
		return h.pass(fmt.Errorf("what the client handed over was not judged: %w", err))
	}
	cfg, err := h.load(call.Folder)
	if err != nil {
		return h.pass(err)
	}
	ctx, cancel := context.WithTimeout(h.c.Context(), inputTime)
	defer cancel()
	said, err := sentry.Judge(ctx, cfg, call, h.p.Now)
	if err != nil {
		return h.pass(err)
	}
	if said.Unjudged != "" {
		h.tell(errors.New(said.Unjudged))
	}
	return h.say(call.Client.Answer(said.Decision, said.Reason))
}

// load reads the configuration of the workspace that the client works in.
func (h *hooked) load(folder string) (*config.Config, error) {
	inThere := *h.p
	if info, err := os.Stat(folder); err == nil && info.IsDir() && filepath.IsAbs(folder) {
		inThere.Current = folder
	}
	cfg, err := inThere.load(h.c)
	if err == nil {
		h.folder = cfg.Workspace.Folder()
	}
	return cfg, err
}

// input reads standard input to its end, of which no more is kept than is judged.
func (h *hooked) input() ([]byte, error) {
	type result struct {
		raw []byte
		err error
	}
	done := make(chan result, 1)
	in := h.c.InOrStdin()
	go func() {
		raw, err := io.ReadAll(io.LimitReader(in, hook.MaxInput+1))
		if err == nil && len(raw) > hook.MaxInput {
			_, err = io.Copy(io.Discard, in) // a client may fail where it cannot write all
		}
		done <- result{raw, err}
	}()
	late := time.NewTimer(inputTime)
	defer late.Stop()
	select {
	case r := <-done:
		return r.raw, r.err
	case <-late.C:
		return nil, errors.New("the client's input did not end")
	}
}

func (h *hooked) say(line []byte) error {
	_, _ = h.c.OutOrStdout().Write(line) // a client that does not read lets the call run
	return nil
}

// pass lets the call run, and tells why nothing was judged.
func (h *hooked) pass(err error) error {
	h.tell(err)
	return h.say(hook.Client(*h.client).Answer(guard.Allow, ""))
}

// tell says on stderr and in the workspace's log what went wrong.
func (h *hooked) tell(err error) {
	fmt.Fprintf(h.c.ErrOrStderr(), "holdfast guard: the call was let run: %s\n", clean(err.Error()))
	if h.folder == "" {
		if cfg, err := h.p.load(h.c); err == nil {
			h.folder = cfg.Workspace.Folder()
		}
	}
	if _, err := os.Stat(h.folder); h.folder == "" || err != nil {
		return
	}
	file := &logFile{path: filepath.Join(h.folder, "holdfast.log")}
	defer file.Close()
	slog.New(slog.NewTextHandler(file, nil)).Warn("the guard let a call run unjudged", "err", err)
}
