package app

import (
	"context"
	"slices"

	"holdfast/engine/report"
)

func (f *fake) Sessions(context.Context) ([]report.SessionInfo, error) {
	defer f.count("Sessions")()
	return slices.Clone(f.sessions), f.readErr
}

func (f *fake) NewSession(_ context.Context, name string) error {
	return f.session("NewSession", "new "+name, name, func() {
		f.sessions = append([]report.SessionInfo{{Name: name, Created: noon, LastActivity: noon}}, f.sessions...)
	})
}

func (f *fake) Fork(_ context.Context, from, name string) error {
	return f.session("Fork", "fork "+from+" to "+name, name, func() {
		f.sessions = append([]report.SessionInfo{{Name: name, Parent: from, Created: noon, LastActivity: noon}}, f.sessions...)
	})
}

func (f *fake) Switch(_ context.Context, name string) error {
	return f.session("Switch", "switch "+name, name, func() {})
}

func (f *fake) Rename(_ context.Context, old, name string) error {
	active := f.status.Session
	if active == old {
		active = name
	}
	return f.session("Rename", "rename "+old+" to "+name, active, func() { f.info(old).Name = name })
}

func (f *fake) Archive(_ context.Context, name string) error {
	return f.session("Archive", "archive "+name, f.status.Session, func() { f.info(name).Archived = true })
}

func (f *fake) Unarchive(_ context.Context, name string) error {
	return f.session("Unarchive", "unarchive "+name, f.status.Session, func() { f.info(name).Archived = false })
}

// session changes the sessions, and has one be the active one after that.
func (f *fake) session(name, what, active string, change func()) error {
	if err := f.decide(name, what, ""); err != nil {
		return err
	}
	change()
	f.status.Session = active
	for i := range f.sessions {
		f.sessions[i].Active = f.sessions[i].Name == active
	}
	return nil
}

func (f *fake) info(name string) *report.SessionInfo {
	return &f.sessions[slices.IndexFunc(f.sessions, func(s report.SessionInfo) bool { return s.Name == name })]
}
