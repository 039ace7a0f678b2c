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
		"more fits than was sent":                    {[]int{4000, 6000, 9000}, 60_000, 4090, 32_768, false},
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
