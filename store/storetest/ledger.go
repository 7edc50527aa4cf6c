package storetest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"jadebox/store"
)

func testDerivedAccounts(w *world) {
	p := w.player(1000)
	w.commit(w.opening(p, 0, 250))
	w.equal("bonus", w.balance(store.Bonus), int64(-1000))
	w.equal("house", w.balance(store.House), int64(250))
	w.equal("untouched", w.balance(store.Account(0, store.ClassFee)), int64(0))
	w.equal("unknown player", w.balance(store.PlayerGems(p+99)), int64(0))
	real := store.Account(int64(p), store.ClassPlayerReal)
	r := w.commit(&store.Op{Player: p, Key: "real", Kind: "test", At: now,
		Postings: []store.Posting{{Debit: store.Account(0, store.ClassHouseReal), Credit: real, AmountCents: 300}}})
	w.equal("R$ balance", r.Balances, []store.AccountBalance{{Account: real, Cents: 300}})
	w.equal("R$ of the player", must(w.e.LoadPlayer(w.ctx(), p))(w).RealCents, int64(300))
}

// testWishCards: a currency of their own, given by the house, held by a room, and never below zero.
func testWishCards(w *world) {
	p := w.player(1000)
	wishCards := store.PlayerWishCards(p)
	give := &store.Op{Player: p, Key: "cards", Kind: "test", At: now,
		Postings: []store.Posting{{Debit: store.HouseWishCards, Credit: wishCards, AmountCents: 3}}}
	w.equal("balances", w.commit(give).Balances, []store.AccountBalance{{Account: wishCards, Cents: 3}})
	w.equal("the same key", w.commit(give).Replayed, true)
	w.equal("cards of the player", must(w.e.LoadPlayer(w.ctx(), p))(w).WishCards, int64(3))
	w.equal("gems of the player", must(w.e.LoadPlayer(w.ctx(), p))(w).GemsCents, int64(1000))
	id := must(w.e.NewRoomID(w.ctx()))(w)
	w.commit(&store.Op{Player: p, Key: "hold", Kind: "test", At: now,
		Postings: []store.Posting{{Debit: wishCards, Credit: store.RoomWishCards(id), AmountCents: 2}}})
	w.equal("held", w.balance(store.RoomWishCards(id)), int64(2))
	w.equal("gems held", w.balance(store.RoomEscrow(id)), int64(0))
	w.equal("left", w.balance(wishCards), int64(1))
	w.equal("house", w.balance(store.HouseWishCards), int64(-3))
	_, err := w.e.Commit(w.ctx(), &store.Op{Player: p, Key: "more", Kind: "test", At: now,
		Postings: []store.Posting{{Debit: wishCards, Credit: store.RoomWishCards(id), AmountCents: 2}}})
	w.fails(err, store.ErrFunds, "more cards than there are")
	w.equal("left", w.balance(wishCards), int64(1))
}

// testFragments: a currency of their own too, which no posting turns into another.
func testFragments(w *world) {
	p := w.player(1000)
	held := store.PlayerFragments(p)
	w.commit(&store.Op{Player: p, Key: "give", Kind: "test", At: now,
		Postings: []store.Posting{{Debit: store.HouseFragments, Credit: held, AmountCents: 7}}})
	w.commit(&store.Op{Player: p, Key: "take", Kind: "test", At: now,
		Postings: []store.Posting{{Debit: held, Credit: store.HouseFragments, AmountCents: 5}}})
	w.equal("fragments of the player", must(w.e.LoadPlayer(w.ctx(), p))(w).Fragments, int64(2))
	_, err := w.e.Commit(w.ctx(), &store.Op{Player: p, Key: "more", Kind: "test", At: now,
		Postings: []store.Posting{{Debit: held, Credit: store.HouseFragments, AmountCents: 3}}})
	w.fails(err, store.ErrFunds, "more fragments than there are")
	_, err = w.e.Commit(w.ctx(), &store.Op{Player: p, Key: "gems", Kind: "test", At: now,
		Postings: []store.Posting{{Debit: held, Credit: store.PlayerGems(p), AmountCents: 1}}})
	w.fails(err, store.ErrInvalid, "fragments posted as gems")
	w.equal("left", w.balance(held), int64(2))
	w.equal("house", w.balance(store.HouseFragments), int64(-2))
}

