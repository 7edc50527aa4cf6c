//go:build unix

package postgres_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"jadebox/store"
	"jadebox/store/postgres"
	"jadebox/store/storetest/pgtest"
)

func TestADatabaseThatWasRecoveredIsNotTakenUnmarked(t *testing.T) {
	dsn := pgtest.MigratedDSN(t)
	e := open(t, dsn, postgres.Options{})
	for range 2 {
		if err := e.ClaimTimeline(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	execute(t, dsn, `UPDATE setting SET value = '7' WHERE key = 'site.timeline'`)
	if err := e.ClaimTimeline(t.Context()); !errors.Is(err, postgres.ErrRecovered) {
		t.Errorf("of another timeline: %v", err)
	}
	if err := postgres.AcceptTimeline(t.Context(), dsn); err != nil {
		t.Fatal(err)
	}
	if err := e.ClaimTimeline(t.Context()); err != nil {
		t.Errorf("accepted: %v", err)
	}
}

func TestAMarkClosesWhatMayBeKnown(t *testing.T) {
	ctx, dsn := t.Context(), pgtest.MigratedDSN(t)
	before, err := postgres.Open(ctx, dsn, postgres.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := register(t, before, "before", 1_000)
	epoch := func(e store.Epoch) store.SeedEpoch {
		return store.SeedEpoch{Player: p, Epoch: e, Key: [32]byte{byte(e)}, Commit: "c", BeaconSource: "b",
			OpenedAt: at}
	}
	use := func(e *postgres.Engine, key string, of store.Epoch, from uint64) (store.Receipt, error) {
		op := spend(p, key, 1)
		op.Nonce = &store.NonceUse{Player: p, Epoch: of, From: from, Count: 1}
		return e.Commit(ctx, op)
	}
	var old store.Receipt
	roomID, roomErr := before.NewRoomID(ctx)
	err = errors.Join(roomErr, before.OpenSeedEpoch(ctx, epoch(1)),
		before.PutKept(ctx, "seed.next.1", []byte("ahead")),
		before.KeepReady(ctx, []store.ReadySeed{{SeedEpoch: store.SeedEpoch{Player: 77, Epoch: 1, OpenedAt: at}}}),
		before.CreateSession(ctx, store.Session{TokenHash: [32]byte{1}, Player: p, At: at,
			Expires: time.Now().Add(time.Hour)}))
	if err == nil {
		old, err = use(before, "drawn", 1, 0)
	}
	if err == nil {
		_, err = before.Commit(ctx, &store.Op{Key: "room", Kind: "battle.create", At: at, Room: &store.RoomWrite{
			Room: roomID, Kind: "battle", Epoch: 1, Status: store.RoomOpen, State: []byte("open"),
			Deadline: at.Add(time.Hour)}})
	}
	if err = errors.Join(err, before.Close()); err != nil {
		t.Fatal(err)
	}

	if err := postgres.MarkRestored(ctx, dsn, postgres.Restored{LogKey: []byte("key"),
		Checkpoint: []byte("signed")}); err != nil {
		t.Fatal(err)
	}

	e := open(t, dsn, postgres.Options{})
	for _, from := range []uint64{0, 1, 999, store.NonceClosed + 1} {
		if _, err := use(e, "again", 1, from); !errors.Is(err, store.ErrNonce) {
			t.Errorf("nonce %d of an epoch that is closed: %v", from, err)
		}
	}
	if rec, err := e.LoadPlayer(ctx, p); err != nil || rec.NextNonce != store.NonceClosed || rec.Seed.Epoch != 1 {
		t.Errorf("next nonce %d of epoch %d, %v", rec.NextNonce, rec.Seed.Epoch, err)
	}
	if err := e.OpenSeedEpoch(ctx, epoch(2)); err != nil {
		t.Fatal(err)
	}
	now, err := use(e, "anew", 2, 0)
	if err != nil || now.Op.Writer() <= old.Op.Writer()+1 {
		t.Errorf("op %d of writer %d, the one before was of %d: %v", now.Op, now.Op.Writer(), old.Op.Writer(), err)
	}
	if seeds, err := e.ReadySeeds(ctx); err != nil || len(seeds) > 0 {
		t.Errorf("%d seeds of players to come, %v", len(seeds), err)
	}
	if _, err := e.Kept(ctx, "seed.next.1"); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a seed that was committed ahead is kept: %v", err)
	}
	if _, err := e.SessionByHash(ctx, [32]byte{1}); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("a session goes on: %v", err)
	}
	next, err := e.NewRoomID(ctx)
	if err != nil || next <= roomID+1_000_000 {
		t.Errorf("room %d comes after room %d, %v", next, roomID, err)
	}
	if rooms, err := e.RestoredRooms(ctx); err != nil || !slices.Equal(rooms, []store.RoomID{roomID}) {
		t.Errorf("rooms to end: %v, %v", rooms, err)
	}
	if err := e.RestoredEnded(ctx); err != nil {
		t.Error(err)
	}
	if rooms, err := e.RestoredRooms(ctx); err != nil || len(rooms) > 0 {
		t.Errorf("rooms to end when all have: %v, %v", rooms, err)
	}
	if signed, _, err := e.LogCheckpoint(ctx); err != nil || string(signed) != "signed" {
		t.Errorf("checkpoint %q, %v", signed, err)
	}
	if err := e.ClaimTimeline(ctx); err != nil {
		t.Errorf("a marked database is not taken: %v", err)
	}
}
