package limits_test

import (
	"context"
	"errors"
	"time"

	"jadebox/store"
)

// fakeRooms has rooms and no ops.
type fakeRooms map[store.RoomID]store.Room

func (f fakeRooms) Room(_ context.Context, id store.RoomID) (store.Room, error) { return f[id], nil }

func (f fakeRooms) Ops(context.Context, store.OpQuery) ([]store.OpRecord, int, error) {
	return nil, 0, nil
}

// askedRooms has ops, and rooms that are all open, and counts which are asked.
type askedRooms struct {
	*fakeOps
	asked map[store.RoomID]int
}

func (a *askedRooms) Room(_ context.Context, id store.RoomID) (store.Room, error) {
	a.asked[id]++
	return store.Room{Status: store.RoomOpen}, nil
}

// fakeOps has ops and no rooms.
type fakeOps struct{ list []store.OpRecord }

func (f *fakeOps) add(at time.Time) {
	f.list = append(f.list, store.OpRecord{ID: store.OpID(len(f.list) + 1), Op: store.Op{Player: 1, At: at}})
}

func (f *fakeOps) Room(context.Context, store.RoomID) (store.Room, error) {
	return store.Room{}, errors.New("no rooms")
}

func (f *fakeOps) Ops(_ context.Context, q store.OpQuery) ([]store.OpRecord, int, error) {
	var found []store.OpRecord
	for i := len(f.list) - 1; i >= 0; i-- {
		if op := f.list[i]; !op.At.Before(q.Page.Since) && op.Place().Compare(q.Before) < 0 {
			found = append(found, op)
		}
	}
	return found[:min(q.Page.Limit, len(found))], 0, nil
}
