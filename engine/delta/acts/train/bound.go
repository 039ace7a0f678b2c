package main

import (
	"cmp"
	"math"
	"slices"

	"holdfast/engine/delta/acts"
)

// cost is how many right items a wrong one outweighs: who comes back to a session trusts
// what stands there. People with agents tell of much that passes, so that a wrong fact of
// theirs outweighs more.
var cost = 1.0

const costOfFact = 1.25

// bound picks for each deed of each speaker the bound above which most is gained: what is
// right, less what is wrong by its cost. A deed of which nothing is gained is not read.
func bound(seen []weighed) acts.Bounds {
	var b acts.Bounds
	for _, role := range []acts.Role{acts.User, acts.Assistant} {
		for d := range acts.Deeds {
			var own []weighed
			for _, w := range seen {
				if w.Role == role && w.Deed == d {
					own = append(own, w)
				}
			}
			by := cost
			if role == acts.User && d == acts.Deed(acts.State) {
				by *= costOfFact
			}
			b.Set(role, d, least(own, by))
		}
	}
	return b
}

// least is the bound for some things of a cost, in whole parts of a hundred.
func least(seen []weighed, cost float64) float64 {
	slices.SortStableFunc(seen, func(a, b weighed) int { return cmp.Compare(b.Likely, a.Likely) })
	at, gain, most := acts.Never*1.0, 0.0, 0.0
	for i, w := range seen {
		if w.right {
			gain++
		} else {
			gain -= cost
		}
		end := math.Floor(100*w.Likely) / 100
		if gain > most && (i+1 == len(seen) || seen[i+1].Likely < end) {
			at, most = end, gain
		}
	}
	return at
}
