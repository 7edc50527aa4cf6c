package log

import "strings"

// Prefix is what the key of a leaf in the log begins with; what it is of, a scope, a result's id or a hash, follows. No
// key is there twice.
type Prefix string

// Keys of the leaves of players, rooms and boxes; anchors, seasons, heads and restores name theirs where they are made.
const (
	KeyOpen   Prefix = "open:"   // of a solo scope: the commitment of an epoch
	KeyCommit Prefix = "commit:" // of a room's scope: Commit
	KeyLock   Prefix = "lock:"   // of a room's scope: what its draw depends on
	KeyRoot   Prefix = "root:"   // of a room's scope: DeckRoot or RainRoot
	KeyTicket Prefix = "ticket:" // of a result's id: Ticket
	KeyResult Prefix = "result:" // of a result's id, a battle's has the seat behind it: Result, or a kind's own
	KeyVoid   Prefix = "void:"   // of a result's id, or of a room's scope: Void
	KeyEnd    Prefix = "end:"    // of a room's scope: DeckEnd or RainEnd
	KeyReveal Prefix = "reveal:" // of a scope: Reveal
	KeyOdds   Prefix = "odds:"   // of the hash of a table: the table
)

// Of is the key of a leaf.
func (p Prefix) Of(what string) string { return string(p) + what }

// Cut returns what a key is of; false for one that begins otherwise.
func (p Prefix) Cut(key string) (what string, ok bool) { return strings.CutPrefix(key, string(p)) }
