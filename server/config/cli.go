package config

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Options are what the parser of the binary takes besides its commands, of which one is Serve: the environment and the
// file that flags also come from.
func Options() []kong.Option {
	return []kong.Option{
		kong.Description("Jadebox: boxes and battles whose results can be checked; one file, one command."),
		kong.DefaultEnvars("JADEBOX"),
		kong.Configuration(file),
		kong.UsageOnError(),
	}
}

// file reads the flags of serve from JSON. An unknown name is an error: a typing mistake must not become a default.
func file(r io.Reader) (kong.Resolver, error) {
	var values map[string]any
	dec := json.NewDecoder(r)
	dec.UseNumber()
	if err := dec.Decode(&values); err != nil {
		return nil, fmt.Errorf("config file: %w", err)
	}
	return &fromFile{values}, nil
}

type fromFile struct{ values map[string]any }

// Validate implements kong.Resolver.
func (f *fromFile) Validate(app *kong.Application) error {
	known := map[string]bool{}
	for _, n := range app.Children {
		if n.Name == "serve" {
			for _, flag := range n.Flags {
				known[flag.Name] = true
			}
		}
	}
	var unknown []string
	for _, name := range slices.Sorted(maps.Keys(f.values)) {
		if !known[name] {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		return fmt.Errorf("config file: unknown flags: %s", strings.Join(unknown, ", "))
	}
	return nil
}

// Resolve implements kong.Resolver. Kong would let a file win over the environment, which a deployment expects the
// other way round.
func (f *fromFile) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return nil, nil
		}
	}
	if n, ok := f.values[flag.Name].(json.Number); ok {
		return n.String(), nil // the form that kong reads without passing through a float
	}
	return f.values[flag.Name], nil
}
