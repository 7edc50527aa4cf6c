package sectest

import "jadebox/server/rooms"

// attacks are what a kind of room is attacked with beside the rest. Each kind has a file of its own here that puts them
// into ofKind; a kind, or a part of it, that is forgotten is named by the tests here, and so is a call that none of the
// parts knows (covers, priced, TestWhatAPlayerHasIsAsked).
type attacks struct {
	recipes func(*check, *scenario) []recipe
	// vouchers are recipes of calls that take an id of one; without a database there are none.
	vouchers func(*check, *scenario) []recipe
	owned    []string                        // calls whose answers are what a player has and has done in rooms of it
	claims   func(*check, *scenario) []claim // of what a client has no say in
	races    func(*check)                    // what has one effect only, asked 200 times at once
	waits    bool                            // the races wait for a room of the house, which a database can order
	unraced  string                          // why there are no races
}

var ofKind = map[string]attacks{}

// attacked are the kinds in their order.
func attacked() (list []attacks) {
	for _, kind := range rooms.All {
		if a, there := ofKind[kind.Kind]; there {
			list = append(list, a)
		}
	}
	return list
}
