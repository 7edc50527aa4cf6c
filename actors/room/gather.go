package room

import (
	"fmt"

	"jadebox/actors/runtime/apierr"
	"jadebox/protocol"
)

// gather lets a command wait for others. A crowd that is full refuses: its members repeat, which is cheaper than a
// queue that grows while the store is slow.
func (s *shell[S]) gather(g Gatherer[S], t task) {
	if len(s.crowd) >= gatherMax {
		t.answer(nil, apierr.New(protocol.CodeBusy))
		return
	}
	if s.crowd = append(s.crowd, t); len(s.crowd) > 1 {
		return
	}
	s.activation.After(g.Window(), func() {
		// First, because what waits behind the crowd is one, and the crowd is many. What comes until it is its turn
		// joins it.
		s.lane.First(func(done func()) {
			crowd := s.crowd
			s.crowd = nil
			cmds := make([]any, len(crowd))
			for i, member := range crowd {
				cmds[i] = member.cmd
			}
			s.run(task{cmd: g.Gather(cmds), reply: func(v any, err error) { disperse(crowd, v, err) }}, done)
		})
	})
}

// disperse answers each command of a crowd.
func disperse(crowd []task, v any, err error) {
	replies, ok := v.([]Reply)
	if err == nil && (!ok || len(replies) != len(crowd)) {
		err = apierr.Wrap(protocol.CodeInternal, fmt.Errorf("room: a crowd of %d was answered with %T", len(crowd), v))
	}
	for i, member := range crowd {
		if err != nil {
			member.answer(nil, err)
			continue
		}
		member.answer(replies[i].Value, replies[i].Err)
	}
}
