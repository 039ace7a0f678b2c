// Package tmuxtest plays a program in a real terminal: tmux on a private socket,
// driven by keys and pastes, watched by what stands on its screen. It waits for
// markers, never for a while.
//
// It owns the tmux server that it starts. Only tests call it.
package tmuxtest
