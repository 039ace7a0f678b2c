// Package sessions is the one writer: what is decided in a session is committed here,
// on what is true at that moment, or refused.
package sessions
