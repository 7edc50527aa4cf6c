// Package kinds is the list of the kinds of rooms. Everything that works for all of them reads it.
package kinds

import (
	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/luckycard"
	"jadebox/actors/kinds/rain"
	"jadebox/actors/kinds/roll"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/room"
)

// All is one line for each kind.
var All = room.Specs{
	battle.Spec,
	roll.Spec,
	rain.Spec,
	luckycard.Spec,
	wish.Spec,
}
