package config

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// LoadOptions are the sources that Load reads; the zero value is the world as
// the process finds it.
type LoadOptions struct {
	// Workspace is the folder given with --workspace; empty discovers it.
	Workspace string
	// Flags are the values of flags that were given, by key name.
	Flags map[string]string
	// Env is the environment as "NAME=value"; nil is the process's own. HOME
	// and XDG_CONFIG_HOME are looked up in it too.
	Env []string
	// Current is the folder to start from; empty is the process's own.
	Current string
}

// Load finds the workspace and reads every layer. A fault in any of them is an
// *Error that names its place; a workspace that cannot be used is another.
func Load(o LoadOptions) (*Config, error) {
	if o.Env == nil {
		o.Env = os.Environ()
	}
	if o.Current == "" {
		current, err := os.Getwd()
		if err != nil {
			return nil, fmt.Errorf("the current folder cannot be read (%w); name the workspace with --workspace", cause(err))
		}
		o.Current = current
	}
	workspace, err := Discover(o.Workspace, o.Current)
	if err != nil {
		return nil, err
	}
	settings, err := gather(o, workspace)
	if err != nil {
		return nil, err
	}
	c := defaults()
	c.Workspace = workspace
	for _, s := range settings {
		if err := c.apply(s); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// gather lists the settings of all layers, the weakest first.
func gather(o LoadOptions, w Workspace) ([]setting, error) {
	var all []setting
	files := []string{filepath.Join(w.Folder(), FileName)}
	if user := UserFile(o.Env); user != "" {
		files = slices.Insert(files, 0, user)
	}
	for _, path := range files {
		settings, err := readFile(path)
		if err != nil {
			return nil, err
		}
		if err := w.maySet(path, settings); err != nil {
			return nil, err
		}
		all = append(all, settings...)
	}
	fromEnv, err := readEnv(o.Env)
	if err != nil {
		return nil, err
	}
	fromFlags, err := readFlags(o.Flags)
	return slices.Concat(all, fromEnv, fromFlags), err
}

// maySet refuses what only the user's own file, the environment and flags may
// set where it stands in the workspace's file.
func (w Workspace) maySet(path string, settings []setting) error {
	if path != filepath.Join(w.Folder(), FileName) {
		return nil
	}
	for _, s := range settings {
		if s.key.own {
			return &Error{Origin: s.origin, Key: s.key.name, Problem: "a workspace cannot set this, for a folder from elsewhere would run commands here; set it in your own configuration file, or as " + s.key.env()}
		}
	}
	return nil
}

// UserFile is the path of the user's configuration file, which may not exist;
// empty where the environment names no home.
func UserFile(env []string) string {
	base := lookUpEnv(env, "XDG_CONFIG_HOME")
	if !filepath.IsAbs(base) { // the XDG specification ignores relative paths
		home := lookUpEnv(env, "HOME")
		if home == "" {
			home = lookUpEnv(env, "USERPROFILE")
		}
		if home == "" {
			return ""
		}
		base = filepath.Join(home, ".config")
	}
	return filepath.Join(base, "holdfast", FileName)
}

// lookUpEnv is the last value of a variable, as the C library has it.
func lookUpEnv(env []string, name string) string {
	for _, entry := range slices.Backward(env) {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value
		}
	}
	return ""
}

// readEnv yields the settings of HOLDFAST_* variables; an empty one sets nothing.
func readEnv(env []string) ([]setting, error) {
	var settings []setting
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		if !strings.HasPrefix(name, envPrefix) || value == "" {
			continue
		}
		k, known := find(func(k key) bool { return k.env() == name })
		if !known {
			problem := unknown("setting", strings.TrimPrefix(name, envPrefix), key.env)
			return nil, &Error{Origin: Origin{Env: name}, Problem: problem}
		}
		settings = append(settings, setting{k, worded(value), Origin{Env: name}})
	}
	return settings, nil
}

// readFlags yields the settings of flags in the order of keys.
func readFlags(flags map[string]string) ([]setting, error) {
	var settings []setting
	for _, k := range keys {
		if value, given := flags[k.name]; given {
			settings = append(settings, setting{k, worded(value), Origin{Flag: k.name}})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		if _, known := named(name); !known {
			return nil, &Error{Origin: Origin{Flag: name}, Problem: unknown("setting", name, key.inFile)}
		}
	}
	return settings, nil
}

// worded is a value that came as text, without a type of its own.
type worded string

func defaults() *Config {
	c := &Config{}
	for _, k := range keys {
		c.store(k, k.initial)
		c.values = append(c.values, Value{Key: k.name, Value: k.initial, Doc: k.doc})
	}
	return c
}

// apply checks a setting and puts it in force.
func (c *Config) apply(s setting) error {
	value, ok := s.check()
	if !ok {
		return &Error{Origin: s.origin, Key: s.key.name, Problem: s.refusal()}
	}
	c.store(s.key, value)
	i := slices.IndexFunc(c.values, func(v Value) bool { return v.Key == s.key.name })
	c.values[i].Value, c.values[i].Origin = value, s.origin
	if s.key.secret && value != "" {
		c.values[i].Value = "(set)"
	}
	return nil
}

func (s setting) check() (any, bool) {
	if text, ok := s.value.(worded); ok {
		return s.key.kind.worded(string(text))
	}
	return s.key.kind.typed(s.value)
}

// refusal says what was given and what would be right.
func (s setting) refusal() string {
	give := "give " + s.key.kind.allowed()
	if s.key.secret {
		return "the value is not allowed; " + give
	}
	given := fmt.Sprint(s.value)
	if text, ok := s.value.(worded); ok {
		given = string(text)
	}
	if runes := []rune(given); len(runes) > 60 {
		given = string(runes[:59]) + "…"
	}
	switch s.value.(type) {
	case string, worded:
		given = strconv.Quote(given)
	}
	return given + " is not allowed; " + give
}

// store puts a checked value into its field.
func (c *Config) store(k key, value any) {
	switch field := k.field(c).(type) {
	case *string:
		*field = value.(string)
	case *bool:
		*field = value.(bool)
	case *int:
		*field = value.(int)
	case *float64:
		*field = value.(float64)
	case *[]string:
		*field = value.([]string)
	}
}
