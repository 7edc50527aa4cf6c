// Package storetest is the contract of store.Engine as a test suite: every engine passes all of it.
//
// Tests assert what must not happen as well: after a refusal the whole state is compared with the one before.
// Deliberately absent: crashes and lost connections, which belong to tools/crash and to each engine's own tests.
package storetest

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"jadebox/store"
)

// Run runs the suite. open returns a fresh, empty engine that it closes when t ends.
func Run(t *testing.T, open func(t *testing.T) store.Engine) {
	for _, c := range []struct {
		name string
		test func(*world)
	}{
		{"Commit/Opening", testOpening},
		{"Commit/Idempotent", testIdempotent},
		{"Commit/Refusals", testRefusals},
		{"Commit/Malformed", testMalformed},
		{"Commit/Isolation", testIsolation},
		{"Commit/Context", testContext},
		{"Commit/ParallelIdentical", testParallelIdentical},
		{"Commit/ParallelDistinct", testParallelDistinct},
		{"Commit/ParallelCredits", testParallelCredits},
		{"Commit/Large", testLarge},
		{"Ledger/DerivedAccounts", testDerivedAccounts},
		{"Ledger/WishCards", testWishCards},
		{"Ledger/Fragments", testFragments},
		{"Ledger/WhatIsToBePlayed", testToPlay},
		{"Ledger/NothingLeavesWithMoreToPlayThanItsOpExpects", testToPlayMost},
		{"Ledger/APlayerSaysHowManyRechargesWereTakenBack", testReversed},
		{"Ledger/Tokens", testTokens},
		{"Items/Vouchers", testVouchers},
		{"Ledger/Events", testEvents},
		{"Ledger/EventsBehindTheEnd", testEventsBehindTheEnd},
		{"Ledger/EventsWhileCommitting", testEventsWhileCommitting},
		{"Ledger/Chain", testChain},
		{"Items", testItems},
		{"Items/Pages", testItemPages},
		{"Items/HeldByARoom", testItemsHeldByARoom},
		{"Rooms/Life", testRoomLife},
		{"Rooms/Fence", testRoomFence},
		{"Rooms/Race", testRoomRace},
		{"Rooms/Lists", testRoomLists},
		{"Players/Register", testRegister},
		{"Players/Profile", testProfile},
		{"Players/Sessions", testSessions},
		{"Players/ALoginOnANewDeviceOutlivesItsSession", testNewDevices},
		{"Players/Holdings", testHoldings},
		{"Players/Seeds", testSeeds},
		{"Players/Ready", testReady},
		{"Beacons", testBeacons},
		{"Nodes", testNodes},
		{"Nodes/Owners", testOwners},
		{"Nodes/Guard", testGuard},
		{"Players/Contacts", testContacts},
		{"Players/RealName", testRealName},
		{"Players/Names", testNames},
		{"Players/NamesOnce", testNamesOnce},
		{"Players/NamesAtOnce", testNamesAtOnce},
		{"Players/Factors", testFactors},
		{"Players/Codes", testCodes},
		{"Players/Once", testOnce},
		{"Players/Invites", testInvites},
		{"Players/History", testHistory},
		{"Sums", testSums},
		{"Sums/LateOps", testSumsOfLateOps},
		{"Sums/Statement", testSumsOfAStatement},
		{"Sums/OpsUnderWay", testSumsOfOpsUnderWay},
		{"Sums/Fresh", testSumsOfFreshOps},
		{"Sums/Versions", testSumVersions},
		{"Pages/Everywhere", testPagesEverywhere},
		{"Pages/Times", testPageTimes},
		{"Pages/LateRows", testLateRows},
		{"Pages/Lists", testLists},
		{"Pages/Statement", testStatement},
		{"Pages/EachOp", testEachOp},
		{"Pages/EachOpOfAList", testEachOpOfAList},
		{"Catalog", testCatalog},
		{"CatalogueChange", testCatalogueChange},
		{"Catalog/Stats", testStats},
		{"Catalog/Spent", testSpent},
		{"Settings", testSettings},
		{"Settings/Race", testSettingsRace},
		{"Settings/Catalogue", testSettingsBesideACatalogue},
		{"Log", testLog},
		{"Log/PendingLeaves", testPendingLeaves},
		{"Close", testClose},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Helper()
			c.test(&world{T: t, e: open(t)})
		})
	}
}

// now is the instant of every record in the suite; engines keep microseconds.
var now = time.Date(2026, 3, 1, 12, 0, 0, 123456000, time.UTC)

// world is one engine under test and what the tests need around it.
type world struct {
	*testing.T
	e   store.Engine
	seq atomic.Int64
}

func (w *world) ctx() context.Context { return w.Context() }

// must ends the test on an error.
func must[T any](v T, err error) func(w *world) T {
	return func(w *world) T {
		w.Helper()
		if err != nil {
			w.Fatal(err)
		}
		return v
	}
}

// fails ends the test unless err is want and no other sentinel.
func (w *world) fails(err, want error, doing string) {
	w.Helper()
	if !is(err, want) {
		w.Fatalf("%s: got error %v, want %v", doing, err, want)
	}
}

