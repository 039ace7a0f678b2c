package statemap

import (
	"holdfast/store/event"
)

// Recorded returns the artifact of an event as the mirrors need it, before the database
// has stamped it.
func Recorded(rec event.ArtifactRecorded) event.Artifact {
	return event.Artifact{
		ID: rec.Artifact, Episode: rec.Episode, Entity: rec.Entity, Path: rec.Path, Symbol: rec.Symbol, Language: rec.Language,
		Kind: rec.Kind, Container: rec.Container, Hash: rec.Hash, Structure: rec.Structure, Text: rec.Text, Block: rec.Block,
		Position: rec.Position, Method: rec.Method, Nodes: rec.Nodes, Tokens: rec.Tokens, Errors: rec.Errors, Count: rec.Count,
		Top: rec.Top, Confidence: rec.Confidence, Convention: rec.Convention, Origin: rec.Origin, Version: 1,
		WaitsForDisk: rec.WaitsForDisk, Removes: rec.Removes, Call: rec.Call, Gates: rec.Gates,
	}
}
