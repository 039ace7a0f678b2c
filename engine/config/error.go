package config

import "strconv"

// String is the origin as a person reads it: "default", "FILE:LINE",
// "env NAME" or "flag --NAME".
func (o Origin) String() string {
	switch {
	case o.Flag != "":
		return "flag --" + o.Flag
	case o.Env != "":
		return "env " + o.Env
	case o.File != "" && o.Line > 0:
		return o.File + ":" + strconv.Itoa(o.Line)
	case o.File != "":
		return o.File
	default:
		return "default"
	}
}

// Error is a setting that cannot be used: where it stands, which key it is and
// what would be right.
type Error struct {
	Origin Origin
	// Key is the setting's name, or what stands in its place; empty where the
	// file as a whole cannot be read.
	Key string
	// Problem says what is wrong and what is allowed.
	Problem string
}

func (e *Error) Error() string {
	if e.Key == "" {
		return e.Origin.String() + ": " + e.Problem
	}
	return e.Origin.String() + ": " + e.Key + ": " + e.Problem
}
