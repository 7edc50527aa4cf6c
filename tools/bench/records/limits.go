//go:build unix

package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/player/limits"
	"jadebox/store"
	"jadebox/store/postgres"
)

// promises is what it costs to read what a player has played whose own limits play is held against, when its actor
// begins, in ms.
type promises struct {
	Plays int     `json:"plays"` // that the spans hold
	Every float64 `json:"everyMS"`
	First float64 `json:"firstMS"` // as sums, by a player whose sums were not asked for before
	Sums  float64 `json:"sumsMS"`  // as sums; median
}

func measurePromises(ctx context.Context, e *postgres.Engine, who store.PlayerID, turns int) (p promises, err error) {
	now := time.Now()
	since := now.Add(-55 * 24 * time.Hour) // fill has put ops there
	read := func(moments ...time.Time) (ms float64) {
		r := limits.Reading{Player: who, Played: player.Played, Summed: player.Summed, Moments: moments}
		b, began := limits.NewHistory(since), time.Now()
		news, failed := r.Read(ctx, e, now, since, nil)
		if failed != nil && err == nil {
			err = failed
		}
		b.Take(news, since)
		sum := b.Sum(since)
		ms = float64(time.Since(began).Microseconds()) / 1000
		if p.Plays == 0 {
			p.Plays = sum.Plays
		}
		if sum.Plays != p.Plays && err == nil {
			err = fmt.Errorf("%d plays as sums, %d one by one", sum.Plays, p.Plays)
		}
		return ms
	}
	p.Every = read()
	moments := []time.Time{since, since.Add(24 * time.Hour), since.Add(48 * time.Hour)}
	p.First = read(moments...)
	took := make([]float64, max(turns/50, 1))
	for i := range took {
		took[i] = read(moments...)
	}
	slices.Sort(took)
	p.Sums = took[len(took)/2]
	return p, err
}
