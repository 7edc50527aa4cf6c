package battle

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

var update = flag.Bool("update", false, "write the golden transcripts")

var t0 = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const entryCents = 160 // box 1 and box 2

// tables of the tests: box 1 draws from three values, box 2 is always a tie.
func testTables(t testing.TB) []Table {
	t.Helper()
	list := []Table{
		{Box: 1, Version: 1, PriceCents: 100, Entries: []fairness.OddsEntry{{Item: 1, Weight: 60e6, ValueCents: 10},
			{Item: 2, Weight: 30e6, ValueCents: 80}, {Item: 3, Weight: 10e6, ValueCents: 400}}},
		{Box: 2, Version: 1, PriceCents: 60, Entries: []fairness.OddsEntry{{Item: 4, Weight: 50e6, ValueCents: 51},
			{Item: 5, Weight: 50e6, ValueCents: 51}}},
	}
	for i := range list {
		odds, err := fairness.NewOdds(int64(list[i].Box), 1, list[i].Entries)
		if err != nil {
			t.Fatal(err)
		}
		list[i].OddsHash = odds.Hash()
	}
	return list
}

func testKey() fairness.Key {
	var k fairness.Key
	for i := range k {
		k[i] = byte(i + 1)
	}
	return k
}

func profile(id store.PlayerID) player.Profile {
	return player.Profile{ID: id, Name: fmt.Sprint("P", id), UserSeed: fmt.Sprint("seed", id)}
}

func create(t testing.TB, setup Setup, rounds ...int) createPrepared {
	f := createPrepared{Create: Create{Key: "c", Host: 1, Setup: setup}, host: profile(1), tables: testTables(t),
		rounds: rounds, key: testKey()}
	for _, r := range rounds {
		f.PriceCents += f.tables[r].PriceCents
	}
	if setup.Private {
		f.code = "SECRET"
	}
	return f
}

func join(id store.PlayerID, seat int, cents int64) joinPrepared {
	return joinPrepared{Join{Key: fmt.Sprint("j", id), Player: id, Seat: seat, PriceCents: cents}, profile(id), 0}
}

func lockAt(round uint64, dueMS int64) room.Lock {
	return room.Lock{Awaited: room.Awaited{BeaconSource: fairness.BeaconLocal, BeaconRound: round, BeaconDueMS: dueMS}}
}

