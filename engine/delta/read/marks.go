package read

import (
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
)

// The columns of weights: as a rule, as a choice, as a fact.
const (
	asRule = iota
	asChoice
	asFact
)

// mark is something about a claim that speaks for or against its being meant as
// it is read.
type mark struct {
	tells   func(claim) bool
	weights [3]int // hundredths of the logarithm of the odds
}

// The odds of a claim before any mark is seen.
const (
	ruleBias   = 67
	choiceBias = 81
	tellBias   = 15
)

// marks are what is looked at in a claim. Their weights were fitted to labelled
// conversations by logistic regression, what is canonized wrongly counting twice,
// each conversation judged by what the others taught.
var marks = []mark{
	{func(c claim) bool { return len(c.Tokens) <= 5 }, [3]int{-41, 19, -20}},                                                        // few words
	{func(c claim) bool { return len(c.Tokens) <= 8 }, [3]int{22, 43, 49}},                                                          // not many
	{func(c claim) bool { return len(c.stems) <= 1 }, [3]int{-28, 26, 0}},                                                           // hardly any that say something
	{func(c claim) bool { return len(c.stems) <= 3 }, [3]int{-14, -60, -29}},                                                        // or three
	{func(c claim) bool { return len(c.stems) <= 6 }, [3]int{28, -10, -43}},                                                         // or six
	{func(c claim) bool { return len(c.s.Clauses) == 1 }, [3]int{0, 53, 10}},                                                        // nothing else in its sentence
	{func(c claim) bool { return c.Verb < 0 && !c.Command }, [3]int{-28, -26, 58}},                                                  // a fragment
	{func(c claim) bool { return c.Command }, [3]int{6, 22, 0}},                                                                     // an order
	{func(c claim) bool { return stative(c.Clause) }, [3]int{47, 9, 27}},                                                            // how things are
	{func(c claim) bool { return third(c.Clause) }, [3]int{0, -16, -34}},                                                            // of somebody or something
	{func(c claim) bool { return c.Verb >= 0 && english.IsModal(c.Word(c.Verb)) }, [3]int{23, 22, 0}},                               // how they may be
	{func(c claim) bool { return c.first }, [3]int{37, 8, 58}},                                                                      // in the speaker's first turn
	{func(c claim) bool { return c.sentence(1) == nil }, [3]int{43, 28, -44}},                                                       // the last sentence
	{func(c claim) bool { return c.sentence(-1) == nil }, [3]int{-11, -22, 40}},                                                     // the first
	{func(c claim) bool { return c.opening(c.unit) }, [3]int{-49, -8, -7}},                                                          // where answers stand
	{func(c claim) bool { return c.length() <= 2 }, [3]int{-32, 20, 51}},                                                            // in a short turn
	{func(c claim) bool { return c.length() >= 5 }, [3]int{-30, -19, 21}},                                                           // in a long one
	{func(c claim) bool { return c.Lead == english.And }, [3]int{-82, 0, 24}},                                                       // goes on
	{func(c claim) bool { return c.Lead == english.Opens }, [3]int{47, -22, 43}},                                                    // opens its sentence
	{func(c claim) bool { return c.Lead == english.Colon }, [3]int{42, 0, 5}},                                                       // fills in
	{func(c claim) bool { return c.Number() }, [3]int{41, -10, 0}},                                                                  // counts
	{func(c claim) bool { return figures(c.Clause) }, [3]int{20, -17, -14}},                                                         // in figures
	{func(c claim) bool { return namesSomething(c.unit) }, [3]int{-29, 4, 31}},                                                      // names somebody or something
	{func(c claim) bool { return c.Dated() }, [3]int{30, 0, -36}},                                                                   // names a day
	{func(c claim) bool { return c.Negated() }, [3]int{46, -10, -5}},                                                                // denies
	{func(c claim) bool { return endsLoosely(c.summary) }, [3]int{-62, 4, 31}},                                                      // cut off
	{func(c claim) bool { return c.Word(1) == ":" || c.Word(2) == ":" || strings.Contains(c.summary, ": ") }, [3]int{-16, 40, -11}}, // under a topic
	{func(c claim) bool { return len(withoutNumbers(c.stems)) <= 1 }, [3]int{-22, -35, 0}},                                          // one word beside numbers
	{func(c claim) bool { return pointedAt(c.Clause, "it") }, [3]int{25, 0, 68}},                                                    // of what was just said
	{func(c claim) bool { return pointedAt(c.Clause, "we") }, [3]int{0, 39, 36}},                                                    // of the speakers
	{func(c claim) bool { return pointedAt(c.Clause, "the") }, [3]int{0, 0, -14}},                                                   // of a certain thing
	{func(c claim) bool {
		return pointedAt(c.Clause, "he", "she", "they", "who", "whoever", "nobody", "somebody", "everybody", "everyone", "someone")
	}, [3]int{0, 0, -15}}, // of somebody
	{func(c claim) bool { return c.beside(-1, pastTense) }, [3]int{-17, -27, -27}},                       // after what happened
	{func(c claim) bool { return c.beside(1, pastTense) }, [3]int{-42, -27, 28}},                         // before what happened
	{func(c claim) bool { return anyClause(c.s, pastTense) && !pastTense(c.Clause) }, [3]int{-9, 4, 29}}, // with what happened
	{func(c claim) bool {
		return anyClause(c.s, func(o *english.Clause) bool { return o.Lead == english.So })
	}, [3]int{-54, -17, -52}}, // with a consequence
	{func(c claim) bool {
		return anyClause(c.s, func(o *english.Clause) bool { return o.Lead == english.Because })
	}, [3]int{8, 32, 0}}, // with a reason
	{func(c claim) bool { return c.questions() }, [3]int{-28, -8, -47}},                                 // in a turn that asks
	{func(c claim) bool { return c.later(turns, &c.lastTurning) }, [3]int{-41, -17, -29}},               // against which a later sentence turns
	{func(c claim) bool { return c.later(leavesOpen, &c.lastOpen) }, [3]int{0, 4, -17}},                 // which leaves something open later
	{func(c claim) bool { return c.beside(1, leavesOpen) }, [3]int{0, 9, -18}},                          // or right after
	{func(c claim) bool { return turnsNext(c) }, [3]int{-18, -52, 10}},                                  // the next turns or concludes
	{func(c claim) bool { return anyWord(c.s, people) }, [3]int{-19, -52, -29}},                         // of somebody who is not here
	{func(c claim) bool { return c.quotes }, [3]int{0, -28, -17}},                                       // in a turn that quotes
	{func(c claim) bool { return anyWord(c.s, []string{"would", "could", "might"}) }, [3]int{-8, 0, 0}}, // of what would be
	{func(c claim) bool { return c.beside(-1, feels) || c.beside(1, feels) }, [3]int{0, 19, -34}},       // beside feelings
	{func(c claim) bool { return c.saidBefore() }, [3]int{-54, -12, 0}},                                 // its sentence has settled something
	{func(c claim) bool { return len(c.out) > 0 }, [3]int{61, 12, 9}},                                   // the turn has
	{func(c claim) bool { return c.proposed(delta.ItemSupersededKind) }, [3]int{41, 0, -38}},            // something has fallen
	{func(c claim) bool { return c.accepts() }, [3]int{-7, -17, 0}},                                     // a yes in the turn
	{func(c claim) bool { return c.Has(english.NextUp) }, [3]int{0, -8, -52}},
	{func(c claim) bool { return c.Has(english.Choosing) }, [3]int{-12, 37, -19}},
	{func(c claim) bool { return c.Has(english.Limit) }, [3]int{33, -38, -55}},
	{func(c claim) bool { return c.Has(english.Accept) }, [3]int{0, -31, 29}},
	{func(c claim) bool { return c.Has(english.Must) }, [3]int{15, 0, 0}},
	{func(c claim) bool { return c.Has(english.Only) }, [3]int{-27, 0, 20}},
	{func(c claim) bool { return c.Has(english.Soft) }, [3]int{-24, 0, 0}},
	{func(c claim) bool { return c.Has(english.InForce) }, [3]int{29, -40, 0}},
	{func(c claim) bool { return c.Has(english.Then) }, [3]int{-33, 22, -49}},
	{func(c claim) bool { return c.Has(english.Checked) }, [3]int{25, -11, 0}},
	{func(c claim) bool { return c.Has(english.InsteadOf) }, [3]int{28, -13, 18}},
	{func(c claim) bool { return c.Has(english.Off) }, [3]int{28, 0, 0}},
	{func(c claim) bool { return c.Has(english.Never) }, [3]int{13, 0, 0}},
	{func(c claim) bool { return c.Has(english.Defer) }, [3]int{0, 25, 0}},
	{func(c claim) bool { return c.Has(english.MakeThat) }, [3]int{0, -21, 0}},
	{func(c claim) bool { return c.Has(english.Aim) }, [3]int{0, -22, 0}},
	{func(c claim) bool { return c.Has(english.Context) }, [3]int{0, 0, 23}},
	{func(c claim) bool { return c.Has(english.Retire) }, [3]int{0, 17, 0}},
	{func(c claim) bool { return c.Has(english.Habit) }, [3]int{5, 0, 25}},
	{func(c claim) bool { return c.Has(english.NowIs) }, [3]int{0, 15, -33}},
	{func(c claim) bool { return c.shares(kind(delta.Fact), 0) }, [3]int{4, -76, 0}},                              // of a known fact
	{func(c claim) bool { return c.shares(kind(delta.Constraint), 0) }, [3]int{-33, -23, -52}},                    // of a rule
	{func(c claim) bool { return c.shares(kind(delta.Task), 0) }, [3]int{14, -12, -31}},                           // of a task
	{func(c claim) bool { return c.shares(kind(delta.Goal), 0) }, [3]int{30, 41, 8}},                              // of the aim
	{func(c claim) bool { return c.shares(kind(delta.Hypothesis), 0) }, [3]int{15, 0, 34}},                        // of a suspicion or proposal
	{func(c claim) bool { return c.shares(anyKind, 0.5) }, [3]int{-40, 47, 18}},                                   // mostly of what is known
	{func(c claim) bool { return c.shares(branches, 0.5) }, [3]int{0, 40, 0}},                                     // of options
	{func(c claim) bool { return 2*english.Shared(c.stems, c.last.stems) >= len(c.stems) }, [3]int{-16, 18, -14}}, // of the turn before
	{func(c claim) bool { return english.Shared(c.stems, c.last.stems) > 0 }, [3]int{7, 27, 13}},                  // a little
	{func(c claim) bool { return english.Shared(c.stems, c.last.stems) > 1 }, [3]int{13, -11, 35}},                // or more
	{func(c claim) bool { return c.last.asks }, [3]int{12, -12, -4}},                                              // after a question
	{func(c claim) bool { return c.last.info }, [3]int{0, 0, -7}},                                                 // how things are
	{func(c claim) bool { return c.last.wish != "" }, [3]int{-22, -7, -45}},                                       // what is wanted
	{func(c claim) bool { return c.memory.recent(suspicions, 2) != nil }, [3]int{13, -22, -16}},                   // after a suspicion
	{func(c claim) bool { return c.memory.recent(branches, 3) != nil }, [3]int{27, 16, 21}},                       // after options
	{func(c claim) bool { return c.by == answering }, [3]int{0, 26, 0}},                                           // read as an answer
	{func(c claim) bool { return c.by == choosingAlone }, [3]int{0, -48, 0}},                                      // as a choice of its own
	{func(c claim) bool { return c.by == telling }, [3]int{0, 0, -45}},                                            // as plain knowledge
	{func(c claim) bool { return together(c.Clause) }, [3]int{0, 28, 0}},                                          // "we take"
	{func(c claim) bool { return sized(c.unit) }, [3]int{0, -24, 0}},                                              // a size
	{func(c claim) bool { return specced(c.unit) }, [3]int{0, -26, 0}},                                            // how the result behaves
	{func(c claim) bool { return c.Command && shaping(c.Clause) }, [3]int{0, -15, 0}},                             // an order how it shall be
	{func(c claim) bool { return obligation(c.Clause) }, [3]int{9, 0, 0}},                                         // must
	{func(c claim) bool { return exclusive(c.Clause) }, [3]int{-23, 0, 0}},                                        // only
	{func(c claim) bool { return wished(c.unit) }, [3]int{-16, 0, 0}},                                             // would be nice
	{func(c claim) bool { return universal(c.Clause) }, [3]int{13, 0, 0}},                                         // nobody, nothing
	{func(c claim) bool { return bound(c.unit) }, [3]int{17, 0, 0}},                                               // a limit
	{func(c claim) bool { return c.weight >= 0 }, [3]int{0, 0, 34}},                                               // knowledge by its signs
	{func(c claim) bool { return c.weight >= 50 }, [3]int{0, 0, 53}},                                              // more so
	{func(c claim) bool { return c.weight >= 100 }, [3]int{0, 0, 60}},                                             // and more
	{func(c claim) bool { return c.weight >= 150 }, [3]int{0, 0, 43}},                                             // and more
	{func(c claim) bool { return c.weight >= 220 }, [3]int{0, 0, 27}},                                             // certainly
}
