package main

import (
	"math"

	"holdfast/engine/delta/acts"
)

// cost is how many right items a wrong one outweighs: who comes back to a session trusts
// what stands there. People with agents tell of much that passes, so that a wrong fact of
// theirs outweighs more.
var cost = 1.0

const costOfFact = 1.5

// bound picks for each deed of each speaker the bound from which on a further item is
// more likely to gain than to cost. A deed of which nothing is gained is not read.
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

// Bounds of the curve by which a likelihood is mended, and of the bounds read off it.
const (
	prior   = 3.0 // how much the curve holds to the likelihood as it is, in items
	steps   = 50
	atMost  = 0.97
	certain = 0.995
)

// least is the bound for some things of a cost, in whole parts of a hundred: where a
// curve through what was right and wrong, by its likelihood, crosses what the cost asks.
// A curve holds still where the best of all bounds leaps with every item that is added.
func least(seen []weighed, cost float64) float64 {
	if len(seen) == 0 {
		return acts.Never
	}
	at, by := curveOf(seen)
	asked := odds(cost / (1 + cost))
	if by <= 0.05 || at+by*odds(certain) < asked {
		return acts.Never
	}
	p := 1 / (1 + math.Exp(-(asked-at)/by))
	return math.Floor(100*min(max(p, acts.Floor), atMost)) / 100
}

// curveOf fits, by Newton's steps, the odds of being right as a line over the odds that
// the model gives. Few items leave the line near what the model says.
func curveOf(seen []weighed) (at, by float64) {
	by = 1
	for range steps {
		g0, g1 := -prior*at, -prior*(by-1)
		h00, h01, h11 := prior, 0.0, prior
		for _, w := range seen {
			x := odds(w.Likely)
			p := 1 / (1 + math.Exp(-at-by*x))
			y := 0.0
			if w.right {
				y = 1
			}
			g0 += y - p
			g1 += (y - p) * x
			v := p * (1 - p)
			h00 += v
			h01 += v * x
			h11 += v * x * x
		}
		det := h00*h11 - h01*h01
		at += (h11*g0 - h01*g1) / det
		by += (h00*g1 - h01*g0) / det
	}
	return at, by
}

// odds is the logarithm of the odds of a likelihood.
func odds(p float64) float64 {
	p = min(max(p, 1-certain), certain)
	return math.Log(p / (1 - p))
}
