package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/operators"
	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/rewards/season"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/runtime/beacon"
	"jadebox/actors/shop/catalog"
	"jadebox/actors/shop/delivery"
	"jadebox/actors/shop/mall"
	"jadebox/actors/shop/payment"
	"jadebox/fairness"
	bots "jadebox/server/delivery"
	"jadebox/server/publiclog"
	"jadebox/store"
	"jadebox/store/archive"
	"jadebox/store/backup"
)

// prices hold every op to what its kind may cost and give, by the catalogue and the settings of its time. The list of
// kinds is closed: an op of a kind that is unknown is a gift that is not allowed.
type prices struct {
	trial    bool
	rulebook *rulebook
	rooms    roomBooks
	// when the first op that was read asked for play
	playSince time.Time
	// when the first op that was read told what trade-ins ask and bring
	tradesTold time.Time
	firstGift  map[store.PlayerID]time.Time  // that asked for play
	named      map[store.PlayerID]store.OpID // paid for a real name
	drops      drops

	ctx      context.Context // of the chunk at hand
	view     store.Snapshot
	items    map[store.ItemID]store.Item // that its ops move, as they are now
	vouchers map[store.PlayerID][]store.Item
}

func newPrices(ctx context.Context, view store.Snapshot, site *Site) (*prices, error) {
	b, err := readRulebook(ctx, view)
	return &prices{trial: site.Trial, rulebook: b, firstGift: map[store.PlayerID]time.Time{},
		named: map[store.PlayerID]store.OpID{}, drops: drops{opened: map[int64]bool{}},
		rooms: roomBooks{decks: map[string]fairness.LuckycardContext{}}}, err
}

// rule returns why an op is not allowed; nil: it is.
type rule func(p *prices, e *store.JournalEntry) error

// rules are the kinds of ops outside of rooms.
var rules = map[string]rule{
	player.KindOpen:       (*prices).opening,
	player.KindOpenTokens: (*prices).openingForTokens,
	player.KindUpgrade:    (*prices).upgrade,
	player.KindSell:       (*prices).sale,
	player.KindTrade:      (*prices).trade,
	player.KindBuy:        (*prices).purchase,
	player.KindExchange:   (*prices).exchange,
	player.KindUseVoucher: (*prices).voucherUse,
	player.KindGiveBack:   (*prices).giftBack,
	player.KindName:       nothing,
	player.KindVoid:       nothing,

	wishtree.KindClaim:       (*prices).treeWishCard,
	sign.KindClaim:           (*prices).signIn,
	taskbox.KindClaim:        (*prices).task,
	benefit.KindClaim:        (*prices).week,
	vip.KindClaim:            (*prices).level,
	promotion.KindPay:        (*prices).commission,
	promotion.KindBack:       judgedElsewhere, // of invariant 5
	ranking.KindSettle:       (*prices).rankingDay,
	props.KindGive:           (*prices).gift,
	active.KindClaim:         (*prices).seasonStep,
	active.KindAssist:        (*prices).seasonHelp,
	playthrough.KindRealName: (*prices).realName,
	payment.KindOrder:        (*prices).order,
	payment.KindBegun:        nothing,
	payment.KindFailed:       nothing,
	payment.KindEvent:        nothing,
	store.KindReversed:       nothing,
	payment.KindPayer:        nothing,
	payment.KindRefused:      nothing,
	playthrough.KindWaive:    (*prices).waiver,
	payment.KindCredit:       judgedElsewhere, // of invariant 13, as those below
	store.KindRecovered:      judgedElsewhere,
	payment.KindRestored:     judgedElsewhere,
	payment.KindRequest:      judgedElsewhere,
	payment.KindApprove:      judgedElsewhere,
	payment.KindPaid:         judgedElsewhere,
	payment.KindRefund:       judgedElsewhere,
	mall.KindStock:           nothing,

	delivery.KindRequest: (*prices).retrieval,
	delivery.KindApprove: (*prices).review,
	delivery.KindAsk:     nothing,
	delivery.KindShip:    (*prices).retrieval,
	delivery.KindFail:    (*prices).retrieval,
	delivery.KindCancel:  (*prices).retrieval,
	delivery.KindRelease: (*prices).retrieval,

	limits.KindBegin: nothing,
	limits.KindSet:   nothing,
	limits.KindPayer: nothing,

	limits.KindSuspend: act,
	limits.KindLift:    act,
	limits.KindSupport: act,

	player.KindSeedOpen:   nothing,
	player.KindSeedReveal: nothing,
	player.KindSeedRotate: nothing,
	beacon.KindAnchor:     nothing,
	catalog.KindPublish:   nothing,
	season.KindCycle:      nothing,
	store.KindRules:       nothing,
	bots.KindTrade:        nothing,

	operators.KindRoster:  nothing,
	operators.KindAct:     nothing,
	operators.KindAsk:     nothing,
	operators.KindApprove: nothing,
	operators.KindRoles:   nothing,
	operators.KindDaySum:  nothing,

	publiclog.KindHeads:    nothing,
	publiclog.KindRestored: nothing,

	archive.KindWritten: filing,
	archive.KindDropped: filing,

	backup.KindTakenOver: takingOver,
}

