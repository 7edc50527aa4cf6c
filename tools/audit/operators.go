package audit

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"jadebox/actors/operators"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/props"
	"jadebox/actors/room"
	"jadebox/actors/settings"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/mall"
	"jadebox/actors/shop/payment"
	"jadebox/server/maintain"
	"jadebox/server/notice"
	"jadebox/server/publiclog"
	"jadebox/server/registry"
	"jadebox/store"
	"jadebox/store/archive"
	"jadebox/store/backup"
	"jadebox/tools/operator"
)

// signatures hold what the operator did to the roster of its operators: from the first operator on each act is
// signed by one of them, and above operators.secondAbove approved by another.
type signatures struct {
	roster   *operators.Roster
	from     operators.Reader
	rulebook *rulebook
	trial    bool
	done     map[string]store.OpID // by request and kind: what was done for it
	restored map[int64]bool        // when the site was restored, in ms
	notices  map[int64]store.OpID  // unsigned changes of the notices, by their time
	dated    []dated               // ops that only operators make
	alone    map[ofDay]*sumOfDay   // what operators did alone
	unread   error                 // what could not be read, which is no violation
}

// ofDay is an operator's day.
type ofDay struct{ operator, day string }

// sumOfDay is what was done in it, and the highest sum that a limit of one of its acts allows.
type sumOfDay struct{ cents, most int64 }

// dated is an op whose date says by which roster and limit it is judged.
type dated struct {
	id   store.OpID
	kind string
	at   time.Time
}

