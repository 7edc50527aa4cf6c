package roll

import (
	"testing"

	"jadebox/actors/rewards/vip"
	"jadebox/protocol"
)

// Every task that there is may be asked for, each once, within the bounds of its target.
func TestARoomMayAskForEveryTaskThatThereIs(t *testing.T) {
	tasks := func(list ...protocol.RollTask) bool { return Setup{Tasks: list}.tasksValid() }
	one := func(kind int32, target int64) protocol.RollTask { return protocol.RollTask{Kind: kind, Target: target} }
	for kind := protocol.TaskUpgradeCents; kind <= protocol.TaskVIP; kind++ {
		if !tasks(one(kind, 1)) {
			t.Errorf("task %d cannot be asked for", kind)
		}
	}
	for name, c := range map[string]struct {
		list []protocol.RollTask
		good bool
	}{
		"before the first":          {[]protocol.RollTask{one(protocol.TaskUpgradeCents-1, 1)}, false},
		"after the last":            {[]protocol.RollTask{one(protocol.TaskVIP+1, 1)}, false},
		"nothing to do":             {[]protocol.RollTask{one(protocol.TaskUpgradeCents, 0)}, false},
		"the most":                  {[]protocol.RollTask{one(protocol.TaskUpgradeCents, targetMax)}, true},
		"more than the most":        {[]protocol.RollTask{one(protocol.TaskUpgradeCents, targetMax+1)}, false},
		"the highest level":         {[]protocol.RollTask{one(protocol.TaskVIP, vip.LevelMax)}, true},
		"a level that is not there": {[]protocol.RollTask{one(protocol.TaskVIP, vip.LevelMax+1)}, false},
		"one twice": {[]protocol.RollTask{one(protocol.TaskUpgradeCents, 1), one(protocol.TaskUpgradeCents, 2)},
			false},
	} {
		if got := tasks(c.list...); got != c.good {
			t.Errorf("%s: %t", name, got)
		}
	}
}
