package prompt

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// sentOf is a request of so many bytes, with four of them to a unit, most of which was
// sent before.
func sentOf(bytes int) Sent {
	units := float64(bytes) / 4
	return Sent{Size: Size{Least: units, Most: units}, Before: 0.9}
}

// told has a watch see requests of so many bytes with the tokens of a rate.
func told(w *Watch, rate float64, bytes ...int) {
	for _, n := range bytes {
		w.Read("m", sentOf(n), int(float64(n)/rate), 0)
	}
}

func TestAPromptThatTheServerCutIsSeen(t *testing.T) {
	for name, c := range map[string]struct {
		before                []int
		bytes, tokens, window int
		cut                   bool
	}{
		"a window of 4,096 and a prompt of 15,000":   {[]int{4000, 6000, 9000}, 60_000, 4090, 4096, true},
		"the half of it is kept":                     {[]int{4000, 6000, 9000}, 60_000, 2100, 4096, true},
		"a window that nobody knows":                 {[]int{4000, 6000, 9000}, 60_000, 4090, 0, true},
		"nothing is known of the model":              {nil, 60_000, 4090, 4096, false},
		"too little is known":                        {[]int{4000, 6000}, 60_000, 4090, 4096, false},
		"it fits":                                    {[]int{4000, 6000, 9000}, 14_000, 3500, 4096, false},
		"prose after code":                           {[]int{4000, 6000, 9000}, 60_000, 11_500, 32_768, false},
		"only what was not cached is counted":        {[]int{4000, 6000, 9000}, 60_000, 150, 0, false},
		"the same with a known window":               {[]int{4000, 6000, 9000}, 60_000, 150, 32_768, false},
		"less is kept than the window that is told":  {[]int{4000, 6000, 9000}, 60_000, 4090, 32_768, true},
		"the window is full, and nothing is known":   {nil, 60_000, 4096, 4096, true},
		"but for a token":                            {nil, 60_000, 4095, 4096, true},
		"a window that is as large as what was sent": {[]int{4000, 6000, 9000}, 16_384, 4096, 4096, false},
		"the server drops old messages":              {[]int{4000, 6000, 9000}, 60_000, 700, 4096, true},
		"the server says nothing":                    {[]int{4000, 6000, 9000}, 60_000, 0, 4096, false},
		"no bytes: the server keeps the history":     {[]int{4000, 6000, 9000}, 0, 4090, 4096, false},
		"small requests tell no rate of the model":   {[]int{40, 60, 90, 100, 200, 300}, 60_000, 4090, 4096, false},
		"more tokens than bytes are no reason":       {[]int{4000, 6000, 9000}, 10, 4090, 4096, false},
		"a count of what is no text is not learned":  {[]int{4000, 6000, 9000}, 9000, 1999, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			var w Watch
			told(&w, 4, c.before...)
			got, cut := w.Read("m", sentOf(c.bytes), c.tokens, c.window)
			if cut != c.cut {
				t.Fatalf("cut is %v, want %v: %+v", cut, c.cut, got)
			}
			if cut && (got.Sent > 0 && got.Kept(c.bytes) > c.bytes/2 || !strings.Contains(got.String(), "num_ctx")) {
				t.Errorf("%d bytes kept: %s", got.Kept(c.bytes), got)
			}
		})
	}
}

// Where the window is not known, a count is doubted only once the server is seen to
// count whole prompts, and never where it is that of what is new.
func TestAServerThatLeavesOutWhatItHadIsNotDoubted(t *testing.T) {
	for name, c := range map[string]struct {
		before bool // most of the earlier requests had been sent before
		counts []int
		fresh  float64
		told   bool
		tokens int
		cut    bool
	}{
		"it counts whole prompts":                 {true, nil, 0.1, false, 4000, true},
		"nothing shows that it does":              {false, nil, 0.1, false, 4000, false},
		"it says so itself":                       {false, nil, 0.1, true, 4000, true},
		"the count is that of what is new":        {true, nil, 0.27, false, 4000, false},
		"and was before, for a small one":         {true, []int{400}, 0.1, false, 4000, false},
		"a large part of which is new, and it is": {true, nil, 1, false, 4000, true},
	} {
		t.Run(name, func(t *testing.T) {
			var w Watch
			for _, bytes := range []int{4000, 6000, 9000} {
				s := sentOf(bytes)
				if !c.before {
					s.Before = 0
				}
				w.Read("m", s, bytes/4, 0)
			}
			for _, n := range c.counts {
				s := sentOf(60_000)
				s.Before = 1 - float64(n)*4/60_000
				w.Read("m", s, n, 0)
			}
			s := sentOf(60_000)
			s.Before, s.Told = 1-c.fresh, c.told
			if got, cut := w.Read("m", s, c.tokens, 0); cut != c.cut {
				t.Errorf("cut is %v: %+v", cut, got)
			}
		})
	}
}

// growing is a request of so many units that goes on with one that was counted so.
func growing(units float64, earlier Counted) Sent {
	return Sent{Size: Size{Least: units, Most: units}, Before: 0.9, Earlier: earlier}
}

