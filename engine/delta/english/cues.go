package english

// The cues, by what they do.
const (
	// answers
	Accept   Cue = iota // takes a proposal as it is
	Ack                 // has heard it; settles nothing alone
	Reject              // refuses a proposal
	Confirm             // a suspicion was right
	Deny                // an assumption was wrong
	Thanks              // says thanks
	DidIt               // did what was proposed
	Answered            // points at an option: "the first one"

	// tentativeness
	Hedge      // maybe, might, could
	Opinion    // I think, in my opinion
	Undecided  // we have not decided, leave it open
	Someday    // a wish without a date, or about another world
	Suggest    // an assistant's proposal that waits for approval
	Lean       // prefers one of several without choosing
	Assumption // stated as assumed
	OfferHelp  // shall I …, I can … if you like
	Untested   // first cut, should work, not tried
	Estimate   // I estimate, roughly, about

	// force
	Must      // obligation or prohibition on the work
	Limit     // a bound with its measure
	Never     // general prohibition
	Only      // exclusive permission
	Off       // off the table, not allowed
	Soft      // ideally, if possible
	Exception // except, allow, does not count
	Loosen    // is ok with, allow, raise
	Stricter  // mandatory now, no exceptions

	// choice
	Choosing  // go with, stick with, settle on
	ItIs      // "X it is"
	LetUs     // let us …
	Default   // by default
	Chosen    // reports a choice as made: I chose, I settled on
	Keeping   // I am keeping …
	InsteadOf // instead of, rather than, over
	Then      // then X

	// change
	MakeThat // make that 5, change it to
	Change   // raise X to 5, move X to
	AfterAll // after all, on second thought, actually
	NowIs    // is now, the new number, from now on
	Moved    // the deadline moved

	// end of something
	Retire   // drop, scrap, no more, never mind
	NoLonger // no longer, not any more
	Done     // finished, works, merged
	NotDone  // not yet, almost, half
	Defer    // for now, later, not in this
	Wrong    // correction, I was wrong, sorry
	InForce  // still, stays

	// work
	Request   // can you, could you, please
	NeedWork  // need to, have to, also need
	NextUp    // next, then, start with
	Promise   // I will, I am going to
	PlanAhead // my plan, in this order, steps
	Prompting // do not forget to, make sure to

	// aim
	Aim     // the goal is, I want to build, help me
	NewAim  // the goal is now, new plan
	Context // we are moving, I have a

	// knowledge
	InPassing // by the way, for your information
	Cause     // because of, the cause was, turned out
	Checked   // I checked, I measured, shows
	History   // years ago, once, used to
	Hearsay   // somebody said, they say
	Sarcasm   // who decided, genius
	Feeling   // love, hate, annoying
	Habit     // every night, twice a week: a state that lasts
	Passing   // again, right now, at the moment: a state that passes

	// options
	Options   // two ways, options, candidates
	AskChoice // which one, do you want, prefer
	InfoQuery // what is, why, how does
)

type cueEntry struct {
	cue     Cue
	phrases []string
}

