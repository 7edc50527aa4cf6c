package storetest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"jadebox/store"
)

func testRegister(w *world) {
	n := store.NewPlayer{Name: "Alice01", PasswordHash: "$argon2id$x", Avatar: "a.webp", Language: "en",
		SpreadCode: "AB12",
		InvitedBy:  0, Fingerprint: "fp", UserSeed: "k3", At: now}
	welcome := &store.Op{Key: "welcome", Kind: "player.welcome", At: now, Events: []store.NewEvent{{Type: "joined"}},
		Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(0), AmountCents: 100_000}},
		NewItems: []store.NewItem{{Def: 3, ValueCents: 10, Source: store.FromWelfare}}}
	p := must(w.e.Register(w.ctx(), n, welcome))(w)
	want := store.Player{ID: p.ID, Name: "Alice01", Login: "Alice01", PasswordHash: "$argon2id$x", Avatar: "a.webp",
		Language: "en", SpreadCode: "AB12",
		Fingerprint: "fp", UserSeed: "k3", At: now, GemsCents: 100_000, BagCount: 1}
	if p.ID <= 0 {
		w.Fatal("no id")
	}
	w.equal("registered", p, want)
	w.equal("loaded", must(w.e.LoadPlayer(w.ctx(), p.ID))(w), want)
	w.equal("by name in other case", must(w.e.PlayerByName(w.ctx(), "aLICE01"))(w), want)
	w.equal("by spread code", must(w.e.PlayerBySpreadCode(w.ctx(), "AB12"))(w), want)
	for _, code := range []string{"", "ab12", "AB1"} {
		_, err := w.e.PlayerBySpreadCode(w.ctx(), code)
		w.fails(err, store.ErrNotFound, "spread code "+code)
	}
	w.equal("welcome op", must(w.e.Lookup(w.ctx(), p.ID, "welcome"))(w).Replayed, true)

	before := w.state()
	taken := n
	taken.Name, taken.SpreadCode = strings.ToUpper(n.Name), "other"
	_, err := w.e.Register(w.ctx(), taken, welcome)
	w.fails(err, store.ErrNameTaken, "same name in other case")
	code := n
	code.Name = "Bob0001"
	_, err = w.e.Register(w.ctx(), code, welcome)
	w.fails(err, store.ErrConflict, "same spread code")
	bad := *welcome
	bad.Kind = ""
	code.SpreadCode = "CD34"
	_, err = w.e.Register(w.ctx(), code, &bad)
	w.fails(err, store.ErrInvalid, "malformed welcome")
	w.equal("state", w.state(), before)
	_, err = w.e.PlayerByName(w.ctx(), "Bob0001")
	w.fails(err, store.ErrNotFound, "player of a refused registration")

	code.Bot, code.InvitedBy = true, p.ID
	bot := must(w.e.Register(w.ctx(), code, nil))(w)
	w.equal("without op", []any{bot.GemsCents, bot.Bot, bot.InvitedBy}, []any{int64(0), true, p.ID})
	w.commit(w.pay(bot.ID, 5))
	w.equal("balance", w.balance(store.PlayerGems(bot.ID)), int64(5))
	_, err = w.e.LoadPlayer(w.ctx(), bot.ID+99)
	w.fails(err, store.ErrNotFound, "unknown player")
}

func testProfile(w *world) {
	p, q := w.player(1), w.player(1)
	seed, frame, status, streamer := "newseed", "gold", uint8(3), store.RoleStreamer
	avatar := "/art/avatars/07.svg"
	if err := w.e.SetProfile(w.ctx(), p, store.ProfileChange{UserSeed: &seed, Avatar: &avatar, HeadFrame: &frame,
		Status: &status, Roles: &streamer}); err != nil {
		w.Fatal(err)
	}
	a, b := must(w.e.LoadPlayer(w.ctx(), p))(w), must(w.e.LoadPlayer(w.ctx(), q))(w)
	w.equal("changed", []any{a.UserSeed, a.Avatar, a.HeadFrame, a.Status, a.Roles, a.Language},
		[]any{seed, avatar, frame, status, streamer, "zh"})
	w.equal("other player", []any{b.UserSeed, b.HeadFrame, b.Status, b.Roles},
		[]any{"seed", "", uint8(0), store.Role(0)})
	w.fails(w.e.SetProfile(w.ctx(), q+99, store.ProfileChange{UserSeed: &seed}), store.ErrNotFound, "unknown player")
	if err := w.e.SetProfile(w.ctx(), p, store.ProfileChange{}); err != nil {
		w.Fatal(err)
	}
	w.equal("public", must(w.e.PublicProfiles(w.ctx(), []store.PlayerID{q, q + 99, p}))(w), []store.PublicProfile{
		{ID: q, Name: b.Name}, {ID: p, Name: a.Name, Avatar: avatar, HeadFrame: "gold"}})
}

