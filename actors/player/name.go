package player

import (
	"encoding/json"
	"errors"
	"time"

	"jadebox/actors/runtime/durable"
	"jadebox/actors/runtime/publish"
	"jadebox/store"
)

// KindName is the op by which a player changes the public name. It moves nothing; the journal keeps who was called what
// since when, and the outbox tells those who count by name (publish.OutboxName).
const KindName = "player.name"

// NameStays is how long a public name stays before the player may change it again.
const NameStays = 30 * 24 * time.Hour

// Named is the result of an op of KindName.
type Named struct {
	Name string `json:"name"`
}

// Rename is the op by which a player, as the store has it, takes a name at a time, and the change that it comes with
// (store.Players.SetName).
func Rename(p *store.Player, key, name string, at time.Time) (store.NameChange, *store.Op, error) {
	result, err := json.Marshal(Named{name})
	event, eventErr := publish.RenamedEvent(publish.Renamed{Was: p.Name, Is: name})
	return store.NameChange{Name: name, Before: at.Add(-NameStays)},
		&store.Op{Player: p.ID, Key: key, Kind: KindName, Request: durable.Request(KindName, name), At: at,
			Result: result, Events: []store.NewEvent{event}}, errors.Join(err, eventErr)
}
