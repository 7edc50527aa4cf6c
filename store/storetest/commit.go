package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"jadebox/store"
)

var sentinels = []error{store.ErrNotFound, store.ErrKeyReused, store.ErrFunds, store.ErrItemState, store.ErrNonce,
	store.ErrFenced, store.ErrToPlay, store.ErrRoomState, store.ErrConflict, store.ErrNameTaken, store.ErrNameSoon,
	store.ErrContactTaken, store.ErrInvalid, store.ErrFull, store.ErrUnknown, store.ErrNodeLost, store.ErrClosed}

func is(err, want error) bool {
	for _, s := range sentinels {
		if errors.Is(err, s) != (s == want) {
			return false
		}
	}
	return errors.Is(err, want)
}

func testOpening(w *world) {
	p := w.player(1000)
	op := w.opening(p, 0, 250)
	r := w.commit(op)
	if r.Replayed || r.Op.Seq() < 1 || r.Op.Writer() < 1 {
		w.Fatalf("receipt %+v", r)
	}
	w.equal("result", r.Result, op.Result)
	w.equal("time", r.At, now)
	w.equal("balances", r.Balances, []store.AccountBalance{{Account: store.PlayerGems(p), Cents: 750}})

	player := must(w.e.LoadPlayer(w.ctx(), p))(w)
	w.equal("gems, bag and nonce", []any{player.GemsCents, player.BagCount, player.NextNonce},
		[]any{int64(750), 1, uint64(1)})
	items := must(w.e.ItemsByID(w.ctx(), []store.ItemID{r.ItemID(0), r.ItemID(1)}))(w)
	w.equal("items", items, []store.Item{{ID: r.ItemID(0), Owner: p, Def: 7, ValueCents: 42, Source: store.FromBox,
		Op: r.Op, At: now}})

	rec := must(w.e.Op(w.ctx(), r.Op))(w)
	want := *op
	want.Leaves = []store.LogLeaf{{Key: fmt.Sprintf("result:%d-0", r.Op), Data: op.Leaves[0].Data}}
	w.equal("record", rec.Op, want)
	found := must(w.e.Lookup(w.ctx(), p, op.Key))(w)
	w.equal("lookup", found, store.Receipt{Op: r.Op, Replayed: true, Result: op.Result, At: now})
	_, err := w.e.Lookup(w.ctx(), p+1, op.Key)
	w.fails(err, store.ErrNotFound, "lookup in another player's key space")
	_, err = w.e.Op(w.ctx(), r.Op+1)
	w.fails(err, store.ErrNotFound, "op that is not there")
}

func testIdempotent(w *world) {
	p := w.player(250)
	op := w.opening(p, 0, 250)
	first := w.commit(op)
	before := w.state()
	again := w.commit(op) // the guards would refuse it now: no funds, nonce used
	w.equal("replay", again, store.Receipt{Op: first.Op, Replayed: true, Result: first.Result, At: first.At})

	other := *op
	other.Request[0]++
	_, err := w.e.Commit(w.ctx(), &other)
	w.fails(err, store.ErrKeyReused, "same key, other body")
	w.equal("state", w.state(), before)

	q := w.player(250)
	same := w.opening(q, 0, 250)
	same.Key = op.Key
	if r := w.commit(same); r.Replayed || r.Op == first.Op {
		w.Fatalf("another player's key was taken for the same: %+v", r)
	}
}

