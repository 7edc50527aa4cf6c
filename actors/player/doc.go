// Package player is the actor of one player: the only debiter of the wallet and the owner of the nonces. One feature is
// one file (open, sell, escrow, seed); a new claim or reward is one more.
//
// Every change of value is one store.Op whose outcome is published after it is durable; the same key again gives the
// stored answer. An opening waits, outside of the lane, for the beacon of its seed's commitment where that has not come
// yet; rules (price, funds, count, the player's own limits) are checked against memory; its Op also has the step of the
// player's lock (package limits) and what the stake plays of gifts. Once it is durable, a debt that the player can pay
// is collected. An upgrade is the same with other leaves; a trade-in draws nothing. Deliberately absent: rooms,
// sockets, HTTP, and trust in being the only actor of this player: the store's guards hold when there are two.
package player
