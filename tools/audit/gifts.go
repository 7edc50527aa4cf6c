package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/prize"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/settings/rates"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/payment"
	"jadebox/server/realname"
	"jadebox/store"
)

func withoutLock(e *store.JournalEntry) ([]store.ItemMove, []store.NewItem) {
	return limits.WithoutLock(&e.Op)
}

// granted is a gift that a claim brings: the prizes that settings name, or one draw of a box that they name. Draws are
// invariant 10.
func (p *prices) granted(e *store.JournalEntry, g player.Granted, from store.ItemSource) error {
	var items []store.NewItem
	if g.Opened != nil {
		if g.Opened.PriceCents != 0 || g.Opened.Tokens != 0 || len(g.Opened.Results) != 1 {
			return wrongf("a box that is given costs nothing, and is one")
		}
		if err := p.rulebook.draws(g.Opened.Box, g.Opened.Version, g.Opened.OddsHash); err != nil {
			return err
		}
		items = drawnItems(e, g.Opened, from)
	}
	postings, vouchers, ok := p.prizes(e, g.Prizes)
	if !ok {
		return wrongf("nobody has such prizes as %v", g.Prizes)
	}
	return does(e, postings, append(items, vouchers...), nil)
}

func grantedBy(e *store.JournalEntry, note any) (g player.Granted, err error) {
	if err = json.Unmarshal(e.Result, &g); err == nil {
		err = json.Unmarshal(g.Note, note)
	}
	if err != nil {
		err = wrongf("its result cannot be read: %v", err)
	}
	return g, err
}

// one reports whether a gift is just one prize, or just one box.
func one(g player.Granted, what prize.Prize, box store.BoxID) bool {
	if g.Opened != nil {
		return len(g.Prizes) == 0 && box != 0 && g.Opened.Box == box
	}
	return len(g.Prizes) == 1 && g.Prizes[0] == what
}

// signIn: what the settings say of the day of the row, or of the month's milestone.
func (p *prices) signIn(e *store.JournalEntry) error {
	var n sign.Note
	g, err := grantedBy(e, &n)
	if err != nil {
		return err
	}
	if !allows(p.rulebook, sign.Setting, e.At, func(t sign.Settings) bool {
		c, known := t.Milestone(n.Days)
		if n.Type == sign.Every {
			if known = n.Day >= 1 && n.Day <= len(t.Days); known {
				c = t.Days[n.Day-1]
			}
		}
		box := c.Reward.Box
		if c.Reward.Kind == sign.Skins && box == 0 && g.Opened != nil && p.rulebook.cheapest(g.Opened.Box,
			g.Opened.Version) {
			box = g.Opened.Box
		}
		return known && one(g, c.Reward.Prize, box)
	}) {
		return wrongf("signing in did not bring that: %s", e.Result)
	}
	return p.granted(e, g, store.FromReward)
}

// cheapest reports whether no box on sale costs less than this version did.
func (b *rulebook) cheapest(id store.BoxID, version uint32) bool {
	box, known := b.boxes[id][version]
	for _, versions := range b.boxes {
		for _, other := range versions {
			known = known && (!other.Enabled || other.PriceCents >= box.PriceCents || other.At.After(box.At) ||
				len(versions) > 1)
		}
	}
	return known
}

// task: the box or the prize of the task, for a player who has done what it asks; the gifts of the welcome.
func (p *prices) task(e *store.JournalEntry) error {
	var n taskbox.Claim
	g, err := grantedBy(e, &n)
	if err != nil {
		return err
	}
	if !allows(p.rulebook, taskbox.Setting, e.At, func(t taskbox.Settings) bool {
		if n.Period == "" {
			gift, _, known := t.Gift(n.Box)
			return known && one(g, prize.Prize{}, gift.Box)
		}
		b, known := t.Box(n.Box)
		var what prize.Prize
		if b.Prize != nil {
			what = *b.Prize
		}
		return known && b.Kind() == n.Kind && b.Target <= n.Done && one(g, what, b.Box)
	}) {
		return wrongf("no task brought that: %s", e.Result)
	}
	return p.granted(e, g, store.FromWelfare)
}