func testNewDevices(w *world) {
	p, q := w.player(1), w.player(1)
	at := time.Now().UTC().Truncate(time.Microsecond)
	begin := func(n byte, player store.PlayerID, after time.Duration, strange bool) store.NewDevice {
		s := store.Session{TokenHash: [32]byte{n}, Player: player, At: at.Add(after), Expires: at.Add(time.Hour),
			Device: "d", Network: "192.0.2.0/24", Country: "BR", Strange: strange}
		if err := w.e.CreateSession(w.ctx(), s); err != nil {
			w.Fatal(err)
		}
		return store.NewDevice{Session: s.TokenHash, At: s.At, Device: s.Device, Network: s.Network, Country: s.Country}
	}
	old, fresh := begin(1, p, -time.Hour, true), begin(2, p, 0, true)
	begin(3, p, 0, false)
	others := begin(4, q, 0, true)
	w.fails(w.e.CreateSession(w.ctx(), store.Session{TokenHash: [32]byte{2}, Player: p, At: at,
		Expires: at.Add(time.Hour), Strange: true}), store.ErrConflict, "same token")
	moved := [32]byte{20}
	if err := w.e.RenewSession(w.ctx(), fresh.Session, moved, at, at); err != nil {
		w.Fatal(err)
	}
	must(w.e.DeleteSessions(w.ctx(), p))(w)
	list := func(p store.PlayerID, since time.Time) []store.NewDevice {
		return must(w.e.NewDevices(w.ctx(), p, since))(w)
	}
	w.equal("the last first, known devices left out", list(p, at.Add(-2*time.Hour)), []store.NewDevice{fresh, old})
	w.equal("after a time", list(p, old.At), []store.NewDevice{fresh})
	w.equal("another player's", list(q, time.Time{}), []store.NewDevice{others})
	w.equal("purged", must(w.e.PurgeNewDevices(w.ctx(), old.At, 10))(w), 1)
	w.equal("what came later stays", list(p, time.Time{}), []store.NewDevice{fresh})
}

