package broken

func whole() int { return 1 }

func cut(a int) {
	if a > 1 {
		whole(
