package publish

import (
	"fmt"
	"strconv"

	"jadebox/protocol"
	"jadebox/store"
)

// OutboxDrop is the outbox type of drops. Its body is a protocol.Drop. One that has no result id of its own has none
// there: the op's id is not known when the op is made, DropID gives it afterwards.
const OutboxDrop = "drop"

// luckyPPM and luckyTimes make a drop lucky: rarer than 1 in 100, or worth three times the stake.
const (
	luckyPPM   = 10_000
	luckyTimes = 3
)

// Lucky reports whether a drop is shown among the lucky ones. What had no stake is lucky only when it is rare.
func Lucky(oddsPPM int32, valueCents, stakeCents int64) bool {
	return oddsPPM <= luckyPPM || stakeCents > 0 && valueCents >= luckyTimes*stakeCents
}

// OutboxEvent is the drop as an op carries it. One whose AtMS lies ahead is shown then: a draw that is still on
// screens.
func OutboxEvent(d protocol.Drop) store.NewEvent {
	return store.NewEvent{Type: OutboxDrop, Body: encode(&d)}
}

// ReadDrop turns an outbox event into the drop that is shown.
func ReadDrop(e store.Event) (protocol.Drop, error) {
	var d protocol.Drop
	if err := decode(e.Body, &d); err != nil {
		return d, fmt.Errorf("publish: drop %d of op %d is damaged: %w", e.Index, e.Op, err)
	}
	if d.ID == "" {
		d.ID = DropID(e.Op, e.Index)
	}
	return d, nil
}

// DropID is the id of the i-th result of an opening.
func DropID(op store.OpID, i int) string {
	return strconv.FormatInt(int64(op), 10) + "-" + strconv.Itoa(i)
}
