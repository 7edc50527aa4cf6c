package publish

import (
	"fmt"

	"jadebox/protocol"
	"jadebox/store"
)

// OutboxUpgrade is the outbox type of finished upgrades, won and lost. Its body is a protocol.UpgradeDone without ID.
const OutboxUpgrade = "upgrade"

// UpgradeEvent is the upgrade as its op carries it.
func UpgradeEvent(u protocol.UpgradeDone) store.NewEvent {
	return store.NewEvent{Type: OutboxUpgrade, Body: encode(&u)}
}

// ReadUpgrade turns an outbox event into the upgrade that is shown. An op has one, whose result id is that of a first
// draw.
func ReadUpgrade(e store.Event) (protocol.UpgradeDone, error) {
	var u protocol.UpgradeDone
	if err := decode(e.Body, &u); err != nil {
		return u, fmt.Errorf("publish: upgrade of op %d is damaged: %w", e.Op, err)
	}
	u.ID = DropID(e.Op, 0)
	return u, nil
}