// A count that falls, or stands still, while its conversation goes on is that of a part,
// however large the window is said to be.
func TestACountThatDoesNotGrowWithItsConversationIsThatOfAPart(t *testing.T) {
	e := Counted{Size{Least: 3000, Most: 3000}, 3300}
	thought := Counted{Size{Least: 1000, Most: 3000, Aside: 2000}, 3300}
	for name, c := range map[string]struct {
		sent   Sent
		tokens int
		cut    bool
	}{
		"it grows":                              {growing(4500, e), 4900, false},
		"it grows less than most texts do":      {growing(4500, e), 4000, false},
		"it stands still":                       {growing(4500, e), 3300, true},
		"it falls":                              {growing(3600, e), 3000, true},
		"by no more than may be":                {growing(3100, e), 3000, false},
		"the request goes on with none":         {growing(4500, Counted{}), 3300, false},
		"what the model thought is left out":    {growing(1500, thought), 1700, false},
		"the count is that of what is new":      {growing(4500, e), 400, false},
		"there are pictures":                    {Sent{Size: Size{Least: 4500, Most: 4500, Pictures: true}, Before: 0.9, Earlier: e}, 3300, false},
		"much of it is new, of an odd kind":     {Sent{Size: Size{Least: 4500, Most: 4500}, Before: 0.3, Earlier: e}, 3300, false},
		"the server tells the tokens it cached": {Sent{Size: Size{Least: 4500, Most: 4500}, Before: 0.3, Told: true, Earlier: e}, 3300, true},
	} {
		for _, window := range []int{0, 131_072} {
			var w Watch
			told(&w, 4, 4000, 6000, 9000)
			got, cut := w.Read("m", c.sent, c.tokens, window)
			if cut != c.cut {
				t.Errorf("%s, window %d: cut is %v: %+v", name, window, cut, got)
			}
			if cut && (got.Sent <= c.tokens || window > 0 && !strings.Contains(got.String(), "though it tells a window of 131072")) {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
}

// What was counted whole is what later requests are held against, until more is.
func TestWhatRequestsAreHeldAgainst(t *testing.T) {
	e := Counted{Size{Least: 3000, Most: 3000}, 3300}
	if got := growing(4500, e).Next(4900, false); got.Tokens != 4900 || got.Least != 4500 {
		t.Errorf("a count that grew is not taken: %+v", got)
	}
	for name, got := range map[string]Counted{"cut": growing(4500, e).Next(4900, true), "not counted": growing(4500, e).Next(0, false), "stands still": growing(4500, e).Next(3400, false)} {
		if got != e {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Some templates leave out what tools returned: only where it is seen to be counted does
// a count have to grow by it. A server that says the same of each prompt is not doubted.
func TestOnlyWhatIsSeenToBeCountedIsDue(t *testing.T) {
	e := Counted{Size{Least: 2500, Most: 2500}, 2700}
	loop := Sent{Size: Size{Least: 5000, Most: 5000, Results: 2400}, Before: 0.9, Earlier: e}
	var w Watch
	told(&w, 4, 4000, 6000, 9000)
	if got, cut := w.Read("m", loop, 2750, 0); cut {
		t.Errorf("results that nobody saw counted: %+v", got)
	}
	w.Read("m", Sent{Size: Size{Least: 3500, Most: 3500, Results: 900}, Before: 0.9, Earlier: e}, 3800, 0)
	if _, cut := w.Read("m", loop, 2750, 0); !cut {
		t.Error("results that were counted before are not missed")
	}
	var same Watch
	for _, units := range []float64{2000, 2200, 2500, 2800, 4800, 9000, 20_000} {
		if got, cut := same.Read("m", growing(units, Counted{Size{Least: 2000, Most: 2000}, 2500}), 2500, 0); cut {
			t.Errorf("%.0f units: %+v", units, got)
		}
	}
}

// A client goes on after its prompt was cut: each request is cut, and none of them is
// learned from.
func TestACutPromptTeachesNothing(t *testing.T) {
	var w Watch
	told(&w, 4, 4000, 6000, 9000)
	for i := range 50 {
		if _, cut := w.Read("m", sentOf(60_000+i*1000), 4000, 4096); !cut {
			t.Fatalf("request %d is taken for whole", i)
		}
	}
	if _, cut := w.Read("other", sentOf(60_000), 4000, 4096); cut {
		t.Error("one model's rate is another's")
	}
}

// Texts of all sorts, from base64 to prose, are never taken for cut while the server
// counts all of them.
func TestNoAlarmWhereAllIsCounted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		var w Watch
		for range 40 {
			bytes := 500 + rng.IntN(200_000)
			per := 3.2 + 1.6*rng.Float64() // of code and prose in one conversation
			if _, cut := w.Read("m", sentOf(bytes), int(float64(bytes)/per), 0); cut {
				t.Fatalf("%d bytes, %.1f a token", bytes, per)
			}
		}
	}
}

func TestMoreTokensThanBytesCannotBe(t *testing.T) {
	for tokens, want := range map[int]bool{0: true, 300: true, 15_000: true, 40_000: false, 1 << 40: false} {
		if got := Plausible(1000, tokens); got != want {
			t.Errorf("%d tokens: %v", tokens, got)
		}
	}
}

// The one setting that helps is named where it is known what the server is.
func TestTheSettingThatHelpsIsThatOfTheServer(t *testing.T) {
	for server, want := range map[string]string{
		"Ollama": "more than 15000: num_ctx of Ollama", "llama.cpp": "more than 15000: -c of llama.cpp",
		"vLLM": "more than 15000: --max-model-len of vLLM", "LM Studio": "more than 15000: Context Length of LM Studio",
		"": "more than 15000: num_ctx (Ollama), -c (llama.cpp), --max-model-len (vLLM), Context Length (LM Studio)",
	} {
		if got := (Cut{Sent: 15_000, Read: 4096, Server: server}).String(); !strings.HasSuffix(got, want) {
			t.Errorf("%q: %s", server, got)
		}
	}
}
