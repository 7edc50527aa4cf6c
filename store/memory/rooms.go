package memory

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"jadebox/store"
)

// NewRoomID implements store.Rooms.
func (e *Engine) NewRoomID(context.Context) (store.RoomID, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.lastRoom++
	return e.lastRoom, nil
}

// ClaimRoom implements store.Rooms.
func (e *Engine) ClaimRoom(_ context.Context, id store.RoomID) (store.Room, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.guarded(); err != nil {
		return store.Room{}, err
	}
	room, ok := e.rooms[id]
	if !ok {
		return store.Room{}, fmt.Errorf("%w: room %d", store.ErrNotFound, id)
	}
	room.Epoch++
	e.rooms[id] = room
	if old, ok := e.previous.rooms[id]; ok && old.Version > 0 {
		old.Epoch = room.Epoch
		e.previous.rooms[id] = old
	}
	return e.room(id), nil
}

// room reads a room as callers see it.
func (e *Engine) room(id store.RoomID) store.Room {
	room := e.rooms[id]
	if old, ok := e.previous.rooms[id]; ok && old.Version > 0 && e.opt.Bugs.StaleRead {
		room = old
	}
	room.State = bytes.Clone(room.State)
	return room
}

// Room implements store.Rooms.
func (e *Engine) Room(_ context.Context, id store.RoomID) (store.Room, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, ok := e.rooms[id]; !ok {
		return store.Room{}, fmt.Errorf("%w: room %d", store.ErrNotFound, id)
	}
	return e.room(id), nil
}

// OpenRooms implements store.Rooms.
func (e *Engine) OpenRooms(_ context.Context, kind string) ([]store.Room, error) {
	return e.list(func(r store.Room) bool { return r.Kind == kind && !r.Status.Final() }, byCreation), nil
}

// PlayerRooms implements store.Rooms.
func (e *Engine) PlayerRooms(_ context.Context, kind string, p store.PlayerID, page store.Page) ([]store.Room, int,
	error) {
	e.mu.Lock()
	since := maps.Clone(e.members)
	e.mu.Unlock()
	joined := func(r store.Room) time.Time { return since[member{p, r.ID}] }
	all := e.list(func(r store.Room) bool {
		at := joined(r)
		return r.Kind == kind && !at.IsZero() && within(page, at)
	}, func(a, b store.Room) int { return cmp.Or(joined(b).Compare(joined(a)), cmp.Compare(b.ID, a.ID)) })
	return cut(all, page), len(all), nil
}

// RoomsOn implements store.Rooms.
func (e *Engine) RoomsOn(_ context.Context, list string, p store.PlayerID, page store.Page) ([]store.Room, int, error) {
	e.mu.Lock()
	since := map[store.RoomID]time.Time{}
	for _, on := range e.entries {
		if on.List == list && on.Player == p && on.room != 0 && within(page, on.op.at) {
			since[on.room] = on.op.at
		}
	}
	e.mu.Unlock()
	all := e.list(func(r store.Room) bool { return !since[r.ID].IsZero() }, func(a, b store.Room) int {
		return cmp.Or(since[b.ID].Compare(since[a.ID]), cmp.Compare(b.ID, a.ID))
	})
	return cut(all, page), len(all), nil
}

// FinalRooms implements store.Rooms.
func (e *Engine) FinalRooms(_ context.Context, kind, listed string, page store.Page) ([]store.Room, int, error) {
	all := e.list(func(r store.Room) bool {
		under := e.listed[r.ID]
		return r.Kind == kind && r.Status.Final() && under != "" && (listed == "" || listed == under) &&
			within(page, r.Updated)
	}, func(a, b store.Room) int {
		return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(b.ID, a.ID))
	})
	return cut(all, page), len(all), nil
}

// within reports whether a time is in a page's list.
func within(page store.Page, at time.Time) bool {
	return !at.Before(page.Since) && (page.Until.IsZero() || at.Before(page.Until))
}

func byCreation(a, b store.Room) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID)) }

func (e *Engine) list(keep func(store.Room) bool, order func(a, b store.Room) int) []store.Room {
	e.mu.Lock()
	defer e.mu.Unlock()
	var list []store.Room
	for id, r := range e.rooms {
		if keep(r) {
			list = append(list, e.room(id))
		}
	}
	slices.SortFunc(list, order)
	return list
}

// cut returns one page of a list.
func cut[T any](list []T, page store.Page) []T {
	from := min(max(page.Offset, 0), len(list))
	return list[from:min(from+max(page.Limit, 0), len(list))]
}
