package loadsim

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Options of a run.
type Options struct {
	URL      string
	Bots     int
	Duration time.Duration // of the measured part
	Ramp     time.Duration // the shortest time in which the bots arrive
	Seed     uint64        // bots with the same seed have the same names and make the same choices
	Scenario string        // one of scenarios
	Rooms    Rooms         // of the scenario rooms, which deals its own number of bots
	Alone    time.Duration // of the scenario rooms: one room at a time first, to compare with
	Warm     time.Duration // of the scenario rooms: time over which the first rooms open, before measuring
	Think    time.Duration // mean pause of a player between two operations
	Feed     float64       // share of the bots that watch the ticker
	Patience time.Duration // how long one operation is repeated before it is given up
	Drain    time.Duration // how long running battles may take to end afterwards
	Slack    time.Duration // how long after its time a room may end before it counts as stuck
	Credit   time.Duration // how long the result of a battle may take to reach a player's wallet

	Out         string // directory for report.txt, report.json, report.html
	Journal     string // file for intents and acknowledgements
	DataDir     string // of the server: the house works in its database, which is audited at the end
	DatabaseURL string // the same for a server with a database of its own
	Unaudited   bool   // ask no auditor: the caller does
	Own         bool   // the host may be another than this machine

	Progress io.Writer         // live lines; nil is silent
	OnPhase  func(phase Phase) // hears when a part of the run begins; may be nil
}

// Rooms are how many rooms of each kind are played at once.
type Rooms struct{ Battles, Rolls, Luckycards, Wishes int }

// Phase is a part of a run, in this order.
type Phase string

const (
	PhaseRamp  Phase = "ramp"  // bots register
	PhaseAlone Phase = "alone" // one room at a time, in the scenario rooms
	PhaseWarm  Phase = "warm"  // rooms open one by one, in the scenario rooms
	PhasePlay  Phase = "play"  // what is measured
	PhaseDrain Phase = "drain" // what was begun ends, balances are compared
	PhaseAudit Phase = "audit"
)

// Verify holds a server to an earlier journal instead of loading it.
type Verify struct {
	Journal string
	Workers int
}

// Errors of options.
var (
	ErrForeign  = errors.New("loadsim: refuses to load a host that is not this machine; --i-own-this-server says that it is yours")
	ErrOptions  = errors.New("loadsim: options")
	ErrScenario = fmt.Errorf("%w: unknown scenario", ErrOptions)
)

// Limits of one run: a load test is no way to take a server down by a slip of the keyboard.
const (
	botsMax     = 20_000
	durationMax = 6 * time.Hour
)

var scenarios = []string{"mixed", "open", "battle", "spectate", "rain", "upgrade", "roll", "luckycard", "wish", "rooms"}

// needsHouse are the scenarios in which the house must do something: give the streamer role, open rooms.
var needsHouse = []string{"roll", "wish", "rooms"}

