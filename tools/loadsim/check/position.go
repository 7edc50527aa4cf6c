package check

// Position is where one subscriber stands in one topic. The zero value knows nothing yet. Not safe for concurrent use.
type Position struct {
	Epoch  uint32
	Offset uint64
	Known  bool
}

// Snapshot starts over at a snapshot.
func (p *Position) Snapshot(epoch uint32, offset uint64) { *p = Position{epoch, offset, true} }

// Recovered checks that a recovery was granted for the place that was asked for: nothing else can be built upon.
func (p *Position) Recovered(f *Findings, who string, epoch uint32, offset uint64) bool {
	return f.Hold(p.Known && p.Epoch == epoch && p.Offset == offset, Recovery, who,
		"recovered at (%d, %d), the client stood at (%d, %d)", epoch, offset, p.Epoch, p.Offset)
}

// Gap checks that a gap goes forward and starts over at its snapshot.
func (p *Position) Gap(f *Findings, who string, epoch uint32, offset uint64) {
	f.Hold(!p.Known || epoch > p.Epoch || epoch == p.Epoch && offset > p.Offset, Order, who,
		"gap to (%d, %d), the client stood at (%d, %d)", epoch, offset, p.Epoch, p.Offset)
	p.Snapshot(epoch, offset)
}

// Event checks that an event is the next one, and steps onto it.
func (p *Position) Event(f *Findings, who string, epoch uint32, offset uint64) bool {
	ok := f.Hold(p.Known && epoch == p.Epoch && offset == p.Offset+1, Order, who,
		"event (%d, %d) after (%d, %d)", epoch, offset, p.Epoch, p.Offset)
	p.Snapshot(epoch, offset)
	return ok
}

// Restart checks that the snapshot of a new subscription is not older than what was seen, and starts over at it.
func (p *Position) Restart(f *Findings, who string, epoch uint32, offset uint64) {
	f.Hold(!p.Known || epoch > p.Epoch || epoch == p.Epoch && offset >= p.Offset, Order, who,
		"snapshot of (%d, %d), the client stood at (%d, %d)", epoch, offset, p.Epoch, p.Offset)
	p.Snapshot(epoch, offset)
}
