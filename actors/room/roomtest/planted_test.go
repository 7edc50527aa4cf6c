package roomtest_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/rain"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/room"
	"jadebox/actors/room/roomtest"
	"jadebox/actors/runtime/publish"
	"jadebox/actors/sim/rig"
	"jadebox/protocol"
	"jadebox/store"
)

// A mistake is planted in a kind whose rules are sound, between it and what it is given. The suite must find it in the
// clause that is there for it, and say what it found.
type mistake struct {
	name   string
	clause string // of the suite
	says   string // the beginning or a part of what the suite says
	plant  func(*planted)
}

// The clauses that more than one mistake is for.
const (
	fenced    = "a fenced activation writes nothing and stops"
	actDone   = "an act that was done and whose outcome is unknown is done once"
	actLost   = "an act that was not done and whose outcome is unknown is done once"
	seenDone  = "after an act that was done and whose outcome is unknown the room shows what is stored"
	seenLost  = "after an act that was not done and whose outcome is unknown the room shows what is stored"
	stepOnce  = "a step of the house whose outcome is unknown is done once"
	stepBusy  = "a step of the house that the store refuses again and again without a rule is done once"
	panicked  = "a panic before each step of the house changes nothing"
	voided    = "a room that panics again and again is void and gives everything back"
	wentBack  = "a room of before a restore does nothing but end, and gives everything back"
	calledOff = "a room that an operator cancels before its draw is named gives everything back"
	tooLate   = "a room that an operator cancels after its draw is named ends as committed"
	repeated  = "a key that is repeated gets the same answer and does nothing"
	asleep    = "a room that is over leaves memory and comes back as it was"
	secret    = "nobody sees the key before the end, and other secrets ever"
	telling   = "a snapshot is what was told before it, and what is told is recorded for the client"
	tellsVoid = "what a void room tells is recorded for the client"
	onTime    = "after crashes each step comes in the second in which it was due"
	paysBack  = "a play costs and brings back what the kind says"
)

// currencies are what a player's accounts count, and the house's side of each.
var currencies = []struct {
	name  store.Currency
	own   func(store.PlayerID) store.AccountID
	house store.AccountID
}{
	{store.Gems, store.PlayerGems, store.Bonus}, {store.Real, store.PlayerReal, store.HouseReal},
	{store.WishCards, store.PlayerWishCards, store.HouseWishCards},
	{store.Fragments, store.PlayerFragments, store.HouseFragments},
	{store.Tokens, store.PlayerTokens, store.HouseTokens},
}

