package storetest

import (
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"jadebox/store"
)

func testContacts(w *world) {
	p, q := w.player(1), w.player(1)
	phone, steam, url := "13800138000", "76561198000000001", "https://example.test/trade"
	set := func(id store.PlayerID, c store.ContactChange) error { return w.e.SetContact(w.ctx(), id, c) }
	if err := set(p, store.ContactChange{Phone: &phone, SteamID: &steam, TradeURL: &url}); err != nil {
		w.Fatal(err)
	}
	want := store.Contact{Phone: phone, SteamID: steam, TradeURL: url}
	w.equal("contact", must(w.e.Contact(w.ctx(), p))(w), want)
	w.equal("by phone", must(w.e.PlayerByPhone(w.ctx(), phone))(w).ID, p)
	w.equal("by steam", must(w.e.PlayerBySteam(w.ctx(), steam))(w).SteamID, steam)
	_, err := w.e.PlayerByPhone(w.ctx(), "")
	w.fails(err, store.ErrNotFound, "no phone is nobody's")
	_, err = w.e.PlayerBySteam(w.ctx(), "")
	w.fails(err, store.ErrNotFound, "no steam id is nobody's")

	name := must(w.e.LoadPlayer(w.ctx(), q))(w).Name
	for _, c := range []struct {
		phone  string
		except store.PlayerID
		taken  bool
	}{{phone, 0, true}, {phone, p, true}, {"13900139001", 0, false}, {"", 0, false}, {name, 0, true},
		{strings.ToUpper(name), p, true}, {name, q, false}} {
		w.equal("taken: "+c.phone, must(w.e.PhoneTaken(w.ctx(), c.phone, c.except))(w), c.taken)
	}

	other, none := "13900139000", ""
	w.fails(set(q, store.ContactChange{Phone: &phone}), store.ErrConflict, "another's phone")
	w.fails(set(q, store.ContactChange{SteamID: &steam}), store.ErrConflict, "another's steam id")
	w.fails(set(p, store.ContactChange{Phone: &other}), store.ErrConflict, "a bound phone is not overwritten")
	w.fails(set(p, store.ContactChange{SteamID: &other}), store.ErrConflict, "a bound steam id is not overwritten")
	w.fails(set(q+99, store.ContactChange{Phone: &other}), store.ErrNotFound, "unknown player")
	w.equal("after refusals", must(w.e.Contact(w.ctx(), p))(w), want)
	w.equal("the other after refusals", must(w.e.Contact(w.ctx(), q))(w), store.Contact{})

	if err := set(p, store.ContactChange{Phone: &none}); err != nil {
		w.Fatal(err)
	}
	if err := set(q, store.ContactChange{Phone: &phone}); err != nil {
		w.Errorf("a phone that was unbound is not free: %v", err)
	}
	w.equal("the rest stays", must(w.e.Contact(w.ctx(), p))(w), store.Contact{SteamID: steam, TradeURL: url})
}

