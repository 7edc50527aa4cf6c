// Package verify is `jadebox verify`: it checks one proof bundle from a file, a
// web address, a site and an id, or standard input and prints every check.
// Everything after reading the bundle, and what its site says of its keys for
// --memory, happens offline and in package fairness; this package only reads and
// prints.
package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"jadebox/fairness"
	"jadebox/fairness/drand"
	"jadebox/tools/command"
	"jadebox/tools/operator"
	"jadebox/tools/source"
)

const (
	bundleMax    = 1 << 20
	fetchTimeout = 30 * time.Second
)

// Command is `jadebox verify`. It checks a proof bundle: commitment, beacon, seeds, numbers, odds, items, the battle's
// outcome and the public log, and says what may be believed of it.
type Command struct {
	JSON   bool   `help:"Print verdict and report as JSON."`
	Trust  string `placeholder:"FILE" help:"What you trust: a site's jadebox-trust.json as you got it elsewhere, or a policy (\"log KEY\")."`
	Memory string `placeholder:"FILE" help:"Where the log's key, and of a site's own chain the anchors, are kept from the first sound proof on, to tell a change; one file for each site."`
	Site   string `placeholder:"URL" help:"Site that is asked for a result by its id alone."`
	Bundle string `arg:"" help:"File, address, - for standard input, or with --site the id of a result (17-0, battle-42)."`
}

// Help tells what it ends with.
func (*Command) Help() string {
	return `It ends with
  0 verified: every step holds, under a pinned key, with a source that is not the house's, seen by witnesses;
  1 refused: a check failed;
  2 could not be checked: not found, not readable, or a mistake in the command;
  3 the arithmetic holds, and what is missing stands below the verdict;
  4 not in the public log yet;
  5 sound, but not what was asked for or what --memory saw before.`
}

// Run carries it out.
func (c *Command) Run(ctx context.Context, s *operator.Session) error {
	name, err := c.where()
	var f finding
	if err == nil {
		f, err = weigh(ctx, name, s.In, c.Trust, c.Memory)
	}
	if err == nil && c.Memory != "" {
		err = f.remember(c.Memory, s.Now())
	}
	if err == nil && c.JSON {
		err = json.NewEncoder(s.Out).Encode(struct {
			fairness.Verdict
			fairness.Report
		}{f.verdict, f.report})
	} else if err == nil {
		err = newPage(s.Out).print(f)
	}
	if err != nil {
		return fmt.Errorf("could not be checked: %w", err) // and the program ends with fairness.ExitUnreadable
	}
	return command.Code(f.verdict.State.Exit())
}

// resultID is what a site is asked for: an operation with a place in it, or a kind of room with a number.
var resultID = regexp.MustCompile(`^([0-9]+-[0-9]+|[a-z]+-[0-9]+(-[0-9]+)?)$`)

// where is what the argument names: with --site the address of a result, which an id alone cannot be.
func (c *Command) where() (string, error) {
	switch {
	case c.Site == "":
		return c.Bundle, nil
	case !resultID.MatchString(c.Bundle):
		return "", fmt.Errorf("%q is no id of a result: with --site it is one as the site shows it (17-0, battle-42)",
			c.Bundle)
	}
	site, err := url.Parse(c.Site)
	if err != nil || !source.IsURL(c.Site) || site.Host == "" {
		return "", fmt.Errorf("--site %q is no web address", c.Site)
	}
	site.RawQuery, site.Fragment = "", ""
	return site.JoinPath("/api/fair/result", c.Bundle).String(), nil
}

// finding is a bundle with all that is said of it.
type finding struct {
	asked   string // the operation that the address names, "" for anything else
	bundle  *fairness.Bundle
	report  fairness.Report
	verdict fairness.Verdict
	memory  fairness.Memory
	site    fairness.TrustDocument // what the bundle's site says of itself, for memory alone
}

func weigh(ctx context.Context, name string, stdin io.Reader, trustFile, memoryFile string) (f finding, err error) {
	data, err := read(ctx, name, stdin)
	if err != nil {
		return f, err
	}
	if f.bundle, err = fairness.ParseBundle(unwrap(data)); err != nil {
		return f, err
	}
	trust, err := trusted(trustFile, f.bundle)
	if err != nil {
		return f, err
	}
	if f.memory, err = recall(memoryFile); err != nil {
		return f, err
	}
	wanted, err := f.wanted(name)
	if err != nil {
		return f, err
	}
	if memoryFile != "" && f.bundle.Beacon.Source == fairness.BeaconLocal && source.IsURL(name) {
		f.site = saidBy(ctx, name)
	}
	f.report = fairness.VerifyWith(f.bundle, trust)
	f.verdict = fairness.Judge(f.bundle, f.report, trust, f.memory, wanted)
	return f, nil
}

