package cli

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// attended reports whether somebody can be asked.
func (p *program) attended() bool {
	if p.someone != nil {
		return p.someone()
	}
	return isTerminal(p.Stdin)
}

// asks puts a question to the operator; where there is no terminal the answer
// is no.
func (p *program) asks(c *cobra.Command, question string) bool {
	if !p.attended() {
		return false
	}
	fmt.Fprint(c.ErrOrStderr(), question+" [y/N] ")
	answer, _ := bufio.NewReader(c.InOrStdin()).ReadString('\n') // no answer is no
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return true
	}
	return false
}