// refusals lists one op for each guard, all refused in the state that it sets up.
func refusals(w *world) map[string]struct {
	op   *store.Op
	want error
} {
	p, rich := w.player(100), w.player(100_000)
	item := w.commit(w.opening(rich, 0, 100)).ItemID(0)
	created := w.room(rich, 500)
	w.commit(created)
	room := must(w.e.Room(w.ctx(), created.Room.Room))(w)
	used := w.room(rich, 1)
	used.Room.Room = room.ID
	used.Postings[0].Credit = store.RoomEscrow(room.ID)

	move := func(from, to store.ItemPlace) *store.Op {
		op := w.pay(rich, 10)
		op.Moves = []store.ItemMove{{Item: item, From: from, To: to}}
		return op
	}
	stale := w.next(room, store.RoomLocked)
	stale.Room.Epoch = 7
	version := w.next(room, store.RoomLocked)
	version.Room.FromVersion = 9
	status := w.next(room, store.RoomRunning)
	status.Room.FromStatus = store.RoomLocked
	missing := w.next(room, store.RoomLocked)
	missing.Room.Room += 1000
	kind := w.next(room, store.RoomLocked)
	kind.Room.Kind = "roll"
	skipped, epoch := w.opening(rich, 2, 10), w.opening(rich, 1, 10)
	epoch.Nonce.Epoch = 2
	both := w.opening(rich, 0, 1<<50)

	return map[string]struct {
		op   *store.Op
		want error
	}{
		"overdraft": {w.opening(p, 0, 101), store.ErrFunds},
		"escrow overdraft": {w.next(room, store.RoomVoid, store.Posting{Debit: store.RoomEscrow(room.ID),
			Credit: store.PlayerGems(rich), AmountCents: 501}), store.ErrFunds},
		"debit of empty R$": {&store.Op{Player: p, Key: "real", Kind: "test", At: now,
			Postings: []store.Posting{{Debit: store.Account(int64(p), store.ClassPlayerReal),
				Credit: store.Account(0, store.ClassHouseReal), AmountCents: 1}}}, store.ErrFunds},
		"unknown player":         {w.pay(rich+1000, 10), store.ErrNotFound},
		"nonce used":             {w.opening(rich, 0, 10), store.ErrNonce},
		"nonce skipped":          {skipped, store.ErrNonce},
		"nonce of another epoch": {epoch, store.ErrNonce},
		"nonce before funds":     {both, store.ErrNonce},
		"item in another status": {move(store.ItemPlace{Owner: rich, Status: store.ItemAwaitingDelivery},
			store.ItemPlace{Owner: rich}), store.ErrItemState},
		"item of another player": {move(store.ItemPlace{Owner: p}, store.ItemPlace{Owner: p, Status: store.ItemSold}),
			store.ErrItemState},
		"unknown item": {&store.Op{Player: p, Key: "item", Kind: "item.sell", At: now,
			Moves: []store.ItemMove{{Item: item + 1, From: store.ItemPlace{Owner: p},
				To: store.ItemPlace{Owner: p, Status: store.ItemSold}}}}, store.ErrItemState},
		"room at another epoch":   {stale, store.ErrFenced},
		"room at another version": {version, store.ErrRoomState},
		"room in another status":  {status, store.ErrRoomState},
		"room created twice":      {used, store.ErrRoomState},
		"unknown room":            {missing, store.ErrRoomState},
		"room of another kind":    {kind, store.ErrRoomState},
	}
}

func testRefusals(w *world) {
	cases := refusals(w)
	before := w.state()
	for name, c := range cases {
		r, err := w.e.Commit(w.ctx(), c.op)
		w.fails(err, c.want, name)
		w.equal(name+": receipt", r, store.Receipt{})
		w.equal(name+": state", w.state(), before)
		_, err = w.e.Lookup(w.ctx(), c.op.Player, c.op.Key)
		w.fails(err, store.ErrNotFound, name+": key of a refused op")
	}
}

func testMalformed(w *world) {
	p, q := w.player(1000), w.player(1000)
	good := func() *store.Op { return w.opening(p, 0, 10) }
	before := w.state()
	for name, spoil := range map[string]func(*store.Op){
		"no key":                func(o *store.Op) { o.Key = "" },
		"long key":              func(o *store.Op) { o.Key = strings.Repeat("k", store.MaxKeyBytes+1) },
		"NUL in key":            func(o *store.Op) { o.Key = "a\x00b" },
		"key that is not UTF-8": func(o *store.Op) { o.Key = "a\xff" },
		"time before 1970":      func(o *store.Op) { o.At = time.Date(1969, 1, 1, 0, 0, 0, 0, time.UTC) },
		"epoch beyond int32":    func(o *store.Op) { o.Nonce.Epoch = 1 << 31 },
		"no kind":               func(o *store.Op) { o.Kind = "" },
		"no time":               func(o *store.Op) { o.At = time.Time{} },
		"amount 0":              func(o *store.Op) { o.Postings[0].AmountCents = 0 },
		"negative amount":       func(o *store.Op) { o.Postings[0].AmountCents = -5 },
		"amount beyond 2^53":    func(o *store.Op) { o.Postings[0].AmountCents = 1 << 53 },
		"to itself":             func(o *store.Op) { o.Postings[0].Credit = o.Postings[0].Debit },
		"two currencies":        func(o *store.Op) { o.Postings[0].Credit = store.Account(0, store.ClassHouseReal) },
		"cards for gems":        func(o *store.Op) { o.Postings[0].Debit = store.PlayerWishCards(p) },
		"cards of nobody": func(o *store.Op) {
			o.Postings[0] = store.Posting{Debit: store.HouseWishCards, Credit: store.PlayerWishCards(0), AmountCents: 1}
		},
		"unknown class": func(o *store.Op) { o.Postings[0].Credit = store.Account(0, 200) },
		"house with an owner": func(o *store.Op) {
			o.Postings[0].Credit = store.Account(int64(q),
				store.ClassHouse)
		},
		"player account of nobody": func(o *store.Op) { o.Postings[0].Credit = store.PlayerGems(0) },
		"129 items":                func(o *store.Op) { o.NewItems = make([]store.NewItem, store.MaxNewItems+1) },
		"item of nobody":           func(o *store.Op) { o.NewItems[0].Owner = 0 },
		"negative value":           func(o *store.Op) { o.NewItems[0].ValueCents = -1 },
		"sold item back": func(o *store.Op) {
			o.Moves = []store.ItemMove{{Item: 1, From: store.ItemPlace{Owner: p, Status: store.ItemSold},
				To: store.ItemPlace{Owner: p}}}
		},
		"no nonces":  func(o *store.Op) { o.Nonce.Count = 0 },
		"leaf twice": func(o *store.Op) { o.Leaves = append(o.Leaves, o.Leaves[0]) },
		"more postings than a place counts": func(o *store.Op) {
			o.Postings = slices.Repeat(o.Postings[:1], store.MaxEntries+1)
		},
		"more leaves than a place counts": func(o *store.Op) {
			o.Leaves = nil
			for i := range store.MaxLeaves + 1 {
				o.Leaves = append(o.Leaves, store.LogLeaf{Key: fmt.Sprint("leaf:", i), Data: []byte("x")})
			}
		},
		"room without deadline": func(o *store.Op) {
			o.Room = &store.RoomWrite{Room: 1, Kind: "battle", Epoch: 1, Status: store.RoomOpen}
		},
		"room created final": func(o *store.Op) {
			o.Room = &store.RoomWrite{Room: 1, Kind: "battle", Epoch: 1, Status: store.RoomVoid}
		},
		"room out of final": func(o *store.Op) {
			o.Room = &store.RoomWrite{Room: 1, Kind: "battle", Epoch: 1, FromVersion: 1, FromStatus: store.RoomSettled,
				Status: store.RoomVoid}
		},
		"room backwards": func(o *store.Op) {
			o.Room = &store.RoomWrite{Room: 1, Kind: "battle", Epoch: 1, FromVersion: 1, FromStatus: store.RoomRunning,
				Status: store.RoomOpen, Deadline: now}
		},
	} {
		op := good()
		spoil(op)
		_, err := w.e.Commit(w.ctx(), op)
		w.fails(err, store.ErrInvalid, name)
	}
	w.equal("state", w.state(), before)
}

