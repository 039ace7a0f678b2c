package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"holdfast/engine/delta/acts"
)

// example is something seen, with the class that the labels give it.
type example struct {
	features []int32
	class    int
	before   int32 // the feature of what the unit before does, -1 for none
}

// The course of learning. Few rounds at a small pace keep it from learning the talks
// by heart, as a penalty would.
const (
	rounds   = 12
	pace     = 0.02
	orders   = 2 // of the examples, whose weights are averaged
	seldom   = 3 // talks that a feature must occur in
	tooSmall = 6 // weights below are left out of the file, in parts of acts.Scale
)

// vocabulary numbers features.
type vocabulary struct {
	number map[string]int32
	names  []string
}

func (v *vocabulary) add(name string) int32 {
	n, known := v.number[name]
	if !known {
		n = int32(len(v.names))
		v.number[name] = n
		v.names = append(v.names, name)
	}
	return n
}

// fit learns the weights of a log-linear model in several orders of the examples, the
// same each time, and averages them. Of one class the other is its absence, of weight
// zero.
func fit(classes, features int, examples []example) []float32 {
	total := make([]float32, features*classes)
	for order := range orders {
		for i, w := range descend(classes, features, examples, uint64(order)) {
			total[i] += w / orders
		}
	}
	return total
}

// descend learns weights by stochastic gradient descent with a pace for each weight
// (AdaGrad).
func descend(classes, features int, examples []example, seed uint64) []float32 {
	weights, slopes := make([]float32, features*classes), make([]float32, features*classes)
	order := make([]int, len(examples))
	for i := range order {
		order[i] = i
	}
	random := rand.New(rand.NewPCG(1, seed))
	errs := make([]float64, classes)
	for range rounds {
		random.Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
		for _, i := range order {
			e := &examples[i]
			e.errors(weights, errs)
			e.each(func(f int32) {
				for c, d := range errs {
					if math.Abs(d) < 1e-3 {
						continue
					}
					k := int(f)*classes + c
					slopes[k] += float32(d * d)
					weights[k] -= float32(pace * d / (math.Sqrt(float64(slopes[k])) + 1e-3))
				}
			})
		}
	}
	return weights
}

// errors is by how much each class is taken for too likely.
func (e *example) errors(weights []float32, errs []float64) {
	classes := len(errs)
	clear(errs)
	e.each(func(f int32) {
		for c, w := range weights[int(f)*classes : (int(f)+1)*classes] {
			errs[c] += float64(w)
		}
	})
	likelihoods(errs)
	if classes > 1 {
		errs[e.class]--
	} else {
		errs[0] -= float64(e.class)
	}
}

func (e *example) each(do func(f int32)) {
	for _, f := range e.features {
		do(f)
	}
	if e.before >= 0 {
		do(e.before)
	}
}

// likelihoods makes likelihoods of sums.
func likelihoods(sums []float64) {
	if len(sums) == 1 {
		sums[0] = 1 / (1 + math.Exp(-sums[0]))
		return
	}
	most := sums[0]
	for _, s := range sums {
		most = max(most, s)
	}
	total := 0.0
	for i := range sums {
		sums[i] = math.Exp(sums[i] - most)
		total += sums[i]
	}
	for i := range sums {
		sums[i] /= total
	}
}

// table makes a table of weights, in the order of the features' names.
func table(classes int, v *vocabulary, weights []float32) *acts.Table {
	var names []string
	var kept []int16
	for i, name := range v.names {
		row := make([]int16, classes)
		some := false
		own := weights[i*classes : (i+1)*classes]
		middle := float32(0) // what all classes have in common decides nothing
		if classes > 1 {
			sorted := slices.Sorted(slices.Values(own))
			middle = sorted[classes/2]
		}
		for c := range row {
			w := math.Round(float64(own[c]-middle) * acts.Scale)
			if math.Abs(w) >= tooSmall {
				row[c] = int16(max(min(w, math.MaxInt16), math.MinInt16))
				some = true
			}
		}
		if some {
			names, kept = append(names, name), append(kept, row...)
		}
	}
	return acts.NewTable(classes, names, kept)
}
