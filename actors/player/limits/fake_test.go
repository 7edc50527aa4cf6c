package limits_test

import (
	"context"
	"errors"
	"slices"
	"time"

	"jadebox/store"
)

// fakeRooms has rooms and no ops.
type fakeRooms map[store.RoomID]store.Room

func (f fakeRooms) Room(_ context.Context, id store.RoomID) (store.Room, error) { return f[id], nil }

func (f fakeRooms) Ops(context.Context, store.OpQuery) ([]store.OpRecord, int, error) {
	return nil, 0, nil
}

func (f fakeRooms) SumOps(_ context.Context, q store.SumQuery) ([]int64, error) {
	return make([]int64, q.Width), nil
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

// fakeOps has ops and no rooms, and counts which are read.
type fakeOps struct {
	list []store.OpRecord
	read map[string]int // by kind
}

func (f *fakeOps) add(at time.Time) { f.addKind("", at) }

func (f *fakeOps) addKind(kind string, at time.Time) store.OpID {
	id := store.OpID(len(f.list) + 1)
	f.list = append(f.list, store.OpRecord{ID: id, Op: store.Op{Player: 1, Kind: kind, At: at}})
	return id
}

func (f *fakeOps) Room(context.Context, store.RoomID) (store.Room, error) {
	return store.Room{}, errors.New("no rooms")
}

func (f *fakeOps) Ops(_ context.Context, q store.OpQuery) ([]store.OpRecord, int, error) {
	var found []store.OpRecord
	for _, op := range f.list {
		if !op.At.Before(q.Page.Since) && op.Place().Compare(q.Before) < 0 &&
			(len(q.Kinds) == 0 || slices.Contains(q.Kinds, op.Kind)) && !slices.Contains(q.Except, op.Kind) {
			found = append(found, op)
		}
	}
	slices.SortFunc(found, func(x, y store.OpRecord) int { return y.Place().Compare(x.Place()) })
	found = found[:min(q.Page.Limit, len(found))]
	for _, op := range found {
		if f.read != nil {
			f.read[op.Kind]++
		}
	}
	return found, 0, nil
}

func (f *fakeOps) SumOps(_ context.Context, q store.SumQuery) ([]int64, error) {
	sums := make([]int64, q.Width)
	for i := range f.list {
		if op := &f.list[i]; slices.Contains(q.Kinds, op.Kind) && !op.At.Before(q.Since) && op.At.Before(q.Until) {
			if err := q.Add(op, sums); err != nil {
				return nil, err
			}
		}
	}
	return sums, nil
}