// testIsolation submits good and bad ops together: each bad one gets its own error and no neighbour suffers.
func testIsolation(w *world) {
	cases := refusals(w)
	type answer struct {
		err error
		r   store.Receipt
	}
	var mu sync.Mutex
	var all sync.WaitGroup
	answers := map[string]answer{}
	submit := func(name string, op *store.Op) {
		all.Add(1)
		w.e.Submit(op, func(r store.Receipt, err error) {
			mu.Lock()
			defer mu.Unlock()
			if _, twice := answers[name]; twice {
				err = errors.New("done was called twice")
			}
			answers[name] = answer{err, r}
			all.Done()
		})
	}
	var players []store.PlayerID
	for range 40 {
		players = append(players, w.player(1000))
	}
	i := 0
	for name, c := range cases {
		for range 3 {
			p := players[i%len(players)]
			submit(fmt.Sprint("good ", i), w.pay(p, -1))
			i++
		}
		submit(name, c.op)
	}
	all.Wait()
	for name, c := range cases {
		w.fails(answers[name].err, c.want, name)
		delete(answers, name)
	}
	var paid int64
	for name, a := range answers {
		if a.err != nil || len(a.r.Balances) != 1 {
			w.Fatalf("%s: %+v, %v", name, a.r, a.err)
		}
		paid++
	}
	var sum int64
	for _, p := range players {
		sum += 1000 - w.balance(store.PlayerGems(p))
	}
	w.equal("paid by good ops", sum, paid)
}

func testContext(w *world) {
	p := w.player(100)
	ended, cancel := context.WithCancel(w.ctx())
	cancel()
	op := w.opening(p, 0, 10)
	if _, err := w.e.Commit(ended, op); !errors.Is(err, context.Canceled) || errors.Is(err, store.ErrUnknown) {
		w.Fatalf("commit with an ended context: %v", err)
	}
	_, err := w.e.Lookup(w.ctx(), p, op.Key)
	w.fails(err, store.ErrNotFound, "op that was never submitted")
}

// testLarge commits the largest op: MaxNewItems items, many postings, long texts.
func testLarge(w *world) {
	p := w.player(1_000_000)
	op := w.opening(p, 0, 5)
	op.NewItems = nil
	for i := range store.MaxNewItems {
		op.NewItems = append(op.NewItems, store.NewItem{Owner: p, Def: store.DefID(i + 1), ValueCents: int64(i),
			Source: store.FromBattle})
		op.Postings = append(op.Postings, store.Posting{Debit: store.PlayerGems(p), Credit: store.House,
			AmountCents: int64(i + 1)})
	}
	op.Nonce.Count = 5
	op.Result = []byte(strings.Repeat("r", 100_000))
	r := w.commit(op)
	items, total, err := w.e.Items(w.ctx(), store.ItemQuery{Owner: p, Page: store.Page{Limit: 1000}})
	if err != nil || total != store.MaxNewItems || len(items) != store.MaxNewItems {
		w.Fatalf("%d of %d items, %v", len(items), total, err)
	}
	w.equal("record", must(w.e.Op(w.ctx(), r.Op))(w).NewItems, op.NewItems)
	w.equal("next nonce", must(w.e.LoadPlayer(w.ctx(), p))(w).NextNonce, uint64(5))
	w.equal("balance", w.balance(store.PlayerGems(p)), 1_000_000-5-int64(store.MaxNewItems*(store.MaxNewItems+1)/2))
}
