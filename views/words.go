package views

import (
	"fmt"
	"strings"
	"time"
)

// Elapsed is a duration as a stopwatch shows it: "0:07", "12:03", "1:02:03".
func Elapsed(d time.Duration) string {
	s := int(max(d, 0) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// Clock is when something happened: the time for today, the date before it.
func Clock(at, now time.Time) string {
	if at.IsZero() {
		return ""
	}
	at = at.In(now.Location())
	if at.Year() == now.Year() && at.YearDay() == now.YearDay() {
		return at.Format("15:04:05")
	}
	return at.Format("2006-01-02 15:04")
}

// ShortClock is Clock in five columns: the hour of today, else the day.
func ShortClock(at, now time.Time) string {
	if at.IsZero() {
		return ""
	}
	at = at.In(now.Location())
	if at.Year() == now.Year() && at.YearDay() == now.YearDay() {
		return at.Format("15:04")
	}
	return at.Format("01-02")
}

// Age is how long ago something happened, to the minute, so that a screen that
// shows it need not be drawn every second: "<1 min", "3 min", "2 h", "5 d".
func Age(at, now time.Time) string {
	switch d := now.Sub(at); {
	case at.IsZero():
		return ""
	case d < time.Minute:
		return "<1 min"
	case d < time.Hour:
		return itoa(int(d/time.Minute)) + " min"
	case d < 48*time.Hour:
		return itoa(int(d/time.Hour)) + " h"
	default:
		return itoa(int(d/(24*time.Hour))) + " d"
	}
}

// Bytes is a number of bytes with its unit: "812 B", "6.2 kB", "1.3 MB".
func Bytes(n int) string {
	say := Size(n)
	if last := len(say) - 1; n >= 1000 {
		return say[:last] + " " + say[last:] + "B"
	}
	return say + " B"
}

// Size is a number in a few characters: "812", "6.2k", "1.3M".
func Size(n int) string {
	switch {
	case n < 1000:
		return itoa(n)
	case n < 1000*1000:
		return trimZero(fmt.Sprintf("%.1f", float64(n)/1000)) + "k"
	}
	return trimZero(fmt.Sprintf("%.1f", float64(n)/1e6)) + "M"
}

func trimZero(s string) string { return strings.TrimSuffix(s, ".0") }

// Count is "1 symbol", "3 symbols".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return itoa(n) + " " + many
}

// ShortHash is a hash as far as a person compares it: "sha256:9f2c41d0…".
func ShortHash(hash string, t *Theme) string {
	kind, hex, found := strings.Cut(hash, ":")
	if !found {
		kind, hex = "", hash
	} else {
		kind += ":"
	}
	if len(hex) > 12 {
		hex = hex[:12] + t.Glyphs.Ellipsis
	}
	return Clean(kind + hex)
}

// Grant is a grant in words: "parity grant", "write-head".
func Grant(grant string) string {
	switch grant {
	case "":
		return ""
	case "write_head":
		return "write-head"
	case "user_verification":
		return "user verification"
	case "operator":
		return "operator's word"
	}
	return grant + " grant"
}

// Because is why code is current, in words for a row: of the grants of Grant, and of the
// origins of Origin, "" where that is not known.
func Because(grant, origin string) string {
	if grant == "write_head" && origin == "disk" {
		return Origin(origin) // the operator adopted what the file holds
	}
	switch grant {
	case "parity":
		return "the model saw it, or it is new"
	case "write_head":
		return "you wrote it"
	case "user_verification":
		return "you asked for it"
	case "operator":
		return "you accepted it"
	case "disk":
		return "the disk holds it"
	case "audit":
		return "the audit found it whole"
	case "recovery":
		return "recovered"
	}
	return Grant(grant)
}

// Origin is who wrote an artifact, in words.
func Origin(origin string) string {
	switch origin {
	case "user":
		return "pasted by the user"
	case "disk":
		return "adopted from disk"
	case "model":
		return "written by the model"
	case "tool":
		return "written by a tool call"
	case "restore":
		return "restored"
	}
	return origin
}
