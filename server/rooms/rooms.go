// Package rooms lists what the kinds of rooms show over HTTP: a line a kind, as actors/kinds lists the kinds
// themselves.
package rooms

import (
	"jadebox/server/httpapi/call"
	"jadebox/server/rooms/battle"
	"jadebox/server/rooms/luckycard"
	"jadebox/server/rooms/rain"
	"jadebox/server/rooms/roll"
	"jadebox/server/rooms/wish"
)

// All are the kinds.
var All = call.RoomKinds{battle.Edge, roll.Edge, rain.Edge, luckycard.Edge, wish.Edge}
