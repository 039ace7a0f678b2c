package read

import "slices"

// balance is what speaks for something and against it, the heaviest first: the rest
// is not looked at where it cannot turn the balance any more.
type balance[E any] []load[E]

// load is one thing that speaks for or against.
type load[E any] struct {
	tells func(E) bool
	by    int // hundredths of the logarithm of the odds
	// What it and those after it come to, where all hold that speak for it, and where all
	// that speak against.
	most, least int
}

// put lays one thing more on the balance.
func (b *balance[E]) put(tells func(E) bool, by int) {
	if by != 0 {
		*b = append(*b, load[E]{tells: tells, by: by})
	}
}

// sorted is the balance with all that is put on it.
func (b balance[E]) sorted() balance[E] {
	slices.SortStableFunc(b, func(v, w load[E]) int { return max(w.by, -w.by) - max(v.by, -v.by) })
	most, least := 0, 0
	for i := range slices.Backward(b) {
		most, least = most+max(b[i].by, 0), least+min(b[i].by, 0)
		b[i].most, b[i].least = most, least
	}
	return b
}

// reaches tells whether a bias and the loads come to a bar at least.
func (b balance[E]) reaches(e E, bias, bar int) bool {
	sum := bias
	for i := range b {
		switch w := &b[i]; {
		case sum+w.least >= bar:
			return true
		case sum+w.most < bar:
			return false
		case w.tells(e):
			sum += w.by
		}
	}
	return sum >= bar
}

// comesTo is what a bias and the loads come to, or something below the bar where
// they do not reach it.
func (b balance[E]) comesTo(e E, bias, bar int) int {
	sum := bias
	for i := range b {
		w := &b[i]
		if sum+w.most < bar {
			break
		}
		if w.tells(e) {
			sum += w.by
		}
	}
	return sum
}
