package sim

import (
	"flag"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/rain"
	"jadebox/actors/kinds/roll"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/active"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/props"
	"jadebox/actors/rewards/sign"
	"jadebox/actors/rewards/vip"
	"jadebox/actors/rewards/wishtree"
	"jadebox/actors/room"
	"jadebox/actors/shop/payment"
	"jadebox/store"
	"jadebox/store/memory"
)

var (
	oneSeed = flag.Uint64("seed", 0, "run this seed only, with its trace hash")
	seeds   = flag.Uint64("seeds", 1000, "how many seeds TestEverySeedKeepsTheInvariants runs of each workload")
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(800) // thousands of small worlds that are all garbage at their end
	os.Exit(m.Run())
}

func workloadOf(name string) workload {
	for _, d := range workloads {
		if d.name == name {
			return d.workload()
		}
	}
	return nil
}

// What the house can play is simulated.
func TestEveryKindOfRoomHasAWorkload(t *testing.T) {
	simulated := map[string]bool{}
	for _, d := range workloads {
		for _, spec := range d.workload().rooms() {
			simulated[spec.Kind] = true
		}
	}
	for _, spec := range kinds.All {
		if !simulated[spec.Kind] {
			t.Errorf("no workload plays rooms of kind %s", spec.Kind)
		}
	}
}

// TestEverySeedKeepsTheInvariants runs players, faults, crashes and clock jumps in every workload.
func TestEverySeedKeepsTheInvariants(t *testing.T) {
	n := *seeds
	if testing.Short() {
		n = min(n, 200)
	}
	for _, d := range workloads {
		t.Run(d.name, func(t *testing.T) {
			if *oneSeed > 0 {
				o := simulate(*oneSeed, play{workload: d.workload()})
				t.Logf("%+v", o)
				report(t, *oneSeed, o)
				return
			}
			var sum outcome
			began := time.Now()
			for i, o := range outcomes(n, func() play { return play{workload: d.workload()} }) {
				report(t, uint64(i)+1, o)
				sum.steps += o.steps
				sum.openings += o.openings
				sum.done += o.done
				sum.voided += o.voided
				sum.replayed += o.replayed
				sum.stormed = max(sum.stormed, o.stormed)
			}
			t.Logf("%d seeds, %.0f a second: %d steps, %d openings, %d done, %d void, %d rooms played again, at most %d ops of the house in %v",
				n, float64(n)/time.Since(began).Seconds(), sum.steps, sum.openings, sum.done, sum.voided, sum.replayed,
				sum.stormed, stormIn)
			if replays(d.workload()) && sum.replayed < int(n)/4 {
				t.Errorf("%d rooms were played again", sum.replayed)
			}
			if sum.openings < int(n) || sum.done < d.done*int(n)/1000 || sum.voided < d.voided*int(n)/1000 {
				t.Error("the simulation does too little to prove anything")
			}
		})
	}
}

// replays reports whether all kinds of a workload, of which there are some, can be played again.
func replays(w workload) bool {
	rooms := w.rooms()
	return len(rooms) > 0 && !slices.ContainsFunc(rooms, func(k room.Spec) bool { return k.Replay == nil })
}

func report(t *testing.T, seed uint64, o outcome) {
	t.Helper()
	if o.violation != "" {
		t.Fatalf("%s\nrerun: go test ./actors/sim -run '^%s$' -seed=%d", o.violation, t.Name(), seed)
	}
}

// outcomes runs the seeds from 1 to n, on all processors; no seed sees another.
func outcomes(n uint64, p func() play) []outcome {
	list := make([]outcome, n)
	var next atomic.Uint64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := next.Add(1); i <= n; i = next.Add(1) {
				list[i-1] = simulate(i, p())
			}
		})
	}
	wg.Wait()
	return list
}

func TestTheSameSeedGivesTheSameTrace(t *testing.T) {
	different := map[string]bool{}
	for _, d := range workloads {
		for seed := uint64(1); seed <= 20; seed++ {
			first, again := simulate(seed, play{workload: d.workload()}), simulate(seed, play{workload: d.workload()})
			if first != again {
				t.Errorf("%s, seed %d: %+v and %+v", d.name, seed, first, again)
			}
			different[first.trace] = true
		}
	}
	if len(different) != 20*len(workloads) {
		t.Errorf("%d runs gave %d traces", 20*len(workloads), len(different))
	}
}

