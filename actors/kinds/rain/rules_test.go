package rain

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"jadebox/actors/room"
	"jadebox/fairness"
	"jadebox/store"
)

var genesis = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// byChance is a round with settings by chance, falling.
func byChance(t *testing.T, rng *rand.Rand) Record {
	t.Helper()
	chain, err := fairness.NewLocalChain(fairness.Key{1}, 8, genesis.UnixMilli(), 1000)
	if err != nil {
		t.Fatal(err)
	}
	beacon, err := chain.Beacon(5, chain.DueMS(5))
	if err != nil {
		t.Fatal(err)
	}
	var key fairness.Key
	for i := range key {
		key[i] = byte(rng.Uint32())
	}
	pool := 1 + rng.Int64N(300)
	c := createPrepared{Create: Create{Key: "k", PoolCents: pool, Packets: 1 + rng.IntN(int(min(pool, 40))),
		DurationMS: 20_000,
		Each:       EachRules{Claims: 1 + rng.IntN(8), CapPPM: 1 + rng.Int64N(1_000_000)}},
		key: key, secret: []byte("a secret of the round"), awaits: room.Awaited{BeaconSource: fairness.BeaconLocal,
			BeaconRound: 5, BeaconDueMS: chain.DueMS(5)}}
	made, err := Record{Room: 7}.Apply(c, genesis)
	if err != nil {
		t.Fatal(err)
	}
	if got := cents(made.Op.Postings, store.Bonus, store.RoomEscrow(7)); got != pool {
		t.Fatalf("a pool of %d took %d", pool, got)
	}
	early, err := made.State.Apply(claims{{Key: "x", Player: 1, Packet: made.State.packetID(1, 0)}}, genesis)
	if err != nil || early.Op != nil || !errors.Is(early.Replies[0].Err, ErrEarly) {
		t.Fatalf("before the list is committed: %+v, %v", early, err)
	}
	begun, err := made.State.Apply(room.Begin{Value: beacon}, genesis.Add(5*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	if len(begun.Op.Leaves) != 1 || begun.Op.Leaves[0].Key != "root:rain:7" || len(begun.Op.Postings) != 0 ||
		begun.State.StartsMS <= genesis.Add(5*time.Second).UnixMilli() {
		t.Fatalf("the list is not committed before the first packet: %+v", begun.Op)
	}
	return begun.State
}

func cents(list []store.Posting, from, to store.AccountID) (sum int64) {
	for _, p := range list {
		if p.Debit == from && p.Credit == to {
			sum += p.AmountCents
		}
	}
	return sum
}

// model is what the claims of a round may come to, kept apart from the record.
type model struct {
	paid   map[store.PlayerID]int64
	claims map[store.PlayerID]int
	spent  map[string]string // packet → key
	out    int64
}

// TestClaimsInAnyOrderKeepTheSettings throws claims in any order and company at rounds of any settings: own packets and
// foreign ones, too early and too late, repeated and doubled, in one batch and in several.
func TestClaimsInAnyOrderKeepTheSettings(t *testing.T) {
	for seed := range uint64(200) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 1))
			r := byChance(t, rng)
			m := model{map[store.PlayerID]int64{}, map[store.PlayerID]int{}, map[string]string{}, 0}
			now := time.UnixMilli(r.StartsMS - 500)
			for range 60 {
				now = now.Add(time.Duration(rng.IntN(700)) * time.Millisecond)
				m.throw(t, &r, rng, now)
			}
			m.finish(t, r)
		})
	}
}

func (m model) batch(r Record, rng *rand.Rand) claims {
	var list claims
	for range 1 + rng.IntN(6) {
		p := store.PlayerID(1 + rng.IntN(9))
		owner := p
		if rng.IntN(8) == 0 {
			owner = store.PlayerID(1 + rng.IntN(9))
		}
		c := Claim{Key: fmt.Sprint("k", rng.IntN(3)), Player: p, Packet: r.packetID(owner, rng.IntN(r.ClaimsMax+1))}
		if list = append(list, c); rng.IntN(5) == 0 {
			list = append(list, c) // the same click, in one batch
		}
	}
	return list
}