func testSessions(w *world) {
	p, q := w.player(1), w.player(1)
	at := time.Now().UTC().Truncate(time.Microsecond)
	session := func(n byte, player store.PlayerID, expires time.Time) store.Session {
		s := store.Session{TokenHash: [32]byte{n}, First: [32]byte{n}, Player: player, At: at, Expires: expires,
			Device: "d"}
		if err := w.e.CreateSession(w.ctx(), s); err != nil {
			w.Fatal(err)
		}
		return s
	}
	later := at.Add(time.Hour)
	a, b, c := session(1, p, later), session(2, p, later), session(3, q, later)
	gone := session(4, q, at.Add(-time.Second))
	absent := func(s store.Session, why string) {
		w.Helper()
		_, err := w.e.SessionByHash(w.ctx(), s.TokenHash)
		w.fails(err, store.ErrNotFound, why)
	}
	w.equal("session", must(w.e.SessionByHash(w.ctx(), a.TokenHash))(w), a)
	absent(gone, "expired")
	absent(store.Session{TokenHash: [32]byte{9}}, "never made")
	var all sync.WaitGroup
	for n := range 300 { // asked for at once, each caller gets its own
		want := []store.Session{a, b, c, {TokenHash: [32]byte{100, byte(n)}}}[n%4]
		all.Go(func() {
			switch got, err := w.e.SessionByHash(w.ctx(), want.TokenHash); {
			case want.Player == 0 && !errors.Is(err, store.ErrNotFound):
				w.Errorf("a session that was never made: %+v, %v", got, err)
			case want.Player != 0 && (err != nil || got != want):
				w.Errorf("one of many: %+v, %v; want %+v", got, err, want)
			}
		})
	}
	all.Wait()
	w.fails(w.e.CreateSession(w.ctx(), a), store.ErrConflict, "same token")
	if err := w.e.DeleteSession(w.ctx(), a.TokenHash); err != nil {
		w.Fatal(err)
	}
	absent(a, "deleted")
	w.equal("other session", must(w.e.SessionByHash(w.ctx(), b.TokenHash))(w), b)
	proved := store.Session{TokenHash: [32]byte{20}, First: [32]byte{20}, Player: p, At: at.Add(time.Second),
		Expires: later, Device: "e",
		Proved: at.Add(time.Second), Seen: at.Add(time.Second), Network: "192.0.2.0/24", Country: "BR",
		Strange: true}
	if err := w.e.CreateSession(w.ctx(), proved); err != nil {
		w.Fatal(err)
	}
	w.equal("a player's, the last first", must(w.e.SessionsOf(w.ctx(), p))(w), []store.Session{proved, b})
	b.Proved, b.Seen = at.Add(time.Minute), at.Add(2*time.Minute)
	old := b
	b.TokenHash = [32]byte{21}
	if err := errors.Join(w.e.RenewSession(w.ctx(), old.TokenHash, b.TokenHash, at, b.Proved),
		w.e.SeeSessions(w.ctx(), [][32]byte{a.TokenHash, b.TokenHash}, b.Seen)); err != nil {
		w.Fatal(err)
	}
	absent(old, "by its token of before")
	w.fails(w.e.RenewSession(w.ctx(), a.TokenHash, a.TokenHash, at, at), store.ErrNotFound, "a session that is gone")
	w.fails(w.e.RenewSession(w.ctx(), old.TokenHash, a.TokenHash, at, at), store.ErrNotFound, "a token of before")
	absent(a, "a use does not bring it back")
	w.equal("proved and seen", must(w.e.SessionByHash(w.ctx(), b.TokenHash))(w), b)
	b.TokenHash, b.Seen = [32]byte{22}, at.Add(3*time.Minute)
	if err := w.e.RenewSession(w.ctx(), [32]byte{21}, b.TokenHash, b.Seen, time.Time{}); err != nil {
		w.Fatal(err)
	}
	w.equal("renewed, and not proved", must(w.e.SessionByHash(w.ctx(), b.TokenHash))(w), b)
	w.equal("all but one", must(w.e.DeleteSessions(w.ctx(), p, b.TokenHash))(w), [][32]byte{proved.TokenHash})
	absent(proved, "deleted with the others")
	w.equal("ended", must(w.e.DeleteSessions(w.ctx(), p))(w), [][32]byte{b.TokenHash})
	absent(b, "all deleted")
	w.equal("other player's", must(w.e.SessionByHash(w.ctx(), c.TokenHash))(w), c)
	for n := range byte(2) {
		session(10+n, p, at.Add(-time.Minute))
	}
	purge := func(ended time.Time, n int) int { return must(w.e.PurgeSessions(w.ctx(), ended, n))(w) }
	w.equal("nothing that old", purge(at.Add(-time.Hour), 10), 0)
	w.equal("a full batch", purge(at, 2), 2)
	w.equal("the rest, the one of before among it", purge(at, 2), 1)
	w.equal("nothing twice", purge(at, 2), 0)
	w.equal("a session that lives", must(w.e.SessionByHash(w.ctx(), c.TokenHash))(w), c)
	w.equal("its end counts", purge(later, 2), 1)
	absent(c, "purged")
}

func testSeeds(w *world) {
	p := w.player(1000)
	player := must(w.e.LoadPlayer(w.ctx(), p))(w)
	first := player.Seed
	if first.Epoch != 1 || first.Key == ([32]byte{}) || !first.RevealedAt.IsZero() {
		w.Fatalf("epoch of a player actor: %+v", first)
	}
	shown := must(w.e.SeedEpoch(w.ctx(), p, 1))(w)
	if shown.Key != ([32]byte{}) || shown.Commit != "c" {
		w.Fatalf("secret epoch: %+v", shown)
	}
	w.commit(w.opening(p, 0, 10))
	second := store.SeedEpoch{Player: p, Epoch: 2, Key: [32]byte{2}, Commit: "c2", BeaconSource: "local",
		BeaconRound: 77, OpenedAt: now.Add(time.Hour)}
	for _, epoch := range []store.Epoch{1, 3} {
		wrong := second
		wrong.Epoch = epoch
		w.fails(w.e.OpenSeedEpoch(w.ctx(), wrong), store.ErrConflict, "epoch out of order")
	}
	if err := w.e.OpenSeedEpoch(w.ctx(), second); err != nil {
		w.Fatal(err)
	}
	w.fails(w.e.OpenSeedEpoch(w.ctx(), second), store.ErrConflict, "epoch twice")
	player = must(w.e.LoadPlayer(w.ctx(), p))(w)
	w.equal("newest", player.Seed, second)
	w.equal("nonce", player.NextNonce, uint64(0))
	first.RevealedAt = second.OpenedAt
	w.equal("revealed", must(w.e.SeedEpoch(w.ctx(), p, 1))(w), first)
	_, err := w.e.Commit(w.ctx(), w.opening(p, 1, 10))
	w.fails(err, store.ErrNonce, "nonce of the closed epoch")
	_, err = w.e.SeedEpoch(w.ctx(), p, 3)
	w.fails(err, store.ErrNotFound, "epoch to come")
}

