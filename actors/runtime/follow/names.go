package follow

import "maps"

// Names are the changes of public names that a follower has read, by the name of before. They belong to its state: what
// a player did under that name, and another writer told of, may be read after the change.
type Names map[string]NewName

// NewName is what a player is called since a day.
type NewName struct {
	Is  string `json:"is"`
	Day string `json:"day"` // as period.Span names it
}

// Now is the name of now of the player whose name this is or was.
func (n Names) Now(name string) string {
	if to, changed := n[name]; changed {
		return to.Is
	}
	return name
}

// Take notes a change of a day. A player may go back to a name of before.
func (n *Names) Take(was, is, day string) {
	if *n == nil {
		*n = Names{}
	}
	(*n)[was] = NewName{is, day}
	delete(*n, is)
}

// Forget drops the changes of the days before one.
func (n Names) Forget(before string) {
	maps.DeleteFunc(n, func(_ string, to NewName) bool { return to.Day < before })
}
