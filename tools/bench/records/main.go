//go:build unix

// Command records measures what a page of a player's records costs, the 10,000th beside the first, with a million ops
// in an embedded PostgreSQL with the settings of production: the same rows, decoded, through the store, in turns of one
// page each. Beside it: what a claim asks about a week, what a player's own limits are held against, and a reading of
// the outbox that finds nothing new.
//
// A page is read together with its total, as the calls do. Deliberately absent: HTTP and the making of the rows for
// people, which are the same for every page and would only make the ratio kinder.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
	"jadebox/store/embedded"
	"jadebox/store/postgres"
	"jadebox/tools/bench/machine"
	"jadebox/tools/command"
)

// Goals of the issues "Account, pay and records" and "Money and books".
const (
	goal        = 1.5     // a ratio
	claimsMSMax = 1_000.0 // for claimsMost claims at once
)

const (
	ops      = 1_000_000
	perList  = 130_000 // rows of the player in each list: a little more than 10,000 pages
	pageSize = 12
	deep     = 10_000
)

var kinds = []string{"box.open", "upgrade.play", "item.trade", "mall.buy", "pay.order", "fragment.exchange"}

type arguments struct {
	Turns int  `default:"1500" help:"Reads of each page."`
	JSON  bool `help:"Print JSON instead of a table."`
}

func main() { command.Main(command.Parser("bench/records", &arguments{})) }

// Run measures and prints.
func (a arguments) Run() error {
	return machine.Within(func(watch *machine.Watch, dir string) error {
		return run(context.Background(), a.Turns, a.JSON, watch, dir)
	})
}

// list is a history and how a page of it is read.
type list struct {
	Name     string  `json:"name"`
	First    float64 `json:"firstUS"` // median
	Deep     float64 `json:"deepUS"`
	Anchored float64 `json:"anchoredMS"` // the very first read of the list, which makes its anchors
	Ratio    float64 `json:"ratio"`

	read func(store.Page) (rows, total int, err error)
}

func run(ctx context.Context, turns int, asJSON bool, watch *machine.Watch, dir string) error {
	server, err := embedded.Start(ctx, embedded.Options{DataDir: dir, OrphanGrace: time.Second})
	if err != nil {
		return err
	}
	defer server.Stop()
	e, err := postgres.Open(ctx, server.DSN(), postgres.Options{Writers: 1})
	if err != nil {
		return err
	}
	defer e.Close()
	p, err := fill(ctx, e, server.DSN())
	if err != nil {
		return err
	}
	lists := listsOf(ctx, e, p)
	for i := range lists {
		if err := lists[i].measure(turns); err != nil {
			return fmt.Errorf("%s: %w", lists[i].Name, err)
		}
	}
	asked, err := measureClaims(ctx, e, p, 1000, max(turns/5, 1))
	if err != nil {
		return err
	}
	promised, err := measurePromises(ctx, e, p, turns)
	if err != nil {
		return err
	}
	polled, err := measurePolls(ctx, e, server.DSN(), turns)
	if err != nil {
		return err
	}
	seen, err := watch.End()
	if err != nil {
		return err
	}
	return tell(lists, asked, promised, polled, seen, asJSON)
}

func listsOf(ctx context.Context, e *postgres.Engine, p store.PlayerID) []list {
	history := func(name string, kinds ...string) list {
		return list{Name: name, read: func(page store.Page) (int, int, error) {
			rows, total, err := e.Ops(ctx, store.OpQuery{Player: p, Kinds: kinds, Page: page})
			return len(rows), total, err
		}}
	}
	lists := []list{history("ops of every kind, merged", kinds...)}
	for _, kind := range kinds {
		lists = append(lists, history("ops "+kind, kind))
	}
	for _, name := range []string{"upgrade.won", "upgrade.lost"} {
		lists = append(lists, list{Name: "list " + name, read: func(page store.Page) (int, int, error) {
			rows, total, err := e.Ops(ctx, store.OpQuery{Player: p, List: name, Page: page})
			return len(rows), total, err
		}})
	}
	items := func(name string, statuses ...store.ItemStatus) list {
		return list{Name: name, read: func(page store.Page) (int, int, error) {
			rows, total, err := e.Items(ctx, store.ItemQuery{Owner: p, Statuses: statuses, Page: page})
			return len(rows), total, err
		}}
	}
	return append(lists,
		items("the backpack", store.ItemInBackpack),
		items("items of every status"),
		list{Name: "rooms that were won", read: func(page store.Page) (int, int, error) {
			rows, total, err := e.RoomsOn(ctx, "battle.won", p, page)
			return len(rows), total, err
		}},
		list{Name: "rooms of the player", read: func(page store.Page) (int, int, error) {
			rows, total, err := e.PlayerRooms(ctx, "battle", p, page)
			return len(rows), total, err
		}},
		list{Name: "rooms that are over", read: func(page store.Page) (int, int, error) {
			rows, total, err := e.FinalRooms(ctx, "battle", "", page)
			return len(rows), total, err
		}},
		list{Name: "rooms of one sort that are over", read: func(page store.Page) (int, int, error) {
			rows, total, err := e.FinalRooms(ctx, "battle", "normal", page)
			return len(rows), total, err
		}})
}

