package storetest

import (
	"sync"

	"jadebox/store"
)

// parallel is the number of requests that arrive at once (docs/reliability-security.md, "claims, sells, withdrawals,
// purchases").
const parallel = 200

// together commits all ops at once and returns their answers in order.
func (w *world) together(ops []*store.Op) ([]store.Receipt, []error) {
	receipts, errs := make([]store.Receipt, len(ops)), make([]error, len(ops))
	var all sync.WaitGroup
	start := make(chan struct{})
	for i, op := range ops {
		all.Go(func() {
			<-start
			receipts[i], errs[i] = w.e.Commit(w.ctx(), op)
		})
	}
	close(start)
	all.Wait()
	return receipts, errs
}

func testParallelIdentical(w *world) {
	p := w.player(100_000)
	op := w.opening(p, 0, 250)
	var ops []*store.Op
	for range parallel {
		same := *op
		ops = append(ops, &same)
	}
	receipts, errs := w.together(ops)
	fresh := 0
	for i, r := range receipts {
		if errs[i] != nil {
			w.Fatal(errs[i])
		}
		if !r.Replayed {
			fresh++
		}
		w.equal("op", r.Op, receipts[0].Op)
		w.equal("result", r.Result, op.Result)
	}
	w.equal("receipts that are not replays", fresh, 1)
	w.equal("balance", w.balance(store.PlayerGems(p)), int64(99_750))
	w.equal("bag", must(w.e.LoadPlayer(w.ctx(), p))(w).BagCount, 1)
}

// testParallelDistinct tries one claim under many keys: the item and the nonce let exactly one through, and money
// lets through exactly what it covers.
func testParallelDistinct(w *world) {
	p := w.player(1000)
	item := w.commit(w.opening(p, 0, 100)).ItemID(0)
	var sales, nonces, spends []*store.Op
	for range parallel {
		sale := w.pay(p, 42)
		sale.Moves = []store.ItemMove{{Item: item, From: store.ItemPlace{Owner: p},
			To: store.ItemPlace{Owner: p, Status: store.ItemSold}}}
		sales = append(sales, sale)
		nonces = append(nonces, w.opening(p, 1, 1))
		spends = append(spends, w.pay(p, -100))
	}
	count := func(ops []*store.Op, refusal error) (n int) {
		w.Helper()
		_, errs := w.together(ops)
		for _, err := range errs {
			if err == nil {
				n++
			} else {
				w.fails(err, refusal, "parallel op")
			}
		}
		return n
	}
	w.equal("sales", count(sales, store.ErrItemState), 1)
	w.equal("balance", w.balance(store.PlayerGems(p)), int64(942))
	w.equal("openings", count(nonces, store.ErrNonce), 1)
	w.equal("balance", w.balance(store.PlayerGems(p)), int64(941))
	w.equal("spends", count(spends, store.ErrFunds), 9)
	w.equal("balance", w.balance(store.PlayerGems(p)), int64(41))
}

// testParallelCredits changes the same few accounts from ops of many players, which different writers take, in
// every order: nothing is lost and nothing deadlocks for good.
func testParallelCredits(w *world) {
	var players []store.PlayerID
	for range 8 {
		players = append(players, w.player(10_000))
	}
	var ops []*store.Op
	for i := range parallel {
		op := w.pay(players[i%8], -1)
		for j := range 8 {
			if j != i%8 {
				op.Postings = append(op.Postings, store.Posting{Debit: store.PlayerGems(players[i%8]),
					Credit: store.PlayerGems(players[(i*3+j)%8]), AmountCents: 1})
			}
		}
		keep := op.Postings[:0]
		for _, p := range op.Postings {
			if p.Debit != p.Credit {
				keep = append(keep, p)
			}
		}
		op.Postings = keep
		ops = append(ops, op)
	}
	_, errs := w.together(ops)
	for _, err := range errs {
		if err != nil {
			w.Fatal(err)
		}
	}
	var sum int64
	for _, p := range players {
		sum += w.balance(store.PlayerGems(p))
	}
	w.equal("sum of balances", sum, int64(80_000-parallel))
	w.equal("house", w.balance(store.House), int64(parallel))
}

// testRoomRace lets two activations of a room settle it at once, at the same epoch and at a stale one.
func testRoomRace(w *world) {
	p, q := w.player(1000), w.player(1000)
	for range 10 {
		create := w.room(p, 100)
		w.commit(create)
		stale := must(w.e.Room(w.ctx(), create.Room.Room))(w)
		current := must(w.e.ClaimRoom(w.ctx(), stale.ID))(w)
		pays := func(r store.Room, to store.PlayerID) *store.Op {
			op := w.next(r, store.RoomVoid, store.Posting{Debit: store.RoomEscrow(r.ID), Credit: store.PlayerGems(to),
				AmountCents: 100})
			op.Player = to
			return op
		}
		ops := []*store.Op{pays(current, p), pays(current, q), pays(stale, p), pays(stale, q)}
		_, errs := w.together(ops)
		if (errs[0] == nil) == (errs[1] == nil) {
			w.Fatalf("two activations at the same epoch: %v, %v", errs[0], errs[1])
		}
		w.fails(errs[2], store.ErrFenced, "stale activation")
		w.fails(errs[3], store.ErrFenced, "stale activation")
		w.equal("escrow", w.balance(store.RoomEscrow(stale.ID)), int64(0))
	}
	w.equal("sum", w.balance(store.PlayerGems(p))+w.balance(store.PlayerGems(q)), int64(2000))
}
