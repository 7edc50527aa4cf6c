package battle

import (
	"fmt"

	"jadebox/fairness"
	"jadebox/store"
)

var botNames = [...]string{"Jade Ox", "Amber Fox", "Onyx Crane", "Opal Tiger", "Coral Koi", "Ivory Owl", "Topaz Lynx",
	"Agate Wolf"}

// bot is the house's player on a seat. It has no account: it holds no balance, and what it wins is burnt
// (docs/rules.md, "Battles"). Everything about it follows from room and seat, so that it cannot be chosen late.
func bot(room store.RoomID, seat int) Seat {
	n := (int(room%int64Len) + seat) % len(botNames)
	return Seat{Player: store.PlayerID(fairness.BotIDs + seat + 1), Name: botNames[n],
		Avatar: fmt.Sprintf("/art/avatars/%02d.svg", n+1), Bot: true,
		UserSeed: fairness.BotSeed(seat)}
}

const int64Len = store.RoomID(len(botNames))
