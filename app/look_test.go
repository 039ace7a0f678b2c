package app

import "testing"

func TestADetailOfNothingSaysWhereThereIsSomething(t *testing.T) {
	d := drive(t, story()).Size(100, 30).Press("3").Sees("Nothing is selected: Stale is empty.", "There are rows in", "Pending (2)", "Activity (5).")
	d.Press("1", "/").Type("no such").Press("enter").Sees("no row of State Map passes the")
	d.Press("esc").SeesNo("Nothing is selected")
}
