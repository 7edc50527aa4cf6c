package sim

import (
	"context"

	"jadebox/actors/room"
	"jadebox/fairness"
	"jadebox/protocol"
	"jadebox/store"
)

// workload is what clients do in a run besides opening and selling, and what must hold of it at the end. A kind of room
// is one file here, which names its workload (simulated).
type workload interface {
	// rooms are the kinds that take part.
	rooms() room.Specs
	// plays are its ops for the count of what is to be played: by the rules (docs/rules.md), not by the Spec.
	plays() plays
	// pays is what the op that answers a client's command moves of the player's gems, below 0 for what it takes: by the
	// rules (docs/rules.md), not by the Spec. known is false for a command that is not the workload's.
	// cmd is nil for an op that no command asked for; what such an op gives a player, it gives by the workload's word.
	pays(m *model, op *store.OpRecord, cmd any) (gems int64, known bool)
	// moves is what else such an op moves, and what a room's own op makes (cmd is nil).
	moves(m *model, op *store.OpRecord, cmd any) goods
	// changes reports whether a command says anew what its room is about.
	changes(cmd any) bool
	// register makes known what a process runs for them, besides players.
	register(n *node, h room.Deps)
	// begin puts on the calendar what comes by itself.
	begin(s *simulation)
	// stays reports whether rooms may be open at the end of a run.
	stays() bool
	// choose is a client's next action, nil for one of the usual ones.
	choose(c *client) *call
	// answered looks at an accepted answer that is not of the usual ones.
	answered(k *call, v any) answer
	// excused reports whether a refusal which is a violation elsewhere is none here.
	excused(k *call, code protocol.Code) bool
	// calmed reports whether the processes of the last, calm part of a run have nothing left to do. nil: they fall
	// silent.
	calmed(s *simulation) func() bool
	// audit checks the end of a run, after the books, and counts what was done.
	audit(ctx context.Context, s *simulation)
}

// plays are kinds of ops that take gems as stakes, that give such stakes back, and that give what is to be played.
type plays struct{ stake, back, give []string }

// planned is a workload with what a thousand seeds must at least come to, or they prove nothing.
type planned struct {
	name         string
	workload     func() workload
	done, voided int
}

// workloads are what is simulated, in the order of the files.
var workloads []planned

// simulated adds a workload.
func simulated(name string, done, voided int, start func() workload) planned {
	workloads = append(workloads, planned{name, start, done, voided})
	return workloads[len(workloads)-1]
}

// answer is what a client was answered, in words that must be the same each time; "" when it is none of this
// workload's. seen: the workload has looked itself whether it is durable, there is no op under the client's key.
type answer struct {
	outcome string
	seen    bool
}

// baseWorkload is what most workloads do not need.
type baseWorkload struct{}

func (baseWorkload) rooms() room.Specs                  { return nil }
func (baseWorkload) plays() plays                       { return plays{} }
func (baseWorkload) register(*node, room.Deps)          {}
func (baseWorkload) stays() bool                        { return false }
func (baseWorkload) begin(*simulation)                  {}
func (baseWorkload) calmed(*simulation) func() bool     { return nil }
func (baseWorkload) excused(*call, protocol.Code) bool  { return false }
func (baseWorkload) answered(*call, any) answer         { return answer{} }
func (baseWorkload) audit(context.Context, *simulation) {}
func (baseWorkload) pays(*model, *store.OpRecord, any) (gems int64, known bool) {
	return 0, false
}
func (baseWorkload) moves(*model, *store.OpRecord, any) goods { return goods{} }
func (baseWorkload) changes(any) bool                         { return false }
func (baseWorkload) choose(*client) *call                     { return nil }

// final lists the rooms of a kind that are over, in one status.
func (s *simulation) final(ctx context.Context, kind string, status store.RoomStatus) []store.Room {
	all, _, err := s.engine.FinalRooms(ctx, kind, "", store.Page{Limit: 1000})
	if err != nil {
		s.fail("final rooms: %v", err)
	}
	var list []store.Room
	for _, rec := range all {
		if rec.Status == status {
			list = append(list, rec)
		}
	}
	return list
}

// verifies fails the run when a proof does not hold.
func (s *simulation) verifies(what string, b *fairness.Bundle, err error) bool {
	if err != nil {
		s.fail("bundle of %s: %v", what, err)
		return false
	}
	if report := fairness.VerifyWith(b, s.beacon.trust()); !report.OK {
		s.fail("%s does not verify: %+v", what, report)
		return false
	}
	return true
}

// journal calls yield for every op of some kind.
func (s *simulation) journal(ctx context.Context, yield func(*store.OpRecord)) {
	snap, err := s.engine.Snapshot(ctx)
	if err != nil {
		s.fail("snapshot: %v", err)
		return
	}
	defer snap.Close()
	if err := snap.JournalAfter(ctx, nil,
		func(e *store.JournalEntry) error { yield(&e.OpRecord); return nil }); err != nil {
		s.fail("journal: %v", err)
	}
}