// readSignatures reads the roster; what is wrong with it is told, and what comes before that holds.
func readSignatures(ctx context.Context, r *Report, view store.Snapshot, b *rulebook, trial bool) (*signatures, error) {
	s := &signatures{rulebook: b, trial: trial, done: map[string]store.OpID{}, restored: map[int64]bool{},
		notices: map[int64]store.OpID{}, alone: map[ofDay]*sumOfDay{}}
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
	must, may := s.acts(e)
	if !s.roster.Empty() && (must || slices.Contains(ofOperators, e.Kind)) {
		s.dated = append(s.dated, dated{e.ID, e.Kind, e.At})
	}
	switch e.Kind {
	case operators.KindRoster:
		for i := range s.roster.Changes {
			if e.Player == 0 && e.Key == operators.RosterKey(int64(i)+1) {
				return s.changed(ctx, e, i)
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
	return s.second(ctx, e, a)
}

// changed holds a change of the roster, the i-th from 0, to the second operator whom it needs above a limit.
func (s *signatures) changed(ctx context.Context, e *store.JournalEntry, i int) error {
	if !s.roster.NeededSecond(i) || !s.above(e, operators.Whatever) {
		return nil
	}
	a, err := operators.Verify(ctx, s.from, s.roster, &e.OpRecord)
	if errors.Is(err, operators.ErrUnsigned) {
		return fmt.Errorf("%s changed alone who is an operator", s.roster.Changes[i].By)
	}
	if err != nil {
		return err
	}
	return s.second(ctx, e, a)
}

// ofOperators are the kinds of what operators have signed.
var ofOperators = []string{operators.KindRoster, operators.KindAct, operators.KindAsk, operators.KindApprove}

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
	case delivery.KindApprove:
		o, err := delivery.ReadRecord(e.ID, e.Result)
		return err == nil && !o.Unseen && !s.trial, true
	case store.KindReversed, delivery.KindShip, delivery.KindFail, delivery.KindRelease:
		return false, true // a webhook's and the bot's, too
	case store.KindRules:
		c, err := store.ReadRules(e.Result)
		if err != nil || c.Begin {
			return false, err == nil // what is no change is invariant 17
		}
		return !s.trial || s.roster.Names(authorOf(e)), true // a demo and its tools set what they need
	}
	if _, known := commands[e.Kind]; known {
		return !s.trial || s.roster.Names(authorOf(e)), true
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
	case archive.KindWritten, archive.KindDropped:
		a, _ := archive.ReadAct(&e.Op)
		return a.By
	case backup.KindTakenOver:
		t, _ := backup.ReadTakenOver(&e.Op)
		return t.By
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

// above reports whether an act of a worth waits for a second operator by every limit that it may have gone by.
func (s *signatures) above(e *store.JournalEntry, worthCents int64) bool {
	for _, limit := range s.limits(e) {
		if !limit.Needs(worthCents) {
			return false
		}
	}
	return true
}

// second holds an act to what its operator has said of it: whose it is, and by which command. Above the limit of its
// time it carries out a request, once, and is worth no more than was asked for.
func (s *signatures) second(ctx context.Context, e *store.JournalEntry, a operators.Act) error {
	worth, asked := s.worthOf(e, a), a.Operator
	if a.Ask != 0 {
		ask, _, err := operators.ReadAsk(ctx, s.from, s.roster, a.Ask)
		if err != nil {
			return err
		}
		if worth > ask.WorthCents {
			return fmt.Errorf("request %d was for what is worth %d cents, and this is worth %d", a.Ask, ask.WorthCents,
				worth)
		}
		asked = ask.Operator
	} else if s.above(e, max(worth, a.WorthCents)) {
		return fmt.Errorf("%s did alone what waits for a second operator", a.Operator)
	}
	if author := authorOf(e); author != "" && author != asked {
		return fmt.Errorf("it is said to be %q's, and %s has signed it for %s", author, a.Operator, asked)
	}
	if !commanded(e, a.Command) {
		return fmt.Errorf("%s signed it as what %q does", a.Operator, a.Command)
	}
	if a.Ask == 0 {
		return s.count(e, a, max(worth, a.WorthCents))
	}
	of := fmt.Sprint(a.Ask, e.Kind)
	if before, twice := s.done[of]; twice && before != e.ID {
		return fmt.Errorf("request %d was carried out before, by op %d", a.Ask, before)
	}
	s.done[of] = e.ID
	return nil
}

// aroundMidnight is how far apart a sum and the act that follows it may be.
const aroundMidnight = time.Minute

// count adds an act that was done alone to its operator's day, where every limit that it may have gone by has one.
func (s *signatures) count(e *store.JournalEntry, a operators.Act, worthCents int64) error {
	at := time.UnixMilli(a.AtMS)
	day := operators.DayOf(at)
	if a.Day != "" && a.Day != day {
		if day = a.Day; day != operators.DayOf(at.Add(-aroundMidnight)) {
			return fmt.Errorf("%s has counted it for %s", a.Operator, day)
		}
	}
	if worthCents <= operator.Nothing || worthCents == operators.Whatever {
		return nil
	}
	most := int64(0)
	for _, limit := range s.limits(e) {
		if limit.DayCents == 0 {
			return nil
		}
		most = max(most, limit.DayCents)
	}
	of := ofDay{a.Operator, day}
	if s.alone[of] == nil {
		s.alone[of] = &sumOfDay{}
	}
	s.alone[of].cents += worthCents
	s.alone[of].most = max(s.alone[of].most, most)
	return nil
}

// commands are those that make ops of a kind, which nothing else makes but where acts says so; setBy is the one beside
// `jadebox settings` that sets a setting (of one that is a kind's orders: kindOrders).
var (
	commands = map[string]string{
		limits.KindSuspend: "players", limits.KindLift: "players", limits.KindSupport: "players",
		playthrough.KindWaive: "playthrough", payment.KindApprove: "withdrawals", payment.KindPaid: "withdrawals",
		payment.KindRefund: "withdrawals", store.KindReversed: "recharge", mall.KindStock: "mall",
		delivery.KindApprove: "retrievals", delivery.KindShip: "retrievals", delivery.KindFail: "retrievals",
		delivery.KindRelease: "retrievals", operators.KindRoles: "grant", operators.KindRoster: "operators",
		archive.KindWritten: "archive", archive.KindDropped: "archive", backup.KindTakenOver: "restore"}
	setBy = map[string]string{props.OrdersSetting.Name: "props", mall.Setting.Name: "mall",
		room.CancelledSetting.Name: "rooms"}
	// setByOnce are commands of releases before, whose acts stay in the journal.
	setByOnce = map[string]string{maintain.Setting.Name: "maintenance", notice.Setting.Name: "notice"}
)

// commanded reports whether a command makes an op: what was approved, or signed, is nothing else.
func commanded(e *store.JournalEntry, command []string) bool {
	if len(command) == 0 {
		return false
	}
	if e.Kind != store.KindRules {
		return command[0] == commands[e.Kind]
	}
	switch c, err := store.ReadRules(e.Result); {
	case err != nil:
		return false
	case c.Setting == nil:
		return command[0] == "catalogue"
	case command[0] == "settings":
		return slices.Contains(command[1:], c.Setting.Name)
	default:
		by, known := setBy[c.Setting.Name]
		if kind, o := ordersOf(c.Setting.Name); o != nil {
			by, known = kind, true
		}
		once, gone := setByOnce[c.Setting.Name]
		return known && command[0] == by || gone && command[0] == once
	}
}

// limits are those that an op may have gone by. A change of the limit itself goes by the one before it alone, which
// its command has read: a setting is changed from its newest version only.
func (s *signatures) limits(e *store.JournalEntry) []operators.Limit {
	if e.Kind == store.KindRules {
		if c, err := store.ReadRules(e.Result); err == nil && c.Setting != nil &&
			c.Setting.Name == operators.SecondAbove.Name {
			list := s.rulebook.settings[c.Setting.Name]
			change := slices.IndexFunc(list, func(v store.SettingVersion) bool {
				return v.Version == c.Setting.Version
			})
			for i := change; i >= 0; i-- { // the 0th is the standard, so that the i-th is the one before
				if v, ok := parsedAs(s.rulebook, operators.SecondAbove, list, i); ok {
					return []operators.Limit{v}
				}
			}
		}
	}
	return inForce(s.rulebook, operators.SecondAbove, e.At)
}

// worthOf is what an op is worth in cents, whatever is said of it; 0 where the op alone does not tell.
func (s *signatures) worthOf(e *store.JournalEntry, a operators.Act) int64 {
	switch e.Kind {
	case operators.KindRoster:
		return operators.Whatever
	case payment.KindApprove, payment.KindRefund:
		p, _ := payment.ReadPayout(&e.Op)
		return p.AmountCents
	case playthrough.KindWaive:
		w, _ := playthrough.ReadWaived(&e.Op)
		return w.Cents
	case store.KindReversed:
		r, _ := payment.ReadReversal(&e.Op)
		return r.Cents()
	case store.KindRules:
		c, _ := store.ReadRules(e.Result)
		switch {
		case c.Setting != nil && registry.Moves(c.Setting.Name):
			if a.WorthCents == 0 { // nothing was said of it
				return operators.Whatever
			}
			return s.ordered(e, c.Setting)
		case c.Catalogue != nil && !offSale(c.Catalogue), len(c.Items) > 0, c.Box != nil:
			return operators.Whatever
		}
	}
	return 0
}

// ordered is the least that a change of a setting orders: gems, pools of rains, and items at their lowest price of the
// time. What else an order gives has no price of its own, and is worth what was said of it. A setting that is no list
// of orders is worth whatever it brings.
func (s *signatures) ordered(e *store.JournalEntry, v *store.SettingVersion) (cents int64) {
	if _, o := ordersOf(v.Name); o != nil {
		return o.cents(s.rulebook, v)
	}
	if v.Name == props.OrdersSetting.Name {
		before, after := orders(s.rulebook, props.OrdersSetting, v)
		for _, o := range after.Orders {
			if slices.ContainsFunc(before.Orders, func(b props.Order) bool { return reflect.DeepEqual(b, o) }) {
				continue
			}
			for _, p := range o.Prizes {
				if p.Kind == prize.Diamond {
					cents += p.Num
				}
			}
			for _, def := range o.Defs {
				cents += s.rulebook.least(def, e.At)
			}
		}
		return cents
	}
	return operators.Whatever
}

// orders are the values of a setting before a version of it and from it on; one that cannot be read orders nothing.
func orders[T any](b *rulebook, of *settings.Setting[T], v *store.SettingVersion) (before, after T) {
	list := b.settings[of.Name]
	for i, held := range list {
		if held.Version == v.Version {
			before, _ = parsedAs(b, of, list, i)
			after, _ = parsedAs(b, of, list, i+1)
		}
	}
	return before, after
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

// check is the end of an audit. What is dated before a seal that did not have it yet would be judged by the operators,
// keys and limit of another time.
func (s *signatures) check(r *Report, seals *sealedSpans) {
	for _, e := range s.dated {
		if known, _ := seals.between(e.id); e.at.Before(known.Add(-sealedWithin)) {
			r.violate(Operators, "op %d (%s) is dated %s, and was not there at %s", e.id, e.kind,
				e.at.UTC().Format(time.RFC3339), known.UTC().Format(time.RFC3339))
		}
	}
	for at, id := range s.notices {
		if !s.restored[at] {
			r.violate(Operators, "op %d (%s): %v", id, store.KindRules, operators.ErrUnsigned)
		}
	}
	for of, sum := range s.alone {
		if sum.cents > sum.most {
			r.violate(Operators, "%s did what is worth %d cents alone on %s, and %d wait for no second operator",
				of.operator, sum.cents, of.day, sum.most)
		}
	}
	if s.roster.Empty() && !s.trial {
		r.Notes = append(r.Notes, "nobody is an operator of this site: who acted on it is a word, not a signature")
	}
}
