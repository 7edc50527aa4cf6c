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

// CLI is the command line. Sub-commands that are tools take the rest of the line themselves.
type CLI struct {
	Config kong.ConfigFlag `placeholder:"FILE" help:"JSON file of settings: {\"listen\": \"127.0.0.1:8080\", …}."`

	Serve       Serve    `cmd:"" help:"Run the server."`
	Verify      Passed   `cmd:"" passthrough:"" help:"Check a proof bundle: a file, an address or - for standard input."`
	Audit       Passed   `cmd:"" passthrough:"" help:"Check the invariants of a ledger; exits 1 on a violation."`
	Loadsim     Passed   `cmd:"" passthrough:"" help:"Let bots play on a server and report."`
	Rain        Passed   `cmd:"" passthrough:"" help:"Plan red-packet rains: rain --data DIR start, or daily 20:00."`
	Props       Passed   `cmd:"" passthrough:"" help:"Give items beside all play: props --data DIR give NAME ITEM."`
	Grant       Passed   `cmd:"" passthrough:"" help:"Give an account a role: grant --data DIR streamer NAME."`
	Withdrawals Passed   `cmd:"" passthrough:"" help:"Review withdrawals of R$: withdrawals --data DIR list, approve ID, pay ID NOTE, fail ID NOTE."`
	Maintenance Passed   `cmd:"" passthrough:"" help:"Close the site and open it again: maintenance --data DIR --for 30m on, off, show."`
	Sectest     Passed   `cmd:"" passthrough:"" help:"Attack a demo server as its enemies would: sectest, or sectest --url URL."`
	Retrievals  Passed   `cmd:"" passthrough:"" help:"Review retrievals of items: retrievals --data DIR list, approve ID, reject ID NOTE, ship ID NOTE, release ITEM."`
	Mall        Passed   `cmd:"" passthrough:"" help:"Set what the mall sells: mall --data DIR markup 3, price ITEM GEMS, hide ITEM."`
	Notice      Passed   `cmd:"" passthrough:"" help:"Put notices up and take them down: notice --data DIR add FILE, list, end ID."`
	Recharge    Passed   `cmd:"" passthrough:"" help:"What gems cost: recharge --data DIR show, set FILE, or standard."`
	Terms       Passed   `cmd:"" passthrough:"" help:"Terms of the house: terms --data DIR show, upgrade 8 2, or awards 50,30,20."`
	Statistics  Passed   `cmd:"" passthrough:"" help:"The auditor's statistics over the public results."`
	HashWorker  struct{} `cmd:"" hidden:"" help:"Compute password hashes for the server that started this."`
	Version     struct{} `cmd:"" help:"Print the version."`
}

// HashWorkerCommand is the sub-command of CLI.HashWorker.
const HashWorkerCommand = "hash-worker"

// Passed is a sub-command that reads its own arguments.
type Passed struct {
	Args []string `arg:"" optional:"" passthrough:""`
}

// Parser builds the parser of cli. Output and exit are the caller's, so that tests can look.
func Parser(cli *CLI, stdout, stderr io.Writer, exit func(int)) (*kong.Kong, error) {
	return kong.New(cli,
		kong.Name("jadebox"),
		kong.Description("Jadebox: provably fair boxes and battles, one file, one command."),
		kong.DefaultEnvars("JADEBOX"),
		kong.Configuration(file),
		kong.UsageOnError(),
		kong.Writers(stdout, stderr),
		kong.Exit(exit),
	)
}

// file reads the settings of serve from JSON. An unknown name is an error: a typing mistake must not become a default.
func file(r io.Reader) (kong.Resolver, error) {
	var values map[string]any
	dec := json.NewDecoder(r)
	dec.UseNumber()
	if err := dec.Decode(&values); err != nil {
		return nil, fmt.Errorf("config file: %w", err)
	}
	return &settings{values}, nil
}

type settings struct{ values map[string]any }

// Validate implements kong.Resolver.
func (s *settings) Validate(app *kong.Application) error {
	known := map[string]bool{}
	for _, n := range app.Children {
		if n.Name == "serve" {
			for _, f := range n.Flags {
				known[f.Name] = true
			}
		}
	}
	var unknown []string
	for _, name := range slices.Sorted(maps.Keys(s.values)) {
		if !known[name] {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		return fmt.Errorf("config file: unknown settings: %s", strings.Join(unknown, ", "))
	}
	return nil
}

// Resolve implements kong.Resolver. Kong would let a file win over the environment, which a deployment expects the other
// way round.
func (s *settings) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return nil, nil
		}
	}
	if n, ok := s.values[flag.Name].(json.Number); ok {
		return n.String(), nil // the form that kong reads without passing through a float
	}
	return s.values[flag.Name], nil
}
