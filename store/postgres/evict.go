package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"jadebox/store"
)

// state is what the guards of a batch look at.
type state struct {
	accounts map[store.AccountID]store.AccountState
	rooms    map[store.RoomID]store.Room
	items    map[store.ItemID]store.ItemPlace
	named    bool      // the player whose name changes is there
	renamed  time.Time // when it was changed last
}

// evict reads what a refused batch stumbled over, refuses the ops that cannot pass, one after another as if each were
// alone, and returns the others. It may return all: then the state has changed since.
//
// Another writer may have committed an op of this batch a moment ago, and its own traces would then refuse it. So keys
// and guards are read in one snapshot: what is stored is answered, and only what is not stored is judged.
func (w *writer) evict(ctx context.Context, batch []*pending, refuse func(*pending, error)) ([]*pending, error) {
	var s *state
	unknown := batch
	err := pgx.BeginTxFunc(ctx, w.conn, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) (err error) {
			if s, err = w.readState(ctx, tx); err != nil {
				return err
			}
			if batch[0].name != nil { // it is alone
				if err := s.readName(ctx, tx, batch[0].op.Player); err != nil {
					return err
				}
			}
			unknown, err = w.answerKnown(ctx, tx, batch)
			return err
		})
	if err != nil {
		return unknown, err
	}
	rest := batch[:0:0]
	for _, p := range unknown {
		if err := s.check(p); err != nil {
			refuse(p, err)
			continue
		}
		s.apply(p)
		rest = append(rest, p)
	}
	return rest, nil
}

// readState reads the accounts, rooms and items of the batch laid out last.
func (w *writer) readState(ctx context.Context, db querier) (*state, error) {
	a := &w.batch
	s := &state{accounts: map[store.AccountID]store.AccountState{}, rooms: map[store.RoomID]store.Room{},
		items: map[store.ItemID]store.ItemPlace{}}
	q := &pgx.Batch{}
	q.Queue(`SELECT id, balance, seed_epoch, next_nonce FROM account WHERE id = ANY($1)`,
		a.account).Query(func(rows pgx.Rows) error {
		var acc store.AccountState
		_, err := pgx.ForEachRow(rows, []any{&acc.Account, &acc.Cents, &acc.Epoch, &acc.NextNonce}, func() error {
			s.accounts[acc.Account] = acc
			return nil
		})
		return err
	})
	if n := len(a.created.id) + len(a.changed.id); n > 0 {
		ids := append(append(make([]int64, 0, n), a.created.id...), a.changed.id...)
		q.Queue(`SELECT id, kind, epoch, version, status FROM room WHERE id = ANY($1)`,
			ids).Query(func(rows pgx.Rows) error {
			var r store.Room
			_, err := pgx.ForEachRow(rows, []any{&r.ID, &r.Kind, &r.Epoch, &r.Version, &r.Status}, func() error {
				s.rooms[r.ID] = r
				return nil
			})
			return err
		})
	}
	if len(a.mItem) > 0 {
		q.Queue(`SELECT id, owner, status FROM item WHERE id = ANY($1)`, a.mItem).Query(func(rows pgx.Rows) error {
			var id store.ItemID
			var at store.ItemPlace
			_, err := pgx.ForEachRow(rows, []any{&id, &at.Owner, &at.Status}, func() error {
				s.items[id] = at
				return nil
			})
			return err
		})
	}
	return s, db.SendBatch(ctx, q).Close()
}

// readName reads when the name of a player was changed last.
func (s *state) readName(ctx context.Context, tx pgx.Tx, id store.PlayerID) error {
	var at *time.Time
	err := tx.QueryRow(ctx, `SELECT renamed FROM player WHERE id = $1`, id).Scan(&at)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	s.named = true
	if at != nil {
		s.renamed = *at
	}
	return err
}

// check tests the guards in the order that the contract sets: name, room, nonce, funds, what is to be played, items.
func (s *state) check(p *pending) error {
	if n := p.name; n != nil {
		switch {
		case !s.named:
			return fmt.Errorf("%w: player %d", store.ErrNotFound, p.op.Player)
		case s.renamed.After(n.Before):
			return store.ErrNameSoon
		}
	}
	if r := p.op.Room; r != nil {
		room, exists := s.rooms[r.Room]
		switch {
		case r.FromVersion == 0 && exists, r.FromVersion != 0 && (!exists || room.Kind != r.Kind):
			return fmt.Errorf("%w: room %d", store.ErrRoomState, r.Room)
		case r.FromVersion != 0 && room.Epoch != r.Epoch:
			return fmt.Errorf("%w: room %d is at epoch %d", store.ErrFenced, r.Room, room.Epoch)
		case r.FromVersion != 0 && (room.Version != r.FromVersion || room.Status != r.FromStatus):
			return fmt.Errorf("%w: room %d is at version %d, status %d", store.ErrRoomState, r.Room, room.Version,
				room.Status)
		}
	}
	if n := p.op.Nonce; n != nil {
		acc := s.accounts[store.PlayerGems(n.Player)]
		if acc.Epoch != n.Epoch || acc.NextNonce != n.From {
			return fmt.Errorf("%w: next is %d of epoch %d", store.ErrNonce, acc.NextNonce, acc.Epoch)
		}
	}
	for _, d := range p.deltas {
		acc, exists := s.accounts[d.Account]
		if !exists && d.Account.Class() == store.ClassPlayerGems && p.player == nil {
			return fmt.Errorf("%w: account of player %d", store.ErrNotFound, d.Account.Owner())
		}
		if !d.Account.Derived() && acc.Cents+d.Cents < 0 {
			return fmt.Errorf("%w: account %d", store.ErrFunds, d.Account)
		}
	}
	if most := p.op.ToPlayMost; most != nil && s.accounts[store.PlayerToPlay(p.op.Player)].Cents > *most {
		return fmt.Errorf("%w: player %d", store.ErrToPlay, p.op.Player)
	}
	for _, m := range p.op.Moves {
		if at, exists := s.items[m.Item]; !exists || at != m.From {
			return fmt.Errorf("%w: item %d", store.ErrItemState, m.Item)
		}
	}
	return nil
}

// apply makes the next op of the batch see p as committed.
func (s *state) apply(p *pending) {
	for _, d := range p.deltas {
		acc := s.accounts[d.Account]
		acc.Cents += d.Cents
		s.accounts[d.Account] = acc
	}
	if n := p.op.Nonce; n != nil {
		acc := s.accounts[store.PlayerGems(n.Player)]
		acc.NextNonce += uint64(n.Count)
		s.accounts[store.PlayerGems(n.Player)] = acc
	}
}

// nameTaken maps a unique violation of the player table, nil for any other.
func nameTaken(err error) error {
	switch constraint(err) {
	case "player_name":
		return store.ErrNameTaken
	case "player_phone", "player_steam":
		return store.ErrContactTaken
	case "player_code":
		return fmt.Errorf("%w: spread code", store.ErrConflict)
	case "player_pkey", "account_pkey":
		return fmt.Errorf("%w: number of a player", store.ErrConflict)
	}
	return nil
}

// constraint is the name of the constraint that err is about, "" when it is about none.
func constraint(err error) string {
	var pe *pgconn.PgError
	if errors.As(err, &pe) {
		return pe.ConstraintName
	}
	return ""
}