// parse reads the command line; usage goes to stderr.
func parse(args []string, stderr io.Writer) (o Options, v Verify, err error) {
	f := flag.NewFlagSet("loadsim", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.StringVar(&o.URL, "url", "http://127.0.0.1:8080", "server to load")
	f.IntVar(&o.Bots, "bots", 100, "players and spectators")
	f.DurationVar(&o.Duration, "duration", 30*time.Second, "measured time, after the ramp")
	f.DurationVar(&o.Ramp, "ramp", 2*time.Second, "shortest time in which the bots arrive; registering costs the server about 50 ms of a core each")
	f.Uint64Var(&o.Seed, "seed", 1, "the same seed names the same bots and repeats their choices")
	f.StringVar(&o.Scenario, "scenario", "mixed", strings.Join(scenarios, ", "))
	f.IntVar(&o.Rooms.Battles, "battles", 500, "scenario rooms: battles at once")
	f.IntVar(&o.Rooms.Rolls, "rolls", 50, "scenario rooms: roll rooms at once")
	f.IntVar(&o.Rooms.Luckycards, "luckycards", 20, "scenario rooms: lucky-card rooms at once")
	f.IntVar(&o.Rooms.Wishes, "wishes", 20, "scenario rooms: wish rooms at once")
	f.DurationVar(&o.Alone, "alone", 20*time.Second, "scenario rooms: time with one room at a time before, to compare with")
	f.DurationVar(&o.Warm, "warm", 20*time.Second, "scenario rooms: time over which the first rooms open, before measuring")
	f.DurationVar(&o.Think, "think", -1, "mean pause of a player between operations (default: 300ms, none in the scenario open)")
	f.Float64Var(&o.Feed, "feed", 0.25, "share of the bots that watch the ticker")
	f.DurationVar(&o.Patience, "patience", 0, "how long one operation is repeated with its key before it is given up (default 30s)")
	f.DurationVar(&o.Drain, "drain", 0, "how long running battles may take to end (default 60s)")
	f.DurationVar(&o.Credit, "credit", 0, "how long the result of a battle may take to reach a wallet (default 10s)")
	f.StringVar(&o.Out, "out", "", "directory for report.txt, report.json and report.html")
	f.StringVar(&o.Journal, "journal", "", "new file for every intent and acknowledgement")
	f.StringVar(&o.DataDir, "data", "", "the server's data directory: audit its database at the end (needed by "+strings.Join(needsHouse, ", ")+")")
	f.StringVar(&o.DatabaseURL, "database-url", "", "the server's database: audit it at the end")
	f.BoolVar(&o.Own, "i-own-this-server", false, "allow a host that is not this machine")
	quiet := f.Bool("quiet", false, "no progress")
	f.StringVar(&v.Journal, "verify-journal", "", "load nothing: hold the server to this journal of an earlier run")
	f.IntVar(&v.Workers, "verify-workers", 16, "accounts replayed at a time")
	if err := f.Parse(args); err != nil {
		return o, v, err
	}
	if !*quiet {
		o.Progress = stderr
	}
	if f.NArg() > 0 {
		return o, v, fmt.Errorf("%w: unexpected %q", ErrOptions, f.Arg(0))
	}
	return o, v, o.check()
}

// check fills in what was left out and refuses what cannot be.
func (o *Options) check() error {
	if o.Think < 0 {
		o.Think = 300 * time.Millisecond
		if o.Scenario == "open" {
			o.Think = 0
		}
	}
	for _, d := range []struct {
		v    *time.Duration
		when time.Duration
	}{{&o.Patience, 30 * time.Second}, {&o.Drain, 60 * time.Second}, {&o.Credit, 10 * time.Second}, {&o.Slack, 60 * time.Second}} {
		if *d.v == 0 {
			*d.v = d.when
		}
	}
	if o.Scenario == "rooms" {
		o.Bots = o.Rooms.seats()
	}
	switch {
	case slices.Contains(needsHouse, o.Scenario) && o.DataDir == "" && o.DatabaseURL == "":
		return fmt.Errorf("%w: the scenario %s needs -data or -database-url of the server: only the house gives roles and opens rooms", ErrOptions, o.Scenario)
	case o.Bots < 1 || o.Bots > botsMax:
		return fmt.Errorf("%w: bots must be 1–%d", ErrOptions, botsMax)
	case o.Duration <= 0 || o.Duration > durationMax:
		return fmt.Errorf("%w: duration must be up to %v", ErrOptions, durationMax)
	case o.Feed < 0 || o.Feed > 1:
		return fmt.Errorf("%w: feed is a share of 0–1", ErrOptions)
	case !slices.Contains(scenarios, o.Scenario):
		return fmt.Errorf("%w %q: one of %s", ErrScenario, o.Scenario, strings.Join(scenarios, ", "))
	}
	_, err := o.host()
	return err
}

// host is the host:port of the URL, which must be this machine unless the user owns the other.
func (o *Options) host() (string, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Scheme != "http" || u.Hostname() == "" || strings.Trim(u.Path, "/") != "" {
		return "", fmt.Errorf("%w: url must be http://host:port", ErrOptions)
	}
	port := u.Port()
	if port == "" {
		port = "80"
	}
	if ip := net.ParseIP(u.Hostname()); !o.Own && u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", fmt.Errorf("%w (%s)", ErrForeign, u.Hostname())
	}
	return net.JoinHostPort(u.Hostname(), port), nil
}