// trusted is what the file pins, or without one the build.
func trusted(file string, b *fairness.Bundle) (trust fairness.Trust, err error) {
	if file != "" {
		data, err := os.ReadFile(file)
		if err != nil {
			return trust, err
		}
		document, err := fairness.ParseTrust(data)
		if err != nil {
			return trust, fmt.Errorf("%s: %w", file, err)
		}
		trust = document.Trust()
	} else {
		pins, err := fairness.Pins()
		if err != nil {
			return trust, err
		}
		if pin, found := fairness.PinFor(pins, b); found {
			trust = pin.Trust()
		}
	}
	quicknet, err := drand.NewQuicknet(drand.QuicknetKey)
	if err != nil {
		return trust, err
	}
	trust.Drand = quicknet.Check
	return trust, nil
}

// recall reads what an earlier run kept; nothing before the first one.
func recall(file string) (m fairness.Memory, err error) {
	if file == "" {
		return m, nil
	}
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err == nil && m.LogKey == "" {
		err = errors.New("names no log")
	}
	if err != nil {
		err = fmt.Errorf("memory %s: %w", file, err)
	}
	return m, err
}

// saidBy is the trust document of the site that an address belongs to, empty where it shows none.
func saidBy(ctx context.Context, address string) (d fairness.TrustDocument) {
	at, err := url.Parse(address)
	if err != nil {
		return d
	}
	said := url.URL{Scheme: at.Scheme, Host: at.Host, Path: "/.well-known/jadebox-trust.json"}
	data, err := read(ctx, said.String(), nil)
	if err == nil {
		d, err = fairness.ParseTrust(data)
	}
	if err != nil {
		return fairness.TrustDocument{}
	}
	return d
}

// remember keeps the log's key of the first proof that holds, and with it the anchors that the site names under this
// key, later those of chains that begin behind all known ones. They are taken only beside one to which this proof
// leads: proofs of a site without its chain add nothing. What is kept is never replaced: that is
// for its owner to do.
func (f finding) remember(file string, now time.Time) error {
	if f.bundle.Log == nil || !f.report.OK || len(f.verdict.Differs) > 0 {
		return nil
	}
	m, first := f.memory, f.memory.LogKey == ""
	if first {
		m = fairness.Memory{LogKey: f.bundle.Log.PublicKey, Anchors: []fairness.Anchor{}, SinceMS: now.UnixMilli()}
	}
	known := len(m.Anchors)
	if f.site.LogKey() == m.LogKey && f.leads() {
		behind := uint64(0)
		for _, a := range m.Anchors {
			behind = max(behind, a.Round+a.Rounds)
		}
		m.Anchors = slices.Clone(m.Anchors)
		for _, a := range f.site.Beacon.Anchors {
			if a.Round >= behind && !slices.ContainsFunc(m.Anchors, a.Overlaps) {
				m.Anchors = append(m.Anchors, a)
			}
		}
	}
	if !first && len(m.Anchors) == known {
		return nil
	}
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o600)
}

// leads reports whether the proof's beacon leads to the anchor that its site names for the round.
func (f finding) leads() bool {
	anchors, b := f.site.Beacon.Anchors, f.bundle.Beacon
	i := slices.IndexFunc(anchors, func(a fairness.Anchor) bool { return a.Covers(b.Round) })
	return i >= 0 && fairness.CheckLocalBeaconFrom(b, anchors[i].Round, anchors[i].Link) == nil
}

func read(ctx context.Context, name string, stdin io.Reader) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, fetchTimeout)
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
	if err := json.Unmarshal(data, &envelope); err == nil && envelope.Code != nil && envelope.Format == nil &&
		len(envelope.Data) > 0 {
		return envelope.Data
	}
	return data
}

// wanted is the result that the address names: a sound bundle for another opening proves nothing to the player who
// asked. The address may also name a draw of an operation ("17-0"), which stands in no proof: then the answer has the
// scope of a player's draws or it is another thing, and the line that names scope and nonce is for the player to
// compare.
func (f *finding) wanted(name string) (string, error) {
	if !source.IsURL(name) {
		return "", nil
	}
	at, err := url.Parse(name)
	if err != nil {
		return "", fmt.Errorf("address: %w", err)
	}
	id := resultOf(path.Base(at.Path))
	if !operation.MatchString(id) {
		return id, nil
	}
	f.asked = id
	if !strings.HasPrefix(f.bundle.Scope, "solo:") {
		return id, nil
	}
	return "", nil
}

// resultOf is the result id of a bundle that an address asks for; one of several in a room ("luckycard-7-17") has its
// place behind it.
func resultOf(id string) string {
	kind, rest, _ := strings.Cut(id, "-")
	scope, known := fairness.RoomScope(kind)
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
