package turn

import (
	"holdfast/engine/sessions"
	"holdfast/engine/workplace"
)

// session is a session with its conversations. Those can be rebuilt from the database.
type session struct {
	*sessions.Session
	*Deps
	p             *Pipeline
	conversations conversations
}

// names are the files of the workspace as the session knows them.
func (s *session) names() workplace.Names { return s.Disk.Names(s.Session) }
