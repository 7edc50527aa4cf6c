//go:build unix

package audit_test

import (
	"strconv"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/store"
	"jadebox/tools/audit"
)

// heldBy is the first item of a definition that a player has.
func (h *handTamper) heldBy(who store.PlayerID, where string) store.ItemID {
	h.Helper()
	return store.ItemID(value[int64](h, `SELECT id FROM item WHERE owner = $1 AND status = 0 AND `+where+
		` ORDER BY id LIMIT 1`, who))
}

// lockOf is the lock that a player holds.
func (h *handTamper) lockOf(who store.PlayerID) store.ItemID {
	h.Helper()
	return store.ItemID(value[int64](h, `SELECT id FROM item WHERE owner = $1 AND status = 0 AND def = $2`, who,
		limits.Lock))
}

// ofForged are ops of kinds that there are, forged with a place in the journal and all hashes, as the site makes them.
var ofForged = []tampering{
	{name: "an item of another player's taken in the place of a lock", want: audit.Prices, do: func(h *handTamper) {
		h.forge(&store.Op{Player: 2, Key: "named", Kind: player.KindName,
			Moves: []store.ItemMove{{Item: h.heldBy(3, "def < 1000"), From: store.ItemPlace{Owner: 3},
				To: store.ItemPlace{Owner: 2}}}, NewItems: []store.NewItem{limits.NewLock(2)}})
	}},
	{name: "a lock that is worth something", want: audit.Prices, do: func(h *handTamper) {
		lock := limits.NewLock(2)
		lock.ValueCents = 1_000_000_000
		h.forge(&store.Op{Player: 2, Key: "named", Kind: player.KindName,
			Moves: []store.ItemMove{limits.Pass(2, h.lockOf(2))}, NewItems: []store.NewItem{lock}})
	}},
	{name: "a second lock of a player's", want: audit.Prices, do: func(h *handTamper) {
		h.forge(&store.Op{Player: 2, Key: "begun", Kind: limits.KindBegin,
			NewItems: []store.NewItem{limits.NewLock(2)}})
	}},
	{name: "an upgrade that stakes a prize card", want: audit.Prices, do: func(h *handTamper) {
		h.rewrite(h.opOf(player.KindUpgrade, 0), func(rec *store.OpRecord) {
			u := readJSON[player.Upgraded](h, rec.Result)
			id := h.heldBy(2, "def > 1073741824")
			h.sql(`UPDATE item SET value = $2, status = $3 WHERE id = $1`, id, u.Items[0].ValueCents,
				int16(store.ItemUpgraded))
			h.sql(`UPDATE item SET status = 0 WHERE id = $1`, rec.Moves[0].Item)
			u.Items[0].ID = strconv.FormatInt(int64(id), 10)
			u.Items[0].Def = value[int64](h, `SELECT def::bigint FROM item WHERE id = $1`, id)
			rec.Result, rec.Moves[0].Item = h.json(u), id
		})
	}},
}
