package read

import "testing"

func TestAnOrderThatIsCalledBackOpensNothing(t *testing.T) {
	tellsApart(t, "task_opened", func(says string) []string { return []string{aim, "A: There are 17 labels nobody uses.", "U: " + says} }, []string{
		"Print the labels for the jars. No rush.", "Please write a list of the jars. Stop by any time.", "Write a list of the jars. No list of lids.",
	}, []string{
		"Print the labels for the jars. No, stop.", "Let us write the whole cookbook in Latin. No.", "Delete the labels. Stop, no, keep them.", "Colin asks why the jar needs a label.",
	})
}
