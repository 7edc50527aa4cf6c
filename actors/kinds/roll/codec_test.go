package roll

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// crowd is a room with n entrants, as they are: names of 6 to 13 letters, a few dozen avatars.
func crowd(n int) Record {
	r := Record{Room: 7, Host: 1, Name: "Friday", JoinType: protocol.RollJoinOpen,
		Prizes:   []Prize{{Def: 3, ValueCents: 5}, {Item: 1 << 52, Def: 4, ValueCents: 9}},
		OpenAtMS: 1_790_000_000_000, JoinMax: n, Key: fmt.Sprintf("%064d", 1), Commit: fmt.Sprintf("%064d", 2),
		Salt: make([]byte, 16), status: store.RoomOpen}
	for i := range n {
		r.entrants = append(r.entrants, Entrant{Player: store.PlayerID(1000 + i), Name: fmt.Sprintf("Entrant%05d", i),
			Avatar: fmt.Sprintf("/art/avatars/%02d.svg", i%24+1),
			Frame:  []string{"", "gold", "vip3"}[i%7%3], Assists: i % 3, Bot: i%50 == 0})
	}
	r.helpers = []helper{{5, 3}, {6, 19}}
	r.once = []once{{hash: [16]byte{1}, used: true}, {hash: [16]byte{2}}}
	return r
}

func TestWhatIsEncodedIsDecoded(t *testing.T) {
	for _, n := range []int{0, 1, 300} {
		r := crowd(n)
		state, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := decode(state)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			got.entrants = nil
		}
		if !reflect.DeepEqual(got, r) {
			t.Errorf("%d entrants: %+v is not %+v", n, got, r)
		}
		for cut := range state {
			if _, err := decode(state[:cut]); err == nil {
				t.Fatalf("the first %d of %d bytes decode", cut, len(state))
			}
		}
		if _, err := decode(append(slices.Clone(state), 0)); err == nil {
			t.Error("a byte too many decodes")
		}
	}
}

// What a join costs: the whole roster is written again, so it must stay small.
func TestAFullRoomIsSmall(t *testing.T) {
	state, err := crowd(EntrantsMax).Encode()
	if err != nil {
		t.Fatal(err)
	}
	if per := len(state) / EntrantsMax; per > 20 {
		t.Errorf("%d bytes an entrant", per)
	}
	t.Logf("%d entrants take %d bytes", EntrantsMax, len(state))
}

func TestAFullRoomDrawsAndFitsIntoABundle(t *testing.T) {
	r := crowd(EntrantsMax)
	key, err := fairness.ParseKey(fmt.Sprintf("%064d", 1))
	if err != nil {
		t.Fatal(err)
	}
	r.Commit, r.BeaconSource, r.BeaconRound = key.Commit(), fairness.BeaconLocal, 6
	leaf, err := r.context().Leaf()
	if err != nil {
		t.Fatal(err)
	}
	if 2*len(leaf) > 900<<10 {
		t.Errorf("the roster leaf has %d bytes, a bundle holds it twice", len(leaf))
	}
}

func BenchmarkJoinOfAFullRoom(b *testing.B) {
	r := crowd(EntrantsMax - 1)
	b.ReportAllocs()
	for b.Loop() {
		next := r.clone()
		next.seat(Entrant{Player: 9, Name: "Latecomer", Avatar: "/art/avatars/01.svg"})
		state, err := next.Encode()
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(state)), "bytes/join")
	}
}
