package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"jadebox/store"
)

const roomColumns = `r.id, r.kind, r.epoch, r.version, r.status, r.state, r.deadline, r.at, r.updated`

// scanRoom reads roomColumns.
func scanRoom(row pgx.CollectableRow) (store.Room, error) {
	var r store.Room
	var deadline *time.Time
	err := row.Scan(&r.ID, &r.Kind, &r.Epoch, &r.Version, &r.Status, &r.State, &deadline, &r.At, &r.Updated)
	if deadline != nil {
		r.Deadline = deadline.UTC()
	}
	r.At, r.Updated = r.At.UTC(), r.Updated.UTC()
	return r, err
}

func (e *Engine) room(ctx context.Context, id store.RoomID, query string) (store.Room, error) {
	rows, _ := e.pool.Query(ctx, query, id)
	r, err := pgx.CollectExactlyOneRow(rows, scanRoom)
	return r, found(err, "room %d", id)
}

// NewRoomID implements store.Rooms.
func (e *Engine) NewRoomID(ctx context.Context) (id store.RoomID, err error) {
	err = e.pool.QueryRow(ctx, `SELECT nextval('room_id')`).Scan(&id)
	return id, found(err, "")
}

// ClaimRoom implements store.Rooms.
func (e *Engine) ClaimRoom(ctx context.Context, id store.RoomID) (store.Room, error) {
	const claim = `UPDATE room r SET epoch = epoch + 1 WHERE id = $1 RETURNING ` + roomColumns
	node := e.node.Load()
	if node == 0 {
		return e.room(ctx, id, claim)
	}
	var r store.Room
	q := &pgx.Batch{}
	q.Queue(guard, node)
	q.Queue(claim, id).Query(func(rows pgx.Rows) (err error) {
		r, err = pgx.CollectExactlyOneRow(rows, scanRoom)
		return err
	})
	err := e.pool.SendBatch(ctx, q).Close()
	return r, found(err, "room %d", id)
}

// Room implements store.Rooms.
func (e *Engine) Room(ctx context.Context, id store.RoomID) (store.Room, error) {
	return e.room(ctx, id, `SELECT `+roomColumns+` FROM room r WHERE id = $1`)
}

// OpenRooms implements store.Rooms.
func (e *Engine) OpenRooms(ctx context.Context, kind string) ([]store.Room, error) {
	rows, _ := e.pool.Query(ctx, `SELECT `+roomColumns+
		` FROM room r WHERE kind = $1 AND status < 4 ORDER BY at DESC, id DESC`, kind)
	list, err := pgx.CollectRows(rows, scanRoom)
	return list, found(err, "")
}

// PlayerRooms implements store.Rooms.
func (e *Engine) PlayerRooms(ctx context.Context, kind string, p store.PlayerID, page store.Page) ([]store.Room, int,
	error) {
	return readPage(ctx, e, memberHistory(p, kind), page, scanRoom)
}

// RoomsOn implements store.Rooms.
func (e *Engine) RoomsOn(ctx context.Context, list string, p store.PlayerID, page store.Page) ([]store.Room, int,
	error) {
	return readPage(ctx, e, entryHistory(p, list, onTable), page, scanRoom)
}

// FinalRooms implements store.Rooms.
func (e *Engine) FinalRooms(ctx context.Context, kind, listed string, page store.Page) ([]store.Room, int, error) {
	return readPage(ctx, e, finalHistory(kind, listed), page, scanRoom)
}
