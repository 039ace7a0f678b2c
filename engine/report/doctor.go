package report

// DoctorCheck is one check of GET /doctor (TSLP 14.3). Status is ok, warn or
// fail.
type DoctorCheck struct {
	Name   string `json:"name"`
	Status string `json:"status"`
	Detail string `json:"detail"`
}

// ReadFailure is a tracked file that cannot be read or verified.
type ReadFailure struct {
	Path   string `json:"path"`
	Detail string `json:"detail"`
}

// DoctorReport is GET /doctor: it reports and never fixes. Status is ok,
// degraded or failing.
type DoctorReport struct {
	Status       string        `json:"status"`
	Stale        int           `json:"stale_entities"`
	ReadFailures []ReadFailure `json:"read_failures"`
	Checks       []DoctorCheck `json:"checks"`
	// Size is what the database takes, nil where that cannot be told.
	Size *DatabaseSize `json:"size,omitempty"`
	// Prompts is what became of the session's latest prompts, nil where that is not
	// known.
	Prompts *PromptSum `json:"prompts,omitempty"`
}
