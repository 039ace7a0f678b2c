// Package read is the extractor: it proposes deltas from the prose of one
// turn. It goes by rules only, and by discourse rather than by keywords: what
// a clause does (english), what is open between the speakers (memory.go), and
// which of it the clause answers, settles, changes or ends.
//
// What is decided at a turn uses that turn and those before it, never later
// ones. Proposals, hedges, questions and options stay tentative: only a
// settling act of a speaker makes a decision (zero canonization). Where a
// clause can be read in two ways, nothing is proposed: a spurious delta costs
// more trust than a missed one.
//
// # Where a rule stands
//
// The order in which the rules are tried stands in user.go and assistant.go.
//
//	one turn            read.go page.go run.go user.go assistant.go repair.go
//	what is open        memory.go floor.go question.go kinds.go stems.go numbers.go
//	whose word it is    whose.go leaning.go handback.go voice.go
//	is it meant so      retreat.go commit.go marks.go weigh.go balance.go plain.go mere.go beside.go
//	how it is worded    summary.go topic.go
//	phrases             phrasetable.go idiom.go together.go setting.go
//	goal_set            aim.go newaim.go diagnose.go
//	branch_created      branch.go options.go slot.go ways.go optioncut.go optiontable.go between.go contrast.go
//	hypothesis          tentative.go opine.go suggest.go recommend.go guess.go idea.go nofloat.go wouldtake.go
//	decision_made       decide.go nochoice.go conclude.go chosen.go against.go replace.go valuing.go verdict.go ownchoice.go
//	  as an answer      answer.go yesbut.go choose.go name.go alias.go ordinal.go both.go echo.go fill.go takeup.go floated.go incidental.go
//	                    polar.go part.go replies.go offer.go counter.go lean.go prefer.go retort.go confirm.go
//	decision_revised    revise.go revalue.go relate.go reanswer.go restate.go exchange.go instead.go otherchoice.go kin.go
//	constraint_added    rules.go oblige.go impose.go limit.go bind.go norule.go outright.go
//	constraint_revised  revise.go permit.go amend.go
//	task_opened         task.go order.go asks.go announce.go give.go steps.go layout.go wares.go request.go wishes.go
//	task_closed         finish.go deliver.go tried.go enumerate.go calloff.go close.go
//	fact_learned        fact.go state.go stack.go inventory.go setright.go told.go found.go finding.go weigh.go remark.go
//	item_superseded     close.go refute.go disprove.go otherwise.go prove.go culprit.go persist.go calloff.go fact.go
package read
