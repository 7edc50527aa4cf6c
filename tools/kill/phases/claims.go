//go:build linux

package phases

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"jadebox/protocol"
	"jadebox/tools/loadsim/client"
)

// Claims: what is given once in its time. A player for each kind of claim has done before what it asks for, makes it
// for the first time when the last crash is about to come, and goes on asking, through the crash: whatever
// was answered first is answered again, and the books say that it came once. Afterwards every player makes all the
// others, too, twice.

const (
	pathSign    = "/api/newActivity/handlerActivity/claim"
	pathSignDay = "/api/newActivity/baseActivityInfo?activityBaseIdent=Sign"
	pathWeek    = "/api/weekBenefits/receiveWeekBenefits"
	pathTasks   = "/api/home/task/box"
	pathTask    = "/api/task/open"
	pathProps   = "/api/task/openTaskGive"
	pathWelfare = "/api/task/register/welfare"
	pathReceive = "/api/activity/receive"
	pathSeason  = "/api/activity/activity/box"
	pathRadish  = "/api/activity/radish"
	pathUnseal  = "/api/activity/open"
	pathTree    = "/api/wish/tree"
	pathLeaf    = "/api/wish/tree/claim"
	pathAssist  = "/api/activity/assistance"
	pathHelpers = "/api/activity/assistance/count"
	pathHeld    = "/api/user/cards?state=held"

	hashLeastCents = 2_000 // ten of them are what a season's boxes cost, and more than the first step of a week
	hashOpenings   = 2     // of five
	openings       = 10    // of five: what the daily box of items asks for
	lastItemsBox   = 3     // types of task boxes up to it hold items
	dayLeft        = 2 * time.Minute

	// vouchers that each harvester is given; one opens a box once more, and the other has nothing to open
	resets         = 2
	milestoneCents = 10
)

// claimKinds are what a claim is called in the counters; each is the first of one player. A test asks one of them, or a
// reason, for each kind of op of a reward.
var claimKinds = []string{"sign.claim", "sign.month", "week.claim", "task.open", "task.give", "card.use", "task.again",
	"welcome.open", "welcome.gift", "active.receive", "active.open", "wish.claim", "active.assist"}

// gain is what a claim has brought.
type gain struct {
	cents, fragments, tokens int64
	items, vouchers          int
	wishCards                int64 // that are there then: nothing else brings or takes any
	op                       string
}

// claim is one of them, as a player makes it.
type claim struct {
	kind  string
	call  client.Call
	gains func(data json.RawMessage) (gain, error)
	after []string // kinds of the claims that it asks for
}

type signGiven struct {
	Kind string        `json:"activityRewardType"`
	Num  protocol.Gems `json:"receiveNum"`
}

type taskGiven struct {
	Kind string `json:"activityRewardType"`
	Num  int64  `json:"receiveNum"`
}

type taskBox struct {
	ID        int  `json:"id"`
	BoxType   int  `json:"boxType"`
	Claimable bool `json:"claimable"`
}

type heldVoucher struct {
	ID   string `json:"id"`
	Kind string `json:"rewardTypeEnum"`
}

type heldVouchers struct {
	Records []heldVoucher `json:"records"`
}

