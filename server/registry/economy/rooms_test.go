package economy_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"jadebox/actors/kinds"
	"jadebox/actors/room"
	"jadebox/actors/settings"
	"jadebox/protocol"
	"jadebox/server/registry/economy"
	"jadebox/store"
)

// unsaid is what a kind leaves out of its Return, or contradicts elsewhere in its Spec.
func unsaid(s room.Spec) (wrong []string) {
	r, stakes := s.Return, slices.ContainsFunc(s.Ops, func(op room.OpKind) bool { return op.Stakes })
	say := func(text string) { wrong = append(wrong, fmt.Sprintf("%s: Return of its room.Spec %s", s.Kind, text)) }
	switch {
	case r.Nothing == "" && r.Play == nil && r.Gifts == nil:
		say("says neither what a play brings back nor why nothing")
	case r.Nothing != "" && (r.Play != nil || r.Gifts != nil):
		say("says that nothing comes back, and what does")
	}
	if stakes != (r.Play != nil) {
		say("has no Play although an op stakes, or one although none does")
	}
	if (s.Pool != nil) != (r.Gifts != nil) {
		say("has no Gifts although a room pays out a Pool, or some although none does")
	}
	if r.Play == nil {
		return wrong
	}
	var counted, told []int32
	if s.Counts != nil {
		counted = slices.DeleteFunc(slices.Clone(s.Counts.Tasks),
			func(task int32) bool { return task == protocol.TaskSpentCents })
	}
	for _, op := range s.Ops {
		if op.Counted && op.Stakes {
			counted = append(counted, op.Task)
		}
	}
	for _, t := range r.Play.Tasks {
		told = append(told, t.Task)
	}
	slices.Sort(counted)
	slices.Sort(told)
	if !slices.Equal(counted, told) {
		say(fmt.Sprintf("has the tasks %d, its Counts and Ops have %d", told, counted))
	}
	return wrong
}

func TestEveryKindOfRoomSaysWhatAPlayReturns(t *testing.T) {
	for _, s := range kinds.All {
		for _, wrong := range unsaid(s) {
			t.Error(wrong)
		}
	}
	play := &room.Play{Name: "throw dice", How: "for gems"}
	for says, s := range map[string]room.Spec{
		"neither":              {},
		"and what does":        {Return: room.Return{Nothing: "free", Play: play}, Ops: []room.OpKind{{Stakes: true}}},
		"although an op":       {Return: room.Return{Nothing: "free"}, Ops: []room.OpKind{{Stakes: true}}},
		"or one although none": {Return: room.Return{Play: play}},
		"although a room pays": {Return: room.Return{Nothing: "free"}, Pool: &room.Pool{}},
		"or some although":     {Return: room.Return{Gifts: &room.Gifts{}}},
		"has the tasks": {Return: room.Return{Play: play},
			Ops: []room.OpKind{{Stakes: true, Counted: true, Task: protocol.TaskFlips}}},
	} {
		if got := strings.Join(unsaid(s), "; "); !strings.Contains(got, says) {
			t.Errorf("planted %q: found %q", says, got)
		}
	}
}

// paying is a kind of room that gives back so much of what it takes.
func paying(back float64) room.Spec {
	return room.Spec{Kind: "dice", Ops: []room.OpKind{{Kind: "dice.throw", Stakes: true}},
		Return: room.Return{Play: &room.Play{Name: "throw dice", How: "for gems",
			Rate: func(*store.SettingsNow, []store.ItemDef) (room.Rate, error) {
				return room.Rate{StakeCents: 100, Back: func(gift float64) float64 { return back + gift/100 }}, nil
			}}}}
}

// giving is a kind of room that gives a share of what all have played with in a day.
func giving(name string, ppm int64) room.Spec {
	return room.Spec{Kind: name, Return: room.Return{Gifts: &room.Gifts{Name: "come to " + name,
		Day: func(*store.SettingsNow) (room.GiftDay, error) { return room.GiftDay{Pools: 1, SharePPM: ppm}, nil }}}}
}

// A box keeps 8 %: two kinds that give 5 % each leave nothing of it to a player who joins both.
func TestKindsThatGiveAreSearchedTogether(t *testing.T) {
	snow, hail := giving("snow", 50_000), giving("hail", 50_000)
	for _, c := range []struct {
		given []room.Spec
		open  int
	}{{[]room.Spec{snow}, 0}, {[]room.Spec{snow, hail}, 2}} {
		loops, err := economy.LoopsOf(none(), goods(t).With(append(withoutGifts(), c.given...)))
		if err != nil {
			t.Fatal(err)
		}
		open := 0
		for _, l := range loops {
			if strings.HasPrefix(l.Name, "come to ") && l.Open() {
				open++
			}
		}
		if open != c.open {
			t.Errorf("of %d kinds that give 5 %% each, %d are open, want %d", len(c.given), open, c.open)
		}
	}
}

// withoutGifts are the kinds that give nothing.
func withoutGifts() room.Specs {
	return slices.DeleteFunc(slices.Clone(kinds.All), func(s room.Spec) bool { return s.Return.Gifts != nil })
}

// A gift that is to be staked once costs what the cheapest way of playing keeps, whatever kind of room that is.
func TestGiftsAreStakedWhereTheLeastIsKept(t *testing.T) {
	now := none().With(store.SettingVersion{Name: "playthrough", Version: 2, Value: []byte(`{"multiplePpm":1000000}`)})
	now = now.With(store.SettingVersion{Name: "realname", Version: 2, Value: []byte(`{"rewardCents":10000}`)})
	joining := func(back float64) float64 {
		e, err := economy.Of(now, goods(t).With(append(slices.Clone(kinds.All), paying(back))))
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(e.Gains, func(g economy.Gain) bool { return g.Span == "one player at joining" })
		return e.Gains[i].Cents
	}
	if usual, better := joining(.5), joining(.98); math.Abs(better-98_00) > 1e-6 || usual >= better {
		t.Errorf("a gift of 100 gems is worth %.2f cents where a kind gives back 98 %%, %.2f where none does", better,
			usual)
	}
}