// fill commits one op as the server would and copies it, a second apart, for the player and for others.
func fill(ctx context.Context, e *postgres.Engine, dsn string) (store.PlayerID, error) {
	at := time.Now().Add(-60 * 24 * time.Hour)
	p, err := e.Register(ctx, store.NewPlayer{Name: "records1", Language: "zh", At: at},
		&store.Op{Key: "welcome", Kind: "player.welcome", At: at,
			Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: 100}}})
	if err != nil {
		return 0, err
	}
	// read as what it is, and as large as an opening's
	opened := fmt.Appendf(nil, `{"box":1,"priceCents":100,"results":[{"def":1,"valueCents":100}],"ctx":"%0400d"}`, 0)
	model, err := e.Commit(ctx, &store.Op{Player: p.ID, Key: "model", Kind: "model", At: at,
		Postings: []store.Posting{{Debit: store.PlayerGems(p.ID), Credit: store.House, AmountCents: 100}},
		NewItems: []store.NewItem{{Owner: p.ID, Def: 1, ValueCents: 100, Source: store.FromBox}},
		Leaves:   []store.LogLeaf{{Key: "result:{op}-0", Data: make([]byte, 600)}},
		Events:   []store.NewEvent{{Type: "drop", Body: make([]byte, 120)}}, Result: opened})
	if err != nil {
		return 0, err
	}
	db, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return 0, err
	}
	defer db.Close(ctx)
	mine := perList * len(kinds)
	for _, step := range []struct {
		sql  string
		args []any
	}{
		{`INSERT INTO op (id, player, at, key, kind, request, chain, body, result)
			SELECT (9::bigint << 40) + i, CASE WHEN i <= $2 THEN $3 ELSE 1000 + i % 997 END, $4::timestamptz + i * interval '1 second', 'copy' || i,
				($5::text[])[1 + i % cardinality($5)], m.request, m.chain, m.body, m.result
			FROM op m, generate_series(1, $6::bigint) i WHERE m.id = $1`, []any{model.Op, mine, p.ID, at, kinds, ops}},
		{`INSERT INTO room (id, version, at, updated, epoch, status, kind, state, listed)
			SELECT i, 3, $1::timestamptz + i * interval '1 second', $1::timestamptz + i * interval '1 second', 1, 4, 'battle', decode(repeat('00', 700), 'hex'),
				CASE WHEN i % 20 = 0 THEN 'teams' ELSE 'normal' END FROM generate_series(1, $2::bigint) i`, []any{at, perList}},
		{`INSERT INTO room_member (player, room, kind, at) SELECT $1, id, kind, at FROM room`, []any{p.ID}},
		{`INSERT INTO entry (player, list, at, id) SELECT $1, 'battle.won', at, id FROM room`, []any{p.ID}},
		{`INSERT INTO entry (player, list, at, id) SELECT player, unnest(ARRAY['upgrade.won', 'upgrade.lost']), at, id FROM op WHERE player = $1 AND kind = 'upgrade.play'`, []any{p.ID}},
		// Items: as many in the backpack as a list has, and half as many in each of two other statuses.
		{`INSERT INTO item (id, owner, at, value, def, source, status)
			SELECT (9::bigint << 47) + i * 128, $1, $2::timestamptz + i * interval '1 second', 100, 1, 1, CASE WHEN i % 2 = 0 THEN 0 ELSE 2 + i % 4 END
			FROM generate_series(1, 2 * $3::bigint) i`, []any{p.ID, at, perList}},
		{`INSERT INTO item_marked (owner, at) VALUES ($1, $2)`, []any{p.ID, at}},
		{`VACUUM ANALYZE`, nil},
	} {
		if _, err := db.Exec(ctx, step.sql, step.args...); err != nil {
			return 0, err
		}
	}
	return p.ID, nil
}

