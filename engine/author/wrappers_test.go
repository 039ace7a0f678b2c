package author_test

import (
	"testing"

	"holdfast/engine/author"
)

func TestEveryKnownHeadIsLookedFor(t *testing.T) {
	for _, head := range author.WrapperHeads {
		text := "fix A\n" + head + " and so on\nand on"
		if own, _ := author.Words(text, []string{text}); own != "fix A" {
			t.Errorf("%q stays: %q", head, own)
		}
	}
}

func TestWhatAnElementOfTheUsersHoldsIsTheirs_Product13(t *testing.T) {
	for _, name := range []string{
		"userRequest", "user_request", "user-request", "USER_REQUEST", "UserRequest", "user_query", "userQuery", "user_message", "user_prompt", "user-input",
		"user_question", "human_message", "user_task", "user_answer", "task", "feedback", "answer", "question", "prompt",
	} {
		for _, text := range []string{
			"<" + name + ">\nfix A\n</" + name + ">",
			"<" + name + ">fix A</" + name + ">",
			"<context>\nnow is unknown\n</context>\n<" + name + ">\nfix A\n</" + name + ">\n<reminder_of_rules>\nbe brief\n</reminder_of_rules>",
		} {
			if own, genuine := author.Words(text, []string{text}); own != "fix A" || !genuine {
				t.Errorf("of %q the user's is %q, genuine %v", text, own, genuine)
			}
		}
	}
	for _, name := range []string{"user_instructions", "user-prompt-submit-hook", "user_shell_command", "user_memory_input", "user", "userland", "human", "username"} {
		text := "fix A\n<" + name + ">\nnothing of theirs\n</" + name + ">"
		if own, _ := author.Words(text, []string{text}); own != "fix A" {
			t.Errorf("<%s> stays: %q", name, own)
		}
	}
}
