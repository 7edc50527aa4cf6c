package check

import (
	"bytes"
	"testing"

	"github.com/tinylib/msgp/msgp"

	"jadebox/protocol"
)

type heard struct {
	kind uint16
	body msgp.Marshaler
}

func encode(t *testing.T, m msgp.Marshaler) []byte {
	t.Helper()
	b, err := m.MarshalMsg(nil)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func player(n int) string { return string(rune('a' + n)) }

// story is a room of one kind from its first snapshot to its end, and the snapshot that a newcomer gets then.
type story struct {
	room     func() Room
	snapshot msgp.Marshaler
	events   []heard
	end      msgp.Marshaler
}

func entrant(place int) protocol.RollEntrant {
	return protocol.RollEntrant{Place: int32(place), PlayerID: player(place), Weight: 1}
}

func bottle(n int) protocol.WishBottle {
	return protocol.WishBottle{Number: int32(n), PlayerID: player(n), Name: player(n), Letter: "x"}
}

func stories() map[string]*story {
	prizes := []protocol.RollPrize{{ID: 1, ValueCents: 300}, {ID: 2, ItemID: "9", Def: 4, ValueCents: 100}}
	roll := protocol.RollSnapshot{Summary: protocol.RollSummary{ID: "1", Status: protocol.RollStatusOpen, HostID: "h",
		PrizeCount: 2, Prizes: prizes}, Prizes: prizes,
		Me: &protocol.RollEntrant{}, Spectators: 3, Token: "secret"}
	drawn := &protocol.RollDrawn{Beacon: "b", Winners: []protocol.RollWinner{{Prize: 1, Entrant: entrant(1)},
		{Prize: 2, Entrant: entrant(0)}}}
	heavier := entrant(0)
	heavier.Weight = 2
	rollEnd := roll
	rollEnd.Summary.Status, rollEnd.Summary.Joined, rollEnd.TotalWeight = protocol.RollStatusDrawn, 2, 3
	rollEnd.Recent = []protocol.RollEntrant{entrant(1), heavier}
	rollEnd.LockedAtMS, rollEnd.ContextHash, rollEnd.Beacon, rollEnd.Drawn, rollEnd.Me, rollEnd.Token = 5, "c", "b",
		drawn, nil, ""

	cards := protocol.LuckycardSnapshot{Summary: protocol.LuckycardSummary{ID: "2", Status: protocol.LuckycardOpen,
		Cards: 3, Left: 3, TopDef: 7, TopCents: 900},
		Prizes: []protocol.LuckycardPrize{{Def: 7, ValueCents: 900, Total: 1, Left: 1},
			{Def: 1, ValueCents: 10, Total: 2, Left: 2}}}
	flips := []protocol.LuckycardFlip{{Place: 2, Card: 1, Def: 1, ValueCents: 10},
		{Place: 0, Card: 0, Def: 7, ValueCents: 900}}
	cardsEnd := cards
	cardsEnd.Summary.Status, cardsEnd.Summary.Left, cardsEnd.Flips, cardsEnd.Key = protocol.LuckycardOver, 1, flips, "k"
	cardsEnd.Prizes = []protocol.LuckycardPrize{{Def: 7, ValueCents: 900, Total: 1}, {Def: 1, ValueCents: 10, Total: 2,
		Left: 1}}

	wish := protocol.WishSnapshot{Summary: protocol.WishSummary{ID: "3", Status: protocol.WishOpen, Bottles: 3,
		Most: 1}}
	won := &protocol.WishDrawn{Bottle: bottle(2)}
	wishEnd := wish
	wishEnd.Summary.Status, wishEnd.Summary.Taken, wishEnd.Summary.WinnerName, wishEnd.Drawn = protocol.WishOver, 3,
		player(2),
		won
	wishEnd.Bottles, wishEnd.DrawsAtMS = []protocol.WishBottle{bottle(1), bottle(2), bottle(3)}, 8

	return map[string]*story{
		"roll": {func() Room { return &Roll{} }, &roll, []heard{
			{protocol.EventRollJoined, &protocol.RollJoined{Entrant: entrant(0), Joined: 1, TotalWeight: 1}},
			{protocol.EventRollJoined, &protocol.RollJoined{Entrant: entrant(1), Assisted: &heavier, Joined: 2,
				TotalWeight: 3}},
			{protocol.EventRollSpectators, &protocol.RollSpectators{Count: 9}},
			{protocol.EventRollLocked, &protocol.RollLocked{LockedAtMS: 5, ContextHash: "c"}},
			{protocol.EventRollDrawn, drawn}}, &rollEnd},
		"luckycard": {func() Room { return &Luckycard{} }, &cards, []heard{
			{protocol.EventLuckycardFlipped, &protocol.LuckycardFlipped{Flip: flips[0], Left: 2}},
			{protocol.EventLuckycardFlipped, &protocol.LuckycardFlipped{Flip: flips[1], Left: 1}},
			{protocol.EventLuckycardSnapshot, &cardsEnd}}, &cardsEnd},
		"wish": {func() Room { return &Wish{} }, &wish, []heard{
			{protocol.EventWishTaken, &protocol.WishTaken{Bottles: []protocol.WishBottle{bottle(3)}, Taken: 1}},
			{protocol.EventWishTaken, &protocol.WishTaken{Bottles: []protocol.WishBottle{bottle(1)}, Taken: 2}},
			{protocol.EventWishTaken, &protocol.WishTaken{Bottles: []protocol.WishBottle{bottle(2)}, Taken: 3}},
			{protocol.EventWishLocked, &protocol.WishLocked{DrawsAtMS: 8}},
			{protocol.EventWishDrawn, won}}, &wishEnd},
	}
}

func (s *story) play(t *testing.T, f *Findings) Room {
	t.Helper()
	r := s.room()
	r.Take(f, "bot", encode(t, s.snapshot))
	for _, e := range s.events {
		r.Apply(f, "bot", e.kind, encode(t, e.body))
	}
	if r.Final() {
		r.Settled(f, "bot")
	}
	return r
}

func TestRoomsAreBuiltFromTheirEvents(t *testing.T) {
	for name, s := range stories() {
		f := &Findings{}
		built := s.play(t, f)
		newcomer := s.room()
		newcomer.Take(f, "newcomer", encode(t, s.end))
		if f.Broken() > 0 || !built.Final() {
			t.Errorf("%s: final %v, %+v", name, built.Final(), f.Texts())
		}
		if a, b := encode(t, built.Public()), encode(t, newcomer.Public()); !bytes.Equal(a, b) {
			t.Errorf("%s: built %s, told %s", name, show(a), show(b))
		}
	}
}

// Every lie must be found by the rule that is there for it.
func TestLiesAboutRoomsAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		kind string
		rule Rule
		lie  func(*story)
	}{
		"a place is skipped": {"roll", Order, func(s *story) { s.events = s.events[1:] }},
		"a join after the lock": {"roll", Order,
			func(s *story) { s.events = append(s.events[:4:4], s.events[1]) }},
		"drawn, then locked": {"roll", Order, func(s *story) {
			s.events[3], s.events[4] = s.events[4],
				s.events[3]
		}},
		"a prize has two winners": {"roll", Result,
			func(s *story) { s.events[4].body.(*protocol.RollDrawn).Winners[1].Prize = 1 }},
		"a winner has two prizes": {"roll", Result,
			func(s *story) { s.events[4].body.(*protocol.RollDrawn).Winners[1].Entrant.Place = 1 }},
		"a winner who is not there": {"roll", Result,
			func(s *story) { s.events[4].body.(*protocol.RollDrawn).Winners[1].Entrant.Place = 5 }},
		"a prize is kept": {"roll", Result,
			func(s *story) { d := s.events[4].body.(*protocol.RollDrawn); d.Winners = d.Winners[:1] }},
		"an event of another topic": {"roll", Frames, func(s *story) { s.events[2].kind = protocol.EventWishTaken }},
		"a body of another event":   {"roll", Frames, func(s *story) { s.events[3].body = s.events[2].body }},
		"a card is turned twice":    {"luckycard", Order, func(s *story) { s.events[1] = s.events[0] }},
		"a card that is not there": {"luckycard", Result,
			func(s *story) { s.events[0].body.(*protocol.LuckycardFlipped).Flip.Def = 5 }},
		"a wrong count of cards": {"luckycard", Result,
			func(s *story) { s.events[0].body.(*protocol.LuckycardFlipped).Left = 1 }},
		"over without the top prize": {"luckycard", Result,
			func(s *story) { s.events[2].body.(*protocol.LuckycardSnapshot).Summary.TopDef = 1 }},
		"a card is turned back": {"luckycard", Order,
			func(s *story) { e := s.events[2].body.(*protocol.LuckycardSnapshot); e.Flips = e.Flips[:1] }},
		"a bottle for two": {"wish", Order, func(s *story) { s.events[1] = s.events[0] }},
		"more than one may have": {"wish", Result,
			func(s *story) { s.events[1].body.(*protocol.WishTaken).Bottles[0].PlayerID = player(3) }},
		"locked before it is full": {"wish", Result,
			func(s *story) { s.events = append(s.events[:2:2], s.events[3:]...) }},
		"nobody's bottle wins": {"wish", Result,
			func(s *story) { s.events[4].body.(*protocol.WishDrawn).Bottle.PlayerID = "z" }},
		"open again": {"wish", Order,
			func(s *story) { s.events = append(s.events, heard{protocol.EventWishSnapshot, s.snapshot}) }},
	} {
		s := stories()[c.kind]
		c.lie(s)
		f := &Findings{}
		s.play(t, f)
		found := false
		for _, counts := range f.RuleCounts() {
			found = found || counts.Rule == c.rule.String() && counts.Broken > 0
		}
		if !found {
			t.Errorf("%s: not found by %q: %+v", name, c.rule, f.Texts())
		}
	}
}

