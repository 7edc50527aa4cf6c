package player

import (
	"strconv"
	"time"

	"jadebox/actors/player/limits"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/publish"
	"jadebox/protocol"
	"jadebox/store"
)

func (a *player) wallet() protocol.Wallet {
	return protocol.Wallet{GemsCents: a.rec.GemsCents, RealCents: a.rec.RealCents, BagCount: int32(a.rec.BagCount),
		WishCards: a.rec.WishCards,
		OpID:      strconv.FormatInt(int64(a.lastOp), 10)}
}

// snapshot is for the player's own sockets only.
func (a *player) snapshot(r directory.Request, m publish.SnapshotRequest) {
	if m.Viewer != a.id {
		r.Reply(nil, apierr.New(protocol.CodeTopic))
		return
	}
	a.read(r, func() any {
		w := a.wallet()
		return a.topic.Snapshot(protocol.EventPlayerSnapshot, &w)
	})
}

// committed takes the effect of this player's durable op into memory and notifies the wallet's watchers.
func (a *player) committed(op *store.Op, rec store.Receipt) {
	for _, b := range rec.Balances {
		switch b.Account {
		case store.PlayerGems(a.id):
			a.rec.GemsCents = b.Cents
		case store.Account(int64(a.id), store.ClassPlayerReal):
			a.rec.RealCents = b.Cents
		case store.PlayerWishCards(a.id):
			a.rec.WishCards = b.Cents
		case store.PlayerFragments(a.id):
			a.rec.Fragments = b.Cents
		case store.PlayerToPlay(a.id):
			a.rec.ToPlayCents = b.Cents
		}
	}
	for _, it := range op.NewItems {
		switch {
		case it.Owner != a.id, it.Def == limits.Lock:
		case it.Def.Voucher():
			a.began(it.Def, op.At)
		default:
			a.rec.BagCount++
		}
	}
	for _, m := range op.Moves {
		// vouchers are in no backpack
		if op.Kind == KindUseVoucher || a.MovesVouchers != nil && a.MovesVouchers(op.Kind) {
			break
		}
		if m.Item == a.held.Lock {
			continue
		}
		if m.From == (store.ItemPlace{Owner: a.id, Status: store.ItemInBackpack}) {
			a.rec.BagCount--
		}
		if m.To == (store.ItemPlace{Owner: a.id, Status: store.ItemInBackpack}) {
			a.rec.BagCount++
		}
	}
	a.kept(op, rec)
	if op.Kind == KindUpgrade && a.counted(op, rec.Op) != nil {
		a.upgraded = upgradedDay{} // read again
	}
	if n := op.Nonce; n != nil {
		a.rec.NextNonce = n.From + uint64(n.Count)
	}
	a.lastOp = max(a.lastOp, rec.Op)
	a.activation.Recovered()
	if len(op.Postings) > 0 || len(op.NewItems) > 0 || len(op.Moves) > 0 {
		a.publishWallet()
	}
}

func (a *player) publishWallet() {
	w := a.wallet()
	a.topic.Publish(a.Now().UnixMilli(), protocol.EventWallet, &w)
}

// credited reads again what another actor's op has changed.
func (a *player) credited(r directory.Request) {
	r.Reply(nil, nil)
	a.refreshSoon()
}

// lookAgain is when a player's record is read again that could not be read, or whose debt could not be taken: no other
// actor else would say so again.
const lookAgain = 5 * time.Second

// refreshSoon is a refresh when its turn in the lane has come. Several are one read; in vain, there is another.
func (a *player) refreshSoon() {
	if a.refreshes {
		return
	}
	a.refreshes = true // before Do, which runs the work at once when the lane is idle
	queued := a.lane.Do(func(done func()) {
		a.refreshes = false
		a.refresh(func(err error) {
			if err != nil {
				a.refreshLater()
			}
			done()
		})
	})
	if !queued {
		a.refreshes = false
		a.refreshLater()
	}
}

func (a *player) refreshLater() {
	if a.failed != nil { // it leaves memory
		return
	}
	a.again.Stop()
	a.again = a.activation.After(lookAgain, a.refreshSoon)
}

// compare reads again where the store has something else: an op of another process has changed it.
func (a *player) compare(r directory.Request, m Stored) {
	if a.ready && a.rec.Holding() == m.Holding {
		r.Reply(nil, nil)
		return
	}
	a.credited(r)
}

func (a *player) changed(r directory.Request) {
	queued := a.lane.Do(func(done func()) {
		a.refresh(func(err error) {
			r.Reply(nil, apierr.FromStore(err))
			done()
		})
	})
	if !queued {
		r.Reply(nil, apierr.New(protocol.CodeBusy))
	}
}

// refresh replaces memory by the store's record, and has a debt take what it finds. It runs inside the lane, so that no
// own op is in flight beside it.
func (a *player) refresh(then func(error)) {
	a.reread(func(err error) { a.collect(func() { then(err) }) })
}

// reread replaces memory by the store's record. On an error memory stays: the store checks every op.
func (a *player) reread(then func(error)) {
	a.load(func(rec store.Player, err error) {
		if err == nil {
			changed := rec.GemsCents != a.rec.GemsCents || rec.RealCents != a.rec.RealCents ||
				rec.BagCount != a.rec.BagCount || rec.WishCards != a.rec.WishCards
			a.rec = rec
			if changed {
				a.publishWallet()
			}
		}
		then(err)
	})
}
