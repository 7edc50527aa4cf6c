package audit_test

import (
	"testing"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/audit"
)

// A rain that pays more than its pool is found, even where the escrow was filled up from elsewhere, so that no balance
// shows it.
func TestSeesARainThatOverpays(t *testing.T) {
	for name, c := range map[string]struct {
		paid int64
		want int
	}{"all of it": {100, 0}, "one cent more": {101, 1}} {
		e := memory.New(memory.Options{})
		players, _, _ := play(t, e)
		id, err := e.NewRoomID(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		escrow := store.RoomEscrow(id)
		write := &store.RoomWrite{Room: id, Kind: "rain", Epoch: 1, Status: store.RoomLocked, State: []byte("x"),
			Deadline: at.Add(time.Hour)}
		for _, op := range []*store.Op{
			{Key: "make", Kind: rain.KindCreate, Room: write,
				Postings: []store.Posting{{Debit: store.Bonus, Credit: escrow, AmountCents: 100}}},
			{Key: "more", Kind: "test", Postings: []store.Posting{{Debit: store.Bonus, Credit: escrow,
				AmountCents: 50}}},
			{Key: "claim", Kind: rain.KindClaim,
				Postings: []store.Posting{{Debit: escrow, Credit: store.PlayerGems(players[0]), AmountCents: c.paid}}},
		} {
			op.At = at
			if _, err := e.Commit(t.Context(), op); err != nil {
				t.Fatal(err)
			}
		}
		if r := check(t, e, audit.Options{}); r.Counts[audit.Packets] != c.want {
			t.Errorf("%s: %+v", name, r.Violations)
		}
	}
}
