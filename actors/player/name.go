package player

import (
	"encoding/json"
	"time"

	"jadebox/store"
)

// KindName is the op by which a player changes the public name. It moves nothing; the journal keeps who was called what
// since when.
const KindName = "player.name"

// NameStays is how long a public name stays before the player may change it again.
const NameStays = 30 * 24 * time.Hour

// Named is the result of an op of KindName.
type Named struct {
	Name string `json:"name"`
}

// Rename is the op by which a player takes a name at a time, and the change that it comes with (store.Players.SetName).
func Rename(id store.PlayerID, key, name string, at time.Time) (store.NameChange, *store.Op, error) {
	result, err := json.Marshal(Named{name})
	return store.NameChange{Name: name, Before: at.Add(-NameStays)},
		&store.Op{Player: id, Key: key, Kind: KindName, Request: request(KindName, name), At: at, Result: result}, err
}
