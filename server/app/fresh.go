package app

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/runtime/repeat"
	"jadebox/store"
)

const (
	// freshEvery is how long a wallet shows what it was before an op of another process.
	freshEvery = 2 * time.Second
	// freshMost players are looked at by one query.
	freshMost = 500
)

// freshenOn has the players who are in memory look again when another process has written: another server on this
// database, or an operator's command. While none has, it costs one small query each time.
func (a *App) freshenOn(ctx context.Context) {
	var known map[int64]store.OpID
	repeat.Every(ctx, freshEvery, func() {
		heads, err := a.db.ForeignHeads(ctx)
		if err == nil && !maps.Equal(heads, known) {
			err = a.freshen(ctx)
		}
		if err == nil {
			known = heads
		} else if ctx.Err() == nil {
			a.log.Warn().Err(err).Msg("what other processes wrote not looked at")
		}
	})
}

func (a *App) freshen(ctx context.Context) error {
	var ids []store.PlayerID
	for _, id := range a.directory.IDs(player.Kind) {
		if n, err := strconv.ParseInt(id, 10, 64); err == nil {
			ids = append(ids, store.PlayerID(n))
		}
	}
	for some := range slices.Chunk(ids, freshMost) {
		list, err := a.db.Holdings(ctx, some)
		if err != nil {
			return err
		}
		for _, h := range list {
			a.directory.Post(player.Kind, player.ID(h.Player), player.Stored{Holding: h}, nil)
		}
	}
	return nil
}
