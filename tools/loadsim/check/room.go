package check

import "github.com/tinylib/msgp/msgp"

// Room is one room as a client builds it from its snapshot and events. Not safe for concurrent use.
type Room interface {
	// Take replaces everything by a snapshot, Apply adds one event; both say whether the message kept the protocol.
	Take(f *Findings, who string, raw []byte) bool
	Apply(f *Findings, who string, kind uint16, raw []byte) bool
	// Public is what every viewer must see alike.
	Public() msgp.Marshaler
	// Final reports whether nothing but spectators can change any more; Settled then checks that the result follows
	// from what was shown.
	Final() bool
	Settled(f *Findings, who string)
}

// message is a msgp struct.
type message[T any] interface {
	*T
	msgp.Unmarshaler
}

// read decodes one message that must fill raw; nil says that it did not, and is a finding.
func read[T any, M message[T]](f *Findings, who, what string, raw []byte) M {
	m := M(new(T))
	rest, err := m.UnmarshalMsg(raw)
	if !f.Hold(err == nil && len(rest) == 0, Frames, who, "%s: %v, %d bytes over", what, err, len(rest)) {
		return nil
	}
	return m
}

// forward checks that a status is not one that comes earlier.
func forward(f *Findings, who, what string, ranks map[string]int, was, is string) {
	f.Hold(was == "" || ranks[is] >= ranks[was] && ranks[is] > 0, Order, who, "%s: %s after %s", what, is, was)
}
