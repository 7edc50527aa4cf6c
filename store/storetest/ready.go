package storetest

import (
	"fmt"
	"time"

	"jadebox/store"
)

// testReady registers players under numbers that were kept ready: their seeds come with the account or not at all.
func testReady(w *world) {
	ids := must(w.e.ReserveNumbers(w.ctx(), 3))(w)
	if len(ids) != 3 || ids[0] >= ids[1] || ids[1] >= ids[2] {
		w.Fatalf("numbers %v", ids)
	}
	if other := w.player(0); other <= ids[2] {
		w.Fatalf("player %d has a number that was reserved: %v", other, ids)
	}
	var seeds []store.ReadySeed
	for i, id := range ids {
		seeds = append(seeds, store.ReadySeed{UserSeed: fmt.Sprint("first", i), SeedEpoch: store.SeedEpoch{Player: id,
			Epoch: 1, Key: [32]byte{byte(i + 1)},
			Commit: fmt.Sprint("c", i), BeaconSource: "local", BeaconRound: 40 + uint64(i),
			OpenedAt: now.Add(time.Duration(i) * time.Second)}})
	}
	if err := w.e.KeepReady(w.ctx(), seeds); err != nil {
		w.Fatal(err)
	}
	w.fails(w.e.KeepReady(w.ctx(), seeds[1:2]), store.ErrConflict, "a number twice")
	w.equal("ready", must(w.e.ReadySeeds(w.ctx()))(w), seeds)

	first := store.NewPlayer{ID: ids[0], Name: "Ready1", SpreadCode: "ready1", UserSeed: "not this", At: now}
	welcome := &store.Op{Key: "welcome", Kind: "player.welcome", At: now,
		Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: 50}}}
	p := must(w.e.Register(w.ctx(), first, welcome))(w)
	if p.ID != ids[0] || p.UserSeed != "first0" || p.NextNonce != 0 || p.GemsCents != 50 {
		w.Fatalf("registered %+v", p)
	}
	w.equal("its seeds", p.Seed, seeds[0].SeedEpoch)
	w.commit(w.opening(p.ID, 0, 10))

	again := first
	again.Name, again.SpreadCode = "Ready1b", "ready1b"
	for _, op := range []*store.Op{nil, welcome} {
		_, err := w.e.Register(w.ctx(), again, op)
		w.fails(err, store.ErrConflict, "a number that a player has")
		_, err = w.e.Register(w.ctx(), store.NewPlayer{ID: ids[1], Name: "ready1", SpreadCode: "other", At: now}, op)
		w.fails(err, store.ErrNameTaken, "a name that a player has")
	}
	w.equal("ready still", must(w.e.ReadySeeds(w.ctx()))(w), seeds[1:])

	second := must(w.e.Register(w.ctx(), store.NewPlayer{ID: ids[1], Name: "Ready2", SpreadCode: "ready2", At: now},
		nil))(w)
	w.equal("seeds without an op", second.Seed, seeds[1].SeedEpoch)
	w.equal("shown without its key", must(w.e.SeedEpoch(w.ctx(), second.ID, 1))(w).Key, [32]byte{})
	next := store.SeedEpoch{Player: second.ID, Epoch: 2, Key: [32]byte{9}, Commit: "next", OpenedAt: now.Add(time.Hour)}
	if err := w.e.OpenSeedEpoch(w.ctx(), next); err != nil {
		w.Fatal(err)
	}
	w.equal("revealed", must(w.e.SeedEpoch(w.ctx(), second.ID, 1))(w).Key, seeds[1].Key)
	w.equal("ready at the end", must(w.e.ReadySeeds(w.ctx()))(w), seeds[2:])
}
