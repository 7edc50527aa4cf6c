package audit

import (
	"context"
	"errors"
	"fmt"
	"time"

	"jadebox/actors/kinds/rain"
	"jadebox/actors/operators"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/props"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/mall"
	"jadebox/actors/shop/payment"
	"jadebox/server/notice"
	"jadebox/server/publiclog"
	"jadebox/server/registry"
	"jadebox/store"
)

// signatures hold what whoever runs the site did to the roster of its operators: from the first operator on each act is
// signed by one of them, and above operators.secondAbove approved by another.
type signatures struct {
	roster   *operators.Roster
	from     operators.Reader
	rulebook *rulebook
	trial    bool
	done     map[string]store.OpID // by request and kind: what was done for it
	restored map[int64]bool        // when the site was restored, in ms
	notices  map[int64]store.OpID  // unsigned changes of the notices, by their time
	unread   error                 // what could not be read, which is no violation
}

// readSignatures reads the roster; what is wrong with it is told, and what comes before that holds.
func readSignatures(ctx context.Context, r *Report, view store.Snapshot, b *rulebook, trial bool) (*signatures, error) {
	s := &signatures{rulebook: b, trial: trial, done: map[string]store.OpID{}, restored: map[int64]bool{},
		notices: map[int64]store.OpID{}}
	read := operators.FromSnapshot(view)
	s.from = func(ctx context.Context, key string) ([]byte, time.Time, error) {
		result, at, err := read(ctx, key)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			s.unread = err
		}
		return result, at, err
	}
	var err error
	if s.roster, err = operators.ReadRoster(ctx, s.from); err != nil && s.unread == nil {
		r.violate(Operators, "%v", err)
	}
	return s, s.unread
}

// judge holds a chunk of ops to the roster.
func (s *signatures) judge(ctx context.Context, r *Report, chunk []*store.JournalEntry) error {
	for _, e := range chunk {
		if e.Kind == publiclog.KindRestored {
			s.restored[e.At.UnixMilli()] = true
		}
		if err := s.one(ctx, e); err != nil {
			if s.unread != nil {
				return s.unread
			}
			r.violate(Operators, "op %d (%s) of player %d: %v", e.ID, e.Kind, e.Player, err)
		}
	}
	return nil
}

func (s *signatures) one(ctx context.Context, e *store.JournalEntry) error {
	switch e.Kind {
	case operators.KindRoster:
		for i := range s.roster.Changes {
			if e.Player == 0 && e.Key == operators.RosterKey(int64(i)+1) {
				return nil
			}
		}
		return errors.New("no operator has signed it")
	case operators.KindAct:
		return s.roster.VerifyAct(&e.OpRecord)
	case operators.KindAsk:
		return s.numbered(e, operators.AskKey, func(n int64) error {
			_, _, err := operators.ReadAsk(ctx, s.from, s.roster, n)
			return err
		})
	case operators.KindApprove:
		return s.numbered(e, operators.ApprovalKey, func(n int64) error {
			_, _, err := operators.ReadApproval(ctx, s.from, s.roster, n)
			return err
		})
	}
	if s.roster.Empty() || e.At.Before(s.roster.Since()) {
		return nil
	}
	must, may := s.acts(e)
	if !must && !may {
		return nil
	}
	a, err := operators.Verify(ctx, s.from, s.roster, &e.OpRecord)
	if errors.Is(err, operators.ErrUnsigned) {
		if !must {
			return nil
		}
		if v, ok := noticeOf(e); ok {
			s.notices[v] = e.ID
			return nil
		}
	}
	if err != nil {
		return err
	}
	return s.second(e, a)
}

// numbered finds the number of a request in the key of an op.
func (s *signatures) numbered(e *store.JournalEntry, key func(int64) string, verify func(int64) error) error {
	var n int64
	var prefix = key(0)
	if _, err := fmt.Sscanf(e.Key, prefix[:len(prefix)-1]+"%d", &n); err != nil || e.Player != 0 || e.Key != key(n) {
		return fmt.Errorf("it stands under %q", e.Key)
	}
	return verify(n)
}

// acts reports whether an op is one that only operators make, or one that others make, too.
func (s *signatures) acts(e *store.JournalEntry) (must, may bool) {
	switch e.Kind {
	case limits.KindSuspend, limits.KindLift, limits.KindSupport, playthrough.KindWaive, payment.KindApprove,
		payment.KindPaid, payment.KindRefund, mall.KindStock, operators.KindRoles:
		return !s.trial || s.roster.Names(authorOf(e)), true
	case delivery.KindApprove:
		o, err := delivery.ReadRecord(e.ID, e.Result)
		return err == nil && !o.Unseen && !s.trial, true
	case payment.KindReversed, delivery.KindShip, delivery.KindFail, delivery.KindRelease:
		return false, true // a webhook's and the bot's, too
	case store.KindRules:
		c, err := store.ReadRules(e.Result)
		if err != nil || c.Begin {
			return false, err == nil // what is no change is invariant 17
		}
		return !s.trial || s.roster.Names(authorOf(e)), true // a demo and its tools set what they need
	}
	return false, false
}

