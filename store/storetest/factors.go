package storetest

import (
	"sync"
	"sync/atomic"
	"time"

	"jadebox/store"
)

func testFactors(w *world) {
	p, q := w.player(1), w.player(1)
	factor := func(n byte, kind store.FactorKind) store.Factor {
		return store.Factor{ID: [32]byte{n}, Kind: kind, Sealed: []byte{n, 1}, Name: "n",
			At: now.Add(time.Duration(n) * time.Second)}
	}
	put := func(p store.PlayerID, instead []store.FactorKind, added ...store.Factor) {
		w.Helper()
		if err := w.e.PutFactors(w.ctx(), p, instead, added); err != nil {
			w.Fatal(err)
		}
	}
	list := func(p store.PlayerID) []store.Factor { return must(w.e.Factors(w.ctx(), p))(w) }
	app, key, code, other := factor(1, store.FactorApp), factor(2, store.FactorPasskey),
		factor(3, store.FactorRecovery), factor(4, store.FactorRecovery)
	code.Sealed = []byte{}
	put(p, nil, key, code, app)
	w.equal("in the order in which they came", list(p), []store.Factor{app, key, code})
	w.equal("another account", len(list(q)), 0)
	w.fails(w.e.PutFactors(w.ctx(), p, []store.FactorKind{store.FactorRecovery}, []store.Factor{other, key}),
		store.ErrConflict, "an id that is there")
	w.equal("a refusal changes nothing", list(p), []store.Factor{app, key, code})
	put(q, nil, key)
	put(p, []store.FactorKind{store.FactorRecovery}, other)
	w.equal("instead of those of a kind", list(p), []store.Factor{app, key, other})
	fresh := app
	fresh.Sealed = []byte{9}
	put(p, []store.FactorKind{store.FactorApp}, fresh)
	w.equal("the same id instead of itself", list(p), []store.Factor{fresh, key, other})

	used := key
	used.Sealed, used.Used = []byte{5}, now.Add(time.Hour)
	w.equal("used", must(w.e.UseFactor(w.ctx(), p, used, key.Sealed))(w), true)
	w.equal("used by what was before", must(w.e.UseFactor(w.ctx(), p, used, key.Sealed))(w), false)
	w.equal("one that is not there", must(w.e.UseFactor(w.ctx(), p, code, code.Sealed))(w), false)
	w.equal("as used", list(p), []store.Factor{fresh, used, other})
	w.equal("of another account", list(q), []store.Factor{key})

	w.equal("taken by another account", must(w.e.TakeFactor(w.ctx(), q, other.ID))(w), false)
	var won atomic.Int64
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if ok, err := w.e.TakeFactor(w.ctx(), p, other.ID); err != nil {
				w.Error(err)
			} else if ok {
				won.Add(1)
			}
		})
	}
	all.Wait()
	w.equal("50 at once", won.Load(), int64(1))
	put(p, []store.FactorKind{store.FactorRecovery})
	kept := len(list(p))
	for n := range byte(20) {
		all.Go(func() {
			if err := w.e.PutFactors(w.ctx(), p, []store.FactorKind{store.FactorRecovery},
				[]store.Factor{factor(100+n, store.FactorRecovery)}); err != nil {
				w.Error(err)
			}
		})
	}
	all.Wait()
	w.equal("of 20 changes at once the last one stays", len(list(p)), kept+1)
	put(p, []store.FactorKind{store.FactorApp, store.FactorPasskey, store.FactorRecovery})
	w.equal("all ended", len(list(p)), 0)
}
