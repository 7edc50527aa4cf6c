package fairness

import (
	"reflect"
	"strings"
)

// Kinds of bundles.
const (
	KindBox       = "box"       // one opening
	KindBattle    = "battle"    // a whole battle
	KindRoll      = "roll"      // a roll room's draw
	KindUpgrade   = "upgrade"   // one upgrade
	KindRain      = "rain"      // a red-packet rain, or one claim in it
	KindLuckycard = "luckycard" // a lucky-card room, or one flip in it
	KindWish      = "wish"      // a wish room's draw
)

// Parts are what only one kind of bundle has: the part of its kind is there and no other; a box has none.
type Parts struct {
	Battle    *BattleProof    `json:"battle,omitempty"`
	Roll      *RollProof      `json:"roll,omitempty"`
	Upgrade   *UpgradeProof   `json:"upgrade,omitempty"`
	Rain      *RainProof      `json:"rain,omitempty"`
	Wish      *WishProof      `json:"wish,omitempty"`
	Luckycard *LuckycardProof `json:"luckycard,omitempty"`
}

// kinds is how each kind of bundle is verified, and what stands before a room's id in its scope; "" for what is no
// room's.
var kinds = map[string]struct {
	verifier kindVerifier
	scope    string
}{
	KindBox:       {boxVerifier{}, ""},
	KindBattle:    {battleVerifier{}, "battle:"},
	KindRoll:      {rollVerifier{}, "roll:r"},
	KindUpgrade:   {upgradeVerifier{}, ""},
	KindRain:      {rainVerifier{}, "rain:"},
	KindLuckycard: {luckycardVerifier{}, "luckycard:"},
	KindWish:      {wishVerifier{}, "wish:"},
}

// RoomScope is what stands before the id of a room in the scopes of its kind; ok is false when the kind has no rooms.
func RoomScope(kind string) (prefix string, ok bool) {
	prefix = kinds[kind].scope
	return prefix, prefix != ""
}

// parts tells which of the parts that only one kind has are there, by the name of their field.
func (b *Bundle) parts() map[string]bool {
	list := map[string]bool{}
	v := reflect.ValueOf(b.Parts)
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		list[name] = !v.Field(i).IsNil()
	}
	return list
}
