package recovery

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"holdfast/engine/delta"
	"holdfast/engine/export"
	"holdfast/engine/internal/words"
)

// Beyond says what a block does not hold: the goals, decisions, constraints and the
// like of a session, of which it has so many. They stay where its Ledger does; where
// that is lost, an export in the workspace's root may have them. It is "" where there is
// nothing to say.
func Beyond(has int, root string, lost bool) string {
	return sayBeyond(has, exportedItems(root), lost)
}

// exported is what a snapshot of an earlier export holds.
type exported struct {
	path  string // from the workspace's root, "" for none
	items int
	at    time.Time
}

func sayBeyond(has int, x exported, lost bool) string {
	const not = "Goals, decisions and constraints are not in the block"
	offer := fmt.Sprintf("the export of %s holds %d: holdfast import %s brings them back", x.at.Format("2006-01-02 15:04"), x.items, x.path)
	switch {
	case has > 0 && x.items > has && lost:
		return fmt.Sprintf("%s: the session has %d, and %s, with --replace.", not, has, offer)
	case has > 0:
		return fmt.Sprintf("%s: the session has %d, which %s.", not, has, words.Numbered(has, "stays as it is", "stay as they are"))
	case x.items > 0:
		return fmt.Sprintf("%s, and the session has 0; %s.", not, offer)
	case lost:
		return not + ", and the session has 0: holdfast import brings back those of a snapshot.json that was exported, if there is one."
	}
	return ""
}

// exportedItems looks at what was exported last into the folder that exports go to.
func exportedItems(root string) exported {
	path := filepath.Join(root, export.Folder, export.SnapshotName)
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return exported{}
	}
	f, err := os.Open(path)
	if err != nil {
		return exported{}
	}
	defer func() { _ = f.Close() }()
	const most = 16 << 20
	text, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return exported{}
	}
	n, err := delta.ParseSnapshot(text)
	if err != nil {
		return exported{}
	}
	return exported{export.Folder + "/" + export.SnapshotName, len(n.Items), info.ModTime()}
}
