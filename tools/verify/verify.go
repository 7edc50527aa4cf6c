// Package verify is `jadebox verify`: it checks one proof bundle from a file, a
// web address or standard input and prints every check. Everything after reading
// the bundle happens offline and in package fairness; this package only reads
// and prints.
package verify

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"jadebox/fairness"
	"jadebox/fairness/drand"
	"jadebox/tools/source"
)

// Exit codes.
const (
	exitVerified = 0
	exitRefused  = 1
	exitUsage    = 2 // also: the bundle could not be read
)

const (
	bundleMax    = 1 << 20
	fetchTimeout = 30 * time.Second
)

const usage = `usage: jadebox verify [--json] [--log-key KEY] [--anchor HEX] <file | URL | ->

Checks a proof bundle: commitment, beacon, seeds, numbers, odds, items, the
battle's outcome and the public log. Exits 0 when no check failed, 1 when one
did, 2 when the bundle could not be read.

`

// Main runs the command and returns its exit code.
func Main(args []string, stdout, stderr io.Writer) int {
	return run(args, os.Stdin, stdout, stderr)
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("verify", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		io.WriteString(stderr, usage)
		flags.PrintDefaults()
	}
	asJSON := flags.Bool("json", false, "print the report as JSON")
	var trust fairness.Trust
	flags.StringVar(&trust.LogKey, "log-key", "", "the log's public key as you know it; without it the bundle's own is used")
	flags.Func("anchor", "the published anchor of the beacon's local chain, 64 hex characters, and @ROUND unless it is the first chain's;\nwithout it the bundle's own is used", func(s string) (err error) {
		var round string
		if trust.Anchor, round, _ = strings.Cut(s, "@"); round != "" {
			trust.AnchorRound, err = strconv.ParseUint(round, 10, 64)
		}
		return err
	})
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitVerified
	case err != nil:
		return exitUsage
	case flags.NArg() != 1:
		flags.Usage()
		return exitUsage
	}
	quicknet, err := drand.NewQuicknet(drand.QuicknetKey)
	if err != nil {
		fmt.Fprintln(stderr, "verify:", err)
		return exitUsage
	}
	trust.Drand = quicknet.Check

	name := flags.Arg(0)
	data, err := read(name, stdin)
	if err != nil {
		fmt.Fprintln(stderr, "verify:", err)
		return exitUsage
	}
	bundle, err := fairness.ParseBundle(unwrap(data))
	if err == nil {
		err = asked(name, bundle)
	}
	if err != nil {
		fmt.Fprintln(stderr, "verify: refused:", err)
		return exitRefused
	}
	report := fairness.VerifyWith(bundle, trust)
	if *asJSON {
		err = json.NewEncoder(stdout).Encode(report)
	} else {
		err = newPage(stdout).print(bundle, report, trust)
	}
	if err != nil {
		fmt.Fprintln(stderr, "verify:", err)
		return exitUsage
	}
	if !report.OK {
		return exitRefused
	}
	return exitVerified
}

func read(name string, stdin io.Reader) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), fetchTimeout)
	defer cancel()
	body, err := source.Open(ctx, name, stdin)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	return io.ReadAll(io.LimitReader(body, bundleMax+1))
}

// unwrap takes the bundle out of the HTTP envelope, if it stands in one.
func unwrap(data []byte) []byte {
	var envelope struct {
		Code   *int            `json:"code"`
		Format *string         `json:"format"`
		Data   json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(data, &envelope); err == nil && envelope.Code != nil && envelope.Format == nil && len(envelope.Data) > 0 {
		return envelope.Data
	}
	return data
}

// asked refuses the proof of another result than the address named: a sound
// bundle for the wrong opening proves nothing to the player who asked. The
// address may also name an opening by its operation ("2199023255607-0"), which
// stands in no proof: then the line that names scope and nonce is for the
// player to compare.
func asked(name string, bundle *fairness.Bundle) error {
	if !source.IsURL(name) {
		return nil
	}
	at, err := url.Parse(name)
	if err != nil {
		return fmt.Errorf("address: %w", err)
	}
	id := resultOf(path.Base(at.Path))
	if id != bundle.ResultID && !operation.MatchString(id) {
		return fmt.Errorf("asked for result %q, got the proof of %q", id, bundle.ResultID)
	}
	return nil
}

// scopes of rooms by what begins the id of their results in an address; one of several in a room ("luckycard-7-17") has its
// place behind it.
var scopes = map[string]string{"battle": "battle:", "roll": "roll:r", "rain": "rain:", "luckycard": "luckycard:", "wish": "wish:"}

// resultOf is the result id of a bundle that an address asks for.
func resultOf(id string) string {
	kind, rest, _ := strings.Cut(id, "-")
	scope, known := scopes[kind]
	if !known {
		return id
	}
	room, place, one := strings.Cut(rest, "-")
	if one {
		place = ":n" + place
	}
	return scope + room + place
}

var operation = regexp.MustCompile(`^[0-9]+-[0-9]+$`)
