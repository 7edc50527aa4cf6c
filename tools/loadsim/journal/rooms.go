package journal

import "maps"

// Answers say of ops which fields of their answers tell of now and not of the op: nil, none.
type Answers map[string][]string

// asNow is an answer that is the room as it is now; what lasts is which room.
var asNow = []string{"*"}

// ofKind are the ops of each kind of room. A kind has a file of its own here; one that is forgotten is named by the
// tests.
var ofKind = map[string]Answers{}

func tells(kind string, a Answers) bool {
	ofKind[kind] = a
	maps.Copy(passing, a)
	return true
}
