package decide

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"holdfast/engine/etv"
	"holdfast/engine/stale"
	"holdfast/engine/statemap"
	"holdfast/store/event"
)

// ArtifactID returns an id that is unique, and the same for the same evidence.
func ArtifactID(episode string, n int, entity, hash string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d\x00%s\x00%s", episode, n, entity, hash))
	return hex.EncodeToString(sum[:6])
}

// RecordedAs returns the event that records the content of an artifact under another
// id, in its own episode and with its own report. What a copy is a copy of, and whether
// it was ever promoted, is not part of that.
func RecordedAs(id string, a event.Artifact) event.ArtifactRecorded {
	return event.ArtifactRecorded{
		Artifact: id, Episode: a.Episode, Entity: a.Entity, Path: a.Path, Symbol: a.Symbol, Language: a.Language, Kind: a.Kind,
		Hash: a.Hash, Structure: a.Structure, Text: a.Text, Block: a.Block, Position: a.Position, Method: a.Method,
		Nodes: a.Nodes, Tokens: a.Tokens, Errors: a.Errors, Count: a.Count, Top: a.Top, Container: a.Container,
		Confidence: a.Confidence, Convention: a.Convention, Origin: a.Origin, Gates: a.Gates,
		WaitsForDisk: a.WaitsForDisk, Removes: a.Removes, Call: a.Call,
	}
}

// Promotion returns the event that makes an artifact the truth in the place of another,
// nil for none, by the grant of its report; disk is what the disk holds of the artifact
// at that moment.
func Promotion(artifact, entity, episode string, replaces *statemap.Entry, report event.GateReport, disk etv.Report) event.ArtifactPromoted {
	return event.ArtifactPromoted{
		Artifact: artifact, Entity: entity, Supersedes: ArtifactOf(replaces), Episode: episode,
		Grant: report.Grant, Gates: report, Disk: stale.Word(disk), Persisted: stale.Holds(disk),
	}
}
