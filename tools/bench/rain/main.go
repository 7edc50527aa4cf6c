// Command rain measures claims on one packet round beside the plain way, a transaction for each claim, in one run on
// one durable PostgreSQL. Both pay the same: journal row, transfer, balances, leaf of the claim, and the round's own
// row.
//
// The plain way locks the round's row, as a server that must not pay a packet twice does, so that its claims come one
// after the other however many connections there are. It has neither HTTP nor sockets in front of it, and its clients
// wait in this process.
//
// Then it rains on the real server: 1,000 clients of tools/loadsim, each with a socket, click five times a second for
// 35 s on real packets. And then a rain in which 1,000 sockets claim each packet in the very moment in which it opens
// (storm.go), and nearly all must get one. Clients, server and database share the machine. --clients 0 leaves both out,
// --only says which is run.
//
// It exits 0 when every goal is met, 1 when one is missed or the machine was busy (the table is printed all the same),
// 2 when it could not measure or a rain broke a rule.
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/rs/zerolog"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/room"
	"jadebox/actors/runtime/beacon"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
	"jadebox/tools/bench/machine"
	"jadebox/tools/command"
)

const (
	players = 1000
	want    = 12.0
)

type arguments struct {
	JSON    bool   `help:"Print JSON instead of a table."`
	Rounds  int    `default:"3" help:"Times that the ways take turns."`
	Clients int    `default:"1000" help:"Of the rain on the real server."`
	Bin     string `help:"Server of that rain; default $JADEBOX_BIN, bin/jadebox, or one built now."`
	Only    string `enum:",ways,crowd,storm" default:"" help:"One part: ways, crowd or storm."`
}

func main() { command.Main(command.Parser("bench/rain", &arguments{})) }

// Run measures and prints.
func (a arguments) Run() error {
	return run(context.Background(), a)
}

// part reports whether a part is run.
func (a arguments) part(name string) bool {
	return (a.Only == "" || a.Only == name) && (name == "ways" || a.Clients > 0)
}

// row is one way.
type row struct {
	Name      string  `json:"name"`
	Claims    int     `json:"claims"`
	PerSecond float64 `json:"perSecond"`
	P50MS     float64 `json:"p50MS"`
	P99MS     float64 `json:"p99MS"`
}

type bench struct {
	ctx     context.Context
	engine  *postgres.Engine
	pool    *pgxpool.Pool
	players []store.PlayerID
	dir     *directory.Embedded
	chain   *beacon.Local
	n       int
}

type quiet struct{}

func (quiet) Publish(publish.Event) {}
func (quiet) Presence(string) int   { return 0 }

func run(ctx context.Context, a arguments) error {
	watch, err := machine.Begin()
	if err != nil {
		return err
	}
	var f figures
	if a.part("ways") {
		if f.Rows, err = compare(ctx, a.Rounds); err != nil {
			return err
		}
		f.Ratio, f.Want = f.Rows[0].PerSecond/f.Rows[1].PerSecond, want
	}
	if a.part("crowd") {
		if f.Rain, err = crowded(ctx, a.Bin, a.Clients); err != nil {
			return err
		}
	}
	if a.part("storm") {
		if f.Storm, err = stormed(ctx, a.Bin, a.Clients); err != nil {
			return err
		}
	}
	if f.Machine, err = watch.End(); err != nil {
		return err
	}
	if a.JSON {
		err = json.NewEncoder(os.Stdout).Encode(f)
	} else {
		err = f.show()
	}
	if f.Rain != nil { // a rule that was broken is one on any machine
		err = errors.Join(err, f.Rain.failed)
	}
	return errors.Join(err, f.Machine.Judge(f.missed()))
}

// figures are what was measured; a part that was left out is nil.
type figures struct {
	Rows    []row           `json:"rows,omitempty"`
	Ratio   float64         `json:"ratio"`
	Want    float64         `json:"want"`
	Rain    *crowd          `json:"rain,omitempty"`
	Storm   *storm          `json:"storm,omitempty"`
	Machine machine.Verdict `json:"machine"`
}