func mistakes() []mistake {
	list := []mistake{
		{"whoever is fenced claims the room and writes", fenced, "code 200 (<nil>), want 5001", func(k *planted) {
			k.op = func(op *store.Op) {
				if rec, err := k.engine().Room(context.Background(), op.Room.Room); err == nil {
					op.Room.Epoch = rec.Epoch
				}
			}
		}},
		{"what may have been done is done under another key", actDone, "2 ops came of one act", again},
		{"what was not done is done under another key", actLost, "wish.Take: ", again},
		{"what may have been done is taken for refused", seenDone, "the room shows", func(k *planted) {
			k.outcome = func(_ *store.Op, r store.Receipt, err error) (store.Receipt, error) {
				if errors.Is(err, store.ErrUnknown) {
					err = store.ErrFunds
				}
				return r, err
			}
		}},
		{"what may not have been done is taken for done", seenLost, "the act is acknowledged: true, and stored: false",
			done},
		{"a step that may not have been done is taken for done", stepOnce, "the room is at status", done},
		{"a step that the store refuses for now is taken for a mistake of the rules", stepBusy, "the room is",
			func(k *planted) {
				k.outcome = func(_ *store.Op, r store.Receipt, err error) (store.Receipt, error) {
					if errors.Is(err, store.ErrConflict) {
						err = errors.New("no rule allows this")
					}
					return r, err
				}
			}},
		{"a panic on the way to the store is taken for done", panicked, "the room is at status", func(k *planted) {
			k.recovers = true
		}},
		{"a room that panics is tried for ever", voided, "panics the room is at status", func(k *planted) {
			k.restarts = func(int) int { return 0 }
		}},
		{"an entry is not named a stake", voided, "wish.take takes gems of a player", unnamed},
		{"what comes back is not named a return", voided, "wish.void gives stakes back", unnamed},
		{"a void room gives a thing", voided, "a void room keeps something", func(k *planted) {
			k.op = func(op *store.Op) {
				if op.Kind == "wish.void" {
					op.NewItems = append(op.NewItems, store.NewItem{Owner: paid(op), Def: 1, ValueCents: 10,
						Source: store.FromWish})
				}
			}
		}},
		{"a void room keeps what was staked", voided, "a void room keeps something", keeping},
		{"a room goes on in spite of a restore", wentBack, "takes the room to status", func(k *planted) {
			k.ignores = true
		}},
		{"a room of before a restore keeps what was staked", wentBack, "it keeps something", keeping},
		{"a room goes on in spite of its operator", calledOff, "the room is at status", func(k *planted) {
			k.ignores = true
		}},
		{"a room that is cancelled keeps what was staked", calledOff, "it keeps something", keeping},
		{"a room whose draw is named obeys its operator", tooLate, "the room is void", func(k *planted) {
			k.obeys = true
		}},
		{"a repeated key is answered with the room of now", repeated, "answers", func(k *planted) {
			k.request = func(n int, msg any) any {
				if _, ok := msg.(wish.Take); ok && n > 1 {
					return map[string]int{"asked": n}
				}
				return nil
			}
		}},
		{"a room that is over stays in memory", asleep, "after two minutes alone", func(k *planted) {
			k.stays = true
		}},
		{"a room that comes back shows another view", asleep, "the room was", func(k *planted) {
			k.request = func(_ int, msg any) any {
				if _, ok := msg.(wish.View); ok {
					_, lives := k.room()
					return map[string]int{"lives": lives}
				}
				return nil
			}
		}},
		{"the view shows the key before the end", secret, "the key", func(k *planted) {
			k.request = func(_ int, msg any) any {
				if _, ok := msg.(wish.View); ok {
					return string(k.stored().State)
				}
				return nil
			}
		}},
		{"the view shows a secret when all is over", secret, "the secret", func(k *planted) {
			k.packets()
			k.request = func(_ int, msg any) any {
				if _, ok := msg.(rain.View); ok && k.stored().Status.Final() {
					return string(k.stored().State)
				}
				return nil
			}
		}},
		{"the list of rooms shows the key before the end", secret, "the key", func(k *planted) {
			k.event = func(e *publish.Event) bool {
				if id, _ := k.room(); e.Topic == wish.Spec.Beside[0].Topic && id != 0 {
					e.Body = k.stored().State
				}
				return true
			}
		}},
		{"a snapshot lacks the event before it", telling, "a snapshot of epoch", func(k *planted) {
			k.request = func(_ int, msg any) any {
				if _, ok := msg.(room.SnapshotRequest); ok && k.tells(0) > 0 {
					return publish.Snapshot{Epoch: 1, Offset: k.tells(0) - 1}
				}
				return nil
			}
		}},
		{"a snapshot lacks what an event before it brought", telling, `"bottles":null,"commit":""`, func(k *planted) {
			k.request = func(_ int, msg any) any {
				if _, ok := msg.(room.SnapshotRequest); ok && k.tells(0) > 0 {
					return k.withoutBottles()
				}
				return nil
			}
		}},
		{"a message is told that the recording lacks", telling, "the recording has", func(k *planted) {
			k.event = func(e *publish.Event) bool {
				if strings.HasPrefix(e.Topic, wish.Kind+":") {
					e.Type = protocol.EventRainSnapshot
				}
				return true
			}
		}},
		{"the list of rooms shows what it has not told", telling, "told was", func(k *planted) {
			k.event = func(e *publish.Event) bool {
				var row protocol.WishSummary
				if e.Type == protocol.EventWishSummary {
					if _, err := row.UnmarshalMsg(e.Body); err != nil {
						panic(err)
					}
					row.Taken++
					e.Body, _ = row.MarshalMsg(nil)
				}
				return true
			}
		}},
		{"a void room says another reason", tellsVoid, "the recording has", func(k *planted) {
			k.event = func(e *publish.Event) bool {
				var snap protocol.WishSnapshot
				if e.Type == protocol.EventWishSnapshot {
					if _, err := snap.UnmarshalMsg(e.Body); err != nil {
						panic(err)
					}
					snap.VoidReason = ""
					e.Body, _ = snap.MarshalMsg(nil)
				}
				return true
			}
		}},
		{"a room tells nothing any more", telling, "the room tells nothing", func(k *planted) {
			k.event = func(*publish.Event) bool { return false }
			k.request = func(_ int, msg any) any {
				if _, ok := msg.(room.SnapshotRequest); ok {
					return publish.Snapshot{Epoch: 1}
				}
				return nil
			}
		}},
		{"after a restart the clock is behind", onTime, "with crashes at", func(k *planted) {
			k.behind = time.Minute
		}},
		{"nobody says whether there are secrets", "", "has neither Secrets", func(k *planted) {
			k.Driver.NoSecrets = ""
		}},
		{"the view shows a word of which the record keeps a hash", secret, "the word sesame", func(k *planted) {
			k.Driver.Unseen = func(*rig.Rig, store.RoomID) []string { return []string{"sesame"} }
			k.request = func(_ int, msg any) any {
				if _, ok := msg.(wish.View); ok {
					return map[string]string{"opens": "sesame"}
				}
				return nil
			}
		}},
		{"a room whose recording is deleted tells nothing any more", telling, "nobody is told", func(k *planted) {
			k.event = func(*publish.Event) bool { return false }
			k.request = func(_ int, msg any) any {
				if _, ok := msg.(room.SnapshotRequest); ok {
					return publish.Snapshot{Epoch: 1}
				}
				return nil
			}
			k.Beside = slices.Clone(k.Beside)
			k.Beside[0].Topic = ""
			if err := os.Chdir(os.TempDir()); err != nil {
				panic(err)
			}
		}},
		{"a draw adds a gem of the house", paysBack, "gives 500 cents for 500", func(k *planted) {
			k.op = func(op *store.Op) {
				if op.Kind == wish.KindDraw {
					op.Postings = append(op.Postings, store.Posting{Debit: store.House,
						Credit: store.PlayerGems(op.NewItems[0].Owner), AmountCents: 100})
				}
			}
		}},
		{"an entry is half of what the kind says", paysBack, "gives 400 cents for 250", halved},
		{"the entry of a battle is half of what its boxes cost", paysBack, "takes 160 cents", func(k *planted) {
			k.battles()
			halved(k)
		}},
		{"a flip costs as much when the best are left", paysBack, "gives 130 cents for 120", func(k *planted) {
			k.decks()
			first := int64(0)
			k.op = func(op *store.Op) {
				if op.Kind == luckycard.KindFlip {
					first = cmp.Or(first, op.Postings[0].AmountCents)
					op.Postings[0].AmountCents = first
				}
			}
		}},
		{"a kind says that its plays cost more than they do", paysBack, "a play costs 50 cents", func(k *planted) {
			play, rate := *k.Return.Play, k.Return.Play.Rate
			play.Rate = func(now *store.SettingsNow, items []store.ItemDef) (room.Rate, error) {
				r, err := rate(now, items)
				r.StakeCents = 51
				return r, err
			}
			k.Return.Play = &play
		}},
		{"chance decides what a prize is worth", paysBack, "where chance decides it", func(k *planted) {
			k.op = func(op *store.Op) {
				if op.Kind == wish.KindDraw {
					op.NewItems[0].ValueCents -= int64(op.NewItems[0].Owner)
				}
			}
		}},
		{"a draw gives nobody an item", paysBack, "gives 0 cents once and 0 once", func(k *planted) {
			k.op = func(op *store.Op) {
				if op.Kind == wish.KindDraw {
					op.NewItems = nil
				}
			}
		}},
		{"a kind says that nothing comes back, and gives an item", paysBack, "gives 0 cents of the house and 1 items",
			func(k *planted) { k.Return = room.Return{Nothing: "it is free"} }},
		{"a kind says that nothing is played, and takes gems", paysBack, "takes 500 cents, and its Return",
			func(k *planted) { k.Return = room.Return{Nothing: "it is free"} }},
		{"a packet comes from the house", paysBack, "gives 1 cents of the house", func(k *planted) {
			k.claims(func(op *store.Op) store.Posting {
				return store.Posting{Debit: store.Bonus, Credit: store.PlayerGems(paid(op)), AmountCents: 1}
			})
		}},
		{"a packet adds a wish card", paysBack, "gives 1 wish card", func(k *planted) {
			k.claims(func(op *store.Op) store.Posting {
				return store.Posting{Debit: store.HouseWishCards,
					Credit: store.PlayerWishCards(paid(op)), AmountCents: 1}
			})
		}},
		{"a room is filled up by the house while it is open", paysBack, "gives 1 cents of the house", func(k *planted) {
			k.claims(func(op *store.Op) store.Posting {
				return store.Posting{Debit: store.Bonus, Credit: store.RoomEscrow(op.Room.Room), AmountCents: 1}
			})
		}},
		{"an event's number is left out", asleep, "is number 2", func(k *planted) {
			k.event = func(e *publish.Event) bool {
				if e.Offset > 1 {
					e.Offset++
				}
				return true
			}
		}},
		{"the stake of a room is told too high", fenced, "the room's record says", func(k *planted) {
			stake := k.Spec.Stake
			k.Spec.Stake = func(rec store.Room) (room.Stake, error) {
				s, err := stake(rec)
				s.Cents++
				return s, err
			}
		}},
	}
	for _, c := range currencies {
		list = append(list, mistake{fmt.Sprint("a void room gives a ", c.name), voided, "a void room keeps something",
			func(k *planted) {
				k.op = func(op *store.Op) {
					if op.Kind == "wish.void" {
						op.Postings = append(op.Postings, store.Posting{Debit: c.house, Credit: c.own(paid(op)),
							AmountCents: 1})
					}
				}
			}},
			mistake{fmt.Sprint("a repeated key gives a ", c.name), repeated, "a repeated key had an effect",
				func(k *planted) {
					k.request = func(n int, msg any) any {
						if take, ok := msg.(wish.Take); ok && n > 1 {
							k.give(c.house, c.own(take.Player))
						}
						return nil
					}
				}})
	}
	return list
}