func testRealName(w *world) {
	p, q := w.player(1), w.player(1)
	name := store.SealedName{Sealed: []byte{1, 2, 3}, Index: [32]byte{7}, At: now}
	if err := w.e.SetRealName(w.ctx(), p, name); err != nil {
		w.Fatal(err)
	}
	w.equal("sealed", must(w.e.Contact(w.ctx(), p))(w).RealName, name)
	w.equal("verified", must(w.e.LoadPlayer(w.ctx(), p))(w).RealName, true)
	w.fails(w.e.SetRealName(w.ctx(), q, name), store.ErrConflict, "the card of another account")
	w.fails(w.e.SetRealName(w.ctx(), p, store.SealedName{Index: [32]byte{8}, At: now}), store.ErrConflict,
		"verified already")
	w.fails(w.e.SetRealName(w.ctx(), q+99, store.SealedName{Index: [32]byte{9}, At: now}), store.ErrNotFound,
		"unknown player")
	w.equal("unchanged", must(w.e.Contact(w.ctx(), p))(w).RealName, name)
	w.equal("not verified by a refusal", must(w.e.LoadPlayer(w.ctx(), q))(w).RealName, false)
	for range 2 {
		if err := w.e.EraseRealName(w.ctx(), p); err != nil {
			w.Fatal(err)
		}
	}
	w.equal("erased", must(w.e.Contact(w.ctx(), p))(w), store.Contact{})
	w.equal("no longer verified", must(w.e.LoadPlayer(w.ctx(), p))(w).RealName, false)
	if err := w.e.SetRealName(w.ctx(), q, name); err != nil {
		w.Errorf("an erased card is not free: %v", err)
	}
	confirmed := store.SealedName{Sealed: []byte{4}, Index: name.Index, By: "registry", At: now.Add(time.Minute)}
	own := store.SealedName{Sealed: []byte{5}, Index: [32]byte{9}, By: "registry", At: now}
	if err := w.e.SetRealName(w.ctx(), p, own); err != nil {
		w.Fatal(err)
	}
	w.fails(w.e.SetRealName(w.ctx(), p, confirmed), store.ErrConflict, "another card than the one that was confirmed")
	w.equal("a refusal takes nobody's", must(w.e.Contact(w.ctx(), q))(w).RealName, name)
	if err := w.e.EraseRealName(w.ctx(), p); err != nil {
		w.Fatal(err)
	}
	if err := w.e.SetRealName(w.ctx(), p, confirmed); err != nil {
		w.Fatalf("a declaration keeps the number from a person whom a registry has confirmed: %v", err)
	}
	w.equal("confirmed", must(w.e.Contact(w.ctx(), p))(w).RealName, confirmed)
	w.equal("the player who had declared it has none", must(w.e.Contact(w.ctx(), q))(w), store.Contact{})
	w.equal("nor counts as named", must(w.e.LoadPlayer(w.ctx(), q))(w).RealName, false)
	w.fails(w.e.SetRealName(w.ctx(), q, confirmed), store.ErrConflict, "the confirmed card of another account")
	w.fails(w.e.SetRealName(w.ctx(), q, name), store.ErrConflict, "a confirmed card, declared")
	if err := w.e.SetRealName(w.ctx(), q, store.SealedName{Index: [32]byte{8}, At: now}); err != nil {
		w.Fatal(err)
	}
	own.Index = [32]byte{6}
	if err := w.e.SetRealName(w.ctx(), q, own); err != nil {
		w.Errorf("the own declaration keeps the confirmed one out: %v", err)
	}
	w.equal("instead of the own declaration", must(w.e.Contact(w.ctx(), q))(w).RealName, own)
}

func testCodes(w *world) {
	key, right, wrong := [32]byte{1}, [32]byte{2}, [32]byte{3}
	put := func() {
		if err := w.e.PutCode(w.ctx(), store.Code{Key: key, Hash: right, Expires: now.Add(time.Minute)}); err != nil {
			w.Fatal(err)
		}
	}
	try := func(hash [32]byte, at time.Time) bool { return must(w.e.TryCode(w.ctx(), key, hash, at))(w) }
	put()
	w.equal("another key", must(w.e.TryCode(w.ctx(), [32]byte{9}, right, now))(w), false)
	w.equal("wrong", try(wrong, now), false)
	w.equal("right", try(right, now), true)
	w.equal("used", try(right, now), false)
	put()
	w.equal("too late", try(right, now.Add(time.Minute)), false)
	for range store.CodeTries {
		try(wrong, now)
	}
	w.equal("the right one after five wrong", try(right, now), false)
	put()
	w.equal("a new one", try(right, now), true)

	put()
	var won atomic.Int64
	var all sync.WaitGroup
	for range 200 {
		all.Go(func() {
			if ok, err := w.e.TryCode(w.ctx(), key, right, now); err != nil {
				w.Error(err)
			} else if ok {
				won.Add(1)
			}
		})
	}
	all.Wait()
	w.equal("200 at once", won.Load(), int64(1))
}

func testOnce(w *world) {
	once := func(n byte, until time.Time) bool { return must(w.e.Once(w.ctx(), [32]byte{n}, until))(w) }
	w.equal("first", once(1, now.Add(time.Hour)), true)
	w.equal("again", once(1, now.Add(2*time.Hour)), false)
	w.equal("another", once(2, now), true)
	w.equal("purged", must(w.e.PurgeSecrets(w.ctx(), now, 10))(w), 1)
	w.equal("still marked", once(1, now), false)
	w.equal("free again", once(2, now), true)
}
