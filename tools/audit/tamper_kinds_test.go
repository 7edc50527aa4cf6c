//go:build unix

package audit_test

import (
	"strconv"
	"strings"
	"time"

	"jadebox/actors/kinds/battle"
	"jadebox/actors/kinds/rain"
	"jadebox/actors/kinds/roll"
	"jadebox/actors/kinds/wish"
	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/actors/rewards/taskbox"
	"jadebox/actors/room"
	"jadebox/actors/shop/catalog"
	"jadebox/fairness"
	"jadebox/fairness/log"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/postgres"
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

// open is a room that is still open, as an op writes that leaves it as it is.
func (h *handTamper) open(id store.RoomID) *store.RoomWrite {
	h.Helper()
	e, err := postgres.Open(h.Context(), h.dsn, postgres.Options{})
	h.ok(err)
	defer e.Close()
	r, err := e.Room(h.Context(), id)
	h.ok(err)
	return &store.RoomWrite{Room: id, Kind: r.Kind, Epoch: r.Epoch, FromVersion: r.Version, FromStatus: r.Status,
		Status: r.Status, State: r.State, Deadline: r.Deadline}
}

// openOf is the open room of a kind.
func (h *handTamper) openOf(kind string) store.RoomID {
	h.Helper()
	return store.RoomID(value[int64](h, `SELECT id FROM room WHERE kind = $1 AND status = 1 LIMIT 1`, kind))
}

// inRoom forges an op in the open room of the kind that the op's kind begins with.
func inRoom(kind string, who store.PlayerID, change func(h *handTamper, id store.RoomID, op *store.Op)) func(
	h *handTamper) {
	return func(h *handTamper) {
		h.Helper()
		of, _, _ := strings.Cut(kind, ".")
		id := h.openOf(of)
		op := &store.Op{Player: who, Key: "forged", Kind: kind, Room: h.open(id)}
		change(h, id, op)
		h.forge(op)
	}
}

func dearItem(who store.PlayerID, from store.ItemSource) []store.NewItem {
	return []store.NewItem{{Owner: who, Def: 6, ValueCents: 1_000_000_000, Source: from}}
}

// byAnother gives an op in a room to another player, who has then paid for it.
func byAnother(kind string, taken func(rec *store.OpRecord) bool) func(h *handTamper) {
	return func(h *handTamper) {
		h.settled(kind, func(rec *store.OpRecord) bool {
			if !taken(rec) {
				return false
			}
			rec.Player = rec.Player%4 + 1
			for i, p := range rec.Postings {
				h.balance(p.Debit, p.AmountCents)
				rec.Postings[i].Debit = store.PlayerGems(rec.Player)
				h.balance(rec.Postings[i].Debit, -p.AmountCents)
			}
			return true
		})
	}
}

// whileForged lets the site go on for a while, between two changes of its tables of which the second undoes the first.
func whileForged(forge, undo string, play func(w *world)) func(h *handTamper) {
	return func(h *handTamper) {
		h.Helper()
		h.sql(forge)
		h.end = inWorldFrom(h.T, h.dsn, h.end.Add(time.Minute), play)
		h.sql(undo)
	}
}

// untilNow audits at the time at which the site was left.
func untilNow(o *audit.Options, h *handTamper) { o.Now = func() time.Time { return h.end } }

// fight plays a battle of two players to its end.
func fight(w *world, box store.BoxID, cents int64) {
	w.Helper()
	made, err := battle.Open(w.Context(), w.Engine, w.dir, battle.Create{Key: w.key("fight"), Host: 1,
		PriceCents: cents, Setup: battle.Setup{Boxes: []store.BoxID{box}, Seats: 2, Mode: protocol.ModeNormal}})
	w.ok(err)
	do[protocol.BattleSnapshot](w, battle.Kind, room.ID(made.ID), battle.Join{Key: w.key("fight"), Player: 2, Seat: -1,
		PriceCents: cents})
	w.untilFinal(made.ID, store.RoomSettled)
}

// otherTable publishes odds of a box that are not its own, and returns their hash.
func (h *handTamper) otherTable(box store.BoxID, version uint32) string {
	h.Helper()
	odds, err := fairness.NewOdds(int64(box), version, []fairness.OddsEntry{{Item: 6, Weight: 100e6,
		ValueCents: 20_000}})
	h.ok(err)
	h.forge(&store.Op{Key: log.KeyOdds.Of(odds.Hash()), Kind: catalog.KindPublish,
		Leaves: []store.LogLeaf{{Key: log.KeyOdds.Of(odds.Hash()), Data: odds.Canonical()}}})
	return odds.Hash()
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
	{name: "an entry of a roll that pays", want: audit.Prices, do: inRoom(roll.KindJoin, 4,
		func(_ *handTamper, _ store.RoomID, op *store.Op) {
			op.Postings = money(store.Bonus, store.PlayerGems(4), 1_000_000)
		})},
	{name: "a roll edited with the house's money", want: audit.Prices, do: inRoom(roll.KindEdit, 1,
		func(_ *handTamper, id store.RoomID, op *store.Op) {
			op.Postings = money(store.House, store.RoomEscrow(id), 1_000_000)
		})},
	{name: "a roll edited by somebody who takes its item", want: audit.Prices, do: inRoom(roll.KindEdit, 2,
		func(h *handTamper, id store.RoomID, op *store.Op) {
			holder := store.RoomHolder(id)
			op.Moves = []store.ItemMove{{Item: h.heldBy(holder, "true"), From: store.ItemPlace{Owner: holder},
				To: store.ItemPlace{Owner: 2}}}
		})},
	{name: "an open battle settled under another key", want: audit.Prices, do: inRoom(battle.KindSettle, 0,
		func(_ *handTamper, _ store.RoomID, op *store.Op) {
			op.Postings, op.NewItems = []store.Posting{toBonus(1_000_000)}, dearItem(2, store.FromBattle)
		})},
	{name: "a battle broken off that pays a bonus beside", want: audit.Prices, do: func(h *handTamper) {
		h.rewrite(h.opOf(battle.KindVoid, 0), func(rec *store.OpRecord) {
			h.sql(`INSERT INTO transfer VALUES ($1, $2, $3, 1, $4)`, rec.ID, store.Bonus,
				store.PlayerGems(2), len(rec.Postings))
			rec.Postings = append(rec.Postings, toBonus(1_000_000))
			h.balance(store.PlayerGems(2), 1_000_000)
		})
	}},
	{name: "a wish room broken off that makes an item", want: audit.Prices, do: inRoom(wish.KindVoid, 0,
		func(_ *handTamper, _ store.RoomID, op *store.Op) { op.NewItems = dearItem(2, store.FromWish) })},
	{name: "an entry of a battle that makes an item", want: audit.Prices, do: inRoom(battle.KindJoin, 2,
		func(_ *handTamper, id store.RoomID, op *store.Op) {
			op.Postings = money(store.PlayerGems(2), store.RoomEscrow(id), 620)
			op.NewItems = dearItem(2, store.FromBattle)
		})},
	{name: "a bottle that makes an item", want: audit.Prices, do: inRoom(wish.KindTake, 1,
		func(_ *handTamper, id store.RoomID, op *store.Op) {
			op.Postings = money(store.PlayerWishCards(1), store.RoomWishCards(id), 1)
			op.NewItems, op.Result = dearItem(1, store.FromWish), []byte(`{"numbers":[10]}`)
		})},
	{name: "an entry of a battle at the house's cost", want: audit.Prices, do: inRoom(battle.KindJoin, 2,
		func(h *handTamper, id store.RoomID, op *store.Op) {
			op.Postings = money(store.Bonus, store.RoomEscrow(id), 620)
			op.Moves, op.NewItems = []store.ItemMove{limits.Pass(2, h.lockOf(2))}, []store.NewItem{limits.NewLock(2)}
		})},
	{name: "an entry of a battle paid with another item than a battle card", want: audit.Prices, do: inRoom(
		battle.KindJoin, 2, func(h *handTamper, id store.RoomID, op *store.Op) {
			op.Postings = money(store.Bonus, store.RoomEscrow(id), 620)
			op.Moves = []store.ItemMove{{Item: h.heldBy(2, "def < 1000"), From: store.ItemPlace{Owner: 2},
				To: store.ItemPlace{Owner: store.RoomHolder(id)}}}
		})},
	{name: "a seat of a battle that another player has paid", want: audit.Results, do: byAnother(battle.KindJoin,
		func(rec *store.OpRecord) bool { return len(rec.Moves) == 0 })},
	{name: "bottles that another player has paid", want: audit.Results, do: byAnother(wish.KindTake,
		func(rec *store.OpRecord) bool { return rec.Postings[0].Debit == store.PlayerGems(rec.Player) })},
	{name: "a place in a roll that another player has taken", want: audit.Results, do: byAnother(roll.KindJoin,
		func(*store.OpRecord) bool { return true })},
	{name: "what a roll gives back to another than its host", want: audit.Results, do: func(h *handTamper) {
		h.settled(roll.KindSettle, func(rec *store.OpRecord) bool {
			for i, p := range rec.Postings {
				if p.Credit == store.PlayerGems(1) { // of three prizes one was left to the host
					rec.Postings[i].Credit = store.PlayerGems(4)
					h.balance(p.Credit, -p.AmountCents)
					h.balance(store.PlayerGems(4), p.AmountCents)
					return true
				}
			}
			return false
		})
	}},
	{name: "a battle by other odds than its box has", want: audit.Results, opt: untilNow, alone: true,
		do: whileForged(`CREATE TABLE kept AS SELECT * FROM box WHERE id = 1;
			UPDATE box SET defs = '{1}', weights = '{100000000}', odds_hash = '' WHERE id = 1`,
			`UPDATE box SET defs = k.defs, weights = k.weights, odds_hash = k.odds_hash FROM kept k WHERE box.id = k.id;
			DROP TABLE kept`, func(w *world) { fight(w, 1, boxCents) })},
	{name: "a battle of a box that was off sale", want: audit.Results, opt: untilNow, alone: true,
		do: whileForged(`UPDATE box SET enabled = true WHERE id = 5 AND version = 3`,
			`UPDATE box SET enabled = false WHERE id = 5 AND version = 3`,
			func(w *world) { fight(w, importedBox, 450) })},
	{name: "a season's box by other odds than its own", want: audit.Prices, do: func(h *handTamper) {
		hash := h.otherTable(4, 1)
		h.rewrite(h.opOf(player.KindOpenTokens, 0), func(rec *store.OpRecord) {
			o := readJSON[player.Opened](h, rec.Result)
			o.OddsHash = hash
			rec.Result = h.json(o)
		})
	}},
	{name: "a task's box by other odds than its own", want: audit.Prices, do: func(h *handTamper) {
		hash := h.otherTable(3, 1)
		h.rewrite(h.opOf(taskbox.KindClaim, 0), func(rec *store.OpRecord) {
			g := readJSON[player.Granted](h, rec.Result)
			g.Opened.OddsHash = hash
			rec.Result = h.json(g)
		})
	}},
	{name: "a rain of the day at none of its times", want: audit.Prices, do: func(h *handTamper) {
		h.forge(&store.Op{Key: "rain:daily:a1", Kind: rain.KindCreate,
			Postings: money(store.Bonus, store.RoomEscrow(9999), 100_000), Room: &store.RoomWrite{Room: 9999,
				Kind: rain.Kind, Epoch: 1, Status: store.RoomOpen, Deadline: h.end.Add(time.Hour)}})
	}},
}