// week: a step of the settings.
func (p *prices) week(e *store.JournalEntry) error {
	var n struct{ Step benefit.Step }
	g, err := grantedBy(e, &n)
	if err != nil {
		return err
	}
	if !allows(p.rulebook, benefit.Setting, e.At, func(t benefit.Settings) bool {
		return slices.Contains(t.Steps,
			n.Step)
	}) ||
		!one(g, prize.Prize{Kind: prize.Diamond, Num: n.Step.RewardCents}, 0) {
		return wrongf("no week's spending brought that: %s", e.Result)
	}
	return p.granted(e, g, store.FromReward)
}

// level: the bonus that the settings give for it.
func (p *prices) level(e *store.JournalEntry) error {
	var c vip.Claimed
	if err := json.Unmarshal(e.Result, &c); err != nil {
		return wrongf("its result cannot be read: %v", err)
	}
	if !allows(p.rulebook, vip.Setting, e.At,
		func(t vip.Settings) bool { return t.Of(c.Level).BonusCents == c.BonusCents }) {
		return wrongf("level %d did not bring %d", c.Level, c.BonusCents)
	}
	return does(e, []store.Posting{bonus(e.Player, c.BonusCents)}, nil, nil)
}

func bonus(who store.PlayerID, cents int64) store.Posting {
	return store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(who), AmountCents: cents}
}

// treeWishCard: one wish card.
func (p *prices) treeWishCard(e *store.JournalEntry) error {
	return does(e, []store.Posting{{Debit: store.HouseWishCards, Credit: store.PlayerWishCards(e.Player),
		AmountCents: 1}},
		nil, nil)
}

// commission: the share of the settings of a recharge that its invited player was credited.
func (p *prices) commission(e *store.JournalEntry) error {
	var c promotion.Commission
	if err := json.Unmarshal(e.Result, &c); err != nil {
		return wrongf("its result cannot be read: %v", err)
	}
	if !allows(p.rulebook, promotion.Setting, e.At,
		func(t promotion.Settings) bool { return t.SharePPM == c.SharePPM }) ||
		c.Cents != c.GemsCents*c.SharePPM/1_000_000 {
		return wrongf("the commission of a recharge of %d was not %d", c.GemsCents, c.Cents)
	}
	rec, err := p.view.Keyed(p.ctx, c.Invitee, payment.CreditKey(c.Order))
	if errors.Is(err, store.ErrNotFound) {
		return wrongf("order %d of player %d was never credited", c.Order, c.Invitee)
	}
	if err != nil {
		return err
	}
	credit, err := payment.ReadCredit(&rec.Op)
	if err != nil || rec.Kind != payment.KindCredit || credit.GemsCents != c.GemsCents {
		return wrongf("order %d of player %d was credited as %+v, its commission is of %d", c.Order, c.Invitee, credit,
			c.GemsCents)
	}
	inviter, err := p.view.InvitedBy(p.ctx, c.Invitee)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if err != nil || inviter != e.Player {
		return wrongf("player %d was not invited by player %d", c.Invitee, e.Player)
	}
	return does(e, []store.Posting{bonus(e.Player, c.Cents)}, nil, nil)
}

// rankingDay: by place what the settings of some time gave, to different players, each for a result of their own in
// that day.
func (p *prices) rankingDay(e *store.JournalEntry) error {
	day, err := ranking.ReadSettled(&e.Op)
	if err != nil {
		return wrongf("%v", err)
	}
	var ids []store.OpID
	for _, w := range day.Winners {
		ids = append(ids, w.Op())
	}
	if !slices.ContainsFunc(ever(p.rulebook, rates.Setting), func(t rates.Settings) bool {
		rest := t.AwardsCents // a winner who is excluded keeps the place without its reward
		for _, w := range day.Winners {
			i := slices.Index(rest, w.AwardCents)
			if i < 0 {
				return false
			}
			rest = rest[i+1:]
		}
		return true
	}) {
		return wrongf("a day of the ranking was never set to pay %v", e.Postings)
	}
	results := map[store.OpID]store.OpRecord{}
	if len(ids) > 0 {
		if err := p.view.OpsByID(p.ctx, ids, func(op store.OpRecord) error {
			results[op.ID] = op
			return nil
		}); err != nil {
			return err
		}
	}
	for _, w := range day.Winners {
		if op := results[w.Op()]; !day.Right(w, &op) {
			return wrongf("player %d is paid for %q, which is no result of theirs on %s", w.Player, w.ResultID,
				day.Date)
		}
	}
	return does(e, e.Postings, nil, nil)
}

