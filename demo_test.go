package main

import (
	"testing"

	"holdfast/app/tmuxtest"
)

// The demo's story in a real terminal: a reply is promoted, an update that drops
// half of a method waits with its reason, and the operator decides with two
// different keys.
func TestTheDemoIsDecidedWithTwoKeysInATerminal(t *testing.T) {
	s := tmuxtest.Start(t, 100, 30, nil, binary(t), "demo")
	s.WaitFor("holdfast DEMO", "a scripted model, no LLM", "1 State Map")
	s.WaitFor("6 promoted", "store/pool.go::Pool.Acquire")
	s.WaitFor("◆1 pending", "AST nodes co")
	s.Keys("2", "Enter").WaitFor("Review store/pool.go::Pool.Acquire", "AST nodes collapse from")
	s.Keys("Escape").WaitFor("2 Pending 1")
	s.Keys("a").WaitFor("y accept as AUTHORITATIVE").Keys("y")
	s.WaitFor("Accepted store/pool.go::Pool.Acquire", "Nothing waits for you")
}