// testToPlay: what is to be played stands in the op, apart from what is owned, and on no statement.
func testToPlay(w *world) {
	p, q := w.player(1000), w.player(1000)
	left := func(who store.PlayerID) int64 { return must(w.e.LoadPlayer(w.ctx(), who))(w).ToPlayCents }
	raise := []store.Posting{{Debit: store.HouseToPlay, Credit: store.PlayerToPlay(p), AmountCents: 7},
		{Debit: store.HouseToPlay, Credit: store.PlayerToPlay(q), AmountCents: 2}}
	gift := []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(p), AmountCents: 3}}
	given := w.commit(&store.Op{Player: p, Key: "give", Kind: "test", At: now, Postings: gift, Play: raise})
	back := must(w.e.Op(w.ctx(), given.Op))(w)
	if !slices.Equal(back.Postings, gift) || !slices.Equal(back.Play, raise) {
		w.Errorf("read back as %v and %v", back.Postings, back.Play)
	}
	lower := store.Posting{Debit: store.PlayerToPlay(p), Credit: store.HouseToPlay, AmountCents: 5}
	w.commit(&store.Op{Player: p, Key: "play", Kind: "test", At: now, Play: []store.Posting{lower}})
	w.equal("left", left(p), int64(2))
	w.equal("left of another", left(q), int64(2))
	_, err := w.e.Commit(w.ctx(), &store.Op{Player: p, Key: "more", Kind: "test", At: now,
		Play: []store.Posting{lower}})
	w.fails(err, store.ErrFunds, "more than is left")
	for name, op := range map[string]*store.Op{
		"gems as play": {Play: gift}, "play as gems": {Postings: raise},
		"play turned into gems": {Play: []store.Posting{{Debit: store.PlayerToPlay(p), Credit: store.PlayerGems(p),
			AmountCents: 1}}},
	} {
		op.Player, op.Key, op.Kind, op.At = p, name, "test", now
		_, err := w.e.Commit(w.ctx(), op)
		w.fails(err, store.ErrInvalid, name)
	}
	w.equal("house", w.balance(store.HouseToPlay), int64(-4))
	_, others, err := w.e.Ops(w.ctx(), store.OpQuery{Player: q, Kinds: []string{"test"}, Others: true,
		Page: store.Page{Limit: 9}})
	if err != nil || others != 0 {
		w.Errorf("%d ops on the statement of a player who owns nothing of it, %v", others, err)
	}
}

// testReversed: a player's record says how many recharges were taken back, of that player alone.
func testReversed(w *world) {
	p, q := w.player(1), w.player(1)
	for n, key := range []string{"one", "other", "other"} {
		w.equal("reversed", must(w.e.LoadPlayer(w.ctx(), p))(w).Reversed, n)
		w.commit(&store.Op{Player: p, Key: key, Kind: store.KindReversed, At: now})
		w.commit(&store.Op{Player: p, Key: "not " + key, Kind: "test", At: now})
	}
	w.equal("reversed, one of them once", must(w.e.LoadPlayer(w.ctx(), p))(w).Reversed, 2)
	w.equal("reversed of another", must(w.e.LoadPlayer(w.ctx(), q))(w).Reversed, 0)
}

// testToPlayMost: an op that expects its player to have little to stake is refused where another op has given them more
// meanwhile, whichever op is first, also in one batch.
func testToPlayMost(w *world) {
	p, other := w.player(1000), w.player(1000)
	expects := func(key string, most int64) *store.Op {
		return &store.Op{Player: p, Key: key, Kind: "test", At: now, ToPlayMost: &most,
			Postings: []store.Posting{{Debit: store.PlayerGems(p), Credit: store.House, AmountCents: 1}}}
	}
	gift := func(key string, who store.PlayerID, cents int64) *store.Op {
		return &store.Op{Key: key, Kind: "test", At: now, Play: []store.Posting{store.MoreToPlay(who, cents)}}
	}
	w.commit(expects("nothing was ever given", 0))
	w.commit(gift("another's", other, 50))
	w.commit(expects("another has more", 0))
	w.commit(gift("7", p, 7))
	for key, most := range map[string]int64{"less": 6, "none": 0} {
		_, err := w.e.Commit(w.ctx(), expects(key, most))
		w.fails(err, store.ErrToPlay, key)
	}
	w.commit(expects("as much", 7))
	w.commit(expects("more", 8))
	play := expects("its own", 7)
	play.Play = []store.Posting{store.LessToPlay(p, 7)}
	w.commit(play)
	w.equal("gems", w.balance(store.PlayerGems(p)), int64(995))
	for name, op := range map[string]*store.Op{"nobody": {ToPlayMost: new(int64)}, "below zero": expects("-", -1)} {
		op.Key, op.Kind, op.At = name, "test", now
		_, err := w.e.Commit(w.ctx(), op)
		w.fails(err, store.ErrInvalid, name)
	}

	// At once: each gift comes before or behind each op, and those behind the first gift are refused.
	const rounds = 40
	var done sync.WaitGroup
	var mu sync.Mutex
	passed, first, behind := map[store.OpID]bool{}, store.OpID(0), 0
	for i := range rounds {
		done.Add(2)
		w.e.Submit(expects(fmt.Sprint("at once ", i), 0), func(rec store.Receipt, err error) {
			defer done.Done()
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				passed[rec.Op] = true
			case errors.Is(err, store.ErrToPlay):
				behind++
			default:
				w.Error(err)
			}
		})
		if i != rounds/2 {
			done.Done()
			continue
		}
		w.e.Submit(gift("at once", p, 1), func(rec store.Receipt, err error) {
			defer done.Done()
			mu.Lock()
			defer mu.Unlock()
			if first = rec.Op; err != nil {
				w.Error(err)
			}
		})
	}
	done.Wait()
	w.equal("ops", len(passed)+behind, rounds)
	for id := range passed {
		if id.Writer() == first.Writer() && id > first {
			w.Errorf("op %d passed behind the gift %d", id, first)
		}
	}
	w.equal("gems after all", w.balance(store.PlayerGems(p)), 995-int64(len(passed)))
	_, err := w.e.Commit(w.ctx(), expects("behind all", 0))
	w.fails(err, store.ErrToPlay, "behind all")
}

