// Package toolbox runs the commands that a reply asks for (TSLP 8.5), where the operator
// has switched that on and approves it.
//
// It owns the commands that wait or run, one at a time, and their goroutine between
// Begin and End. What a call is and how it runs is engine/bridge's. The turn hands over
// what its reply asks for (Hear), the operator decides (RunTool, DenyTool), and the
// result goes on record and to the next request of the conversation.
package toolbox