// halved halves what goes into rooms and out of them, and what is told to be in them.
func halved(k *planted) {
	k.op = func(op *store.Op) {
		for i := range op.Postings {
			op.Postings[i].AmountCents -= op.Postings[i].AmountCents / 2
		}
	}
	stake := k.Spec.Stake
	k.Spec.Stake = func(rec store.Room) (room.Stake, error) {
		s, err := stake(rec)
		s.Cents -= s.Cents / 2
		return s, err
	}
}

// keeping lets the house keep what a void gives back.
func keeping(k *planted) {
	k.op = func(op *store.Op) {
		for i := range op.Postings {
			if op.Kind == "wish.void" {
				op.Postings[i].Credit = store.House
			}
		}
	}
}

// withoutBottles is the snapshot of a room as if nothing had been taken in it.
func (k *planted) withoutBottles() publish.Snapshot {
	summary, err := wish.SummaryOf(k.stored())
	if err != nil {
		panic(err)
	}
	body, err := (&protocol.WishSnapshot{Summary: summary, Bottles: []protocol.WishBottle{}}).MarshalMsg(nil)
	if err != nil {
		panic(err)
	}
	return publish.Snapshot{Epoch: 1, Offset: k.tells(0), Type: protocol.EventWishSnapshot, Body: body}
}