// testTokens: tokens are a currency of their own, too, and no fragments.
func testTokens(w *world) {
	p := w.player(1000)
	held := store.PlayerTokens(p)
	w.commit(&store.Op{Player: p, Key: "earn", Kind: "test", At: now,
		Postings: []store.Posting{{Debit: store.HouseTokens, Credit: held, AmountCents: 7}}})
	w.commit(&store.Op{Player: p, Key: "spend", Kind: "test", At: now,
		Postings: []store.Posting{{Debit: held, Credit: store.HouseTokens, AmountCents: 5}}})
	_, err := w.e.Commit(w.ctx(), &store.Op{Player: p, Key: "more", Kind: "test", At: now,
		Postings: []store.Posting{{Debit: held, Credit: store.HouseTokens, AmountCents: 3}}})
	w.fails(err, store.ErrFunds, "more tokens than there are")
	_, err = w.e.Commit(w.ctx(), &store.Op{Player: p, Key: "fragments", Kind: "test", At: now,
		Postings: []store.Posting{{Debit: held, Credit: store.PlayerFragments(p), AmountCents: 1}}})
	w.fails(err, store.ErrInvalid, "tokens posted as fragments")
	w.equal("left", w.balance(held), int64(2))
	w.equal("house", w.balance(store.HouseTokens), int64(-2))
}

// drain reads events until the cursor stands.
func (w *world) drain(cursor store.Cursor, n int) ([]store.Event, store.Cursor) {
	w.Helper()
	var all []store.Event
	for {
		events, next, err := w.e.Events(w.ctx(), cursor, n)
		if err != nil {
			w.Fatal(err)
		}
		all = append(all, events...)
		if maps.Equal(next, cursor) {
			return all, cursor
		}
		cursor = next
	}
}

func testEvents(w *world) {
	p := w.player(1000)
	_, start := w.drain(store.Cursor{}, 100)
	w.commit(w.pay(p, 5)) // without events
	op := w.opening(p, 0, 10)
	op.Events = append(op.Events, store.NewEvent{Type: "battle", Body: []byte("second")})
	r := w.commit(op)
	kept := maps.Clone(start)
	events, end := w.drain(start, 1)
	w.equal("events", events, []store.Event{
		{Op: r.Op, Index: 0, At: now, NewEvent: op.Events[0]},
		{Op: r.Op, Index: 1, At: now, NewEvent: op.Events[1]}})
	w.equal("cursor of the caller", start, kept)
	none, _ := w.drain(end, 1)
	w.equal("events behind the end", none, []store.Event(nil))
	fromNil, _ := w.drain(nil, 1000)
	w.equal("events from the start", len(fromNil), 2)
}