// cueTable holds the phrases in the normal spelling that the tokens have:
// contractions apart, lower case. See compile for the notation.
var cueTable = []cueEntry{
	{Accept, []string{
		"yes", "love it|that", "agreed", "agree", "consider * agreed|settled|done", "gladly", "with pleasure", "suits me|us", "i|we can live with", "by me", "that will do", "works then", "take it", "no objection|objections|complaints", "fine then", "you have my blessing|word|yes", "permission granted", "say no more", "music to my ears", "i am for it|that", "sold", "why not", "yes to", "go", "have at it", "knock yourself out", "be it", "count on it", "as you like|wish", "seconded", "settled then", "of course", "naturally", "all yours", "i am convinced", "you convinced me", "convinced", "do it|that|so", "do this", "go ahead", "go for it|that|this", "go with it|that|this|your|yours", "sounds good|great|fine|right|perfect|reasonable|sensible", "sounds like a plan|deal",
		"sound good", "deal", "done deal", "i|we am|are sold|convinced|in|on", "i|we am|are all? for it|that|this", "i|we second|third that|it|this", "have|got the green|go-ahead|ok|okay", "as proposed|suggested|described|outlined|discussed please", "on board", "all for it|that|this", "happy with that|it|this", "that is the one|way", "have|has|got my|our vote|blessing|go-ahead|ok|okay|yes|approval|support", "let it be", "as proposed|suggested|described|outlined|discussed|you say|said",
		"your|the proposal|suggestion|plan|idea|advice is accepted|approved|adopted|agreed|fine|good|ok", "run|roll|ride with it|that|this|your|yours", "i|we will? buy that|it", "i|we accept|concur|consent|approve", "second|third that|this|it", "count me|us in", "green light|lights", "thumbs up", "let us try|use|take|have|keep|adopt it|that|this", "that is a plan|deal|go",
		"going with it|that|this|your|yours", "i|we will? follow|take|heed|trust|adopt your advice|suggestion|recommendation|proposal|lead|judgement|judgment|plan", "i|we trust you", "no brainer", "no-brainer", "that is what|how i|we want|wanted|do|mean|meant|need", "exactly what i|we had|want|wanted|need|meant", "my|our thoughts exactly", "fine|good|ok|great with|by|for us|me", "for me|us it is ok|fine|good", "is ok|fine|good for me|us", "no argument", "can not argue", "could not agree more", "you had me at", "hard to disagree", "i|we go along", "makes sense so", "you got it", "no reason not to", "nothing against it|that", "i|we welcome that|it|this", "be it so", "amen", "hear hear", "yes to all|both", "let us proceed", "we are good|happy with", "it is a yes|deal|go", "my yes", "suits me|us|you", "up for it", "do as you", "approved", "i approve|confirm", "confirmed", "fine by|with me", "works|good|ok|fine for|by|with me", "lgtm", "make it so", "by all means", "be my guest",
		"please do", "makes sense", "that makes sense", "yes please", "ship it", "let us do it|that|this|so", "let us go", "we do that|it|so", "we go with it|that", "i am happy|fine|ok|good with", "good|great|excellent|nice idea|plan|thinking|call",
		"absolutely", "definitely", "of course", "exactly", "sure", "+1", "no objections", "no objection", "that is fine|ok|good|perfect|great", "this is fine|ok|good|perfect|great",
		"that works", "works for us", "granted", "accepted", "proceed", "carry on", "go on", "all right", "why not", "as you suggest|suggested|propose|proposed|say", "i am in", "count me in",
		"your lean is right", "you are right", "fair enough", "right", "correct", "indeed", "do both|all|these|those|them", "both please", "let it be so", "so be it", "we can do that", "you have my ok",
	}},
	{Ack, []string{
		"ok", "fine", "good", "nice", "great", "cool", "perfect", "noted", "fair", "understood", "got it", "clear", "right", "awesome", "excellent", "lovely", "neat", "sweet", "super", "makes sense", "i see", "brilliant", "wonderful", "sure",
	}},
	{Reject, []string{
		"no", "not now", "not touching|doing|using|going|taking|dropping|adding", "rather not", "i would rather not", "leave it", "let us not", "no way", "no thanks", "do not bother", "not worth it", "not needed", "no need", "too much", "overkill", "i do not want", "we do not want", "skip it|that|this", "forget it|that",
		"i do not like", "i would not", "do not do that|it", "please do not", "bad idea", "not a fan", "against it",
	}},
	{Confirm, []string{
		"that was it|the", "that is it|the", "you were right", "was the|that cause|culprit|error|problem|reason|issue|bug", "spot on", "you nailed it", "nailed it", "good guess|catch|call", "bingo", "jackpot", "bullseye", "guilty", "right on", "dead right", "you called it", "called it", "your|the|that|my guess|hunch|theory|suspicion|bet|instinct was|is|proved|proves right|correct|true", "indeed", "confirmed", "exactly", "as suspected", "so * it was", "as you guessed|suspected|thought", "it was that|the|indeed",
	}},
	{Deny, []string{
		"there goes|go that|my|your|our|this assumption|theory|idea|hypothesis|guess|suspicion", "so much for that|my|your|our|this|the assumption|theory|hypothesis|guess|suspicion",
		"that is|was wrong|incorrect|false|untrue", "that is|was not right|true|correct|it|the", "not it", "not the cause|reason|culprit|problem|case", "this is wrong|incorrect", "wrong", "no luck", "ruled out", "rule that|it out", "can not be", "it is|was not that|the", "had nothing to do", "has nothing to do",
		"no|not change|effect|difference|improvement", "no dice|joy|avail", "to no avail", "nothing changed|changes", "same error|thing|result|problem|behaviour|behavior|story|issue|symptom|again", "same as before", "it is|was|all the same", "unfortunately|sadly|regrettably|alas not|no", "afraid not", "still late|broken|wrong|failing|fails|crashes|crashing|hangs|hanging|slow|happening|occurs|occurring|leaks|leaking|red", "problem|error|bug|issue|crash persists|remains|stays", "checks|checked out", "all good|fine|ok there|here", "clears|cleared", "exonerated|vindicated|absolved|acquitted", "is|are guiltless|blameless", "without effect|success", "wrong guess|track|lead", "guess|theory|idea was|is|proved wrong", "off target|base", "a|another dead end", "did nothing", "does nothing",
		"not quite", "does not hold", "rules|ruling|ruled * out", "theory is", "is dead", "eliminates", "excludes", "exonerates", "off the hook", "you are wrong", "can|could|does|did|would|do not explain", "something else", "red herring", "false alarm", "unrelated", "not related", "innocent", "nothing to do with", "right to doubt", "not to blame", "debunked", "disproved", "disproven", "refuted", "falsified", "wrong track|tree|guess|suspicion", "not our|my problem|culprit|cause", "theory out|gone", "did|does not help|change|fix|work|matter|cure|solve", "has|had not helped|changed|fixed|worked", "made no difference", "makes no difference", "same without", "still happens", "acquits|acquitted|acquit", "absolves|absolved", "in the clear", "mistaken", "unfounded", "baseless", "i was wrong", "i stand corrected", "not the issue|trigger|source|root|explanation", "no longer a|the suspect|suspicion|candidate", "can be excluded|dismissed|discounted", "out of the running|picture|race", "barking up", "dead end", "does not add up", "a myth", "proved|proven wrong|false", "turned|turns out wrong|false|otherwise",
	}},
	{Thanks, []string{"thanks", "thank you", "much appreciated", "appreciate it"}},
	{DidIt, []string{"did that|it|this|so|both", "done that|it", "i did", "tried that|it|this", "ran it|that", "applied it|that|this", "changed it|that", "switched", "set it to", "ok did", "have done that|it", "made the change"}},
	{Answered, []string{"the first|second|third|fourth|last|former|latter|other one?", "first|second|third|last one", "option|number|variant|plan|approach|choice #", "option|variant|plan|approach|choice a|b|c|d|e", "the # one"}},

	{Hedge, []string{
		"maybe", "perhaps", "possibly", "probably", "can only be", "might", "could", "i guess", "i suppose", "i suspect", "i wonder", "not sure", "not so|too|that|really|quite|entirely sure", "not certain", "unsure", "what if", "how about", "what about", "presumably", "supposedly", "thinking aloud", "thinking out loud", "just an? idea|thought",
		"i imagine", "i would|should have thought|guessed|said|imagined", "i would|should think|imagine", "have|had a|the feeling|hunch|suspicion|inkling|impression", "comes|springs to mind", "money on", "likeliest", "that|this|it|everything|all|which points|point to|at|towards", "that|this|it suggests|indicates that|a|an|the", "hints at", "reeks of", "looks as if|though", "look as if|though", "has all the marks|hallmarks", "typical|typically of|for", "a|one|another possible|likely|plausible|obvious|simple explanation|cause|reason|culprit|answer", "one possibility|explanation|theory|guess", "is|are to blame", "i think|believe|reckon it is|was|comes|has", "i would bet", "bet on", "thinking of|about", "under suspicion", "as a hunch", "tempted", "toying with", "considering", "may be", "may have", "may well", "may not be", "may help", "may need", "may cause", "may want", "may take", "may also", "would be an option", "worth a try|shot|thought", "in theory", "conceivably", "potentially", "likely", "unlikely", "suspicion", "suspect", "hunch", "candidate", "candidates", "my|first|best|prime|main bet|guess|suspect|hunch|theory|feeling|instinct", "first|initial thought|reaction|idea|impulse was|is", "bet is|would", "money is on", "i bet", "guess is|would", "sounds|smells|feels|seems like", "sounds a lot like", "looks a lot like", "most likely", "could well", "suspicious", "suspiciously", "i am not sure", "wild guess",
		"not convinced", "i fear", "chances are", "it is possible", "i|we am|are thinking", "i was thinking", "i have been thinking", "was wondering", "wondering", "still thinking|weighing|considering", "weighing", "who knows", "seems like", "it seems", "seems to", "looks like", "i think|believe it|that may|might|could", "feels like",
	}},
	{Opinion, []string{"i think", "i believe", "i feel", "in my opinion", "i find", "my feeling", "personally", "if you ask me", "for my taste", "to my taste", "i reckon", "i would say", "i like", "i love", "i hate", "i am afraid", "to be honest", "to me", "i doubt"}},
	{Undecided, []string{
		"not decided", "wavering|hesitating|dithering|torn|wobbling|vacillating between?", "still? debating|torn|undecided", "still? discussing|arguing", "not sure|certain if|whether|which", "unsure if|whether|which", "we will|shall see", "will see", "can|could not judge|tell|say|see|know from|for|without", "can|could not judge|tell|say which|whether|if", "hard|impossible|difficult to tell|judge|say", "open :", "open question", "is split", "are split", "of two minds", "cross that bridge", "remains to be", "a toss-up", "toss-up", "tough call", "hard to say", "have|has not decided", "undecided", "do not know yet", "not know yet", "still open", "leave it|that|this open", "to be decided", "no decision", "not settled", "nothing is|below|here fixed|settled|decided", "not fixed", "not final", "no idea yet", "have to think", "need to think", "let me think", "sleep on it",
		"i honestly|really|truly|still|just|simply|frankly? do not know", "can not decide", "torn between", "on the fence", "jury is out", "open question", "will tell you", "will let you know", "before i|we choose|decide|settle|commit", "not yet decided", "not confirmed", "unconfirmed", "do not treat it", "need to ask|check|discuss", "must ask", "have to ask", "still deciding|thinking", "parked",
		"back and forth", "not agreed", "have not agreed", "make up my|our|her|his|their mind|minds", "not|yet|hardly made up my|our|her|his|their mind|minds", "no opinion|idea|view|preference|verdict|answer yet", "in two minds", "ask me after|again|later", "can not say yet|before|until", "have to see", "wait and see", "do not hold|nail|pin me to|down|on", "do not quote me", "let us hear what|how|if", "let us see what|how|if|whether", "let us wait", "not there yet", "up in the air", "to be seen", "needs|need some|more thought",
	}},
	{Someday, []string{"someday", "some day", "at some point", "one day", "eventually", "some time", "sometime", "in the future", "in future", "down the road", "in the long run", "long term", "one of these days", "down the line", "dream of", "i wish", "if only", "hypothetically", "in a|an perfect|ideal|dream world", "if it were up to me", "let us imagine|pretend|suppose", "in another life"}},
	{Suggest, []string{
		"i would @verb", "i would also|first|probably|rather|just? try|treat|avoid|hold", "i would rather|also|first|probably|just|simply|definitely|still @verb", "i would suggest|recommend|propose", "i suggest|recommend|propose|advise", "my suggestion|recommendation|proposal|advice|vote|pick", "suggestion|proposal|recommendation", "a|possible|good compromise", "we could", "you could", "you might", "we might", "could help", "would help", "would fix|solve|cure|avoid|be", "should help|fix|solve|cure", "one option is|would",
		"it may|might be worth", "worth trying|considering|looking|checking", "i am inclined", "i am proposing|suggesting", "how about", "what about", "what if", "how would", "would make sense", "it would make sense", "a good|better way|idea|option would", "may|might|can|could i suggest|propose|recommend", "let me suggest|propose|recommend", "consider a|an|the|using|adding|moving|making|@verb", "should suffice", "should be enough|sufficient|plenty", "i would be inclined|for|in", "i am in favour|favor of", "i can|could imagine|picture|see|envisage", "i think|believe|feel we|you should|could|ought", "in your place|shoes", "have you considered|thought|tried", "one could", "is worth a|trying|considering", "might want to", "you may want", "could be", "would feel|seem|sound|work|do", "would be better|safer|enough|simpler|cleaner|easier|cheaper|faster|best", "here is a|my proposal|suggestion|draft", "please confirm", "as a proposal", "a|another|one|my further|other|last|more idea|thought", "you will want", "you will need", "i would @verb", "had better", "my idea", "could",
	}},
	{Lean, []string{"i would lean", "i lean", "leaning", "my preference|favourite|favorite", "i would prefer", "i prefer", "i would favour|favor", "my gut", "i tend", "i would tend", "i slightly prefer", "probably the", "i would pick|choose|take|go"}},
	{Assumption, []string{"i assume|assumed|assuming|presume", "assumes|assuming", "assumed", "assume that|the|it|you|we|there", "on the assumption", "my assumption", "i took it that", "i take it that|you|the|this|we|there|they", "took it for granted", "taken it for granted", "take for granted", "presumably", "i am assuming", "i read|took|interpreted * as", "i read|took|interpreted * * as"}},
	{OfferHelp, []string{"shall i|we", "should i|we", "do you want me", "want me to", "would you like me|to", "i can * if you", "if you like|want|wish|prefer", "let me know if|whether|when|which|what", "happy to", "ready to", "can i", "may i", "i could also", "tell me if|when|whether|which|what", "say the word", "would you want", "do you want", "if it bothers"}},
	{Untested, []string{"first cut|version|draft|pass|go|attempt|try|stab|sketch", "rough cut|draft|version|sketch", "should work", "not tested", "untested", "have not tried|tested|run|been", "not been able", "could not test|try|run", "try it|this|that", "should do it|the", "should be", "here is", "here are", "see below", "not finished|done|complete|ready", "skeleton", "prototype", "work in progress", "so far", "starting point"}},
	{Estimate, []string{"i estimate", "estimate", "estimated", "roughly", "i would guess", "i expect", "should take", "would take", "ballpark", "rule of thumb", "by feel", "by eye", "from memory", "off the top", "in general", "typically", "usually", "often", "normally", "hardly", "or so"}},

	{Must, []string{"must", "has|have to", "has|have got to", "need|needs to", "need|needs", "shall", "should", "ought to", "required", "requires", "mandatory", "compulsory", "obligatory", "non-negotiable", "not negotiable", "is a must", "got to", "are to be", "is to be", "supposed to", "expected to", "requirement", "necessary", "essential", "insist", "insists", "critical that", "important that", "make sure", "ensure", "be sure", "cares about", "matters"}},
	{Limit, []string{
		"at most", "no more than", "not more than", "more than", "max", "maximum", "max.", "minimum", "min.", "at least", "no less than", "up to", "under #", "below #", "within #", "over #", "above #", "less than", "fewer than", "not smaller|bigger|larger|longer|shorter|higher|lower|later|older than", "not exceed", "may not exceed", "exceed", "exceeds", "budget", "deadline", "due", "before #", "until #", "after #", "no later than", "not before", "by monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|noon|midnight|christmas|easter|january|february|march|april|june|july|august|september|october|november|december",
		"by #", "by the end", "end of day|week|month|year", "before monday|tuesday|wednesday|thursday|friday|saturday|sunday|christmas|easter|the", "limit", "ceiling", "cap", "hard limit", "tops", "or less|fewer|more|below|under|newer|later|better", "and up|above|newer|later|below", "cutoff", "quota", "hard stop|deadline|date", "msrv", "ends", "closes on|at", "not above|below|over|under",
	}},
	{Never, []string{"never", "under no circumstances", "in no case", "on no account", "not ever", "nowhere", "no one may", "nobody may", "at no point", "not once"}},
	{Only, []string{"only", "solely", "exclusively", "nothing but", "nothing else", "not anything else", "and nothing more", "always", "every time", "in every case", "without exception", "no exceptions", "everywhere", "from day one", "from the start|beginning|first", "at all times", "throughout"}},
	{Off, []string{"off the table", "off limits", "off-limits", "not allowed", "not permitted", "not an option", "no go", "no-go", "forbidden", "prohibited", "banned", "out of the question", "taboo", "hands off", "out of bounds", "is|are out", "may not", "can not", "must not", "should not", "not acceptable", "unacceptable", "no * allowed", "not supposed to", "do not touch", "not to", "is|are a no", "leave * alone", "keep * out of", "stay away from", "does not leave"}},
	{Soft, []string{"ideally", "preferably", "prefer", "preferred", "if possible", "where possible", "when possible", "as far as possible", "would be nice|good|great|cool|lovely|neat|ideal|perfect|best", "would love", "would like", "i would rather", "nice to have", "nice-to-have", "try to", "rather not", "if you can", "if we can", "not critical", "not a must", "bonus", "would appreciate", "best effort", "as possible", "within reason", "soft", "would be appreciated|welcome|preferable", "keep * small|short|simple|light|low|minimal|tidy|lean|plain|readable|reviewable|clean|boring|flat|thin|cheap|compact|brief|modest"}},
	{Exception, []string{"except", "exception", "exceptions", "unless", "does not count", "do not count", "apart from", "other than", "excluding", "not counting", "exempt", "as long as", "but not", "plus", "also allowed", "is|are allowed", "allow", "allows", "allowed", "may also", "is|are ok", "is|are fine", "no problem", "is|are exempt", "is|are exempted", "may now", "can now", "may go|stay|use|be|have", "for once", "not included", "besides", "with the exception", "opt in", "opt-in"}},
	{Loosen, []string{"is|are ok with", "is|are fine with", "allow", "allowed", "relax", "relaxed", "loosen", "raise", "raised", "extend", "extended", "more time", "not so strict", "no longer a must", "can go up", "up to", "agreed to", "gave us", "give us", "we get", "we have until", "pushed back", "postponed", "can live with", "good enough", "acceptable", "accept #", "doubled"}},
	{Stricter, []string{"mandatory", "no exceptions", "stricter", "tighten", "tightened", "cut", "reduced", "lowered", "lower", "reduce", "shortened", "earlier", "strict", "a must", "hard requirement", "actually must", "brought forward", "moved up", "halved", "not even", "without exception", "is a must now", "not optional"}},

	{Choosing, []string{
		"go|goes|going|went with|for", "stick|sticks|sticking|stuck with|to", "settle|settled|settling on|for", "opt|opted|opting for", "switch|switched|switching to", "decide|decided on|for|against|to|that", "we|i decided", "has|have decided", "it has been decided", "is decided", "decision is|was", "choose|chose|chosen|choosing", "pick|picked", "take|taking the", "we|i will use|take|keep|go|do|have|stay|call|put|make|store|leave", "we|i take|use|keep|choose|pick|want", "we are using|taking|keeping|doing|going",
		"i want|would like|prefer", "stay|stays|staying with|on|at|in|as", "keep|keeps|keeping the|it|that|to|with", "would be my|our choice|pick|vote|preference|favourite|favorite", "i would sooner|rather have|use|take|go|keep|see|want", "my|our vote|choice|pick goes|falls|fell to|on", "has|gets|have|get my|our green|vote|blessing|yes|ok|approval", "winner is", "call it", "name it", "called", "final answer", "my choice|vote|answer|pick is", "then", "let it be", "that one", "this one", "the * one", "i am for", "we are for", "preferred is", "we put|make|do|store|mark|split", "in favour of", "in favor of", "over", "it shall be", "so",
	}},
	{ItIs, []string{"it is", "it will be", "it shall be", "wins", "for the win", "gets my vote", "is the one", "is the winner"}},
	{LetUs, []string{"let us", "we go", "we do", "we will do", "i say", "i would say we", "then we"}},
	{Default, []string{"by default", "default is|to|stays|should|on|off", "as the? default", "defaults to", "default"}},
	{Chosen, []string{
		"i|we chose|picked|settled|decided|went|opted|selected|standardised|standardized|switched", "i|we have chosen|picked|settled|decided|gone|opted|selected|switched", "i|we have also|now|therefore|finally|meanwhile chosen|picked|settled|decided|opted|selected|switched", "i|we also|therefore|finally|then chose|picked|settled|decided|opted|selected|switched", "i|we opted|plumped|gone|defaulted|stuck|stayed for|with|on|to", "i|we have gone|opted|gone with|for|stuck|stayed|kept|standardised|standardized|defaulted with|for|to|on", "i|we have taken the liberty", "took the liberty", "my|the choice fell|falls on", "i|we preferred|favoured|favored", "i am pinning|using|taking|keeping|setting|leaving|putting|making|storing|naming|calling * rather|instead|over|not", "i|we used|took|gave|made|put|stored|kept * rather|instead|over", "by me", "one|a decision|choice i|on|along", "i made * choice|decision|call", "thing i settled", "settled while", "my choice was", "i ended up", "i took the", "i will use|go|take|stick|keep|call|name|put * rather|instead|over", "i am using|going|taking|calling * rather|instead|over",
	}},
	{Keeping, []string{"i am keeping|using|going|sticking|staying|leaving", "i keep|kept|leave|left", "i will keep|stick|stay|leave|go|use|take", "we keep|stay|stick", "i am going with"}},
	{InsteadOf, []string{"instead of", "rather than", "in place of", "over", "not", "instead", "in favour of", "in favor of", "as opposed to"}},
	{Then, []string{"then", "so then", "in that case", "ok then", "so"}},

	{MakeThat, []string{
		"make that|it|this|them|those|these", "change that|it|this|them to|into", "change that|it|this", "bump that|it|this|them to?|up|down", "set that|it|this|them to", "raise|lower|reduce|increase|cut|extend|shorten|move|push|switch|turn|double|halve|drop that|it|this|them to?", "back down|up? to #", "revert|reverting|roll back? to #", "go back to #", "up|down to # as|from|now|then", "dialled|dialed|dial that|it|this one? back|down|up to #", "let us make it|that", "let us do|say|try|have|go #", "let us say", "better #", "rather #", "call it #", "# is better|enough|fine|plenty", "went|ended up with", "# instead", "# rather", "try # instead", "# will do", "more like #",
	}},
	{Change, []string{
		"make the * #", "make the * a|an", "raise|lower|reduce|increase|cut|extend|shorten|bump|drop|move|push|change|set|switch|turn|shift|double|halve|update the|our|all|my", "raised|lowered|reduced|increased|cut|extended|shortened|bumped|dropped|moved|pushed|changed|switched|shifted|doubled|halved the|our|my|it|that|to|from", "from # to #", "not # but|, #", "# not #", "# instead of #", "# * instead of|over #", "# rather than #", "becomes", "turns into", "is|are replaced by",
	}},
	{AfterAll, []string{"after all", "on second thought|thoughts", "second thought", "changed my|our mind", "scratch that", "actually", "i take that back", "come to think", "thinking about it", "rethinking", "having slept", "hold on", "wait", "reconsidered", "on reflection", "in hindsight", "no wait", "better", "rather"}},
	{NowIs, []string{"is the ceiling|limit|cap|max|maximum|minimum|deadline|budget", "is now", "are now", "now is", "new number|limit|deadline|budget|value|date|target|name|rule|default|window|plan|size|max|maximum|minimum|cap", "from now on", "as of now|today", "instead", "no longer", "any more", "anymore", "now", "changed to", "moved to", "new one is"}},
	{Moved, []string{"moved", "shifted", "pushed", "changed", "extended", "postponed", "brought forward", "rescheduled", "slipped", "gave us|me", "raised", "lowered", "cut", "reduced", "increased", "got more|less", "updated"}},

	{Retire, []string{
		"drop", "scrap", "ditch", "forget", "kill", "remove", "abandon", "cancel", "discard", "axe", "nix", "junk", "skip", "toss", "bin", "get rid of", "never mind", "no more", "throw out|away|it", "leave out", "take out", "take back", "take * out", "revert", "do not want|need|use * anymore", "do not want|need|use * any more", "cut", "retire", "lose the", "let us drop|scrap|ditch|forget|kill|remove|abandon|cancel|skip|leave", "we drop|scrap|skip|cancel|abandon|ditch", "i drop|scrap|skip|cancel", "dropping", "scrapping", "skipping", "ditching", "cancelling", "canceling", "away with", "out with",
		"scratch", "is|are history", "is|are|was|were lifted", "lifted the", "is|are cancelled|canceled|dropped|scrapped|obsolete|moot|void|dead|out", "no need for", "no point in", "off the list", "take * off", "strike", "do not need", "will not do|need|build|have|bother|be|use", "not going to do|build|need|use", "are not doing|building|using", "do not bother with", "bye", "gone", "shelve", "revoke", "withdrawn", "undo",
	}},
	{NoLonger, []string{"no longer", "any more", "anymore", "any longer", "not needed", "unnecessary", "obsolete", "moot", "does not apply", "do not need", "not relevant", "after all"}},
	{Done, []string{
		"done", "finished", "complete", "completed", "works", "work now", "working", "worked", "fixed", "merged", "shipped", "deployed", "released", "published", "live", "pass", "passes", "passing", "passed", "green", "solved", "resolved", "closed", "is|are in", "is|are gone", "is|are up", "is|are out", "consider * done|finished|closed", "call it done|finished", "completes the|that|this|our", "concludes the|that", "off your|my|our|the list", "that one is off", "behind us", "looks good|great|right|fine|perfect|nice|correct|ok", "look good|great|right|fine|perfect|nice|correct|ok", "all good", "all set", "all green", "sorted", "ready", "runs", "got it working", "landed", "implemented", "built", "written", "added", "in place", "up and running", "does the trick", "did the trick", "behaves", "clean now", "is|are clean", "installed", "migrated", "renamed", "removed", "booked", "ordered", "sent", "good now", "checked off", "ticked", "wrapped up", "signed * off", "signed off", "set up", "builds", "compiles", "tested", "verified", "confirmed", "handled", "taken care of", "no more errors", "all # pass", "pushed", "committed", "arrived", "printed", "painted", "paid", "signed", "bought", "drafted", "changed", "updated", "moved", "created", "replaced", "converted", "cleaned", "wired", "hooked",
		"it is there", "is|are there", "went live|out|through|online", "has|have been running|live|online", "running|live|on|up since", "boots", "accepted it", "runs now", "is|are identical|online", "fine|good|perfect|ok|great as it|they is|are", "happy with", "love it", "perfect", "like a charm", "spot on", "holds", "answers", "agreed", "approved", "accepted", "printed out", "hung up", "submitted", "filed", "delivered", "has|have been", "gave us", "got", "has|have asked|talked|called", "i asked|called|talked|emailed|booked|ordered|bought|sent|wrote|finished|did|made|fixed|merged|removed|added|updated|signed|paid|submitted", "is|are on main|master|prod|production|staging|site",
		"closing|ticking|crossing|striking that|this|it|those|these|them", "as it|they should", "as expected|intended|planned|designed|hoped|wanted|specified|wished|promised", "does|do its|their thing|job|work|duty", "went through|well|fine|smoothly", "is|are through|over", "finishes|finished|completes|concludes|closes the|that|this|our|my|it", "ran|runs|run clean|fine|through|smoothly|well|green", "in the bag|box|can", "good to go", "is|are on the wall|page|shelf|screen|server|machine|phone|site", "no complaints", "like clockwork", "job done", "crossed|struck|ticked off", "works out", "did it", "out of the way", "off my|our|the desk|plate|hands",
	}},
	{NotDone, []string{"not finished|done|complete|working|ready|yet|there|fixed|merged|tested|quite", "not * yet", "does not work|pass|run|compile|build", "do not work|pass", "almost", "nearly", "half", "halfway", "still not|failing|fails|broken|open|missing|to", "fails", "failing", "failed", "broken", "working on", "in progress", "wip", "remaining", "left to do", "not at all", "once", "when", "until", "as soon as", "will be", "would be", "to be", "should be", "hope", "hopefully", "almost done", "did not work", "no luck", "trying", "is missing", "are missing", "has|have no"}},
	{Defer, []string{"for now", "for the moment", "for the time being", "not now", "later", "not yet", "next quarter|month|year|sprint|release|week|time|version|iteration|milestone", "in q1|q2|q3|q4", "another time", "some other time", "after launch|release|the", "post-launch", "in v2|v3|v1.1", "v2", "phase 2|two|#", "not in this", "out of scope", "park it|that|this", "postpone", "postponed", "put off", "defer", "deferred", "on hold", "back burner", "revisit", "leave it|that|this for", "leave it|that|this as", "wait with", "can wait", "not today", "until then"}},
	{Wrong, []string{"correction", "i was wrong", "my mistake|bad|error|fault", "i said", "i told you", "i gave you", "i wrote", "sorry", "i meant", "i misread|misremembered|miscounted|mixed|confused", "that was wrong", "not true", "typo", "wait", "turns out", "it turns out", "turned out", "in fact", "in reality", "oops", "whoops", "ups", "apologies", "pardon", "i mistyped", "actually", "no longer true", "let me correct", "to correct", "correct myself|that|this|me", "corrections", "i was mistaken", "i misspoke", "scratch that", "is wrong", "was wrong", "wrong"}},
	{InForce, []string{"still", "stays", "stay", "remains", "remain", "keeps", "as before", "unchanged"}},

	{Request, []string{"can|could|would|will you", "please", "i need you to", "i want you to", "i would like you to", "would you mind", "mind", "be so kind", "you can", "your task", "you should", "get me", "give me", "i would appreciate"}},
	{NeedWork, []string{"need|needs to", "needs|need", "have|has to", "also need", "we need", "i need", "we should", "should", "must", "still need|needs", "there should be", "it should", "want to", "i want", "we want", "would like", "missing", "is|are missing", "todo", "to do", "to-do", "left to do", "i would like"}},
	{NextUp, []string{"next", "next up", "next step", "then", "now", "start with|on", "begin with", "first", "up next", "after that", "and then", "let us start|begin|do|move|get|tackle|continue|write|build|add|make|set|fix|turn", "move on to", "on to", "onto", "continue with", "go on with", "proceed with", "last thing", "also", "and", "plus", "last", "finally", "second", "third", "time for", "remaining", "one more", "one more thing", "another thing"}},
	{Promise, []string{"i will", "i am going to", "i shall", "i am about to", "going to", "we will", "will do", "let me", "i plan to", "i intend to", "i have to", "i need to", "i must"}},
	{PlanAhead, []string{"my plan", "my order|sequence is|would|will", "the plan", "plan", "in this order", "steps", "step by step", "order of work", "checklist", "work plan", "todo", "to do", "to-do", "i will do", "i will work", "roadmap", "breakdown", "work packages", "the work"}},
	{Prompting, []string{"do not forget", "make sure to", "remember to", "be sure to", "remind me to", "note to self"}},

	{Aim, []string{
		"goal", "aim", "objective", "purpose", "mission", "i|we want", "i|we would|should like", "i|we need", "need a|an|some|to|help", "help me", "help us", "want to", "want a|an", "looking to|for", "trying to", "would like", "should like", "i am building|writing|making|working|planning|trying|starting|creating|designing|setting|moving|migrating|porting|developing|doing|preparing|rewriting|looking|stuck", "we are building|writing|making|working|planning|trying|starting|creating|designing|setting|moving|migrating|porting|developing|doing|preparing|rewriting|launching|looking|replacing|organising|organizing|running|opening", "let us build|make|write|create|plan|design|start|get|port|rewrite|find|fix|set",
		"build", "write", "create", "make", "design", "implement", "develop", "port", "rewrite", "plan", "set up", "fix", "find out", "figure out", "debug", "starting", "project", "task is", "job is", "have to write|build|make|create|plan|prepare", "my team|boss wants|want", "find", "get", "turn", "convert", "migrate", "refactor", "organise|organize", "prepare", "draft", "translate", "i have to", "we have to",
	}},
	{NewAim, []string{"goal|aim is? now", "goal|aim now is", "goal|aim has changed|shifted", "new goal|aim", "the goal|aim", "bigger|larger|smaller|different goal|aim|plan|scope", "make it|this bigger|smaller|larger|wider|broader|different|more|less", "not only", "change of plan|plans|direction|scope|course", "new plan", "new direction", "pivot", "scope has? changed|change", "we are now", "instead of a|an|the", "instead we", "not a * but", "not just", "no longer just", "turn this|it into", "expand", "widen", "broaden", "whole thing", "forget the", "let us instead", "rethink", "plans|plan has|have? changed", "going to be", "what i|we really|actually need|want", "actually we want|need", "actually i want|need", "now want|wants|need|needs", "also want|wants", "it should now|also", "on top of that"}},
	{Context, []string{"background", "context", "current", "currently", "where we are", "today", "situation", "setup", "set-up", "stack", "existing", "what we have", "i have", "we have", "as is", "facts", "given", "given:", "environment", "hardware", "inventory", "about us"}},

	{InPassing, []string{"by the way", "for your information", "note that", "just so you know", "heads up", "heads-up", "for the record", "side note", "in case", "worth knowing", "one detail", "to know", "remember", "keep in mind", "mind you", "important", "also", "for context", "for reference", "background"}},
	{Cause, []string{"because", "because of", "the cause", "root cause", "culprit", "the reason", "reason is|was", "due to", "caused by", "is|was caused", "turned out", "turns out", "comes|came from", "so that is why", "that is why", "which is why", "explains", "the problem is|was", "the issue is|was", "the bug is|was", "the error is|was", "failed because", "fault", "leads to", "that was the", "it was the", "stems from", "responsible"}},
	{Checked, []string{"i checked|measured|looked|tested|counted|verified|found|see|saw|ran|read|tried|confirmed|profiled|timed|compared|benchmarked|weighed|asked", "shows", "show", "showed", "measured", "found", "according to", "the log|logs|output|trace|dump|profile|profiler|query|report|stats says|say|shows|show|has|have", "it says", "confirms", "confirmed", "results", "numbers", "reports", "in your", "in the", "contains", "lists", "holds", "has|have only", "there is|are"}},
	{History, []string{"when he|she|they left|quit|retired", "my|our then", "in the|my|our first|previous|last|old submission|version|attempt|try|edition|project|job|company|life|season", "in #year", "in # we|he|she|they|the decided|agreed|voted|had|were|was|did", "years? ago", "months ago", "last year|month|summer|winter", "back in", "back then", "once", "used to", "in the past", "at my|our old|last|previous|former|first", "in my old|last|previous|former|first|master|other|younger", "when i worked|started|studied|lived", "predecessor", "previously", "long ago", "long time ago", "in those days", "originally", "historically", "ages ago", "the old days", "when i was", "my last|previous|former|old", "at my", "we once", "i once", "had been", "last time", "in a previous", "at a previous", "former", "my|our|the last|previous|former boss|lead|head|cto|manager|team|company|employer|agency|contractor|freelancer|client|landlord|admin|webmaster|teacher|professor|maintainer|owner|developer|dev", "the old boss|lead|cto|manager|team|agency|contractor|freelancer|landlord|admin|webmaster|maintainer|owner|developer|dev", "ex-colleague"}},
	{Hearsay, []string{"has|have|had heard|read something|somewhere|that", "they say", "people say", "someone said|told|says", "somebody said|told|says", "i heard|read", "rumour", "rumor", "apparently", "allegedly", "supposedly", "according to some", "everyone says", "everybody says", "the internet says", "a whole? blog|post|article|tweet|thread|video|podcast|episode|meme|documentary", "says you|we|i", "wrote somewhere", "hear that", "heard that", "it is said", "claims", "claimed"}},
	{Sarcasm, []string{"must|should|need|have surely", "surely must|should|need|have", "everybody|everyone clapped", "who decided|thought|wrote|came|had", "genius", "what could go wrong", "could possibly go wrong", "brilliant idea", "great job", "of course it", "as if", "sure because", "yeah right", "yes right", "yes sure", "yes because", "oh great", "just what we|i need|needed", "went|worked so well", "what a surprise", "in my dreams", "when pigs", "love how|it when", "good luck with", "as if by magic", "in your dreams", "joking", "just kidding", "kidding", "no kidding", "will kill me", "over my dead body", "kill me", "for breakfast", "to death", "as it were", "so to speak"}},
	{Feeling, []string{"i love|like|hate|dislike|enjoy", "from hell", "all-time low|high", "ugh", "argh", "oh dear|no|well", "not a penny|cent more", "alive", "had my|our fill", "had enough of", "fed up", "oh my", "believe it", "annoying", "awful", "ugly", "boring", "tired of", "sick of", "frustrating", "arbitrary", "weird", "strange", "funny", "cute", "happy", "sad", "stupid", "excited", "can not wait", "whatever", "scary", "frightens", "scares", "frightening", "worries me", "proud", "ashamed", "embarrassed", "jealous", "congratulations", "congrats", "mission accomplished", "hooray", "hurray", "hurrah", "yay", "phew", "oof", "ouch", "damn", "wow", "omg", "welcome"}},
	{Habit, []string{"every now and then", "every second|third|fourth|weekday|evening|morning|afternoon", "every night|day|week|month|morning|hour|year|monday|friday|weekend|quarter|few|#|other|time", "each night|day|week|month|morning|year", "every tuesday|wednesday|thursday|saturday|sunday", "on mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends", "once a|per", "twice a|per", "a|per day|week|month|year", "regularly", "daily", "weekly", "monthly", "nightly"}},
	{Passing, []string{"sometimes", "randomly", "intermittently", "occasionally", "again", "right now", "at the moment", "currently down", "is down", "hangs", "hung", "stuck", "crashed", "crashes", "i get", "gives me", "it gives", "just now", "this morning", "yesterday", "still waiting", "is empty", "is full", "full again", "throws", "fails", "failing", "stops", "crash", "dies", "freezes", "breaks", "leaks", "tomorrow", "tonight", "last night", "on my way", "brb", "right here|there", "in my hand|hands|lap|pocket", "in the wash|laundry|shower|bath", "at the vet|dentist|doctor|hairdresser|barber|tailor|cleaner|dry|hospital", "at the vet's|dentist's|doctor's|hairdresser's|barber's|tailor's|cleaner's"}},

	{Options, []string{
		"# possible|common|serious|usual|obvious|realistic|good|main|reasonable|sensible|natural|different", "possible *", "directions", "some directions|ideas|routes|possibilities",
		"# * ways|options|approaches|candidates|choices|alternatives|possibilities|variants|paths|libraries|tools|venues|solutions|layouts|formats",
		"# ways|options|approaches|candidates|choices|alternatives|possibilities|variants|paths|routes|directions|strategies|flavours|flavors|methods|models|libraries|drivers|tools|designs|layouts|formats|places|forks|kinds|styles|names|solutions|schemes|fixes|packages|frameworks|engines|venues|suppliers|versions|ideas|modes", "ways to|of|you|we|i|it|how|out|forward|around|ahead", "options", "option", "choice", "alternatives", "candidates", "choices", "approaches", "possibilities", "variants", "to choose|pick from|between", "choose between|from|among", "pick between|from|one", "either", "several|some|a|couple|few|many|common|different|serious|main|usual|obvious|reasonable|possible|realistic ways|options|approaches|candidates|choices|solutions|paths", "could go", "fork", "or", "depends on", "trade-off", "trade-offs", "tradeoffs", "compare", "comparison", "which of", "which one", "on the table",
	}},
	{AskChoice, []string{"which", "which one", "what would you|do you prefer|like|want|pick", "do you want|prefer", "would you rather|prefer|like", "should it|we|i|the|this|that|they|there", "shall we|i|it", "your call|choice|pick|preference", "you prefer", "prefer", "let me know which", "tell me which", "how should|shall|do you want", "what should", "where should", "what is your preference", "what do you think", "any preference", "pick one", "choose one", "up to you", "decide", "is it", "rather"}},
	{InfoQuery, []string{"what is|are|does|do|did|was|were|happens|happened|means|about|else|kind", "why", "how does|do|did|many|much|long|often|come|can|is|are|big|far|fast|old", "where is|are|do|does|did|was", "when is|are|do|does|did|was|will", "who is|are|does|did|has|was|owns", "which", "do|does|did|is|are|was|were|have|has|am", "any", "can i|we|it|they|this|that", "difference between", "what", "how", "where", "when", "who"}},
}