// trials begin the kinds of ops that give play money: those of a demo, of the tools that try a site out, and the gift
// that greets an account where play money is given.
var trials = []string{"demo.", "loadsim.", "sectest.", "player.welcome"}

// nothing is the rule of an op that costs nothing and gives nothing.
func nothing(_ *prices, e *store.JournalEntry) error {
	if moves, items := limits.WithoutLock(&e.Op); len(e.Postings)+len(moves)+len(items) > 0 {
		return wrongf("it moves something")
	}
	return nil
}

// act is of the operator: it moves nothing, and says who did what to an account, and why.
func act(_ *prices, e *store.JournalEntry) error {
	if _, err := limits.ReadAct(&e.Op); err != nil {
		return wrongf("%v", err)
	}
	return nil
}

// filing is of the operator: it moves nothing, and says who archived which month, and where to.
func filing(p *prices, e *store.JournalEntry) error {
	if _, err := archive.ReadAct(&e.Op); err != nil {
		return wrongf("%v", err)
	}
	return nothing(p, e)
}

// takingOver is of the operator: it moves nothing, and says who answers for a promoted database.
func takingOver(p *prices, e *store.JournalEntry) error {
	if _, err := backup.ReadTakenOver(&e.Op); err != nil {
		return wrongf("%v", err)
	}
	return nothing(p, e)
}

// judgedElsewhere moves money by rules of its own.
func judgedElsewhere(_ *prices, e *store.JournalEntry) error {
	if moves, items := limits.WithoutLock(&e.Op); len(moves)+len(items) > 0 {
		return wrongf("it moves items")
	}
	return nil
}

// judge holds a chunk of ops to the rules.
func (p *prices) judge(ctx context.Context, r *Report, view store.Snapshot, chunk []*store.JournalEntry) error {
	p.ctx, p.view = ctx, view
	if err := p.look(chunk); err != nil {
		return err
	}
	for _, e := range chunk {
		err := p.one(e)
		var wrong wrongDraw
		if errors.As(err, &wrong) {
			r.violate(Prices, "op %d (%s) of player %d: %s", e.ID, e.Kind, e.Player, wrong)
		} else if err != nil {
			return err
		}
	}
	return nil
}

