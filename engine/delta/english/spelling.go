package english

import "strings"

// spelling undoes chat shorthand, missing apostrophes and common slips. The
// values are one or more words of the normal spelling.
var spelling = table(map[string]string{
	// irregular contractions
	"can't": "can not", "cannot": "can not", "won't": "will not", "shan't": "will not", "ain't": "is not", "let's": "let us",
	"y'all": "you", "'em": "them", "o'clock": "o'clock", "'til": "until", "til": "until", "till": "until",
	// apostrophes left out
	"dont": "do not", "doesnt": "does not", "didnt": "did not", "cant": "can not", "wont": "will not", "isnt": "is not",
	"arent": "are not", "wasnt": "was not", "werent": "were not", "havent": "have not", "hasnt": "has not", "hadnt": "had not",
	"shouldnt": "should not", "wouldnt": "would not", "couldnt": "could not", "mustnt": "must not", "neednt": "need not",
	"im": "i am", "ive": "i have", "youre": "you are", "youve": "you have", "theyre": "they are", "theyve": "they have",
	"weve": "we have", "thats": "that is", "whats": "what is", "heres": "here is", "theres": "there is", "lets": "let us",
	"hes": "he is", "shes": "she is", "whos": "who is", "wheres": "where is", "hows": "how is", "itll": "it will",
	"thatll": "that will", "id": "id", "aint": "is not", "yall": "you",
	// run together
	"gonna": "going to", "wanna": "want to", "gotta": "got to", "hafta": "have to", "lemme": "let me", "gimme": "give me",
	"dunno": "do not know", "kinda": "kind of", "sorta": "sort of", "shoulda": "should have", "coulda": "could have",
	"outta": "out of", "cuz": "because", "coz": "because", "cos": "because", "bc": "because", "b/c": "because", "bcs": "because",
	// letters for words
	"u": "you", "ur": "your", "r": "are", "y": "why", "w/": "with", "w/o": "without", "wo": "without", "n": "and", "&": "and",
	"pls": "please", "plz": "please", "plss": "please", "pleas": "please", "thx": "thanks", "thnx": "thanks", "tnx": "thanks",
	"ty": "thanks", "tysm": "thanks", "cheers": "thanks", "ta": "thanks", "thanx": "thanks",
	"tho": "though", "thru": "through", "abt": "about", "prob": "probably", "probs": "probably", "prolly": "probably", "prly": "probably",
	"def": "definitely", "defo": "definitely", "obv": "obviously", "rn": "right now", "atm": "right now", "tmrw": "tomorrow",
	"tmr": "tomorrow", "tomoz": "tomorrow", "msg": "message", "sth": "something", "smth": "something", "ppl": "people",
	"btw": "by the way", "fyi": "for your information", "afaik": "as far as i know", "iirc": "if i remember", "imo": "in my opinion",
	"imho": "in my opinion", "idk": "i do not know", "idc": "i do not care", "nvm": "never mind", "nevermind": "never mind",
	"asap": "as soon as possible", "wdym": "what do you mean", "wdyt": "what do you think", "aka": "also known as",
	"vs": "versus", "ftr": "for the record", "tbh": "to be honest", "tbd": "to be decided", "eod": "end of day", "eow": "end of week",
	// yes, no, ok
	"ya": "yes", "ye": "yes", "yessir": "yes", "yis": "yes", "yee": "yes", "aii": "ok", "ight": "ok", "yw": "you are welcome", "np": "no problem", "nvmd": "never mind", "dw": "do not worry", "ofc": "of course", "ig": "i guess", "tbf": "to be fair", "irl": "in real life", "lgtm": "lgtm", "yep": "yes", "yup": "yes", "yeah": "yes", "yea": "yes", "yeh": "yes", "yess": "yes", "yas": "yes", "aye": "yes",
	"sí": "yes", "oui": "yes", "ja": "yes", "jup": "yes", "da": "yes", "yh": "yes",
	"nope": "no", "nah": "no", "nay": "no", "naw": "no", "noo": "no",
	"okay": "ok", "okey": "ok", "oki": "ok", "okk": "ok", "k": "ok", "kk": "ok", "oke": "ok", "alright": "ok", "okie": "ok", "aight": "ok",
	// slips
	"shoud": "should", "shuold": "should", "sould": "should", "woud": "would", "wich": "which", "wiht": "with", "teh": "the",
	"taht": "that", "adn": "and", "mabye": "maybe", "mayb": "maybe", "becuase": "because", "becasue": "because", "beacuse": "because",
	"becouse": "because", "instaed": "instead", "insted": "instead", "acutally": "actually", "actualy": "actually", "acually": "actually",
	"definately": "definitely", "defintely": "definitely", "probaly": "probably", "probly": "probably", "finaly": "finally",
	"finsihed": "finished", "finnished": "finished", "wroks": "works", "workd": "works", "wokrs": "works", "mesage": "message",
	"dosnt": "does not", "doesn": "does not", "thna": "than", "tahn": "than", "thier": "their", "recieve": "receive",
	"seperate": "separate", "neccessary": "necessary", "necesary": "necessary", "alot": "a lot", "atleast": "at least",
	"aswell": "as well", "incase": "in case", "infact": "in fact", "eachother": "each other", "cahnge": "change", "chnage": "change",
	"chagne": "change", "udpate": "update", "upadte": "update", "delte": "delete", "dleete": "delete", "remvoe": "remove", "reomve": "remove",
	"rmeove": "remove", "wirte": "write", "wriet": "write", "nedd": "need", "nede": "need", "ened": "need", "kepe": "keep", "keeep": "keep",
	"swtich": "switch", "swithc": "switch", "agian": "again", "laso": "also", "aslo": "also", "olny": "only", "onyl": "only", "jsut": "just",
	"thansk": "thanks", "thnaks": "thanks", "greate": "great", "slwo": "slow", "decied": "decide", "desicion": "decision", "hte": "the",
	"pelase": "please", "plesae": "please", "pleae": "please", "ahve": "have", "haev": "have", "waht": "what", "dont't": "do not",
})

// isBeforeIs are the words after which "'s" is "is" and no genitive.
var isBeforeIs = WordsOf("it that this there here what where who when how he she everything nothing something everyone everybody which")

// noise is said without meaning anything for the state.
var noise = list("lol lmao rofl haha hahaha hehe jaja jajaja jajajaja xd hm hmm hmmm mmm umm um uh uhm erm ah ahh oh ooh ay aha hey hi hello hola man dude mate folks guys well")

func table(m map[string]string) map[string][]string {
	out := make(map[string][]string, len(m))
	for k, v := range m {
		out[k] = strings.Fields(v)
	}
	return out
}
