package views

// Exported is a session that was written as files.
type Exported struct {
	Session, Dir string
	Files        []ExportedFile
	New          bool // the folder was made for it
	ReadOnly     bool // there was no state to vouch for
}

// ExportedFile is one of them, with its bytes.
type ExportedFile struct {
	Name string
	Size int
}

// Doc tells where the files are, and what they are for.
func (x Exported) Doc(t *Theme, w int) *Doc {
	d := &Doc{}
	newly := ""
	if x.New {
		newly = " a new folder"
	}
	d.Prose(t.Good, t.Glyphs.Pass+" "+Count(len(x.Files), "file", "files")+" of session "+x.Session+" were written to"+newly, 0, w)
	d.Prose(t.Strong, x.Dir, 2, w)
	d.Add("")
	for _, f := range x.Files {
		var l Line
		l.Put(Paint{}, "  "+f.Name).To(26).Gap(1).Put(t.Dim, Bytes(f.Size))
		d.Add(cut(l.String(), w, t.Glyphs.Ellipsis))
	}
	d.Add("")
	if x.ReadOnly {
		d.Prose(t.Warn, t.Glyphs.Banner+" READ-ONLY: there is no state to vouch for, so SESSION_STATE and CANON_STATE_DELTA were left out. Those of an earlier export stay.", 0, w)
	} else {
		d.Prose(t.Dim, "CANON_STATE_DELTA.json is what the session is recovered from: p, or holdfast recover FILE.", 0, w)
	}
	return d
}

// NotExported tells why nothing was written.
func NotExported(why string, t *Theme, w int) *Doc {
	d := &Doc{}
	d.Prose(t.Bad, t.Glyphs.Fail+" "+why, 0, w)
	d.Add("")
	d.Prose(t.Dim, "E asks for another folder.", 0, w)
	return d
}
