package wish

import (
	"fmt"
	"io"
	"time"

	"github.com/tinylib/msgp/msgp"

	"jadebox/actors/player"
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
	return append(r.lobbyNotices(), r.credited()...)
}

func (kind) Answer(r Record, cmd any, rec store.Receipt, at room.Moment) (any, error) {
	switch cmd.(type) {
	case Create, createPrepared:
		return room.ResultOf[Created](rec)
	case Take, takePrepared:
		done, err := room.ResultOf[result](rec)
		if err != nil {
			return nil, err
		}
		owners := r.owners()
		t := Taken{Room: r.view(at), Bottles: []protocol.WishBottle{}}
		for _, n := range done.Numbers {
			if n < 1 || int(n) > r.Bottles || owners[n-1] < 0 {
				return nil, fmt.Errorf("wish: the record of room %d lacks bottle %d: %w", r.Room, n, room.ErrBehind)
			}
			t.Bottles = append(t.Bottles, r.Takes[owners[n-1]].bottle(n))
		}
		return t, nil
	}
	return nil, nil
}

func (kind) Query(r Record, msg any, at room.Moment) (any, bool, error) {
	return room.Shown[View](msg, r.hidden(), func() protocol.WishSnapshot { return r.view(at) })
}

func (kind) Snapshot(r Record, _ room.SnapshotRequest, at room.Moment) (uint16, msgp.Marshaler, error) {
	return room.Snapshot(protocol.EventWishSnapshot, r.hidden(),
		func() protocol.WishSnapshot { return r.view(at) })
}

func (kind) Watched(count int) event {
	return room.Spectators[Record](protocol.EventWishSpectators, &protocol.WishSpectators{Count: int32(count)})
}

// Prepare reads what the pure rules cannot read themselves.
func (k kind) Prepare(r Record, cmd any, now time.Time, then func(any, error)) {
	switch c := cmd.(type) {
	case Create:
		key, err := fairness.NewKey(k.Rand)
		then(createPrepared{c, key}, err)
	case Take:
		picked, err := k.pick(r, c)
		if err != nil {
			then(c, err)
			return
		}
		k.Profile(c.Player, func(who player.Profile, err error) { then(takePrepared{c, who, picked}, err) })
	case room.Tick:
		then(k.AtTick(r.Awaited, r.State, r.State == store.RoomOpen && r.full(), now))
	case room.Void:
		then(c, nil)
	default:
		then(nil, apierr.New(protocol.CodeUnsupported))
	}
}

// pick draws a quick pick without putting back. It decides nothing but who gets which number: the draw is the beacon's.
func (k kind) pick(r Record, c Take) ([]int32, error) {
	if len(c.Bottles) > 0 || c.Count < 1 || c.Count > r.Bottles {
		return nil, nil
	}
	free := r.free()
	n := min(c.Count, len(free))
	var random [4 * fairness.WishBottlesMax]byte
	if _, err := io.ReadFull(k.Rand, random[:4*n]); err != nil {
		return nil, fmt.Errorf("wish: quick pick: %w", err)
	}
	for i := range n {
		// The bias of a modulus is below 2^-24 for so few bottles, and nothing hangs on it.
		v := uint32(random[4*i]) | uint32(random[4*i+1])<<8 | uint32(random[4*i+2])<<16 | uint32(random[4*i+3])<<24
		j := i + int(v%uint32(len(free)-i))
		free[i], free[j] = free[j], free[i]
	}
	return free[:n:n], nil
}
