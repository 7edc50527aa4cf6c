package player_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/store"
)

// editionAsked is a store that remembers what sums it was asked for.
type editionAsked struct {
	limits.Reader
	query store.SumQuery
}

func (s *editionAsked) SumOps(_ context.Context, q store.SumQuery) ([]int64, error) {
	s.query = q
	return make([]int64, q.Width), nil
}

// The store keeps what ops add up to under an edition: one that counts them otherwise takes sums of both ways together.
func TestWhatSummedOpsCountForIsThatOfItsEdition(t *testing.T) {
	const who = store.PlayerID(7)
	paid := func(cents int64) []store.Posting {
		return []store.Posting{{Debit: store.PlayerGems(who), Credit: store.House, AmountCents: cents}}
	}
	gives := func(def store.DefID, cents int64) store.NewItem {
		return store.NewItem{Owner: who, Def: def, ValueCents: cents}
	}
	upgrade := func(won bool) store.Op {
		return store.Op{Postings: paid(100), Result: fmt.Appendf(nil, `{"items":[{"id":"1","def":1,"valueCents":200}],`+
			`"gemsCents":100,"target":3,"targetCents":900,"rateE8":30000000,"won":%t}`, won)}
	}
	ops := map[string][]store.Op{
		player.KindOpen: {{}, {Postings: paid(300),
			NewItems: []store.NewItem{gives(1, 120), gives(store.VoucherBase, 50)}}},
		player.KindUpgrade: {upgrade(true), upgrade(false)},
		player.KindTrade: {{Postings: paid(100), NewItems: []store.NewItem{gives(3, 280)},
			Result: []byte(`{"items":[{"id":"1","def":1,"valueCents":200}],"gemsCents":100,"targetCents":280}`)}},
		player.KindBuy: {{Postings: paid(400), NewItems: []store.NewItem{gives(3, 380)}}},
	}
	at := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	s := &editionAsked{}
	reading := limits.Reading{Player: who, Played: player.Played, Summed: player.Summed}
	if _, err := reading.From(t.Context(), s, at, at.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("edition %s of %s\n", s.query.Version, strings.Join(s.query.Kinds, ", "))
	for _, kind := range s.query.Kinds {
		if len(ops[kind]) == 0 {
			t.Errorf("no op of %s is counted here", kind)
		}
		for _, op := range ops[kind] {
			op.Kind, op.Player, op.At = kind, who, at
			e, plays := player.Played(&op)
			got += fmt.Sprintf("%s: %t, spent %d, staked %d, won %d, room %d\n", kind, plays, e.SpendCents, e.RiskCents,
				e.WonCents, e.Room)
		}
	}
	const want = `edition 1 of box.open, upgrade.play, item.trade, mall.buy
box.open: false, spent 0, staked 0, won 0, room 0
box.open: true, spent 300, staked 300, won 120, room 0
upgrade.play: true, spent 100, staked 300, won 900, room 0
upgrade.play: true, spent 100, staked 300, won 0, room 0
item.trade: true, spent 100, staked 20, won 0, room 0
mall.buy: true, spent 400, staked 400, won 380, room 0
`
	if got != want {
		t.Errorf("raise sumsEdition in limits/history.go, and say here what holds since:\n%s\nwant\n%s", got, want)
	}
}
