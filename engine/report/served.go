package report

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"time"

	"holdfast/engine/diag"
)

// servingChecks are those that only the engine which serves can make: it knows its
// model server, watches the files, and runs helpers.
var servingChecks = []string{"upstream", "watcher", "tool_bridge", "second_reader"}

// Beside is the report of a command beside an engine that serves: of what only that
// engine can tell, its report counts.
func (r DoctorReport) Beside(serving DoctorReport) DoctorReport {
	out := r
	out.Checks = slices.Clone(r.Checks)
	results := []diag.Result{}
	for i, c := range out.Checks {
		at := slices.IndexFunc(serving.Checks, func(s DoctorCheck) bool { return s.Name == c.Name })
		if at >= 0 && slices.Contains(servingChecks, c.Name) {
			out.Checks[i] = serving.Checks[at]
		}
		results = append(results, diag.Result(out.Checks[i]))
	}
	out.Status = diag.Overall(results, len(out.ReadFailures))
	return out
}

// AskDoctor asks the engine that serves on listen, HOST:PORT, for GET /doctor.
func AskDoctor(ctx context.Context, listen, token string) (DoctorReport, error) {
	const most = 1 << 20
	var told DoctorReport
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return told, err
	}
	if ip := net.ParseIP(host); host == "" || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, diag.Limit+time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/doctor", nil)
	if err != nil {
		return told, err
	}
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return told, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return told, fmt.Errorf("the running holdfast on %s answers /doctor with %s", listen, resp.Status)
	}
	return told, json.NewDecoder(io.LimitReader(resp.Body, most)).Decode(&told)
}
