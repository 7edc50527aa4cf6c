//go:build linux

package phases

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	actor "jadebox/actors/player"
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
	"jadebox/actors/shop/payment"
)

// killedAt are the phases at which the server dies while a gift is under way, by the kind of op that gives it.
var killedAt = map[string][]string{
	sign.KindClaim: {inFlight("sign.claim"), inFlight("sign.month")},
	taskbox.KindClaim: {inFlight("task.open"), inFlight("task.give"), inFlight("task.again"), inFlight("welcome.open"),
		inFlight("welcome.gift")},
	benefit.KindClaim:    {inFlight("week.claim")},
	actor.KindOpenTokens: {inFlight("active.open")},
	actor.KindUpgrade:    {inFlight("upgrade.play")},
	active.KindClaim:     {inFlight("active.receive")},
	active.KindAssist:    {inFlight("active.assist")},
	wishtree.KindClaim:   {inFlight("wish.claim")},
	vip.KindClaim:        {inFlight("vip.claim")},
	promotion.KindPay:    {"promotion.pay to come"},
	payment.KindCredit:   {inFlight("pay.webhook")},
}

// killedElsewhere are ops of rewards that are under way at no crash point here, with why.
var killedElsewhere = map[string]string{
	props.KindGive:           "a follower gives it under a key of the op that it is for, whatever it did before it died",
	ranking.KindSettle:       "once a day, which ends in no cycle here, under one key of board and day",
	playthrough.KindRealName: "once in an account's life, under one key; a demo's players have no registry to ask",
	promotion.KindBack:       "the follower that gives it takes it back, too, under a key of the op that it is for",
	playthrough.KindWaive:    "an operator's command makes it, in one op under one key",
	season.KindCycle:         "it promises the tables of a season, and gives nothing",
	actor.KindExchange:       "an op of the player's actor alone, as item.trade is, which is under way at a crash point",
}

// opKind is a constant that names a kind of op: an actor's kind has no point.
var opKind = regexp.MustCompile(`\bKind\w* += (player\.GrantKinds \+ )?"([^"]+)"`)

// rewards are the kinds of ops that give: those that ask for play, and every one that a package of rewards names.
func rewards(t *testing.T) []string {
	list := playthrough.Gifts()
	files, err := filepath.Glob("../../../actors/rewards/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range opKind.FindAllStringSubmatch(string(text), -1) {
			kind := m[2]
			if m[1] != "" {
				kind = actor.GrantKinds + kind
			}
			if strings.Contains(kind, ".") {
				list = append(list, kind)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func TestEveryGiftIsUnderWayWhenTheServerIsKilled(t *testing.T) {
	hit, all := Phases(""), rewards(t)
	for _, kind := range all {
		phases, here := killedAt[kind]
		if _, there := killedElsewhere[kind]; here == there {
			t.Errorf("%s is of a reward: tools/kill kills the server while it is under way, or says why not", kind)
		}
		for _, phase := range phases {
			if !slices.Contains(hit, phase) {
				t.Errorf("%s is said to be killed at %q, which is no phase", kind, phase)
			}
		}
	}
	if n := len(killedAt) + len(killedElsewhere) - len(all); n != 0 {
		t.Errorf("%d kinds of ops are listed here and are no rewards'", n)
	}
}
