package audit

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"maps"
	"math/bits"
	"slices"
	"time"

	"jadebox/actors/kinds"
	"jadebox/actors/lists/statement"
	"jadebox/store"
)

// others are, by player, the sums of hashes over the ops that changed what the player owns and were not the player's
// own: once as the journal has them, less those in the tables. What is missing, strange or there twice leaves a rest;
// memory is that of the players, however many ops there are.
type others map[store.PlayerID][2]uint64

// add counts an op once (n 1), or takes it away (n -1).
func (o others) add(who store.PlayerID, kind string, op store.OpID, at time.Time, n int) {
	b := binary.BigEndian.AppendUint64(make([]byte, 0, 16+len(kind)), uint64(op))
	b = binary.BigEndian.AppendUint64(b, uint64(at.UnixMicro()))
	h := sha256.Sum256(append(b, kind...))
	high, low := binary.BigEndian.Uint64(h[:8]), binary.BigEndian.Uint64(h[8:16])
	sum := o[who]
	var carry uint64
	if n > 0 {
		sum[1], carry = bits.Add64(sum[1], low, 0)
		sum[0], _ = bits.Add64(sum[0], high, carry)
	} else {
		sum[1], carry = bits.Sub64(sum[1], low, 0)
		sum[0], _ = bits.Sub64(sum[0], high, carry)
	}
	if sum == [2]uint64{} {
		delete(o, who)
		return
	}
	o[who] = sum
}

// named reports whether an op of a kind stands on statements.
func named(kind string) bool { return statementNames.Of(kind) != "" }

var statementNames = statement.NamesOf(kinds.All)

// statement notes on whose statements an op must stand besides that of its own player.
func (c *replay) statement(e *store.JournalEntry) {
	if c.opt.Named != nil && !c.opt.Named(e.Kind) && statement.Moves(&e.Op) {
		c.report.violate(Statement, "op %d of kind %q changes the balance of a player and stands on no statement", e.ID,
			e.Kind)
	}
	for _, who := range e.Op.Others() {
		c.others.add(who, e.Kind, e.ID, e.At, 1)
	}
}

// statements compares that with the tables.
func (c *replay) statements(ctx context.Context, view store.Snapshot) error {
	err := view.Others(ctx, func(who store.PlayerID, kind string, op store.OpID, at time.Time) error {
		c.others.add(who, kind, op, at, -1)
		return nil
	})
	for _, who := range slices.Sorted(maps.Keys(c.others)) {
		c.report.violate(Statement,
			"the statement of player %d lacks an op of the journal, or holds one that is not in it", who)
	}
	return err
}
