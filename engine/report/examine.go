package report

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"holdfast/engine/diag"
	"holdfast/engine/stale"
)

// Doctor makes the checks of a patient while the disk is compared with the State Map,
// of which divergences lists what comes of it. Its error is that of ctx.
func Doctor(ctx context.Context, patient diag.Patient, divergences func(context.Context) ([]stale.Divergence, error)) (DoctorReport, error) {
	var list []stale.Divergence
	var unknown error
	var comparing sync.WaitGroup
	comparing.Go(func() {
		ctx, cancel := context.WithTimeout(ctx, diag.Limit)
		defer cancel()
		list, unknown = divergences(ctx)
	})
	var size *DatabaseSize
	comparing.Go(func() { size = sizeOf(ctx, patient.Database) })
	results := diag.Examine(ctx, diag.Limit, patient.Checks())
	comparing.Wait()
	if err := ctx.Err(); err != nil {
		return DoctorReport{}, err
	}
	told := DoctorReport{ReadFailures: readFailures(list), Size: size}
	if unknown != nil {
		told.ReadFailures = append(told.ReadFailures, ReadFailure{Path: ".", Detail: "the State Map could not be compared with the disk: " + unknown.Error()})
	}
	for _, d := range list {
		if d.Reason.Stale() {
			told.Stale++
		}
	}
	for _, r := range results {
		told.Checks = append(told.Checks, DoctorCheck(r))
	}
	told.Status = diag.Overall(results, len(told.ReadFailures))
	return told, nil
}

// readFailures are the files of unreadable entities, each once, by path
// (TSLP 15.7).
func readFailures(list []stale.Divergence) []ReadFailure {
	failures := []ReadFailure{} // never null in JSON
	for _, d := range list {
		if d.Reason == stale.Unreadable {
			failures = append(failures, ReadFailure{Path: d.Path, Detail: d.Detail})
		}
	}
	slices.SortFunc(failures, func(a, b ReadFailure) int { return cmp.Compare(a.Path, b.Path) })
	return slices.CompactFunc(failures, func(a, b ReadFailure) bool { return a.Path == b.Path })
}