// resets lists the reset vouchers among them, the oldest last.
func (h heldVouchers) resets() (ids []string) {
	for _, c := range h.Records {
		if c.Kind == "resetOpenBox" {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

type resetTarget struct {
	Target string `json:"target"`
}

type named struct {
	ID int `json:"id"`
}

type offer struct {
	Box    named `json:"box"`
	Tokens int64 `json:"tokens"`
}

type boxID struct {
	BoxID int `json:"boxId"`
}

type playType struct {
	Type int `json:"type"`
}

// Types of play (product-spec §7).
const (
	playSignIn = 1
	playHash   = 5
	playSpent  = 6
)

// sameDay waits for the next day of the site when this one is nearly over: claims are of a day.
func (c *scenario) sameDay(ctx context.Context) error {
	var day struct {
		DayEndsMS int64 `json:"dayEndsMs"`
		SysTime   int64 `json:"sysTime"`
	}
	if err := c.host.get(ctx, pathSignDay, &day); err != nil {
		return err
	}
	if left := time.Duration(day.DayEndsMS-day.SysTime) * time.Millisecond; left < dayLeft {
		time.Sleep(left + time.Second)
	}
	return nil
}

// earn does what the claims ask for: boxes of both types, gems spent, and gems bought.
func (c *scenario) earn(ctx context.Context) {
	cheapest := func(kind string, leastCents int64) client.Box {
		boxes := slices.DeleteFunc(slices.Clone(c.boxes), func(b client.Box) bool {
			return b.Type != kind ||
				b.PriceCents < leastCents
		})
		if len(boxes) == 0 {
			c.wrong("no box of type %s from %d cents on", kind, leastCents)
			return c.box
		}
		return slices.MinFunc(boxes, func(a, b client.Box) int { return int(a.PriceCents - b.PriceCents) })
	}
	classic, hash := cheapest("csgo", 1), cheapest("hash", hashLeastCents)
	var all sync.WaitGroup
	for _, p := range c.harvesters {
		all.Go(func() {
			for range openings {
				p.openBox(ctx, classic)
			}
			for range hashOpenings {
				p.openBox(ctx, hash)
			}
			p.pay(ctx)
		})
	}
	all.Wait()
}

// helpers is the help that a player has had.
type helpers struct {
	Code     string `json:"code"`
	Count    int    `json:"count"`
	Tokens   int64  `json:"tokens"` // that one friend brings
	Total    int    `json:"total"`
	Received int64  `json:"received"`
}

// claims are all that a player can make, in an order in which each can be made. The friend, another harvester, is
// helped.
func (p *player) claims(ctx context.Context, friend *player) (list []claim) {
	var boxes []taskBox
	var welfare struct {
		Free  []named `json:"welfareTaskBox"`
		Gifts []named `json:"rechargeTaskBox"`
	}
	var season struct {
		Boxes []offer `json:"boxes"`
	}
	var link helpers
	var held heldVouchers
	if err := errors.Join(p.get(ctx, pathHeld, &held), p.get(ctx, pathTasks, &boxes), p.get(ctx, pathWelfare, &welfare),
		p.get(ctx, pathSeason, &season), friend.get(ctx, pathHelpers, &link)); err != nil {
		p.refused("claims", err)
		return nil
	}
	items := slices.IndexFunc(boxes, func(b taskBox) bool { return b.Claimable && b.BoxType <= lastItemsBox })
	props := slices.IndexFunc(boxes, func(b taskBox) bool { return b.Claimable && b.BoxType > lastItemsBox })
	if items < 0 || props < 0 || len(welfare.Free) == 0 || len(welfare.Gifts) == 0 || len(season.Boxes) == 0 ||
		len(held.resets()) != resets {
		p.wrong("%s can claim nothing of %+v, %+v, %+v, %+v", p.account.Name, boxes, welfare, season, held)
		return nil
	}
	key := func(kind string) string { return "claim-" + p.account.Name + "-" + kind }
	radishes := func(play int) claim {
		return claim{"active.receive", client.NewCall(pathReceive, "", playType{play}),
			func(data json.RawMessage) (g gain, err error) {
				var got struct {
					Tokens int64 `json:"tokens"`
				}
				err = json.Unmarshal(data, &got)
				return gain{tokens: got.Tokens}, err
			}, []string{"sign.claim"}}
	}
	oneItem := func(data json.RawMessage) (gain, error) {
		var got []taskGiven
		err := json.Unmarshal(data, &got)
		return gain{items: len(got)}, err
	}
	cheapest := slices.MinFunc(season.Boxes, func(a, b offer) int { return int(a.Tokens - b.Tokens) })
	signed := func(kind string) client.Call {
		return client.NewCall(pathSign, key(kind), map[string]any{"activityType": kind, "conditionNum": 1})
	}
	drawn, given := boxes[items].ID, boxes[props].ID
	p.reset = fmt.Sprint("task:", drawn)
	return []claim{
		{"sign.claim", signed("every"), signGains, nil},
		radishes(playSignIn), radishes(playHash), radishes(playSpent),
		{"active.open", client.NewCall(pathUnseal, key("active"), map[string]any{"id": cheapest.Box.ID, "count": 1,
			"tokens": cheapest.Tokens}), func(data json.RawMessage) (gain, error) {
			var got struct {
				Results []json.RawMessage `json:"results"`
			}
			err := json.Unmarshal(data, &got)
			return gain{items: len(got.Results), tokens: -cheapest.Tokens}, err
		}, []string{"sign.claim", "active.receive"}},
		{"sign.month", signed("accumulate"), monthGains, []string{"sign.claim"}},
		{"week.claim", client.NewCall(pathWeek, key("week"), struct{}{}), func(data json.RawMessage) (gain, error) {
			var got struct {
				Reward protocol.Gems `json:"reward"`
			}
			err := json.Unmarshal(data, &got)
			return gain{cents: int64(got.Reward)}, err
		}, nil},
		{"wish.claim", client.NewCall(pathLeaf, key("tree"), map[string]string{"task": "open"}), treeGains, nil},
		{"task.open", client.NewCall(pathTask, "", boxID{drawn}), oneItem, nil},
		{"card.use", client.NewCall(pathUse(held.resets()[0]), key("reset"), resetTarget{p.reset}), useGains,
			[]string{"task.open"}},
		{"task.again", client.NewCall(pathTask, "", boxID{drawn}), oneItem, []string{"task.open", "card.use"}},
		{"task.give", client.NewCall(pathProps, "", boxID{given}), taskGains, nil},
		{"welcome.open", client.NewCall(pathTask, "", boxID{welfare.Free[0].ID}), oneItem, nil},
		{"welcome.gift", client.NewCall(pathTask, "", boxID{welfare.Gifts[0].ID}), oneItem, nil},
		{"active.assist", client.NewCall(pathAssist, "", map[string]string{"code": link.Code}),
			func(data json.RawMessage) (gain, error) {
				var got struct {
					Count  int  `json:"count"`
					Helped bool `json:"helped"`
				}
				err := json.Unmarshal(data, &got)
				if err == nil && (!got.Helped || got.Count != 1) {
					err = fmt.Errorf("the only friend's help is answered %s", data)
				}
				return gain{}, err // it is the friend who has it
			}, nil},
	}
}

func pathUse(voucher string) string { return "/api/user/cards/" + voucher + "/use" }

// useGains is no gain: a voucher that is used is still listed.
func useGains(data json.RawMessage) (gain, error) {
	var got struct {
		OpID string `json:"opId"`
	}
	err := json.Unmarshal(data, &got)
	return gain{op: got.OpID}, err
}

func signGains(data json.RawMessage) (g gain, err error) {
	var got []signGiven
	if err = json.Unmarshal(data, &got); err == nil && (len(got) != 1 || got[0].Kind != "diamond") {
		err = fmt.Errorf("a first day brings %+v", got)
	}
	if err == nil {
		g.cents = int64(got[0].Num)
	}
	return g, err
}

func monthGains(data json.RawMessage) (gain, error) {
	g, err := signGains(data)
	if err == nil && g.cents != milestoneCents {
		err = fmt.Errorf("a milestone of %d cents is answered %s", milestoneCents, data)
	}
	return g, err
}

func treeGains(data json.RawMessage) (g gain, err error) {
	var tree struct {
		WishCards int64 `json:"wishCards"`
	}
	err = json.Unmarshal(data, &tree)
	return gain{wishCards: tree.WishCards}, err
}

func taskGains(data json.RawMessage) (g gain, err error) {
	var got []taskGiven
	if err = json.Unmarshal(data, &got); err != nil {
		return g, err
	}
	list := make([]client.Reward, len(got))
	for i, t := range got {
		list[i] = client.Reward{Type: t.Kind, Num: t.Num}
	}
	g.cents, g.fragments, g.vouchers = client.Given(list)
	return g, nil
}

// take asks for a claim until there is an answer. The first one goes into the books, all others must say the same.
func (p *player) take(ctx context.Context, c claim) {
	var data json.RawMessage
	if !p.persist(ctx, c.kind, func() (err error) {
		data, err = p.conn.Post(ctx, c.call)
		return err
	}) {
		return
	}
	p.acknowledged.Add(1)
	got, err := c.gains(data)
	if err != nil {
		p.refused(c.kind, err)
		return
	}
	name := c.kind + c.call.Path + string(c.call.Body)
	first, again := p.gained[name]
	switch {
	case again && first != got:
		p.wrong("%s claimed %s and was answered %+v, and then %+v", p.account.Name, name, first, got)
	case !again:
		p.gained[name] = got
		p.cents, p.fragments, p.vouchers, p.bag, p.tokens = p.cents+got.cents, p.fragments+got.fragments, p.vouchers+
			got.vouchers, p.bag+got.items, p.tokens+got.tokens
	}
}

// harvesting is one kind of claim for each player, again and again until stop, and then every other.
func (c *scenario) harvesting(ctx context.Context, lists [][]claim, stop *atomic.Bool, all *sync.WaitGroup) {
	for i, p := range c.harvesters {
		all.Go(func() {
			p.harvest(ctx, lists[i], claimKinds[i], stop)
		})
	}
}

func (p *player) harvest(ctx context.Context, list []claim, first string, stop *atomic.Bool) {
	own := slices.IndexFunc(list, func(c claim) bool { return c.kind == first })
	if own < 0 {
		return // it was said why
	}
	for _, c := range list[:own] {
		if slices.Contains(list[own].after, c.kind) {
			p.take(ctx, c)
		}
	}
	for n := 0; n < claimsMost && (n == 0 || !stop.Load()); n++ {
		p.take(ctx, list[own])
	}
	for range 2 {
		for _, c := range list {
			p.take(ctx, c)
		}
	}
}

// settleClaims compares radishes, wish cards and reset vouchers; all else is compared with that of all players.
func (c *scenario) settleClaims(ctx context.Context) {
	for _, p := range c.harvesters {
		var tokens int64
		var had helpers
		if err := errors.Join(p.get(ctx, pathRadish, &tokens), p.get(ctx, pathHelpers, &had)); err != nil {
			p.refused("active.radish", err)
			continue
		}
		if had.Tokens == 0 || had.Count != 1 || had.Total != 1 || had.Received != had.Tokens {
			p.wrong("%s was helped by one friend, and has %+v", p.account.Name, had)
		}
		if tokens != p.tokens+had.Tokens || len(p.gained) == 0 {
			p.wrong("%s has %d radishes; its %d claims make %d, a friend's help %d", p.account.Name, tokens,
				len(p.gained), p.tokens, had.Tokens)
		}
		var tree json.RawMessage
		if err := p.get(ctx, pathTree, &tree); err != nil {
			p.refused("wish.tree", err)
			continue
		}
		if g, err := treeGains(tree); err != nil || g.wishCards != 1 {
			p.wrong("%s has %d wish cards of one task: %v", p.account.Name, g.wishCards, err)
		}
		p.settleReset(ctx)
	}
}

// settleReset: one voucher has opened the box once more, and the other cannot.
func (p *player) settleReset(ctx context.Context) {
	var held heldVouchers
	if err := p.get(ctx, pathHeld, &held); err != nil {
		p.refused("card.list", err)
		return
	}
	left := held.resets()
	if len(left) != resets-1 {
		p.wrong("%s has %d of %d reset cards left, and has used one", p.account.Name, len(left), resets)
		return
	}
	_, err := p.conn.Post(ctx, client.NewCall(pathUse(left[0]), "claim-"+p.account.Name+"-other", resetTarget{p.reset}))
	if client.CodeOf(err) != protocol.CodeVoucherTarget {
		p.wrong("%s uses another reset card for the same box: %v", p.account.Name, err)
	}
}
