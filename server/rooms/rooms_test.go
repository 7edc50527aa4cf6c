package rooms_test

import (
	"testing"

	"jadebox/actors/kinds"
	"jadebox/actors/rewards/season"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
	"jadebox/server/rooms"
	"jadebox/store"
)

// What the house can play can be asked for: a kind that this list lacks has no calls, and it would not be noticed
// before players do.
func TestEveryKindShowsItselfOverHTTP(t *testing.T) {
	for _, k := range kinds.All {
		r, ok := rooms.All.Of(k.Kind)
		switch {
		case !ok:
			t.Errorf("%s is in actors/kinds and not in server/rooms", k.Kind)
		case r.Calls == nil, r.Card == nil:
			t.Errorf("%s has no calls, or no card for a shared link", k.Kind)
		case len(r.Says) == 0:
			t.Errorf("%s does not list what its card says, and nobody looks whether a card can write it", k.Kind)
		case r.Record == store.Text{}:
			t.Errorf("%s has no name in a player's record", k.Kind)
		}
	}
	for _, r := range rooms.All {
		if _, ok := kinds.All.Of(r.Kind); !ok {
			t.Errorf("%s is in server/rooms and not in actors/kinds", r.Kind)
		}
	}
}

// A task that rooms of a kind count for is shown with its name wherever a player is given it.
func TestEveryTaskThatAKindCountsForHasANameInEveryLanguage(t *testing.T) {
	for _, k := range kinds.All {
		var tasks []int32
		if k.Counts != nil {
			tasks = append(tasks, k.Counts.Tasks...)
		}
		for _, op := range k.Ops {
			if op.Task != 0 {
				tasks = append(tasks, op.Task)
			}
		}
		for _, task := range tasks {
			name := rooms.All.Task(task).Name
			for i, language := range protocol.Languages {
				if call.TextIn(name, protocol.Language(i)) == "" {
					t.Errorf(
						"%s counts for task %d, which has no name in %v (RoomKind.Tasks)", k.Kind, task, language)
				}
			}
		}
	}
}

// A goal that no setting of a season can have would never be reached by what it counts.
func TestWhatAKindCountsForInASeasonIsAGoalThatASeasonMayHave(t *testing.T) {
	counted := 0
	for _, k := range kinds.All {
		if k.Counts == nil {
			continue
		}
		for _, goal := range []int{k.Counts.Season, k.Counts.Streak} {
			if goal == 0 {
				continue
			}
			counted++
			if goal := season.Type(goal); goal < season.SignIn || goal > season.Streak {
				t.Errorf("%s counts for goal %d of a season, which is none of season.Type", k.Kind, goal)
			}
		}
	}
	if counted == 0 {
		t.Error("no kind counts for a goal of a season")
	}
}
