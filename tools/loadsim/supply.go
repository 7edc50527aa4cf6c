package loadsim

import (
	"context"
	"sync"

	"jadebox/tools/loadsim/measure"
)

// supply keeps a few rooms of the house ready, so that no bot waits for one to be opened.
type supply struct{ ids chan string }

// stock opens rooms in batches until ctx ends.
func (r *run) stock(ctx context.Context, working *sync.WaitGroup, batch int, open func(context.Context, int) ([]string,
	error)) *supply {
	s := &supply{ids: make(chan string, batch)}
	working.Go(func() {
		defer close(s.ids)
		for ctx.Err() == nil {
			ids, err := open(ctx, batch)
			if err != nil && ctx.Err() == nil {
				r.recorder.Failed(measure.Failure{Op: "house.open", Text: cause(err)}, false)
				backOff(ctx, 6)
			}
			for _, id := range ids {
				select {
				case s.ids <- id:
				case <-ctx.Done():
				}
			}
		}
	})
	return s
}

// next is a room that was not played.
func (s *supply) next(ctx context.Context) (string, bool) {
	select {
	case id, ok := <-s.ids:
		return id, ok
	case <-ctx.Done():
		return "", false
	}
}
