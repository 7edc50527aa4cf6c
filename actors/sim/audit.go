package sim

import (
	"context"
	"fmt"
	"strings"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/store"
)

// books is what the journal says that the state must be.
type books struct {
	balances map[store.AccountID]int64
	items    map[store.ItemID]store.ItemPlace
	keys     map[string]store.OpID
	leaves   map[string]bool
	nonces   map[store.AccountID]store.AccountState
	finals   map[store.RoomID]int // ops that ended a room
	epochs   map[store.RoomID]store.Epoch
	openings []store.OpRecord
}

// audit checks the end of a run: every invariant of docs/reliability-security.md that players and rooms can break.
func (s *simulation) audit(ctx context.Context) {
	b := s.checkBooks(ctx)
	if b == nil || s.broken != "" {
		return
	}
	s.checkRooms(ctx, b)
	s.checkNonces(b)
	s.checkAcks(ctx)
	s.checkProofs(ctx, b)
	s.checkStatements(ctx, b)
	s.checkReplays(ctx)
	s.workload.audit(ctx, s)
}

// settlement is the op that ended a room with a result.
func (s *simulation) settlement(ctx context.Context, rec store.Room) (store.OpRecord, error) {
	receipt, err := s.engine.Lookup(ctx, 0, room.HouseKey(rec.Kind, rec.ID, "settle"))
	if err != nil {
		return store.OpRecord{}, err
	}
	return s.engine.Op(ctx, receipt.Op)
}

// checkBooks replays the journal and compares (invariants 1, 2, 3, 4 and 12). It may be called at any moment.
func (s *simulation) checkBooks(ctx context.Context) *books {
	snap, err := s.engine.Snapshot(ctx)
	if err != nil {
		s.fail("snapshot: %v", err)
		return nil
	}
	defer snap.Close()
	b := &books{map[store.AccountID]int64{}, map[store.ItemID]store.ItemPlace{}, map[string]store.OpID{},
		map[string]bool{},
		map[store.AccountID]store.AccountState{}, map[store.RoomID]int{}, map[store.RoomID]store.Epoch{}, nil}
	heads, play, owned := map[int64][32]byte{}, newToPlay(), newModel(s)
	err = snap.JournalAfter(ctx, nil, func(e *store.JournalEntry) error {
		s.replay(b, &e.OpRecord)
		if wrong := owned.feed(&e.OpRecord); wrong != "" {
			s.fail("op %d (%s) %s: %v", e.ID, e.Kind, wrong, e.Postings)
		}
		if wrong := play.feed(&e.OpRecord); wrong != "" {
			s.fail("op %d (%s) %s: %v, %v", e.ID, e.Kind, wrong, e.Postings, e.Play)
		}
		w := e.ID.Writer()
		head, ok := heads[w]
		if !ok {
			head = store.ChainGenesis(w)
		}
		head, _ = store.NextChain(head, e.ID, &e.Op, store.AppendRecord(nil, &e.OpRecord), nil)
		if head != e.Chain {
			s.fail("hash chain breaks at op %d", e.ID)
		}
		heads[w] = head
		return nil
	})
	if err != nil {
		s.fail("journal: %v", err)
	}
	s.checkAccounts(ctx, snap, b)
	return b
}

