// Package player is the actor of one player: the only debiter of the wallet and the owner of the nonces. One feature is
// one file (open, sell, escrow, seed); a new claim or reward is one more.
//
// Every change of value is one store.Op whose outcome is published after it is durable; the same key again gives the
// stored answer. Deliberately absent: rooms, sockets, HTTP, and trust in being the only actor of this player: the
// store's guards hold when there are two.
package player
