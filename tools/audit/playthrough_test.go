package audit

import (
	"testing"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/player"
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
	refund := []store.Posting{{Debit: store.RoomEscrow(room), Credit: store.PlayerGems(who), AmountCents: 50}}
	for name, c := range map[string]struct {
		kind     string
		postings []store.Posting
		play     []store.Posting
		right    bool
	}{
		"a gift asks for as much":            {sign.KindClaim, gift, []store.Posting{raise(who, 50)}, true},
		"a gift of before":                   {sign.KindClaim, gift, nil, true},
		"a gift asks for less":               {sign.KindClaim, gift, []store.Posting{raise(who, 49)}, false},
		"a gift asks another":                {sign.KindClaim, gift, []store.Posting{raise(other, 50)}, false},
		"a gift asks twice":                  {sign.KindClaim, gift, twice(raise(who, 50)), false},
		"a gift lowers":                      {sign.KindClaim, gift, []store.Posting{lower(who, 50)}, false},
		"what is bought asks":                {player.KindBuy, price, []store.Posting{raise(who, 50)}, false},
		"a stake lowers":                     {player.KindOpen, price, []store.Posting{lower(who, 50)}, true},
		"a stake lowers a part":              {player.KindOpen, price, []store.Posting{lower(who, 20)}, true},
		"a stake lowers more":                {player.KindOpen, price, []store.Posting{lower(who, 51)}, false},
		"a stake lowers twice":               {player.KindOpen, price, twice(lower(who, 30)), false},
		"a stake lowers another's":           {player.KindOpen, price, []store.Posting{lower(other, 50)}, false},
		"a purchase lowers":                  {player.KindBuy, price, []store.Posting{lower(who, 50)}, false},
		"a stake comes back":                 {battle.KindLeave, refund, []store.Posting{raise(who, 50)}, true},
		"more than a stake comes back":       {battle.KindLeave, refund, []store.Posting{raise(who, 51)}, false},
		"a stake comes back to another":      {battle.KindLeave, refund, []store.Posting{raise(other, 50)}, false},
		"a stake that comes back lowers":     {battle.KindLeave, refund, []store.Posting{lower(who, 50)}, false},
		"nothing comes back of what was won": {"battle.settle", refund, []store.Posting{raise(who, 50)}, false},
	} {
		p := &prices{rulebook: &rulebook{settings: map[string][]store.SettingVersion{}, parsed: map[parsedKey]any{}}}
		op := store.Op{Player: who, Kind: c.kind, Postings: c.postings, Play: c.play,
			Room: &store.RoomWrite{Room: room, Kind: battle.Kind}}
		if err := p.play(&store.JournalEntry{OpRecord: store.OpRecord{Op: op}}); (err == nil) != c.right {
			t.Errorf("%s: %v", name, err)
		}
	}
}
