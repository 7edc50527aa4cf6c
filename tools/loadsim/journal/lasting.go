package journal

import (
	"bytes"
	"encoding/json"
	"slices"
)

// passing are the fields of answers that tell of now and not of the operation, by op: everything else must be the same
// for ever under the same key. Two fields are so in every answer: room is the room as it is now, and repeated says
// whether the same was asked before.
var passing = Answers{
	"box.open":      {"balanceCents", "bagCount", "next"},
	"item.sell":     {"balanceCents", "bagCount"},
	"item.trade":    {"balanceCents", "bagCount"},
	"item.retrieve": {"bagCount"},
	"mall.buy":      {"balanceCents", "bagCount"},
	"pay.withdraw":  {"otherBalance", "otherBalanceCents"},
	"upgrade.play":  {"balanceCents", "bagCount", "next"},
}

// Lasting is the part of an answer that the same key must give again, in canonical form (sorted keys, numbers
// verbatim).
func Lasting(op string, answer json.RawMessage) json.RawMessage {
	var fields map[string]any
	d := json.NewDecoder(bytes.NewReader(answer))
	d.UseNumber()
	if d.Decode(&fields) != nil {
		return answer
	}
	delete(fields, "room")
	delete(fields, "repeated")
	if slices.Equal(passing[op], asNow) {
		card, _ := fields["card"].(map[string]any)
		fields = map[string]any{"room": card["id"]}
	}
	for _, name := range passing[op] {
		delete(fields, name)
	}
	b, err := json.Marshal(fields)
	if err != nil {
		return answer
	}
	return b
}
