package economy

import (
	"slices"

	actor "jadebox/actors/player"
	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/benefit"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/ranking"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/shop/payment"
	"jadebox/protocol"
)

// gift is what ops of some kinds give (playthrough.Gifts), as it is reckoned; a part that is nil is not given so. What
// a kind of room gives it says itself (room.Return).
type gift struct {
	source string
	kinds  []string // of ops
	// day is what a day of play brings, in cents. Every day that is searched for loops and gains has it; where signed
	// is set, each of the days on which it is taken its own part of it (signLoop).
	day    func(*rules, player) float64
	signed bool
	// recharge is what a reference player's recharge of so many cents of gems brings, in cents; most what one of the
	// best size brings, as a share of it, which comes before each play whose loop begins with a recharge; first all
	// that the first one of an account brings, in cents: the loop of joining adds neither of the other two. signed is
	// the sign-in alone, once and house feed no loop by themselves: joinLoop, gains and rankOf ask for what does.
	recharge, first func(*rules, float64) float64
	most            func(*rules) float64
	once            func(*rules) float64 // for a player, in cents
	house           func(*rules) float64 // in a day, to all players together, in cents
}

// reckoned are all of them. A gift that has no setting of its own stands here, too: the wish tree.
var reckoned = []gift{
	{source: "sign-in", kinds: []string{sign.KindClaim}, day: (*rules).signIn, signed: true},
	{source: "weekly benefit", kinds: []string{benefit.KindClaim}, day: (*rules).benefitOf},
	{source: "extra drops", kinds: []string{props.KindGive}, day: (*rules).dropsOf},
	{source: "task boxes", kinds: []string{taskbox.KindClaim}, day: (*rules).taskBoxes,
		first: (*rules).rechargeBoxes,
		most:  func(r *rules) float64 { return r.tasksShare(protocol.TaskRecharge) }},
	{source: "upgrades of a day", kinds: []string{actor.KindUpgrade}, day: (*rules).upgradesOf},
	{source: "season", kinds: []string{active.KindClaim, active.KindAssist}, day: (*rules).seasonOf},
	{source: "wish tree", kinds: []string{wishtree.KindClaim}, day: (*rules).treeOf},
	{source: "recharge bonus", kinds: []string{payment.KindCredit}, recharge: (*rules).tierBonus,
		first: (*rules).tierBonus, most: (*rules).tierMost},
	{source: "VIP share", kinds: []string{payment.KindCredit}, most: (*rules).shareMost,
		recharge: func(r *rules, gems float64) float64 { return r.vipShare(gems) * gems }},
	{source: "commission", kinds: []string{promotion.KindPay}, recharge: (*rules).commission,
		first: (*rules).commission,
		most:  func(r *rules) float64 { return r.commission(1) }},
	{source: "real name", kinds: []string{playthrough.KindRealName},
		once: func(r *rules) float64 { return float64(r.realname.RewardCents) }},
	{source: "welcome", kinds: []string{taskbox.KindClaim}, once: (*rules).welcome},
	{source: "VIP levels, all of them", kinds: []string{vip.KindClaim}, most: (*rules).levelsMost,
		first: (*rules).levelsReached, once: (*rules).levels},
	{source: "ranking, every place of both boards", kinds: []string{ranking.KindSettle}, house: (*rules).ranking},
}

// Reckons reports whether what ops of a kind give is reckoned.
func Reckons(kind string) bool {
	return slices.ContainsFunc(reckoned, func(g gift) bool { return slices.Contains(g.kinds, kind) })
}