func (s *simulation) replay(b *books, op *store.OpRecord) {
	key := fmt.Sprintf("%d %s", op.Player, op.Key)
	if first, ok := b.keys[key]; ok {
		s.fail("key %s has two ops, %d and %d", key, first, op.ID)
	}
	b.keys[key] = op.ID
	s.checkNamed(&op.Op)
	s.checkDrawable(op)
	for _, p := range op.Entries() {
		b.balances[p.Debit] -= p.AmountCents
		b.balances[p.Credit] += p.AmountCents
		if p.AmountCents <= 0 {
			s.fail("op %d moves %d cents", op.ID, p.AmountCents)
		}
	}
	for _, d := range op.Deltas() {
		if !d.Account.Derived() && b.balances[d.Account] < 0 {
			s.fail("op %d (%s) takes account %d to %d", op.ID, op.Kind, d.Account, b.balances[d.Account])
		}
	}
	for i, it := range op.NewItems {
		b.items[store.Receipt{Op: op.ID}.ItemID(i)] = store.ItemPlace{Owner: it.Owner, Status: store.ItemInBackpack}
	}
	for _, m := range op.Moves {
		if b.items[m.Item] != m.From || !store.LegalItemMove(m.From.Status, m.To.Status) {
			s.fail("op %d moves item %d from %v, it is at %v", op.ID, m.Item, m.From, b.items[m.Item])
		}
		b.items[m.Item] = m.To
	}
	for _, l := range op.Leaves {
		if b.leaves[l.Key] {
			s.fail("op %d (%s) publishes leaf %s again", op.ID, op.Kind, l.Key)
		}
		b.leaves[l.Key] = true
	}
	if w := op.Room; w != nil {
		if w.Epoch < b.epochs[w.Room] && !s.booksOnly {
			s.fail("room %d: op %d (%s) of epoch %d came after epoch %d", w.Room, op.ID, op.Kind, w.Epoch,
				b.epochs[w.Room])
		}
		b.epochs[w.Room] = w.Epoch
		if w.Status.Final() {
			b.finals[w.Room]++
		}
	}
	if op.Kind == player.KindOpen {
		b.openings = append(b.openings, *op)
	}
}

func (s *simulation) checkAccounts(ctx context.Context, snap store.Snapshot, b *books) {
	escrow := map[store.AccountID]int64{}
	err := snap.Rooms(ctx, nil, func(r store.Room) error {
		gems, wishCards, err := s.stakesOf(r)
		escrow[store.RoomEscrow(r.ID)], escrow[store.RoomWishCards(r.ID)] = gems, wishCards
		return err
	})
	if err != nil {
		s.fail("rooms: %v", err)
	}
	err = snap.Accounts(ctx, nil, func(a store.AccountState) error {
		b.nonces[a.Account] = a
		if a.Cents != b.balances[a.Account] || a.Cents < 0 {
			s.fail("account %d has %d, its entries sum to %d", a.Account, a.Cents, b.balances[a.Account])
		}
		if class := a.Account.Class(); (class == store.ClassRoomEscrow || class == store.ClassRoomWishCards) &&
			a.Cents != escrow[a.Account] {
			s.fail("escrow of room %d holds %d (%s), its seats paid %d", a.Account.Owner(), a.Cents,
				a.Account.Currency(), escrow[a.Account])
		}
		return nil
	})
	if err != nil {
		s.fail("accounts: %v", err)
	}
	err = snap.Items(ctx, nil, func(it store.Item) error {
		if b.items[it.ID] != (store.ItemPlace{Owner: it.Owner, Status: it.Status}) {
			s.fail("item %d is at %d/%d, its ops say %v", it.ID, it.Owner, it.Status, b.items[it.ID])
		}
		return nil
	})
	if err != nil {
		s.fail("items: %v", err)
	}
}

// stakesOf is what a room's escrow must hold, in cents and in wish cards.
func (s *simulation) stakesOf(r store.Room) (gems, wishCards int64, err error) {
	k, known := s.workload.rooms().Of(r.Kind)
	if !known {
		return 0, 0, fmt.Errorf("room %d is a %s, which nobody plays", r.ID, r.Kind)
	}
	stake, err := k.Stake(r)
	return stake.Cents, stake.WishCards, err
}

