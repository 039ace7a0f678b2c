package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"holdfast/engine/config"
)

// effective is what `config --json` prints.
type effective struct {
	Workspace     string           `json:"workspace"`
	Found         string           `json:"found"`
	UserFile      string           `json:"user_file"`
	WorkspaceFile string           `json:"workspace_file"`
	Values        []effectiveValue `json:"values"`
}

type effectiveValue struct {
	Key    string `json:"key"`
	Value  any    `json:"value"`
	Origin string `json:"origin"`
	Doc    string `json:"doc"`
}

func configCommand(p *program) *cobra.Command {
	c := &cobra.Command{
		Use:   "config",
		Short: "Print every setting and where its value comes from",
		Long: `Print every setting and where its value comes from. Later wins: built in, user
file ($XDG_CONFIG_HOME/holdfast/config.toml), workspace file
(.holdfast/config.toml), environment, flags. holdfast help settings explains
each setting, what it takes and its default. In the environment limits.body_mib
is HOLDFAST_LIMITS_BODY_MIB, and so on.`,
		Args: atMost(0),
	}
	asJSON := jsonFlag(c)
	settingFlags(c)
	c.RunE = func(c *cobra.Command, _ []string) error {
		cfg, err := p.load(c)
		if err != nil {
			return err
		}
		e := effectiveOf(p, cfg)
		if *asJSON {
			return printJSON(c.OutOrStdout(), e)
		}
		printConfig(c.OutOrStdout(), e)
		return nil
	}
	return c
}

func effectiveOf(p *program, cfg *config.Config) effective {
	e := effective{
		Workspace:     cfg.Workspace.Root,
		Found:         cfg.Workspace.Found,
		UserFile:      config.UserFile(p.environment()),
		WorkspaceFile: filepath.Join(cfg.Workspace.Folder(), config.FileName),
	}
	for _, v := range cfg.Origins() {
		e.Values = append(e.Values, effectiveValue{v.Key, v.Value, v.Origin.String(), v.Doc})
	}
	return e
}

// printConfig writes lines that could stand in a configuration file.
func printConfig(w io.Writer, e effective) {
	fmt.Fprintf(w, "# workspace %s (%s)\n", clean(e.Workspace), e.Found)
	fmt.Fprintf(w, "# user file %s\n\n", clean(e.UserFile))
	t := &table{}
	for _, v := range e.Values {
		origin := strings.Replace(v.Origin, e.UserFile+":", "user file:", 1)
		origin = strings.Replace(origin, e.WorkspaceFile+":", filepath.Join(config.Folder, config.FileName)+":", 1)
		t.row(v.Key, "= "+tomlText(v.Value), "# "+origin)
	}
	t.print(w)
}

func tomlText(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case []string:
		quoted := make([]string, len(v))
		for i, s := range v {
			quoted[i] = strconv.Quote(s)
		}
		return "[" + strings.Join(quoted, ", ") + "]"
	}
	return fmt.Sprint(v)
}
