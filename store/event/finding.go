package event

// Finding is one difference between what the database holds and what it must.
type Finding struct {
	// Check is the stage that found it: file, schema, vault, ledger, evidence,
	// replay, map or canon.
	Check string
	// Where names the row or thing that differs.
	Where string
	// Detail says in words what is and what should be.
	Detail string
}

// EvidenceCheck finds contents that the Ledger names and the Vault no longer holds.
// Nothing that is recorded can bring them back.
const EvidenceCheck = "evidence"

func (f Finding) String() string { return f.Check + ": " + f.Where + ": " + f.Detail }
