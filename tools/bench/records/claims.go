//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"jadebox/actors/player"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/runtime/directory"
	"jadebox/actors/shop/catalog"
	"jadebox/protocol"
	"jadebox/store"
	"jadebox/store/postgres"
)

// claimsMost is how many claims of one player come at once.
const claimsMost = 30

// claims is what the question costs that a weekly claim asks, how much was spent since Monday, in ms; medians.
type claims struct {
	Light float64 `json:"lightMS"` // by a player of some dozens of ops in the week
	Heavy float64 `json:"heavyMS"` // by one of hundreds of thousands
	Ratio float64 `json:"ratio"`
	First float64 `json:"firstMS"` // by the latter, who has never asked before: all that was ever done is added up
	Many  float64 `json:"manyMS"`  // by that one, as often as claimsMost at once
	Apart float64 `json:"apartMS"` // as many questions at once of which no two are the same
}

func measureClaims(ctx context.Context, e *postgres.Engine, heavy, light store.PlayerID, turns int) (c claims,
	err error) {
	dir := directory.NewEmbedded(directory.Options{Log: zerolog.Nop()})
	defer dir.Drain(ctx)
	dir.Register(progress.Register(progress.Ports{Store: e, Catalog: catalog.New(e, time.Now)}))
	since := time.Now().Add(-55 * 24 * time.Hour) // a week in which fill has put ops of both
	ask := func(who store.PlayerID, later time.Duration) error {
		q := progress.Count{Player: who, Since: since.Add(later), Until: since.Add(7 * 24 * time.Hour),
			Tasks: []int32{protocol.TaskSpentCents}}
		done, err := directory.Ask[[]int64](ctx, dir, progress.Kind, player.ID(who), q)
		if err == nil && done[0] == 0 && who == heavy {
			err = fmt.Errorf("player %d has spent nothing", who)
		}
		return err
	}
	timed := func(what func() error) (ms float64) {
		start := time.Now()
		if failed := what(); failed != nil && err == nil {
			err = failed
		}
		return float64(time.Since(start).Microseconds()) / 1000
	}
	timed(func() error { return ask(light, 0) })
	c.First = timed(func() error { return ask(heavy, 0) })
	var took [2][]float64
	for i := range turns {
		later := time.Duration(i) * 24 * time.Hour / time.Duration(turns) // anchors are near and far
		for k, who := range []store.PlayerID{light, heavy} {
			took[k] = append(took[k], timed(func() error { return ask(who, later) }))
		}
	}
	for i := range took {
		slices.Sort(took[i])
	}
	c.Light, c.Heavy = took[0][turns/2], took[1][turns/2]
	c.Ratio = c.Heavy / c.Light
	together := func(apart time.Duration) float64 {
		return timed(func() error {
			var all sync.WaitGroup
			failed := make([]error, claimsMost)
			for i := range failed {
				all.Go(func() { failed[i] = ask(heavy, time.Duration(i)*apart) })
			}
			all.Wait()
			return errors.Join(failed...)
		})
	}
	c.Many, c.Apart = together(0), together(time.Microsecond)
	return c, err
}
