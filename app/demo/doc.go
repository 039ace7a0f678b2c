// Package demo tells holdfast's main job as a story that runs anywhere: a
// throw-away workspace, the embedded scripted model, and a plain chat client
// that talks to it through the proxy. Nothing in it is staged but the model's
// words; every decision is the engine's.
//
// It owns the throw-away workspace and the story. The command line calls it.
package demo