func TestRollPrizesGoToWinnersAndBack(t *testing.T) {
	s := stories()["roll"]
	d := s.events[4].body.(*protocol.RollDrawn)
	d.Winners = d.Winners[:1]
	r := s.play(t, &Findings{}).(*Roll)
	if cents, items, ok := r.Won(player(1)); !ok || cents != 300 || len(items) != 0 {
		t.Errorf("winner: %d %v %v", cents, items, ok)
	}
	if cents, items, ok := r.Won("h"); !ok || cents != 0 || len(items) != 1 || items[0] != "9" {
		t.Errorf("host: %d %v %v", cents, items, ok)
	}
	if cents, items, ok := r.Won(player(0)); !ok || cents != 0 || len(items) != 0 {
		t.Errorf("neither: %d %v %v", cents, items, ok)
	}
}

// Gifts beside all play may show before or after they are told; what is missing, or was never so, is a finding.
func TestGiftsStandInTheBooks(t *testing.T) {
	for name, c := range map[string]struct {
		play   func(*Ledger)
		broken bool
	}{
		"told, then shown": {func(l *Ledger) { l.Given(1); l.Answered("x", 100, 3) }, false},
		"shown, then told": {func(l *Ledger) { l.Answered("x", 100, 3); l.Given(1); l.Answered("x", 100, 3) },
			false},
		"told twice, shown once": {func(l *Ledger) { l.Given(2); l.Answered("x", 100, 3); l.Answered("x", 100, 4) },
			false},
		"taken back": {func(l *Ledger) { l.Given(1); l.Answered("x", 100, 3); l.Answered("x", 100, 2) },
			true},
		"an item is missing": {func(l *Ledger) { l.Answered("x", 100, 1) }, true},
		"in a wallet event": {func(l *Ledger) {
			l.Wallet(protocol.Wallet{GemsCents: 100,
				BagCount: 3})
			l.Reconcile()
			l.Given(1)
		}, false},
		"with other gems": {func(l *Ledger) {
			l.Wallet(protocol.Wallet{GemsCents: 99,
				BagCount: 3})
			l.Reconcile()
		}, true},
		"fewer in a wallet": {func(l *Ledger) {
			l.Wallet(protocol.Wallet{GemsCents: 100, BagCount: 3})
			l.Wallet(protocol.Wallet{GemsCents: 100, BagCount: 2})
			l.Reconcile()
		}, true},
	} {
		f := &Findings{}
		c.play(NewLedger(f, "bot", 100, 2))
		if (f.Broken() > 0) != c.broken {
			t.Errorf("%s: %+v", name, f.Texts())
		}
	}
	l := NewLedger(&Findings{}, "bot", 100, 2)
	l.Answered("x", 100, 4)
	if l.Gifts() != 2 {
		t.Errorf("%d items came from nowhere; nobody would ask for them", l.Gifts())
	}
}