func (f figures) missed() (err error) {
	if f.Rows != nil && f.Ratio < want {
		err = fmt.Errorf("%.1f is below the goal of %.0f", f.Ratio, want)
	}
	if f.Storm != nil {
		err = errors.Join(err, f.Storm.missed())
	}
	return err
}

// compare lets both ways take turns on one PostgreSQL.
func compare(ctx context.Context, rounds int) ([]row, error) {
	dir, err := os.MkdirTemp("", "jadebox-bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	server, err := embedded.Start(ctx, embedded.Options{DataDir: dir, OrphanGrace: time.Second,
		Settings: map[string]string{"shared_buffers": "256MB", "max_wal_size": "8GB", "checkpoint_timeout": "30min",
			"autovacuum": "off"}})
	if err != nil {
		return nil, err
	}
	defer server.Stop()
	b := &bench{ctx: ctx}
	if err := b.prepare(server.DSN()); err != nil {
		return nil, err
	}
	defer b.pool.Close()
	defer b.engine.Close()
	group, plain := &counts{}, &counts{}
	for range rounds {
		if err := b.group(group); err != nil {
			return nil, err
		}
		if err := b.plain(plain); err != nil {
			return nil, err
		}
	}
	return []row{group.row("claims of one round, many an op"), plain.row("a transaction each")}, nil
}

func (f figures) show() error {
	if f.Rows != nil {
		w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(w, "\tclaims\tper second\tp50 ms\tp99 ms\t")
		for _, r := range f.Rows {
			fmt.Fprintf(w, "%s\t%d\t%.0f\t%.2f\t%.2f\t\n", r.Name, r.Claims, r.PerSecond, r.P50MS, r.P99MS)
		}
		if err := w.Flush(); err != nil {
			return err
		}
		fmt.Printf("\nclaims/s, many an op ÷ a transaction each: %.1f (goal ≥ %.0f): %s\n", f.Ratio, want,
			f.Machine.Word(f.Ratio >= want))
	}
	if c := f.Rain; c != nil {
		fmt.Printf("\nrain of %d clients on the server: %d clicks answered (%.0f/s), %d packets claimed; overpaid %d, unanswered %d (goal 0 and 0); auditor: %s\n",
			c.Clients, c.Clicks, c.PerSecond, c.Claims, c.Overpaid, c.Unanswered, c.Audit)
		fmt.Printf("a claim over HTTP: p50 %.2f ms, p99 %.2f ms\n", c.P50MS, c.P99MS)
	}
	if f.Storm != nil {
		f.Storm.show(f.Machine)
	}
	_, err := fmt.Println(f.Machine.Words)
	return err
}

func (b *bench) prepare(dsn string) (err error) {
	if b.engine, err = postgres.Open(b.ctx, dsn, postgres.Options{}); err != nil {
		return err
	}
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return err
	}
	config.MaxConns = 32
	if b.pool, err = pgxpool.NewWithConfig(b.ctx, config); err != nil {
		return err
	}
	if _, err := b.pool.Exec(b.ctx, `
		CREATE TABLE plain_round (id bigint PRIMARY KEY, next int NOT NULL, rest bigint NOT NULL);
		CREATE TABLE plain_claim (round bigint, place int, player bigint, cents bigint, leaf bytea, key text, PRIMARY KEY (round, place), UNIQUE (player, key));
		CREATE TABLE plain_transfer (round bigint, player bigint, cents bigint, at timestamptz NOT NULL DEFAULT now());
		CREATE TABLE plain_balance (player bigint PRIMARY KEY, cents bigint NOT NULL)`); err != nil {
		return err
	}
	for i := range players {
		p, err := b.engine.Register(b.ctx, store.NewPlayer{Name: fmt.Sprintf("bench%05d", i), UserSeed: "s",
			SpreadCode: fmt.Sprint("b", i), At: time.Now()}, nil)
		if err != nil {
			return err
		}
		b.players = append(b.players, p.ID)
		if _, err := b.pool.Exec(b.ctx, `INSERT INTO plain_balance VALUES ($1, 0)`, p.ID); err != nil {
			return err
		}
	}
	if b.chain, err = beacon.OpenLocalRounds(b.ctx, b.engine, rand.Reader, time.Now, 1<<14); err != nil {
		return err
	}
	b.dir = directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
	b.dir.Register(rain.Spec.Rooms(room.Deps{
		Ports:  room.Ports{Store: b.engine, Directory: b.dir, Publish: quiet{}, Now: time.Now, Log: zerolog.Nop()},
		Beacon: b.chain, Rand: rand.Reader}))
	return nil
}