// paid is the player to whom a void gives back first.
func paid(op *store.Op) store.PlayerID {
	for _, p := range op.Postings {
		if p.Credit.OfPlayer() {
			return store.PlayerID(p.Credit.Owner())
		}
	}
	panic("nobody is given anything back")
}

func again(k *planted) { k.retries = true }

// unnamed says of no op that it stakes or gives back.
func unnamed(k *planted) {
	k.Ops = slices.Clone(k.Ops)
	for i := range k.Ops {
		k.Ops[i].Stakes, k.Ops[i].Returns = false, false
	}
}

// done takes an unknown outcome for the one that was hoped for.
func done(k *planted) {
	k.outcome = func(op *store.Op, r store.Receipt, err error) (store.Receipt, error) {
		if errors.Is(err, store.ErrUnknown) {
			return store.Receipt{Result: op.Result}, nil
		}
		return r, err
	}
}

// environment names the mistake to the process that has it.
const environment = "ROOMTEST_MISTAKE"

// TestAMistakeOfAKindIsSeen is red in a process that is told of a mistake, and only there.
func TestAMistakeOfAKindIsSeen(t *testing.T) {
	k := &planted{}
	k.bottles()
	for _, m := range mistakes() {
		if m.name == os.Getenv(environment) {
			m.plant(k)
		}
	}
	roomtest.Run(t, k.spec(), k.Driver)
}

// spelled is a clause's name as go test writes it.
func spelled(clause string) string { return strings.ReplaceAll(clause, " ", "_") }

// suite runs the suite, or one clause of it, over a kind with a mistake, in another process: what is red there is not
// red here.
func suite(t *testing.T, mistake, clause string) (out string) {
	t.Helper()
	run := "^TestAMistakeOfAKindIsSeen$"
	if clause != "" {
		run += "/^" + regexp.QuoteMeta(spelled(clause)) + "$"
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", run, "-test.v")
	cmd.Env = append(os.Environ(), environment+"="+mistake)
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(text)
}

func TestEachClauseFindsTheMistakesThatItIsFor(t *testing.T) {
	list := mistakes()
	planted := func(clause string) bool {
		return slices.ContainsFunc(list, func(m mistake) bool { return spelled(m.clause) == clause })
	}
	run := regexp.MustCompile(`(?m)^=== RUN +TestAMistakeOfAKindIsSeen/(.*)$`)
	clauses := run.FindAllStringSubmatch(suite(t, "", ""), -1)
	if len(clauses) == 0 {
		t.Fatal("the suite has no clause")
	}
	for _, c := range clauses {
		if !planted(c[1]) {
			t.Errorf("no mistake is planted for %q", c[1])
		}
	}
	for _, m := range list {
		t.Run(m.name, func(t *testing.T) {
			out := suite(t, m.name, m.clause)
			failed := "--- FAIL: TestAMistakeOfAKindIsSeen"
			if m.clause != "" { // else the suite does not begin
				failed += "/" + spelled(m.clause)
			}
			if !strings.Contains(out, failed) ||
				!strings.Contains(out, m.says) || strings.Contains(out, "panic: ") {
				t.Errorf("%q says not %q but\n%s", m.clause, m.says, out)
			}
		})
	}
}
