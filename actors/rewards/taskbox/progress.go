package taskbox

import (
	"context"
	"maps"
	"slices"
	"time"

	"jadebox/actors/player"
	"jadebox/actors/rewards/progress"
	"jadebox/actors/runtime/directory"
	"jadebox/protocol"
	"jadebox/store"
)

// settled is how old a moment is when no op comes any more that was made before it: longer than a commit can take.
const settled = 2 * time.Minute

// counted is what was done in the day, the week and the month, up to a moment that is settled. A question counts from
// there on, so that one which is asked every minute costs what was done in that time.
type counted struct {
	starts [kinds]time.Time
	tasks  []int32
	until  time.Time
	sums   [kinds]map[int32]int64
}

// begun is an empty count of the spans around a moment.
func begun(at time.Time, tasks []int32) counted {
	c := counted{tasks: tasks}
	for k := range kinds {
		c.starts[k], c.sums[k] = k.Span(at).Start, map[int32]int64{}
	}
	c.until = slices.MinFunc(c.starts[:], time.Time.Compare)
	return c
}

// follows reports whether the count goes on at a moment, or begins anew: with a span, or with other tasks.
func (c counted) follows(at time.Time, tasks []int32) bool {
	for k := range kinds {
		if !c.starts[k].Equal(k.Span(at).Start) {
			return false
		}
	}
	return slices.Equal(c.tasks, tasks)
}

func (c counted) clone() counted {
	for k := range kinds {
		c.sums[k] = maps.Clone(c.sums[k])
	}
	return c
}

// extend counts on to a moment, or with a zero one to the end. It counts nothing twice, because it is cut where a span
// begins.
func (c *counted) extend(ctx context.Context, to time.Time, count func(ctx context.Context, since, until time.Time,
	tasks []int32) ([]int64, error)) error {
	for to.IsZero() || c.until.Before(to) {
		next := to
		for _, start := range c.starts {
			if start.After(c.until) && (next.IsZero() || start.Before(next)) {
				next = start
			}
		}
		done, err := count(ctx, c.until, next, c.tasks)
		if err != nil {
			return err
		}
		for k := range kinds {
			if c.starts[k].After(c.until) {
				continue
			}
			for i, n := range done {
				c.sums[k][c.tasks[i]] += n
			}
		}
		c.until = next
		if next.IsZero() {
			return nil
		}
	}
	return nil
}

// done is what the player has done at a moment, and the count to go on from.
func done(ctx context.Context, d directory.Directory, who store.PlayerID, held Settings, at time.Time,
	old counted) (now, kept counted, err error) {
	tasks := tasksOf(held)
	if !old.follows(at, tasks) {
		old = begun(at, tasks)
	}
	count := func(ctx context.Context, since, until time.Time, tasks []int32) ([]int64, error) {
		return directory.Ask[[]int64](ctx, d, progress.Kind, player.ID(who), progress.Count{Player: who, Since: since,
			Until: until, Tasks: tasks})
	}
	kept = old.clone()
	if len(tasks) > 0 {
		if err := kept.extend(ctx, at.Add(-settled), count); err != nil {
			return now, old, err
		}
	}
	now = kept.clone()
	if len(tasks) > 0 {
		if err := now.extend(ctx, time.Time{}, count); err != nil {
			return now, kept, err
		}
	}
	err = now.recharges(ctx, held, count)
	return now, kept, err
}

// recharges are counted from the beginning of their span each time: a provider may take back what was settled long ago.
func (c *counted) recharges(ctx context.Context, t Settings, count func(ctx context.Context, since, until time.Time,
	tasks []int32) ([]int64, error)) error {
	for k := range kinds {
		if !slices.ContainsFunc(t.Boxes, func(b Box) bool { return b.Task == protocol.TaskRecharge && b.Kind() == k }) {
			continue
		}
		done, err := count(ctx, c.starts[k], time.Time{}, []int32{protocol.TaskRecharge})
		if err != nil {
			return err
		}
		c.sums[k][protocol.TaskRecharge] = done[0]
	}
	return nil
}

// tasksOf are the tasks that any box counts and that nothing takes back, each once.
func tasksOf(t Settings) []int32 {
	var tasks []int32
	for _, b := range t.Boxes {
		if b.Task == protocol.TaskRecharge {
			continue
		}
		tasks = append(tasks, b.Task)
	}
	slices.Sort(tasks)
	return slices.Compact(tasks)
}