// renaming is an op that changes a player's name on a day, and the change that comes with it.
func renaming(p store.PlayerID, key, name string, day int) (store.NameChange, *store.Op) {
	at := now.AddDate(0, 0, day)
	return store.NameChange{Name: name, Before: at.AddDate(0, 0, -30)},
		&store.Op{Player: p, Key: key, Kind: "test.name", At: at, Request: sha256.Sum256([]byte(name)),
			Result: []byte(name)}
}

func testNames(w *world) {
	p, q := w.player(1), w.player(1)
	was, other := must(w.e.LoadPlayer(w.ctx(), p))(w), must(w.e.LoadPlayer(w.ctx(), q))(w)
	keys := 0
	set := func(id store.PlayerID, name string, day int) error {
		keys++
		c, op := renaming(id, fmt.Sprint("name", keys), name, day)
		_, err := w.e.SetName(w.ctx(), c, op)
		if err != nil {
			_, known := w.e.Lookup(w.ctx(), id, op.Key)
			w.fails(known, store.ErrNotFound, "the op of a refused name")
		}
		return err
	}
	if err := set(p, "JadeFox", 0); err != nil {
		w.Fatal(err)
	}
	is := must(w.e.LoadPlayer(w.ctx(), p))(w)
	w.equal("the public name", is.Name, "JadeFox")
	w.equal("what the player logs in by", is.Login, was.Login)
	w.equal("when it was changed", is.Renamed, now)
	w.equal("to others", must(w.e.PublicProfiles(w.ctx(), []store.PlayerID{p}))(w)[0].Name, "JadeFox")
	for _, name := range []string{"jadefox", "JADEFOX", was.Name, strings.ToUpper(was.Name)} {
		w.equal("found by "+name, must(w.e.PlayerByName(w.ctx(), name))(w).ID, p)
	}
	w.fails(set(p, "JadeWolf", 29), store.ErrNameSoon, "a second name within the time")
	for _, name := range []string{"jadeFOX", was.Name, "JadeF0x", "jAdEfOx"} {
		w.fails(set(q, name, 0), store.ErrNameTaken, "another's name, one that it had, or what looks like one: "+name)
	}
	for _, name := range []string{"jadeFOX", was.Name, other.Name} {
		_, err := w.e.Register(w.ctx(), store.NewPlayer{Name: strings.ToUpper(name), SpreadCode: "x" + name, At: now},
			nil)
		w.fails(err, store.ErrNameTaken, "an account under "+name)
	}
	if err := set(p, "IllusioN1", 31); err != nil {
		w.Fatal(err)
	}
	for _, name := range []string{"lllusi0nl", "1IlUSIONi", "JadeFox", "JADEF0X"} {
		w.fails(set(q, name, 0), store.ErrNameTaken, "what looks like a name of now or before: "+name)
	}
	w.equal("the login after two changes", must(w.e.LoadPlayer(w.ctx(), p))(w).Login, was.Login)
	for i, name := range []string{"ILLUSION1", "JadeF0x", was.Name} { // one's own
		if err := set(p, name, 62+31*i); err != nil {
			w.Errorf("%s: %v", name, err)
		}
	}
	w.fails(set(q+99, "Nobody1", 0), store.ErrNotFound, "unknown player")
	w.equal("a phone that is a former name", must(w.e.PhoneTaken(w.ctx(), "JadeFox", q))(w), true)
	w.equal("one's own", must(w.e.PhoneTaken(w.ctx(), "JadeFox", p))(w), false)
}