// player registers a player with cents from the welcome credit and an open seed epoch.
func (w *world) player(cents int64) store.PlayerID {
	w.Helper()
	n := w.seq.Add(1)
	new := store.NewPlayer{Name: fmt.Sprintf("Player%d", n), Language: "zh", SpreadCode: fmt.Sprint("code", n),
		UserSeed: "seed", At: now}
	var op *store.Op
	if cents > 0 {
		op = &store.Op{Key: "welcome", Kind: "player.welcome", At: now,
			Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: cents}}}
	}
	p := must(w.e.Register(w.ctx(), new, op))(w)
	if err := w.e.OpenSeedEpoch(w.ctx(), store.SeedEpoch{Player: p.ID, Epoch: 1, Key: sha256.Sum256([]byte(p.Name)),
		Commit: "c", OpenedAt: now}); err != nil {
		w.Fatal(err)
	}
	return p.ID
}

// opening is a box opening as the player actor makes it.
func (w *world) opening(p store.PlayerID, nonce uint64, price int64) *store.Op {
	key := fmt.Sprint("open-", w.seq.Add(1))
	return &store.Op{Player: p, Key: key, Request: sha256.Sum256([]byte(key)), Kind: "box.open", At: now,
		Postings: []store.Posting{{Debit: store.PlayerGems(p), Credit: store.House, AmountCents: price}},
		NewItems: []store.NewItem{{Owner: p, Def: 7, ValueCents: 42, Source: store.FromBox}},
		Nonce:    &store.NonceUse{Player: p, Epoch: 1, From: nonce, Count: 1},
		Leaves:   []store.LogLeaf{{Key: "result:{op}-0", Data: []byte("leaf " + key)}},
		Events:   []store.NewEvent{{Type: "drop", Body: []byte("event " + key)}},
		Result:   []byte("result " + key),
	}
}

// pay moves cents from the house to a player (or back when negative).
func (w *world) pay(p store.PlayerID, cents int64) *store.Op {
	post := store.Posting{Debit: store.House, Credit: store.PlayerGems(p), AmountCents: cents}
	if cents < 0 {
		post = store.Posting{Debit: store.PlayerGems(p), Credit: store.House, AmountCents: -cents}
	}
	return &store.Op{Player: p, Key: fmt.Sprint("pay-", w.seq.Add(1)), Kind: "test.pay", At: now,
		Postings: []store.Posting{post}}
}

// room is the creation of a room by p with a stake in escrow.
func (w *world) room(p store.PlayerID, stake int64) *store.Op {
	id := must(w.e.NewRoomID(w.ctx()))(w)
	return &store.Op{Player: p, Key: fmt.Sprint("create-", id), Kind: "battle.create", At: now,
		Postings: []store.Posting{{Debit: store.PlayerGems(p), Credit: store.RoomEscrow(id), AmountCents: stake}},
		Room: &store.RoomWrite{Room: id, Kind: "battle", Epoch: 1, Status: store.RoomOpen, State: []byte("state 1"),
			Deadline: now.Add(time.Hour), Member: p, Listed: "normal"},
	}
}

// next is the op that changes a room from what r says to a status, with postings.
func (w *world) next(r store.Room, to store.RoomStatus, postings ...store.Posting) *store.Op {
	write := &store.RoomWrite{Room: r.ID, Kind: r.Kind, Epoch: r.Epoch, FromVersion: r.Version, FromStatus: r.Status,
		Status: to,
		State:  fmt.Appendf(nil, "state %d", r.Version+1)}
	if !to.Final() {
		write.Deadline = now.Add(time.Hour)
	}
	return &store.Op{Key: fmt.Sprint("room-", w.seq.Add(1)), Kind: "battle.step", At: now, Postings: postings,
		Room: write}
}

func (w *world) commit(op *store.Op) store.Receipt {
	w.Helper()
	return must(w.e.Commit(w.ctx(), op))(w)
}

func (w *world) balance(a store.AccountID) int64 {
	w.Helper()
	return must(w.e.Balance(w.ctx(), a))(w)
}

// equal compares records; nil and empty lists are the same.
func (w *world) equal(what string, got, want any) {
	w.Helper()
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
		w.Fatalf("%s differs (-want +got):\n%s", what, d)
	}
}

// state is everything of value that the engine holds, for comparison.
func (w *world) state() string {
	w.Helper()
	aud, ok := w.e.(store.Auditable)
	if !ok {
		w.Fatal("engine is not store.Auditable")
	}
	s := must(aud.Snapshot(w.ctx()))(w)
	defer s.Close()
	var b strings.Builder
	line := func(kind string, v any) error { fmt.Fprintf(&b, "%s %+v\n", kind, v); return nil }
	for _, err := range []error{
		s.JournalAfter(w.ctx(), nil, func(e *store.JournalEntry) error { return line("op", e.ID) }),
		s.Accounts(w.ctx(), nil, func(a store.AccountState) error { return line("account", a) }),
		s.Items(w.ctx(), nil, func(i store.Item) error { return line("item", i) }),
		s.Rooms(w.ctx(), nil, func(r store.Room) error { return line("room", r) }),
	} {
		if err != nil {
			w.Fatal(err)
		}
	}
	return b.String()
}