// authorOf is who is said to have made an op, as far as it says.
func authorOf(e *store.JournalEntry) string {
	switch e.Kind {
	case store.KindRules:
		c, _ := store.ReadRules(e.Result)
		switch {
		case c.Setting != nil:
			return c.Setting.Author
		case c.Catalogue != nil:
			return c.Catalogue.Author
		}
	case limits.KindSuspend, limits.KindLift, limits.KindSupport:
		a, _ := limits.ReadAct(&e.Op)
		return a.Author
	case playthrough.KindWaive:
		w, _ := playthrough.ReadWaived(&e.Op)
		return w.Author
	}
	return ""
}

// noticeOf is the time of a change of the notices: a restore, which has no operator's key at hand, makes one.
func noticeOf(e *store.JournalEntry) (atMS int64, ok bool) {
	if e.Kind != store.KindRules {
		return 0, false
	}
	c, err := store.ReadRules(e.Result)
	if err != nil || c.Setting == nil || c.Setting.Name != notice.Setting.Name {
		return 0, false
	}
	return c.Setting.At.UnixMilli(), true
}

// second holds an act to what it is worth: above the limit of its time it carries out a request, once.
func (s *signatures) second(e *store.JournalEntry, a operators.Act) error {
	worth := max(worthOf(e, a), a.WorthCents)
	needs := true
	for _, limit := range inForce(s.rulebook, operators.SecondAbove, changedAt(e)) {
		needs = needs && limit.Needs(worth)
	}
	if a.Ask == 0 {
		if needs {
			return fmt.Errorf("%s did alone what waits for a second operator", a.Operator)
		}
		return nil
	}
	of := fmt.Sprint(a.Ask, e.Kind)
	if before, twice := s.done[of]; twice && before != e.ID {
		return fmt.Errorf("request %d was carried out before, by op %d", a.Ask, before)
	}
	s.done[of] = e.ID
	return nil
}

// changedAt is when the limit held that an op is held to. A change of the limit itself is held to the one before it,
// even where the op was stamped by another clock than the change.
func changedAt(e *store.JournalEntry) time.Time {
	if e.Kind == store.KindRules {
		if c, err := store.ReadRules(e.Result); err == nil && c.Setting != nil &&
			c.Setting.Name == operators.SecondAbove.Name {
			return c.Setting.At
		}
	}
	return e.At
}

// worthOf is what an op is worth in cents, whatever is said of it; 0 where the op alone does not tell.
func worthOf(e *store.JournalEntry, a operators.Act) int64 {
	switch e.Kind {
	case payment.KindApprove, payment.KindRefund:
		p, _ := payment.ReadPayout(&e.Op)
		return p.AmountCents
	case playthrough.KindWaive:
		w, _ := playthrough.ReadWaived(&e.Op)
		return w.Cents
	case payment.KindReversed:
		r, _ := payment.ReadReversal(&e.Op)
		return r.Cents()
	case store.KindRules:
		c, _ := store.ReadRules(e.Result)
		switch {
		case c.Setting != nil && registry.Moves(c.Setting.Name):
			ordered := c.Setting.Name == props.OrdersSetting.Name || c.Setting.Name == rain.OrdersSetting.Name
			if ordered && a.WorthCents > 0 {
				return 0 // what an order gives is worth what was said of it
			}
			return operators.Whatever
		case c.Catalogue != nil && !offSale(c.Catalogue), len(c.Items) > 0, c.Box != nil:
			return operators.Whatever
		}
	}
	return 0
}

// offSale reports whether a change of the catalogue only takes boxes off sale.
func offSale(c *store.CatalogueChange) bool {
	for _, b := range c.Boxes {
		if b.Enabled {
			return false
		}
	}
	return len(c.Items) == 0
}

// check is the end of an audit.
func (s *signatures) check(r *Report) {
	for at, id := range s.notices {
		if !s.restored[at] {
			r.violate(Operators, "op %d (%s): %v", id, store.KindRules, operators.ErrUnsigned)
		}
	}
	if s.roster.Empty() && !s.trial {
		r.Notes = append(r.Notes, "nobody is an operator of this site: who acted on it is a word, not a signature")
	}
}
