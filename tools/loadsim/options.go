package loadsim

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"time"

	"jadebox/tools/loadsim/arrival"
	"jadebox/tools/loadsim/expect"
)

// Options of a run.
type Options struct {
	URL      string
	Bots     int
	Duration time.Duration  // of the measured part
	Ramp     time.Duration  // the shortest time in which the bots arrive
	Seed     uint64         // bots with the same seed have the same names and make the same choices
	Scenario string         // one of scenarios
	Rooms    map[string]int // of the scenario rooms: how many of a kind at once, where it is not the kind's own number
	Alone    time.Duration  // of the scenario rooms: one room at a time first, to compare with
	Warm     time.Duration  // of the scenario rooms: time over which the first rooms open, before measuring
	Think    time.Duration  // mean pause of a player between two operations
	Feed     float64        // share of the bots that watch the ticker
	Patience time.Duration  // how long one operation is repeated before it is given up
	Drain    time.Duration  // how long running battles may take to end afterwards
	Slack    time.Duration  // how long after its time a room may end before it counts as stuck
	Credit   time.Duration  // how long the result of a battle may take to reach a player's wallet

	Stages arrival.Stages       // turns fall due at these rates, however long each takes; Duration is then theirs
	Expect []expect.Expectation // beside what always is

	Accounts    string // file of accounts: those in it play again, and those that come anew are put there
	Journal     string // file for intents and acknowledgements
	DataDir     string // of the server: the house works in its database, which is audited at the end
	DatabaseURL string // the same for a server with a database of its own
	Metrics     string // host:port of the server's metrics: its auditor is asked where neither is given
	Unaudited   bool   // ask no auditor: the caller does
	Own         bool   // the host may be another than this machine

	file  *scenarioFile // that Scenario names
	dealt []dealt       // by its weights

	Progress io.Writer         // live lines; nil is silent
	OnPhase  func(phase Phase) // is called when a part of the run begins; may be nil
}

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
	ErrForeign = errors.New(
		"loadsim: refuses to load a host that is not this machine; --i-own-this-server says that it is yours")
	ErrOptions  = errors.New("loadsim: options")
	ErrScenario = fmt.Errorf("%w: unknown scenario", ErrOptions)
)

// Limits of one run: a load test is no way to take a server down by a slip of the keyboard.
const (
	botsMax     = 20_000
	durationMax = 6 * time.Hour
)

// Command is `jadebox loadsim`; without a word it is a run.
type Command struct {
	Play    Play    `cmd:"" name:"run" default:"withargs" help:"Load a server and report; exits 1 when something seen was wrong, 4 when an expectation was not met."`
	Compare Compare `cmd:"" help:"Hold a report to an earlier one; exits 4 when it is worse."`
	Merge   Merge   `cmd:"" help:"Make one report of those of several generators."`
}

// Outputs are what every command that makes a report does with it.
type Outputs struct {
	Out    string               `placeholder:"DIR" help:"Directory for report.txt, report.json and report.html."`
	JUnit  string               `name:"junit" placeholder:"FILE" help:"Expectations, rules and the auditor's verdict as test cases."`
	CSV    string               `name:"csv" placeholder:"FILE" help:"A row for each operation."`
	Expect []expect.Expectation `sep:"none" placeholder:"METRIC<LIMIT" help:"As open.p99<200ms, delay.p99<1s, errors<1%, open.rate>50, arrived>=95%; repeatable. All bots must arrive and all arrivals be served unless this says otherwise."`
}

