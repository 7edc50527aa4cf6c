// Package support is what the operator does to an account: suspend it until a time, lift that, end its
// sessions, and take its phone or its second factor off it. Each act is one op of the journal (limits.Act) that says
// who did it, and why; what holds is the newest suspension or lift, which the player's actor reads beside the player's
// own promises. A running server is notified by the op's event. Deliberately absent: a way to do this over the network,
// and any move of value.
package support
