//go:build linux

package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/store"
	"jadebox/store/postgres"
)

// errFound ends the walk through the journal.
var errFound = errors.New("found")

// findModel takes an opening of one box out of the server's journal: the bare commit is to carry exactly what the
// server's commit carries.
func (b *bench) findModel() error {
	look, err := postgres.Inspect(b.ctx, asURL(b.cluster.DSN(), "front"), "")
	if err != nil {
		return err
	}
	defer look.Close()
	view, err := look.Snapshot(b.ctx)
	if err != nil {
		return err
	}
	defer view.Close()
	err = view.JournalAfter(b.ctx, nil, func(e *store.JournalEntry) error {
		if e.Kind == "box.open" && len(e.NewItems) == 1 && len(e.Leaves) > 0 && e.Nonce != nil {
			b.model = e.Op
			return errFound
		}
		return nil
	})
	if err == nil {
		return errors.New("the journal has no opening")
	}
	if !errors.Is(err, errFound) {
		return err
	}
	return nil
}

// stake is one player of the bare engine. One caller uses it at a time.
type stake struct {
	id    store.PlayerID
	nonce uint64
}

func (b *bench) openBare() (err error) {
	if b.engine, err = postgres.Open(b.ctx, asURL(b.cluster.DSN(), "bare"), postgres.Options{}); err != nil {
		return err
	}
	for i := range b.callers {
		now := time.Now()
		p, err := b.engine.Register(b.ctx, store.NewPlayer{Name: fmt.Sprintf("bare%05d", i), At: now},
			&store.Op{Key: "welcome", Kind: "player.welcome", At: now,
				Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: 1 << 40}}})
		if err != nil {
			return err
		}
		if err := b.engine.OpenSeedEpoch(b.ctx, store.SeedEpoch{Player: p.ID, Epoch: 1, OpenedAt: now}); err != nil {
			return err
		}
		b.stakes = append(b.stakes, &stake{id: p.ID})
	}
	return nil
}

// commit is the model for another player, under fresh keys.
func (b *bench) commit(s *stake) error {
	op, now := b.model, time.Now()
	op.Player, op.At = s.id, now
	op.Key = fmt.Sprintf("bench-%d", s.nonce)
	op.Request = sha256.Sum256([]byte(op.Key))
	op.Postings = []store.Posting{{Debit: store.PlayerGems(s.id), Credit: store.House,
		AmountCents: b.model.Postings[0].AmountCents}}
	op.NewItems = []store.NewItem{b.model.NewItems[0]}
	op.NewItems[0].Owner = s.id
	op.Nonce = &store.NonceUse{Player: s.id, Epoch: 1, From: s.nonce, Count: 1}
	op.Leaves = make([]store.LogLeaf, len(b.model.Leaves))
	for i, leaf := range b.model.Leaves {
		id := fairness.ResultID(fairness.SoloScope(int64(s.id), 1), s.nonce) + fmt.Sprintf(":%d", i)
		op.Leaves[i] = store.LogLeaf{Key: fairlog.KeyResult.Of(id), Data: leaf.Data}
	}
	s.nonce++
	_, err := b.engine.Commit(b.ctx, &op)
	return err
}

// way is one way to make an opening durable.
type way struct {
	name string
	once func(caller int) error
	pid  int // whose CPU counts as the server's; 0 = this process's
}

func (b *bench) bare() way {
	return way{name: "bare durable commit", once: func(i int) error { return b.commit(b.stakes[i]) }}
}

func (b *bench) opening() way {
	return way{name: "box opening over HTTP", pid: b.site.Server.PID(),
		once: func(i int) error { return b.players[i].Open(b.ctx, b.box) }}
}

// nothing is what a call costs that does nothing.
func (b *bench) nothing() way {
	return way{name: "HTTP call that does nothing", pid: b.site.Server.PID(), once: func(i int) error {
		_, _, err := b.players[i].Conn.Do(b.ctx, "GET", "/livez", "", nil)
		return err
	}}
}
