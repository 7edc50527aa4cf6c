package repeat

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestWorkIsDoneUntilTheContextEnds(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(context.Context, time.Duration, func())
		want int
	}{{"at once", Every, 4}, {"after the first pause", After, 3}} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second+time.Millisecond)
				defer cancel()
				done := 0
				c.do(ctx, time.Second, func() { done++ })
				if done != c.want {
					t.Errorf("done %d times, not %d", done, c.want)
				}
			})
		})
	}
}