// Play is `jadebox loadsim run`.
type Play struct {
	Outputs
	URL           string         `name:"url" env:"-" default:"http://127.0.0.1:8080" help:"Server to load."`
	Bots          int            `default:"100" help:"Players and spectators."`
	Duration      time.Duration  `default:"30s" help:"Measured time, after the ramp."`
	Stages        arrival.Stages `placeholder:"TIME:RATE,…" help:"Open model: turns fall due so often a second, as 30s:100,1m:500 (the rate moves evenly to 100, then to 500; 0s: jumps), and are timed from then on. In place of --duration and --think."`
	Ramp          time.Duration  `default:"2s" help:"Shortest time in which the bots arrive; registering costs the server about 50 ms of a core each."`
	Seed          uint64         `default:"1" help:"The same seed names the same bots and repeats their choices."`
	Scenario      string         `default:"mixed" help:"mixed, open, spectate, upgrade, rooms, the name of a kind of room, or FILE.json: parts with weights."`
	Rooms         map[string]int `placeholder:"KIND=N" help:"Scenario rooms: so many rooms of a kind at once, instead of the kind's own number."`
	Alone         time.Duration  `default:"20s" help:"Scenario rooms: time with one room at a time before, to compare with."`
	Warm          time.Duration  `default:"20s" help:"Scenario rooms: time over which the first rooms open, before measuring."`
	Think         time.Duration  `default:"-1ns" help:"Mean pause of a player between operations (300ms, none in the scenario open)."`
	Feed          float64        `default:"0.25" help:"Share of the bots that watch the ticker."`
	Patience      time.Duration  `help:"How long one operation is repeated with its key before it is given up (30s)."`
	Drain         time.Duration  `help:"How long running battles may take to end (60s)."`
	Credit        time.Duration  `help:"How long the result of a battle may take to reach a wallet (10s)."`
	Accounts      string         `placeholder:"FILE" help:"Accounts to play with, made where there are none yet and kept for the next run. It holds passwords and tokens."`
	Journal       string         `placeholder:"FILE" help:"New file for every intent and acknowledgement."`
	Data          string         `env:"-" placeholder:"DIR" help:"The server's data directory: audit its database at the end (needed where the house opens rooms)."`
	DatabaseURL   string         `name:"database-url" env:"-" placeholder:"URL" help:"The server's database: audit it at the end."`
	Metrics       string         `env:"-" placeholder:"HOST:PORT" help:"The server's --metrics-listen: without a database, its own auditor is asked at the end."`
	Own           bool           `name:"i-own-this-server" help:"Allow a host that is not this machine."`
	Quiet         bool           `help:"No progress."`
	VerifyJournal string         `name:"verify-journal" placeholder:"FILE" help:"Load nothing: hold the server to this journal of an earlier run."`
	VerifyWorkers int            `name:"verify-workers" default:"16" help:"Accounts replayed at a time."`
}

// options are what the flags say.
func (c *Play) options(progress io.Writer) (o Options, v Verify, err error) {
	o = Options{URL: c.URL, Bots: c.Bots, Duration: c.Duration, Ramp: c.Ramp, Seed: c.Seed, Scenario: c.Scenario,
		Rooms: c.Rooms, Alone: c.Alone, Warm: c.Warm, Think: c.Think,
		Feed: c.Feed, Patience: c.Patience,
		Drain: c.Drain, Credit: c.Credit, Journal: c.Journal, DataDir: c.Data, DatabaseURL: c.DatabaseURL,
		Metrics: c.Metrics,
		Own:     c.Own, Stages: c.Stages, Expect: c.Expect, Accounts: c.Accounts}
	if !c.Quiet {
		o.Progress = progress
	}
	return o, Verify{c.VerifyJournal, c.VerifyWorkers}, o.check()
}

// check fills in what was left out and refuses what cannot be.
func (o *Options) check() error {
	if err := o.useFile(); err != nil {
		return err
	}
	if o.Think < 0 {
		o.Think = 300 * time.Millisecond
		if o.Scenario == "open" {
			o.Think = 0
		}
	}
	for _, d := range []struct {
		v    *time.Duration
		when time.Duration
	}{{&o.Patience, 30 * time.Second}, {&o.Drain, 60 * time.Second}, {&o.Credit, 10 * time.Second},
		{&o.Slack, 60 * time.Second}} {
		if *d.v == 0 {
			*d.v = d.when
		}
	}
	if len(o.Stages) > 0 {
		o.Duration = o.Stages.Duration()
	}
	if o.Scenario == scenarioRooms {
		o.Bots = o.seats()
	}
	scenario, known := o.scenario()
	switch {
	case !known:
		return fmt.Errorf("%w %q: one of %s", ErrScenario, o.Scenario, scenarioNames())
	case scenario.house && o.DataDir == "" && o.DatabaseURL == "":
		return fmt.Errorf("%w: the scenario %s needs --data or --database-url of the server: "+
			"only the house gives roles and real names and opens rooms", ErrOptions, o.Scenario)
	case !o.knownRooms():
		return fmt.Errorf("%w: rooms %v: a kind is one of %s", ErrOptions, o.Rooms, scenarioNames())
	case o.Bots < 1 || o.Bots > botsMax:
		return fmt.Errorf("%w: bots must be 1–%d", ErrOptions, botsMax)
	case o.Duration <= 0 || o.Duration > durationMax:
		return fmt.Errorf("%w: duration must be up to %v", ErrOptions, durationMax)
	case len(o.Stages) > 0 && o.Scenario == scenarioRooms:
		return fmt.Errorf("%w: the scenario rooms holds a number of rooms and has no stages", ErrOptions)
	case o.Feed < 0 || o.Feed > 1:
		return fmt.Errorf("%w: feed is a share of 0–1", ErrOptions)
	}
	_, err := o.host()
	return err
}

// knownRooms reports whether each kind in Rooms is played in the scenario rooms.
func (o *Options) knownRooms() bool {
	for kind := range o.Rooms {
		if games[kind].seats == 0 {
			return false
		}
	}
	return true
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