// found runs seeds until one shows what is wrong in the play, and returns what that one says.
func found(t *testing.T, within uint64, p func() play) (violation string) {
	t.Helper()
	for seed := uint64(1); seed <= within; seed++ {
		if o := simulate(seed, p()); o.violation != "" {
			t.Logf("seed %d: %s", seed, o.violation)
			return o.violation
		}
	}
	t.Errorf("not found in %d seeds", within)
	return ""
}

// The simulator is worth its time only while it finds what it is there for: a store that does not keep its word …
func TestBugsOfTheStoreAreFound(t *testing.T) {
	for name, bugs := range map[string]memory.Bugs{
		"no unique key":             {NoUniqueKey: true},
		"acknowledge before commit": {AckBeforeCommit: true},
		"stale read":                {StaleRead: true},
	} {
		for _, d := range workloads {
			t.Run(name+"/"+d.name, func(t *testing.T) {
				found(t, 400, func() play { return play{workload: d.workload(), bugs: bugs} })
			})
		}
	}
	for name, c := range map[string]struct {
		workload string
		play
	}{
		"missing epoch fence":         {"battle", play{bugs: memory.Bugs{NoFence: true}}},
		"missing epoch fence (rolls)": {"roll", play{bugs: memory.Bugs{NoFence: true}}},
		"refund without guard": {"battle",
			play{bugs: memory.Bugs{NoRoomGuard: true, NoFence: true, NoFundsGuard: true}, booksOnly: true}},
		"nonce used twice": {"exchange", play{bugs: memory.Bugs{NoNonceGuard: true}}},
		"overdraft":        {"battle", play{bugs: memory.Bugs{NoFundsGuard: true}}},
	} {
		t.Run(name, func(t *testing.T) {
			found(t, 400, func() play {
				p := c.play
				p.workload = workloadOf(c.workload)
				return p
			})
		})
	}
}

// … a room that takes what another activation has done for its own …
func TestAReplayThatIsNotLoadedIsFound(t *testing.T) {
	found(t, 400, func() play { return play{workload: workloadOf("wish"), forgetsReplay: true} })
}

// … a process whose debtors keep what comes in …
func TestADebtThatIsNotTakenIsFound(t *testing.T) {
	found(t, 100, func() play { return play{workload: workloadOf("payment"), forgetsDebts: true} })
}

