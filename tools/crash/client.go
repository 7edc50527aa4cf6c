//go:build unix

package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"jadebox/store"
	"jadebox/store/postgres"
)

const (
	players     = 48
	startCents  = 1_000_000_000
	poisonEvery = 97 // about 1 % of the ops overdraw and must be refused
)

// child runs the clients when this process was started as one.
func child() bool {
	mode := os.Getenv("JADEBOX_CRASH_CHILD")
	if mode == "" {
		return false
	}
	c := &clients{dsn: os.Getenv("JADEBOX_CRASH_DSN"), dir: os.Getenv("JADEBOX_CRASH_DIR"),
		lose: os.Getenv("JADEBOX_CRASH_LOSE") != ""}
	if err := c.run(mode, os.Getenv("JADEBOX_CRASH_ID")); err != nil {
		fmt.Fprintln(os.Stderr, "crash child:", err)
		os.Exit(3)
	}
	return true
}

// clients are the callers of one writer process: one for each player, each going on only after its answer.
type clients struct {
	dsn, dir string
	lose     bool
	engine   *postgres.Engine
	journal  *os.File
	past     *history
}

// Modes of a child.
const (
	modePlay   = "play"   // answer what is open, then go on for ever
	modeFinish = "finish" // answer what is open, then end
	modeRepeat = "repeat" // submit every intent of every journal again, then end
)

func (c *clients) run(mode, name string) (err error) {
	ctx := context.Background()
	if c.past, err = readHistory(c.dir); err != nil {
		return err
	}
	for { // the database may be on its way up, the connection may be cut
		if c.engine, err = postgres.Open(ctx, c.dsn, postgres.Options{Node: "crash " + name,
			Log: zerolog.New(os.Stderr), LoseOnPowerCut: c.lose}); err == nil {
			break
		}
		fmt.Fprintln(os.Stderr, "open:", err)
		time.Sleep(20 * time.Millisecond)
	}
	if c.journal, err = os.OpenFile(filepath.Join(c.dir, name+".journal"), os.O_CREATE|os.O_APPEND|os.O_WRONLY,
		0o600); err != nil {
		return err
	}
	var all sync.WaitGroup
	for p := range int64(players) {
		all.Go(func() { c.player(ctx, p+1, mode) })
	}
	all.Wait()
	return c.engine.Close()
}

func (c *clients) player(ctx context.Context, p int64, mode string) {
	if mode == modeRepeat {
		for n := int64(1); n <= c.past.lastOf[p]; n++ {
			if e, ok := c.past.intents[id{p, n}]; ok {
				c.do(ctx, e)
			}
		}
		return
	}
	for _, e := range c.past.open(p) {
		c.do(ctx, e)
	}
	if mode == modeFinish {
		return
	}
	nonce := c.load(ctx, p)
	for n := c.past.lastOf[p] + 1; ; n++ {
		e := entry{kind: intent, player: p, n: n, nonce: nonce}
		c.write(e)
		if c.do(ctx, e) && usesNonce(n) {
			nonce++
		}
	}
}