// checkRooms: every room is over, by exactly one op (invariants 6 and 11).
func (s *simulation) checkRooms(ctx context.Context, b *books) {
	for _, k := range s.workload.rooms() {
		open, err := s.engine.OpenRooms(ctx, k.Kind)
		if err != nil {
			s.fail("open rooms: %v", err)
		}
		for _, r := range open {
			if !s.workload.stays() || s.now.After(r.Deadline) {
				s.fail("%s %d is stuck in status %d, deadline %s, now %s", k.Kind, r.ID, r.Status, r.Deadline, s.now)
			}
		}
		s.voided += len(s.final(ctx, k.Kind, store.RoomVoid))
	}
	for id, at := range b.items {
		if at.Owner < 0 && b.finals[store.RoomID(-at.Owner)] > 0 {
			s.fail("item %d is still held by room %d, which is over", id, -at.Owner)
		}
	}
	for id, n := range b.finals {
		if n != 1 {
			s.fail("room %d was ended %d times", id, n)
		}
	}
}

// checkNonces: every nonce that was used is a result or a void, never both, and there is no gap.
func (s *simulation) checkNonces(b *books) {
	for _, c := range s.clients {
		p := b.nonces[store.PlayerGems(c.id)]
		for epoch := store.Epoch(1); epoch <= p.Epoch; epoch++ {
			scope := fairness.SoloScope(int64(c.id), uint32(epoch))
			used := uint64(0)
			for ; b.leaves[fairlog.KeyTicket.Of(fairness.ResultID(scope, used))]; used++ {
				id := fairness.ResultID(scope, used)
				result, void := b.leaves[fairlog.KeyResult.Of(id)], b.leaves[fairlog.KeyVoid.Of(id)]
				if result == void {
					s.fail("nonce %s: result %t, void %t", id, result, void)
				}
			}
			if epoch == p.Epoch && used != p.NextNonce {
				s.fail("player %d: %d nonces of epoch %d have tickets, the store counts %d", c.id, used, epoch,
					p.NextNonce)
			}
			if !b.leaves[fairlog.KeyOpen.Of(scope)] || epoch < p.Epoch && !b.leaves[fairlog.KeyReveal.Of(scope)] {
				s.fail("epoch %s: its leaves are missing", scope)
			}
		}
	}
}

// checkAcks: what a client was answered is still there (invariant 9).
func (s *simulation) checkAcks(ctx context.Context) {
	for _, a := range s.acks {
		if a.seen {
			continue
		}
		rec, err := s.engine.Lookup(ctx, a.player, a.key)
		if err != nil {
			s.fail("player %d was told %q for %s, now: %v", a.player, a.outcome, a.key, err)
			continue
		}
		if strings.HasPrefix(a.outcome, "op ") && !strings.HasPrefix(a.outcome, fmt.Sprintf("op %d,", rec.Op)) {
			s.fail("player %d was told %q, the store has op %d", a.player, a.outcome, rec.Op)
		}
	}
}

// checkProofs: every opening verifies from its bundle (invariant 10), and what it says was paid out.
func (s *simulation) checkProofs(ctx context.Context, b *books) {
	trust := s.beacon.trust()
	for _, op := range b.openings {
		opened, err := player.ReadOpened(op.ID, op.Result)
		if err != nil {
			s.fail("op %d: %v", op.ID, err)
			continue
		}
		for i, r := range opened.Results {
			bundle, err := player.Bundle(ctx, s.engine, s.catalog, op.ID, i)
			if err != nil {
				s.fail("bundle of op %d: %v", op.ID, err)
				continue
			}
			if bundle.Key == "" { // still secret: verify with it all the same
				p, _ := s.engine.LoadPlayer(ctx, op.Player)
				bundle.Key = fairness.Key(p.Seed.Key).Reveal()
			}
			if report := fairness.VerifyWith(bundle, trust); !report.OK {
				s.fail("result %d of op %d does not verify: %+v", i, op.ID, report)
			}
			if it := op.NewItems[i]; it.Def != r.Def || it.ValueCents != r.ValueCents || it.Owner != op.Player {
				s.fail("op %d gave %+v for %+v", op.ID, it, r)
			}
		}
		if got, want := op.Postings[0].AmountCents, opened.PriceCents*int64(len(opened.Results)); got != want ||
			op.Postings[0].Debit != store.PlayerGems(op.Player) {
			s.fail("op %d charged %d for %d", op.ID, got, want)
		}
	}
}
