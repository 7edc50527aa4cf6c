package roll

import (
	"fmt"
	"strconv"

	"jadebox/actors/kinds/roll"
	"jadebox/protocol"
	"jadebox/server/httpapi/call"
)

// TaskItem is spec §3 "Task item": one requirement of a roll room. The client shows its own texts by id; these are for
// others.
type TaskItem struct {
	ID       int32  `json:"id" doc:"task type; 4 enables the share link"`
	TaskName string `json:"taskName"`
	Amount   *int64 `json:"amount" doc:"done so far, in the unit of target"`
	Code     string `json:"code" doc:"the requirement as a text"`
	Target   int64  `json:"target" doc:"cents where the task counts gems"`
}

func (s site) taskItems(list []roll.Progress, l protocol.Language) []TaskItem {
	out := make([]TaskItem, len(list))
	for i, p := range list {
		done := p.Done
		task := s.RoomKinds.Task(p.Kind)
		name := call.TextIn(task.Name, l)
		target := strconv.FormatInt(p.Target, 10)
		if task.InGems {
			target = protocol.Gems(p.Target).String()
		}
		out[i] = TaskItem{ID: p.Kind, TaskName: name, Amount: &done, Code: fmt.Sprintf("%s ≥ %s", name, target),
			Target: p.Target}
	}
	return out
}
