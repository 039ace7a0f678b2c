package watch

import (
	"fmt"
	"slices"

	"holdfast/engine/sessions"
)

// respelled are the files that the disk names otherwise than they are tracked, by the
// tracked path.
type respelled map[string]string

// note takes note of how a file is named on disk; it returns whether that is news.
func (r respelled) note(tracked, named string) bool {
	if named == tracked {
		delete(r, tracked)
		return false
	}
	news := r[tracked] != named
	r[tracked] = named
	return news
}

// alertOfNames tells the operator of files that were renamed by case alone, where the disk
// folds case. Their symbols are as they were, so nothing of them is STALE; by which name
// they are known is the operator's decision, as after every other renaming.
func (w *Watcher) alertOfNames(s *sessions.Session, paths []string) {
	if !w.Folds() {
		return
	}
	speller := w.Speller()
	var news []string
	w.mu.Lock()
	if w.told == nil {
		w.told = respelled{}
	}
	for _, path := range slices.Sorted(slices.Values(paths)) {
		if s.Map.CountIn(path) > 0 && w.told.note(path, speller(path)) {
			news = append(news, path)
		}
	}
	var first string
	if len(news) > 0 {
		first = w.told[news[0]]
	}
	w.mu.Unlock()
	if len(news) > 0 {
		w.means.Hub.Alert("", respelledAlert(news, first))
	}
}

// respelledAlert tells of tracked files of which the first is named otherwise on disk.
func respelledAlert(tracked []string, named string) string {
	if len(tracked) == 1 {
		return fmt.Sprintf("%s is named %s on disk: adopt %s, then its symbols go by that name", tracked[0], named, named)
	}
	return fmt.Sprintf("%d files are named otherwise on disk, %s is %s: adopt them, then their symbols go by those names", len(tracked), tracked[0], named)
}
