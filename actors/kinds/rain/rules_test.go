package rain

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"jadebox/actors/room"
	"jadebox/fairness"
	"jadebox/protocol"
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
	places map[int]bool // taken
}

// first is the first free place that holds no more than a player may still take.
func (m model) first(r Record, p store.PlayerID) int {
	for place, cents := range r.draw.Amounts {
		if !m.places[place] && cents <= r.CapCents-m.paid[p] {
			return place
		}
	}
	return -1
}

// TestClaimsInAnyOrderKeepTheSettings throws claims in any order and company at rounds of any settings: own packets and
// foreign ones, too early and too late, repeated and doubled, in one batch and in several.
func TestClaimsInAnyOrderKeepTheSettings(t *testing.T) {
	for seed := range uint64(200) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 1))
			r := byChance(t, rng)
			m := model{paid: map[store.PlayerID]int64{}, claims: map[store.PlayerID]int{}, spent: map[string]string{},
				places: map[int]bool{}}
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
			if place := m.first(*r, c.Player); place >= 0 &&
				(errors.Is(reply.Err, ErrCap) || errors.Is(reply.Err, ErrEmpty)) {
				t.Fatalf("%+v is refused with %v, and place %d holds no more than the player may take", c, reply.Err,
					place)
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
		case got.ValueCents != r.amount(got.Place) || got.Place != m.first(*r, c.Player):
			t.Fatalf("place %d holds %d, %d were paid; the first that player %d may take is %d", got.Place,
				r.amount(got.Place), got.ValueCents, c.Player, m.first(*r, c.Player))
		}
		m.places[got.Place] = true
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
	for _, c := range r.claims {
		place := c.place
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
	if err != nil || loaded.paid != m.out || loaded.next != s.State.next ||
		!slices.Equal(loaded.passed, s.State.passed) ||
		!reflect.DeepEqual(loaded.shares, s.State.shares) && len(m.paid) > 0 {
		t.Fatalf("the store gives back %+v: %v", loaded, err)
	}
	b, _, err := loaded.wholeBundle()
	if err != nil || b.Key == "" || !fairness.Verify(b).OK {
		t.Fatalf("the whole round: %v", err)
	}
	for _, c := range loaded.claims {
		place := c.place
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

// dealt is a round that falls, of amounts that the test names.
func dealt(t *testing.T, capCents int64, amounts ...int64) Record {
	t.Helper()
	r := byChance(t, rand.New(rand.NewPCG(1, 1)))
	r.CapCents, r.Packets, r.ClaimsMax, r.draw.Amounts = capCents, len(amounts), protocol.RainClaimsMax, amounts
	r.PoolCents = 0
	for _, cents := range amounts {
		r.PoolCents += cents
	}
	return r
}

// drawn claims a packet, and answers its place.
func drawn(t *testing.T, r *Record, p store.PlayerID, slot int) (int, error) {
	t.Helper()
	s, err := r.Apply(claims{{Key: "k", Player: p, Packet: r.packetID(p, slot)}}, time.UnixMilli(r.endsMS()-1))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Replies[0].Err; err != nil {
		return -1, err
	}
	*r = s.State
	return s.Replies[0].Value.(Claimed).Place, nil
}

// A packet that no player may take stays, and those after it are taken; one that is too much for one player is the
// first for the next. It held up the whole rain.
func TestAPacketThatIsTooMuchForAPlayerHoldsUpNobody(t *testing.T) {
	r := dealt(t, 100, 60, 101, 50, 40, 100)
	for i, step := range []struct {
		player store.PlayerID
		slot   int
		place  int
		err    error
	}{
		{1, 0, 0, nil}, // 60
		{1, 1, 3, nil}, // 40 are left to this player: 101 and 50 wait
		{1, 2, -1, ErrCap},
		{2, 0, 2, nil}, // 50, which waited
		{2, 1, -1, ErrCap},
		{3, 0, 4, nil},       // 100
		{4, 0, -1, ErrEmpty}, // 101 is above the cap
	} {
		place, err := drawn(t, &r, step.player, step.slot)
		if place != step.place || !errors.Is(err, step.err) {
			t.Errorf("claim %d of player %d: place %d, %v; want %d, %v", i, step.player, place, err, step.place,
				step.err)
		}
	}
	var places []int
	for _, c := range r.proofClaims() {
		places = append(places, c.Place)
	}
	if !slices.Equal(places, []int{0, 2, 3, 4}) || r.paid != 250 {
		t.Errorf("places %v, %d cents", places, r.paid)
	}
}

// The auditor walks the places of a rain that falls and gives up where a hundred in a row are free.
func TestSoManyPacketsWaitAtMost(t *testing.T) {
	amounts := slices.Repeat([]int64{60}, passMost+2)
	amounts[passMost+1] = 40
	r := dealt(t, 100, amounts...)
	for slot, want := range []int{0, passMost + 1} {
		if place, err := drawn(t, &r, 1, slot); place != want || err != nil {
			t.Errorf("place %d, %v; want %d", place, err, want)
		}
	}
	amounts = slices.Insert(amounts, 1, 60)
	r = dealt(t, 100, amounts...)
	if place, err := drawn(t, &r, 1, 0); place != 0 || err != nil {
		t.Errorf("place %d, %v", place, err)
	}
	if place, err := drawn(t, &r, 1, 1); !errors.Is(err, ErrCap) {
		t.Errorf("place %d behind %d that wait: %v", place, passMost+1, err)
	}
	// Those that wait already count: beside 63 of them two more may be passed over, and not three.
	amounts = slices.Repeat([]int64{60}, passMost+5)
	amounts[passMost+1], amounts[passMost+4] = 40, 40
	r = dealt(t, 100, amounts...)
	for i, want := range []int{0, passMost + 1, 1} {
		if place, err := drawn(t, &r, store.PlayerID(1+i/2), i%2); place != want || err != nil {
			t.Errorf("place %d, %v; want %d", place, err, want)
		}
	}
	if place, err := drawn(t, &r, 2, 1); !errors.Is(err, ErrCap) {
		t.Errorf("place %d, and more than %d wait: %v", place, passMost, err)
	}
}

// A round of a release that gave each claim the next place is read, and is written, as it was.
func TestARoundWhosePlacesWereTakenInTurnIsReadAsItWas(t *testing.T) {
	r := byChance(t, rand.New(rand.NewPCG(4, 1)))
	head, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	state := binary.AppendUvarint([]byte{byte(r.status)}, uint64(len(head)))
	state = binary.AppendUvarint(append(state, head...), 2)
	for _, flags := range []byte{0, 1} { // packet 0 of a player, and of a bot
		state = append(binary.AppendUvarint(state, 9+uint64(flags)), flags)
		state = binary.AppendUvarint(append(state, "an old key"[:8]...), 700)
	}
	read, err := decode(state)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range read.claims {
		if c.place != i || c.slot != 0 || c.bot != (i == 1) || c.player != store.PlayerID(9+i) ||
			c.atMS != r.StartsMS+700 {
			t.Errorf("claim %d is read as %+v", i, c)
		}
	}
	if again, err := read.Encode(); err != nil || !bytes.Equal(again, state) {
		t.Errorf("written again %x, %v; was %x", again, err, state)
	}
	bad := slices.Clone(state)
	bad[len(bad)-len(binary.AppendUvarint(nil, 700))-8-1] |= flagPlace
	for name, place := range map[string]byte{"taken": 0, "beyond the list": byte(r.Packets)} {
		if _, err := decode(append(slices.Clone(bad), place)); !errors.Is(err, errState) {
			t.Errorf("a place %s: %v", name, err)
		}
	}
}
