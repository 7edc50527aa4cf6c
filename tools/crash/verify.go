//go:build unix

package main

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"jadebox/tools/audit"
)

// verdict compares what clients were told with what the database has.
type verdict struct {
	intents, acked, rejected, stored int
	lost                             int // acknowledged and not there
	double                           int // acknowledged with two ids, or with another than the stored one
	phantom                          int // there and never intended
	zombie                           int // refused and there
	open                             int // neither acknowledged nor refused
	report                           *audit.Report
}

func (v verdict) String() string {
	return fmt.Sprintf("%d intents, %d acknowledged, %d refused, %d stored: %d LOST, %d DOUBLE, %d phantom, %d refused but stored, %d open, %d audit violations",
		v.intents, v.acked, v.rejected, v.stored, v.lost, v.double, v.phantom, v.zombie, v.open, v.report.Total())
}

// err says what must not be.
func (v verdict) err() error {
	if v.acked == 0 || v.rejected == 0 {
		return fmt.Errorf("proves nothing: %v", v)
	}
	if v.lost+v.double+v.phantom+v.zombie > 0 || !v.report.OK() {
		return fmt.Errorf("%v %+v", v, v.report.Violations)
	}
	return nil
}

func (w *world) verify(ctx context.Context) (verdict, error) {
	h, err := readHistory(w.journals())
	if err != nil {
		return verdict{}, err
	}
	v := verdict{intents: len(h.intents), acked: len(h.acks), rejected: len(h.rejects)}
	stored, err := storedOps(ctx, w.dsn)
	if err != nil {
		return v, err
	}
	v.stored = len(stored)
	for k, ids := range h.acks {
		op, ok := stored[k]
		switch {
		case !ok:
			v.lost++
		case len(ids) != 1 || !ids[op]:
			v.double++
		}
	}
	for k := range stored {
		if _, ok := h.intents[k]; !ok {
			v.phantom++
		}
	}
	for k := range h.intents {
		switch _, ok := stored[k]; {
		case h.rejects[k] && ok:
			v.zombie++
		case !h.rejects[k] && len(h.acks[k]) == 0:
			v.open++
		}
	}
	v.report, err = audit.CheckDSN(ctx, w.dsn, audit.Options{})
	return v, err
}

func storedOps(ctx context.Context, dsn string) (map[id]int64, error) {
	c, err := connect(ctx, dsn)
	if err != nil {
		return nil, err
	}
	defer c.Close(ctx)
	rows, err := c.Query(ctx, `SELECT id, player, key FROM op WHERE key LIKE 'op-%'`)
	if err != nil {
		return nil, err
	}
	stored := map[id]int64{}
	var op, player int64
	var key string
	_, err = pgx.ForEachRow(rows, []any{&op, &player, &key}, func() error {
		n, err := strconv.ParseInt(strings.TrimPrefix(key, "op-"), 10, 64)
		stored[id{player, n}] = op
		return err
	})
	return stored, err
}