func (p *prices) one(e *store.JournalEntry) error {
	p.drops.feed(e)
	if err := cmp.Or(p.play(e), p.lock(e)); err != nil {
		return err
	}
	if judge, known := rules[e.Kind]; known {
		if e.Room != nil && e.Room.Kind != mall.KindLot && e.Room.Kind != payment.KindWithdrawal &&
			e.Room.Kind != delivery.Kind {
			return wrongf("it writes a room of %s", e.Room.Kind)
		}
		return judge(p, e)
	}
	kind, _, _ := strings.Cut(e.Kind, ".")
	if spec, known := kinds.All.Of(kind); known {
		return p.rooms.rule(p, spec, e)
	}
	if slices.ContainsFunc(trials, func(prefix string) bool { return strings.HasPrefix(e.Kind, prefix) }) {
		if !p.trial {
			return wrongf("play money is given only where a site is tried out")
		}
		return nil
	}
	return wrongf("nobody knows such a kind of op")
}

// look reads what the ops of a chunk need, at once.
func (p *prices) look(chunk []*store.JournalEntry) error {
	ids, owners := map[store.ItemID]bool{}, map[store.PlayerID]bool{}
	rooms := map[store.RoomID]bool{}
	for _, e := range chunk {
		for _, m := range e.Moves {
			ids[m.Item] = true
		}
		if e.Room != nil {
			rooms[e.Room.Room] = true
		}
		if o, _, err := openingOf(e); err == nil && o != nil && o.OffPercent != 0 {
			owners[e.Player] = true
		}
	}
	p.items, p.vouchers = map[store.ItemID]store.Item{}, map[store.PlayerID][]store.Item{}
	if len(ids) > 0 {
		if err := p.view.Items(p.ctx, slices.Collect(maps.Keys(ids)), func(it store.Item) error {
			p.items[it.ID] = it
			return nil
		}); err != nil {
			return err
		}
	}
	p.rooms.now = map[store.RoomID]store.RoomStatus{}
	if len(rooms) > 0 {
		if err := p.view.RoomHeads(p.ctx, slices.Collect(maps.Keys(rooms)), func(r store.RoomHead) error {
			p.rooms.now[r.ID] = r.Status
			return nil
		}); err != nil {
			return err
		}
	}
	if len(owners) == 0 {
		return nil
	}
	return p.view.VouchersOf(p.ctx, slices.Collect(maps.Keys(owners)), func(it store.Item) error {
		p.vouchers[it.Owner] = append(p.vouchers[it.Owner], it)
		return nil
	})
}

// does reports whether an op moves exactly this; the lock of a player's limits, which moves beside anything, is left
// out.
func does(e *store.JournalEntry, postings []store.Posting, items []store.NewItem, moves []store.ItemMove) error {
	made, created := limits.WithoutLock(&e.Op)
	switch {
	case !slices.Equal(sorted(e.Postings), sorted(postings)):
		return wrongf("it should move %v, it moves %v", postings, e.Postings)
	case !slices.Equal(created, items):
		return wrongf("it should make %v, it makes %v", items, created)
	case !slices.Equal(made, moves):
		return wrongf("it should move items %v, it moves %v", moves, made)
	}
	return nil
}

// sorted leaves out what moves nothing.
func sorted(list []store.Posting) []store.Posting {
	list = slices.DeleteFunc(slices.Clone(list), func(p store.Posting) bool { return p.AmountCents == 0 })
	slices.SortFunc(list, func(a, b store.Posting) int {
		return strings.Compare(fmt.Sprint(a.Debit, a.Credit, a.AmountCents), fmt.Sprint(b.Debit, b.Credit,
			b.AmountCents))
	})
	return list
}

// summed is sorted, with one entry between each two accounts.
func summed(list []store.Posting) []store.Posting {
	list = sorted(list)
	for i := len(list) - 1; i > 0; i-- { // they stand side by side
		if a := &list[i-1]; a.Debit == list[i].Debit && a.Credit == list[i].Credit {
			a.AmountCents += list[i].AmountCents
			list = slices.Delete(list, i, i+1)
		}
	}
	return list
}

func pay(who store.PlayerID, cents int64) store.Posting {
	return store.Posting{Debit: store.PlayerGems(who), Credit: store.House, AmountCents: cents}
}
