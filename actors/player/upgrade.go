package player

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"jadebox/actors/rewards/prize"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/runtime/durable"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/settings/rates"
	"jadebox/fairness"
	fairlog "jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/store"
)

// KindUpgrade is the op kind of an upgrade, won or lost.
const KindUpgrade = "upgrade.play"

// Lists of upgrades by how they ended (store.Op.Lists).
const (
	ListUpgradeWon  = "upgrade.won"
	ListUpgradeLost = "upgrade.lost"
)

// Upgrade gives 1–10 own items and GemsCents for the chance of one target. TargetCents and RateE8 are what the player
// saw; when they are no longer what the rules give, the upgrade is refused with CodePriceChanged. StartE8 is where the
// winning section begins, in steps of 0.01 %. The answer is an Upgraded.
type Upgrade struct {
	Key         string
	Items       []store.ItemID
	GemsCents   int64
	Target      store.DefID
	TargetCents int64
	RateE8      int64
	StartE8     int64
	Commit      string // that the player was shown; another one is refused with CodePriceChanged. Empty: any
	UserSeed    string // made by the player's device for this request; empty: the profile's
	NeedSeed    bool   // refuses a request without UserSeed, unless it repeats one that was done
}

// Upgraded is the answer to Upgrade and, without what is only in memory, the stored result of its op.
type Upgraded struct {
	Op           store.OpID             `json:"-"`
	Items        []fairness.UpgradeItem `json:"items"` // the most valuable first
	GemsCents    int64                  `json:"gemsCents"`
	Target       store.DefID            `json:"target"`
	TargetCents  int64                  `json:"targetCents"`
	Fee          fairness.UpgradeFee    `json:"fee"`
	RateE8       uint32                 `json:"rateE8"`
	StartE8      uint32                 `json:"startE8"`
	EndE8        uint32                 `json:"-"`
	Won          bool                   `json:"won"`
	Item         store.ItemID           `json:"-"` // what was won, 0 when nothing was
	Epoch        store.Epoch            `json:"epoch"`
	Terms        string                 `json:"terms"`
	Ctx          string                 `json:"ctx"`
	Beacon       fairness.Beacon        `json:"beacon"`
	AtMS         int64                  `json:"atMs"`
	Result       Result                 `json:"result"`
	Nth          int                    `json:"nth,omitempty"`     // upgrades of this day that count, this one included
	Rewards      []prize.Prize          `json:"rewards,omitempty"` // of the day's activity, given by this op
	BalanceCents int64                  `json:"-"`
	BagCount     int                    `json:"-"`
	Next         Next                   `json:"-"`
}

// StakeCents is what went in.
func (u Upgraded) StakeCents() int64 { return u.terms(1).StakeCents() }

// playCents is what of it counts as play: the stake times the chance to lose it, rounded down.
func (u Upgraded) playCents() int64 {
	stake, lose := u.StakeCents(), fairness.RateUnit-int64(u.RateE8)
	whole, rest := stake/fairness.RateUnit, stake%fairness.RateUnit // the product may be beyond an int64
	return max(0, whole*lose+rest*lose/fairness.RateUnit)
}

func (u Upgraded) terms(id store.PlayerID) fairness.UpgradeTerms {
	return fairness.UpgradeTerms{Player: int64(id), Items: u.Items, GemsCents: u.GemsCents, Target: int64(u.Target),
		TargetCents: u.TargetCents,
		Fee:         u.Fee, RateE8: u.RateE8, StartE8: u.StartE8}
}

func (a *player) upgrade(r directory.Request, m Upgrade) {
	ids, ok := Distinct(m.Items, fairness.UpgradeItemsMax)
	if !ok {
		r.Reply(nil, ErrUpgradeItems)
		return
	}
	m.Items = ids
	var items []store.Item
	var fee fairness.UpgradeFee // as it was when the items were read: the whole upgrade has one
	var made Upgraded
	a.run(&command{r: r, key: m.Key, request: durable.Request(seeded([]any{KindUpgrade, ids, m.GemsCents, m.Target,
		m.TargetCents, m.RateE8, m.StartE8}, m.UserSeed, m.Commit)...),
		allowed: func() error { return a.staked(m) },
		prepare: func(then func(error)) {
			read := a.countUpgrades()
			a.activation.Go(func() func() {
				found, err := a.Store.ItemsByID(context.Background(), ids)
				held, heldErr := rates.Setting.Read(context.Background(), a.Store)
				count := read(context.Background())
				return func() {
					items, fee = found, held.Upgrade
					if err = cmp.Or(err, heldErr); err == nil {
						err = count()
					}
					if err == nil {
						_, err = a.upgradeable(m, items, fee)
					}
					if err != nil {
						then(apierr.FromStore(err))
						return
					}
					a.withSeed(1, then)
				}
			})
		},
		rules: func() (op *store.Op, err error) {
			op, made, err = a.upgradeRules(m, items, fee)
			return op, err
		},
		answer: func(rec store.Receipt) (any, error) {
			u, err := answered(rec, made, ReadUpgraded)
			if err != nil {
				return nil, err
			}
			u.BalanceCents, u.BagCount, u.Next = a.rec.GemsCents, a.rec.BagCount, a.next()
			return u, nil
		},
	})
}

