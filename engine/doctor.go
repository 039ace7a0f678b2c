package engine

import (
	"cmp"
	"context"
	"errors"

	"holdfast/engine/config"
	"holdfast/engine/diag"
	"holdfast/engine/gateway"
	"holdfast/engine/report"
	"holdfast/engine/stale"
	"holdfast/parser"
	"holdfast/store"
)

// Doctor is GET /doctor (TSLP 14.3): it looks at everything that holdfast
// stands on and at what the disk contradicts in the active session. It reports
// and never fixes; what is damaged is in the report, an error is only that
// there was no time for one.
func (e *Engine) Doctor(ctx context.Context) (report.DoctorReport, error) { return e.doctor(ctx, "") }

// doctor counts what diverges in the named session, "" for the active one.
func (e *Engine) doctor(ctx context.Context, name string) (report.DoctorReport, error) {
	s, err := e.For(ctx, name)
	if err != nil {
		return report.DoctorReport{}, err
	}
	patient := diag.Patient{
		Database: e.db, Doubt: e.doubt, Notice: e.RecordNotice, Folder: e.cfg.Workspace.Root, Free: diag.FreeSpace, Grammars: parser.CheckGrammars,
		Upstream: e.upstreamHealth, Watcher: e.watchHealth(), Bridge: e.ToolHealth(), SecondReader: e.listener.Health(e.serving.Load() != nil),
	}
	told, err := report.Doctor(ctx, patient, func(ctx context.Context) ([]stale.Divergence, error) { return e.DivergencesOf(ctx, s) })
	if err == nil { // of a database that cannot be read the checks tell
		told.Prompts, _ = e.reader.Prompts(ctx, name)
	}
	return told, err
}

// DoctorWorkspace is Doctor for a workspace that no engine needs to be able to
// open: a damaged database is what it is for. It creates, migrates and records
// nothing.
func DoctorWorkspace(ctx context.Context, cfg *config.Config) (told report.DoctorReport, err error) {
	e, refused := Open(ctx, cfg, Options{ReadOnly: true})
	if refused == nil {
		defer func() { err = errors.Join(err, e.Close()) }()
		return e.Doctor(ctx)
	}
	patient := diag.Patient{
		Doubt: func() string { return "" }, Folder: cfg.Workspace.Root, Free: diag.FreeSpace, Grammars: parser.CheckGrammars,
		Upstream: func(ctx context.Context) diag.Finding { return configuredUpstream(ctx, cfg) },
	}
	db, unopened := store.Open(ctx, cfg.Workspace.Folder(), store.Options{ReadOnly: true})
	if unopened != nil {
		patient.Unopened = unopened
		return report.Doctor(ctx, patient, func(context.Context) ([]stale.Divergence, error) { return nil, nil })
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	patient.Database, patient.Doubt = db, db.Distrust
	told, err = report.Doctor(ctx, patient, func(context.Context) ([]stale.Divergence, error) { return nil, refused })
	if err == nil && told.Status != diag.Failing {
		err = refused // the database is sound: it was something else
	}
	return told, err
}

// doubt says why turns are not recorded, or the record is not trusted.
func (e *Engine) doubt() string {
	return cmp.Or(e.recorder.Banner(), e.ReadOnlyBanner())
}

// notice is what everybody ought to know of the record, the worst alone: that it
// is not kept, that it is not trusted, or what happened to it. "" where all is well.
func (e *Engine) notice() string { return cmp.Or(e.doubt(), e.RecordNotice()) }

// upstreamHealth asks the model server that requests go to.
func (e *Engine) upstreamHealth(ctx context.Context) diag.Finding {
	s := e.serving.Load()
	if s == nil {
		return configuredUpstream(ctx, e.cfg)
	}
	u, base := s.upstream.Load(), s.server.Upstream()
	if base == nil {
		return diag.Finding{Status: diag.Warn, Detail: u.fault}
	}
	f := diag.Reach(ctx, u.name, base)
	f.Detail += s.slots.Told()
	if s.aside != nil {
		f.Detail += s.aside.Told()
	}
	return f
}

// configuredUpstream asks the model server that an engine would choose if it
// started now.
func configuredUpstream(ctx context.Context, cfg *config.Config) diag.Finding {
	switch cfg.Upstream {
	case config.UpstreamDemo:
		return diag.Finding{Status: diag.OK, Detail: "the embedded scripted model is at hand"}
	case "":
		found, err := gateway.Discover(ctx, gateway.DefaultCandidates())
		if err != nil {
			return diag.Finding{Status: diag.Warn, Detail: err.Error()}
		}
		return diag.Reach(ctx, found.Base.Redacted(), found.Base)
	}
	base, err := gateway.ParseUpstream(cfg.Upstream)
	if err != nil {
		return diag.Finding{Status: diag.Warn, Detail: err.Error()}
	}
	return diag.Reach(ctx, base.Redacted(), base)
}

// watchHealth is nil where this engine serves nobody, and thus watches nothing.
func (e *Engine) watchHealth() func() (ok bool, detail string) {
	health, watches := e.Health()
	if !watches {
		return nil
	}
	return func() (bool, string) { return health.OK(), health.String() }
}
