package wire

// cut is a part of the body that does not go upstream, from the beginning of
// one message to that of a later one.
type cut struct{ from, to int }

// window leaves out of the body what lies before the last pairs of the client's
// own history (TSLP 8.4): whole turns of the user's, each with what answered
// it. What the request leads with and whatever comes from the system stays. A
// request that carries tools is never cut, for a call must keep its results,
// nor one whose history the server keeps, nor a side request.
func (r *requestReader) window(pairs int, turns []int) {
	req := r.req
	if pairs <= 0 || len(turns) <= pairs+1 || req.HasTools || req.Side || req.Previous != "" || req.Thread != "" {
		return
	}
	last := turns[len(turns)-1-pairs]
	kept := req.History[:0:0]
	for i := range req.History {
		m := &req.History[i]
		if i >= last || m.Role == "system" || m.Role == "developer" || i < turns[0] {
			kept = append(kept, *m)
			continue
		}
		from, to := r.messages[i].at, r.messages[i+1].at
		if n := len(req.cuts); n > 0 && req.cuts[n-1].to == from {
			req.cuts[n-1].to = to
		} else {
			req.cuts = append(req.cuts, cut{from, to})
		}
	}
	req.History = kept
}

// outside appends the body between two offsets, without what was cut.
func (r *Request) outside(parts [][]byte, from, to int) [][]byte {
	for _, c := range r.cuts {
		if c.from >= from && c.to <= to {
			parts = append(parts, r.Body[from:c.from])
			from = c.to
		}
	}
	return append(parts, r.Body[from:to])
}