// A name is changed by one op: its key has one effect, whatever the name was since.
func testNamesOnce(w *world) {
	p, q := w.player(1), w.player(1)
	_, start := w.drain(store.Cursor{}, 100)
	c, op := renaming(p, "one key", "FirstOne", 0)
	op.Events = []store.NewEvent{{Type: "name", Body: []byte("FirstOne")}}
	first := must(w.e.SetName(w.ctx(), c, op))(w)
	w.equal("the op in the journal", must(w.e.Op(w.ctx(), first.Op))(w).Kind, op.Kind)
	again := must(w.e.SetName(w.ctx(), c, op))(w)
	w.equal("the same key", []any{again.Op, again.Replayed, string(again.Result), again.At},
		[]any{first.Op, true, "FirstOne", first.At})
	told, _ := w.drain(start, 100)
	w.equal("what the outbox tells, once", told, []store.Event{{Op: first.Op, At: first.At, NewEvent: op.Events[0]}})

	d, other := renaming(p, "one key", "SecondOne", 0)
	_, err := w.e.SetName(w.ctx(), d, other)
	w.fails(err, store.ErrKeyReused, "the same key with another name")
	d, other = renaming(q, "one key", "FirstOne", 0)
	_, err = w.e.SetName(w.ctx(), d, other)
	w.fails(err, store.ErrNameTaken, "another's key is its own")

	d, other = renaming(p, "another key", "SecondOne", 40)
	_ = must(w.e.SetName(w.ctx(), d, other))(w)
	c.Before = now.AddDate(0, 0, 80) // as late as the call may come again
	w.equal("the first key later", must(w.e.SetName(w.ctx(), c, op))(w).Replayed, true)
	w.equal("the name of the second", must(w.e.LoadPlayer(w.ctx(), p))(w).Name, "SecondOne")
	_, err = w.e.SetName(w.ctx(), c, &store.Op{Player: p, Kind: "test.name", At: now})
	w.fails(err, store.ErrInvalid, "an op without a key")
}

// One name for many at once, and one that is given up while others register under it.
func testNamesAtOnce(w *world) {
	var won atomic.Int64
	var all sync.WaitGroup
	for i := range 8 {
		c, op := renaming(w.player(1), "name", []string{"OneName", "0neName"}[i%2], 0)
		all.Go(func() {
			_, err := w.e.SetName(w.ctx(), c, op)
			if err == nil {
				won.Add(1)
			} else if !errors.Is(err, store.ErrNameTaken) {
				w.Error(err)
			}
		})
	}
	all.Wait()
	w.equal("one of eight has the name", won.Load(), int64(1))
	p := w.player(1)
	c, op := renaming(p, "name", "HeldName", 0)
	_ = must(w.e.SetName(w.ctx(), c, op))(w)
	all.Go(func() {
		c, op := renaming(p, "later", "GivenUp", 40)
		if _, err := w.e.SetName(w.ctx(), c, op); err != nil {
			w.Error(err)
		}
	})
	for n := range 8 {
		all.Go(func() {
			_, err := w.e.Register(w.ctx(), store.NewPlayer{Name: "HELDNAME", SpreadCode: fmt.Sprint("n", n), At: now},
				nil)
			if !is(err, store.ErrNameTaken) {
				w.Errorf("an account under a name that is being given up: %v", err)
			}
		})
	}
	all.Wait()
}

// testHoldings compares what players have with what their records say.
func testHoldings(w *world) {
	p, q, r := w.player(10_000), w.player(70), w.player(0)
	w.commit(w.opening(p, 0, 300))
	w.commit(&store.Op{Key: "gift", Kind: "test.gift", At: now, Postings: []store.Posting{
		{Debit: store.HouseWishCards, Credit: store.PlayerWishCards(q), AmountCents: 3},
		{Debit: store.HouseFragments, Credit: store.PlayerFragments(q), AmountCents: 4},
		{Debit: store.HouseReal, Credit: store.Account(int64(q), store.ClassPlayerReal), AmountCents: 5}}})
	if list := must(w.e.Holdings(w.ctx(), nil))(w); len(list) != 0 {
		w.Errorf("of nobody: %+v", list)
	}
	got := map[store.PlayerID]store.Holding{}
	for _, h := range must(w.e.Holdings(w.ctx(), []store.PlayerID{p, r, q, 1 << 40}))(w) {
		got[h.Player] = h
	}
	want := map[store.PlayerID]store.Holding{}
	for _, id := range []store.PlayerID{p, q, r} {
		want[id] = must(w.e.LoadPlayer(w.ctx(), id))(w).Holding()
	}
	w.equal("holdings", got, want)
	if h := want[p]; h.GemsCents != 9_700 || h.BagCount != 1 || h.NextNonce != 1 || h.Epoch != 1 ||
		want[q] != (store.Holding{Player: q, GemsCents: 70, RealCents: 5, WishCards: 3, Fragments: 4,
			Epoch: want[q].Epoch}) {
		w.Errorf("records say %+v", want)
	}
}
