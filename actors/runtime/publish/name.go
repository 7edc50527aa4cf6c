package publish

import (
	"encoding/json"
	"fmt"

	"jadebox/store"
)

// OutboxName is the outbox type of public names that were changed. Its body is a Renamed, as JSON.
const OutboxName = "name"

// Renamed is a change of a public name: both names are one player's for good. That of before may be what the player
// logs in by (docs/reliability-security.md, "Security rules"), so that followers do not publish it.
type Renamed struct {
	Was string `json:"was"`
	Is  string `json:"is"`
}

// RenamedEvent is the change as its op carries it.
func RenamedEvent(r Renamed) (store.NewEvent, error) {
	body, err := json.Marshal(r)
	return store.NewEvent{Type: OutboxName, Body: body}, err
}

// ReadRenamed turns an outbox event into the change. An error says that the event is damaged.
func ReadRenamed(e store.Event) (Renamed, error) {
	var r Renamed
	if err := json.Unmarshal(e.Body, &r); err != nil {
		return r, fmt.Errorf("publish: change of name of op %d is damaged: %w", e.Op, err)
	}
	return r, nil
}