func (m *model) throw(t *testing.T, r *Record, rng *rand.Rand, now time.Time) {
	list := m.batch(*r, rng)
	before := *r
	s, err := r.Apply(list, now)
	if err != nil || len(s.Replies) != len(list) {
		t.Fatalf("%d replies to %d claims: %v", len(s.Replies), len(list), err)
	}
	fresh := map[store.PlayerID]int64{}
	for i, reply := range s.Replies {
		c := list[i]
		if reply.Err != nil {
			if reply.Value != nil {
				t.Fatalf("%+v is refused and answered %+v", c, reply.Value)
			}
			continue
		}
		got := reply.Value.(Claimed)
		slot := r.slotOf(c.Player, c.Packet)
		key, again := m.spent[got.Packet]
		switch {
		case got.Packet != c.Packet || slot < 0:
			t.Fatalf("%+v got %+v", c, got)
		case again && key != c.Key:
			t.Fatalf("packet %s was paid for %s and for %s", got.Packet, key, c.Key)
		case again:
			continue
		case now.UnixMilli() < r.opensMS(slot) || now.UnixMilli() >= r.endsMS()+graceMS:
			t.Fatalf("packet %d was paid at %s", slot, now)
		case got.ValueCents != r.amount(got.Place) || got.Place != len(m.spent):
			t.Fatalf("place %d holds %d, %d were paid, %d claims before", got.Place, r.amount(got.Place),
				got.ValueCents, len(m.spent))
		}
		m.spent[got.Packet] = c.Key
		m.paid[c.Player] += got.ValueCents
		m.claims[c.Player]++
		m.out += got.ValueCents
		fresh[c.Player] += got.ValueCents
	}
	if (s.Op == nil) != (len(fresh) == 0) {
		t.Fatalf("op %+v for %v", s.Op, fresh)
	}
	if s.Op != nil {
		for p, want := range fresh {
			if got := cents(s.Op.Postings, store.RoomEscrow(7), store.PlayerGems(p)); got != want {
				t.Fatalf("player %d was paid %d of %d", p, got, want)
			}
		}
		if len(s.Op.Postings) != len(fresh) || len(s.Op.Leaves) != len(s.State.claims)-len(before.claims) {
			t.Fatalf("%d postings and %d leaves for %v", len(s.Op.Postings), len(s.Op.Leaves), fresh)
		}
	}
	if rng.IntN(3) > 0 || s.Op == nil { // else the op is refused and memory stays what it was
		*r = s.State
		m.check(t, *r)
		return
	}
	again, err := r.Apply(list, now)
	if err != nil || !reflect.DeepEqual(again.Replies, s.Replies) || !reflect.DeepEqual(again.Op, s.Op) {
		t.Fatal("the same command on the same state is another step")
	}
	*r = again.State
	m.check(t, *r)
}

// check: never more than the pool, to no player more than a player's part.
func (m *model) check(t *testing.T, r Record) {
	if m.out > r.PoolCents || r.paid != m.out || len(r.claims) != len(m.spent) || len(r.claims) > r.Packets {
		t.Fatalf("%d of %d cents, %d of %d packets; the record says %d and %d", m.out, r.PoolCents, len(m.spent),
			r.Packets, r.paid, len(r.claims))
	}
	for p, cents := range m.paid {
		if cents > r.CapCents || m.claims[p] > r.ClaimsMax || r.shares[p].cents != cents ||
			r.shares[p].claims != m.claims[p] {
			t.Fatalf("player %d has %d of %d cents in %d of %d claims; the record says %+v", p, cents, r.CapCents,
				m.claims[p], r.ClaimsMax, r.shares[p])
		}
	}
}

// finish ends the round and verifies every proof, also from the record as the store gives it back.
func (m *model) finish(t *testing.T, r Record) {
	for place := range r.claims {
		b, _, err := r.claimBundle(place)
		if err != nil || b.Key != "" || !fairness.Verify(b).OK {
			t.Fatalf("claim %d while it rains: %v", place, err)
		}
	}
	s, err := r.Apply(room.Tick{}, time.UnixMilli(r.endsMS()+graceMS))
	if err != nil || s.State.status != store.RoomSettled {
		t.Fatalf("not over: %v", err)
	}
	if back := cents(s.Op.Postings, store.RoomEscrow(7), store.Bonus); back+m.out != r.PoolCents {
		t.Fatalf("%d paid and %d back of %d", m.out, back, r.PoolCents)
	}
	state, err := s.State.Encode()
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := decode(state)
	if err != nil || loaded.paid != m.out || !reflect.DeepEqual(loaded.shares, s.State.shares) && len(m.paid) > 0 {
		t.Fatalf("the store gives back %+v: %v", loaded, err)
	}
	b, _, err := loaded.wholeBundle()
	if err != nil || b.Key == "" || !fairness.Verify(b).OK {
		t.Fatalf("the whole round: %v", err)
	}
	for place := range loaded.claims {
		b, _, err := loaded.claimBundle(place)
		if err != nil || !fairness.Verify(b).OK {
			t.Fatalf("claim %d: %v", place, err)
		}
		b.Rain.Claims[0].ValueCents++
		if fairness.Verify(b).OK {
			t.Fatalf("claim %d verifies with another amount", place)
		}
	}
}