func (c *clients) load(ctx context.Context, p int64) int64 {
	for {
		player, err := c.engine.LoadPlayer(ctx, store.PlayerID(p))
		if err == nil {
			return int64(player.NextNonce)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// do submits one op until its fate is known, writes that down and reports whether it was applied.
func (c *clients) do(ctx context.Context, e entry) bool {
	for {
		r, err := c.engine.Commit(ctx, build(e))
		switch {
		case err == nil:
			e.kind, e.op = acked, int64(r.Op)
			c.write(e)
			return true
		case errors.Is(err, store.ErrFull), errors.Is(err, store.ErrUnknown), errors.Is(err, store.ErrConflict):
			time.Sleep(20 * time.Millisecond) // the same key again, for as long as it takes
		case errors.Is(err, store.ErrFunds), errors.Is(err, store.ErrRoomState), errors.Is(err, store.ErrNonce):
			e.kind = rejected
			c.write(e)
			return false
		default:
			fmt.Fprintf(os.Stderr, "player %d op %d: %v\n", e.player, e.n, err)
			os.Exit(4)
		}
	}
}

func (c *clients) write(e entry) {
	if _, err := c.journal.Write(e.bytes()); err != nil {
		fmt.Fprintln(os.Stderr, "journal:", err)
		os.Exit(5)
	}
}

// What the n-th op of a player is.
func poisoned(e entry) bool  { return (e.player*31+e.n)%poisonEvery == 13 }
func usesNonce(n int64) bool { return n%8 < 5 }

func key(n int64) string { return "op-" + strconv.FormatInt(n, 10) }

// build makes the op that an entry names, always the same one: openings, gifts that reach into other writers' players,
// and rooms that are made and refunded.
func build(e entry) *store.Op {
	p := store.PlayerID(e.player)
	op := &store.Op{Player: p, Key: key(e.n), Request: sha256.Sum256(fmt.Append(nil, e.player, "/", e.n)),
		At:     time.Unix(1_700_000_000+e.n, 0),
		Events: []store.NewEvent{{Type: "drop", Body: []byte("event of some length, as a drop has")}},
		Result: make([]byte, 100)}
	pay := func(from, to store.AccountID, cents int64) {
		op.Postings = append(op.Postings, store.Posting{Debit: from, Credit: to, AmountCents: cents})
	}
	room := store.RoomID(e.player<<32 | e.n/8 + 1)
	switch {
	case poisoned(e) && usesNonce(e.n):
		op.Kind = "box.open"
		pay(store.PlayerGems(p), store.House, 1<<50)
		op.Nonce = &store.NonceUse{Player: p, Epoch: 1, From: uint64(e.nonce), Count: 1}
	case usesNonce(e.n):
		op.Kind = "box.open"
		pay(store.PlayerGems(p), store.House, 250)
		op.NewItems = []store.NewItem{{Owner: p, Def: 1, ValueCents: 99, Source: store.FromBox}}
		op.Nonce = &store.NonceUse{Player: p, Epoch: 1, From: uint64(e.nonce), Count: 1}
		op.Leaves = []store.LogLeaf{{Key: fmt.Sprintf("result:%d:%d", e.player, e.nonce), Data: make([]byte, 300)}}
	case e.n%8 == 5:
		op.Kind = "gift"
		for i := range int64(3) {
			to := store.PlayerID((e.player+e.n+i*7)%players + 1)
			if to != p {
				pay(store.PlayerGems(p), store.PlayerGems(to), 1+i)
			}
		}
	case e.n%8 == 6:
		op.Kind = "battle.create"
		pay(store.PlayerGems(p), store.RoomEscrow(room), 500)
		op.Room = &store.RoomWrite{Room: room, Kind: "battle", Epoch: 1, Status: store.RoomOpen, State: []byte("open"),
			Deadline: time.Unix(4_000_000_000, 0), Member: p}
	default:
		op.Kind = "battle.void"
		pay(store.RoomEscrow(room), store.PlayerGems(p), 500)
		op.Room = &store.RoomWrite{Room: room, Kind: "battle", Epoch: 1, FromVersion: 1, FromStatus: store.RoomOpen,
			Status: store.RoomVoid, State: []byte("void")}
	}
	return op
}

// prepare registers the players of a fresh database.
func prepare(ctx context.Context, dsn string) error {
	e, err := postgres.Open(ctx, dsn, postgres.Options{})
	if err != nil {
		return err
	}
	defer e.Close()
	for i := range players {
		p, err := e.Register(ctx, store.NewPlayer{Name: fmt.Sprintf("player%02d", i), At: time.Unix(1_700_000_000, 0)},
			&store.Op{Key: "welcome", Kind: "player.welcome",
				At: time.Unix(1_700_000_000, 0),
				Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0),
					AmountCents: startCents}}})
		if err != nil {
			return err
		}
		if p.ID != store.PlayerID(i+1) {
			return fmt.Errorf("player %d has id %d", i+1, p.ID)
		}
		if err := e.OpenSeedEpoch(ctx, store.SeedEpoch{Player: p.ID, Epoch: 1, OpenedAt: p.At}); err != nil {
			return err
		}
	}
	return nil
}
