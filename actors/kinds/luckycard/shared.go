package luckycard

import (
	"slices"
	"strconv"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
	"jadebox/store"
)

// TurnedOf reads the card that lies face up at a place of a stored room, for any caller that has its address;
// CodeNotFound when none does.
func TurnedOf(rec store.Room, place string) (protocol.LuckycardFlip, error) {
	r, err := decode(rec.State)
	if err != nil {
		return protocol.LuckycardFlip{}, err
	}
	at, err := strconv.Atoi(place)
	i := slices.IndexFunc(r.Flips, func(t Turned) bool { return t.Place == at })
	if err != nil || i < 0 || strconv.Itoa(at) != place {
		return protocol.LuckycardFlip{}, apierr.New(protocol.CodeNotFound)
	}
	return r.flip(i), nil
}
