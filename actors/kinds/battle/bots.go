package battle

import (
	"fmt"

	"jadebox/store"
)

// botIDs is where the ids of seated bots begin: above every player's, below 2^53. They have no account: a bot holds no
// balance and what it wins is burnt (docs/rules.md, "Battles").
const botIDs = 1 << 48

var botNames = [...]string{"Jade Ox", "Amber Fox", "Onyx Crane", "Opal Tiger", "Coral Koi", "Ivory Owl", "Topaz Lynx",
	"Agate Wolf"}

// bot is the house's player on a seat. Everything about it follows from room and seat, so that it cannot be chosen
// late; its user seed is public before the key's beacon is.
func bot(room store.RoomID, seat int) Seat {
	n := (int(room%int64Len) + seat) % len(botNames)
	return Seat{Player: store.PlayerID(botIDs + seat + 1), Name: botNames[n],
		Avatar: fmt.Sprintf("/art/avatars/%02d.svg", n+1), Bot: true,
		UserSeed: fmt.Sprintf("bot%d", seat)}
}

const int64Len = store.RoomID(len(botNames))
