package audit_test

import (
	"fmt"
	"testing"
	"time"

	"jadebox/store"
	"jadebox/store/memory"
	"jadebox/tools/audit"
)

func TestSeesOnePlayerWinTwice(t *testing.T) {
	for name, c := range map[string]struct {
		second int // who takes the second prize
		want   int
	}{"distinct": {2, 0}, "twice": {1, 1}, "back to the host": {0, 0}} {
		e := memory.New(memory.Options{})
		players, _, _ := play(t, e)
		room, err := e.NewRoomID(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		escrow := store.RoomEscrow(room)
		write := store.RoomWrite{Room: room, Kind: "roll", Epoch: 1, Status: store.RoomOpen, State: []byte("s"),
			Deadline: at.Add(time.Hour)}
		end := store.RoomWrite{Room: room, Kind: "roll", Epoch: 1, FromVersion: 1, FromStatus: store.RoomOpen,
			Status: store.RoomSettled, State: []byte("d")}
		for _, op := range []*store.Op{
			{Player: players[0], Key: "roll", Kind: "roll.create", At: at, Room: &write,
				Postings: []store.Posting{{Debit: store.PlayerGems(players[0]), Credit: escrow, AmountCents: 30}}},
			{Key: fmt.Sprintf("roll:%d:settle", room), Kind: "roll.settle", At: at, Room: &end,
				Postings: []store.Posting{
					{Debit: escrow, Credit: store.PlayerGems(players[1]), AmountCents: 20},
					{Debit: escrow, Credit: store.PlayerGems(players[c.second]), AmountCents: 10}}},
		} {
			if _, err := e.Commit(t.Context(), op); err != nil {
				t.Fatal(err)
			}
		}
		if r := check(t, e, audit.Options{}); r.Counts[audit.Winners] != c.want || r.Total() != c.want {
			t.Errorf("%s: %+v", name, r)
		}
	}
}