// gift: what an operator has ordered for this account, or the step of a day.
func (p *prices) gift(e *store.JournalEntry) error {
	worth := func(defs []store.DefID, prizes []prize.Prize) bool {
		_, made := withoutLock(e)
		var items []store.NewItem
		for i, id := range defs {
			if i >= len(made) || !p.rulebook.costs(id, made[i].ValueCents, e.At) {
				return false
			}
			items = append(items, store.NewItem{Owner: e.Player, Def: id, ValueCents: made[i].ValueCents,
				Source: store.FromDrop})
		}
		postings, vouchers, ok := p.prizes(e, prizes)
		return ok && does(e, postings, append(items, vouchers...), nil) == nil
	}
	if id, ordered := strings.CutPrefix(e.Key, "props:order:"); ordered {
		for _, t := range ever(p.rulebook, props.OrdersSetting) {
			for _, o := range t.Orders {
				if o.ID == id && worth(o.Defs, o.Prizes) {
					who, err := p.view.Named(p.ctx, o.Account)
					if err != nil && !errors.Is(err, store.ErrNotFound) {
						return err
					}
					if err == nil && who == e.Player {
						return nil
					}
				}
			}
		}
		return wrongf("nobody has ordered %v for player %d", e.NewItems, e.Player)
	}
	var why props.Reason
	if err := json.Unmarshal(e.Result, &why); err != nil || e.Key != fmt.Sprintf("props:day:%s:%d:%d", why.Date,
		why.SpentCents, e.Player) {
		return wrongf("it is given under %q", e.Key)
	}
	if err := p.drops.dated(e, why.Date); err != nil {
		return err
	}
	if !slices.ContainsFunc(ever(p.rulebook, props.Setting), func(t props.Settings) bool {
		return slices.ContainsFunc(t.Steps, func(s props.Step) bool {
			_, made := withoutLock(e)
			return s.SpentCents == why.SpentCents && len(made) > 0 && made[0].ValueCents <= s.ValueCents &&
				worth([]store.DefID{made[0].Def}, s.Prizes)
		})
	}) {
		return wrongf("spending %d in a day never brought %v and %v", why.SpentCents, e.NewItems, e.Postings)
	}
	return nil
}

// seasonStep and seasonHelp: tokens as the season says.
func (p *prices) seasonStep(e *store.JournalEntry) error {
	var s struct {
		Season string
		Type   season.Type
		Step   int
		Tokens int64
	}
	if err := json.Unmarshal(e.Result, &s); err != nil || !active.Right(&e.Op) {
		return wrongf("its result is not what it does: %s", e.Result)
	}
	if !allows(p.rulebook, season.Setting, e.At, func(t season.Settings) bool {
		g, known := t.Goal(s.Type)
		return known && t.Season == s.Season && s.Step >= 0 && s.Step < len(g.Steps) &&
			g.Steps[s.Step].Tokens == s.Tokens
	}) {
		return wrongf("season %q did not give %d tokens for step %d of %d", s.Season, s.Tokens, s.Step, s.Type)
	}
	return does(e, e.Postings, nil, nil)
}