// staked checks what needs neither the items nor the draw.
func (a *player) staked(m Upgrade) error {
	if err := drawable(m.UserSeed, m.NeedSeed); err != nil {
		return err
	}
	target, known := a.Catalog.Item(m.Target)
	switch {
	case !known || target.PriceCents < 1:
		return ErrUpgradeTarget
	case m.GemsCents < 0 || m.GemsCents > fairness.ItemValueMax:
		return ErrUpgradeGems
	case m.StartE8 < 0 || m.StartE8 >= fairness.RateUnit || m.StartE8%fairness.RateStep != 0:
		return ErrUpgradeSection
	case m.TargetCents != target.PriceCents:
		return apierr.Changed("targetCents", target.PriceCents)
	case m.GemsCents > a.rec.GemsCents:
		return ErrFunds
	}
	return a.shown(m.Commit)
}

// upgradeable checks all that does not depend on the draw and gives the terms.
func (a *player) upgradeable(m Upgrade, items []store.Item, fee fairness.UpgradeFee) (fairness.UpgradeTerms, error) {
	t := fairness.UpgradeTerms{Player: int64(a.id), GemsCents: m.GemsCents, Target: int64(m.Target), Fee: fee}
	if err := a.staked(m); err != nil {
		return t, err
	}
	if len(items) != len(m.Items) {
		return t, ErrItemForeign
	}
	if err := ownable(a.id, items); err != nil {
		return t, err
	}
	for _, it := range items {
		t.Items = append(t.Items, fairness.UpgradeItem{ID: strconv.FormatInt(int64(it.ID), 10), Def: int64(it.Def),
			ValueCents: it.ValueCents})
	}
	slices.SortStableFunc(t.Items, func(x, y fairness.UpgradeItem) int {
		return cmp.Compare(y.ValueCents,
			x.ValueCents)
	})
	t.TargetCents, t.StartE8 = m.TargetCents, uint32(m.StartE8)
	rate, err := fee.RateE8(t.StakeCents(), t.TargetCents)
	switch {
	case err != nil:
		return t, apierr.Wrap(protocol.CodeUpgradeGems, err)
	case rate < fairness.RateLeast:
		return t, ErrUpgradeLow
	case rate > fairness.RateUnit:
		return t, ErrUpgradeHigh
	case m.RateE8 != rate:
		return t, apierr.Changed("rateE8", rate)
	}
	t.RateE8 = uint32(rate)
	return t, nil
}

func (a *player) upgradeRules(m Upgrade, items []store.Item, fee fairness.UpgradeFee) (op *store.Op, u Upgraded,
	err error) {
	t, err := a.upgradeable(m, items, fee)
	if err != nil {
		return nil, u, err
	}
	d, err := a.drawer()
	if err != nil {
		return nil, u, err
	}
	proof, won, err := fairness.DrawUpgrade(d.key, d.ctx, d.beacon, a.rec.NextNonce, a.userSeed(m.UserSeed), t)
	if err != nil {
		return nil, u, err
	}
	now := a.Now()
	u = Upgraded{Items: t.Items, GemsCents: t.GemsCents, Target: m.Target, TargetCents: t.TargetCents, Fee: t.Fee,
		RateE8:  t.RateE8,
		StartE8: t.StartE8, Won: won, Epoch: a.rec.Seed.Epoch, Terms: proof.OddsHash, Ctx: d.ctxHash, Beacon: d.beacon,
		AtMS: now.UnixMilli(),
		Result: Result{Def: m.Target, ValueCents: t.TargetCents, N: proof.N, V: proof.V, UserSeed: proof.UserSeed,
			ServerSeed: proof.ServerSeed,
			ServerHash: proof.ServerHash, ResultHash: proof.ResultHash, Lo: proof.StartSection, Hi: proof.EndSection}}
	op = &store.Op{Kind: KindUpgrade, At: now, Nonce: &store.NonceUse{Player: a.id, Epoch: u.Epoch, From: proof.N,
		Count: 1}}
	if t.GemsCents > 0 {
		op.Postings = []store.Posting{{Debit: store.PlayerGems(a.id), Credit: store.House, AmountCents: t.GemsCents}}
	}
	op.Moves = leaving(a.id, items, store.ItemUpgraded)
	ended := ListUpgradeLost
	if won {
		ended = ListUpgradeWon
		op.NewItems = []store.NewItem{{Owner: a.id, Def: m.Target, ValueCents: t.TargetCents,
			Source: store.FromUpgrade}}
		op.Events = append(op.Events, a.upgradeDrop(u))
	}
	op.Lists = []store.Entry{{Player: a.id, List: ended}}
	op.Events = append(op.Events, a.upgradeEvent(u))
	if err := a.rewardUpgrade(op, &u, now); err != nil {
		return nil, u, err
	}
	if op.Leaves, err = a.upgradeLeaves(d, proof, t, u); err != nil {
		return nil, u, err
	}
	op.Result, err = json.Marshal(u)
	return op, u, err
}

