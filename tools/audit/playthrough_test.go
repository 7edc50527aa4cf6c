package audit

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/player"
	"jadebox/actors/rewards/playthrough"
	"jadebox/actors/rewards/promotion"
	"jadebox/actors/rewards/sign"
	"jadebox/store"
)

func TestWhatIsToBePlayedFollowsFromGiftsAndStakes(t *testing.T) {
	const who, other, room = store.PlayerID(7), store.PlayerID(8), store.RoomID(3)
	raise := func(p store.PlayerID, cents int64) store.Posting {
		return store.Posting{Debit: store.HouseToPlay, Credit: store.PlayerToPlay(p), AmountCents: cents}
	}
	lower := func(p store.PlayerID, cents int64) store.Posting {
		return store.Posting{Debit: store.PlayerToPlay(p), Credit: store.HouseToPlay, AmountCents: cents}
	}
	twice := func(p store.Posting) []store.Posting { return []store.Posting{p, p} }
	gift := []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(who), AmountCents: 50}}
	price := []store.Posting{{Debit: store.PlayerGems(who), Credit: store.House, AmountCents: 50}}
	taken := []store.Posting{{Debit: store.PlayerGems(who), Credit: store.Bonus, AmountCents: 50}}
	refund := []store.Posting{{Debit: store.RoomEscrow(room), Credit: store.PlayerGems(who), AmountCents: 50}}
	for name, c := range map[string]struct {
		kind     string
		postings []store.Posting
		play     []store.Posting
		right    bool
	}{
		"a gift asks for as much":              {sign.KindClaim, gift, []store.Posting{raise(who, 50)}, true},
		"a gift of before":                     {sign.KindClaim, gift, nil, true},
		"a gift asks for less":                 {sign.KindClaim, gift, []store.Posting{raise(who, 49)}, false},
		"a gift asks another":                  {sign.KindClaim, gift, []store.Posting{raise(other, 50)}, false},
		"a gift asks twice":                    {sign.KindClaim, gift, twice(raise(who, 50)), false},
		"a gift lowers":                        {sign.KindClaim, gift, []store.Posting{lower(who, 50)}, false},
		"what is bought asks":                  {player.KindBuy, price, []store.Posting{raise(who, 50)}, false},
		"a stake lowers":                       {player.KindOpen, price, []store.Posting{lower(who, 50)}, true},
		"a stake lowers a part":                {player.KindOpen, price, []store.Posting{lower(who, 20)}, true},
		"a stake lowers more":                  {player.KindOpen, price, []store.Posting{lower(who, 51)}, false},
		"a stake lowers twice":                 {player.KindOpen, price, twice(lower(who, 30)), false},
		"a stake lowers another's":             {player.KindOpen, price, []store.Posting{lower(other, 50)}, false},
		"a purchase lowers":                    {player.KindBuy, price, []store.Posting{lower(who, 50)}, false},
		"a stake comes back":                   {battle.KindLeave, refund, []store.Posting{raise(who, 50)}, true},
		"more than a stake comes back":         {battle.KindLeave, refund, []store.Posting{raise(who, 51)}, false},
		"a stake comes back to another":        {battle.KindLeave, refund, []store.Posting{raise(other, 50)}, false},
		"a stake that comes back lowers":       {battle.KindLeave, refund, []store.Posting{lower(who, 50)}, false},
		"nothing comes back of what was won":   {"battle.settle", refund, []store.Posting{raise(who, 50)}, false},
		"a commission goes back with its play": {promotion.KindBack, taken, []store.Posting{lower(who, 50)}, true},
		"a bonus goes back, partly played":     {store.KindRecovered, taken, []store.Posting{lower(who, 20)}, true},
		"a commission goes back with more":     {promotion.KindBack, taken, []store.Posting{lower(who, 51)}, false},
		"what is sold lowers":                  {player.KindSell, taken, []store.Posting{lower(who, 50)}, false},
	} {
		p := &prices{firstGift: map[store.PlayerID]time.Time{},
			rulebook: &rulebook{settings: map[string][]store.SettingVersion{}, parsed: map[parsedKey]any{}}}
		op := store.Op{Player: who, Kind: c.kind, Postings: c.postings, Play: c.play,
			Room: &store.RoomWrite{Room: room, Kind: battle.Kind}}
		if err := p.play(&store.JournalEntry{OpRecord: store.OpRecord{Op: op}}); (err == nil) != c.right {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Gifts of before there was play-through ask for none; one that comes after others that do was tampered with.
func TestAGiftWithoutItsPlayIsSeenOnceOthersHaveIt(t *testing.T) {
	const who = store.PlayerID(7)
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	p := &prices{firstGift: map[store.PlayerID]time.Time{},
		rulebook: &rulebook{settings: map[string][]store.SettingVersion{}, parsed: map[parsedKey]any{}}}
	gift := func(at time.Time, kind string, play ...store.Posting) error {
		return p.play(&store.JournalEntry{OpRecord: store.OpRecord{Op: store.Op{Player: who, Kind: kind, At: at,
			Play:     play,
			Postings: []store.Posting{{Debit: store.Bonus, Credit: store.PlayerGems(who), AmountCents: 50}}}}})
	}
	asks := store.Posting{Debit: store.HouseToPlay, Credit: store.PlayerToPlay(who), AmountCents: 50}
	for _, c := range []struct {
		after time.Duration
		kind  string
		play  []store.Posting
		right bool
	}{
		{0, sign.KindClaim, nil, true}, // older than play-through
		{time.Hour, sign.KindClaim, []store.Posting{asks}, true},
		{time.Hour + time.Minute, sign.KindClaim, nil, true}, // by a process of the version before
		{2 * time.Hour, sign.KindClaim, nil, false},
		{2 * time.Hour, player.KindBuy, nil, true},
		{time.Minute, sign.KindClaim, nil, true}, // another writer's, read later
	} {
		if err := gift(at.Add(c.after), c.kind, c.play...); (err == nil) != c.right {
			t.Errorf("%s after %v with %v: %v", c.kind, c.after, c.play, err)
		}
	}
}

// A gift that was given before the multiple was raised is not given back for less than it was.
func TestAGiftFromBeforeAHigherMultipleIsGivenBackWhole(t *testing.T) {
	const who = store.PlayerID(7)
	at := time.Date(2030, 5, 6, 12, 0, 0, 0, time.UTC)
	raised := store.SettingVersion{Name: playthrough.Setting.Name, Version: 1, At: at,
		Value: []byte(`{"multiplePpm":10000000,"leastCents":0}`)}
	for name, c := range map[string]struct {
		first time.Duration // from the change on
		gems  int64
		ok    bool
	}{
		"before, whole":          {-time.Hour, 100, true},
		"before, a tenth":        {-time.Hour, 10, false},
		"after, a tenth":         {time.Hour, 10, true},
		"after, by the standard": {time.Hour, 100, true}, // whose account is older
		"by no multiple":         {time.Hour, 50, false},
	} {
		p := &prices{firstGift: map[store.PlayerID]time.Time{who: at.Add(c.first)}, rulebook: &rulebook{
			settings: map[string][]store.SettingVersion{raised.Name: {raised}}, parsed: map[parsedKey]any{}}}
		g := player.GivenBack{ToPlayCents: 100, GemsCents: c.gems, AtMS: 1}
		result, err := json.Marshal(g)
		if err != nil {
			t.Fatal(err)
		}
		e := &store.JournalEntry{OpRecord: store.OpRecord{Op: store.Op{Player: who, Kind: player.KindGiveBack,
			At: at.Add(2 * time.Hour), Result: result, Postings: []store.Posting{{Debit: store.PlayerGems(who),
				Credit: store.Bonus, AmountCents: c.gems}}, Play: []store.Posting{{Debit: store.PlayerToPlay(who),
				Credit: store.HouseToPlay, AmountCents: 100}}}}}
		if err := rules[player.KindGiveBack](p, e); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What is given back takes what it asks for by the multiple, of its player, and lowers by what it says.
func TestWhatIsGivenBackIsHeldToItsWordsAndItsPrice(t *testing.T) {
	const who, other = store.PlayerID(7), store.PlayerID(8)
	const right = `{"toPlayCents":50,"gemsCents":50,"atMs":1}`
	type parts struct {
		result        string
		gems, lowered int64
		of            store.PlayerID
	}
	for name, c := range map[string]struct {
		parts
		ok bool
	}{
		"as much":                     {parts{right, 50, 50, who}, true},
		"for less than it asks":       {parts{`{"toPlayCents":50,"gemsCents":10,"atMs":1}`, 10, 50, who}, false},
		"for more than it asks":       {parts{`{"toPlayCents":50,"gemsCents":60,"atMs":1}`, 60, 50, who}, false},
		"less gems than it says":      {parts{right, 10, 50, who}, false},
		"lowers more than it says":    {parts{right, 50, 90, who}, false},
		"lowers another's":            {parts{right, 50, 50, other}, false},
		"without words":               {parts{`{}`, 50, 50, who}, false},
		"nothing is what it is about": {parts{`{"toPlayCents":0,"gemsCents":0,"atMs":1}`, 0, 0, who}, false},
	} {
		p := &prices{firstGift: map[store.PlayerID]time.Time{},
			rulebook: &rulebook{settings: map[string][]store.SettingVersion{}, parsed: map[parsedKey]any{}}}
		e := &store.JournalEntry{OpRecord: store.OpRecord{Op: store.Op{Player: who, Kind: player.KindGiveBack,
			Result: []byte(c.result), Postings: []store.Posting{{Debit: store.PlayerGems(who), Credit: store.Bonus,
				AmountCents: c.gems}}, Play: []store.Posting{{Debit: store.PlayerToPlay(c.of),
				Credit: store.HouseToPlay, AmountCents: c.lowered}}}}}
		err := errors.Join(rules[player.KindGiveBack](p, e), p.play(e))
		if (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
}
