package roll

import (
	"encoding/base32"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/player"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/room"
	"jadebox/actors/runtime/apierr"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// kind joins rules, preparation and views to a room.Kind.
type kind struct {
	room.Deps
	room.Plain[Record]
}

var _ room.Kind[Record] = kind{}

func (kind) Name() string                                        { return Kind }
func (kind) Empty(id store.RoomID) Record                        { return Record{Room: id} }
func (kind) Decode(_ store.RoomID, state []byte) (Record, error) { return decode(state) }
func (kind) Announce(r Record, _ time.Time) []room.Notice {
	if r.status.Final() {
		return r.settledNotices()
	}
	return r.lobbyNotices()
}

func (kind) Answer(r Record, cmd any, rec store.Receipt, at room.Moment) (any, error) {
	switch c := cmd.(type) {
	case Create, createPrepared: // a repeated key answers with the room it made the first time
		return room.ResultOf[Created](rec)
	case passwordsPrepared:
		if rec.Replayed {
			return Passwords{}, nil // these were never kept
		}
		return Passwords{c.list}, nil
	case MakePasswords:
		return Passwords{}, nil
	}
	return room.ToActor(cmd, r.Room, func(who store.PlayerID) any { return r.view(who, at) }), nil
}

func (kind) Query(r Record, msg any, at room.Moment) (any, bool, error) {
	switch m := msg.(type) {
	case View:
		return room.Seen(r.admits(m.Viewer, m.Token), func() protocol.RollSnapshot { return r.view(m.Viewer, at) })
	case Roster:
		return room.Seen(r.admits(m.Viewer, ""),
			func() RosterPage { return RosterPage{r.latest(m.Offset, m.Limit), len(r.entrants)} })
	case SetupOf:
		if r.status == 0 || r.Host == 0 || m.Viewer != r.Host {
			return nil, true, ErrGone
		}
		return r.setup(), true, nil
	default:
		return nil, false, nil
	}
}

func (kind) Snapshot(r Record, req room.SnapshotRequest, at room.Moment) (uint16, msgp.Marshaler, error) {
	return room.Snapshot(protocol.EventRollSnapshot, r.admits(req.Viewer, req.Code),
		func() protocol.RollSnapshot { return r.view(req.Viewer, at) })
}

func (kind) Watched(count int) event {
	return room.Spectators[Record](protocol.EventRollSpectators, &protocol.RollSpectators{Count: int32(count)})
}

// Prepare reads what the pure rules cannot read themselves.
func (k kind) Prepare(r Record, cmd any, now time.Time, then func(any, error)) {
	switch c := cmd.(type) {
	case Create:
		k.prepareCreate(c, then)
	case Edit:
		k.prepareEdit(r, c, then)
	case MakePasswords:
		if c.Count < 1 || c.Count > protocol.RollPasswordsMax {
			then(c, badSetup("count", fmt.Sprint("1 to ", protocol.RollPasswordsMax)))
			return
		}
		list, err := newPasswords(k.Rand, c.Count)
		then(passwordsPrepared{c, list}, err)
	case Join:
		k.prepareJoin(r, c, then)
	case room.Tick:
		then(k.AtTick(r.Awaited, r.status, r.ripe(now), now))
	case Publish, Cancel, room.Void:
		then(cmd, nil)
	default:
		then(nil, apierr.New(protocol.CodeUnsupported))
	}
}

func (k kind) prepareCreate(c Create, then func(any, error)) {
	if !countable(c.Setup.Tasks) {
		then(c, badSetup("tasks", "one that nothing counts"))
		return
	}
	f := createPrepared{Create: c, salt: make([]byte, 16)}
	var err error
	if f.key, err = fairness.NewKey(k.Rand); err == nil {
		f.token, err = newToken(k.Rand)
	}
	if err == nil {
		_, err = io.ReadFull(k.Rand, f.salt)
	}
	if err != nil {
		then(c, fmt.Errorf("roll: secrets: %w", err))
		return
	}
	if c.Host == 0 {
		f.prizes = c.Setup.prizes(nil)
		then(f, nil)
		return
	}
	k.ask(player.Kind, player.ID(c.Host), player.GetProfile{}, then, func(v any) {
		f.host, _ = v.(player.Profile)
		k.own(c.Host, c.Setup.Items, then, func(items []store.Item) {
			f.items, f.prizes = items, c.Setup.prizes(items)
			then(f, nil)
		})
	})
}

// countable refuses requirements that no player can meet.
func countable(tasks []protocol.RollTask) bool {
	return !slices.ContainsFunc(tasks, func(t protocol.RollTask) bool { return !progress.Countable(t.Kind) })
}

// newToken is the overlay's: 128 bits in letters and digits.
func newToken(rand io.Reader) (string, error) {
	var b [16]byte
	_, err := io.ReadFull(rand, b[:])
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b[:]), err
}

// prepareEdit asks for the items that the room does not hold yet.
func (k kind) prepareEdit(r Record, c Edit, then func(any, error)) {
	held := map[store.ItemID]store.Item{}
	for _, p := range r.Prizes {
		if p.Item != 0 {
			held[p.Item] = store.Item{ID: p.Item, Def: p.Def, ValueCents: p.ValueCents}
		}
	}
	var fresh []store.ItemID
	for _, id := range c.Setup.Items {
		if _, known := held[id]; !known {
			fresh = append(fresh, id)
		}
	}
	if !countable(c.Setup.Tasks) {
		then(c, badSetup("tasks", "one that nothing counts"))
		return
	}
	if r.Host != c.Host || len(fresh) > protocol.RollPrizesMax {
		then(editPrepared{Edit: c}, nil) // the rules say why not
		return
	}
	k.own(c.Host, fresh, then, func(items []store.Item) {
		for _, it := range items {
			held[it.ID] = it
		}
		whole := make([]store.Item, len(c.Setup.Items))
		for i, id := range c.Setup.Items {
			whole[i] = held[id]
		}
		then(editPrepared{c, whole, c.Setup.prizes(whole)}, nil)
	})
}

func (k kind) prepareJoin(r Record, c Join, then func(any, error)) {
	k.ask(player.Kind, player.ID(c.Player), player.GetProfile{}, then, func(v any) {
		e := joinPrepared{Join: c}
		e.who, _ = v.(player.Profile)
		if len(r.Tasks) == 0 || r.PublishedMS == 0 {
			then(e, nil)
			return
		}
		count := progress.Count{Player: c.Player, Since: time.UnixMilli(r.PublishedMS)}
		for _, t := range r.Tasks {
			count.Tasks = append(count.Tasks, t.Kind)
		}
		k.ask(progress.Kind, strconv.FormatInt(int64(c.Player), 10), count, then, func(v any) {
			e.done, _ = v.([]int64)
			then(e, nil)
		})
	})
}

// own reads the host's items; none need no question.
func (k kind) own(host store.PlayerID, ids []store.ItemID, then func(any, error), with func([]store.Item)) {
	switch {
	case len(ids) == 0:
		with(nil)
	case len(ids) > protocol.RollPrizesMax:
		then(nil, badSetup("items", fmt.Sprint("at most ", protocol.RollPrizesMax)))
	default:
		k.ask(player.Kind, player.ID(host), player.Own{Items: ids}, then, func(v any) {
			items, _ := v.([]store.Item)
			with(items)
		})
	}
}

// ask gives the answer to with, or a refusal to then.
func (k kind) ask(kind, id string, msg any, then func(any, error), with func(any)) {
	k.Directory.Post(kind, id, msg, func(v any, err error) {
		if err != nil {
			then(nil, err)
			return
		}
		with(v)
	})
}