// leaving takes items out of a backpack for good.
func leaving(owner store.PlayerID, items []store.Item, as store.ItemStatus) []store.ItemMove {
	moves := make([]store.ItemMove, len(items))
	for i, it := range items {
		moves[i] = store.ItemMove{Item: it.ID, From: store.ItemPlace{Owner: owner, Status: store.ItemInBackpack},
			To: store.ItemPlace{Owner: owner, Status: as}}
	}
	return moves
}

// upgradeLeaves are the ticket and the result, in the order that void counts on.
func (a *player) upgradeLeaves(d *drawer, proof fairness.ResultProof, t fairness.UpgradeTerms,
	u Upgraded) ([]store.LogLeaf, error) {
	ticket, err := fairlog.Ticket{Scope: d.scope, N: proof.N, Player: int64(a.id), UserSeed: proof.UserSeed,
		ServerHash: proof.ServerHash,
		OddsHash:   proof.OddsHash, StakeCents: t.StakeCents(), AtMS: u.AtMS}.Leaf()
	if err != nil {
		return nil, err
	}
	result := fairness.UpgradeLeaf(d.scope, d.ctxHash, d.beacon.Value, proof, t, u.Won)
	result.AtMS, result.Bot = u.AtMS, a.rec.Bot
	leaf, err := result.Leaf()
	if err != nil {
		return nil, err
	}
	id := fairness.ResultID(d.scope, proof.N)
	return []store.LogLeaf{{Key: fairlog.KeyTicket.Of(id), Data: ticket}, {Key: LeafKey(d.scope, proof.N), Data: leaf}},
		nil
}

func (a *player) upgradeDrop(u Upgraded) store.NewEvent {
	ppm := int32(u.RateE8 / 100)
	return publish.OutboxEvent(protocol.Drop{PlayerName: a.rec.Name, Avatar: a.rec.Avatar, Def: int32(u.Target),
		ValueCents: u.TargetCents,
		OddsPPM:    ppm, Source: uint8(store.FromUpgrade), Lucky: publish.Lucky(ppm, u.TargetCents, u.StakeCents()),
		Bot: a.rec.Bot, AtMS: u.AtMS})
}

func (a *player) upgradeEvent(u Upgraded) store.NewEvent {
	return publish.UpgradeEvent(protocol.UpgradeDone{PlayerID: ID(a.id), PlayerName: a.rec.Name, Avatar: a.rec.Avatar,
		Bot:     a.rec.Bot,
		LeftDef: int32(u.Items[0].Def), LeftCount: int32(len(u.Items)), LeftCents: u.StakeCents() - u.GemsCents,
		GemsCents: u.GemsCents,
		RightDef:  int32(u.Target), RightCents: u.TargetCents, RateE8: u.RateE8, Won: u.Won, AtMS: u.AtMS})
}

// ReadUpgraded reads the stored result of an op of KindUpgrade. Balance, bag and next seed are not part of it.
func ReadUpgraded(op store.OpID, result []byte) (Upgraded, error) {
	var u Upgraded
	if err := json.Unmarshal(result, &u); err != nil {
		return u, fmt.Errorf("player: result of op %d: %w", op, err)
	}
	u.is(op)
	return u, nil
}

// is sets which op made an upgrade: what was won is the op's first item.
func (u *Upgraded) is(op store.OpID) {
	u.Op, u.EndE8 = op, u.terms(1).EndE8()
	u.Result.ID, u.Result.Number = publish.DropID(op, 0), fairness.Outcome{V: u.Result.V}.Number()
	if u.Won {
		u.Item = store.Receipt{Op: op}.ItemID(0)
		u.Result.Item = u.Item
	}
}

// upgradeBundle proves an upgrade from durable records alone; an op has one.
func upgradeBundle(ctx context.Context, s BundleStore, rec store.OpRecord, index int) (*fairness.Bundle, error) {
	if index != 0 {
		return nil, apierr.New(protocol.CodeNotFound)
	}
	u, err := ReadUpgraded(rec.ID, rec.Result)
	if err != nil {
		return nil, err
	}
	e, key, err := epochOf(ctx, s, rec.Player, u.Epoch)
	if err != nil {
		return nil, err
	}
	r := u.Result
	proof := fairness.ResultProof{N: r.N, Player: int64(rec.Player), UserSeed: r.UserSeed, ServerSeed: r.ServerSeed,
		ServerHash: r.ServerHash,
		ResultHash: r.ResultHash, V: r.V, Number: fairness.Outcome{V: r.V}.NumberText(), OddsHash: u.Terms,
		Item:         int64(u.Target),
		StartSection: r.Lo, EndSection: r.Hi}
	return fairness.NewUpgradeBundle(soloContext(e), key, u.Beacon, proof, u.terms(rec.Player), u.Won)
}
