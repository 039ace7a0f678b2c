package read

import (
	"strings"

	"holdfast/engine/delta"
	"holdfast/engine/delta/english"
	"holdfast/engine/delta/prose"
)

// The columns of weights: as a rule, a choice or a fact of the user's, as a choice
// or a fact that the assistant reports.
const (
	asRule = iota
	asChoice
	asFact
	asReport
	asFinding
	readings
)

// mark is something about a claim that speaks for or against its being meant as
// it is read.
type mark struct {
	tells   func(*claim) bool
	weights [readings]int // hundredths of the logarithm of the odds
}

// The odds of a claim before any mark is seen.
const (
	ruleBias   = 95
	choiceBias = 89
	tellBias   = 39
	reportBias = 218
	findBias   = 60
)

// marks are what is looked at in a claim. Their weights were fitted to labelled
// conversations by logistic regression, what is canonized wrongly counting three
// times, and chosen by how well they judge conversations that taught nothing.
var marks = []mark{
	{func(c *claim) bool { return len(c.Tokens) <= 5 }, [readings]int{-41, -16, 0, 3, -4}},                                                      // few words
	{func(c *claim) bool { return len(c.Tokens) <= 8 }, [readings]int{-7, 10, 35, -29, 9}},                                                      // not many
	{func(c *claim) bool { return len(c.stems) <= 1 }, [readings]int{-19, 14, 0, -5, 0}},                                                        // hardly any that say something
	{func(c *claim) bool { return len(c.stems) <= 3 }, [readings]int{-15, -40, -52, -4, -5}},                                                    // or three
	{func(c *claim) bool { return len(c.stems) <= 6 }, [readings]int{18, 0, -25, 0, -43}},                                                       // or six
	{func(c *claim) bool { return len(c.s.Clauses) == 1 }, [readings]int{-9, 27, 13, 21, -13}},                                                  // nothing else in its sentence
	{func(c *claim) bool { return c.Verb < 0 && !c.Command }, [readings]int{-13, 13, 29, 0, 0}},                                                 // a fragment
	{func(c *claim) bool { return c.Command }, [readings]int{7, 14, 0, 0, 0}},                                                                   // an order
	{func(c *claim) bool { return stative(c.Clause) }, [readings]int{38, -10, 34, -6, 16}},                                                      // how things are
	{func(c *claim) bool { return third(c.Clause) }, [readings]int{20, -9, -18, 0, -21}},                                                        // of somebody or something
	{func(c *claim) bool { return c.Verb >= 0 && english.IsModal(c.Word(c.Verb)) }, [readings]int{4, 0, -19, 0, 0}},                             // how they may be
	{func(c *claim) bool { return c.first }, [readings]int{0, 0, 29, 0, 0}},                                                                     // in the speaker's first turn
	{func(c *claim) bool { return c.sentence(1) == nil }, [readings]int{34, 36, -18, -6, -26}},                                                  // the last sentence
	{func(c *claim) bool { return c.sentence(-1) == nil }, [readings]int{-28, -31, -5, -8, -15}},                                                // the first
	{func(c *claim) bool { return c.opening(c.unit) }, [readings]int{-33, -24, -25, -17, -12}},                                                  // where answers stand
	{func(c *claim) bool { return c.length() <= 2 }, [readings]int{-38, 19, 12, -29, -41}},                                                      // in a short turn
	{func(c *claim) bool { return c.length() >= 5 }, [readings]int{0, -3, 46, 9, 19}},                                                           // in a long one
	{func(c *claim) bool { return c.Lead == english.And }, [readings]int{-45, 0, 15, -39, -22}},                                                 // goes on
	{func(c *claim) bool { return c.Lead == english.Opens }, [readings]int{40, 0, 24, 38, 0}},                                                   // opens its sentence
	{func(c *claim) bool { return c.Lead == english.Colon }, [readings]int{36, 0, -7, 0, 24}},                                                   // fills in
	{func(c *claim) bool { return c.Number() }, [readings]int{31, -14, 0, 23, 27}},                                                              // counts
	{func(c *claim) bool { return figures(c.Clause) }, [readings]int{12, -9, 5, 23, 21}},                                                        // in figures
	{func(c *claim) bool { return namesSomething(c.unit) }, [readings]int{-5, 21, 26, 15, 12}},                                                  // names somebody or something
	{func(c *claim) bool { return c.Dated() }, [readings]int{25, 0, -26, 0, 0}},                                                                 // names a day
	{func(c *claim) bool { return c.Negated() }, [readings]int{28, -30, -15, 0, 15}},                                                            // denies
	{func(c *claim) bool { return endsLoosely(c.summary) }, [readings]int{-49, 0, 6, 0, -29}},                                                   // cut off
	{func(c *claim) bool { return c.Word(1) == ":" || c.Word(2) == ":" || strings.Contains(c.summary, ": ") }, [readings]int{-8, 13, 0, 0, 32}}, // under a topic
	{func(c *claim) bool { return wordsIn(c.stems) <= 1 }, [readings]int{-25, -43, 14, 0, 0}},                                                   // one word beside numbers
	{func(c *claim) bool { return pointedAt(c.Clause, "it") }, [readings]int{22, 0, 20, 0, 0}},                                                  // of what was just said
	{func(c *claim) bool { return pointedAt(c.Clause, "we") }, [readings]int{-8, 26, 36, 0, 0}},                                                 // of the speakers
	{func(c *claim) bool { return pointedAt(c.Clause, "the") }, [readings]int{-3, 0, -16, 0, -32}},                                              // of a certain thing
	{func(c *claim) bool {
		return pointedAt(c.Clause, "he", "she", "they", "who", "whoever", "nobody", "somebody", "everybody", "everyone", "someone")
	}, [readings]int{5, 0, -33, 0, 0}}, // of somebody
	{func(c *claim) bool { return c.beside(-1, pastTense) }, [readings]int{-30, -25, -33, 0, 0}},                        // after what happened
	{func(c *claim) bool { return c.beside(1, pastTense) }, [readings]int{-15, -27, 28, 0, 13}},                         // before what happened
	{func(c *claim) bool { return anyClause(c.s, pastTense) && !pastTense(c.Clause) }, [readings]int{-8, 3, 35, 0, 22}}, // with what happened
	{func(c *claim) bool {
		return anyClause(c.s, func(o *english.Clause) bool { return o.Lead == english.So })
	}, [readings]int{-36, -9, -42, 6, 0}}, // with a consequence
	{func(c *claim) bool {
		return anyClause(c.s, func(o *english.Clause) bool { return o.Lead == english.Because })
	}, [readings]int{0, 19, -13, 13, 0}}, // with a reason
	{func(c *claim) bool { return c.questions() }, [readings]int{-34, 0, -27, 0, -5}},                          // in a turn that asks
	{func(c *claim) bool { return c.later(c.unit, turns, &c.lastTurning) }, [readings]int{-18, -6, -13, 0, 0}}, // against which a later sentence turns
	{func(c *claim) bool { return c.later(c.unit, leavesOpen, &c.lastOpen) }, [readings]int{0, 17, -22, 0, 8}}, // which leaves something open later
	{func(c *claim) bool { return c.beside(1, leavesOpen) }, [readings]int{0, 9, -16, 0, 4}},                   // or right after
	{func(c *claim) bool { return turnsNext(c) }, [readings]int{-19, -20, 17, 0, 0}},                           // the next turns or concludes
	{func(c *claim) bool { return people.within(c.s) }, [readings]int{-19, -54, -10, 0, 0}},                    // of somebody who is not here
	{func(c *claim) bool { return c.quotes }, [readings]int{-11, 3, -53, 0, -15}},                              // in a turn that quotes
	{func(c *claim) bool { return conditionals.within(c.s) }, [readings]int{-18, 3, -29, 0, 0}},                // of what would be
	{func(c *claim) bool { return c.beside(-1, feels) || c.beside(1, feels) }, [readings]int{0, 0, -6, 0, 0}},  // beside feelings
	{func(c *claim) bool { return c.saidBefore() }, [readings]int{-20, -10, -5, 0, 12}},                        // its sentence has settled something
	{func(c *claim) bool { return len(c.out) > 0 }, [readings]int{66, 25, 0, 13, 0}},                           // the turn has
	{func(c *claim) bool { return c.proposed(delta.ItemSupersededKind) }, [readings]int{36, 10, -26, 0, 0}},    // something has fallen
	{func(c *claim) bool { return c.accepts() }, [readings]int{-6, -13, -5, 0, 0}},                             // a yes in the turn
	{func(c *claim) bool { return c.Has(english.NextUp) && !c.Has(english.NowIs) }, [readings]int{21, 11, -46, 0, -16}},
	{func(c *claim) bool { return c.Has(english.Choosing) }, [readings]int{3, 30, 20, 10, 0}},
	{func(c *claim) bool { return c.Has(english.Limit) }, [readings]int{16, -18, -28, 3, 0}},
	{func(c *claim) bool { return c.Has(english.Accept) }, [readings]int{-7, -14, 0, 0, 0}},
	{func(c *claim) bool { return c.Has(english.Must) }, [readings]int{6, 0, 6, 0, 0}},
	{func(c *claim) bool { return c.Has(english.Only) }, [readings]int{-15, -7, 22, 0, 0}},
	{func(c *claim) bool { return c.Has(english.Soft) }, [readings]int{-24, 0, 0, 0, 0}},
	{func(c *claim) bool { return c.Has(english.InForce) }, [readings]int{7, -35, 0, 0, 0}},
	{func(c *claim) bool { return c.Has(english.Then) }, [readings]int{-36, 14, -10, 0, 0}},
	{func(c *claim) bool { return c.Has(english.Checked) }, [readings]int{18, 0, 12, 0, -24}},
	{func(c *claim) bool { return c.Has(english.InsteadOf) }, [readings]int{8, -12, 17, 16, 9}},
	{func(c *claim) bool { return c.Has(english.Off) }, [readings]int{24, 0, 0, 0, 0}},
	{func(c *claim) bool { return c.Has(english.Never) }, [readings]int{-26, 0, 0, 0, 0}},
	{func(c *claim) bool { return c.Has(english.Defer) }, [readings]int{0, -12, 0, 0, 0}},
	{func(c *claim) bool { return c.Has(english.MakeThat) }, [readings]int{0, -20, 0, 0, 0}},
	{func(c *claim) bool { return c.Has(english.Aim) }, [readings]int{6, -8, 0, 0, 0}},
	{func(c *claim) bool { return c.Has(english.Context) }, [readings]int{0, -8, 24, 3, 0}},
	{func(c *claim) bool { return c.Has(english.Retire) }, [readings]int{-9, 16, 0, 0, 0}},
	{func(c *claim) bool { return c.Has(english.Habit) }, [readings]int{8, 0, 35, 0, 0}},
	{func(c *claim) bool { return c.Has(english.NowIs) }, [readings]int{-15, 0, -37, 6, -9}},
	{func(c *claim) bool { return c.shares(facts, 0) }, [readings]int{0, -37, 0, 8, 0}},                                           // of a known fact
	{func(c *claim) bool { return c.shares(constraints, 0) }, [readings]int{-29, 0, -12, -5, -13}},                                // of a rule
	{func(c *claim) bool { return c.shares(tasks, 0) }, [readings]int{17, 0, -8, 0, -23}},                                         // of a task
	{func(c *claim) bool { return c.shares(goals, 0) }, [readings]int{32, 16, 3, -3, 13}},                                         // of the aim
	{func(c *claim) bool { return c.shares(ideas, 0) }, [readings]int{17, 14, 0, 9, -5}},                                          // of a suspicion or proposal
	{func(c *claim) bool { return c.shares(anyKind, 0.5) }, [readings]int{-46, 38, 9, -3, -5}},                                    // mostly of what is known
	{func(c *claim) bool { return c.shares(branches, 0.5) }, [readings]int{-5, 35, -8, 0, 0}},                                     // of options
	{func(c *claim) bool { return 2*c.echoed >= len(c.stems) }, [readings]int{0, 26, -15, 0, -6}},                                 // of the turn before
	{func(c *claim) bool { return c.echoed > 0 }, [readings]int{6, 38, 5, 5, -18}},                                                // a little
	{func(c *claim) bool { return c.echoed > 1 }, [readings]int{0, -11, 38, -6, -9}},                                              // or more
	{func(c *claim) bool { return c.last.asks }, [readings]int{0, -33, 9, 0, -3}},                                                 // after a question
	{func(c *claim) bool { return c.last.info }, [readings]int{-28, -26, 13, 0, 0}},                                               // how things are
	{func(c *claim) bool { return c.last.wish != "" }, [readings]int{-9, 0, -37, 0, 0}},                                           // what is wanted
	{func(c *claim) bool { return c.memory.recent(suspicions, 2) != nil }, [readings]int{0, 0, 3, 0, 7}},                          // after a suspicion
	{func(c *claim) bool { return c.memory.recent(branches, 3) != nil }, [readings]int{0, 30, 40, 4, 0}},                          // after options
	{func(c *claim) bool { return c.by == answering }, [readings]int{0, 26, 0, 0, 0}},                                             // read as an answer
	{func(c *claim) bool { return c.by == choosingAlone }, [readings]int{0, -43, 0, 0, 0}},                                        // as a choice of its own
	{func(c *claim) bool { return c.by == telling }, [readings]int{0, 0, -29, 0, 0}},                                              // as plain knowledge
	{func(c *claim) bool { return together(c.Clause) }, [readings]int{0, 10, 0, 10, 0}},                                           // "we take"
	{func(c *claim) bool { return sized(c.unit) }, [readings]int{0, -16, 0, 0, 0}},                                                // a size
	{func(c *claim) bool { return specced(c.unit) }, [readings]int{0, -21, 0, 0, 0}},                                              // how the result behaves
	{func(c *claim) bool { return obligation(c.Clause) }, [readings]int{5, 0, 0, 0, 0}},                                           // must
	{func(c *claim) bool { return exclusive(c.Clause) }, [readings]int{-24, 0, 0, 0, 0}},                                          // only
	{func(c *claim) bool { return wished(c.unit) }, [readings]int{-5, 0, 0, 0, 0}},                                                // would be nice
	{func(c *claim) bool { return universal(c.Clause) }, [readings]int{3, 0, 0, 0, 0}},                                            // nobody, nothing
	{func(c *claim) bool { return bound(c.unit) }, [readings]int{5, 0, 0, 0, 0}},                                                  // a limit
	{func(c *claim) bool { return c.weight >= 0 }, [readings]int{-3, 0, 31, 0, 12}},                                               // knowledge by its signs
	{func(c *claim) bool { return c.weight >= 50 }, [readings]int{0, 0, 39, 0, 12}},                                               // more so
	{func(c *claim) bool { return c.weight >= 100 }, [readings]int{0, 0, 27, 0, 41}},                                              // and more
	{func(c *claim) bool { return c.weight >= 150 }, [readings]int{0, 0, 10, 0, 26}},                                              // and more
	{func(c *claim) bool { return c.weight >= 220 }, [readings]int{0, 0, 19, 0, 0}},                                               // certainly
	{func(c *claim) bool { return allowing.in(c.Clause) }, [readings]int{-71, 0, -36, 0, 0}},                                      // of what is allowed
	{func(c *claim) bool { return outcomes.in(c.Clause) }, [readings]int{0, 0, -43, 0, 0}},                                        // of how a trial went
	{func(c *claim) bool { return replying.within(c.s) }, [readings]int{0, 0, -57, 0, 0}},                                         // with somebody's answer
	{func(c *claim) bool { return colours.in(c.Clause) }, [readings]int{0, 0, -65, 0, 0}},                                         // in pictures, with a sigh
	{func(c *claim) bool { return newly.within(c.s) }, [readings]int{-51, -33, 0, 0, 0}},                                          // with a change
	{func(c *claim) bool { return supposing.among(c.summary) }, [readings]int{0, -37, -41, 0, 0}},                                 // a guess, or what would be
	{func(c *claim) bool { return c.beside(-1, yielding.in) }, [readings]int{27, 26, 0, 0, 0}},                                    // after a yes or no
	{func(c *claim) bool { return c.last.asks && c.sentence(-1) == nil }, [readings]int{0, 0, 35, 0, 0}},                          // the first words after a question
	{func(c *claim) bool { return bareNoun(c.Clause) }, [readings]int{0, 0, -41, 0, 0}},                                           // of a thing without an article
	{func(c *claim) bool { return c.proposed(delta.DecisionMadeKind) }, [readings]int{0, 50, 0, 0, 0}},                            // something was chosen
	{func(c *claim) bool { return c.concludes(c.unit) }, [readings]int{0, 20, 0, 0, 0}},                                           // the outcome of the talk
	{func(c *claim) bool { return ranges(c.Clause) }, [readings]int{0, 25, 0, 0, 0}},                                              // from one figure to another
	{func(c *claim) bool { return len(c.out) > 2 }, [readings]int{50, 0, 0, 0, 0}},                                                // the turn says a lot
	{func(c *claim) bool { return c.p.Kind == prose.Item }, [readings]int{-30, 0, 0, 0, 0}},                                       // in a list
	{func(c *claim) bool { return c.memory.recent(suspicions, 1) != nil }, [readings]int{0, 0, 34, 0, 0}},                         // right after a suspicion
	{func(c *claim) bool { return c.last.pasted }, [readings]int{0, 0, 0, 0, 45}},                                                 // after what was pasted
	{func(c *claim) bool { return forecast(c.s) }, [readings]int{0, 46, 0, 0, 0}},                                                 // with advice
	{func(c *claim) bool { return reasons(c.unit) }, [readings]int{-29, 0, 0, 0, 0}},                                              // worked out
	{func(c *claim) bool { return c.first && wanting.within(c.s) }, [readings]int{0, 0, -42, 0, 0}},                               // with what is wanted first
	{func(c *claim) bool { return c.beside(1, func(o *english.Clause) bool { return o.Asked }) }, [readings]int{-31, 0, 0, 0, 0}}, // before a question
	{func(c *claim) bool { return c.HasWord("should", "shall", "want", "wants") }, [readings]int{-41, 0, 0, 0, 0}},                // how it shall be
}

// columns are the marks of each reading.
var columns = func() (out [readings]balance[*claim]) {
	for column := range out {
		for _, m := range marks {
			out[column].put(m.tells, m.weights[column])
		}
		out[column] = out[column].sorted()
	}
	return out
}()