// testBeacon is the value of a round of a chain that every run of the tests has.
func testBeacon(t testing.TB, round uint64) fairness.Beacon {
	t.Helper()
	chain, err := fairness.NewLocalChain(testKey(), 64, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	b, err := chain.Beacon(round, 1_000)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// script runs commands through the rules; each must succeed.
type script struct {
	t   testing.TB
	r   Record
	now time.Time
	log bytes.Buffer
	ops []room.Op
}

func newScript(t testing.TB) *script { return &script{t: t, r: Record{Room: 7}, now: t0} }

func (s *script) apply(cmd any) step {
	s.t.Helper()
	before, _ := s.r.Encode()
	st, err := s.r.Apply(cmd, s.now)
	if err != nil {
		s.t.Fatalf("%T: %v", cmd, err)
	}
	if after, _ := s.r.Encode(); !bytes.Equal(before, after) {
		s.t.Fatalf("%T changed the state it was given", cmd)
	}
	s.r = st.State
	if st.Op != nil {
		s.ops = append(s.ops, *st.Op)
		s.r = kind{}.Bind(s.r, store.Receipt{Op: store.MakeOpID(1, int64(len(s.ops)))})
		// What is durable must say all: from here on the script plays the record as a restart would find it.
		state, err := s.r.Encode()
		if err != nil {
			s.t.Fatal(err)
		}
		again, err := decode(state)
		if err != nil {
			s.t.Fatal(err)
		}
		again.settleOp, again.shown = s.r.settleOp, s.r.shown
		s.r = again
	}
	s.write(cmd, st)
	return st
}

// write appends the step to the transcript.
func (s *script) write(cmd any, st step) {
	wake := "never"
	if w := s.r.Wake(); !w.IsZero() {
		wake = w.Sub(t0).String()
	}
	fmt.Fprintf(&s.log, "%s %T -> status %d, wake %s\n", s.now.Sub(t0), cmd, s.r.status, wake)
	if op := st.Op; op != nil {
		fmt.Fprintf(&s.log, "  op %s key %s player %d escrow %t\n", op.Kind, op.Key, op.Player, op.Escrow)
		for _, p := range op.Postings {
			fmt.Fprintf(&s.log, "    %d/%d -> %d/%d %d\n", p.Debit.Owner(), p.Debit.Class(), p.Credit.Owner(),
				p.Credit.Class(), p.AmountCents)
		}
		for _, it := range op.NewItems {
			fmt.Fprintf(&s.log, "    item %d worth %d to %d\n", it.Def, it.ValueCents, it.Owner)
		}
		for _, l := range op.Leaves {
			fmt.Fprintf(&s.log, "    leaf %s\n", l.Key)
		}
	}
	for _, e := range st.Events {
		body, _ := json.Marshal(e.Body(s.r))
		fmt.Fprintf(&s.log, "  event %d %s\n", e.Type, body)
	}
	for _, n := range st.Notices {
		fmt.Fprintf(&s.log, "  notice %s/%s %T\n", n.Kind, n.ID, n.Msg)
	}
}

// play takes a full room to its end on the room's own clock.
func (s *script) play() {
	s.t.Helper()
	round := uint64(5)
	s.apply(lockAt(round, s.now.UnixMilli()+4000))
	s.now = s.r.Wake()
	s.apply(room.Begin{Value: testBeacon(s.t, round)})
	for range 100 {
		wake := s.r.Wake()
		if wake.IsZero() {
			return
		}
		if wake.After(s.now) {
			s.now = wake
		}
		s.apply(room.Tick{})
	}
	s.t.Fatal("the battle does not end")
}

func TestRulesGiveTheRecordedTranscripts(t *testing.T) {
	for name, run := range map[string]func(s *script){
		"normal":   func(s *script) { s.two(protocol.ModeNormal, 0, 1, 0) },
		"inverse":  func(s *script) { s.two(protocol.ModeInverse, 0, 1, 0) },
		"terminal": func(s *script) { s.two(protocol.ModeTerminal, 0, 1) }, // the last round is a tie
		"share":    func(s *script) { s.two(protocol.ModeShare, 0, 1, 1) },
		"teams": func(s *script) {
			s.apply(create(s.t, Setup{Seats: 4, Mode: protocol.ModeTeams}, 0))
			for id := store.PlayerID(2); id <= 4; id++ {
				s.apply(join(id, -1, 100))
			}
			s.play()
		},
		"bots": func(s *script) {
			s.apply(create(s.t, Setup{Seats: 3, Mode: protocol.ModeNormal}, 1, 1))
			s.now = s.now.Add(BotsAfter)
			s.apply(AddBots{Key: "b", Player: 1, Seat: -1})
			s.play()
		},
		"timeout": func(s *script) {
			s.apply(create(s.t, Setup{Seats: 3, Mode: protocol.ModeNormal}, 0))
			s.apply(join(2, 2, 100))
			s.apply(Leave{Key: "l", Player: 2})
			s.apply(join(3, -1, 100))
			s.now = s.r.Wake()
			s.apply(room.Tick{})
		},
		"beacon-lost": func(s *script) {
			s.apply(create(s.t, Setup{Seats: 2, Mode: protocol.ModeNormal}, 0))
			s.apply(join(2, -1, 100))
			s.apply(lockAt(9, s.now.UnixMilli()+4000))
			s.now = s.now.Add(4*time.Second + 120*time.Second)
			s.apply(room.Tick{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScript(t)
			run(s)
			s.conserved()
			path := filepath.Join("testdata", name+".golden")
			if *update {
				if err := os.WriteFile(path, s.log.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(want, s.log.Bytes()) {
				t.Errorf("transcript differs (go test ./actors/kinds/battle -run RecordedTranscripts -update):\n%s",
					s.log.Bytes())
			}
		})
	}
}

func (s *script) two(mode string, rounds ...int) {
	f := create(s.t, Setup{Seats: 2, Mode: mode}, rounds...)
	s.apply(f)
	s.apply(join(2, -1, f.PriceCents))
	s.play()
}

// conserved adds up every op: the escrow ends empty, no account has two postings in one op by accident.
func (s *script) conserved() {
	s.t.Helper()
	balance := map[store.AccountID]int64{}
	for _, op := range s.ops {
		for _, p := range op.Postings {
			balance[p.Debit] -= p.AmountCents
			balance[p.Credit] += p.AmountCents
		}
		if balance[store.RoomEscrow(7)] < 0 {
			s.t.Errorf("%s takes more than the escrow holds", op.Kind)
		}
	}
	want := int64(0)
	if !s.r.status.Final() {
		want = s.r.escrowCents()
	}
	if got := balance[store.RoomEscrow(7)]; got != want {
		s.t.Errorf("escrow holds %d, want %d", got, want)
	}
	if s.r.status == store.RoomVoid {
		for id := store.PlayerID(1); id <= 4; id++ {
			if got := balance[store.PlayerGems(id)]; got != 0 {
				s.t.Errorf("player %d is left with %d after a void", id, got)
			}
		}
	}
}

func TestRulesRefuseWhatMayNotBe(t *testing.T) {
	setup := Setup{Seats: 2, Mode: protocol.ModeNormal}
	waiting := func(s *script) { s.apply(create(t, setup, 0, 1)) }
	full := func(s *script) { waiting(s); s.apply(join(2, -1, entryCents)) }
	locked := func(s *script) {
		full(s)
		s.apply(lockAt(5, s.now.UnixMilli()+4000))
	}
	over := func(s *script) { full(s); s.play() }
	private := func(s *script) { s.apply(create(t, Setup{Seats: 3, Mode: protocol.ModeNormal, Private: true}, 0, 1)) }
	wrongPrice := create(t, setup, 0)
	wrongPrice.PriceCents--
	withCode := join(2, -1, entryCents)
	withCode.Code = "SECRETx"
	for name, c := range map[string]struct {
		given func(*script)
		cmd   any
		want  error
	}{
		"create at another price":  {func(*script) {}, wrongPrice, apierr.New(protocol.CodePriceChanged)},
		"create twice":             {waiting, create(t, setup, 0), ErrGone},
		"join nothing":             {func(*script) {}, join(2, -1, entryCents), ErrGone},
		"join own":                 {waiting, join(1, -1, entryCents), ErrJoined},
		"join at another price":    {waiting, join(2, -1, entryCents-1), apierr.New(protocol.CodePriceChanged)},
		"join a taken seat":        {waiting, join(2, 0, entryCents), ErrSeat},
		"join a seat beyond":       {waiting, join(2, 2, entryCents), ErrSeat},
		"join a full room":         {full, join(3, -1, entryCents), ErrFull},
		"join a locked room":       {locked, join(3, -1, entryCents), ErrStarted},
		"join a finished room":     {over, join(3, -1, entryCents), ErrGone},
		"join without code":        {private, join(2, -1, entryCents), ErrCode},
		"join with a wrong code":   {private, withCode, ErrCode},
		"leave nothing":            {func(*script) {}, Leave{Player: 1}, ErrGone},
		"leave as a stranger":      {waiting, Leave{Player: 9}, ErrGone},
		"leave a full room":        {full, Leave{Player: 2}, ErrLeave},
		"leave a locked room":      {locked, Leave{Player: 2}, ErrLeave},
		"leave a finished room":    {over, Leave{Player: 2}, ErrGone},
		"bots at once":             {waiting, AddBots{Player: 1, Seat: -1}, ErrBots},
		"bots by a guest":          {waiting, AddBots{Player: 2, Seat: -1}, ErrHost},
		"bots in a full room":      {full, AddBots{Player: 1, Seat: -1}, ErrFull},
		"bots in a locked room":    {locked, AddBots{Player: 1, Seat: -1}, ErrStarted},
		"lock a room that waits":   {waiting, lockAt(5, 0), ErrStarted},
		"lock twice":               {locked, lockAt(6, 0), ErrStarted},
		"begin before the lock":    {full, room.Begin{Value: testBeacon(t, 5)}, ErrStarted},
		"void a finished room":     {over, room.Void{Reason: "broken"}, ErrGone},
		"begin with another round": {locked, room.Begin{Value: testBeacon(t, 6)}, fairness.ErrMismatch},
		"begin with another source": {locked, room.Begin{Value: fairness.Beacon{Source: "drand", Round: 5}},
			fairness.ErrMismatch},
		"a command that nobody knows": {waiting, struct{}{}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			s := newScript(t)
			c.given(s)
			st, err := s.r.Apply(c.cmd, s.now)
			if err == nil || c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			if st.Op != nil || len(st.Events) > 0 || len(st.Notices) > 0 {
				t.Errorf("a refusal has effects: %+v", st)
			}
		})
	}
}

func TestOnlyValidSetupsAreTaken(t *testing.T) {
	boxes := func(n int) []store.BoxID { return make([]store.BoxID, n) }
	for _, c := range []struct {
		Setup
		ok bool
	}{
		{Setup{boxes(1), 2, protocol.ModeNormal, false}, true},
		{Setup{boxes(15), 4, protocol.ModeShare, true}, true},
		{Setup{boxes(3), 4, protocol.ModeTeams, false}, true},
		{Setup{boxes(3), 2, protocol.ModeTeams, false}, false},
		{Setup{boxes(0), 2, protocol.ModeNormal, false}, false},
		{Setup{boxes(16), 2, protocol.ModeNormal, false}, false},
		{Setup{boxes(1), 1, protocol.ModeNormal, false}, false},
		{Setup{boxes(1), 5, protocol.ModeNormal, false}, false},
		{Setup{boxes(1), 2, "best", false}, false},
	} {
		if got := validSetup(c.Setup) == nil; got != c.ok {
			t.Errorf("%d boxes, %d seats, %s: %t", len(c.Boxes), c.Seats, c.Mode, got)
		}
	}
}

// A house player is shown as a bot and yet pays and keeps what it wins; only a bot's winnings are burnt.
func TestHousePlayersAreFlagged(t *testing.T) {
	p := profile(3)
	p.Bot = true
	seat := seatFor(p, 260)
	if seat.Bot || !seat.House || seat.PaidCents != 260 || !seat.wire(1).Bot {
		t.Errorf("seat %+v, shown as %+v", seat, seat.wire(1))
	}
	if human := seatFor(profile(4), 260); human.flagged() || human.wire(1).Bot {
		t.Errorf("a human is shown as a bot: %+v", human)
	}
}

// A view never shows more than its moment: no draw before its round, no key before the end, no code to strangers.
func TestViewHidesTheFuture(t *testing.T) {
	s := newScript(t)
	s.apply(create(t, Setup{Seats: 2, Mode: protocol.ModeNormal, Private: true}, 0, 1, 0))
	in := join(2, -1, 260)
	in.Code = "SECRET"
	s.apply(in)
	s.apply(lockAt(5, s.now.UnixMilli()+4000))
	s.now = s.r.Wake()
	s.apply(room.Begin{Value: testBeacon(t, 5)})
	key := testKey()
	for ms := int64(-1000); ms < 20_000; ms += 500 {
		now := time.UnixMilli(s.r.StartedMS + ms)
		for _, viewer := range []store.PlayerID{0, 1, 2, 9} {
			if early := s.r.view(viewer, room.Moment{Now: now}); len(early.Rounds) != 0 {
				t.Fatal("a round is in a snapshot before the topic has told it")
			}
			v := s.r.asOf(now).view(viewer, room.Moment{Now: now})
			want := 0
			if ms >= 0 {
				want = min(int(ms/protocol.RoundMS)+1, 3)
			}
			if len(v.Rounds) != want || v.Result != nil {
				t.Fatalf("%d ms after the start: %d rounds, want %d", ms, len(v.Rounds), want)
			}
			body, _ := v.MarshalMsg(nil)
			if bytes.Contains(body, []byte(key.Reveal())) || bytes.Contains(body, key[:]) {
				t.Fatal("the key is in a snapshot of a running battle")
			}
			if member := viewer == 1 || viewer == 2; (v.Code == "SECRET") != member {
				t.Fatalf("viewer %d sees code %q", viewer, v.Code)
			}
			for i := want; i < 3; i++ {
				if bytes.Contains(body, []byte(s.r.result(i, 0).ServerSeed)) {
					t.Fatalf("round %d is told too early", i)
				}
			}
		}
	}
	for viewer, code := range map[store.PlayerID]string{0: "", 9: "SECREt"} {
		if err := s.r.admits(viewer, code); !errors.Is(err, ErrCode) {
			t.Errorf("viewer %d with code %q: %v", viewer, code, err)
		}
	}
	if s.r.admits(0, "SECRET") != nil || s.r.admits(2, "") != nil {
		t.Error("an invited viewer or a member is kept out")
	}
}

func TestTheBundleOfABattleVerifies(t *testing.T) {
	s := newScript(t)
	s.two(protocol.ModeTerminal, 0, 1)
	state, _ := s.r.Encode()
	b, err := BundleOf(store.Room{State: state}, func(int64) string { return "x" })
	if err != nil {
		t.Fatal(err)
	}
	report := fairness.Verify(b)
	if !report.OK || b.Battle.Tie == nil {
		t.Fatalf("%+v, tie %v", report, b.Battle.Tie)
	}
	for _, c := range report.Checks {
		if c.Skipped && c.Name != fairness.CheckLog && c.Name != fairness.CheckCheckpoint {
			t.Errorf("not checked: %+v", c)
		}
	}
	open := newScript(t)
	open.apply(create(t, Setup{Seats: 2, Mode: protocol.ModeNormal}, 0))
	state, _ = open.r.Encode()
	if _, err := BundleOf(store.Room{State: state}, nil); !errors.Is(err, ErrGone) {
		t.Errorf("bundle of an open room: %v", err)
	}
}

// FuzzRules plays any sequence of commands: the escrow always holds what the seats paid, the status never goes back, a
// final room stays as it is, and the record survives its encoding.
func FuzzRules(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add([]byte{8, 18, 28, 6, 7, 7, 7, 7, 7, 7, 7})
	f.Add([]byte{8, 1, 40, 3, 17, 9, 6, 55, 120, 7, 200, 7, 7, 7})
	f.Fuzz(func(t *testing.T, moves []byte) {
		if len(moves) < 1 || len(moves) > 200 {
			return
		}
		modes := []string{protocol.ModeNormal, protocol.ModeInverse, protocol.ModeTerminal, protocol.ModeShare,
			protocol.ModeTeams}
		setup := Setup{Seats: 2 + int(moves[0])%3, Mode: modes[int(moves[0])/3%5]}
		if setup.Mode == protocol.ModeTeams {
			setup.Seats = 4
		}
		s := newScript(t)
		s.apply(create(t, setup, 0, 1))
		for _, m := range moves[1:] {
			id, seat := store.PlayerID(1+m/16%6), int(m)%5-1
			s.now = s.now.Add(time.Duration(m) * 40 * time.Millisecond)
			var cmd any
			switch m % 9 {
			case 0, 1:
				cmd = join(id, seat, entryCents)
			case 2:
				cmd = Leave{Key: "l", Player: id}
			case 3:
				cmd = AddBots{Key: "b", Player: id, Seat: seat}
			case 4:
				cmd = lockAt(5, s.now.UnixMilli()+3000)
			case 5:
				cmd = room.Begin{Value: testBeacon(t, 5)}
			case 6:
				s.now = s.now.Add(time.Minute)
				cmd = room.Tick{}
			case 7:
				cmd = room.Tick{}
			default:
				if m < 250 {
					continue
				}
				cmd = room.Void{Reason: room.ReasonBroken}
			}
			before := s.r
			if _, err := s.r.Apply(cmd, s.now); err != nil {
				continue
			}
			if before.status.Final() {
				if _, tick := cmd.(room.Tick); !tick {
					t.Fatalf("%T was allowed in status %d", cmd, before.status)
				}
			}
			s.apply(cmd)
			if s.r.status < before.status {
				t.Fatalf("%T took status %d back to %d", cmd, before.status, s.r.status)
			}
			s.conserved()
			if s.r.status.Final() != s.r.Deadline().IsZero() {
				t.Fatalf("status %d with deadline %s", s.r.status, s.r.Deadline())
			}
		}
	})
}
