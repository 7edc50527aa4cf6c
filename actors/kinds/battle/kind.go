package battle

import (
	"crypto/subtle"
	"slices"
	"time"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/player"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/store"
)

// kind joins rules, preparation and views to a room.Kind.
type kind struct{ room.Deps }

var _ room.Kind[Record] = kind{}

func (kind) Name() string                 { return Kind }
func (kind) Empty(id store.RoomID) Record { return Record{Room: id} }
func (kind) Decode(_ store.RoomID, state []byte) (Record, error) {
	return decode(state)
}
func (kind) FinalKey(r Record) string {
	if r.status == store.RoomSettled {
		return room.HouseKey(Kind, r.Room, "settle")
	}
	return ""
}

func (kind) Resume(r Record, now time.Time) Record {
	return r.asOf(now)
}

func (kind) Bind(r Record, rec store.Receipt) Record {
	if r.status == store.RoomSettled {
		r.settleOp = rec.Op
	}
	return r
}

func (kind) Answer(r Record, cmd any, rec store.Receipt, at room.Moment) (any, error) {
	switch cmd.(type) {
	case Create, createPrepared: // a repeated key answers with the room it made the first time
		return room.ResultOf[Created](rec)
	}
	return room.ToActor(cmd, r.Room, func(who store.PlayerID) any { return r.view(who, at) }), nil
}

func (kind) Query(r Record, msg any, at room.Moment) (any, bool, error) {
	switch m := msg.(type) {
	case View:
		return room.Seen(r.admits(m.Viewer, m.Code), func() protocol.BattleSnapshot { return r.view(m.Viewer, at) })
	case SetupOf:
		return room.Seen(r.admits(m.Viewer, m.Code), r.setup)
	default:
		return nil, false, nil
	}
}

func (kind) Snapshot(r Record, req room.SnapshotRequest, at room.Moment) (uint16, msgp.Marshaler, error) {
	return room.Snapshot(protocol.EventBattleSnapshot, r.admits(req.Viewer, req.Code),
		func() protocol.BattleSnapshot { return r.view(req.Viewer, at) })
}

func (kind) Announce(r Record, now time.Time) []room.Notice {
	if r.status.Final() {
		return r.gone()
	}
	return r.listed()
}

func (kind) Watched(count int) event {
	return room.Spectators[Record](protocol.EventBattleSpectators, &protocol.BattleSpectators{Count: int32(count)})
}

// Prepare reads what the pure rules cannot read themselves.
func (k kind) Prepare(r Record, cmd any, now time.Time, then func(any, error)) {
	switch c := cmd.(type) {
	case Create:
		k.prepareCreate(c, then)
	case Join:
		if err := k.onSale(r); err != nil && r.seatOf(c.Player) < 0 { // a player with a seat is answered as before
			then(c, err)
			return
		}
		k.entrant(c.Player, c.Voucher, func(p player.Profile, worth int64, err error) {
			then(joinPrepared{c, p, worth},
				err)
		})
	case room.Tick:
		then(k.AtTick(r.Awaited, r.status, r.status == store.RoomOpen && r.full(), now))
	case AddBots:
		then(cmd, k.onSale(r))
	case Leave, room.Void:
		then(cmd, nil)
	default:
		then(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// onSale refuses more seats of a room that waits when one of its boxes has gone off sale since: each seat buys them.
// A seated player may leave, and the room ends when its time is over. A full room plays as it is committed to.
func (k kind) onSale(r Record) error {
	if r.status != store.RoomOpen || r.full() {
		return nil
	}
	for _, t := range r.Tables {
		if box, known := k.Catalog.Box(t.Box); known && !box.Enabled {
			return apierr.New(protocol.CodeBoxDisabled)
		}
	}
	return nil
}

// entrant reads the player who takes a seat, and what the voucher is worth that is to pay.
func (k kind) entrant(id store.PlayerID, voucher store.ItemID, then func(player.Profile, int64, error)) {
	k.Profile(id, func(p player.Profile, err error) {
		if err != nil || voucher == 0 {
			then(p, 0, err)
			return
		}
		k.Directory.Post(player.Kind, player.ID(id), player.EntryVoucher{Voucher: voucher}, func(v any, err error) {
			worth, _ := v.(int64)
			then(p, worth, err)
		})
	})
}

func (k kind) prepareCreate(c Create, then func(any, error)) {
	f := createPrepared{Create: c}
	if err := validSetup(c.Setup); err != nil {
		then(c, err)
		return
	}
	for _, id := range c.Setup.Boxes {
		box, ok := k.Catalog.Box(id)
		switch {
		case !ok:
			then(c, apierr.New(protocol.CodeBoxUnknown))
			return
		case !box.Enabled:
			then(c, apierr.New(protocol.CodeBoxDisabled))
			return
		}
		i := slices.IndexFunc(f.tables, func(t Table) bool { return t.Box == id })
		if i < 0 {
			i = len(f.tables)
			f.tables = append(f.tables, tableOf(box))
		}
		f.rounds = append(f.rounds, i)
	}
	if err := k.secrets(&f); err != nil {
		then(c, err)
		return
	}
	k.entrant(c.Host, c.Voucher, func(p player.Profile, worth int64, err error) {
		f.host, f.worth = p, worth
		then(f, err)
	})
}

func tableOf(b *catalog.Box) Table {
	t := Table{Box: b.ID, Version: b.Version, PriceCents: b.PriceCents, OddsHash: b.Odds.Hash()}
	for i := range b.Odds.Len() {
		t.Entries = append(t.Entries, b.Odds.Entry(i))
	}
	return t
}

func sameCode(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