// … and rules that give or take what is not theirs to.
func TestMistakesOfTheRulesAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		workload string
		mistake  func(*store.Op)
	}{
		"an opening is half price": {"battle", func(op *store.Op) {
			if op.Kind == player.KindOpen {
				op.Postings[0].AmountCents = (op.Postings[0].AmountCents + 1) / 2
			}
		}},
		"a battle gives an item twice": {"battle", func(op *store.Op) {
			if op.Kind == "battle.settle" && len(op.NewItems) > 0 {
				op.NewItems = append(op.NewItems, op.NewItems[0])
			}
		}},
		"one entrant of a roll draws twice": {"roll", func(op *store.Op) {
			for i := range op.Moves {
				if op.Kind == "roll.settle" {
					op.Moves[i].To.Owner = op.Moves[0].To.Owner
				}
			}
			for i := range op.Postings {
				if op.Kind == "roll.settle" {
					op.Postings[i].Credit = op.Postings[0].Credit
				}
			}
		}},
		"the second prize in gems of an official roll is paid twice": {"roll", func(op *store.Op) {
			if op.Kind == roll.KindSettle && len(op.Postings) > 1 && op.Postings[1].Credit.OfPlayer() {
				again := op.Postings[1]
				again.Debit = store.Bonus
				op.Postings = append(op.Postings, again)
			}
		}},
		"an official roll makes an item twice": {"roll", func(op *store.Op) {
			if op.Kind == roll.KindSettle && len(op.NewItems) > 0 {
				op.NewItems = append(op.NewItems, op.NewItems[0])
			}
		}},
		"a void battle keeps the card that paid": {"battle", func(op *store.Op) {
			if op.Kind == "battle.void" {
				op.Moves = nil
			}
		}},
		"a battle keeps the card of a player who leaves": {"battle", func(op *store.Op) {
			if op.Kind == battle.KindLeave {
				op.Moves = nil
			}
		}},
		"a card's worth goes to the player": {"battle", func(op *store.Op) {
			if op.Kind != "battle.void" && op.Kind != battle.KindLeave || len(op.Moves) == 0 {
				return
			}
			for i, p := range op.Postings {
				if p.Credit == store.Bonus {
					op.Postings[i].Credit = store.PlayerGems(op.Moves[0].To.Owner)
				}
			}
		}},
		"a card comes back used": {"battle", func(op *store.Op) {
			if op.Kind == "battle.void" || op.Kind == battle.KindLeave {
				for i := range op.Moves {
					op.Moves[i].To.Status = store.ItemVoided
				}
			}
		}},
		"a sale of three gives a cent more": {"exchange", func(op *store.Op) {
			if moves, _ := limits.WithoutLock(op); op.Kind == player.KindSell && len(moves) == 3 {
				op.Postings[0].AmountCents++
			}
		}},
		"a sale takes less than was sold": {"exchange", func(op *store.Op) {
			if op.Kind == player.KindSell && len(op.Moves) > 1 {
				op.Moves = op.Moves[1:]
			}
		}},
		"what was played counts for yesterday": {"limits", func(op *store.Op) {
			if op.Kind == player.KindOpen {
				op.At = op.At.AddDate(0, 0, -1)
			}
		}},
		"a play does not take the lock": {"limits", func(op *store.Op) {
			if op.Kind == player.KindOpen {
				op.Moves, op.NewItems = limits.WithoutLock(op)
			}
		}},
		"an upgrade keeps the item": {"exchange", func(op *store.Op) {
			if op.Kind == player.KindUpgrade {
				op.Moves = nil
			}
		}},
		"a trade-in gives the target twice": {"exchange", func(op *store.Op) {
			if op.Kind == player.KindTrade {
				op.NewItems = append(op.NewItems, op.NewItems[0])
			}
		}},
		"a purchase is half price": {"exchange", func(op *store.Op) {
			if op.Kind == player.KindBuy {
				op.Postings[0].AmountCents = (op.Postings[0].AmountCents + 1) / 2
			}
		}},
		"a purchase gives the item twice": {"exchange", func(op *store.Op) {
			if op.Kind == player.KindBuy {
				op.NewItems = append(op.NewItems, op.NewItems[0])
			}
		}},
		"a rain pays a packet twice": {"rain", func(op *store.Op) {
			if op.Kind == rain.KindClaim {
				op.Postings[0].AmountCents *= 2
			}
		}},
		"a rain keeps what was not claimed": {"rain", func(op *store.Op) {
			if op.Kind == "rain.end" {
				op.Postings = nil
			}
		}},
		"a flip is charged twice": {"luckycard", func(op *store.Op) {
			if op.Kind == luckycard.KindFlip {
				op.Postings[0].AmountCents *= 2
			}
		}},
		"a flip gives another card": {"luckycard", func(op *store.Op) {
			if op.Kind == luckycard.KindFlip {
				op.NewItems[0].ValueCents++
			}
		}},
		"a bottle is half price": {"wish", func(op *store.Op) {
			if op.Kind == wish.KindTake && op.Postings[0].AmountCents > 1 {
				op.Postings[0].AmountCents /= 2
			}
		}},
		"a wish room gives two prizes": {"wish", func(op *store.Op) {
			if op.Kind == "wish.draw" {
				op.NewItems = append(op.NewItems, op.NewItems[0])
			}
		}},
		"a wish room gives its prize to another bottle": {"wish", func(op *store.Op) {
			if op.Kind == "wish.draw" {
				op.NewItems[0].Owner = op.NewItems[0].Owner%4 + 1
			}
		}},
		"a void battle does not say that its stakes are to be played again": {"battle", func(op *store.Op) {
			if op.Kind == "battle.void" || op.Kind == battle.KindLeave {
				op.Play = nil
			}
		}},
		"a void wish room does not say that its stakes are to be played again": {"wish", func(op *store.Op) {
			if op.Kind == "wish.void" {
				op.Play = nil
			}
		}},
		"a packet of a rain is not to be played": {"rain", func(op *store.Op) {
			if op.Kind == rain.KindClaim {
				op.Play = nil
			}
		}},
		"a flip counts twice for what is to be played": {"luckycard", func(op *store.Op) {
			if op.Kind == luckycard.KindFlip && len(op.Play) > 0 {
				op.Play = append(op.Play, op.Play[0])
			}
		}},
		"a void wish room forgets a player": {"wish", func(op *store.Op) {
			if op.Kind == "wish.void" && len(op.Postings) > 0 {
				op.Postings = op.Postings[1:]
			}
		}},
		"a tree gives a card a moment": {"wish", func(op *store.Op) {
			if op.Kind == wishtree.KindClaim {
				op.Key += op.At.String()
			}
		}},
		"a tree gives two cards": {"wish", func(op *store.Op) {
			if op.Kind == wishtree.KindClaim {
				op.Postings[0].AmountCents++
			}
		}},
		"a recharge is credited once an event": {"payment", func(op *store.Op) {
			if op.Kind == payment.KindCredit {
				op.Key += op.At.String()
			}
		}},
		"a recharge gives a cent more": {"payment", func(op *store.Op) {
			if op.Kind == payment.KindCredit {
				op.Postings[0].AmountCents++
			}
		}},
		"a payer is whose it paid for last": {"payment", func(op *store.Op) {
			if op.Kind == payment.KindPayer {
				op.Key += op.At.String()
			}
		}},
		"money of an excluded player's payer is credited": {"payment", func(op *store.Op) {
			if op.Kind == limits.KindSet {
				op.Result = []byte(`{"atMs":1}`)
			}
		}},
		"a payment is answered and forgotten": {"payment", func(op *store.Op) {
			if op.Kind == payment.KindCredit {
				op.Kind, op.Postings, op.Events = "pay.forgotten", nil, nil
			}
		}},
		"the house pays a debt": {"payment", func(op *store.Op) {
			if op.Kind == store.KindRecovered {
				op.Postings[0].Debit = store.House
			}
		}},
		"a withdrawal that failed gives back twice": {"payment", func(op *store.Op) {
			if op.Kind == payment.KindRefund {
				op.Postings = append(op.Postings, op.Postings[0])
			}
		}},
		"a commission is noted and not paid": {"commission", func(op *store.Op) {
			if op.Kind == promotion.KindPay {
				op.Key, op.Postings, op.Play = "noted:"+op.Key, nil, nil
			}
		}},
		"an extra drop is noted and not given": {"props", func(op *store.Op) {
			if op.Kind == props.KindGive {
				op.Key, op.NewItems, op.Play = "noted:"+op.Key, nil, nil
			}
		}},
		"a lobby opens a deck under a key of the moment": {"luckycard", func(op *store.Op) {
			if op.Kind == "luckycard.create" {
				op.Key += op.At.String()
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			found(t, 100, func() play { return play{workload: workloadOf(c.workload), mistake: c.mistake} })
		})
	}
}