// measured is what was measured of one way.
type counts struct {
	took  time.Duration
	waits []time.Duration
}

func (t *counts) row(name string) row {
	slices.Sort(t.waits)
	at := func(p float64) float64 {
		return float64(t.waits[int(p*float64(len(t.waits)-1))].Microseconds()) / 1000
	}
	return row{name, len(t.waits), float64(len(t.waits)) / t.took.Seconds(), at(.5), at(.99)}
}

// storm lets every player claim once, all at the same time.
func (b *bench) storm(t *counts, claim func(p store.PlayerID) error) error {
	var wg sync.WaitGroup
	waits := make([]time.Duration, len(b.players))
	errs := make([]error, len(b.players))
	began := time.Now()
	for i, p := range b.players {
		wg.Go(func() {
			from := time.Now()
			errs[i] = claim(p)
			waits[i] = time.Since(from)
		})
	}
	wg.Wait()
	t.took += time.Since(began)
	t.waits = append(t.waits, waits...)
	return cmp.Or(errs...)
}

func (b *bench) group(t *counts) error {
	b.n++
	made, err := rain.Open(b.ctx, b.engine, b.dir, rain.Create{Key: fmt.Sprint("bench", b.n), PoolCents: 100_000,
		Packets: players, DurationMS: protocol.RainMS})
	if err != nil {
		return err
	}
	var starts time.Time
	packets := map[store.PlayerID]string{}
	for starts.IsZero() {
		time.Sleep(100 * time.Millisecond)
		for _, p := range b.players {
			seen, err := directory.Ask[rain.Seen](b.ctx, b.dir, rain.Kind, room.ID(made.ID), rain.View{Viewer: p})
			if err != nil {
				return err
			}
			if len(seen.Packets) == 0 {
				break
			}
			packets[p], starts = seen.Packets[0].ID, time.UnixMilli(seen.Round.StartsAtMS)
		}
	}
	time.Sleep(time.Until(starts))
	return b.storm(t, func(p store.PlayerID) error {
		_, err := directory.Ask[rain.Claimed](b.ctx, b.dir, rain.Kind, room.ID(made.ID), rain.Claim{Key: "k", Player: p,
			Packet: packets[p]})
		return err
	})
}

func (b *bench) plain(t *counts) error {
	b.n++
	round := b.n
	if _, err := b.pool.Exec(b.ctx, `INSERT INTO plain_round VALUES ($1, 0, 100000)`, round); err != nil {
		return err
	}
	leaf := make([]byte, 400)
	return b.storm(t, func(p store.PlayerID) error {
		tx, err := b.pool.Begin(b.ctx)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback(b.ctx) }()
		var place int
		if err := tx.QueryRow(b.ctx,
			`UPDATE plain_round SET next = next + 1, rest = rest - 100 WHERE id = $1 AND rest >= 100 RETURNING next`,
			round).Scan(&place); err != nil {
			return err
		}
		if _, err := tx.Exec(b.ctx, `INSERT INTO plain_claim VALUES ($1, $2, $3, 100, $4, $5)`, round, place, p, leaf,
			fmt.Sprint("k", round)); err != nil {
			return err
		}
		if _, err := tx.Exec(b.ctx, `INSERT INTO plain_transfer VALUES ($1, $2, 100)`, round, p); err != nil {
			return err
		}
		if _, err := tx.Exec(b.ctx, `UPDATE plain_balance SET cents = cents + 100 WHERE player = $1`, p); err != nil {
			return err
		}
		return tx.Commit(b.ctx)
	})
}