func (l *list) measure(turns int) error {
	timed := func(offset int) (float64, error) {
		start := time.Now()
		rows, total, err := l.read(store.Page{Offset: offset, Limit: pageSize})
		took := float64(time.Since(start).Nanoseconds()) / 1000
		if err == nil && (rows != pageSize || total < deep*pageSize) {
			err = fmt.Errorf("%d rows of %d", rows, total)
		}
		return took, err
	}
	anchored, err := timed(0)
	if err != nil {
		return err
	}
	l.Anchored = anchored / 1000
	var first, last []float64
	for i := range turns {
		// Neighbours of the page as well, so that the way from the next anchor is neither always short nor always long.
		for _, of := range []struct {
			took   *[]float64
			offset int
		}{{&first, 0}, {&last, (deep - 1 - i%64) * pageSize}} {
			took, err := timed(of.offset)
			if err != nil {
				return err
			}
			*of.took = append(*of.took, took)
		}
	}
	slices.Sort(first)
	slices.Sort(last)
	l.First, l.Deep = first[len(first)/2], last[len(last)/2]
	l.Ratio = l.Deep / l.First
	return nil
}

func tell(lists []list, asked claims, promised promises, polled polls, seen machine.Verdict, asJSON bool) error {
	var missed []error
	for _, l := range lists {
		if l.Ratio > goal {
			missed = append(missed, fmt.Errorf("%s: %.2f is above the goal of %.1f", l.Name, l.Ratio, goal))
		}
	}
	if asked.Ratio > goal {
		missed = append(missed, fmt.Errorf("claims: %.2f is above the goal of %.1f", asked.Ratio, goal))
	}
	for name, ms := range map[string]float64{"the same claim": asked.Many, "claims apart": asked.Apart} {
		if ms > claimsMSMax {
			missed = append(missed, fmt.Errorf("%d times %s at once: %.0f ms are above the goal of %.0f", claimsMost,
				name, ms, claimsMSMax))
		}
	}
	if us := max(polled.Young, polled.Old); us > pollUSMax {
		missed = append(missed, fmt.Errorf("an idle reading of the outbox takes %.0f µs, above the goal of %.0f", us,
			pollUSMax))
	}
	judged := seen.Judge(errors.Join(missed...))
	if asJSON {
		return errors.Join(judged, json.NewEncoder(os.Stdout).Encode(map[string]any{"lists": lists, "claims": asked,
			"limits": promised, "polls": polled, "goal": goal, "claimsGoalMS": claimsMSMax, "pollGoalUS": pollUSMax,
			"met": judged == nil, "machine": seen}))
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%d ops\tpage 1, µs\tpage %d, µs\tratio\tgoal ≤ %.1f\tread for the first time, ms\n", ops, deep,
		goal)
	for _, l := range lists {
		fmt.Fprintf(w, "%s\t%.0f\t%.0f\t%.2f\t%s\t%.0f\n", l.Name, l.First, l.Deep, l.Ratio, seen.Word(l.Ratio <= goal),
			l.Anchored)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Printf("spent in a week: %.2f ms of a light player, %.2f of a heavy one (%.2f, goal ≤ %.1f; %s)\n", asked.Light,
		asked.Heavy, asked.Ratio, goal, seen.Word(asked.Ratio <= goal))
	fmt.Printf("  the heavy one's first question %.0f ms, %d at once %.1f, apart %.1f (goal ≤ %.0f; %s)\n", asked.First,
		claimsMost, asked.Many, asked.Apart, claimsMSMax, seen.Word(max(asked.Many, asked.Apart) <= claimsMSMax))
	fmt.Printf("what limits are held against, of %d plays: %.1f ms one by one, %.1f as sums (the first time %.0f)\n",
		promised.Plays, promised.Every, promised.Sums, promised.First)
	fmt.Printf("an idle reading of the outbox: %.0f µs, with %d writers of before %.0f (goal ≤ %.0f; %s)\n",
		polled.Young, oldWriters, polled.Old, pollUSMax, seen.Word(max(polled.Young, polled.Old) <= pollUSMax))
	fmt.Printf("  by the process that finds them %.0f ms, once\n", polled.First)
	fmt.Println(seen.Words)
	return judged
}