// To play a room again runs the rules again, so that it finds no mistake of theirs: the model has to, from what the
// clients asked for.
func TestTheModelFindsWhatNoCommandAskedFor(t *testing.T) {
	told := regexp.MustCompile(`^op \d+ \(\S+\) (moves|makes|takes|gives|keeps|does not make) `)
	for name, c := range map[string]struct {
		workload string
		mistake  func(*store.Op)
	}{
		"an opening gives fragments that nobody asked for": {"exchange", func(op *store.Op) {
			if op.Kind == player.KindOpen {
				op.Postings = append(op.Postings, store.Posting{Debit: store.HouseFragments,
					Credit: store.PlayerFragments(op.Player), AmountCents: 1})
			}
		}},
		"an opening pays R$": {"payment", func(op *store.Op) {
			if op.Kind == player.KindOpen {
				op.Postings = append(op.Postings, store.Posting{Debit: store.HouseReal,
					Credit: store.PlayerReal(op.Player), AmountCents: 1})
			}
		}},
		"a battle's prize is worth more than the catalogue says": {"battle", func(op *store.Op) {
			for i := range op.NewItems {
				if op.Kind == battle.KindSettle {
					op.NewItems[i].ValueCents++
				}
			}
		}},
		"a battle's prize is another item of the box": {"battle", func(op *store.Op) {
			for i := range op.NewItems {
				if op.Kind == battle.KindSettle {
					op.NewItems[i].Def, op.NewItems[i].ValueCents = 5, itemCents[4]
				}
			}
		}},
		"an upgrade gives a token": {"exchange", func(op *store.Op) {
			if op.Kind == player.KindUpgrade {
				op.Postings = append(op.Postings, store.Posting{Debit: store.HouseTokens,
					Credit: store.PlayerTokens(op.Player), AmountCents: 1})
			}
		}},
		"a flip gives the item to another player": {"luckycard", func(op *store.Op) {
			if op.Kind == luckycard.KindFlip {
				op.NewItems[0].Owner = op.Player%2 + 1
			}
		}},
		"a bottle for gems gives a wish card": {"wish", func(op *store.Op) {
			if op.Kind == wish.KindTake && op.Postings[0].Debit.Class() == store.ClassPlayerGems {
				op.Postings = append(op.Postings, store.Posting{Debit: store.HouseWishCards,
					Credit: store.PlayerWishCards(op.Player), AmountCents: 1})
			}
		}},
		"a sign-in brings a cent more": {"gifts", func(op *store.Op) {
			if op.Kind == sign.KindClaim && len(op.Postings) > 0 {
				op.Postings[0].AmountCents++
			}
		}},
		"a day is signed once a second": {"gifts", func(op *store.Op) {
			if op.Kind == sign.KindClaim && !strings.Contains(op.Key, ".") {
				op.Key += op.At.Format(".150405")
			}
		}},
		"a sign-in's box gives its item twice": {"gifts", func(op *store.Op) {
			if op.Kind == sign.KindClaim && op.Nonce != nil {
				op.NewItems = append(op.NewItems, op.NewItems[0])
			}
		}},
		"a step of a season brings a token more": {"gifts", func(op *store.Op) {
			if op.Kind == active.KindClaim {
				op.Postings[0].AmountCents++
			}
		}},
		"a step of a season brings its tokens once a moment": {"gifts", func(op *store.Op) {
			if op.Kind == active.KindClaim {
				op.Key += op.At.String()
			}
		}},
		"a box for tokens costs none": {"gifts", func(op *store.Op) {
			if op.Kind == player.KindOpenTokens {
				op.Postings = nil
			}
		}},
		"a commission is a cent more": {"commission", func(op *store.Op) {
			if op.Kind == promotion.KindPay {
				op.Postings[0].AmountCents++
			}
		}},
		"a commission comes once a second": {"commission", func(op *store.Op) {
			if op.Kind == promotion.KindPay && !strings.Contains(op.Key, ".") {
				op.Key += op.At.Format(".150405")
			}
		}},
		"a commission that goes back leaves a cent": {"commission", func(op *store.Op) {
			if op.Kind == promotion.KindBack && op.Postings[0].AmountCents > 1 {
				op.Postings[0].AmountCents--
			}
		}},
		"an extra drop gives its item twice": {"props", func(op *store.Op) {
			if op.Kind == props.KindGive {
				op.NewItems = append(op.NewItems, op.NewItems[0])
			}
		}},
		"an extra drop comes once a second": {"props", func(op *store.Op) {
			if op.Kind == props.KindGive && !strings.Contains(op.Key, ".") {
				op.Key += op.At.Format(".150405")
			}
		}},
		"an extra drop is the next step's": {"props", func(op *store.Op) {
			if op.Kind == props.KindGive && op.NewItems[0].Def == 1 {
				op.NewItems[0].Def, op.NewItems[0].ValueCents = 2, itemCents[1]
			}
		}},
		"a level's bonus is a cent more": {"payment", func(op *store.Op) {
			if op.Kind == vip.KindClaim {
				op.Postings[0].AmountCents++
			}
		}},
		"a level's bonus comes once a moment": {"payment", func(op *store.Op) {
			if op.Kind == vip.KindClaim {
				op.Key += op.At.String()
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			said := found(t, 400, func() play { return play{workload: workloadOf(c.workload), mistake: c.mistake} })
			if !told.MatchString(said) {
				t.Error("another check has found it")
			}
		})
	}
}