// testEventsBehindTheEnd: a position behind every op a writer may ever have is how a follower leaves a writer out.
func testEventsBehindTheEnd(w *world) {
	for i := range 8 { // of every writer
		w.commit(w.opening(w.player(1000), 0, int64(10+i)))
	}
	_, end := w.drain(store.Cursor{}, 100)
	for writer := range end {
		end[writer] = store.PastEnd
	}
	events, next, err := w.e.Events(w.ctx(), end, 100)
	w.equal("events behind the end", events, []store.Event(nil))
	w.equal("cursor", next, end)
	leaves, next, leavesErr := w.e.PendingLeaves(w.ctx(), end, 100)
	w.equal("leaves behind the end", leaves, []store.PendingLeaf(nil))
	w.equal("cursor", next, end)
	if err = errors.Join(err, leavesErr); err != nil {
		w.Error(err)
	}
}

// testEventsWhileCommitting reads the outbox beside committing writers: a reader that only moves forward misses nothing
// and sees nothing twice.
func testEventsWhileCommitting(w *world) {
	const players, each = 12, 25
	var commits, reader sync.WaitGroup
	var ids []store.PlayerID
	for range players {
		ids = append(ids, w.player(1_000_000))
	}
	want := map[store.OpID]bool{}
	var mu sync.Mutex
	for _, p := range ids {
		commits.Go(func() {
			for i := range each {
				r, err := w.e.Commit(w.ctx(), w.opening(p, uint64(i), 10))
				if err != nil {
					w.Error(err)
					return
				}
				mu.Lock()
				want[r.Op] = true
				mu.Unlock()
			}
		})
	}
	stop := make(chan struct{})
	got := map[store.OpID]int{}
	cursor := store.Cursor{}
	read := func() bool {
		events, next, err := w.e.Events(w.ctx(), cursor, 7)
		if err != nil {
			w.Error(err)
			return false
		}
		last := store.Cursor{}
		for _, e := range events {
			got[e.Op]++
			if e.Op.Seq() <= last[e.Op.Writer()] {
				w.Errorf("op %d after %d", e.Op.Seq(), last[e.Op.Writer()])
			}
			last[e.Op.Writer()] = e.Op.Seq()
		}
		moved := !maps.Equal(cursor, next)
		cursor = next
		return moved
	}
	reader.Go(func() {
		for {
			select {
			case <-stop:
				for read() {
				}
				return
			default:
				read()
			}
		}
	})
	commits.Wait()
	close(stop)
	reader.Wait()
	for op := range want {
		if got[op] != 1 {
			w.Fatalf("op %d was seen %d times", op, got[op])
		}
	}
	w.equal("events", len(got), players*each)
}

// testChain recomputes the hash chain of every writer from the journal: sequences without gaps, heads that match.
func testChain(w *world) {
	var ops []*store.Op
	for range 30 {
		p := w.player(1000)
		ops = append(ops, w.opening(p, 0, 10), w.room(p, 20))
	}
	_, errs := w.together(ops)
	if err := slices.IndexFunc(errs, func(e error) bool { return e != nil }); err >= 0 {
		w.Fatal(errs[err])
	}
	s := must(w.e.(store.Auditable).Snapshot(w.ctx()))(w)
	defer s.Close()
	heads, next := map[int64][32]byte{}, store.Cursor{}
	n := 0
	err := s.JournalAfter(w.ctx(), nil, func(e *store.JournalEntry) error {
		n++
		writer := e.ID.Writer()
		if heads[writer] == ([32]byte{}) {
			heads[writer] = store.ChainGenesis(writer)
		}
		if next[writer]++; e.ID.Seq() != next[writer] {
			return fmt.Errorf("writer %d: op %d follows %d", writer, e.ID.Seq(), next[writer]-1)
		}
		heads[writer], _ = store.NextChain(heads[writer], e.ID, &e.Op, store.AppendRecord(nil, &e.OpRecord), nil)
		if heads[writer] != e.Chain {
			return fmt.Errorf("op %d: chain broken", e.ID)
		}
		if !slices.Equal(e.Entries(), e.Transfers) {
			return fmt.Errorf("op %d: postings %v, transfers %v", e.ID, e.Postings, e.Transfers)
		}
		return nil
	})
	if err != nil {
		w.Fatal(err)
	}
	w.equal("ops in the journal", n, 90) // 30 welcomes, 30 openings, 30 rooms
}

func testClose(w *world) {
	p := w.player(100)
	if err := w.e.Close(); err != nil {
		w.Fatal(err)
	}
	_, err := w.e.Commit(w.ctx(), w.pay(p, 1))
	w.fails(err, store.ErrClosed, "commit after close")
	got := make(chan error, 1)
	w.e.Submit(w.pay(p, 1), func(_ store.Receipt, err error) { got <- err })
	w.fails(<-got, store.ErrClosed, "submit after close")
}
