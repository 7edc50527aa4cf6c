package audit

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

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
	"jadebox/actors/shop/payment"
	bots "jadebox/server/delivery"
	"jadebox/server/publiclog"
	"jadebox/store"
	"jadebox/tools/operator"
)

// uncommanded are the kinds of rules that are asked for no command, by the reason.
var uncommanded = map[string][]string{
	"its player asks for it, or the player's actor makes it": {player.KindOpen, player.KindOpenTokens,
		player.KindUpgrade, player.KindSell, player.KindTrade, player.KindBuy, player.KindExchange,
		player.KindUseVoucher, player.KindGiveBack, player.KindName, player.KindVoid, player.KindSeedOpen,
		player.KindSeedReveal, player.KindSeedRotate, limits.KindBegin, limits.KindSet, wishtree.KindClaim,
		sign.KindClaim, taskbox.KindClaim, benefit.KindClaim, vip.KindClaim, active.KindClaim, active.KindAssist,
		playthrough.KindRealName, payment.KindOrder, payment.KindRequest, delivery.KindRequest, delivery.KindCancel},
	"a server makes it, by settings that are signed": {promotion.KindPay, promotion.KindBack, ranking.KindSettle,
		props.KindGive, beacon.KindAnchor, payment.KindBegun, delivery.KindAsk, bots.KindTrade, publiclog.KindHeads},
	"a provider's word makes it": {payment.KindCredit, payment.KindFailed, payment.KindRestored, payment.KindPayer,
		payment.KindRefused, limits.KindPayer},
	"a command makes it beside an op that is asked for it, and a server makes it, too": {payment.KindEvent,
		store.KindRecovered, catalog.KindPublish, season.KindCycle},
	"it is signed itself, or says what is":           {operators.KindAct, operators.KindAsk, operators.KindApprove},
	"the auditor adds up itself what it says":        {operators.KindDaySum},
	"by what it changes: setBy, and commanded":       {store.KindRules},
	"a restore's: who is an operator went back, too": {publiclog.KindRestored},
}

// A kind of op of an operator that commands lacks would be believed without a signature.
func TestEveryKindOfOpIsOfACommandOrHasAReasonWhyNot(t *testing.T) {
	reasons := map[string]int{}
	for _, list := range uncommanded {
		for _, kind := range list {
			reasons[kind]++
			if _, ruled := rules[kind]; !ruled {
				t.Errorf("%s is in uncommanded, and not in rules of tools/audit/prices.go", kind)
			}
		}
	}
	for kind := range rules {
		n := reasons[kind]
		if _, ofCommand := commands[kind]; ofCommand {
			n++
		}
		if n != 1 {
			t.Errorf("%s: commands of tools/audit/operators.go has its command, or uncommanded here a reason why not: "+
				"once, and not %d times", kind, n)
		}
	}
	for kind := range commands {
		if _, ruled := rules[kind]; !ruled {
			t.Errorf("%s is in commands, and not in rules of tools/audit/prices.go", kind)
		}
	}
}

// What a command does that is not listed would be a violation, or believed without a signature.
func TestEveryCommandThatActsIsKnownByWhatItMakes(t *testing.T) {
	made := slices.Concat(slices.Collect(maps.Values(commands)), slices.Collect(maps.Values(setBy)))
	for kind, audited := range kindsAudited {
		if audited.orders != nil {
			made = append(made, kind)
		}
	}
	made = append(made, "catalogue", "settings") // commanded knows them by what changes of the rules
	for _, act := range operator.Acts {
		if !slices.Contains(made, act) {
			t.Errorf("%s acts, and neither commands nor setBy of tools/audit/operators.go says what it makes", act)
		}
	}
	for _, command := range made {
		if command != "restore" && !slices.Contains(operator.Acts, command) { // it commits beside no server
			t.Errorf("%s makes ops of an operator, and is none of operator.Acts", command)
		}
	}
}

// The journal keeps what a command of a release before has signed: its acts stay right, of its setting alone.
func TestWhatACommandOfAReleaseBeforeHasSetStaysRight(t *testing.T) {
	entry := func(setting string) *store.JournalEntry {
		result, err := json.Marshal(store.RulesChange{Setting: &store.SettingVersion{Name: setting}})
		if err != nil {
			t.Fatal(err)
		}
		return &store.JournalEntry{OpRecord: store.OpRecord{Op: store.Op{Kind: store.KindRules, Result: result}}}
	}
	for _, c := range []struct {
		setting, command string
		right            bool
	}{{"maintenance", "maintenance", true}, {"home.notices", "notice", true}, {"home.notices", "maintenance", false},
		{"vip", "notice", false}, {"vip", "", false}} {
		if got := commanded(entry(c.setting), []string{c.command}); got != c.right {
			t.Errorf("%s set by %q: %t", c.setting, c.command, got)
		}
	}
}
