//go:build linux

package main

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"jadebox/tools/bench/site"
)

// burstRow is what a burst leaves behind.
type burstRow struct {
	Callers   int           `json:"callers"`
	PerSecond float64       `json:"perSecond"`
	BeforeMB  float64       `json:"beforeMB"`
	PeakMB    float64       `json:"peakMB"`
	Quiet     time.Duration `json:"quietNS"`
	RestMB    float64       `json:"restMB"`
	LiveMB    float64       `json:"liveMB"`
	StackMB   float64       `json:"stackMB"`
}

// worse is the burst that leaves more behind.
func worse(list []*burstRow) *burstRow {
	return slices.MaxFunc(list, func(a, b *burstRow) int { return cmp.Compare(a.RestMB, b.RestMB) })
}

func (b *burstRow) met() bool { return b.RestMB <= restMB }

// funds are enough for all openings of a run.
const funds = 1 << 40

// burst lets callers open boxes as fast as they can. Their connections stay open, as those of a browser do.
func burst(ctx context.Context, a arguments) (b *burstRow, err error) {
	s, err := site.Start(ctx, a.Bin)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	players, err := s.Players(ctx, a.Callers, funds)
	if err != nil {
		return nil, err
	}
	b = &burstRow{Callers: a.Callers, Quiet: a.Quiet}
	if b.BeforeMB, _, err = memory(ctx, s); err != nil {
		return nil, err
	}
	box, err := s.Box(ctx)
	if err != nil {
		return nil, err
	}
	if err := site.Warm(ctx, players, box); err != nil {
		return nil, err
	}
	var over atomic.Bool
	var done atomic.Int64
	errs := make([]error, len(players))
	began := time.Now()
	var all sync.WaitGroup
	for i, p := range players {
		all.Go(func() {
			for !over.Load() && errs[i] == nil {
				if errs[i] = p.Open(ctx, box); errs[i] == nil {
					done.Add(1)
				}
			}
		})
	}
	time.Sleep(a.Burst)
	over.Store(true)
	all.Wait()
	b.PerSecond = float64(done.Load()) / time.Since(began).Seconds()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if b.PeakMB, _, err = memory(ctx, s); err != nil {
		return nil, err
	}
	time.Sleep(a.Quiet)
	// The reading of the memory first: the calls that ask the server for its own figures cost some.
	bytes, err := s.RSS()
	if err != nil {
		return nil, err
	}
	b.RestMB = float64(bytes) / mb
	_, of, err := memory(ctx, s)
	b.LiveMB, b.StackMB = of["go_memstats_heap_alloc_bytes"]/mb, of["go_memstats_stack_inuse_bytes"]/mb
	return b, err
}