func (p *prices) seasonHelp(e *store.JournalEntry) error {
	var h struct {
		Season string
		Place  int
		Tokens int64
	}
	if err := json.Unmarshal(e.Result, &h); err != nil || !active.Right(&e.Op) {
		return wrongf("its result is not what it does: %s", e.Result)
	}
	if !allows(p.rulebook, season.Setting, e.At, func(t season.Settings) bool {
		return t.Season == h.Season && t.Assist.Tokens == h.Tokens && h.Place < t.Assist.DayMax
	}) {
		return wrongf("help in season %q did not bring %d tokens", h.Season, h.Tokens)
	}
	return does(e, e.Postings, nil, nil)
}

// realName: the reward of the settings, to one player once, under the card's own key.
func (p *prices) realName(e *store.JournalEntry) error {
	if len(e.Postings) != 1 || e.Postings[0].Credit.Class() != store.ClassPlayerGems || e.Player != 0 ||
		!realname.IsRewardKey(e.Key) {
		return wrongf("it pays %v under %q", e.Postings, e.Key)
	}
	got := e.Postings[0]
	who := store.PlayerID(got.Credit.Owner())
	if first, paid := p.named[who]; paid {
		return wrongf("player %d was paid for a real name before, by op %d", who, first)
	}
	p.named[who] = e.ID
	if !allows(p.rulebook, realname.Setting, e.At,
		func(t realname.Settings) bool { return t.RewardCents == got.AmountCents }) {
		return wrongf("a real name did not bring %d", got.AmountCents)
	}
	return does(e, []store.Posting{bonus(who, got.AmountCents)}, nil, nil)
}

// order: a quote by the settings of its time, with what a level may add. What is credited is the order's (invariant
// 13).
func (p *prices) order(e *store.JournalEntry) error {
	placed, err := payment.ReadOrder(&e.Op)
	if err != nil {
		return wrongf("%v", err)
	}
	if !allows(p.rulebook, payment.Setting, e.At, func(t payment.Settings) bool {
		quote := func(ppm int64) bool {
			q, err := t.Quote(placed.GemsCents, ppm)
			return err == nil && q == placed.Quote
		}
		return quote(0) || allows(p.rulebook, vip.Setting, e.At, func(levels vip.Settings) bool {
			return slices.ContainsFunc(levels.Levels, func(l vip.Level) bool { return quote(l.RatePPM) })
		})
	}) {
		return wrongf("%d gems were never sold as %+v", placed.GemsCents, placed.Quote)
	}
	return nothing(p, e)
}

// review: an order goes on, and nothing moves. One that no person has looked at is worth no more than one may be.
func (p *prices) review(e *store.JournalEntry) error {
	if err := nothing(p, e); err != nil {
		return err
	}
	o, err := delivery.ReadRecord(e.ID, e.Result)
	if err != nil {
		return wrongf("%v", err)
	}
	if !o.Unseen {
		return nil
	}
	return p.unseenOrder(e, &o)
}

// retrieval: items go from one of the player's places to another, nothing else moves. Which order has which is
// invariant 3.
func (p *prices) retrieval(e *store.JournalEntry) error {
	moves, items := withoutLock(e)
	if len(items)+len(e.Postings) > 0 || len(moves) == 0 {
		return wrongf("it moves more than items")
	}
	for _, m := range moves {
		from, to := m.From.Status, m.To.Status
		await, back := store.ItemAwaitingDelivery, func(s store.ItemStatus) bool {
			return s == store.ItemRetrievalFailed || s == store.ItemRejected || s == store.ItemRepeatedFailures ||
				s == store.ItemOffersRejected
		}
		good := map[string]bool{
			delivery.KindRequest: delivery.Retrievable(from) && to == await,
			delivery.KindShip:    from == await && to == store.ItemRetrieved,
			delivery.KindFail:    from == await && back(to),
			delivery.KindCancel:  from == await && delivery.Retrievable(to),
			delivery.KindRelease: back(from) && to == store.ItemInBackpack,
		}[e.Kind]
		if !good || m.From.Owner != e.Player || m.To.Owner != e.Player || p.items[m.Item].Def.Voucher() {
			return wrongf("item %d goes from %v to %v", m.Item, m.From, m.To)
		}
	}
	return nil
}
