package prompt

import (
	"testing"
	"time"

	"holdfast/engine/gateway/wire"
)

func TestTheWaitIsExpectedFromWhatWasSeen(t *testing.T) {
	seen := func(seconds ...int) *Rates {
		r := &Rates{}
		for _, s := range seconds {
			r.Learn("m", 40_000, 10_000, wire.Prompt{Processed: 2000, Cached: 8000, Took: time.Duration(s) * time.Second})
		}
		return r
	}
	measured := func(tokens int, seconds ...int) *Rates {
		r := &Rates{}
		for _, s := range seconds {
			r.Measure("m", 40_000, 8000, tokens, time.Duration(s)*time.Second)
		}
		return r
	}
	both := measured(1, 1, 1)
	both.Learn("m", 40_000, 10_000, wire.Prompt{Processed: 2000, Cached: 8000, Took: 8 * time.Second})
	few := &Rates{}
	for range 3 {
		few.Measure("m", 40_000, 800, 10_000, time.Second)
		few.Measure("m", 40_000, 8000, 10_000, time.Millisecond)
	}
	small := &Rates{}
	small.Learn("m", 100, 25, wire.Prompt{Processed: 25, Took: time.Second})
	untimed := &Rates{}
	untimed.Learn("m", 40_000, 10_000, wire.Prompt{Processed: 10_000})
	uncounted := &Rates{}
	uncounted.Learn("m", 40_000, 10_000, wire.Prompt{Took: time.Second})
	for name, c := range map[string]struct {
		rates        *Rates
		bytes, fresh int
		want         Wait
	}{
		"250 tokens a second":           {seen(8), 48_400, 39_200, Wait{39200 * time.Millisecond, 9800, 12_100}},
		"the middle of what was seen":   {seen(8, 400, 8), 48_400, 39_200, Wait{39200 * time.Millisecond, 9800, 12_100}},
		"the latest alone count":        {seen(400, 400, 8, 8, 8, 8, 8, 8, 8, 8), 48_400, 39_200, Wait{39200 * time.Millisecond, 9800, 12_100}},
		"by what was measured":          {measured(10_000, 1, 8, 8), 48_400, 39_200, Wait{39200 * time.Millisecond, 9800, 12_100}},
		"where no token is counted":     {measured(0, 8, 8), 48_400, 39_200, Wait{39200 * time.Millisecond, 0, 0}},
		"measured once":                 {measured(10_000, 8), 48_400, 39_200, Wait{}},
		"what the server says counts":   {both, 48_400, 39_200, Wait{39200 * time.Millisecond, 9800, 12_100}},
		"little was new":                {few, 48_400, 39_200, Wait{}},
		"nothing was seen":              {&Rates{}, 48_400, 39_200, Wait{}},
		"a moment":                      {seen(8), 48_400, 900, Wait{}},
		"nothing is new":                {seen(8), 48_400, 0, Wait{}},
		"small prompts tell nothing":    {small, 48_400, 39_200, Wait{}},
		"the server tells no time":      {untimed, 48_400, 39_200, Wait{}},
		"it tells not what it has read": {uncounted, 48_400, 39_200, Wait{}},
	} {
		if got := c.rates.Expect("m", c.bytes, c.fresh); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
		if got := c.rates.Expect("other", c.bytes, c.fresh); got != (Wait{}) {
			t.Errorf("%s: of another model %+v", name, got)
		}
	}
}

// What the server wrote itself it need not process.
func TestWhatIsNewToTheServer(t *testing.T) {
	const first, second = `{"role":"system","content":"be brief"},{"role":"user","content":"one"}`, `,{"role":"assistant","content":"a long reply"},{"role":"user","content":"two"}`
	before, now := shapeOf(t, `{"messages":[`+first+`]}`), shapeOf(t, `{"messages":[`+first+second+`]}`)
	moved := shapeOf(t, `{"messages":[`+first+second+`]}`, "put.")
	for name, c := range map[string]struct {
		shape, before *Shape
		lost          bool
		want          int
	}{
		"it goes on":                   {now, before, false, len("user") + len("two")},
		"the same again":               {now, now, false, 0},
		"the slot is lost":             {now, before, true, now.Bytes()},
		"a conversation begins":        {now, nil, false, now.Bytes()},
		"what was put in is not there": {now, moved, false, now.Bytes() - moved.EndOf(now).Same},
	} {
		if got := c.shape.Fresh(c.before, c.shape.EndOf(c.before), c.lost); got != c.want {
			t.Errorf("%s: %d bytes, want %d", name, got, c.want)
		}
	}
}