// A kind of room with boxes that is listed before battles changes nothing of what a day of the reference players costs.
func TestReferencePlayersPlayBattles(t *testing.T) {
	plain := room.Spec{Kind: "dice", Return: room.Return{Play: &room.Play{Name: "throw dice", How: "for boxes"}}}
	lines := func(specs room.Specs) []economy.Line {
		e, err := economy.Of(&store.SettingsNow{}, goods(t).With(specs))
		if err != nil {
			t.Fatal(err)
		}
		return e.Lines
	}
	if want, got := lines(kinds.All), lines(append(room.Specs{plain}, kinds.All...)); !slices.Equal(got, want) {
		t.Errorf("%v, without it %v", got, want)
	}
}

// ways are those of a kind that are open under settings.
func ways(t *testing.T, specs room.Specs, now *store.SettingsNow, s room.Spec) (open []string) {
	t.Helper()
	loops, err := economy.LoopsOf(now, goods(t).With(specs))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, l := range loops {
		if strings.Contains(l.Name, s.Return.Play.Name) {
			found++
			if l.Open() {
				open = append(open, l.String())
			}
		}
	}
	if found != 2 {
		t.Errorf("%s: %d ways to play it are searched, want it and a recharge before it", s.Kind, found)
	}
	return open
}

// What a kind of room gives back in the code no setting takes away: it is named here.
func TestNoKindOfRoomPaysMoreThanItTakes(t *testing.T) {
	for _, s := range kinds.All {
		if s.Return.Play == nil {
			continue
		}
		if open := ways(t, kinds.All, &store.SettingsNow{}, s); len(open) > 0 {
			t.Errorf("%s pays more than it takes: %s", s.Kind, open)
		}
	}
	for back, want := range map[float64]int{.92: 0, .99: 2, 1.05: 2} { // with what a day and a recharge bring
		planted := paying(back)
		if open := ways(t, append(slices.Clone(kinds.All), planted), &store.SettingsNow{}, planted); len(open) != want {
			t.Errorf("a kind that gives back %.2f: %q, want %d ways", back, open, want)
		}
	}
}

// diceSettings are those of a kind that move what it pays.
type diceSettings struct {
	ReturnPPM int64 `json:"returnPpm"`
}

// A setting of a kind's own that moves what its plays bring is held to what it costs as every other one.
func TestASettingOfAKindsOwnIsRefusedWhereItOpensALoop(t *testing.T) {
	throws := &settings.Setting[diceSettings]{Name: "dice", Says: "what a throw gives back",
		Standard: func() diceSettings { return diceSettings{920_000} }}
	dice := paying(0)
	dice.Settings = []settings.Any{throws}
	dice.Return.Play.Rate = func(now *store.SettingsNow, _ []store.ItemDef) (room.Rate, error) {
		s, err := throws.In(now)
		return room.Rate{StakeCents: 100,
			Back: func(gift float64) float64 { return float64(s.ReturnPPM)/1e6 + gift/100 }}, err
	}
	g := goods(t).With(append(slices.Clone(kinds.All), dice))
	set := func(text string) *store.SettingsNow {
		return none().With(store.SettingVersion{Name: throws.Name, Version: 3, Value: []byte(text)})
	}
	before, err := economy.Unattributed(none(), g)
	if err != nil {
		t.Fatal(err)
	}
	for text, refused := range map[string]bool{`{"returnPpm":900000}`: false, `{"returnPpm":1050000}`: true} {
		after, err := economy.Unattributed(set(text), g)
		if err != nil {
			t.Fatal(err)
		}
		err = economy.Refuse(after, before)
		if errors.Is(err, economy.ErrLoop) != refused || refused && !strings.Contains(err.Error(), "throw dice") {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := economy.Unattributed(set(`{"returnPpm":`), g); err == nil || !strings.Contains(err.Error(), "dice") {
		t.Errorf("what a kind pays cannot be read, and nothing is said but %v", err)
	}
}

// Whatever a kind gives back, a gift for what is played that is worth less than the rest is let through, and one that
// is worth more is refused.
func TestASettingThatMakesAnyKindOfRoomPayIsRefused(t *testing.T) {
	for _, s := range append(slices.Clone(kinds.All), paying(.97)) {
		if s.Return.Play == nil {
			continue
		}
		back := .92 // of boxes on sale
		if rate := s.Return.Play.Rate; rate != nil {
			items, err := catalogue{}.ItemDefs(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			r, err := rate(none(), items)
			if err != nil {
				t.Fatal(err)
			}
			back = r.Back(0)
		}
		for share, open := range map[float64]bool{.9: false, 1.1: true} {
			// The first places of both boards, for a day's play of 500 gems.
			gift := int(share * (1 - back) / 2 * 500_00)
			now := none().With(store.SettingVersion{Name: "mall", Version: 2, Value: []byte(dear)}).With(
				store.SettingVersion{Name: "rates", Version: 2, Value: []byte(ranked(500_00, gift))})
			if got := ways(t, append(slices.Clone(kinds.All), paying(.97)), now, s); len(got) > 0 != open {
				t.Errorf("%s, with %.0f %% of what it keeps given back: open is %q", s.Kind, 100*share, got)
			}
		}
	}
}
